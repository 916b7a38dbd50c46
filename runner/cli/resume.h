// SPDX-License-Identifier: GPL-3.0-or-later
// Which stored campaign `ringside run --resume` goes on with.
#pragma once

#include <optional>
#include <string>

#include "core/campaign.h"
#include "core/ids.h"
#include "core/result.h"
#include "store/store.h"

namespace ringside::cli {

struct ResumeChoice {
  CampaignRow row;
  Campaign campaign;
};

// `address` as in Store::find_campaign; empty for the latest unfinished campaign, of the file's name where a file
// was given. Without `from_file` the campaign is read from its stored text; its paths are then taken from the
// current folder, and must mean the same as when it began. Fails (usage) where there is nothing to go on with.
[[nodiscard]] Result<ResumeChoice> choose_resumed(const store::Store& store, std::optional<Campaign> from_file,
                                                  const std::string& address);

}  // namespace ringside::cli
