// SPDX-License-Identifier: GPL-3.0-or-later
// The exact lane's result: what one function of the guest's kernel executed for a number of I/Os.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ringside {

// Neighbouring instructions of a function that were executed equally often: a piece without a branch in use.
struct PathStretch {
  std::uint32_t offset = 0;        // of the first one, from the function's start
  std::uint32_t instructions = 0;  // how many there are
  std::int64_t executions = 0;     // of each of them
  bool operator==(const PathStretch&) const = default;
};

// Differences of two counted runs, so that setup cancels; what does not belong to I/O may come out negative.
struct FunctionPath {
  std::string module;  // "vmlinux" for the kernel itself
  std::string function;
  std::int64_t calls = 0;  // executions of its first instruction
  std::vector<PathStretch> stretches;

  [[nodiscard]] std::int64_t instructions() const {
    std::int64_t sum = 0;
    for (const PathStretch& stretch : stretches) sum += stretch.executions * stretch.instructions;
    return sum;
  }
  bool operator==(const FunctionPath&) const = default;
};

struct PathProfile {
  std::int64_t ios = 0;                 // I/Os between the two runs
  std::vector<FunctionPath> functions;  // by module and name
};

}  // namespace ringside
