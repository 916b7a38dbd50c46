// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulate/model.h"

#include <gtest/gtest.h>

#include <cmath>

#include "stats/summary.h"
#include "stats/variance.h"

namespace ringside::simulate {
namespace {

TEST(Noise, is_the_same_for_the_same_seed_and_stream_only) {
  const auto first_of = [](std::uint64_t seed, std::string_view stream) { return Noise(seed, stream).normal(); };
  EXPECT_EQ(first_of(1, "a"), first_of(1, "a"));
  EXPECT_NE(first_of(1, "a"), first_of(2, "a"));
  EXPECT_NE(first_of(1, "a"), first_of(1, "b"));
}

TEST(Noise, below_reaches_every_number_and_no_more) {
  Noise noise(3, "below");
  std::vector<int> hits(7, 0);
  for (int i = 0; i < 7000; ++i) ++hits.at(noise.below(7));
  for (const int count : hits) EXPECT_NEAR(count, 1000, 150);
}

TEST(Model, a_slowdown_without_noise_is_found_exactly) {
  Noise noise(1, "exact");
  const Design design{.blocks = 4, .runs = 3, .sd_between = 0.05, .sd_within = 0};
  const CellCampaign cell = make_cell(noise, {.pairing = stats::Pairing::one_boot, .blocks = 4, .sd_within = 0}, 0.07);
  for (const double theta : thetas_of(cell)) EXPECT_NEAR(theta, 0.07, 1e-12);
  EXPECT_EQ(make_cell(noise, design, 0).candidate.size(), 4U);
  EXPECT_EQ(make_cell(noise, design, 0).baseline.front().size(), 3U);
}

TEST(Model, the_luck_of_a_boot_is_shared_by_its_cells_and_cancels_within_it) {
  Noise noise(2, "luck");
  const Design apart{.pairing = stats::Pairing::boot_per_arm, .sd_within = 0};
  const auto cells = make_campaign(noise, apart, {0.0, 0.0});
  EXPECT_EQ(thetas_of(cells[0]), thetas_of(cells[1]));
  EXPECT_GT(std::abs(thetas_of(cells[0]).front()), 1e-6);
  const Design together{.pairing = stats::Pairing::one_boot, .sd_within = 0};
  for (const double theta : thetas_of(make_cell(noise, together, 0))) EXPECT_NEAR(theta, 0, 1e-12);
}

TEST(Model, the_noise_has_the_size_that_planning_assumes) {
  Noise noise(4, "size");
  for (const stats::Pairing pairing : {stats::Pairing::one_boot, stats::Pairing::boot_per_arm}) {
    for (const std::size_t runs : {1U, 5U}) {
      const Design design{.pairing = pairing, .blocks = 4000, .runs = runs};
      const auto thetas = thetas_of(make_cell(noise, design, 0));
      const double planned = stats::sd_of_theta(0.0004, 0.0004, runs, pairing);
      EXPECT_NEAR(stats::summarise(thetas).value().sd, planned, 0.05 * planned);
    }
  }
}

}  // namespace
}  // namespace ringside::simulate
