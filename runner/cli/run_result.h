// SPDX-License-Identifier: GPL-3.0-or-later
// What is printed at the end of `ringside run`.
#pragma once

#include <filesystem>
#include <string>

#include "cli/command.h"
#include "cli/output_format.h"
#include "core/result.h"
#include "engine/run.h"

namespace ringside::cli {

struct RunEnd {
  const engine::RunOutcome& outcome;
  std::filesystem::path database;
  std::string resume_command;  // for an unfinished campaign
};

// Prints the comparison (of a campaign with a single arm: its figures) and the summary; tells on standard error
// what is missing. The exit code: 0 where every planned measurement is there and valid, else 3.
[[nodiscard]] Result<int> print_run(const RunEnd& end, OutputFormat format, const Invocation& invocation);

// The outcome as a line of JSON, for the end of --progress=jsonl. The exit code as above.
[[nodiscard]] Result<int> print_run_line(const RunEnd& end, const Invocation& invocation);

}  // namespace ringside::cli
