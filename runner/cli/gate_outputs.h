// SPDX-License-Identifier: GPL-3.0-or-later
// Where a gate's report goes: files, a job's summary, annotations, standard output.
#pragma once

#include <string>

#include "cli/command.h"
#include "cli/output_format.h"
#include "core/result.h"
#include "report/gate_report.h"

namespace ringside::cli {

enum class Annotate { automatic, always, never };

struct GateOutputs {
  std::string junit;  // paths; empty: not wanted
  std::string json;
  std::string markdown;
  Annotate annotate = Annotate::automatic;
  OutputFormat format = OutputFormat::table;
  bool as_line = false;  // standard output holds JSON lines: the document is the last of them
};

// Before anything is measured. Fails (usage).
[[nodiscard]] Result<void> check_outputs(const GateOutputs& outputs);

// Writes all of them, the files first, and a job's summary where $GITHUB_STEP_SUMMARY names one; one that cannot be
// written keeps none of the others from being written. The exit code is the report's, or the first failure's.
[[nodiscard]] Result<int> write_outputs(const report::GateReport& report, const GateOutputs& outputs, Console& console);

}  // namespace ringside::cli
