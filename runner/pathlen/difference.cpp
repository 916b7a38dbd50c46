// SPDX-License-Identifier: GPL-3.0-or-later
#include "pathlen/difference.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace ringside::pathlen {
namespace {

std::pair<std::string, std::string> key_of(const FunctionFigures& figures) {
  const bool reference = figures.module.starts_with("virtio_blk_ref");
  return {reference ? "virtio_blk_ref" : figures.module, figures.function};
}

}  // namespace

std::vector<FunctionDifference> differences(const std::vector<FunctionFigures>& baseline,
                                            const std::vector<FunctionFigures>& candidate) {
  std::map<std::pair<std::string, std::string>, FunctionDifference> by_name;
  for (const FunctionFigures& figures : baseline) by_name[key_of(figures)].baseline = figures;
  for (const FunctionFigures& figures : candidate) by_name[key_of(figures)].candidate = figures;
  std::vector<FunctionDifference> out;
  for (auto& [key, difference] : by_name) {
    difference.per_io = (difference.candidate ? difference.candidate->per_io : 0) -
                        (difference.baseline ? difference.baseline->per_io : 0);
    out.push_back(std::move(difference));
  }
  std::ranges::stable_sort(out, std::ranges::greater{},
                           [](const FunctionDifference& one) { return std::abs(one.per_io); });
  return out;
}

}  // namespace ringside::pathlen
