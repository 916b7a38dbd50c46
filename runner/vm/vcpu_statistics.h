// SPDX-License-Identifier: GPL-3.0-or-later
// What KVM counts of the guest's vCPUs, as QEMU's query-stats tells it (from QEMU 7.1 on, under KVM only).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ringside::vm {

// Arguments of query-stats that ask for the exits of every vCPU.
[[nodiscard]] std::string exits_query();

// The exits of all vCPUs since the guest's start, from query-stats' answer. Nothing where a vCPU does not tell, where
// there is none, or where the text is no such answer. Pure.
[[nodiscard]] std::optional<std::uint64_t> exits_in(std::string_view answer);

}  // namespace ringside::vm
