// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a campaign to its end, or to where it was interrupted, storing as it goes.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/campaign.h"
#include "core/ids.h"
#include "core/result.h"
#include "core/units.h"
#include "engine/event.h"
#include "engine/path_counting.h"
#include "engine/prepare.h"

namespace ringside::engine {

struct RunRequest {
  Campaign campaign;
  std::filesystem::path database;
  std::filesystem::path qemu = "qemu-system-x86_64";  // a name is looked up in PATH
  std::string tag;
  // Goes on with a stored campaign at its next unfinished block. Its stored text must equal `campaign.toml`.
  std::optional<CampaignRow> resume;
  // Count instructions instead of time: in_exact_lane(campaign) is what has to be given as `campaign` then.
  std::optional<PathCounting> counting;
  // By arm: probes of this tier ("empty", "0", "1") stay attached during its timed runs. For measuring what the probes
  // themselves cost; arms of one specification then also share a module load and its disks.
  std::map<std::string, std::string> attached;
  // Tracing programs of the host that the guest gets besides, for setting the probes beside them.
  std::vector<std::string> tools;
  // The current cell ends cleanly and is stored; then run() returns with `interrupted` set.
  std::stop_token stop;
};

struct RunOutcome {
  CampaignRow campaign;
  Uuid uuid;
  bool interrupted = false;
  std::optional<Error> failure;  // what ended the campaign early; what was measured until then is stored
  std::size_t valid = 0;
  std::size_t invalid = 0;
  std::size_t blocks_failed = 0;  // given up after their last attempt
  Nanoseconds wall{0};
  Nanoseconds inside_fio{0};  // sum of fio's own ramp and run times
  std::size_t boots = 0;
  std::size_t arm_changes = 0;
  Nanoseconds arm_change_median{0};
  Nanoseconds arm_change_longest{0};
};

// Errors are those that keep the campaign from being begun (no image, no QEMU, store not writable, accel="kvm"
// without a working KVM, a topology that cannot be built). A guest that dies is not one of them: its block is
// repeated whole, and given up after three attempts; two blocks in a row given up end the campaign.
[[nodiscard]] Result<RunOutcome> run(const RunRequest& request, const Observer& observer);

// The second half of run(): images, QEMU and accelerator are settled. `boots` must cover every arm once.
[[nodiscard]] Result<RunOutcome> run_prepared(const RunRequest& request, std::vector<PreparedBoot> boots,
                                              const Observer& observer);

}  // namespace ringside::engine
