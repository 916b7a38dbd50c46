// SPDX-License-Identifier: GPL-3.0-or-later
// What the loader is asked to watch.
#pragma once

#include <expected>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace ringside::loader {

// Failures are one line for a person: the agent passes it on, the host prints it.
template <typename T>
using Result = std::expected<T, std::string>;

struct Options {
  int tier = 0;                    // enum rs_tier
  std::vector<std::string> disks;  // "vda": virtio disks, all of one driver
  std::string mapper;              // "dm-0" on top of them; empty where there is none
  std::set<std::string> without;   // probes to leave out, by name
  std::string observer;            // a tool to run in the probes' place; empty: the probes
};

// --observer NAME, or --tier N|empty --disk NAME... [--mapper NAME] [--without PROBE]...
[[nodiscard]] Result<Options> parse_options(const std::vector<std::string>& arguments);

}  // namespace ringside::loader
