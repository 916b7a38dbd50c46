// SPDX-License-Identifier: GPL-3.0-or-later
// The proof that an attached probe counts: direct reads, which every one of them must have seen.
#pragma once

#include "attachment.h"
#include "discovery.h"

namespace ringside::loader {

// Reads each disk a few times. A probe that should have counted and has not is marked as missing, with the reason.
[[nodiscard]] Result<void> prove_by_reading(const Discovery& found, const Attachment& attachment,
                                            std::vector<PlannedProbe>& plan);

// The judgement alone: which probes saw nothing of reads that certainly passed.
void mark_silent(const Totals& before, const Totals& after, std::vector<PlannedProbe>& plan);

}  // namespace ringside::loader
