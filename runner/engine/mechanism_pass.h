// SPDX-License-Identifier: GPL-3.0-or-later
// The mechanism pass: each arm and cell of a block once more with probes beside fio, in boots of its own. Timed runs
// never share a boot with probes, which patch the kernel's code and may take a guest down.
#pragma once

#include "engine/block_run.h"

namespace ringside::engine {

// Whether this block has one: the first block, where the campaign asks for probes.
[[nodiscard]] bool has_mechanism_pass(const Campaign& campaign, const PlannedBlock& block);

// Measures and stores the probed runs of a block whose timed ones are done. A guest that fails is tried once more and
// then told as a notice: the block's figures stand without it. An error is the store's.
[[nodiscard]] Result<void> run_mechanism_pass(const CampaignContext& context, CampaignTally& tally,
                                              const PlannedBlock& block, BlockId id, int attempt);

}  // namespace ringside::engine
