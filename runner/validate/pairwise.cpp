// SPDX-License-Identifier: GPL-3.0-or-later
#include "validate/pairwise.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace ringside::validate {
namespace {

using Setting = std::pair<std::string, std::string>;
using Pair = std::pair<Setting, Setting>;  // the smaller one first

Pair pair_of(const Setting& a, const Setting& b) {
  return a < b ? Pair{a, b} : Pair{b, a};
}

std::vector<Pair> all_pairs(const std::vector<Factor>& factors) {
  std::vector<Pair> out;
  for (std::size_t first = 0; first < factors.size(); ++first) {
    for (std::size_t second = first + 1; second < factors.size(); ++second) {
      for (const std::string& a : factors[first].values) {
        for (const std::string& b : factors[second].values) {
          out.push_back(pair_of({factors[first].name, a}, {factors[second].name, b}));
        }
      }
    }
  }
  return out;
}

class Filler {
 public:
  Filler(const std::vector<Factor>& factors, const Sensible& sensible, const std::set<Pair>& missing)
      : m_factors(factors), m_sensible(sensible), m_missing(missing) {}

  // The row completed, values that meet most missing pairs tried first; nothing if there is no sensible completion.
  [[nodiscard]] std::optional<Row> complete(const Row& row) const {
    if (!m_sensible(row)) return std::nullopt;
    const auto open = std::ranges::find_if(m_factors, [&](const Factor& factor) { return !row.contains(factor.name); });
    if (open == m_factors.end()) return row;
    std::vector<std::string> values = open->values;
    std::ranges::stable_sort(values, std::ranges::greater{},
                             [&](const std::string& value) { return gain(row, {open->name, value}); });
    for (const std::string& value : values) {
      Row longer = row;
      longer[open->name] = value;
      if (auto done = complete(longer)) return done;
    }
    return std::nullopt;
  }

 private:
  [[nodiscard]] std::size_t gain(const Row& row, const Setting& setting) const {
    return static_cast<std::size_t>(
        std::ranges::count_if(row, [&](const Setting& other) { return m_missing.contains(pair_of(other, setting)); }));
  }

  const std::vector<Factor>& m_factors;
  const Sensible& m_sensible;
  const std::set<Pair>& m_missing;
};

void strike_out(std::set<Pair>& missing, const Row& row) {
  for (auto a = row.begin(); a != row.end(); ++a) {
    for (auto b = std::next(a); b != row.end(); ++b) missing.erase(pair_of(*a, *b));
  }
}

}  // namespace

std::vector<Row> pairwise(const std::vector<Factor>& factors, const Sensible& sensible) {
  const std::vector<Pair> wanted = all_pairs(factors);
  std::set<Pair> missing(wanted.begin(), wanted.end());
  std::vector<Row> out;
  for (const Pair& pair : wanted) {
    if (!missing.contains(pair)) continue;
    const auto row = Filler(factors, sensible, missing).complete(Row{pair.first, pair.second});
    missing.erase(pair);  // also where no sensible row has it
    if (!row) continue;
    strike_out(missing, *row);
    out.push_back(*row);
  }
  return out;
}

std::string to_text(const Row& row) {
  std::string out;
  for (const auto& [name, value] : row) out += (out.empty() ? "" : " ") + name + "=" + value;
  return out;
}

}  // namespace ringside::validate
