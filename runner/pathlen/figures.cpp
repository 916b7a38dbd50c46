// SPDX-License-Identifier: GPL-3.0-or-later
#include "pathlen/figures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace ringside::pathlen {
namespace {

constexpr double k_least_per_io = 0.01;
// Rarer than this a piece is setup that did not cancel, not a branch of the way of an I/O.
constexpr double k_least_branch = 0.01;

// n where `rate` is n, n >= 1, but for what setup leaves behind.
std::optional<std::int64_t> whole(double rate) {
  const double nearest = std::round(rate);
  if (nearest < 1 || std::abs(rate - nearest) > k_call_tolerance * std::max(1.0, nearest)) return std::nullopt;
  return static_cast<std::int64_t>(nearest);
}

double rate_of(std::int64_t executions, std::int64_t calls) {
  return static_cast<double>(executions) / static_cast<double>(calls);
}

double& by_way(GroupFigures& group, Way way) {
  switch (way) {
    case Way::submit:
      return group.submit;
    case Way::complete:
      return group.complete;
    case Way::interrupt:
      return group.interrupt;
    case Way::shared:
      break;
  }
  return group.shared;
}

}  // namespace

std::string_view to_text(Exactness exactness) {
  static constexpr std::array<std::string_view, 3> k_words{"exact", "split", "loose"};
  return k_words[static_cast<std::size_t>(exactness)];
}

FunctionFigures figures_of(const FunctionPath& path, std::int64_t ios) {
  FunctionFigures out;
  out.module = path.module;
  out.function = path.function;
  out.place = place_of(path.module, path.function);
  const auto per_io = [&](std::int64_t count) { return static_cast<double>(count) / static_cast<double>(ios); };
  out.per_io = per_io(path.instructions());
  out.calls_per_io = per_io(path.calls);
  if (path.calls <= 0 || out.calls_per_io < k_least_branch) return out;
  out.per_call = rate_of(path.instructions(), path.calls);
  out.exactness = Exactness::exact;
  for (const PathStretch& stretch : path.stretches) {
    const double rate = rate_of(stretch.executions, path.calls);
    if (rate >= k_least_branch) out.distinct += stretch.instructions;
    if (const auto times = whole(rate)) {
      out.always += *times * stretch.instructions;
    } else if (rate >= k_least_branch) {
      out.conditional += stretch.instructions;
      out.exactness = Exactness::split;
    }
  }
  return out;
}

std::vector<FunctionFigures> figures_of(const PathProfile& profile) {
  std::vector<FunctionFigures> out;
  for (const FunctionPath& path : profile.functions) {
    FunctionFigures figures = figures_of(path, profile.ios);
    if (std::abs(figures.per_io) >= k_least_per_io) out.push_back(std::move(figures));
  }
  std::ranges::stable_sort(out, std::ranges::greater{}, &FunctionFigures::per_io);
  return out;
}

std::vector<Branch> branches_of(const FunctionPath& path) {
  std::vector<Branch> out;
  if (path.calls <= 0) return out;
  std::vector<std::int64_t> executions;  // of each branch, to find the stretches that share its condition
  for (const PathStretch& stretch : path.stretches) {
    const double rate = rate_of(stretch.executions, path.calls);
    if (whole(rate) || rate < k_least_branch) continue;
    const auto known = std::ranges::find_if(executions, [&](std::int64_t one) {
      return std::abs(rate_of(one - stretch.executions, path.calls)) <= k_call_tolerance;
    });
    if (known != executions.end()) {
      out[static_cast<std::size_t>(known - executions.begin())].instructions += stretch.instructions;
      continue;
    }
    executions.push_back(stretch.executions);
    out.push_back({stretch.offset, stretch.instructions, rate});
  }
  return out;
}

std::vector<GroupFigures> groups_of(const std::vector<FunctionFigures>& functions) {
  std::vector<GroupFigures> out;
  for (const Group group : all_groups()) {
    out.emplace_back();
    out.back().group = group;
  }
  for (const FunctionFigures& function : functions) {
    GroupFigures& group = out[static_cast<std::size_t>(function.place.group)];
    by_way(group, function.place.way) += function.per_io;
    group.per_io += function.per_io;
    if (const auto calls = whole(function.calls_per_io)) {
      group.exact += static_cast<double>(*calls * function.always);
    }
  }
  return out;
}

}  // namespace ringside::pathlen
