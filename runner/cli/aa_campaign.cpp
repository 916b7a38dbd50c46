// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/aa_campaign.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "analysis/comparison.h"
#include "config/load.h"
#include "core/cell.h"

namespace ringside::cli {
namespace {

// From what is lost in the noise to what no device takes; the time each request takes in the guest lies within.
constexpr auto k_ladder = std::to_array<std::int64_t>(
    {20'000, 50'000, 100'000, 200'000, 500'000, 1'000'000, 2'000'000, 5'000'000, 10'000'000, 20'000'000, 50'000'000});
constexpr int k_pilot_blocks = 2;

std::string toml_text(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

struct Subject {
  std::string name;  // of the campaign
  std::string arm;
  std::string cell;
};

Result<Subject> subject_of(const AaWish& wish) {
  const auto campaign = config::load(wish.file, wish.overrides);
  if (!campaign) return std::unexpected(campaign.error());
  Subject subject{campaign->name, wish.arm.empty() ? campaign->baseline().name : wish.arm, {}};
  if (std::ranges::find(campaign->arms, subject.arm, &Arm::name) == campaign->arms.end()) {
    return fail(ErrorCode::usage, fmt::format("{} has no arm '{}'", wish.file, subject.arm),
                fmt::format("its baseline is '{}'", campaign->baseline().name));
  }
  for (const Cell& cell : cells_of(*campaign)) {
    if (!wish.cell.empty() && !fits_any(cell.key(), {wish.cell})) continue;
    subject.cell = cell.key();
    return subject;
  }
  return fail(ErrorCode::usage, fmt::format("no cell of {} fits '{}'", wish.file, wish.cell));
}

Result<Campaign> with_copies(const AaWish& wish, const Subject& subject, const std::string& suffix, int comparisons,
                             int blocks, const std::vector<std::int64_t>& added) {
  std::vector<std::string> overrides = wish.overrides;
  overrides.push_back("campaign.name=" + toml_text(subject.name + suffix));
  overrides.push_back("gate.baseline=" + toml_text(subject.arm));
  overrides.push_back(fmt::format("design.cells=[{}]", toml_text(subject.cell)));
  overrides.push_back(fmt::format("design.blocks={}", comparisons * blocks));
  overrides.push_back("aa.arm=" + toml_text(subject.arm));
  overrides.push_back(fmt::format("aa.comparisons={}", comparisons));
  if (wish.slowdown) {
    overrides.push_back(fmt::format("aa.added_ns=[{}]", fmt::join(added, ", ")));
    overrides.push_back(fmt::format("aa.slowdown=\"{:.6g}%\"", 100 * wish.slowdown->value));
    if (!wish.delay_driver.empty()) {
      const auto driver = std::filesystem::absolute(wish.delay_driver).lexically_normal();
      overrides.push_back("aa.delay_driver=" + toml_text(driver.string()));
    }
  }
  return config::load(wish.file, overrides);
}

// A delay and how much slower it made the arm; both rising.
using Ladder = std::vector<std::pair<double, double>>;

double interpolated(const Ladder& ladder, double slowdown) {
  const auto above = std::ranges::find_if(ladder, [&](const auto& rung) { return rung.second >= slowdown; });
  if (above == ladder.end()) return ladder.back().first;
  const auto below = above == ladder.begin() ? std::pair{0.0, 0.0} : *std::prev(above);
  const double share = (slowdown - below.second) / std::max(above->second - below.second, 1e-9);
  return below.first + share * (above->first - below.first);
}

}  // namespace

Result<Campaign> aa_campaign(const AaWish& wish) {
  const auto subject = subject_of(wish);
  if (!subject) return std::unexpected(subject.error());
  // Where the delay is not known yet (a dry run), any stands for it.
  const std::int64_t added = wish.added_ns > 0 ? wish.added_ns : k_ladder.front();
  return with_copies(wish, *subject, wish.slowdown ? ".aa-control" : ".aa", wish.comparisons, wish.blocks, {added});
}

Result<Campaign> pilot_campaign(const AaWish& wish) {
  const auto subject = subject_of(wish);
  if (!subject) return std::unexpected(subject.error());
  return with_copies(wish, *subject, ".aa-pilot", 1, k_pilot_blocks, {k_ladder.begin(), k_ladder.end()});
}

Result<std::int64_t> chosen_delay(const std::filesystem::path& database, CampaignRow pilot, Fraction slowdown) {
  const auto store = store::Store::open_read_only(database);
  if (!store) return std::unexpected(store.error());
  analysis::CompareOptions options;
  options.metrics = {"iops"};
  const auto compared = analysis::compare_campaign(*store, pilot, options);
  if (!compared) return std::unexpected(compared.error());
  Ladder ladder;
  double highest = 0;
  for (std::size_t rung = 0; rung < std::min(k_ladder.size(), compared->candidates.size()); ++rung) {
    const auto& cells = compared->candidates[rung].cells;
    if (cells.empty() || cells.front().metrics.empty() || !cells.front().metrics.front().ratio) continue;
    // A longer delay is never faster: what says so is noise.
    highest = std::max(highest, 1 / cells.front().metrics.front().ratio->value - 1);
    ladder.emplace_back(static_cast<double>(k_ladder[rung]), highest);
  }
  if (ladder.empty()) {
    return fail(ErrorCode::invalid_result, "the pilot has no valid measurement", "ringside show --measurements");
  }
  return std::max<std::int64_t>(1, std::llround(interpolated(ladder, slowdown.value)));
}

Result<Campaign> stored_aa(const store::Store& store, CampaignRow row, const std::string& file) {
  const auto record = store.campaign(row);
  if (!record) return std::unexpected(record.error());
  auto campaign = config::parse(record->toml, file);
  if (!campaign) return std::unexpected(std::move(campaign.error()).within("stored campaign"));
  if (!campaign->same_arm) {
    return fail(ErrorCode::usage, fmt::format("campaign {} is no A/A", record->name), "see ringside list");
  }
  return campaign;
}

bool is_complete(std::optional<CampaignRow> row, const std::filesystem::path& database) {
  if (!row) return false;
  const auto store = store::Store::open_read_only(database);
  if (!store) return false;
  const auto record = store->campaign(*row);
  return record && record->status == store::CampaignStatus::finished;
}

}  // namespace ringside::cli
