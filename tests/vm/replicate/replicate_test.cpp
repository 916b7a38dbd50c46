// SPDX-License-Identifier: GPL-3.0-or-later
// The program itself: one short block of a published experiment.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/ids.h"
#include "fixture/guest_test.h"
#include "host/child.h"

namespace ringside::test {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using nlohmann::json;

class Replicate : public ::testing::Test {
 protected:
  Replicate() : m_folder(fs::temp_directory_path() / ("ringside-vm-" + Uuid::random().to_text())) {
    fs::create_directories(m_folder / "tmp");
  }
  ~Replicate() override { fs::remove_all(m_folder); }

  // The rows of one block, as JSON. Times are not what is looked at: a measurement may drift (exit code 3).
  json rows_of(const std::string& experiment, const std::string& runtime) const {
    std::vector<std::string> argv{RINGSIDE_PROGRAM, "replicate",
                                  experiment,       "--quick",
                                  "--format",       "json",
                                  "--set",          "design.blocks=1",
                                  "--set",          "fio.runtime='" + runtime + "'",
                                  "--set",          "guest.kernel=" + kernel_name()};
    host::RunOptions options;
    options.timeout = 250s;
    options.child.folder = m_folder;
    options.child.environment = {{"RINGSIDE_DB", (m_folder / "results.db").string()},
                                 {"TMPDIR", (m_folder / "tmp").string()}};
    const auto finished = host::run(argv, options);
    EXPECT_TRUE(finished) << finished.error().text();
    if (!finished) return json::array();
    EXPECT_TRUE(finished->exit.code == 0 || finished->exit.code == 3) << finished->errors << finished->output;
    return json::parse(finished->output, nullptr, false).value("rows", json::array());
  }

  fs::path m_folder;
};

TEST_F(Replicate, a_driver_is_measured_with_two_settings_over_virtio_mmio) {
  if (kernel_name() != "debian-6.1") GTEST_SKIP() << "only Debian's 6.1 boots on QEMU's microvm";
  // Too short a window to judge a drift by, so that none is refused for one.
  const json rows = rows_of("notify-mmio", "15ms");
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_GT(rows[0].value("before", 0.0), 0);
  EXPECT_GT(rows[0].value("after", 0.0), 0);
  EXPECT_EQ(rows[0]["judgement"], "inconclusive") << rows[0].dump();  // of one block
}

TEST_F(Replicate, batching_saves_lock_rounds_and_notifications) {
  const json rows = rows_of("batch-submission", "300ms");
  const auto with_batches = std::ranges::find_if(rows, [](const json& row) {
    return row["baseline"] == "off-b16" && row["cell"].get<std::string>().find("numjobs=2") != std::string::npos;
  });
  const auto as_published = std::ranges::find_if(rows, [](const json& row) {
    return row["baseline"] == "off" && row["cell"].get<std::string>().find("numjobs=2") != std::string::npos;
  });
  ASSERT_NE(with_batches, rows.end());
  ASSERT_NE(as_published, rows.end());
  // A round for each request without, for each batch with. Completions take one per interrupt in
  // both, and how many those are is the host's affair.
  const auto submitting = [](const json& row, const std::string& when) {
    return row.value("lock_rounds_per_io_" + when, 9.0) - row.value("interrupts_per_io_" + when, 0.0);
  };
  EXPECT_NEAR(submitting(*with_batches, "before"), 1.0, 0.1) << with_batches->dump();
  EXPECT_LT(submitting(*with_batches, "after"), 0.5) << with_batches->dump();
  EXPECT_LT((*with_batches).value("notifies_per_io_after", 9.0), 0.5);
  // With fio's defaults there is hardly a batch to save a round with.
  EXPECT_NEAR(submitting(*as_published, "before"), 1.0, 0.1) << as_published->dump();
  EXPECT_NEAR(submitting(*as_published, "after"), 1.0, 0.1) << as_published->dump();
}

}  // namespace
}  // namespace ringside::test
