// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/aa_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "config/table_reader.h"

namespace ringside::config {
namespace {

constexpr int k_most_comparisons = 10'000;
constexpr std::int64_t k_most_added_ns = 1'000'000'000;

void read_added(TableReader& in, std::vector<std::int64_t>& out) {
  const Entry* list = in.take("added_ns");
  if (list == nullptr) return;
  std::vector<std::int64_t> read;
  for (const Node& item : list->value.items) {
    const auto* value = std::get_if<std::int64_t>(&item.value);
    if (item.kind == Node::Kind::whole && *value >= 0 && *value <= k_most_added_ns) read.push_back(*value);
  }
  if (list->value.kind == Node::Kind::list && !read.empty() && read.size() == list->value.items.size()) {
    out = std::move(read);
  } else {
    in.reject(list->value.at, "'added_ns' must be a list of nanoseconds, 0 to 10^9 each", "write added_ns = [5000]");
  }
}

void read_wished(TableReader& in, const Node& table, std::optional<Fraction>& out) {
  std::string text;
  if (!in.text("slowdown", text)) return;
  const auto fraction = parse_fraction(text);
  if (fraction && fraction->value > 0) {
    out = *fraction;
  } else {
    in.reject(table.find("slowdown")->value.at, fmt::format("'slowdown' cannot be '{}'", text),
              "write a percentage, such as \"10%\"");
  }
}

std::string copy_name(const Arm& arm, std::int64_t added_ns, std::size_t copy) {
  if (added_ns > 0) return fmt::format("{}+{}ns", arm.name, added_ns);
  return copy == 0 ? arm.name + "-again" : fmt::format("{}-again-{}", arm.name, copy + 1);
}

void slow_down(Arm& arm, std::int64_t added_ns, const std::string& delay_driver) {
  if (delay_driver.empty()) {
    if (added_ns > 0) arm.backend.options["latency-ns"] = added_ns;
  } else {
    arm.driver = {DriverKind::path, delay_driver};
    arm.params["delay_ns"] = added_ns;
  }
}

Result<void> check(const Node& table, const SameArm& same, const Arm& arm, const Design& design) {
  const bool adds = std::ranges::any_of(same.added_ns, [](std::int64_t added) { return added > 0; });
  if (adds && same.delay_driver.empty() && arm.backend.driver != "null-co") {
    return wrong(table.at, fmt::format("only a null-co backend can be slowed down, arm '{}' has {}", arm.name,
                                       arm.backend.driver));
  }
  if (adds && !same.delay_driver.empty() && arm.driver.kind != DriverKind::reference) {
    return wrong(table.at,
                 fmt::format("a delay build is of the reference driver, which arm '{}' does not have", arm.name));
  }
  std::vector<std::int64_t> sorted = same.added_ns;
  std::erase(sorted, 0);
  std::ranges::sort(sorted);
  if (std::ranges::adjacent_find(sorted) != sorted.end()) return wrong(table.at, "'added_ns' names a value twice");
  if (design.blocks % same.comparisons == 0) return {};
  return wrong(table.at, fmt::format("{} blocks cannot be cut into {} comparisons of equal length", design.blocks,
                                     same.comparisons));
}

}  // namespace

Result<void> read_same_arm(const Node& table, const std::filesystem::path& folder, Campaign& campaign) {
  TableReader in(table, "[aa]");
  SameArm same;
  std::vector<std::string_view> names;
  for (const Arm& arm : campaign.arms) names.push_back(arm.name);
  in.require("arm", "arm = \"…\"");
  const auto index = in.word("arm", names);
  in.count("comparisons", same.comparisons, 1, k_most_comparisons);
  read_added(in, same.added_ns);
  std::string driver;
  if (in.text("delay_driver", driver)) same.delay_driver = (folder / driver).lexically_normal().string();
  read_wished(in, table, same.wished);
  if (auto done = in.finish(); !done) return done;

  const Arm arm = campaign.arms[*index];
  same.arm = arm.name;
  if (auto checked = check(table, same, arm, campaign.design); !checked) return checked;
  campaign.arms = {arm};
  // With a delay build both sides run it, the first without any delay: nothing but the delay shall differ.
  if (!same.delay_driver.empty()) slow_down(campaign.arms.front(), 0, same.delay_driver);
  for (const std::int64_t added : same.added_ns) {
    Arm copy = arm;
    copy.name = copy_name(arm, added, campaign.arms.size() - 1);
    slow_down(copy, added, same.delay_driver);
    campaign.arms.push_back(std::move(copy));
  }
  campaign.same_arm = std::move(same);
  return {};
}

}  // namespace ringside::config
