// SPDX-License-Identifier: GPL-3.0-or-later
#include "validate/selection.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ringside::validate {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const std::vector<Case> k_cases = {{.name = "rings/full", .smoke = true},
                                   {.name = "rings/packed"},
                                   {.name = "polling/full", .smoke = true},
                                   {.name = "unplug/polled"}};

std::vector<std::string> names(const Result<std::vector<Case>>& cases) {
  std::vector<std::string> out;
  for (const Case& one : cases.value()) out.push_back(one.name);
  return out;
}

TEST(Selection, without_globs_every_case_is_meant) {
  EXPECT_EQ(select(k_cases, {}, false)->size(), k_cases.size());
}

TEST(Selection, a_glob_may_stand_for_a_family_or_a_word) {
  EXPECT_THAT(names(select(k_cases, {"rings/*"}, false)), ElementsAre("rings/full", "rings/packed"));
  EXPECT_THAT(names(select(k_cases, {"*polled", "rings/full"}, false)), ElementsAre("rings/full", "unplug/polled"));
}

TEST(Selection, the_order_is_that_of_the_suite_whatever_the_globs_say) {
  EXPECT_THAT(names(select(k_cases, {"unplug/*", "rings/full"}, false)), ElementsAre("rings/full", "unplug/polled"));
}

TEST(Selection, smoke_takes_from_what_the_globs_mean) {
  EXPECT_THAT(names(select(k_cases, {}, true)), ElementsAre("rings/full", "polling/full"));
  EXPECT_THAT(names(select(k_cases, {"rings/*"}, true)), ElementsAre("rings/full"));
}

TEST(Selection, a_glob_that_fits_nothing_is_an_error_that_names_it) {
  const auto none = select(k_cases, {"rings/*", "ring/*"}, false);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code, ErrorCode::not_found);
  EXPECT_THAT(none.error().text(), HasSubstr("'ring/*'"));
}

TEST(Selection, a_case_for_the_reference_driver_says_nothing_about_another) {
  const Case inside{.name = "a/b", .applies_to = AppliesTo::reference};
  DriverUnderTest fault = parse_driver("reference+no_restart").value();
  EXPECT_FALSE(why_not(inside, parse_driver("reference").value(), "6.1.0"));
  EXPECT_FALSE(why_not(inside, fault, "6.1.0"));
  EXPECT_TRUE(why_not(inside, parse_driver("in-tree").value(), "6.1.0"));
}

TEST(Selection, a_case_may_be_for_some_kernels_only) {
  const Case one{.name = "a/b", .kernels = {"6.1."}};
  const DriverUnderTest driver;
  EXPECT_FALSE(why_not(one, driver, "6.1.0-57-amd64"));
  EXPECT_THAT(why_not(one, driver, "6.12.117+deb12-amd64").value_or(""), HasSubstr("6.1."));
}

TEST(Driver, a_fault_build_is_the_reference_driver_under_another_name) {
  const auto driver = parse_driver("reference+no_restart").value();
  EXPECT_EQ(driver.module, "virtio_blk_ref_no_restart");
  EXPECT_EQ(driver.fault, "no_restart");
  EXPECT_TRUE(driver.is_reference());
}

TEST(Driver, words_and_missing_files_are_refused_apart) {
  EXPECT_EQ(parse_driver("refrence").error().code, ErrorCode::usage);
  EXPECT_EQ(parse_driver("/no/such/driver.ko").error().code, ErrorCode::not_found);
  EXPECT_EQ(parse_driver("reference+").error().code, ErrorCode::usage);
}

}  // namespace
}  // namespace ringside::validate
