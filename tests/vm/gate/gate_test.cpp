// SPDX-License-Identifier: GPL-3.0-or-later
// Whole gates on real guests: exit codes and reports.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/ids.h"
#include "fixture/guest_test.h"
#include "host/child.h"
#include "store/store.h"

namespace ringside::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using namespace std::chrono_literals;
using testing::HasSubstr;

constexpr std::string_view k_head = R"(# SPDX-License-Identifier: GPL-3.0-or-later
[campaign]
name = "gate-test"
[guest]
vcpus = 2
memory = "512MiB"
[machine]
accel = "tcg"
[matrix]
rw = ["randread"]
bs = ["4k"]
[gate]
baseline = "base"
margin = { iops = "5%" }
)";

// Enough to be measured, as little as possible where the numbers do not matter.
constexpr std::string_view k_short_fio = "[fio]\nioengine = \"io_uring\"\niodepth = 4\nnumber_ios = 1000\n";
constexpr std::string_view k_timed_fio =
    "[fio]\nioengine = \"io_uring\"\niodepth = 16\nruntime = \"600ms\"\nramp_time = \"200ms\"\n";
constexpr std::string_view k_in_tree = "[[arm]]\nname = \"{}\"\ndriver = \"in-tree\"\ndevice = {{ num-queues = 2 }}\n";

class GateTest : public ::testing::Test {
 protected:
  GateTest() : m_folder(fs::temp_directory_path() / ("ringside-gate-" + Uuid::random().to_text())) {
    fs::create_directories(m_folder);
  }
  ~GateTest() override { fs::remove_all(m_folder); }

  void write(const std::string& name, const std::string& text) const { std::ofstream(m_folder / name) << text; }
  std::string read(const std::string& name) const {
    std::ostringstream text;
    text << std::ifstream(m_folder / name).rdbuf();
    return text.str();
  }

  host::Finished ringside(std::vector<std::string> arguments, std::chrono::seconds timeout = 280s) const {
    host::RunOptions options;
    options.timeout = timeout;
    options.child.folder = m_folder;
    options.child.environment = {{"RINGSIDE_DB", (m_folder / "results.db").string()}, {"GITHUB_STEP_SUMMARY", ""}};
    arguments.insert(arguments.begin(), RINGSIDE_PROGRAM);
    auto finished = host::run(arguments, options);
    EXPECT_TRUE(finished) << finished.error().text();
    return finished ? *finished : host::Finished{};
  }

