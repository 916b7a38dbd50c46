// SPDX-License-Identifier: GPL-3.0-or-later
// Where output goes: pipes that close, disks that are full, colour.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "program_fixture.h"
#include "report/text_width.h"

namespace ringside {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class Output : public ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    write("good.toml", k_good_campaign);
  }
};

TEST_F(Output, a_reader_that_goes_away_is_no_failure) {
  const auto ended = shell("set -o pipefail; $R run good.toml --dry-run --set design.blocks=2000 | head -1");
  EXPECT_EQ(ended.exit.code, 0) << ended.errors;
  EXPECT_EQ(ended.errors, "");
}

TEST_F(Output, a_closed_standard_output_is_no_crash_and_overwrites_no_file) {
  EXPECT_EQ(shell("$R run good.toml --dry-run >&-").exit.code, 0);
}

TEST_F(Output, a_full_disk_is_reported) {
  const auto ended = shell("$R run good.toml --dry-run >/dev/full");
  EXPECT_EQ(ended.exit.code, 3);
  EXPECT_THAT(ended.errors, HasSubstr("cannot write to standard output: No space left on device"));
}

TEST_F(Output, pipes_get_no_colour_unless_asked) {
  EXPECT_THAT(ringside({"run", "good.toml", "--dry-run"}).output, Not(HasSubstr("\033[")));
  EXPECT_THAT(ringside({"run", "good.toml", "--dry-run", "--color=always"}).output, HasSubstr("\033[1m"));
  EXPECT_THAT(ringside({"run", "good.toml", "--dry-run", "--color=never"}).output, Not(HasSubstr("\033[")));
}

TEST_F(Output, a_terminal_gets_colour_and_lines_that_fit) {
  // script(1) of bsdutils runs its command on a terminal of its own.
  const std::string command = "stty cols 60; " + host::shell_quoted({RINGSIDE_PROGRAM}) + " run good.toml --dry-run";
  const auto on_terminal = [&](const std::string& before) {
    return run_argv({"env", "TERM=xterm", "script", "-qec", before + command, "/dev/null"}).output;
  };
  const std::string text = on_terminal("");
  EXPECT_THAT(text, HasSubstr("\033[1m"));
  const std::string plain = on_terminal("export NO_COLOR=1; ");
  EXPECT_THAT(plain, Not(HasSubstr("\033[")));
  std::istringstream lines(plain);
  for (std::string line; std::getline(lines, line);) {
    while (line.ends_with('\r')) line.pop_back();
    EXPECT_LE(report::display_width(line), 60u) << line;
  }
}

TEST_F(Output, an_empty_home_has_no_campaigns_and_that_is_no_error) {
  const auto ended = ringside({"list"});
  EXPECT_EQ(ended.exit.code, 0);
  EXPECT_EQ(ended.output, "");
  EXPECT_THAT(ended.errors, HasSubstr("no campaigns in"));
  EXPECT_THAT(ended.errors, HasSubstr("ringside run FILE"));
  EXPECT_EQ(nlohmann::json::parse(ringside({"list", "--format", "json"}).output)["campaigns"], nlohmann::json::array());
}

TEST_F(Output, reading_commands_create_nothing) {
  (void)ringside({"list"});
  (void)ringside({"show"});
  (void)ringside({"compare"});
  EXPECT_FALSE(std::filesystem::exists(m_folder / "data"));
}

TEST_F(Output, a_database_that_was_named_must_exist) {
  for (const char* command : {"list", "show", "compare"}) {
    const auto ended = ringside({command, "--db", "nowhere.db"});
    EXPECT_EQ(ended.exit.code, 2);
    EXPECT_THAT(ended.errors, HasSubstr("there is no database at nowhere.db")) << command;
  }
}

TEST_F(Output, a_file_that_is_no_database_is_refused) {
  write("results.db", "this is not a database, and it is long enough to be looked at\n");
  const auto ended = ringside({"list", "--db", "results.db"});
  EXPECT_EQ(ended.exit.code, 2) << ended.errors;
  EXPECT_THAT(ended.errors, HasSubstr("ringside: error: "));
}

TEST_F(Output, images_of_an_empty_cache_are_none) {
  const auto ended = ringside({"image", "list"});
  EXPECT_EQ(ended.exit.code, 0);
  EXPECT_EQ(ended.output, "");
  EXPECT_EQ(nlohmann::json::parse(ringside({"image", "list", "--format", "json"}).output)["images"],
            nlohmann::json::array());
}

TEST_F(Output, doctor_lists_its_checks) {
  const auto ended = ringside({"doctor", "--format", "json"});
  EXPECT_THAT(ended.exit.code, ::testing::AnyOf(0, 3));
  const auto document = nlohmann::json::parse(ended.output);
  EXPECT_EQ(document["schema"], "ringside.doctor/1");
  std::vector<std::string> ids;
  for (const auto& check : document["checks"]) ids.push_back(check["id"]);
  for (const char* id : {"kvm-node", "tool.qemu", "tool.fio", "memory", "cpus"}) {
    EXPECT_THAT(ids, ::testing::Contains(id));
  }
}

TEST_F(Output, doctor_fails_where_a_check_fails) {
  const auto ended = ringside({"doctor", "--qemu", "/nonexistent/qemu"});
  EXPECT_EQ(ended.exit.code, 3);
  EXPECT_THAT(ended.output, HasSubstr("✗ fail  tool.qemu"));
}

}  // namespace
}  // namespace ringside
