// SPDX-License-Identifier: GPL-3.0-or-later
#include "golden.h"

#include <cmath>
#include <fstream>

namespace ringside::stats::testing {
namespace {

constexpr double k_tolerance = 1e-6;

}  // namespace

const nlohmann::json& golden_file() {
  static const nlohmann::json file = [] {
    std::ifstream stream(RINGSIDE_TEST_DATA "/golden/stats.json");
    return nlohmann::json::parse(stream);
  }();
  return file;
}

GoldenGroup::GoldenGroup(const std::string& name) : m_group(golden_file().at(name)) {
  if (m_group.is_primitive()) {
    m_unread.insert("");
    return;
  }
  const nlohmann::json leaves = m_group.flatten();
  for (const auto& leaf : leaves.items()) m_unread.insert(leaf.key());
}

const nlohmann::json& GoldenGroup::value(const std::string& path) {
  std::erase_if(m_unread, [&](const std::string& leaf) { return leaf == path || leaf.starts_with(path + "/"); });
  return m_group.at(nlohmann::json::json_pointer(path));
}

std::size_t GoldenGroup::size(const std::string& path) const {
  return m_group.at(nlohmann::json::json_pointer(path)).size();
}

std::vector<std::string> GoldenGroup::keys(const std::string& path) const {
  std::vector<std::string> names;
  const nlohmann::json& object = m_group.at(nlohmann::json::json_pointer(path));
  for (const auto& member : object.items()) names.push_back(member.key());
  return names;
}

std::vector<std::string> GoldenGroup::unread() const {
  return {m_unread.begin(), m_unread.end()};
}

std::set<std::string>& tested_groups() {
  static std::set<std::string> groups;
  return groups;
}

::testing::Matcher<double> six_digits(double expected) {
  return ::testing::DoubleNear(expected, expected == 0 ? 1e-12 : k_tolerance * std::abs(expected));
}

TEST(Golden, every_group_of_the_file_has_a_test) {
  std::set<std::string> groups;
  for (const auto& group : golden_file().items()) groups.insert(group.key());
  EXPECT_EQ(tested_groups(), groups);
}

}  // namespace ringside::stats::testing
