// SPDX-License-Identifier: GPL-3.0-or-later
// Fills a store with made-up campaigns of known effects.
#pragma once

#include <array>
#include <cstdint>
#include <functional>

#include "core/result.h"
#include "store/store.h"

namespace ringside::fakestore {

struct Size {
  int campaigns = 1;
  int cells = 100;
  int arms = 2;
  int blocks = 10;
  int invalid_every = 0;  // in every so-many-th cell the last arm has no valid measurement; 0: in none

  [[nodiscard]] std::int64_t measurements() const;
};

// Campaigns of 100 cells, 2 arms and up to 10 blocks with about this many measurements in all.
[[nodiscard]] Size size_for(std::int64_t measurements);

// True θ of arm 1 against arm 0 (further arms: a multiple), by cell number modulo 5; above zero is slower.
[[nodiscard]] std::array<double, 5> effects();

// `progress` is called after each campaign with how many are done. Fails as the store does.
[[nodiscard]] Result<void> fill(store::Store& store, const Size& size, std::uint64_t seed,
                                const std::function<void(int)>& progress = {});

}  // namespace ringside::fakestore
