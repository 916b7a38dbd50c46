// SPDX-License-Identifier: GPL-3.0-or-later
// What is said below the table at the end of `ringside run`: what the machinery cost, and how to look further.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/ids.h"
#include "core/units.h"

namespace ringside::report {

struct RunFacts {
  Uuid campaign;
  std::size_t valid = 0;
  std::size_t invalid = 0;
  std::size_t blocks_failed = 0;
  std::size_t boots = 0;
  Nanoseconds wall{0};
  Nanoseconds inside_fio{0};
  std::size_t arm_changes = 0;
  Nanoseconds arm_change_median{0};
  Nanoseconds arm_change_longest{0};
  std::string database;       // path
  std::string database_flag;  // " --db PATH", where it is not the default; else empty
};

// 0 … 1: the part of the wall time in which no fio ran; 0 without any wall time.
[[nodiscard]] double share_outside_fio(const RunFacts& facts);

[[nodiscard]] std::vector<std::string> run_summary(const RunFacts& facts);

}  // namespace ringside::report
