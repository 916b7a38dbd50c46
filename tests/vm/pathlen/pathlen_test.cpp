// SPDX-License-Identifier: GPL-3.0-or-later
// The exact lane on real guests: what repeats, what the gate finds, and whether the reference driver keeps its length.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>

#include "analysis/path_lengths.h"
#include "baseline.h"
#include "core/ids.h"
#include "fixture/guest_test.h"
#include "host/child.h"
#include "store/store.h"

namespace ringside::test {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using analysis::PathLengths;
using analysis::PathRun;
using pathlen::Exactness;
using pathlen::FunctionFigures;
using pathlen::Group;

// The copy is another name for the very same driver: the gate must not cry wolf.
constexpr std::string_view k_campaign = R"(# SPDX-License-Identifier: GPL-3.0-or-later
[campaign]
name = "vm-path"
[guest]
kernel = "@KERNEL@"
vcpus = 1
memory = "512MiB"
[[arm]]
name = "reference"
driver = "reference"
device = { num-queues = 1 }
[[arm]]
name = "reference-again"
driver = "reference"
device = { num-queues = 1, write-cache = true }
[[arm]]
name = "in-tree"
driver = "in-tree"
device = { num-queues = 1 }
[[arm]]
name = "nop1"
driver = "@DRIVERS@/@KERNEL@/faults/virtio_blk_ref_nop1.ko"
device = { num-queues = 1 }
[fio]
ioengine = "io_uring"
number_ios = 12000
[matrix]
rw = ["randread"]
bs = ["4k"]
iodepth = [16]
[gate]
baseline = "reference"
path_length = "0"
path_functions = ["vbr_*"]
)";

std::string replaced(std::string text, std::string_view what, const std::string& by) {
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what)) text.replace(at, what.size(), by);
  return text;
}

// One campaign of two runs serves all cases.
struct Counted {
  int exit_code = -1;
  std::string output;
  std::string errors;
  std::optional<PathLengths> lengths;
};

Counted count() {
  const fs::path folder = fs::temp_directory_path() / ("ringside-path-" + Uuid::random().to_text());
  fs::create_directories(folder);
  std::ofstream(folder / "campaign.toml")
      << replaced(replaced(std::string(k_campaign), "@KERNEL@", kernel_name()), "@DRIVERS@", RINGSIDE_DRIVERS);
  host::RunOptions options;
  options.timeout = 550s;
  options.child.folder = folder;
  options.child.environment = {{"RINGSIDE_DB", (folder / "results.db").string()}};
  const auto ended =
      host::run({RINGSIDE_PROGRAM, "pathlen", "campaign.toml", "--runs", "2", "--progress=none"}, options);
  Counted out;
  if (ended) {
    out.exit_code = ended->exit.code;
    out.output = ended->output;
    out.errors = ended->errors;
  } else {
    out.errors = ended.error().text();
  }
  if (const auto store = store::Store::open_read_only(folder / "results.db")) {
    if (const auto campaign = store->find_campaign("")) {
      if (auto lengths = analysis::path_lengths(*store, *campaign)) out.lengths = std::move(*lengths);
    }
  }
  fs::remove_all(folder);
  return out;
}

class PathLength : public testing::Test {
 protected:
  static const Counted& counted() {
    static const Counted k_counted = count();
    return k_counted;
  }

  void SetUp() override {
    if (!fs::exists(fs::path(RINGSIDE_DRIVERS) / kernel_name() / "faults" / "virtio_blk_ref_nop1.ko")) {
      GTEST_SKIP() << "no fault builds of the driver for " << kernel_name();
    }
    ASSERT_TRUE(counted().lengths && counted().lengths->cells.size() == 1 &&
                counted().lengths->cells[0].sides.size() == 4)
        << counted().output << counted().errors;
  }

  static const std::vector<PathRun>& runs_of(std::string_view arm) {
    return std::ranges::find(counted().lengths->cells[0].sides, arm, &analysis::PathSide::arm)->runs;
  }
  static const PathRun& run_of(std::string_view arm) { return runs_of(arm).front(); }

