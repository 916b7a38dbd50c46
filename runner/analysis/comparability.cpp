// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/comparability.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace ringside::analysis {
namespace {

constexpr std::size_t k_longest_list = 3;

// "poll-split:irq", so that a sentence says which side it is about.
std::string label(const ArmIdentity& arm) {
  return fmt::format("{}:{}", arm.campaign_name, arm.arm);
}

void add_if_different(std::vector<std::string>& out, std::string_view what, const ArmIdentity& baseline,
                      const ArmIdentity& candidate, const std::string& left, const std::string& right) {
  if (left == right) return;
  out.push_back(
      fmt::format("the {} differs: {} has {}, {} has {}", what, label(baseline), left, label(candidate), right));
}

// "NAME (identity)" would tell nothing where the names differ already.
std::string host_text(const ArmIdentity& arm, const ArmIdentity& other) {
  return arm.host_name == other.host_name ? fmt::format("{} ({})", arm.host_name, arm.host_identity) : arm.host_name;
}

// Only what differs of two option sets.
std::string without_common(const OptionMap& options, const OptionMap& other) {
  OptionMap left;
  for (const auto& [name, value] : options) {
    const auto found = other.find(name);
    if (found == other.end() || found->second != value) left.emplace(name, value);
  }
  return left.empty() ? "nothing more" : to_text(left);
}

std::vector<std::string> missing_in(const CampaignData& from, const CampaignData& in) {
  std::set<std::string> there;
  for (const store::CellRecord& cell : in.cells) there.insert(cell.key);
  std::vector<std::string> missing;
  for (const store::CellRecord& cell : from.cells) {
    if (!there.contains(cell.key)) missing.push_back(cell.key);
  }
  return missing;
}

void add_cells(std::vector<std::string>& out, const std::vector<std::string>& cells, const ArmIdentity& only_in) {
  if (cells.empty()) return;
  std::string list;
  for (std::size_t at = 0; at < std::min(cells.size(), k_longest_list); ++at) {
    list += fmt::format("{}'{}'", at == 0 ? "" : ", ", cells[at]);
  }
  if (cells.size() > k_longest_list) list += fmt::format(" and {} more", cells.size() - k_longest_list);
  out.push_back(fmt::format("the cells differ: only {} has {}", label(only_in), list));
}

}  // namespace

std::vector<std::string> differences(const CampaignData& baseline_campaign, const ArmData& baseline,
                                     const CampaignData& candidate_campaign, const ArmData& candidate) {
  std::vector<std::string> out;
  const ArmIdentity& left = baseline.identity;
  const ArmIdentity& right = candidate.identity;
  add_if_different(out, "accelerator", left, right, left.accelerator, right.accelerator);
  if (left.host_identity != right.host_identity) {
    out.push_back(fmt::format("the host differs: {} was measured on {}, {} on {}", label(left), host_text(left, right),
                              label(right), host_text(right, left)));
  }
  const OptionMap& left_fio = baseline_campaign.campaign.fio;
  const OptionMap& right_fio = candidate_campaign.campaign.fio;
  if (left_fio != right_fio) {
    add_if_different(out, "set of fio options", left, right, without_common(left_fio, right_fio),
                     without_common(right_fio, left_fio));
  }
  add_cells(out, missing_in(baseline_campaign, candidate_campaign), left);
  add_cells(out, missing_in(candidate_campaign, baseline_campaign), right);
  return out;
}

}  // namespace ringside::analysis
