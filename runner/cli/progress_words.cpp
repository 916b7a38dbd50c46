// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/progress_words.h"

#include <fmt/format.h>

#include "core/units.h"
#include "report/campaign_list.h"
#include "report/figures.h"

namespace ringside::cli {
namespace {

using Line = std::optional<std::string>;

struct Words {
  bool verbose;

  Line operator()(const engine::CampaignStarted& event) const {
    std::string line = fmt::format("{} ({}): {} in {}, about {}", event.name, report::short_id(event.campaign),
                                   report::counted(event.measurements, "measurement"),
                                   report::counted(static_cast<std::size_t>(event.blocks - event.blocks_done), "block"),
                                   report::waiting_text(event.estimate));
    if (event.blocks_done > 0)
      line += fmt::format("; {} of {} blocks are done already", event.blocks_done, event.blocks);
    return line;
  }
  Line operator()(const engine::BootStarted&) const { return {}; }
  Line operator()(const engine::BootReady& event) const {
    if (!verbose) return {};
    return fmt::format("block {}: booted in {}", event.block, to_text(event.took));
  }
  Line operator()(const engine::ArmReady& event) const {
    std::string line = fmt::format("block {}: {} ready in {}", event.block, event.arm, to_text(event.took));
    for (const auto& warning : event.warnings) line += "\n  warning: " + warning;
    if (!verbose && event.warnings.empty()) return {};
    return line;
  }
  Line operator()(const engine::CellStarted&) const { return {}; }
  Line operator()(const engine::CellDone& event) const {
    if (event.status == MeasurementStatus::valid) return {};
    return fmt::format("block {}: {} is invalid: {}", event.block, measurement_words(event.cell, event.arm),
                       event.reason);
  }
  Line operator()(const engine::BlockBroken& event) const {
    // Lines of the guest's console may follow the first.
    const std::string reason = verbose ? event.reason : event.reason.substr(0, event.reason.find('\n'));
    return fmt::format("block {}, attempt {} broke and is {}: {}", event.block, event.attempt,
                       event.repeated ? "repeated" : "given up", reason);
  }
  Line operator()(const engine::BlockDone&) const { return {}; }
  Line operator()(const engine::Notice& event) const { return event.text; }
  Line operator()(const engine::CampaignEnded&) const { return {}; }
};

}  // namespace

std::optional<std::string> lasting_line(const engine::Event& event, bool verbose) {
  return std::visit(Words{verbose}, event);
}

std::string measurement_words(const std::string& cell, const std::string& arm) {
  return fmt::format("{} on {}", cell, arm);
}

}  // namespace ringside::cli