  static double driver_path(const PathRun& run) {
    double sum = 0;
    for (const Group group : {Group::driver, Group::ring, Group::scatter_gather, Group::allocator}) {
      sum += run.groups[static_cast<std::size_t>(group)].per_io;
    }
    return sum;
  }
};

bool belongs_to_disk(const FunctionFigures& figures) {
  return figures.place.group == Group::driver || figures.place.group == Group::scatter_gather;
}

TEST_F(PathLength, two_runs_agree_to_the_instruction) {
  for (const char* arm : {"reference", "in-tree"}) {
    ASSERT_EQ(runs_of(arm).size(), 2u);
    std::map<std::string, FunctionFigures> second;
    for (const FunctionFigures& one : runs_of(arm)[1].functions) second[one.module + ":" + one.function] = one;
    std::size_t exact = 0;
    for (const FunctionFigures& one : runs_of(arm)[0].functions) {
      if (!belongs_to_disk(one) || one.exactness == Exactness::loose) continue;
      const FunctionFigures& other = second[one.module + ":" + one.function];
      EXPECT_EQ(one.distinct, other.distinct) << one.function;
      if (one.exactness != Exactness::exact || other.exactness != Exactness::exact) continue;
      ++exact;
      EXPECT_EQ(one.always, other.always) << one.function;
    }
    EXPECT_GE(exact, 1u) << arm;
  }
}

TEST_F(PathLength, the_gate_finds_one_instruction_names_its_function_and_passes_the_sound_build) {
  EXPECT_EQ(counted().exit_code, 1) << counted().output << counted().errors;
  const std::string& output = counted().output;
  const auto gate = output.find("\nGate");
  ASSERT_NE(gate, std::string::npos) << output;
  std::istringstream lines(output.substr(gate));
  std::size_t failures = 0;
  std::size_t passes = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line.find("FAIL") != std::string::npos) {
      ++failures;
      EXPECT_NE(line.find("nop1"), std::string::npos) << line;
      EXPECT_NE(line.find("vbr_queue_rq"), std::string::npos) << line;
    }
    if (line.find("PASS") != std::string::npos && line.find("reference-again") != std::string::npos) ++passes;
  }
  EXPECT_GE(failures, 1u) << output;
  EXPECT_EQ(passes, 1u) << output;
}

TEST_F(PathLength, the_reference_driver_is_not_longer_than_the_in_tree_one) {
  const double reference = driver_path(run_of("reference"));
  const double in_tree = driver_path(run_of("in-tree"));
  std::cout << "driver + ring + scatter-gather + allocator per I/O: reference " << reference << ", in-tree " << in_tree
            << ", ratio " << reference / in_tree << '\n';
  EXPECT_GT(in_tree, 100);
  EXPECT_LE(reference, in_tree);
}

TEST_F(PathLength, the_reference_driver_is_as_long_as_its_baseline_says) {
  const BaselineKey key{counted().lengths->kernel, counted().lengths->qemu, counted().lengths->cpu_model,
                        compiler_of(fs::path(RINGSIDE_DRIVERS) / kernel_name() / "virtio_blk_ref.ko")};
  std::map<std::string, std::int64_t> now;
  for (const FunctionFigures& one : run_of("reference").functions) {
    if (one.place.group == Group::driver) now[one.function] = one.distinct;
  }
  const auto baseline = read_baseline(fs::path(RINGSIDE_TEST_DATA) / "pathlen-baseline.json", key);
  if (!baseline) {
    GTEST_SKIP() << "tests/data/pathlen-baseline.json has nothing for\n"
                 << to_text(key) << "\nIt would be\n"
                 << entry_text(key, now);
  }
  for (const auto& [function, instructions] : now) {
    const auto known = baseline->find(function);
    ASSERT_NE(known, baseline->end()) << function << " is new on the way of an I/O: move the baseline and say why\n"
                                      << entry_text(key, now);
    EXPECT_LE(instructions, known->second) << function << " got longer: move the baseline and say why\n"
                                           << entry_text(key, now);
  }
}

}  // namespace
}  // namespace ringside::test
