// SPDX-License-Identifier: GPL-3.0-or-later
#include "options.h"

#include "../abi/probe_abi.h"

namespace ringside::loader {
namespace {

std::optional<int> tier_of(const std::string& text) {
  if (text == "empty") return RS_TIER_EMPTY;
  if (text == "0") return RS_TIER_COUNTERS;
  if (text == "1") return RS_TIER_HISTOGRAMS;
  if (text == "2") return RS_TIER_EVENTS;
  return std::nullopt;
}

}  // namespace

Result<Options> parse_options(const std::vector<std::string>& arguments) {
  Options options;
  for (std::size_t at = 0; at < arguments.size(); at += 2) {
    const std::string& name = arguments[at];
    if (at + 1 == arguments.size()) return std::unexpected(name + " needs a value");
    const std::string& value = arguments[at + 1];
    if (name == "--tier") {
      const auto tier = tier_of(value);
      if (!tier) return std::unexpected("tier '" + value + "' is none of empty, 0, 1, 2");
      options.tier = *tier;
    } else if (name == "--disk") {
      options.disks.push_back(value);
    } else if (name == "--mapper") {
      options.mapper = value;
    } else if (name == "--observer") {
      options.observer = value;
    } else if (name == "--without") {
      options.without.insert(value);
    } else {
      return std::unexpected("unknown option " + name);
    }
  }
  if (options.disks.empty()) return std::unexpected("no --disk given");
  if (options.disks.size() > RS_MAX_DISKS) {
    return std::unexpected("at most " + std::to_string(RS_MAX_DISKS) + " disks can be watched");
  }
  return options;
}

}  // namespace ringside::loader
