// SPDX-License-Identifier: GPL-3.0-or-later
// The one thread that forks. PR_SET_PDEATHSIG fires when the thread that forked ends, not the process: a child
// started by a short-lived worker would be killed with the worker. This thread ends only with the process.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

#include "core/result.h"

namespace ringside::host {

// Everything prepared, so that nothing is allocated between fork and exec.
struct SpawnRequest {
  std::filesystem::path program;  // full path
  std::vector<std::string> argv;
  std::vector<std::string> environment;  // "NAME=value", complete
  std::filesystem::path folder;          // empty: the runner's
  int input = -1;                        // becomes 0; -1: /dev/null
  int output = -1;                       // becomes 1
  int errors = -1;                       // becomes 2
  std::vector<int> inherited;
};

// Returns once the program has been executed, or the errno of what prevented it in the error's message.
[[nodiscard]] Result<pid_t> spawn(const SpawnRequest& request);

}  // namespace ringside::host
