// SPDX-License-Identifier: GPL-3.0-or-later
#include "agent/kernel_text/memory.h"

#include <algorithm>
#include <array>

#include "agent/kernel_text/split.h"

namespace ringside::agent {
namespace {

// What is not the kernel's own, as /proc/vmstat names it; in pages.
constexpr std::array<std::string_view, 3> k_others = {"nr_file_pages", "nr_anon_pages", "nr_page_table_pages"};
constexpr std::string_view k_stacks = "nr_kernel_stack";  // in KiB
constexpr std::uint64_t k_kib_per_page = 4;

struct ZonePages {
  std::uint64_t managed = 0;
  std::uint64_t free = 0;  // per-CPU lists included
};

std::optional<ZonePages> pages_of(std::string_view zoneinfo) {
  ZonePages out;
  for (const std::string_view line : split(zoneinfo, '\n')) {
    const auto fields = words(line);
    if (fields.size() < 2) continue;
    const auto value = number<std::uint64_t>(fields.back());
    if (!value) continue;
    if (fields[0] == "managed") out.managed += *value;
    // "pages free 3977", and "count: 12" of each CPU's list.
    if ((fields[0] == "pages" && fields[1] == "free") || fields[0] == "count:") out.free += *value;
  }
  if (out.managed == 0 || out.free > out.managed) return std::nullopt;
  return out;
}

}  // namespace

std::optional<std::uint64_t> kernel_pages(std::string_view zoneinfo, std::string_view vmstat) {
  const auto zones = pages_of(zoneinfo);
  if (!zones) return std::nullopt;
  std::uint64_t others = 0;
  std::size_t found = 0;
  for (const std::string_view line : split(vmstat, '\n')) {
    const auto fields = words(line);
    if (fields.size() != 2) continue;
    const bool stacks = fields[0] == k_stacks;
    if (!stacks && std::ranges::find(k_others, fields[0]) == k_others.end()) continue;
    const auto value = number<std::uint64_t>(fields[1]);
    if (!value) return std::nullopt;
    others += stacks ? *value / k_kib_per_page : *value;
    ++found;
  }
  const std::uint64_t used = zones->managed - zones->free;
  if (found != k_others.size() + 1 || others > used) return std::nullopt;
  return used - others;
}

}  // namespace ringside::agent
