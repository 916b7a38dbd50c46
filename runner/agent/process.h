// SPDX-License-Identifier: GPL-3.0-or-later
// Running a program in the guest to its end, whatever it does.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/result.h"
#include "core/units.h"

namespace ringside::agent {

struct ProcessRequest {
  std::vector<std::string> argv;       // argv[0] is looked up in k_path if it has no slash
  std::string input;                   // the whole of stdin
  std::string folder = "/tmp";         // working folder
  Milliseconds deadline{10'000};       // from its start; then it is killed with everything it started
  std::size_t max_output = 4u << 20;   // the first so many bytes are kept
  std::size_t max_errors = 64u << 10;  // the last so many bytes are kept
};

struct ProcessEnd {
  int exit_code = 0;  // -1 if it was ended by a signal or could not be ended
  int signal = 0;
  bool timed_out = false;
  bool stuck = false;  // did not even die of SIGKILL: it waits in the kernel
  std::string output;
  std::string errors;
  Milliseconds elapsed{0};
};

inline constexpr const char* k_path = "/bin:/sbin:/usr/bin:/usr/sbin";

// While the program runs the caller sleeps in poll: no timer, no polling. A program that times out or is killed by a
// signal leaves nothing behind: its process group is killed, and also what left the group (fio's workers start
// sessions of their own). One that exits may leave children running. Errors: not_found (no such program),
// infrastructure. Precondition: the caller ignores SIGPIPE (a program may end without reading its input).
[[nodiscard]] Result<ProcessEnd> run_program(const ProcessRequest& request);

// Reaps every child that has ended: for PID 1, who inherits orphans. Leaves errno as it is: it is called right after
// a system call that the end of a child may have interrupted.
void reap_orphans();

}  // namespace ringside::agent
