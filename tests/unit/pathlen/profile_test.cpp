// SPDX-License-Identifier: GPL-3.0-or-later
#include "pathlen/profile.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "pathlen/figures.h"

namespace ringside::pathlen {
namespace {

constexpr std::uint64_t k_submit = 0xffffffffc0001000;
constexpr std::uint64_t k_done = 0xffffffffc0001100;

SymbolTable table() {
  return SymbolTable::parse(
             "ffffffffc0001000 t vbr_queue_rq\t[virtio_blk_ref]\n"
             "ffffffffc0001100 t vbr_done\t[virtio_blk_ref]\n")
      .value();
}

const FunctionPath& function(const PathProfile& profile, std::string_view name) {
  return *std::ranges::find(profile.functions, name, &FunctionPath::function);
}

// vbr_queue_rq: two instructions in every call, a third where it notifies. Setup called it 5 times in each run.
PathProfile profile_of_runs(std::uint64_t notified) {
  const std::vector<InstructionCount> shorter{
      {k_submit, 1005}, {k_submit + 4, 1005}, {k_submit + 9, 100}, {k_done, 100}, {k_done + 3, 1000}};
  const std::vector<InstructionCount> longer{{k_done + 3, 11000},
                                             {k_done, 100 + notified},
                                             {k_submit + 9, 100 + notified},
                                             {k_submit, 11005},
                                             {k_submit + 4, 11005}};
  return profile_of({1000, shorter}, {11000, longer}, table());
}

TEST(Profile, setup_cancels_in_the_difference_of_two_runs) {
  const PathProfile profile = profile_of_runs(6000);
  EXPECT_EQ(profile.ios, 10000);
  ASSERT_EQ(profile.functions.size(), 2u);
  EXPECT_EQ(function(profile, "vbr_queue_rq").calls, 10000);
  EXPECT_EQ(function(profile, "vbr_queue_rq").instructions(), 10000 * 2 + 6000);
}

TEST(Profile, instructions_executed_equally_often_make_one_stretch) {
  const PathProfile profile = profile_of_runs(6000);
  const std::vector<PathStretch> expected{{0, 2, 10000}, {9, 1, 6000}};
  EXPECT_EQ(function(profile, "vbr_queue_rq").stretches, expected);
}

TEST(Profile, a_function_that_cancels_is_left_out) {
  const std::vector<InstructionCount> counts{{k_submit, 7}, {k_done, 3}};
  const std::vector<InstructionCount> more{{k_submit, 7}, {k_done, 4}};
  const PathProfile profile = profile_of({1, counts}, {2, more}, table());
  ASSERT_EQ(profile.functions.size(), 1u);
  EXPECT_EQ(profile.functions[0].function, "vbr_done");
}

TEST(Figures, what_every_call_executes_does_not_depend_on_notifications) {
  const PathProfile few = profile_of_runs(3000);
  const PathProfile many = profile_of_runs(7000);
  const auto of_few = figures_of(function(few, "vbr_queue_rq"), few.ios);
  const auto of_many = figures_of(function(many, "vbr_queue_rq"), many.ios);
  EXPECT_EQ(of_few.exactness, Exactness::split);
  EXPECT_EQ(of_few.always, 2);
  EXPECT_EQ(of_many.always, 2);
  EXPECT_EQ(of_few.conditional, 1);
  EXPECT_EQ(of_few.distinct, 3);
  EXPECT_EQ(of_many.distinct, 3);
  EXPECT_DOUBLE_EQ(of_few.per_call, 2.3);
  EXPECT_DOUBLE_EQ(of_many.per_call, 2.7);
}

TEST(Figures, branches_tell_how_often_and_how_much) {
  const PathProfile profile = profile_of_runs(6000);
  const auto branches = branches_of(function(profile, "vbr_queue_rq"));
  ASSERT_EQ(branches.size(), 1u);
  EXPECT_EQ(branches[0].offset, 9u);
  EXPECT_EQ(branches[0].instructions, 1);
  EXPECT_DOUBLE_EQ(branches[0].per_call, 0.6);
}

TEST(Figures, a_loop_of_a_fixed_number_of_turns_is_exact) {
  const FunctionPath path{"vmlinux", "memset", 1000, {{0, 2, 1000}, {8, 1, 4000}}};
  const auto figures = figures_of(path, 1000);
  EXPECT_EQ(figures.exactness, Exactness::exact);
  EXPECT_EQ(figures.always, 6);
  EXPECT_EQ(figures.distinct, 3);
}

TEST(Figures, a_few_calls_of_setup_do_not_make_a_branch) {
  const FunctionPath path{"vmlinux", "bio_alloc", 10002, {{0, 5, 10002}, {20, 3, 4}}};
  const auto figures = figures_of(path, 10000);
  EXPECT_EQ(figures.exactness, Exactness::exact);
  EXPECT_EQ(figures.always, 5);
}

TEST(Figures, a_function_that_is_never_entered_is_loose) {
  const FunctionPath path{"vmlinux", "_text", 0, {{64, 3, 10000}}};
  const auto figures = figures_of(path, 10000);
  EXPECT_EQ(figures.exactness, Exactness::loose);
  EXPECT_DOUBLE_EQ(figures.per_io, 3);
}

TEST(Groups, a_group_adds_its_functions_by_way_and_keeps_the_exact_part) {
  const PathProfile profile = profile_of_runs(6000);
  const auto groups = groups_of(figures_of(profile));
  const GroupFigures& driver = groups[static_cast<std::size_t>(Group::driver)];
  EXPECT_DOUBLE_EQ(driver.submit, 2.6);
  EXPECT_DOUBLE_EQ(driver.interrupt, 1.6);
  EXPECT_DOUBLE_EQ(driver.per_io, 4.2);
  EXPECT_DOUBLE_EQ(driver.exact, 2);
}

TEST(Groups, both_drivers_and_a_ring_that_is_built_in_have_their_place) {
  EXPECT_EQ(place_of("virtio_blk", "virtio_queue_rq").group, Group::driver);
  EXPECT_EQ(place_of("virtio_blk_ref_nop1", "vbr_done").way, Way::interrupt);
  EXPECT_EQ(place_of("virtio_ring", "virtqueue_add_split").group, Group::ring);
  EXPECT_EQ(place_of("vmlinux", "virtqueue_add_split").group, Group::ring);
  EXPECT_EQ(place_of("vmlinux", "detach_buf_split").way, Way::complete);
  EXPECT_EQ(place_of("vmlinux", "no_such_function").group, Group::rest);
}

}  // namespace
}  // namespace ringside::pathlen
