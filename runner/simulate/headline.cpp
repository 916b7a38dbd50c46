// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulate/headline.h"

#include <cmath>

namespace ringside::simulate {

std::vector<Promise> promises(const Table& methods, const Options& options) {
  const double rule_false = methods.at("verdict rule", "n=10 false positives");
  const double rule_power = methods.at("verdict rule", "n=10 power 5 %");
  const double permutation_false = methods.at("permutation over all runs", "n=10 false positives");
  // What few trials may miss by chance is not held against the figure.
  const double slack = 3 * standard_error_of_share(options.trials);
  return {
      {"verdict rule, false positives", "at most 0.05", rule_false, rule_false <= 0.05},
      {"verdict rule, power for a slowdown of 5 %", "at least 0.90", rule_power, rule_power >= 0.90},
      {"permutation over all runs, false positives", "about 0.26", permutation_false,
       std::abs(permutation_false - 0.26) <= 0.01 + slack},
  };
}

}  // namespace ringside::simulate
