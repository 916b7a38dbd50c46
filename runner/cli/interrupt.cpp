// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/interrupt.h"

#include <unistd.h>

#include <utility>

#include "cli/failure.h"

namespace ringside::cli {
namespace {

// Wakes the waiting thread when it shall end.
constexpr int k_end_signal = SIGUSR2;

// nohup and shells that start something in the background ignore signals on its behalf: blocked and waited for, they
// would come all the same.
bool is_ignored(int number) {
  struct sigaction action{};
  return ::sigaction(number, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

}  // namespace

Interrupt::Interrupt(std::function<void(Request)> told) {
  sigemptyset(&m_signals);
  sigaddset(&m_signals, k_end_signal);
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    if (!is_ignored(number)) sigaddset(&m_signals, number);
  }
  ::pthread_sigmask(SIG_BLOCK, &m_signals, &m_before);
  m_thread = std::thread([this, told = std::move(told)] { wait_for_signals(told); });
}

Interrupt::~Interrupt() {
  m_ending = true;
  ::pthread_kill(m_thread.native_handle(), k_end_signal);
  m_thread.join();
  ::pthread_sigmask(SIG_SETMASK, &m_before, nullptr);
}

void Interrupt::wait_for_signals(const std::function<void(Request)>& told) {
  bool asked = false;
  while (true) {
    int number = 0;
    if (::sigwait(&m_signals, &number) != 0) continue;
    if (number == k_end_signal) {
      if (m_ending) return;
      continue;  // somebody else's
    }
    told(asked ? Request::kill : Request::stop);
    if (asked) ::_exit(k_exit_failure);
    asked = true;
    m_source.request_stop();
  }
}

}  // namespace ringside::cli
