// SPDX-License-Identifier: GPL-3.0-or-later
// One of the ways that I/O takes, for cases that are about one.
#pragma once

#include <algorithm>
#include <string>

#include "validate/stage.h"

namespace ringside::validate {

inline constexpr const char* k_interrupt = "interrupt";
inline constexpr const char* k_polled = "polled";
inline constexpr const char* k_shared_polling = "shared polling";

// Ends the case as SKIP where the driver does not have it.
[[nodiscard]] inline Path path_named(Stage& stage, const std::string& name) {
  const auto paths = stage.paths();
  const auto found = std::ranges::find(paths, name, &Path::name);
  if (found == paths.end()) stage.skip("the driver has no such path: " + name);
  stage.scene(name);
  return *found;
}

// `options` where the path does not say otherwise.
[[nodiscard]] inline FioOptions over(const FioOptions& options, const Path& path) {
  FioOptions out = path.fio;
  out.insert(options.begin(), options.end());
  return out;
}

}  // namespace ringside::validate
