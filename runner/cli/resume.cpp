// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/resume.h"

#include <fmt/format.h>

#include <algorithm>

#include "config/load.h"
#include "engine/path_counting.h"
#include "report/campaign_list.h"

namespace ringside::cli {
namespace {

bool is_counted(std::string_view name) {
  return name.ends_with(engine::k_counted_suffix);
}

Result<CampaignRow> latest_unfinished(const store::Store& store, const std::string& name) {
  store::CampaignFilter filter;
  filter.name = name;
  const auto campaigns = store.campaigns(filter);
  if (!campaigns) return std::unexpected(campaigns.error());
  const auto found = std::ranges::find_if(*campaigns, [](const store::CampaignSummary& campaign) {
    return campaign.status != store::CampaignStatus::finished && !is_counted(campaign.name);
  });
  if (found != campaigns->end()) return found->id;
  return fail(ErrorCode::usage,
              name.empty() ? std::string("there is no unfinished campaign in the database")
                           : fmt::format("there is no unfinished campaign named '{}' in the database", name),
              "see ringside list; without --resume a new campaign begins");
}

// What is going to be measured must be what was measured: the stored text names files relative to its own folder.
Result<void> check_arms(const store::Store& store, CampaignRow row, const Campaign& campaign) {
  const auto arms = store.arms(row);
  if (!arms) return std::unexpected(arms.error());
  for (const auto& arm : campaign.arms) {
    const auto stored = std::ranges::find(*arms, arm.name, &store::ArmRecord::name);
    if (stored != arms->end() && stored->specification == arm.specification()) continue;
    return fail(ErrorCode::configuration,
                fmt::format("arm '{}' is not what it was when the campaign began, seen from this folder", arm.name),
                "name the campaign's file as well: ringside run FILE --resume");
  }
  return {};
}

}  // namespace

Result<ResumeChoice> choose_resumed(const store::Store& store, std::optional<Campaign> from_file,
                                    const std::string& address) {
  const auto row = address.empty() ? latest_unfinished(store, from_file ? from_file->name : std::string())
                                   : store.find_campaign(address);
  if (!row) return std::unexpected(row.error());
  const auto record = store.campaign(*row);
  if (!record) return std::unexpected(record.error());
  if (is_counted(record->name)) {
    return fail(ErrorCode::usage,
                fmt::format("{} ({}) counts instructions, and is counted in one go: there is no going on with it",
                            record->name, report::short_id(record->uuid)),
                "count anew: ringside pathlen FILE");
  }
  if (record->status == store::CampaignStatus::finished) {
    return fail(ErrorCode::usage,
                fmt::format("{} ({}) is finished: there is nothing to go on with", record->name,
                            report::short_id(record->uuid)),
                "without --resume a new campaign begins");
  }
  if (from_file) return ResumeChoice{*row, std::move(*from_file)};
  auto campaign = config::parse(record->toml, record->name + ".toml");
  if (!campaign) return std::unexpected(std::move(campaign.error()).within("stored campaign"));
  if (auto same = check_arms(store, *row, *campaign); !same) return std::unexpected(std::move(same.error()));
  return ResumeChoice{*row, std::move(*campaign)};
}

}  // namespace ringside::cli
