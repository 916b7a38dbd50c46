// SPDX-License-Identifier: GPL-3.0-or-later
// A point of the matrix, the same for every arm.
#pragma once

#include <string>
#include <vector>

#include "core/campaign.h"
#include "core/option.h"

namespace ringside {

struct Cell {
  OptionMap options;

  // "bs=4k iodepth=64 numjobs=1 rw=randread": sorted, so that cells of different campaigns pair by it.
  [[nodiscard]] std::string key() const { return to_text(options); }
  bool operator==(const Cell&) const = default;
};

// The axes crossed, the last axis running fastest.
[[nodiscard]] std::vector<Cell> cells_of(const std::vector<MatrixAxis>& matrix);
// Those of them that the design wants, in the same order.
[[nodiscard]] std::vector<Cell> cells_of(const Campaign& campaign);
// Whether one of the patterns is the key, or a glob that it fits.
[[nodiscard]] bool fits_any(const std::string& key, const std::vector<std::string>& patterns);

}  // namespace ringside
