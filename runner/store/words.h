// SPDX-License-Identifier: GPL-3.0-or-later
// The stored words of our enumerations, back into values. Private to runner/store.
#pragma once

#include <optional>
#include <string_view>

#include "store/records.h"

namespace ringside::store {

// The row of probe_counter that holds the events which the probes lost, and the queue that stands for the device.
inline constexpr std::string_view k_misses_counter = "misses";
inline constexpr int k_whole_device = -1;

[[nodiscard]] std::optional<EnvironmentKind> environment_kind_of(std::string_view word);
[[nodiscard]] std::optional<CampaignStatus> campaign_status_of(std::string_view word);
[[nodiscard]] std::optional<BlockStatus> block_status_of(std::string_view word);
[[nodiscard]] std::optional<BootStatus> boot_status_of(std::string_view word);
[[nodiscard]] std::optional<MeasurementStatus> measurement_status_of(std::string_view word);
[[nodiscard]] std::optional<Direction> direction_of(std::string_view word);
[[nodiscard]] std::optional<CheckOutcome> check_outcome_of(std::string_view word);

}  // namespace ringside::store
