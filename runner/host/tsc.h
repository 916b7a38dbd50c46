// SPDX-License-Identifier: GPL-3.0-or-later
// How fast this host's time stamp counter runs.
#pragma once

#include <cstdint>
#include <optional>

namespace ringside::host {

// In kHz, to about 0.1 %, measured over a few milliseconds; nothing on processors other than x86. Emulated x86 guests
// see this counter.
[[nodiscard]] std::optional<std::int64_t> tsc_khz();

}  // namespace ringside::host