  // Measures and judges with every kind of report.
  host::Finished gate(const std::string& campaign, std::vector<std::string> more = {},
                      std::chrono::seconds timeout = 280s) const {
    write("gate.toml", campaign);
    std::vector<std::string> arguments{"gate",          "gate.toml", "--junit",    "gate.xml",
                                       "--json",        "g.json",    "--markdown", "gate.md",
                                       "--annotations", "always",    "--set",      "guest.kernel=" + kernel_name(),
                                       "--progress",    "none"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return ringside(arguments, timeout);
  }

  void expect_valid_junit() const {
    const auto checked = host::run({"xmllint", "--noout", "--schema", RINGSIDE_SOURCE_DIR "/tests/data/junit/junit.xsd",
                                    (m_folder / "gate.xml").string()},
                                   {});
    ASSERT_TRUE(checked) << checked.error().text();
    EXPECT_EQ(checked->exit.code, 0) << checked->errors << read("gate.xml");
  }

  fs::path m_folder;
};

using Gate = GateTest;
using GateLong = GateTest;
using AaLong = GateTest;

std::string arm(std::string_view name, const std::string& more = {}) {
  return fmt::format(fmt::runtime(k_in_tree), name) + more;
}

TEST_F(Gate, a_candidate_that_never_polls_though_asked_is_invalid) {
  const auto ended = gate(std::string(k_head) + arm("base") + arm("cand", "expect = [\"polled\"]\n") +
                          std::string(k_short_fio) + "[design]\nblocks = 1\n");
  EXPECT_EQ(ended.exit.code, 3) << ended.output << ended.errors;
  expect_valid_junit();
  EXPECT_THAT(read("gate.xml"), HasSubstr("<error type=\"invalid\""));
  const json document = json::parse(read("g.json"), nullptr, false);
  EXPECT_EQ(document["outcome"], "INVALID");
  EXPECT_EQ(document["candidates"][0]["entries"][0]["outcome"], "INVALID");
  EXPECT_THAT(document["candidates"][0]["entries"][0]["text"].get<std::string>(), HasSubstr("polled"));
  EXPECT_THAT(read("gate.md"), HasSubstr("INVALID"));
  EXPECT_THAT(ended.output, HasSubstr("::error "));
}

TEST_F(Gate, too_few_blocks_pass_with_a_warning_and_not_strictly) {
  const auto ended =
      gate(std::string(k_head) + arm("base") + arm("cand") + std::string(k_short_fio) + "[design]\nblocks = 1\n");
  EXPECT_EQ(ended.exit.code, 0) << ended.output << ended.errors;
  expect_valid_junit();
  EXPECT_THAT(ended.output, HasSubstr("::warning "));
  const json document = json::parse(read("g.json"), nullptr, false);
  EXPECT_EQ(document["outcome"], "WARN");
  EXPECT_EQ(document["candidates"][0]["entries"][0]["figures"]["reason"], "too_few_blocks");
  const auto strict = ringside({"gate", "--stored", "gate-test", "--strict"});
  EXPECT_EQ(strict.exit.code, 4) << strict.output << strict.errors;
}

TEST_F(GateLong, the_same_driver_twice_passes) {
  const auto ended = gate(std::string(k_head) + arm("base") + arm("cand") + std::string(k_timed_fio) +
                              "[design]\nblocks = 12\nruns = 3\nseed = 3\n",
                          {}, 900s);
  std::cout << ended.output;
  EXPECT_EQ(ended.exit.code, 0) << ended.output << ended.errors;
  expect_valid_junit();
}

// What one I/O takes here, in nanoseconds: the delay is chosen by it.
TEST_F(GateLong, the_delay_build_at_forty_percent_fails_and_is_named_in_every_output) {
  const std::string reference = "[[arm]]\nname = \"base\"\ndriver = \"reference\"\ndevice = { num-queues = 2 }\n";
  const std::string rest = std::string(k_timed_fio) + "[design]\nblocks = 12\nruns = 3\nseed = 5\n";
  write("pilot.toml", std::string(k_head) + reference + rest);
  const auto pilot = ringside({"run", "pilot.toml", "--set", "design.blocks=2", "--set", "campaign.name=pilot", "--set",
                               "guest.kernel=" + kernel_name(), "--progress", "none", "--format", "json"});
  // Single runs may have drifted here: 3 is no failure.
  ASSERT_THAT(pilot.exit.code, testing::AnyOf(0, 3)) << pilot.errors;
  const json shown = json::parse(ringside({"show", "pilot", "--format", "json"}).output, nullptr, false);
  const double iops = shown["arms"][0]["cells"][0]["metrics"][0]["estimate"]["value"];
  const fs::path driver = fs::path(RINGSIDE_SHARE) / "drivers" / kernel_name() / "faults" / "virtio_blk_ref_delay.ko";
  const std::string delayed = fmt::format(
      "[[arm]]\nname = \"delayed\"\ndriver = \"{}\"\nparams = {{ delay_ns = {} }}\n"
      "device = {{ num-queues = 2 }}\n",
      driver.string(), std::llround(0.4e9 / iops));
  const auto ended = gate(std::string(k_head) + reference + delayed + rest, {}, 1200s);
  std::cout << ended.output;
  EXPECT_EQ(ended.exit.code, 1) << ended.output << ended.errors;
  expect_valid_junit();
  const std::string cell = "bs=4k rw=randread";
  EXPECT_THAT(read("gate.xml"), testing::AllOf(HasSubstr(cell), HasSubstr("<failure type=\"regressed\"")));
  EXPECT_THAT(read("gate.md"), testing::AllOf(HasSubstr(cell), HasSubstr("FAIL")));
  EXPECT_THAT(ended.output, testing::AllOf(HasSubstr(cell), HasSubstr("::error ")));
  const json document = json::parse(read("g.json"), nullptr, false);
  const json& entry = document["candidates"][0]["entries"][0];
  EXPECT_EQ(entry["cell"], cell);
  EXPECT_EQ(entry["outcome"], "FAIL");
  EXPECT_EQ(entry["stage"], 2) << "decided on fresh blocks";
  const auto store = store::Store::open_read_only(m_folder / "results.db");
  ASSERT_TRUE(store);
  const auto second = store->find_campaign("gate-test.stage-2");
  ASSERT_TRUE(second) << second.error().text();
  EXPECT_EQ(store->gate_verdicts(*second)->size(), 1u);
}

TEST_F(AaLong, forty_comparisons_of_an_arm_with_itself_flag_five_at_most) {
  const auto ended = ringside({"aa", RINGSIDE_SOURCE_DIR "/campaigns/aa.toml", "--set", "guest.kernel=" + kernel_name(),
                               "--comparisons", "40", "--blocks", "5", "--progress", "none", "--format", "json"},
                              10'000s);
  std::cout << ended.output << ended.errors;
  ASSERT_EQ(ended.exit.code, 0) << ended.errors;
  const json document = json::parse(ended.output, nullptr, false);
  EXPECT_GE(document["counted"], 36) << "of 40: a comparison with a broken block too many is not counted";
  EXPECT_LE(document["flagged"], 5);
  EXPECT_GT(document["interval"]["upper"], document["rate"]);
}

}  // namespace
}  // namespace ringside::test
