// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/verdict.h"

#include <array>
#include <utility>

namespace ringside {
namespace {

constexpr std::array k_verdicts = {
    std::pair{Verdict::improved, std::string_view{"improved"}},
    std::pair{Verdict::regressed, std::string_view{"regressed"}},
    std::pair{Verdict::equivalent, std::string_view{"equivalent"}},
    std::pair{Verdict::inconclusive, std::string_view{"inconclusive"}},
    std::pair{Verdict::invalid, std::string_view{"invalid"}},
};

constexpr std::array k_reasons = {
    std::pair{VerdictReason::none, std::string_view{"none"}},
    std::pair{VerdictReason::no_valid_measurement, std::string_view{"no_valid_measurement"}},
    std::pair{VerdictReason::not_paired, std::string_view{"not_paired"}},
    std::pair{VerdictReason::too_few_blocks, std::string_view{"too_few_blocks"}},
    std::pair{VerdictReason::bad_blocks, std::string_view{"bad_blocks"}},
    std::pair{VerdictReason::distribution_sensitive, std::string_view{"distribution_sensitive"}},
    std::pair{VerdictReason::multiplicity, std::string_view{"multiplicity"}},
    std::pair{VerdictReason::wide_interval, std::string_view{"wide_interval"}},
};

template <typename Table, typename Value>
std::string_view text_of(const Table& table, Value value) {
  for (const auto& [candidate, text] : table) {
    if (candidate == value) return text;
  }
  return "unknown";
}

template <typename Value, typename Table>
std::optional<Value> value_of(const Table& table, std::string_view text) {
  for (const auto& [value, candidate] : table) {
    if (candidate == text) return value;
  }
  return std::nullopt;
}

}  // namespace

std::string_view to_text(Verdict verdict) {
  return text_of(k_verdicts, verdict);
}
std::string_view to_text(VerdictReason reason) {
  return text_of(k_reasons, reason);
}

std::string_view to_text(GateOutcome outcome) {
  switch (outcome) {
    case GateOutcome::pass:
      return "PASS";
    case GateOutcome::warn:
      return "WARN";
    case GateOutcome::fail:
      return "FAIL";
    case GateOutcome::invalid:
      return "INVALID";
  }
  return "unknown";
}

std::optional<Verdict> verdict_from_text(std::string_view text) {
  return value_of<Verdict>(k_verdicts, text);
}

std::optional<VerdictReason> verdict_reason_from_text(std::string_view text) {
  return value_of<VerdictReason>(k_reasons, text);
}

std::optional<GateOutcome> gate_outcome_from_text(std::string_view text) {
  for (const GateOutcome outcome : {GateOutcome::pass, GateOutcome::warn, GateOutcome::fail, GateOutcome::invalid}) {
    if (to_text(outcome) == text) return outcome;
  }
  return std::nullopt;
}

std::string_view explanation(VerdictReason reason) {
  switch (reason) {
    case VerdictReason::none:
      return "";
    case VerdictReason::no_valid_measurement:
      return "one side has no valid measurement";
    case VerdictReason::not_paired:
      return "no block holds a valid measurement of both sides";
    case VerdictReason::too_few_blocks:
      return "too few blocks to decide anything";
    case VerdictReason::bad_blocks:
      return "too many of the blocks were bad";
    case VerdictReason::distribution_sensitive:
      return "the t test and the rank estimate contradict each other";
    case VerdictReason::multiplicity:
      return "significant for itself, but not among this many cells";
    case VerdictReason::wide_interval:
      return "the interval holds both an effect beyond the margin and none";
  }
  return "";
}

}  // namespace ringside
