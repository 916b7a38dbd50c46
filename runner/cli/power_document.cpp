// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/power_document.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "report/figures.h"
#include "stats/power.h"

namespace ringside::cli {
namespace {

using analysis::NoiseSource;
using report::Align;
using report::field;
using report::Field;

Field percent_field(const std::optional<double>& value) {
  return value ? field(report::Value(*value), report::percent_text(*value)) : report::unknown_field();
}

Field blocks_field(const std::optional<std::size_t>& blocks, const PowerPlan& plan) {
  if (!blocks) return field(std::monostate{}, "not to be found");
  const auto enough = *blocks <= static_cast<std::size_t>(plan.blocks);
  return field(report::Value(static_cast<std::int64_t>(*blocks)),
               fmt::format("{} ({})", *blocks, report::waiting_text(plan.block_time * static_cast<int>(*blocks))),
               enough ? report::Tone::good : report::Tone::doubtful);
}

std::string source_text(const analysis::CellNoise& noise) {
  const std::string where = fmt::format("{} of {}", report::counted(noise.campaigns, "campaign"), "this host");
  std::string text;
  switch (noise.source) {
    case NoiseSource::cell_and_kernel:
      text = where + ", this cell and kernel";
      break;
    case NoiseSource::cell:
      text = where + ", this cell, other kernels";
      break;
    case NoiseSource::kernel:
      text = where + ", other cells, this kernel";
      break;
    case NoiseSource::host:
      text = where + ", other cells and kernels";
      break;
    case NoiseSource::assumed:
      return "assumed: nothing was measured here";
  }
  text += fmt::format(" ({:.0f} df)", noise.df);
  if (noise.other_design) text += ", arms otherwise paired";
  return text;
}

report::Section section_of(const PowerPlan& plan) {
  report::Section section;
  section.title = fmt::format("{}: {}", plan.campaign, report::metric_title(plan.metric));
  section.lines.push_back(fmt::format("{}, {} per cell and boot, {}; a block takes about {}",
                                      report::counted(static_cast<std::size_t>(plan.blocks), "block"),
                                      report::counted(static_cast<std::size_t>(plan.runs), "run"),
                                      plan.one_boot ? "all arms in one boot" : "a boot per kind of arm",
                                      report::waiting_text(plan.block_time)));
  const std::string effect = report::percent_text(plan.effect);
  section.table.columns = {{"cell", "cell", Align::left},
                           {"sd", "scatter of a block", Align::right},
                           {"detectable", fmt::format("{} find", plan.blocks), Align::right},
                           {"detectable_among", "among all cells", Align::right},
                           {"blocks", fmt::format("blocks for {}", effect), Align::right},
                           {"blocks_among", "among all cells", Align::right},
                           {"source", "scatter taken from", Align::left}};
  for (const auto& cell : plan.cells) {
    section.table.rows.push_back({field(cell.noise.cell), percent_field(cell.noise.sd), percent_field(cell.detectable),
                                  percent_field(cell.detectable_among), blocks_field(cell.blocks, plan),
                                  blocks_field(cell.blocks_among, plan),
                                  field(std::string(to_text(cell.noise.source)), source_text(cell.noise))});
  }
  return section;
}

void add_components(std::vector<std::string>& notes, const PowerPlan& plan) {
  for (const auto& cell : plan.cells) {
    const auto& noise = cell.noise;
    if (!noise.between_boots || !noise.within_boot) continue;
    std::string text = fmt::format(
        "{}, {}: boots differ by {} (sd), runs within a boot by {}, intraclass correlation "
        "{:.2f}",
        noise.cell, report::metric_title(plan.metric), report::percent_text(std::sqrt(*noise.between_boots)),
        report::percent_text(std::sqrt(*noise.within_boot)), noise.intraclass_correlation.value_or(0));
    if (cell.advised_runs) text += fmt::format("; design.runs = {} buys most for the time", *cell.advised_runs);
    notes.push_back(std::move(text));
  }
}

}  // namespace

CellPower power_of(const analysis::CellNoise& noise, const PowerPlan& plan, std::size_t cells) {
  CellPower out{.noise = noise};
  stats::PowerQuestion question{noise.sd, plan.alpha, plan.power, plan.floor};
  const auto n = static_cast<std::size_t>(plan.blocks);
  const double theta = std::log1p(plan.effect);
  // Holm's first and hardest step is what the first cell to be found must pass.
  stats::PowerQuestion among = question;
  among.alpha = plan.alpha / static_cast<double>(std::max<std::size_t>(cells, 1));
  if (const auto found = stats::detectable_effect(n, question)) out.detectable = std::expm1(*found);
  if (const auto found = stats::detectable_effect(n, among)) out.detectable_among = std::expm1(*found);
  // Below five nothing is decided, however large the effect.
  const auto fewest = [&](const stats::PowerQuestion& asked) -> std::optional<std::size_t> {
    const auto blocks = stats::blocks_required(theta, asked);
    return blocks ? std::optional(std::max<std::size_t>(*blocks, 5)) : std::nullopt;
  };
  out.blocks = fewest(question);
  out.blocks_among = fewest(among);
  return out;
}

report::Document power_document(const std::vector<PowerPlan>& plans) {
  report::Document document;
  std::set<std::string> assumed;
  for (const auto& plan : plans) {
    document.sections.push_back(section_of(plan));
    add_components(document.notes, plan);
    for (const auto& cell : plan.cells) {
      if (cell.noise.source == NoiseSource::assumed) assumed.insert(report::percent_text(cell.noise.sd));
    }
  }
  for (const auto& sd : assumed) {
    document.notes.push_back(
        fmt::format("this host has no stored blocks to go by: a scatter of {} is an assumption "
                    "(typical {}); measure a few blocks, then plan again",
                    sd, sd == "2%" ? "of KVM on a quiet host" : "of emulation"));
  }
  if (!plans.empty()) {
    const auto& plan = plans.front();
    document.notes.push_back(fmt::format(
        "exact power of the paired t test over blocks (noncentral t), two-sided at {}, with probability {:.0f}%, "
        "beyond the floor of {}; \"among all cells\" is after Holm's adjustment; a gate in two stages lies between",
        plan.alpha, 100 * plan.power, report::percent_text(plan.floor.value)));
  }
  return document;
}

}  // namespace ringside::cli
