// SPDX-License-Identifier: GPL-3.0-or-later
// Guests that hang, panic, complain or end, and drivers that never load: a FAIL with the console each, and the next
// case goes on.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "validate/stage.h"
#include "validate/suite_fixture.h"

namespace ringside::test {
namespace {

using namespace std::chrono_literals;
using testing::Contains;
using testing::HasSubstr;
using validate::Case;
using validate::Stage;

using TroubleTest = SuiteTest;

void works(Stage& stage) {
  const auto disk = stage.take({}, validate::file_disk(1));
  stage.clean_fio(disk.name, {{"rw", "randwrite"}, {"size", "256k"}, {"verify", "crc32c"}});
}

// A program that the kernel does not let go of, as far as the suite can see.
void hangs(Stage& stage) {
  stage.wait_for("false", 500s);
}

void panics(Stage& stage) {
  stage.write("/proc/sys/kernel/sysrq", "1");
  (void)stage.run({"sh", "-c", "echo c >/proc/sysrq-trigger"});
}

void warns(Stage& stage) {
  stage.shell(
      "echo '<4>WARNING: CPU: 0 PID: 1 at drivers/block/some.c:1 some_function+0x1/0x2 [some_module]' >/dev/kmsg; "
      "usleep 300000");
}

void ends(Stage& stage) {
  (void)stage.machine().qmp("quit");
  (void)stage.run({"cat", "/proc/version"});
}

void leaves_a_disk(Stage& stage) {
  const auto disk = stage.take({}, validate::null_disk(1));
  stage.start_fio(disk.name, validate::endless());
}

void finds_nothing_left(Stage& stage) {
  stage.expect(stage.machine().disks().empty(), "no disk is left from the case before");
  stage.expect(!stage.comes_true("busybox pidof fio", 1s), "no fio is left from the case before");
  works(stage);
}

TEST_F(TroubleTest, a_guest_that_goes_wrong_fails_its_case_and_no_other) {
  validate::SuiteRequest request = request_for({{.name = "trouble/hangs", .run = hangs, .deadline = 10s},
                                                {.name = "fine/after-hang", .run = works},
                                                {.name = "trouble/panics", .run = panics},
                                                {.name = "fine/after-panic", .run = works},
                                                {.name = "trouble/warns", .run = warns},
                                                {.name = "trouble/ends", .run = ends},
                                                {.name = "fine/leaves-a-disk", .run = leaves_a_disk},
                                                {.name = "fine/finds-nothing-left", .run = finds_nothing_left}});
  run(request);
  ASSERT_EQ(report.results.size(), request.cases.size());
  for (const CaseResult& result : report.results) {
    SCOPED_TRACE(result.name);
    const bool trouble = result.name.starts_with("trouble/");
    EXPECT_EQ(result.outcome, trouble ? CaseOutcome::fail : CaseOutcome::pass)
        << testing::PrintToString(result.reasons);
    EXPECT_EQ(result.reasons.empty(), !trouble);
    EXPECT_EQ(result.console.empty(), !trouble && result.name != "trouble/ends");
  }
  EXPECT_LT(report.results[0].elapsed, 60s);
  EXPECT_THAT(report.results[0].reasons, Contains(HasSubstr("false")));
  EXPECT_THAT(report.results[2].reasons, Contains(HasSubstr("panic")));
  EXPECT_THAT(report.results[4].reasons, Contains(HasSubstr("some_module")));
  EXPECT_EQ(exit_code_of(report), 1);
}

TEST_F(TroubleTest, a_driver_that_never_loads_fails_every_case_with_the_console) {
  const auto file = std::filesystem::path(testing::TempDir()) / "broken_driver.ko";
  std::ofstream(file) << "This is no module.\n";
  const auto driver = validate::parse_driver(file.string());
  ASSERT_TRUE(driver) << driver.error().text();
  run(request_for({{.name = "a/first", .run = works}, {.name = "a/second", .run = works}}, *driver));
  std::filesystem::remove(file);
  ASSERT_EQ(report.results.size(), 2u);
  for (const CaseResult& result : report.results) {
    EXPECT_EQ(result.outcome, CaseOutcome::fail);
    EXPECT_THAT(result.reasons, Contains(HasSubstr("the driver loads")));
  }
}

TEST_F(TroubleTest, a_stop_ends_the_suite_early_and_keeps_what_is_known) {
  std::stop_source stop;
  validate::SuiteRequest request =
      request_for({{.name = "a/first", .run = works}, {.name = "a/second", .run = hangs, .deadline = 100s}});
  request.stop = stop.get_token();
  request.workers = 1;
  validate::Watcher watcher;
  watcher.finished = [&](const CaseResult&, std::size_t, std::size_t) { stop.request_stop(); };
  run(request, watcher);
  EXPECT_TRUE(report.interrupted);
  ASSERT_EQ(report.results.size(), 1u);
  EXPECT_EQ(report.results.front().outcome, CaseOutcome::pass);
  EXPECT_EQ(exit_code_of(report), 3);
}

}  // namespace
}  // namespace ringside::test
