// SPDX-License-Identifier: GPL-3.0-or-later
#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <numeric>
#include <ranges>

#include "store/connection.h"
#include "store/guard.h"
#include "store/row.h"
#include "store/store.h"

namespace ringside::store {
namespace {

constexpr std::size_t k_shortest_prefix = 4;
constexpr std::size_t k_longest_list = 8;

// "name~2" is the name and how many to go back.
struct Address {
  std::string_view name;
  int back = 0;
};

Address split(std::string_view text) {
  const std::size_t tilde = text.rfind('~');
  if (tilde == std::string_view::npos) return {text, 0};
  const std::string_view digits = text.substr(tilde + 1);
  int back = 0;
  const auto [end, status] = std::from_chars(digits.data(), digits.data() + digits.size(), back);
  if (status != std::errc{} || end != digits.data() + digits.size() || back < 0) return {text, 0};
  return {text.substr(0, tilde), back};
}

bool may_be_uuid_prefix(std::string_view text) {
  return text.size() >= k_shortest_prefix &&
         std::ranges::all_of(text, [](unsigned char c) { return std::isxdigit(c) != 0 || c == '-'; });
}

// Newest first. `column` is name or tag.
std::vector<CampaignRow> by_column(const Connection& connection, std::string_view column, std::string_view value) {
  auto rows =
      connection.query(fmt::format("SELECT id FROM campaign WHERE {} = ? ORDER BY started_ms DESC, id DESC", column));
  bind_all(rows, value);
  std::vector<CampaignRow> found;
  while (rows.executeStep()) found.push_back(CampaignRow{rows.getColumn(0).getInt64()});
  return found;
}

struct Named {
  CampaignRow id;
  std::string uuid;
  std::string name;
  WallTime started{};
};

std::vector<Named> by_prefix(const Connection& connection, std::string_view prefix) {
  std::string lower(prefix);
  std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  // A range, because the index on uuid serves it; 'g' sorts behind every character of a UUID.
  auto rows = connection.query(
      "SELECT id, uuid, name, started_ms FROM campaign WHERE uuid >= ?1 AND uuid < ?1 || 'g' ORDER BY started_ms DESC");
  bind_all(rows, lower);
  std::vector<Named> found;
  while (rows.executeStep()) {
    Row row(rows);
    Named& named = found.emplace_back();
    named.id = row.template id<CampaignRow>();
    named.uuid = row.text();
    named.name = row.text();
    named.started = row.time();
  }
  return found;
}

// Levenshtein's distance: fewest insertions, deletions and replacements.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row.at(0);
    row.at(0) = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
    }
  }
  return row.back();
}

std::vector<std::string> names_and_tags(const Connection& connection) {
  auto rows = connection.query("SELECT name FROM campaign UNION SELECT tag FROM campaign WHERE tag <> ''");
  std::vector<std::string> names;
  while (rows.executeStep()) names.push_back(rows.getColumn(0).getString());
  return names;
}

std::string nearest_of(const std::vector<std::string>& names, std::string_view wanted) {
  const auto nearest =
      std::ranges::min_element(names, {}, [&](const std::string& name) { return edit_distance(name, wanted); });
  return nearest == names.end() ? std::string() : *nearest;
}

std::unexpected<Error> ambiguous(std::string_view prefix, const std::vector<Named>& found) {
  std::string list;
  for (const Named& named : found | std::views::take(k_longest_list)) {
    list += fmt::format("\n    {}  {}  {}", named.uuid, ringside::to_text(named.started), named.name);
  }
  if (found.size() > k_longest_list) list += fmt::format("\n    and {} more", found.size() - k_longest_list);
  return fail(ErrorCode::usage, fmt::format("'{}' fits {} campaigns", prefix, found.size()),
              "write more characters of one of these:" + list);
}

std::unexpected<Error> unknown(const Connection& connection, std::string_view address) {
  const std::vector<std::string> names = names_and_tags(connection);
  if (names.empty()) {
    return fail(ErrorCode::not_found, fmt::format("{} holds no campaign yet", connection.path.string()),
                "'ringside run campaigns/quick.toml' makes one");
  }
  return fail(ErrorCode::not_found, fmt::format("no campaign is called '{}'", address),
              fmt::format("the nearest name is '{}'; 'ringside list' shows all", nearest_of(names, address)));
}

Result<CampaignRow> nth_before(const std::vector<CampaignRow>& found, const Address& address) {
  const auto back = static_cast<std::size_t>(address.back);
  if (back < found.size()) return found[back];
  return fail(ErrorCode::not_found,
              fmt::format("'{}~{}' goes back too far: {} campaign{} so called", address.name, address.back,
                          found.size(), found.size() == 1 ? " is" : "s are"),
              "'ringside list' shows all");
}

Result<CampaignRow> find(const Connection& connection, std::string_view text) {
  const Address address = split(text);
  if (address.name.empty()) {
    auto rows = connection.query("SELECT id FROM campaign ORDER BY started_ms DESC, id DESC LIMIT 1 OFFSET ?");
    bind_all(rows, address.back);
    if (rows.executeStep()) return CampaignRow{rows.getColumn(0).getInt64()};
    return unknown(connection, text);
  }
  for (const std::string_view column : {"name", "tag"}) {
    // A name may itself end in "~1".
    if (auto whole = by_column(connection, column, text); !whole.empty()) return whole.front();
    if (auto found = by_column(connection, column, address.name); !found.empty()) return nth_before(found, address);
  }
  if (may_be_uuid_prefix(text)) {
    const auto found = by_prefix(connection, text);
    if (found.size() == 1) return found.front().id;
    if (found.size() > 1) return ambiguous(text, found);
  }
  return unknown(connection, text);
}

}  // namespace

Result<CampaignRow> Store::find_campaign(std::string_view address) const {
  return guarded(path(), [&] { return find(*m_connection, address); });
}

Result<Store::ArmAddress> Store::find_arm(std::string_view address) const {
  // Neither arms nor file names have a colon; a campaign's name may.
  const std::size_t colon = address.rfind(':');
  const bool has_campaign = colon != std::string_view::npos;
  const auto campaign = find_campaign(has_campaign ? address.substr(0, colon) : std::string_view{});
  if (!campaign) return std::unexpected(campaign.error());
  const std::string_view name = has_campaign ? address.substr(colon + 1) : address;
  const auto known = arms(*campaign);
  if (!known) return std::unexpected(known.error());
  std::string list;
  for (const ArmRecord& arm : *known) {
    if (arm.name == name) return ArmAddress{*campaign, arm.id};
    list += (list.empty() ? "" : ", ") + arm.name;
  }
  return fail(ErrorCode::not_found, fmt::format("the campaign has no arm '{}'", name), "its arms: " + list);
}

}  // namespace ringside::store
