// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/verdict_text.h"

#include <fmt/format.h>

namespace ringside::report {
namespace {

std::string_view glyph(Verdict verdict) {
  switch (verdict) {
    case Verdict::improved:
      return "▲";
    case Verdict::regressed:
      return "▼";
    case Verdict::equivalent:
      return "=";
    case Verdict::invalid:
      return "✗";
    case Verdict::inconclusive:
      break;
  }
  return "?";
}

Tone tone_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::improved:
      return Tone::good;
    case Verdict::regressed:
    case Verdict::invalid:
      return Tone::bad;
    case Verdict::inconclusive:
      return Tone::doubtful;
    case Verdict::equivalent:
      break;
  }
  return Tone::plain;
}

// The reason in two or three words; the sentence is ringside::explanation().
std::string_view short_reason(VerdictReason reason) {
  switch (reason) {
    case VerdictReason::no_valid_measurement:
      return "nothing valid";
    case VerdictReason::not_paired:
      return "not paired";
    case VerdictReason::too_few_blocks:
      return "too few blocks";
    case VerdictReason::bad_blocks:
      return "bad blocks";
    case VerdictReason::distribution_sensitive:
      return "rank test disagrees";
    case VerdictReason::multiplicity:
      return "not after adjustment";
    case VerdictReason::wide_interval:
      return "too noisy";
    case VerdictReason::none:
      break;
  }
  return "";
}

}  // namespace

Field verdict_field(const analysis::MetricComparison& metric, analysis::Pairing pairing) {
  if (metric.unsupported) return field("unsupported", "– unsupported", Tone::dim);
  const std::string word(to_text(metric.verdict));
  if (pairing == analysis::Pairing::unpaired && metric.verdict != Verdict::invalid) {
    return field(word, "– advisory", Tone::dim);
  }
  std::string text = fmt::format("{} {}", glyph(metric.verdict), word);
  if (const auto reason = short_reason(metric.reason); !reason.empty()) text += fmt::format(" ({})", reason);
  return field(word, std::move(text), tone_of(metric.verdict));
}

Field treatment_field(const analysis::TreatmentSummary& treatment) {
  const auto overall = treatment.overall();
  if (!overall) return unknown_field();
  const std::size_t all = treatment.passed + treatment.failed + treatment.unknown;
  const std::string word(to_text(*overall));
  switch (*overall) {
    case CheckOutcome::passed:
      return field(word, "✓ took effect", Tone::good);
    case CheckOutcome::failed:
      return field(word, fmt::format("✗ failed in {} of {}", treatment.failed, all), Tone::bad);
    case CheckOutcome::unknown:
      break;
  }
  return field(word, fmt::format("? unproven in {} of {}", treatment.unknown, all), Tone::doubtful);
}

Field treatment_field(const analysis::TreatmentSummary& baseline, const analysis::TreatmentSummary& candidate) {
  analysis::TreatmentSummary both = baseline;
  both.passed += candidate.passed;
  both.failed += candidate.failed;
  both.unknown += candidate.unknown;
  return treatment_field(both);
}

}  // namespace ringside::report
