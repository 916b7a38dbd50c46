// SPDX-License-Identifier: GPL-3.0-or-later
// The campaigns that `ringside aa` measures: the user's file with overrides, so that the stored text tells all.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/campaign.h"
#include "core/ids.h"
#include "core/result.h"
#include "store/store.h"

namespace ringside::cli {

struct AaWish {
  std::string file;
  std::vector<std::string> overrides;
  std::string arm;   // empty: the baseline
  std::string cell;  // empty: the first
  int comparisons = 40;
  int blocks = 5;  // of each
  std::optional<Fraction> slowdown;
  std::int64_t added_ns = 0;  // 0: not known yet
  std::string delay_driver;
};

// The arm twice, one cell, blocks × comparisons blocks. Errors of config::load, and (usage) where there is no such arm
// or cell.
[[nodiscard]] Result<Campaign> aa_campaign(const AaWish& wish);

// The arm without and with each of a ladder of delays, in two blocks.
[[nodiscard]] Result<Campaign> pilot_campaign(const AaWish& wish);

// The delay that comes to the slowdown, interpolated between those of a measured pilot.
[[nodiscard]] Result<std::int64_t> chosen_delay(const std::filesystem::path& database, CampaignRow pilot,
                                                Fraction slowdown);

// The campaign of a stored A/A, by its text; relative paths are those of `file`. Fails (usage) for any other campaign.
[[nodiscard]] Result<Campaign> stored_aa(const store::Store& store, CampaignRow row, const std::string& file);

[[nodiscard]] bool is_complete(std::optional<CampaignRow> row, const std::filesystem::path& database);

}  // namespace ringside::cli
