// SPDX-License-Identifier: GPL-3.0-or-later
// The driver that the suite is let loose on.
#pragma once

#include <string>
#include <string_view>

#include "core/campaign.h"
#include "core/result.h"

namespace ringside::validate {

struct DriverUnderTest {
  std::string name = "reference";         // for people: "reference", "in-tree", "mine.ko", "reference+no_restart"
  std::string module = "virtio_blk_ref";  // what LoadDriver takes
  DriverChoice choice{DriverKind::reference, {}};  // what the image has to hold
  std::string fault;  // of a deliberately broken build of the reference driver; empty: sound
  // The reference driver or a fault build of it: it has the tracepoints virtio_blk_ref:* and `driver_settings`.
  [[nodiscard]] bool is_reference() const { return choice.kind == DriverKind::reference; }
};

// "reference", "in-tree", the path of a .ko, or "reference+FAULT" for a fault build (driver/faults/FAULT.h).
// Errors: not_found (no such file), usage.
[[nodiscard]] Result<DriverUnderTest> parse_driver(std::string_view text);

}  // namespace ringside::validate
