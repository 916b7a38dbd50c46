// SPDX-License-Identifier: GPL-3.0-or-later
#include <map>
#include <set>
#include <utility>

#include "gui/models/tables.h"
#include "report/campaign_list.h"

namespace ringside::gui {
namespace {

// By subject ("host") and name ("cpu.model").
using Facts = std::map<std::pair<std::string, std::string>, std::string>;

void add_campaign(Facts& facts, const store::CampaignRecord& campaign) {
  const auto put = [&](const char* name, std::string value) { facts[{"campaign", name}] = std::move(value); };
  put("name", campaign.name);
  put("accelerator", campaign.accelerator);
  put("ringside", campaign.ringside_version);
  put("baseline", campaign.baseline);
  put("blocks", std::to_string(campaign.blocks));
  put("runs", std::to_string(campaign.runs));
  put("seed", std::to_string(campaign.seed));
  for (const auto& [name, value] : campaign.fio) facts[{"fio", name}] = to_text(value);
}

void add_environment(Facts& facts, const std::string& subject, const store::Environment& environment) {
  facts[{subject, "name"}] = environment.name;
  facts[{subject, "identity"}] = environment.identity;
  for (const auto& [name, value] : environment.facts) facts[{subject, name}] = value;
}

void add_arm(Facts& facts, const store::ArmRecord& arm) {
  const std::string subject = "arm " + arm.name;
  facts[{subject, "driver build"}] = arm.build_id;
  std::size_t begin = 0;
  while (begin < arm.specification.size()) {
    const std::size_t end = std::min(arm.specification.find('\n', begin), arm.specification.size());
    const std::string line = arm.specification.substr(begin, end - begin);
    const std::size_t colon = line.find(": ");
    if (colon != std::string::npos) facts[{subject, line.substr(0, colon)}] = line.substr(colon + 2);
    begin = end + 1;
  }
}

// The guest as the first boot found it, of every kernel that was booted.
Result<void> add_guests(Facts& facts, const store::Store& store, CampaignRow campaign) {
  const auto boots = store.boots(campaign);
  if (!boots) return std::unexpected(boots.error());
  std::set<std::string> kernels;
  for (const store::BootRecord& boot : *boots) {
    if (boot.guest.value == 0 || !kernels.insert(boot.kernel_release).second) continue;
    const auto guest = store.environment(boot.guest);
    if (!guest) return std::unexpected(guest.error());
    add_environment(facts, kernels.size() == 1 ? "guest" : "guest " + boot.kernel_release, *guest);
  }
  return {};
}

Result<Facts> facts_of(OpenStores& stores, const CampaignAddress& address) {
  const auto opened = stores.at(address.store);
  if (!opened) return std::unexpected(opened.error());
  const store::Store& store = **opened;
  const auto campaign = store.campaign(address.campaign);
  if (!campaign) return std::unexpected(campaign.error());
  const auto host = store.environment(campaign->host);
  if (!host) return std::unexpected(host.error());
  const auto arms = store.arms(address.campaign);
  if (!arms) return std::unexpected(arms.error());
  Facts facts;
  add_campaign(facts, *campaign);
  add_environment(facts, "host", *host);
  if (auto guests = add_guests(facts, store, address.campaign); !guests) {
    return std::unexpected(std::move(guests.error()));
  }
  for (const store::ArmRecord& arm : *arms) add_arm(facts, arm);
  return facts;
}

report::Field value_in(const Facts& facts, const Facts::key_type& key, report::Tone tone) {
  const auto found = facts.find(key);
  if (found == facts.end()) return report::unknown_field();
  return report::field(found->second, tone);
}

}  // namespace

Result<report::Table> environment_table(OpenStores& stores, const CampaignAddress& left, const CampaignAddress& right,
                                        bool all) {
  const auto before = facts_of(stores, left);
  if (!before) return std::unexpected(before.error());
  const auto after = facts_of(stores, right);
  if (!after) return std::unexpected(after.error());
  std::set<Facts::key_type> keys;
  for (const auto& [key, value] : *before) keys.insert(key);
  for (const auto& [key, value] : *after) keys.insert(key);

  report::Table table;
  table.columns = {{"subject", "of", report::Align::left},
                   {"fact", "fact", report::Align::left},
                   {"left", "campaign", report::Align::left},
                   {"right", "other campaign", report::Align::left}};
  for (const auto& key : keys) {
    const report::Field a = value_in(*before, key, report::Tone::plain);
    const report::Field b = value_in(*after, key, report::Tone::plain);
    const bool differs = a.value != b.value;
    if (!differs && !all) continue;
    const report::Tone tone = differs ? report::Tone::strong : report::Tone::dim;
    table.rows.push_back({report::field(key.first), report::field(key.second), value_in(*before, key, tone),
                          value_in(*after, key, tone)});
  }
  return table;
}

}  // namespace ringside::gui
