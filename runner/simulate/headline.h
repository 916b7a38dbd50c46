// SPDX-License-Identifier: GPL-3.0-or-later
// The figures the project promises, checked against what was simulated.
#pragma once

#include <string>
#include <vector>

#include "simulate/tables.h"

namespace ringside::simulate {

struct Promise {
  std::string text;    // "false positives of the verdict rule"
  std::string wanted;  // "at most 0.05"
  double value = 0;
  bool kept = false;
};

// n=10, a boot per arm, five runs per boot. `methods` is methods_table().
[[nodiscard]] std::vector<Promise> promises(const Table& methods, const Options& options);

}  // namespace ringside::simulate
