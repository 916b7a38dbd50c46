// SPDX-License-Identifier: GPL-3.0-or-later
#include "fio/job.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace ringside::fio {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;
using namespace std::string_literals;

OptionMap options() {
  return {{"rw", "randread"s}, {"bs", "4k"s},           {"ioengine", "io_uring"s}, {"iodepth", std::int64_t{32}},
          {"runtime", "2s"s},  {"ramp_time", "500ms"s}, {"hipri", false},          {"numjobs", std::int64_t{2}}};
}

TEST(JobFile, holds_the_options_and_ringsides_own) {
  const std::string job = job_file({options(), {"vda"}});
  EXPECT_THAT(job, StartsWith("[ringside]\n"));
  for (const char* line : {"rw=randread\n", "iodepth=32\n", "hipri=0\n", "runtime=2s\n", "ramp_time=500ms\n",
                           "filename=/dev/vda\n", "allow_file_create=0\n", "direct=1\n", "norandommap=1\n",
                           "lat_percentiles=1\n", "group_reporting=1\n", "time_based=1\n"}) {
    EXPECT_THAT(job, HasSubstr(line));
  }
}

TEST(JobFile, of_several_disks_names_them_all) {
  EXPECT_THAT(job_file({options(), {"vda", "/dev/mapper/stripe"}}),
              HasSubstr("filename=/dev/vda:/dev/mapper/stripe\n"));
}

TEST(JobFile, with_a_number_of_ios_is_not_time_based) {
  OptionMap fixed = options();
  fixed.erase("runtime");
  fixed.emplace("number_ios", std::int64_t{10'000});
  const std::string job = job_file({fixed, {"vda"}});
  EXPECT_THAT(job, HasSubstr("number_ios=10000\n"));
  EXPECT_THAT(job, Not(HasSubstr("time_based")));
  EXPECT_THAT(job, Not(HasSubstr("write_iops_log")));
}

TEST(JobFile, writes_sizes_and_times_as_every_fio_reads_them) {
  OptionMap map = options();
  map["bs"] = "4KiB"s;
  map["size"] = "50%"s;
  map["runtime"] = "0.25s"s;
  map["ramp_time"] = std::int64_t{1};
  const std::string job = job_file({map, {"vda"}});
  EXPECT_THAT(job, HasSubstr("bs=4096\n"));
  EXPECT_THAT(job, HasSubstr("size=50%\n"));
  EXPECT_THAT(job, HasSubstr("runtime=250ms\n"));
  EXPECT_THAT(job, HasSubstr("ramp_time=1s\n"));
}

TEST(JobFile, asks_for_a_log_with_more_samples_than_the_drift_rule_needs) {
  for (const auto& runtime : {OptionValue{"2s"s}, OptionValue{std::int64_t{60}}, OptionValue{"500ms"s}}) {
    OptionMap map = options();
    map["runtime"] = runtime;
    const auto interval = iops_log_interval(map);
    ASSERT_TRUE(interval);
    EXPECT_GE(parse_time(runtime).value() / *interval, 24);
    EXPECT_THAT(job_file({map, {"vda"}}), HasSubstr("log_avg_msec=" + std::to_string(interval->count()) + "\n"));
  }
}

TEST(JobFile, ringsides_own_options_win) {
  OptionMap map = options();
  map["direct"] = std::int64_t{0};
  EXPECT_THAT(job_file({map, {"vda"}}), HasSubstr("direct=1\n"));
}

TEST(ExpectedDuration, is_ramp_and_run) {
  EXPECT_EQ(expected_duration(options()), Milliseconds{2500});
  EXPECT_EQ(expected_duration({{"runtime", std::int64_t{3}}}), std::chrono::seconds{3});
  EXPECT_EQ(expected_duration({{"number_ios", std::int64_t{3}}}), std::nullopt);
}

TEST(Options, of_the_arm_win_over_the_cells_and_those_over_the_campaigns) {
  const OptionMap map = merged_options({{"a", 1ll}, {"b", 1ll}, {"c", 1ll}}, {{"b", 2ll}, {"c", 2ll}}, {{"c", 3ll}});
  EXPECT_EQ(to_text(map), "a=1 b=2 c=3");
}

// The real program reads what we write; --parse-only touches no file.
TEST(JobFile, is_read_by_fio) {
  if (std::system("fio --version >/dev/null 2>&1") != 0) GTEST_SKIP() << "no fio on this machine";
  const auto file = std::filesystem::path(testing::TempDir()) / ("ringside-job-" + std::to_string(getpid()));
  OptionMap map = options();
  map["hipri"] = true;
  map["iodepth_batch_submit"] = std::int64_t{16};
  std::ofstream(file) << job_file({map, {"vda", "vdb"}});
  const int status = std::system(("fio --parse-only " + file.string() + " >/dev/null 2>&1").c_str());
  std::filesystem::remove(file);
  EXPECT_EQ(status, 0);
}

}  // namespace
}  // namespace ringside::fio
