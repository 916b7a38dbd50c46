// SPDX-License-Identifier: GPL-3.0-or-later
// Ctrl-C: the first asks the work to end at the next sensible point, the second ends the process at once.
#pragma once

#include <atomic>
#include <csignal>
#include <functional>
#include <stop_token>
#include <thread>

namespace ringside::cli {

// While it lives, SIGINT, SIGTERM and SIGHUP are taken from the process by a thread of its own. The first requests
// a stop and calls `told` (on that thread); the second calls it again and ends the process with exit code 3. Every
// QEMU then dies with the process (host/child.h), and what was stored stays. A signal that is ignored stays so (nohup).
//
// Must be made before any other thread, since these inherit which signals are blocked.
class Interrupt {
 public:
  enum class Request { stop, kill };
  explicit Interrupt(std::function<void(Request)> told);
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;
  ~Interrupt();

  [[nodiscard]] std::stop_token token() const { return m_source.get_token(); }

 private:
  void wait_for_signals(const std::function<void(Request)>& told);

  std::stop_source m_source;
  std::atomic<bool> m_ending = false;
  sigset_t m_signals{};
  sigset_t m_before{};
  std::thread m_thread;
};

}  // namespace ringside::cli
