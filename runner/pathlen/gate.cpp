// SPDX-License-Identifier: GPL-3.0-or-later
#include "pathlen/gate.h"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <array>

#include "pathlen/difference.h"

namespace ringside::pathlen {
namespace {

constexpr std::array<Group, 3> k_default_groups{Group::driver, Group::ring, Group::scatter_gather};

void judge(const PathGate& gate, const FunctionFigures& baseline, const FunctionFigures& candidate,
           std::vector<PathRegression>& out) {
  const auto add = [&](const char* what, std::int64_t before, std::int64_t after) {
    if (static_cast<double>(after) <= gate.tolerance.limit(static_cast<double>(before))) return false;
    out.push_back(
        {candidate.module, candidate.function, what, static_cast<double>(before), static_cast<double>(after)});
    return true;
  };
  if (baseline.exactness == Exactness::loose || candidate.exactness == Exactness::loose) return;
  const bool both_exact = baseline.exactness == Exactness::exact && candidate.exactness == Exactness::exact;
  if (both_exact && add("instructions of every call", baseline.always, candidate.always)) return;
  add(both_exact ? "instructions of every call" : "instructions it executes, branches included", baseline.distinct,
      candidate.distinct);
}

// What every call executes, per I/O.
double exact_share(const FunctionFigures& figures) {
  return figures.calls_per_io * static_cast<double>(figures.always);
}

void judge_sums(const PathGate& gate, const std::vector<const FunctionDifference*>& unpaired,
                std::vector<PathRegression>& out) {
  for (const Group group : all_groups()) {
    double before = 0;
    double after = 0;
    const FunctionFigures* dearest = nullptr;
    for (const FunctionDifference* one : unpaired) {
      const FunctionFigures& figures = one->either();
      if (figures.place.group != group || figures.place.way == Way::interrupt) continue;
      (one->baseline ? before : after) += exact_share(figures);
      if (one->candidate && (dearest == nullptr || figures.per_io > dearest->per_io)) dearest = &figures;
    }
    if (dearest == nullptr || after <= gate.tolerance.limit(before) + 0.5) continue;
    out.push_back({dearest->module, dearest->function,
                   fmt::format("group {}, functions of one side only, per I/O", to_text(group)), before, after});
  }
}

}  // namespace

bool is_chosen(const PathGate& gate, const FunctionFigures& figures) {
  if (gate.chosen.empty()) return std::ranges::find(k_default_groups, figures.place.group) != k_default_groups.end();
  return std::ranges::any_of(gate.chosen, [&](const std::string& one) {
    return one == to_text(figures.place.group) || fnmatch(one.c_str(), figures.function.c_str(), 0) == 0;
  });
}

std::vector<PathRegression> regressions(const PathGate& gate, const std::vector<FunctionFigures>& baseline,
                                        const std::vector<FunctionFigures>& candidate) {
  std::vector<PathRegression> out;
  const auto all = differences(baseline, candidate);
  std::vector<const FunctionDifference*> unpaired;
  for (const FunctionDifference& one : all) {
    if (!is_chosen(gate, one.either())) continue;
    if (one.baseline && one.candidate) {
      judge(gate, *one.baseline, *one.candidate, out);
    } else {
      unpaired.push_back(&one);
    }
  }
  judge_sums(gate, unpaired, out);
  return out;
}

}  // namespace ringside::pathlen
