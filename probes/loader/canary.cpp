// SPDX-License-Identifier: GPL-3.0-or-later
#include "canary.h"

namespace ringside::loader {
namespace {

// An emulated device that is awake already suppresses notifications, so one read may not be enough.
constexpr int k_reads = 8;

}  // namespace

Result<void> prove_by_reading(const Discovery& found, const Attachment& attachment, std::vector<PlannedProbe>& plan) {
  const Totals before = attachment.totals();
  for (const Disk& disk : found.disks) {
    for (int read = 0; read < k_reads; ++read) {
      if (auto done = read_directly(disk.name); !done) return done;
    }
  }
  mark_silent(before, attachment.totals(), plan);
  return {};
}

}  // namespace ringside::loader
