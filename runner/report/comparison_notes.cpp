// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/comparison_notes.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "report/figures.h"
#include "report/noise_advice.h"

namespace ringside::report {
namespace {

using analysis::CandidateComparison;
using analysis::Comparison;
using analysis::Metric;
using analysis::MetricComparison;
using analysis::MetricKind;

constexpr std::size_t k_longest_list = 5;

std::set<Metric> shown_metrics(const Comparison& comparison, bool chosen_metrics) {
  std::set<Metric> metrics;
  for (const auto& candidate : comparison.candidates) {
    for (const auto& cell : candidate.cells) {
      for (const auto& metric : cell.metrics) {
        if (chosen_metrics || metric.metric.kind == MetricKind::iops) metrics.insert(metric.metric);
      }
    }
  }
  return metrics;
}

template <typename Predicate>
bool any_metric(const Comparison& comparison, Predicate predicate) {
  return std::ranges::any_of(comparison.candidates, [&](const CandidateComparison& candidate) {
    return std::ranges::any_of(candidate.cells,
                               [&](const auto& cell) { return std::ranges::any_of(cell.metrics, predicate); });
  });
}

// The first of them, and how many there are besides.
void add_limited(std::vector<std::string>& notes, const std::set<std::string>& lines, std::string_view of_what) {
  std::size_t named = 0;
  for (const auto& line : lines) {
    if (++named > k_longest_list) break;
    notes.push_back(line);
  }
  if (lines.size() > k_longest_list) {
    notes.push_back(fmt::format("{}: {} more, see --format json", of_what, lines.size() - k_longest_list));
  }
}

std::string reading_note(const Comparison& comparison, const std::set<Metric>& metrics) {
  std::size_t cells = 0;
  for (const auto& candidate : comparison.candidates) cells = std::max(cells, candidate.cells.size());
  const bool rates = std::ranges::any_of(metrics, [](const Metric& m) { return m.kind == MetricKind::iops; });
  const bool latencies = std::ranges::any_of(metrics, [](const Metric& m) { return m.kind != MetricKind::iops; });
  std::string text = fmt::format("ratio = candidate / baseline, paired per block");
  if (rates) text += "; above 1 is faster for IOPS";
  if (latencies) text += "; below 1 is faster for latency";
  return text + fmt::format("; [ ] are {:.0f}% intervals over blocks; verdicts are adjusted over {} (Holm, alpha {})",
                            100 * (1 - comparison.alpha), counted(cells, "cell"), comparison.alpha);
}

void add_unsupported(std::vector<std::string>& notes, const Comparison& comparison) {
  std::set<std::string> titles;
  (void)any_metric(comparison, [&](const MetricComparison& metric) {
    if (metric.unsupported) titles.insert(metric_title(metric.metric));
    return false;
  });
  // Only p99 stands in the usual table: the others are reported where they were asked for or in JSON.
  for (const auto& title : titles) {
    if (!title.ends_with("p99 latency")) continue;
    notes.push_back(
        fmt::format("{} is unsupported where a boot has fewer than 100 I/Os beyond it (10,000 I/Os in all): "
                    "raise fio.runtime",
                    title));
  }
}

void add_too_few_blocks(std::vector<std::string>& notes, const Comparison& comparison) {
  std::size_t minimum = 0;
  const bool few = any_metric(comparison, [&](const MetricComparison& metric) {
    minimum = metric.assessment.rule.minimum_blocks;
    return metric.reason == VerdictReason::too_few_blocks;
  });
  if (few) {
    notes.push_back(
        fmt::format("below {} blocks nothing is decided: raise design.blocks, or go on with "
                    "`ringside run --resume` if the campaign was interrupted",
                    minimum));
  }
}

void add_outliers(std::vector<std::string>& notes, const Comparison& comparison, const std::set<Metric>& metrics) {
  std::set<std::string> lines;
  const auto add = [&](const std::string& arm, const std::string& cell, const Metric& metric,
                       const analysis::Estimate& estimate) {
    if (estimate.outliers == 0 || !estimate.value || !estimate.value_without_outliers) return;
    lines.insert(fmt::format("{} of {} ({}): {} far from the others, kept; {} with, {} without", metric_title(metric),
                             arm, cell, counted(estimate.outliers, "block"), metric_text(metric, *estimate.value),
                             metric_text(metric, *estimate.value_without_outliers)));
  };
  for (const auto& candidate : comparison.candidates) {
    for (const auto& cell : candidate.cells) {
      for (const auto& metric : cell.metrics) {
        if (!metrics.contains(metric.metric)) continue;
        add(comparison.baseline.arm, cell.key, metric.metric, metric.baseline);
        add(candidate.candidate.arm, cell.key, metric.metric, metric.candidate);
      }
    }
  }
  add_limited(notes, lines, "far from the others");
}

void add_treatment_failures(std::vector<std::string>& notes, const Comparison& comparison) {
  std::set<std::string> lines;
  const auto add = [&](const std::string& arm, const analysis::TreatmentSummary& treatment) {
    for (const auto& failure : treatment.failures) lines.insert(fmt::format("treatment of {}: {}", arm, failure));
  };
  for (const auto& candidate : comparison.candidates) {
    for (const auto& cell : candidate.cells) {
      add(comparison.baseline.arm, cell.baseline_treatment);
      add(candidate.candidate.arm, cell.candidate_treatment);
    }
  }
  add_limited(notes, lines, "treatment");
}

// Of all candidates; a baseline's measurement stands in every candidate's list and is named once.
std::vector<analysis::Excluded> all_excluded(const Comparison& comparison) {
  std::vector<analysis::Excluded> all;
  std::set<std::int64_t> seen;
  for (const auto& candidate : comparison.candidates) {
    for (const auto& cell : candidate.cells) {
      for (const auto& one : cell.excluded) {
        if (seen.insert(one.id.value).second) all.push_back(one);
      }
    }
  }
  return all;
}

}  // namespace

std::optional<std::string> emulation_note(const std::vector<std::string>& accelerators) {
  for (const auto& accelerator : accelerators) {
    if (!accelerator.starts_with("tcg")) continue;
    return fmt::format(
        "measured under emulation ({}): the emulator's speed, not a machine's; only the ratio of arms "
        "measured alike says something, and none of it compares with KVM",
        accelerator);
  }
  return std::nullopt;
}

std::vector<std::string> excluded_notes(const std::vector<analysis::Excluded>& excluded, std::size_t limit) {
  std::vector<std::string> notes;
  for (std::size_t i = 0; i < std::min(limit, excluded.size()); ++i) {
    const auto& one = excluded[i];
    notes.push_back(fmt::format("not used: block {}, {}, {}: {}", one.block, one.arm, one.cell, one.reason));
  }
  if (excluded.size() > limit) {
    notes.push_back(fmt::format("not used: {} more (ringside show --measurements lists all)",
                                counted(excluded.size() - limit, "measurement")));
  }
  return notes;
}

std::vector<std::string> comparison_notes(const Comparison& comparison, bool chosen_metrics) {
  std::vector<std::string> notes;
  const auto metrics = shown_metrics(comparison, chosen_metrics);
  std::vector<std::string> accelerators{comparison.baseline.accelerator};
  for (const auto& candidate : comparison.candidates) accelerators.push_back(candidate.candidate.accelerator);
  if (auto note = emulation_note(accelerators)) notes.push_back(std::move(*note));
  for (const auto& warning : comparison.warnings) notes.push_back("warning: " + warning);
  if (std::ranges::any_of(comparison.candidates,
                          [](const auto& c) { return c.pairing == analysis::Pairing::unpaired; })) {
    notes.emplace_back(
        "unpaired: two campaigns differ by all that happened between them; measure both arms in one "
        "campaign for a verdict");
  }
  add_too_few_blocks(notes, comparison);
  for (const auto& candidate : comparison.candidates) {
    for (const auto& metric : metrics) {
      if (auto advice = noise_advice(candidate, metric, comparison.alpha)) notes.push_back(std::move(*advice));
    }
  }
  add_unsupported(notes, comparison);
  add_treatment_failures(notes, comparison);
  add_outliers(notes, comparison, metrics);
  for (auto& note : excluded_notes(all_excluded(comparison))) notes.push_back(std::move(note));
  notes.push_back(reading_note(comparison, metrics));
  return notes;
}

}  // namespace ringside::report
