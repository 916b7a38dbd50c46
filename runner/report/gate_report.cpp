// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/gate_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "report/figures.h"

namespace ringside::report {
namespace {

using analysis::GateEntry;
using analysis::Judgement;

struct Counts {
  std::array<std::size_t, 4> by_outcome{};
  std::size_t strict = 0;  // held against the candidate by --strict alone
};

Counts count(const Judgement& judgement) {
  Counts counts;
  for (const auto& candidate : judgement.candidates) {
    for (const auto& entry : candidate.entries) {
      ++counts.by_outcome[static_cast<std::size_t>(entry.outcome)];
      if (fails_strictly(judgement, entry)) ++counts.strict;
    }
  }
  return counts;
}

std::string judged_by(const Judgement& judgement, const GateEntry& entry) {
  std::string text;
  if (entry.figures.p_adjusted) text += fmt::format("p {:.2g} (adjusted), ", *entry.figures.p_adjusted);
  text += counted(entry.figures.pairs, "block");
  if (judgement.two_stages) text += fmt::format(", stage {}", entry.stage);
  return text;
}

std::string verdict_words(const GateEntry& entry) {
  const auto& figures = entry.figures;
  const std::string margin = percent_text(figures.margin.value);
  if (figures.verdict == Verdict::regressed) {
    return fmt::format("regressed {} the margin of {}", entry.outcome == GateOutcome::fail ? "beyond" : "within",
                       margin);
  }
  std::string words(to_text(figures.verdict));
  if (figures.reason != VerdictReason::none) words += fmt::format(": {}", explanation(figures.reason));
  return words + fmt::format(" (margin {})", margin);
}

// The reasons of the measurements that are not used, each once, the first few.
std::string excluded_text(const GateEntry& entry) {
  constexpr std::size_t k_named = 3;
  std::vector<std::string> reasons;
  for (const auto& one : entry.excluded) {
    std::string reason = fmt::format("{}: {}", one.arm, one.reason);
    if (std::ranges::find(reasons, reason) == reasons.end()) reasons.push_back(std::move(reason));
  }
  std::string text;
  for (std::size_t i = 0; i < std::min(reasons.size(), k_named); ++i) text += (i == 0 ? "" : "; ") + reasons[i];
  if (reasons.size() > k_named) text += fmt::format("; and {} more", counted(reasons.size() - k_named, "reason"));
  return text;
}

}  // namespace

bool fails_strictly(const Judgement& judgement, const GateEntry& entry) {
  const bool fails_anyway = entry.outcome == GateOutcome::fail || entry.outcome == GateOutcome::invalid;
  return judgement.strict && !entry.strict_pass && !fails_anyway;
}

std::string outcome_word(const GateReport& report) {
  if (!report.judgement) return "INVALID";
  if (report.judgement->exit_code == 4) return "INCONCLUSIVE";
  return std::string(to_text(report.judgement->outcome));
}

std::string gate_headline(const GateReport& report) {
  if (!report.judgement) {
    return fmt::format("gate of {}: not judged ({})", report.campaign,
                       report.failure ? report.failure->id : std::string("failed"));
  }
  const Counts counts = count(*report.judgement);
  std::string text = fmt::format("gate of {}: {}; {} passed", report.campaign, outcome_word(report),
                                 counts.by_outcome[static_cast<std::size_t>(GateOutcome::pass)]);
  const auto add = [&](GateOutcome outcome, std::string_view words) {
    const std::size_t number = counts.by_outcome[static_cast<std::size_t>(outcome)];
    if (number > 0) text += fmt::format(", {} {}", number, words);
  };
  add(GateOutcome::warn, "with a warning");
  add(GateOutcome::fail, "failed");
  add(GateOutcome::invalid, "invalid");
  if (counts.strict > 0) text += fmt::format(", {} inconclusive for --strict", counts.strict);
  return text;
}

std::string entry_text(const Judgement& judgement, const analysis::GateCandidate& candidate, const GateEntry& entry) {
  const auto& figures = entry.figures;
  std::string text =
      fmt::format("{} against {}, {}: ", candidate.candidate.arm, judgement.baseline.arm, metric_title(figures.metric));
  if (figures.unsupported) return text + "unsupported, a boot has fewer than 100 I/Os beyond the quantile";
  if (figures.ratio) text += ratio_text(figures.ratio) + ", ";
  text += verdict_words(entry) + "; " + judged_by(judgement, entry);
  if (entry.outcome == GateOutcome::pass) return text;
  if (const std::string reasons = excluded_text(entry); !reasons.empty()) text += ". Not used: " + reasons;
  return text;
}

}  // namespace ringside::report
