// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/campaign_list.h"

#include <fmt/format.h>

#include "core/units.h"

namespace ringside::report {
namespace {

Field optional_text(const std::string& text) {
  return text.empty() ? unknown_field() : field(text);
}

std::vector<Field> row_of(const store::CampaignSummary& campaign) {
  std::vector<Field> row;
  row.push_back(field(campaign.uuid.to_text(), short_id(campaign.uuid)));
  row.push_back(field(campaign.name));
  row.push_back(campaign.tag.empty() ? Field{std::monostate{}, "", Tone::plain} : field(campaign.tag));
  row.push_back(field(to_text(campaign.started), minute_text(campaign.started)));
  row.push_back(status_field(campaign.status));
  row.push_back(field(campaign.arms));
  row.push_back(field(campaign.cells));
  row.push_back(field(campaign.complete_blocks, std::to_string(campaign.complete_blocks),
                      campaign.complete_blocks < campaign.planned_blocks ? Tone::doubtful : Tone::plain));
  row.push_back(field(campaign.planned_blocks));
  row.push_back(field(campaign.measurements));
  row.push_back(
      field(campaign.invalid, std::to_string(campaign.invalid), campaign.invalid > 0 ? Tone::doubtful : Tone::plain));
  row.push_back(optional_text(campaign.accelerator));
  row.push_back(optional_text(campaign.host_name));
  return row;
}

}  // namespace

std::string minute_text(WallTime time) {
  std::string text = to_text(time).substr(0, 16);
  if (text.size() == 16) text[10] = ' ';
  return text;
}

std::string short_id(const Uuid& uuid) {
  return uuid.to_text().substr(0, 8);
}

Field status_field(store::CampaignStatus status) {
  const std::string word(to_text(status));
  switch (status) {
    case store::CampaignStatus::finished:
      return field(word);
    case store::CampaignStatus::failed:
      return field(word, Tone::bad);
    case store::CampaignStatus::running:
    case store::CampaignStatus::interrupted:
      break;
  }
  return field(word, Tone::doubtful);
}

Table campaign_list(const std::vector<store::CampaignSummary>& campaigns) {
  Table table;
  table.columns = {{"campaign", "campaign", Align::left},
                   {"name", "name", Align::left},
                   {"tag", "tag", Align::left},
                   {"started", "started (UTC)", Align::left},
                   {"status", "status", Align::left},
                   {"arms", "arms", Align::right},
                   {"cells", "cells", Align::right},
                   {"complete_blocks", "blocks", Align::right},
                   {"planned_blocks", "planned", Align::right},
                   {"measurements", "measurements", Align::right},
                   {"invalid", "invalid", Align::right},
                   {"accelerator", "accelerator", Align::left},
                   {"host", "host", Align::left}};
  for (const auto& campaign : campaigns) table.rows.push_back(row_of(campaign));
  return table;
}

}  // namespace ringside::report
