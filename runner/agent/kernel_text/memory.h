// SPDX-License-Identifier: GPL-3.0-or-later
// How much memory the kernel itself holds, to the page.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace ringside::agent {

// Pages that the kernel uses for itself: slab, tags, rings, vmalloc. That is all managed pages without the free ones
// (also those that wait in per-CPU lists, which no other file of procfs counts), the page cache, programs' memory,
// page tables and stacks. From the texts of /proc/zoneinfo and /proc/vmstat; nothing where a number is missing.
// /proc/vmstat lags behind by some pages per CPU unless /proc/sys/vm/stat_refresh was written before.
[[nodiscard]] std::optional<std::uint64_t> kernel_pages(std::string_view zoneinfo, std::string_view vmstat);

}  // namespace ringside::agent
