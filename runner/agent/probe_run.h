// SPDX-License-Identifier: GPL-3.0-or-later
// The probe loader beside a load: started before it, ended after it.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "agent/files.h"
#include "core/result.h"
#include "core/units.h"

namespace ringside::agent {

class ProbeRun {
 public:
  // Starts the loader and returns when it has said "ready": everything is attached then. Errors, with the loader's
  // own words: it ended before, or is not ready at the deadline.
  [[nodiscard]] static Result<ProbeRun> start(const std::vector<std::string>& arguments, TimePoint deadline);
  ProbeRun(ProbeRun&& other) noexcept;
  ProbeRun(const ProbeRun&) = delete;
  ProbeRun& operator=(const ProbeRun&) = delete;
  ProbeRun& operator=(ProbeRun&&) = delete;
  ~ProbeRun();  // kills it where it still runs; the kernel detaches its programs

  // Ends the observation; what was seen, as the loader's JSON.
  [[nodiscard]] Result<std::string> finish(TimePoint deadline);

 private:
  ProbeRun() = default;
  // Reads until the output ends, or has `line` complete lines. False if the deadline came first.
  bool read_output(TimePoint deadline, bool only_one_line);
  [[nodiscard]] std::string last_words();
  void end();

  pid_t m_pid = -1;
  Fd m_input;
  Fd m_output;
  Fd m_errors;
  std::string m_text;
  std::string m_error_text;
};

}  // namespace ringside::agent
