// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "program_fixture.h"

namespace ringside {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

class Run : public ProgramTest {
 protected:
  // Nothing of a campaign that could not begin may stay behind.
  void expect_no_database() const {
    EXPECT_FALSE(std::filesystem::exists(m_folder / "data" / "ringside" / "results.db"));
  }
  std::filesystem::path write_changed(const std::string& from, const std::string& to) const {
    std::string text(k_good_campaign);
    const auto at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return write("bad.toml", text.replace(at, from.size(), to));
  }
};

TEST_F(Run, dry_run_shows_cells_order_and_duration_and_starts_nothing) {
  const auto ended = ringside({"run", write("good.toml", k_good_campaign).string(), "--dry-run"});
  EXPECT_EQ(ended.exit.code, 0) << ended.errors;
  EXPECT_THAT(ended.output, HasSubstr("24 measurements in 6 blocks and 6 boots"));
  EXPECT_THAT(ended.output, HasSubstr("irq (baseline)"));
  EXPECT_THAT(ended.output, HasSubstr("numjobs=2"));
  expect_no_database();
}

TEST_F(Run, dry_run_as_json_is_one_document) {
  const auto file = write("good.toml", k_good_campaign).string();
  const auto ended = ringside({"run", file, "--dry-run", "--format", "json", "--set", "design.blocks=8"});
  ASSERT_EQ(ended.exit.code, 0) << ended.errors;
  const auto document = nlohmann::json::parse(ended.output);
  EXPECT_EQ(document["schema"], "ringside.plan/1");
  EXPECT_EQ(document["blocks"].size(), 8u);
  EXPECT_EQ(document["measurements"], 32);
  EXPECT_GT(document["estimate_s"], 32.0);
}

TEST_F(Run, the_same_seed_gives_the_same_order) {
  const auto file = write("good.toml", k_good_campaign).string();
  EXPECT_EQ(ringside({"run", file, "--dry-run"}).output, ringside({"run", file, "--dry-run"}).output);
}

TEST_F(Run, an_unknown_key_names_place_and_nearest_key) {
  const auto ended = ringside({"run", write_changed("vcpus", "vcpu").string()});
  EXPECT_EQ(ended.exit.code, 2);
  EXPECT_THAT(ended.errors, StartsWith("ringside: error: "));
  EXPECT_THAT(ended.errors, HasSubstr("bad.toml:6:"));
  EXPECT_THAT(ended.errors, HasSubstr("vcpus"));
  expect_no_database();
}

TEST_F(Run, configuration_errors_start_nothing) {
  const std::vector<std::pair<std::string, std::string>> changes{
      {"numjobs = [1, 2]", "numjobs = []"},              // empty matrix
      {"fio = { hipri = 0 }", "fio = { bs = \"4k\" }"},  // key in arm and matrix
      {"name = \"poll-2\"", "name = \"irq\""},           // an arm twice
      {"blocks = 6", "blocks = \"six\""},                // wrong type
      {"[campaign]", "[campaign"}};                      // no TOML
  for (const auto& [from, to] : changes) {
    const auto ended = ringside({"run", write_changed(from, to).string()});
    EXPECT_EQ(ended.exit.code, 2) << to;
    EXPECT_THAT(ended.errors, HasSubstr("bad.toml:")) << to;
    EXPECT_EQ(ended.output, "") << to;
    expect_no_database();
  }
}

TEST_F(Run, a_missing_file_is_a_usage_error) {
  const auto ended = ringside({"run", "nowhere.toml"});
  EXPECT_EQ(ended.exit.code, 2);
  EXPECT_THAT(ended.errors, HasSubstr("nowhere.toml"));
}

TEST_F(Run, no_file_says_what_to_name) {
  const auto ended = ringside({"run"});
  EXPECT_EQ(ended.exit.code, 2);
  EXPECT_THAT(ended.errors, HasSubstr("which campaign?"));
}

TEST_F(Run, a_missing_qemu_is_one_message_and_leaves_no_database) {
  const auto file = write("good.toml", k_good_campaign).string();
  const auto ended = ringside({"run", file, "--qemu", "/nonexistent/qemu", "--progress", "none"});
  EXPECT_THAT(ended.exit.code, ::testing::AnyOf(2, 3));
  EXPECT_THAT(ended.errors, StartsWith("ringside: error: "));
  expect_no_database();
}

TEST_F(Run, resume_without_a_database_says_so) {
  const auto ended = ringside({"run", "--resume"});
  EXPECT_EQ(ended.exit.code, 2);
  EXPECT_THAT(ended.errors, HasSubstr("there is no database"));
}

TEST_F(Run, resume_takes_a_file_for_a_file) {
  const auto ended = ringside({"run", "--resume", "nowhere.toml"});
  EXPECT_EQ(ended.exit.code, 2);
  EXPECT_THAT(ended.errors, HasSubstr("nowhere.toml"));
}

TEST_F(Run, resume_and_dry_run_exclude_each_other) {
  const auto file = write("good.toml", k_good_campaign).string();
  EXPECT_EQ(ringside({"run", file, "--dry-run", "--resume"}).exit.code, 2);
}

}  // namespace
}  // namespace ringside
