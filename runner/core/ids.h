// SPDX-License-Identifier: GPL-3.0-or-later
// Names that last: UUIDs between machines, row ids within one store.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/result.h"

namespace ringside {

// Version 4. Public id of a campaign and of an environment: stores from several hosts merge by it.
class Uuid {
 public:
  Uuid() = default;  // the nil UUID
  [[nodiscard]] static Uuid random();
  [[nodiscard]] static Result<Uuid> parse(std::string_view text);
  [[nodiscard]] std::string to_text() const;
  auto operator<=>(const Uuid&) const = default;

 private:
  std::array<std::uint8_t, 16> m_bytes{};
};

// A row of one store; 0 means "not stored yet".
template <typename Tag>
struct RowId {
  std::int64_t value = 0;
  auto operator<=>(const RowId&) const = default;
};

using CampaignRow = RowId<struct CampaignTag>;
using ArmId = RowId<struct ArmTag>;
using CellId = RowId<struct CellTag>;
using BlockId = RowId<struct BlockTag>;
using BootId = RowId<struct BootTag>;
using MeasurementId = RowId<struct MeasurementTag>;

}  // namespace ringside
