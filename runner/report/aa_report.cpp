// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/aa_report.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "report/campaign_list.h"
#include "report/comparison_notes.h"
#include "report/figures.h"
#include "report/json_values.h"
#include "stats/effect.h"

namespace ringside::report {
namespace {

std::string rate_text(const AaReport& report) {
  const auto& result = report.result;
  return fmt::format("{} of {} comparisons {}: {:.1f}%, with 95% between {:.1f}% and {:.1f}% (Clopper and Pearson)",
                     result.flagged, result.counted, report.wished ? "found it" : "flagged", 100 * result.rate.rate,
                     100 * result.rate.interval.lower, 100 * result.rate.interval.upper);
}

std::string ratio_of(const AaReport& report, const std::optional<double>& theta) {
  if (!theta) return "–";
  analysis::RatioEstimate ratio;
  ratio.value = stats::metric_ratio(report.result.metric.better(), *theta);
  return ratio_text(ratio);
}

Section section_of(const AaReport& report) {
  const auto& result = report.result;
  Section section;
  section.title = fmt::format("{}: {} against {}", report.campaign, result.copy, result.arm.arm);
  section.lines.push_back(fmt::format("{} of {}, {} in comparisons of {} with blocks of their own", result.cell,
                                      metric_title(result.metric), counted(result.comparisons.size(), "comparison"),
                                      counted(static_cast<std::size_t>(report.blocks), "block")));
  if (report.wished) {
    section.lines.push_back(fmt::format(
        "injected: {} ns per request by {}, wished for a slowdown of {}; achieved {} ({} {})", report.added_ns,
        report.by_delay_build ? "a delay build" : "the backend's latency", percent_text(report.wished->value),
        result.achieved_slowdown ? percent_text(*result.achieved_slowdown) : std::string("–"),
        metric_title(result.metric), ratio_text(result.achieved)));
  }
  section.lines.push_back(rate_text(report));
  if (!report.wished) {
    section.lines.push_back(fmt::format(
        "upper bound of this host's false-positive rate: {:.1f}%; {}", 100 * result.rate.interval.upper,
        result.rate.too_high ? "the lower bound exceeds alpha: aa_failed" : "alpha is not exceeded for certain"));
  }
  if (result.expected_power && report.wished) {
    section.lines.push_back(fmt::format("to be expected for an effect of that size and this scatter: {:.0f}%",
                                        100 * *result.expected_power));
  }
  if (result.sd && result.detectable) {
    section.lines.push_back(
        fmt::format("one block's ratio scatters by {}; {} find a slowdown of {} or more (with "
                    "probability {:.0f}%)",
                    percent_text(*result.sd), counted(static_cast<std::size_t>(report.blocks), "block"),
                    percent_text(*result.detectable), 100 * result.rule.power));
  }
  section.table.columns = {{"blocks", "blocks", Align::left},
                           {"ratio", "ratio", Align::left},
                           {"p", "p", Align::right},
                           {"verdict", "verdict", Align::left}};
  for (const auto& one : result.comparisons) {
    if (!one.flagged()) continue;
    section.table.rows.push_back({field(fmt::format("{} to {}", one.first_block, one.last_block)),
                                  field(ratio_of(report, one.theta)), field(fmt::format("{:.2g}", one.p.value_or(1))),
                                  field(std::string(to_text(one.verdict)))});
  }
  if (section.table.rows.empty()) section.table = {};
  return section;
}

}  // namespace

Document aa_document(const AaReport& report) {
  const auto& result = report.result;
  Document document;
  document.sections.push_back(section_of(report));
  if (auto note = emulation_note({result.arm.accelerator})) document.notes.push_back(*std::move(note));
  if (result.counted < result.comparisons.size()) {
    document.notes.push_back(fmt::format("{} could not be decided (too few good blocks) and are not counted",
                                         counted(result.comparisons.size() - result.counted, "comparison")));
  }
  if (!result.rate.enough_comparisons) {
    document.notes.push_back(
        fmt::format("fewer than {} comparisons say little: read the upper bound", stats::k_aa_minimum_comparisons));
  }
  document.notes.push_back(fmt::format("stored as {} ({})", report.campaign, short_id(result.arm.campaign)));
  return document;
}

std::string to_json(const AaReport& report) {
  const auto& result = report.result;
  Json comparisons = Json::array();
  for (const auto& one : result.comparisons) {
    comparisons.push_back(
        {{"first_block", one.first_block},
         {"last_block", one.last_block},
         {"pairs", one.pairs},
         {"ratio", one.theta ? Json(stats::metric_ratio(result.metric.better(), *one.theta)) : Json(nullptr)},
         {"p", json_of(one.p)},
         {"verdict", to_text(one.verdict)},
         {"reason", one.reason == VerdictReason::none ? Json(nullptr) : Json(to_text(one.reason))},
         {"flagged", one.flagged()}});
  }
  Json document;
  document["schema"] = "ringside.aa/1";
  document["campaign"] = report.campaign;
  document["arm"] = json_of(result.arm);
  document["copy"] = result.copy;
  document["cell"] = result.cell;
  document["metric"] = result.metric.name();
  document["alpha"] = result.alpha;
  document["blocks"] = report.blocks;
  document["counted"] = result.counted;
  document["flagged"] = result.flagged;
  document["rate"] = result.rate.rate;
  document["interval"] = json_of(result.rate.interval);
  document["aa_failed"] = !report.wished && result.rate.too_high;
  document["enough_comparisons"] = result.rate.enough_comparisons;
  document["sd"] = json_of(result.sd);
  document["detectable"] = json_of(result.detectable);
  document["injected"] = nullptr;
  if (report.wished) {
    document["injected"] = {{"wished", report.wished->value},
                            {"added_ns", report.added_ns},
                            {"by", report.by_delay_build ? "delay_build" : "latency"},
                            {"achieved", json_of(result.achieved_slowdown)},
                            {"ratio", result.achieved ? Json(result.achieved->value) : Json(nullptr)},
                            {"ratio_interval", result.achieved ? json_of(result.achieved->interval) : Json(nullptr)},
                            {"expected_power", json_of(result.expected_power)}};
  }
  document["comparisons"] = std::move(comparisons);
  return document_text(document);
}

}  // namespace ringside::report
