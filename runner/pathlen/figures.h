// SPDX-License-Identifier: GPL-3.0-or-later
// What a profile says of one function, and of a group: the figures that repeat, apart from those that do not.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/path_length.h"
#include "pathlen/groups.h"

namespace ringside::pathlen {

// exact: every call executes the same instructions. split: some depend on a condition (a notification, an interrupt,
// how many requests there are); the rest is the same in every call. loose: not called once per so many I/Os in any
// recognisable way (its first instruction is not where calls enter, or setup did not cancel).
enum class Exactness { exact, split, loose };
[[nodiscard]] std::string_view to_text(Exactness exactness);

struct FunctionFigures {
  std::string module;
  std::string function;
  Place place;
  Exactness exactness = Exactness::loose;
  double calls_per_io = 0;
  double per_call = 0;  // mean: all instructions / calls; 0 without calls
  double per_io = 0;
  std::int64_t always = 0;       // instructions that every call executes, counted as often as it executes them
  std::int64_t distinct = 0;     // different instructions that it executes at all, each counted once
  std::int64_t conditional = 0;  // of them, those that only some calls execute
};

// A condition within a split function: stretches that were executed equally often.
struct Branch {
  std::uint32_t offset = 0;       // of its first instruction
  std::int64_t instructions = 0;  // in all its stretches
  double per_call = 0;            // how often a call executes it
};

// How far from a whole number per call still counts as one: what setup leaves behind.
inline constexpr double k_call_tolerance = 0.005;

[[nodiscard]] FunctionFigures figures_of(const FunctionPath& path, std::int64_t ios);
// Of all functions that cost at least 0.01 instructions per I/O, dearest first.
[[nodiscard]] std::vector<FunctionFigures> figures_of(const PathProfile& profile);
// The conditions of a function, in the order of their addresses; empty where it is exact.
[[nodiscard]] std::vector<Branch> branches_of(const FunctionPath& path);

struct GroupFigures {
  Group group = Group::rest;
  double submit = 0;  // instructions per I/O by way
  double complete = 0;
  double interrupt = 0;
  double shared = 0;
  double per_io = 0;  // their sum
  double exact = 0;   // of them, what does not depend on a condition: every call's share of functions that are
                      // called a whole number of times per I/O
};

// All groups in their order.
[[nodiscard]] std::vector<GroupFigures> groups_of(const std::vector<FunctionFigures>& functions);

}  // namespace ringside::pathlen
