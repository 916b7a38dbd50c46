// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/progress.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "report/text_width.h"

namespace ringside::cli {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using namespace std::chrono_literals;

class ProgressTest : public ::testing::Test {
 protected:
  ProgressSurroundings surroundings() {
    ProgressSurroundings around;
    around.write = [this](std::string_view text) { m_writes.emplace_back(text); };
    around.now = [this] { return m_now; };
    around.width = 100;
    return around;
  }

  [[nodiscard]] std::string written() const {
    std::string all;
    for (const auto& text : m_writes) all += text;
    return all;
  }

  static engine::CampaignStarted started() {
    engine::CampaignStarted event;
    event.name = "poll-split";
    event.blocks = 6;
    event.measurements = 36;
    event.estimate = 200s;
    return event;
  }

  static engine::CellStarted cell_started() { return {2, "poll-2", "bs=4k numjobs=1", 1, 3s}; }

  static engine::CellDone cell_done() {
    engine::CellDone event;
    event.block = 2;
    event.arm = "poll-2";
    event.cell = "bs=4k numjobs=1";
    event.iops = 10600;
    event.done = 9;
    event.total = 36;
    event.remaining = 150s;
    return event;
  }

  std::vector<std::string> m_writes;
  std::chrono::system_clock::time_point m_now{std::chrono::hours(24 * 365)};
};

TEST_F(ProgressTest, plain_lines_tell_figures_and_time_left) {
  const auto display = plain_progress(surroundings());
  display->show(started());
  display->show(cell_done());
  EXPECT_EQ(written(),
            "poll-split (00000000): 36 measurements in 6 blocks, about 3m20s\n"
            "9/36 block 2: bs=4k numjobs=1 on poll-2: 10.6k IOPS; about 2m30s left\n");
}

TEST_F(ProgressTest, plain_lines_tell_why_a_measurement_is_invalid) {
  auto event = cell_done();
  event.status = MeasurementStatus::invalid;
  event.reason = "never polled";
  plain_progress(surroundings())->show(event);
  EXPECT_EQ(written(), "block 2: bs=4k numjobs=1 on poll-2 is invalid: never polled\n");
}

TEST_F(ProgressTest, boots_and_arms_are_told_only_verbosely) {
  auto around = surroundings();
  plain_progress(around)->show(engine::BootReady{1, 5200ms});
  plain_progress(around)->show(engine::ArmReady{1, "irq", 450ms, {}});
  EXPECT_EQ(written(), "");
  around.verbose = true;
  plain_progress(around)->show(engine::BootReady{1, 5200ms});
  plain_progress(around)->show(engine::ArmReady{1, "irq", 450ms, {}});
  EXPECT_EQ(written(), "block 1: booted in 5.20s\nblock 1: irq ready in 450ms\n");
}

TEST_F(ProgressTest, warnings_of_an_arm_are_always_told) {
  plain_progress(surroundings())->show(engine::ArmReady{1, "irq", 450ms, {"16 queues clamped to 4"}});
  EXPECT_THAT(written(), HasSubstr("warning: 16 queues clamped to 4"));
}

TEST_F(ProgressTest, a_broken_block_says_whether_it_is_repeated) {
  const auto display = plain_progress(surroundings());
  display->show(engine::BlockBroken{3, 1, "the guest panicked; its console:\n[ 1.0] oops", true});
  display->show(engine::BlockBroken{3, 3, "the guest panicked", false});
  EXPECT_EQ(written(),
            "block 3, attempt 1 broke and is repeated: the guest panicked; its console:\n"
            "block 3, attempt 3 broke and is given up: the guest panicked\n");
}

TEST_F(ProgressTest, the_line_shows_what_is_measured_and_fits) {
  const auto display = line_progress(surroundings());
  display->show(started());
  display->show(cell_started());
  ASSERT_FALSE(m_writes.empty());
  EXPECT_TRUE(m_writes.back().starts_with("\r"));
  EXPECT_THAT(m_writes.back(), HasSubstr("block 2/6  bs=4k numjobs=1 on poll-2"));
  EXPECT_THAT(m_writes.back(), EndsWith("\033[K"));
  EXPECT_LT(report::display_width(m_writes.back()), 105u);
}

TEST_F(ProgressTest, the_line_is_cut_to_the_terminal) {
  auto around = surroundings();
  around.width = 30;
  const auto display = line_progress(around);
  display->show(cell_started());
  // Carriage return, at most 29 columns, and three characters of "erase to the end".
  EXPECT_LE(report::display_width(m_writes.back()), 1u + 29u + 3u);
}

TEST_F(ProgressTest, the_line_is_drawn_at_most_ten_times_a_second) {
  const auto display = line_progress(surroundings());
  for (int i = 0; i < 1000; ++i) {
    display->show(cell_started());
    m_now += 1ms;
  }
  EXPECT_LE(m_writes.size(), 11u);
  EXPECT_GE(m_writes.size(), 9u);
}

TEST_F(ProgressTest, a_clock_that_is_set_back_does_not_stop_the_line) {
  const auto display = line_progress(surroundings());
  display->show(cell_started());
  m_now -= 3600s;
  display->show(cell_started());
  EXPECT_EQ(m_writes.size(), 2u);
}

TEST_F(ProgressTest, notices_stay_above_the_line) {
  const auto display = line_progress(surroundings());
  display->show(cell_started());
  m_writes.clear();
  display->show(engine::Notice{"using TCG"});
  ASSERT_EQ(m_writes.size(), 3u);
  EXPECT_EQ(m_writes[0], "\r\033[K");
  EXPECT_EQ(m_writes[1], "using TCG\n");
  EXPECT_TRUE(m_writes[2].starts_with("\r"));
}

TEST_F(ProgressTest, the_line_goes_with_the_display) {
  auto display = line_progress(surroundings());
  display->show(cell_started());
  display.reset();
  EXPECT_EQ(m_writes.back(), "\r\033[K");
}

TEST_F(ProgressTest, a_guests_words_cannot_steer_the_terminal) {
  line_progress(surroundings())->show(engine::Notice{"\033[2Joops"});
  EXPECT_THAT(written(), Not(HasSubstr("\033[2J")));
}

TEST_F(ProgressTest, jsonl_is_one_object_per_line_and_write) {
  const auto display = jsonl_progress(surroundings());
  display->show(started());
  display->show(engine::BootStarted{1, "debian-6.12", "tcg"});
  display->show(engine::BootReady{1, 5s});
  display->show(engine::ArmReady{1, "irq", 450ms, {"w"}});
  display->show(cell_started());
  display->show(cell_done());
  display->show(engine::BlockBroken{1, 1, "two\nlines", true});
  display->show(engine::BlockDone{1, 6});
  display->show(engine::Notice{"n"});
  display->show(engine::CampaignEnded{{}, "finished"});
  display->say("stopping");
  ASSERT_EQ(m_writes.size(), 11u);
  std::vector<std::string> events;
  for (const auto& line : m_writes) {
    ASSERT_EQ(line.find('\n'), line.size() - 1);
    const auto object = nlohmann::json::parse(line);
    EXPECT_EQ(object["schema"], "ringside.progress/1");
    EXPECT_EQ(object["time"], "1971-01-01T00:00:00.000Z");
    events.push_back(object["event"]);
  }
  EXPECT_EQ(events, (std::vector<std::string>{"campaign_started", "boot_started", "boot_ready", "arm_ready",
                                              "cell_started", "cell_done", "block_broken", "block_done", "notice",
                                              "campaign_ended", "notice"}));
}

TEST_F(ProgressTest, jsonl_knows_null) {
  auto event = cell_done();
  event.iops = 0;
  jsonl_progress(surroundings())->show(event);
  const auto object = nlohmann::json::parse(m_writes.at(0));
  EXPECT_TRUE(object["iops"].is_null());
  EXPECT_TRUE(object["reason"].is_null());
  EXPECT_EQ(object["remaining_s"], 150.0);
}

TEST_F(ProgressTest, synchronised_passes_everything_on) {
  const auto display = synchronised(plain_progress(surroundings()));
  display->say("one");
  display->show(engine::Notice{"two"});
  EXPECT_EQ(written(), "one\ntwo\n");
}

}  // namespace
}  // namespace ringside::cli
