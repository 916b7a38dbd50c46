// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/margins.h"

#include <fnmatch.h>

#include <array>
#include <ranges>

namespace ringside::analysis {
namespace {

bool fits(const std::string& glob, const std::string& cell_key) {
  return fnmatch(glob.c_str(), cell_key.c_str(), 0) == 0;
}

}  // namespace

Fraction margin_of(const Metric& metric, std::string_view cell_key, const std::map<std::string, Fraction>& wished,
                   std::span<const store::MarginRecord> campaign) {
  const std::array names{metric.name(), Metric{metric.kind, std::nullopt}.name()};
  for (const std::string& name : names) {
    if (const auto found = wished.find(name); found != wished.end()) return found->second;
  }
  const std::string key(cell_key);
  for (const std::string& name : names) {
    for (const store::MarginRecord& margin : std::views::reverse(campaign)) {
      if (margin.metric == name && fits(margin.cell, key)) return margin.margin;
    }
  }
  return metric.default_margin();
}

}  // namespace ringside::analysis
