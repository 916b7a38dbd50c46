// SPDX-License-Identifier: GPL-3.0-or-later
// The two stages of a gate that measures: all cells, then the flagged ones with fresh blocks.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "analysis/gate.h"
#include "cli/measuring.h"
#include "core/campaign.h"
#include "core/result.h"
#include "report/gate_report.h"

namespace ringside::cli {

struct GateRequest {
  Campaign campaign;
  std::filesystem::path database;
  std::string qemu;
  std::string tag;
  std::optional<std::string> resume;  // goes on with this gate; empty: the latest of the campaign's name
  std::string resume_command;         // what is told where it was interrupted
  analysis::GateOptions options;
};

// What stage 2 measures: the same arms, the flagged cells only, a seed of its own. An ordinary campaign whose stored
// text says so by overrides. Errors as of config::parse.
[[nodiscard]] Result<Campaign> second_stage(const Campaign& first, const std::vector<std::string>& cells);

// A judgement, or why there is none. Both stages and the verdicts are in the store afterwards. Fails where nothing
// was begun: usage, configuration, no QEMU.
[[nodiscard]] Result<report::GateReport> measure_gate(const GateRequest& request, Measuring& measuring);

// Refused (aa_failed) where this host's A/A results forbid gating.
[[nodiscard]] std::optional<report::GateFailure> aa_failure(const store::Store& store, const std::string& host_identity,
                                                            std::string_view accelerator);

}  // namespace ringside::cli
