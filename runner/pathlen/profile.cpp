// SPDX-License-Identifier: GPL-3.0-or-later
#include "pathlen/profile.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <tuple>

namespace ringside::pathlen {
namespace {

std::map<std::uint64_t, std::int64_t> difference(const CountedRun& shorter, const CountedRun& longer) {
  std::map<std::uint64_t, std::int64_t> out;
  for (const InstructionCount& one : longer.counts) out[one.address] += static_cast<std::int64_t>(one.executions);
  for (const InstructionCount& one : shorter.counts) out[one.address] -= static_cast<std::int64_t>(one.executions);
  return out;
}

// Appends an instruction to the stretch it continues, or begins a new one.
void add(FunctionPath& function, std::uint32_t offset, std::int64_t executions) {
  if (!function.stretches.empty() && function.stretches.back().executions == executions) {
    ++function.stretches.back().instructions;
    return;
  }
  function.stretches.push_back({offset, 1, executions});
}

}  // namespace

PathProfile profile_of(const CountedRun& shorter, const CountedRun& longer, const SymbolTable& symbols) {
  assert(longer.ios > shorter.ios);
  PathProfile profile;
  profile.ios = longer.ios - shorter.ios;
  const Symbol* current = nullptr;
  bool broken = false;  // an instruction that cancelled lies between this one and the last
  for (const auto& [address, executions] : difference(shorter, longer)) {
    const Symbol* symbol = symbols.find(address);
    if (symbol == nullptr) continue;
    if (executions == 0) {
      broken = true;
      continue;
    }
    if (symbol != current) {
      profile.functions.push_back({symbol->module, symbol->name, 0, {}});
      current = symbol;
    }
    FunctionPath& function = profile.functions.back();
    const auto offset = static_cast<std::uint32_t>(address - symbol->address);
    if (offset == 0) function.calls = executions;
    if (broken) function.stretches.push_back({offset, 0, executions});
    broken = false;
    add(function, offset, executions);
  }
  std::ranges::sort(profile.functions, {},
                    [](const FunctionPath& function) { return std::tie(function.module, function.function); });
  return profile;
}

}  // namespace ringside::pathlen
