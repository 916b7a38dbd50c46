// SPDX-License-Identifier: GPL-3.0-or-later
// The program itself on real guests: a whole campaign, and one whose runner is killed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <filesystem>
#include <fstream>

#include "core/ids.h"
#include "fixture/guest_test.h"
#include "host/child.h"
#include "store/store.h"

namespace ringside::test {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

// A number of I/Os rather than a time, so that a busy machine makes the test longer and not another one.
constexpr std::string_view k_campaign = R"(# SPDX-License-Identifier: GPL-3.0-or-later
[campaign]
name = "vm-test"
[guest]
vcpus = 2
memory = "512MiB"
[machine]
accel = "tcg"
[[arm]]
name = "irq"
driver = "in-tree"
device = { num-queues = 2 }
fio = { hipri = 0 }
expect = ["not_polled"]
[[arm]]
name = "poll-1"
driver = "in-tree"
params = { poll_queues = 1 }
device = { num-queues = 2 }
fio = { hipri = 1 }
expect = ["polled"]
[fio]
ioengine = "io_uring"
iodepth = 4
number_ios = 2000
[matrix]
rw = ["randread"]
bs = ["4k", "512"]
[design]
blocks = 2
seed = 11
)";

class CampaignTest : public ::testing::Test {
 protected:
  CampaignTest() : m_folder(fs::temp_directory_path() / ("ringside-vm-" + Uuid::random().to_text())) {
    // Whoever a killed runner leaves behind becomes our child, and is seen.
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);
    fs::create_directories(m_folder / "tmp");
    std::ofstream(m_folder / "campaign.toml") << k_campaign;
  }
  ~CampaignTest() override { fs::remove_all(m_folder); }

  std::vector<std::string> run_command() const {
    return {RINGSIDE_PROGRAM,   "run",   (m_folder / "campaign.toml").string(),
            "--progress=jsonl", "--set", "guest.kernel=" + kernel_name()};
  }

  host::ChildOptions in_folder() const {
    host::ChildOptions options;
    options.folder = m_folder;
    options.environment = {{"RINGSIDE_DB", database().string()}, {"TMPDIR", (m_folder / "tmp").string()}};
    return options;
  }

  host::Finished finish(const std::vector<std::string>& argv) const {
    host::RunOptions options;
    options.timeout = 250s;
    options.child = in_folder();
    auto finished = host::run(argv, options);
    EXPECT_TRUE(finished) << finished.error().text();
    return finished ? *finished : host::Finished{};
  }

  fs::path database() const { return m_folder / "results.db"; }
  store::Store stored() const { return store::Store::open_read_only(database()).value(); }

  // What broke the attempts that were repeated; empty where none was.
  std::string broken_attempts(CampaignRow campaign) const {
    std::string reasons;
    const auto blocks = stored().blocks(campaign);
    for (const store::BlockRecord& block : *blocks) {
      if (block.status == store::BlockStatus::failed) reasons += block.reason + '\n';
    }
    return reasons;
  }

  static std::size_t count_of(std::string_view text, std::string_view part) {
    std::size_t count = 0;
    for (auto at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) ++count;
    return count;
  }

  fs::path m_folder;
};

// Reads what the program prints until the text holds `part` so often; whether it came in time.
bool read_until(host::Child& child, std::string& text, std::string_view part, std::size_t times, TimePoint deadline) {
  std::array<char, 4096> chunk{};
  while (SteadyClock::now() < deadline) {
    std::size_t seen = 0;
    for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++seen;
    if (seen >= times) return true;
    pollfd ready{child.output().get(), POLLIN, 0};
    const auto left = std::chrono::duration_cast<Milliseconds>(deadline - SteadyClock::now());
    if (::poll(&ready, 1, static_cast<int>(left.count())) <= 0) return false;
    const ssize_t got = ::read(child.output().get(), chunk.data(), chunk.size());
    if (got <= 0) return false;
    text.append(chunk.data(), static_cast<std::size_t>(got));
  }
  return false;
}

// Whether all our children, adopted ones included, have ended.
bool nobody_left(TimePoint deadline) {
  while (SteadyClock::now() < deadline) {
    if (::waitpid(-1, nullptr, WNOHANG) < 0) return true;
    ::poll(nullptr, 0, 20);
  }
  return false;
}

TEST_F(CampaignTest, measures_both_arms_and_proves_their_treatment) {
  const auto ended = finish(run_command());
  ASSERT_EQ(ended.exit.code, 0) << ended.output << ended.errors;
  const auto campaign = stored().find_campaign("");
  ASSERT_TRUE(campaign) << campaign.error().text();
  store::MeasurementFilter filter;
  filter.campaign = *campaign;
  store::MeasurementParts parts;
  parts.disks = true;
  const auto measurements = stored().measurements(filter, parts);
  ASSERT_TRUE(measurements) << measurements.error().text();
  EXPECT_EQ(broken_attempts(*campaign), "");
  ASSERT_EQ(measurements->size(), 2u * 2u * 2u);
  for (const Measurement& measurement : *measurements) {
    EXPECT_EQ(measurement.status, MeasurementStatus::valid) << measurement.reason;
    ASSERT_EQ(measurement.checks.size(), 2u);
    for (const TreatmentCheck& check : measurement.checks) {
      EXPECT_EQ(check.outcome, CheckOutcome::passed) << check.id << ": " << check.evidence;
    }
    ASSERT_EQ(measurement.disks.size(), 1u);
    EXPECT_EQ(measurement.disks[0].scheduler, "none");
    EXPECT_EQ(measurement.disks[0].completed, 2000u);
  }
  const auto boots = stored().boots(*campaign);
  ASSERT_TRUE(boots);
  ASSERT_EQ(boots->size(), 2u) << "both arms share the boot of their block";
  EXPECT_THAT(stored().boot(boots->front().id)->console, testing::HasSubstr("Power down"));
  EXPECT_GT(stored().environment(boots->front().guest)->facts.size(), 5u);
}

TEST_F(CampaignTest, a_killed_runner_leaves_only_the_store_and_resume_completes_it) {
  std::string progress;
  {
    auto runner = host::Child::start(run_command(), in_folder());
    ASSERT_TRUE(runner) << runner.error().text();
    // One whole block and a cell of the next; the cell after it is under way.
    ASSERT_TRUE(read_until(*runner, progress, "\"cell_started\"", 6, in(200s))) << progress;
    runner->send(SIGKILL);
    ASSERT_TRUE(runner->wait_until(in(10s)));
  }
  EXPECT_TRUE(nobody_left(in(10s))) << "a process outlived the runner";
  for (const auto& entry : fs::directory_iterator(m_folder)) {
    EXPECT_THAT(entry.path().filename().string(),
                testing::AnyOf("campaign.toml", "tmp", testing::StartsWith("results.db")));
  }
  EXPECT_TRUE(fs::is_empty(m_folder / "tmp"));

  const auto campaign = stored().find_campaign("");
  ASSERT_TRUE(campaign) << campaign.error().text();
  store::MeasurementFilter filter;
  filter.campaign = *campaign;
  EXPECT_GE(stored().measurements(filter)->size(), count_of(progress, "\"cell_done\""));

  const auto ended = finish({RINGSIDE_PROGRAM, "run", "--resume", "--progress=none"});
  EXPECT_EQ(ended.exit.code, 0) << ended.output << ended.errors;
  EXPECT_EQ(stored().campaign(*campaign)->status, store::CampaignStatus::finished);
  EXPECT_EQ(stored().resume_point(*campaign)->complete_blocks, (std::vector{1, 2}));
}

}  // namespace
}  // namespace ringside::test
