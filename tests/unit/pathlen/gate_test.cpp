// SPDX-License-Identifier: GPL-3.0-or-later
#include "pathlen/gate.h"

#include <gtest/gtest.h>

#include "pathlen/difference.h"

namespace ringside::pathlen {
namespace {

// Called once per I/O: `always` instructions in every call, `branch` more in 0.7 of them.
FunctionFigures figures(const std::string& function, std::int64_t always, std::int64_t branch = 0,
                        const std::string& module = "virtio_blk_ref", double rate = 0.7) {
  FunctionPath path{module, function, 10000, {{0, static_cast<std::uint32_t>(always), 10000}}};
  if (branch > 0) {
    path.stretches.push_back({500, static_cast<std::uint32_t>(branch), static_cast<std::int64_t>(rate * 10000)});
  }
  return figures_of(path, 10000);
}

std::vector<PathRegression> judged(const std::vector<FunctionFigures>& baseline,
                                   const std::vector<FunctionFigures>& candidate, const std::string& tolerance = "0",
                                   const std::vector<std::string>& chosen = {}) {
  return regressions({parse_path_tolerance(tolerance).value(), chosen}, baseline, candidate);
}

TEST(PathGate, one_instruction_more_is_a_regression_and_the_function_is_named) {
  const auto found = judged({figures("vbr_queue_rq", 100)}, {figures("vbr_queue_rq", 101)});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].function, "vbr_queue_rq");
  EXPECT_DOUBLE_EQ(found[0].baseline, 100);
  EXPECT_DOUBLE_EQ(found[0].candidate, 101);
}

TEST(PathGate, equal_and_shorter_pass) {
  EXPECT_TRUE(judged({figures("vbr_queue_rq", 100)}, {figures("vbr_queue_rq", 100)}).empty());
  EXPECT_TRUE(judged({figures("vbr_queue_rq", 100)}, {figures("vbr_queue_rq", 90)}).empty());
}

TEST(PathGate, how_often_a_branch_is_taken_does_not_matter) {
  EXPECT_TRUE(judged({figures("vbr_queue_rq", 100, 12, "virtio_blk_ref", 0.6)},
                     {figures("vbr_queue_rq", 100, 12, "virtio_blk_ref", 0.9)})
                  .empty());
  // Always taken in one of the two: the same instructions all the same.
  EXPECT_TRUE(judged({figures("vbr_queue_rq", 100, 12)}, {figures("vbr_queue_rq", 112)}).empty());
}

TEST(PathGate, an_instruction_more_in_a_branch_is_found) {
  EXPECT_EQ(judged({figures("vbr_queue_rq", 100, 12)}, {figures("vbr_queue_rq", 100, 13)}).size(), 1u);
}

TEST(PathGate, a_tolerance_is_the_last_figure_that_passes) {
  EXPECT_TRUE(judged({figures("vbr_queue_rq", 100)}, {figures("vbr_queue_rq", 102)}, "2 instructions").empty());
  EXPECT_EQ(judged({figures("vbr_queue_rq", 100)}, {figures("vbr_queue_rq", 103)}, "2 instructions").size(), 1u);
  EXPECT_TRUE(judged({figures("vbr_queue_rq", 200)}, {figures("vbr_queue_rq", 202)}, "1%").empty());
  EXPECT_EQ(judged({figures("vbr_queue_rq", 200)}, {figures("vbr_queue_rq", 203)}, "1%").size(), 1u);
}

TEST(PathGate, only_chosen_functions_and_groups_count) {
  const auto block = figures("bio_alloc", 10, 0, "vmlinux");
  const auto longer = figures("bio_alloc", 11, 0, "vmlinux");
  EXPECT_TRUE(judged({block}, {longer}).empty());
  EXPECT_EQ(judged({block}, {longer}, "0", {"block"}).size(), 1u);
  EXPECT_EQ(judged({block}, {longer}, "0", {"bio_*"}).size(), 1u);
  EXPECT_TRUE(judged({block}, {longer}, "0", {"vbr_*"}).empty());
}

TEST(PathGate, a_fault_build_is_compared_with_the_sound_one) {
  const auto found = judged({figures("vbr_queue_rq", 100)}, {figures("vbr_queue_rq", 101, 0, "virtio_blk_ref_nop1")});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].what, "instructions of every call");
}

TEST(PathGate, other_functions_are_judged_by_their_sum) {
  const std::vector<FunctionFigures> in_tree{figures("virtio_queue_rq", 60, 0, "virtio_blk"),
                                             figures("virtblk_prep_rq", 70, 0, "virtio_blk")};
  EXPECT_TRUE(judged(in_tree, {figures("vbr_queue_rq", 130)}).empty());
  const auto found = judged(in_tree, {figures("vbr_queue_rq", 131)});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].function, "vbr_queue_rq");
  EXPECT_DOUBLE_EQ(found[0].baseline, 130);
}

TEST(Differences, the_largest_comes_first_whichever_its_sign) {
  const auto found = differences({figures("a", 100), figures("b", 50), figures("c", 10)},
                                 {figures("a", 101), figures("b", 20), figures("d", 5)});
  ASSERT_EQ(found.size(), 4u);
  EXPECT_EQ(found[0].either().function, "b");
  EXPECT_DOUBLE_EQ(found[0].per_io, -30);
  EXPECT_EQ(found[1].either().function, "c");
  EXPECT_FALSE(found[1].candidate);
}

TEST(PathTolerance, is_read_as_it_is_written) {
  for (const char* text : {"0", "2 instructions", "1 instruction", "1%"}) {
    const auto tolerance = parse_path_tolerance(text);
    ASSERT_TRUE(tolerance) << text;
    EXPECT_EQ(to_text(*tolerance), text);
  }
  for (const char* text : {"", "2", "-1 instructions", "100%", "-1%", "two instructions", "1.5 instructions"}) {
    EXPECT_FALSE(parse_path_tolerance(text)) << text;
  }
}

}  // namespace
}  // namespace ringside::pathlen
