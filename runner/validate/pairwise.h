// SPDX-License-Identifier: GPL-3.0-or-later
// Combinations of settings in which every two values meet: most faults need no more than two to meet, and there are
// far fewer such rows than combinations.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace ringside::validate {

struct Factor {
  std::string name;
  std::vector<std::string> values;
};

// Factor name to value.
using Row = std::map<std::string, std::string>;

// Whether a row makes sense. Asked of unfinished rows too: it must say yes while what it looks at is missing, and
// must not change a no to a yes when more is filled in.
using Sensible = std::function<bool(const Row&)>;

// Rows, each with a value for every factor and all sensible, that hold every pair of values of two factors that any
// sensible row can hold. The same for the same input. Greedy, hence a few rows more than would do.
[[nodiscard]] std::vector<Row> pairwise(
    const std::vector<Factor>& factors, const Sensible& sensible = [](const Row&) { return true; });

// "a=1 b=2", to tell where something failed.
[[nodiscard]] std::string to_text(const Row& row);

}  // namespace ringside::validate
