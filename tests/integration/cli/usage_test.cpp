// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>

#include "program_fixture.h"

namespace ringside {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

class Usage : public ProgramTest {};

TEST_F(Usage, without_arguments_prints_help_and_fails) {
  const auto ended = ringside({});
  EXPECT_EQ(ended.exit.code, 2);
  EXPECT_EQ(ended.output, "");
  EXPECT_THAT(ended.errors, HasSubstr("Examples:"));
}

TEST_F(Usage, help_of_every_command_has_an_example) {
  const std::vector<std::vector<std::string>> commands{{},         {"run"},    {"compare"},        {"list"},
                                                       {"show"},   {"image"},  {"image", "build"}, {"image", "list"},
                                                       {"doctor"}, {"version"}};
  for (auto command : commands) {
    command.emplace_back("--help");
    const auto ended = ringside(command);
    EXPECT_EQ(ended.exit.code, 0);
    EXPECT_THAT(ended.output, HasSubstr("Example")) << command.front();
    EXPECT_EQ(ended.errors, "");
  }
}

TEST_F(Usage, a_mistyped_command_gets_the_nearest_one) {
  const auto ended = ringside({"lsit"});
  EXPECT_EQ(ended.exit.code, 2);
  EXPECT_THAT(ended.errors, StartsWith("ringside: error: ringside has no command 'lsit'\n"));
  EXPECT_THAT(ended.errors, HasSubstr("did you mean 'list'?"));
}

TEST_F(Usage, a_mistyped_command_of_a_command_gets_the_nearest_one) {
  const auto ended = ringside({"image", "biuld"});
  EXPECT_EQ(ended.exit.code, 2);
  EXPECT_THAT(ended.errors, HasSubstr("ringside image has no command 'biuld'"));
  EXPECT_THAT(ended.errors, HasSubstr("did you mean 'build'?"));
}

TEST_F(Usage, a_mistyped_option_gets_the_nearest_one) {
  const auto ended = ringside({"list", "--fromat=json"});
  EXPECT_EQ(ended.exit.code, 2);
  EXPECT_THAT(ended.errors, HasSubstr("ringside list has no option '--fromat'"));
  EXPECT_THAT(ended.errors, HasSubstr("did you mean '--format'?"));
}

TEST_F(Usage, options_of_a_group_are_known_to_the_suggestion) {
  EXPECT_THAT(ringside({"show", "--measurments"}).errors, HasSubstr("did you mean '--measurements'?"));
}

TEST_F(Usage, a_wrong_value_names_the_right_ones) {
  const auto ended = ringside({"list", "--format", "xml"});
  EXPECT_EQ(ended.exit.code, 2);
  EXPECT_THAT(ended.errors, HasSubstr("--format"));
  EXPECT_THAT(ended.errors, HasSubstr("markdown"));
}

TEST_F(Usage, an_option_without_its_value_is_an_error) {
  EXPECT_EQ(ringside({"list", "--format"}).exit.code, 2);
}

TEST_F(Usage, global_options_stand_before_or_behind_the_command) {
  EXPECT_EQ(ringside({"--quiet", "list"}).exit.code, 0);
  EXPECT_EQ(ringside({"list", "--quiet"}).exit.code, 0);
}

TEST_F(Usage, quiet_and_verbose_exclude_each_other) {
  EXPECT_EQ(ringside({"list", "--quiet", "--verbose"}).exit.code, 2);
}

TEST_F(Usage, version_is_told_by_command_and_option) {
  EXPECT_THAT(ringside({"version"}).output, StartsWith("ringside "));
  EXPECT_EQ(ringside({"version"}).output, ringside({"--version"}).output);
  EXPECT_THAT(ringside({"version", "--format", "json"}).output, HasSubstr("\"ringside.version/1\""));
}

TEST_F(Usage, show_shows_one_thing_at_a_time) {
  EXPECT_EQ(ringside({"show", "--boots", "--measurements"}).exit.code, 2);
}

TEST_F(Usage, an_own_kernel_needs_its_modules) {
  const auto ended = ringside({"image", "build", "--kernel", "/boot/bzImage"});
  EXPECT_EQ(ended.exit.code, 2);
  EXPECT_THAT(ended.errors, HasSubstr("--modules"));
}

TEST_F(Usage, an_image_of_no_known_kernel_is_refused_and_leaves_nothing) {
  const auto ended = ringside({"image", "build", "debian-5.10"});
  EXPECT_EQ(ended.exit.code, 2);
  EXPECT_THAT(ended.errors, StartsWith("ringside: error: "));
  EXPECT_FALSE(std::filesystem::exists(m_folder / "cache" / "ringside" / "images" / "debian-5.10"));
}

}  // namespace
}  // namespace ringside
