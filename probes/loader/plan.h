// SPDX-License-Identifier: GPL-3.0-or-later
// Which programs go where: decided before anything is loaded, from what discovery found. Pure.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "discovery.h"
#include "options.h"

namespace ringside::loader {

enum class How {
  btf,     // fentry, fexit or a typed tracepoint
  kprobe,  // its twin, where there is no BTF: degraded
  absent,  // the driver has no such function, so its counts are 0 for certain
  missing  // cannot be attached: its counts are unknown
};
[[nodiscard]] std::string_view to_text(How);

struct PlannedProbe {
  std::string program;  // in mechanism.bpf.c; counters name it
  std::string target;   // function or tracepoint; empty where the section has it
  std::string module;   // of the target; empty for the kernel itself
  How how = How::missing;
  std::string why;                                  // why not by BTF
  std::vector<std::pair<std::string, bool>> twins;  // kprobe programs; true: at return

  bool operator==(const PlannedProbe&) const = default;
};

// One entry for each program that the tier has.
[[nodiscard]] std::vector<PlannedProbe> make_plan(const Options& options, const Discovery& found);

// The next best way for a probe that could not be loaded or attached.
void fall_back(PlannedProbe& probe, const std::string& why);

// Functions whose names are the kernel's and not a driver's.
[[nodiscard]] std::set<std::string, std::less<>> fixed_functions();

}  // namespace ringside::loader
