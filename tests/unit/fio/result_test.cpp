// SPDX-License-Identifier: GPL-3.0-or-later
#include "fio/result.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "samples.h"

namespace ringside::fio {
namespace {

using testing::HasSubstr;

FioResult read(std::string_view name) {
  auto result = parse_result(sample(name));
  EXPECT_TRUE(result) << result.error().text();
  return result ? std::move(*result) : FioResult{};
}

// A document with one job, whose read and total latency the caller spells; enough for what real outputs do not show.
std::string document_with(std::string_view head, std::string_view read, std::string_view lat) {
  const std::string none = R"({"min": 0, "max": 0, "mean": 0.0, "stddev": 0.0, "N": 0})";
  const std::string idle = R"({"io_bytes": 0, "io_kbytes": 0, "total_ios": 0, "runtime": 0, "iops": 0.0, "slat_ns": )" +
                           none + R"(, "clat_ns": )" + none + R"(, "lat_ns": )" + none + "}";
  return R"({"fio version": "fio-3.33", "jobs": [{"jobname": "a", )" + std::string(head) +
         R"("usr_cpu": 1.0, "sys_cpu": 2.0, "ctx": 3, "read": {)" + std::string(read) + R"(, "slat_ns": )" + none +
         R"(, "clat_ns": )" + none + R"(, "lat_ns": )" + std::string(lat) + R"(}, "write": )" + idle + R"(, "trim": )" +
         idle + "}]}";
}

constexpr std::string_view k_no_error = R"("error": 0, )";
constexpr std::string_view k_read =
    R"("io_bytes": 409600, "io_kbytes": 400, "total_ios": 100, "runtime": 1000, "iops": 100.0)";
constexpr std::string_view k_lat = R"({"min": 10, "max": 30, "mean": 20.0, "stddev": 1.0, "N": 100})";

std::string reason(std::string_view output) {
  const auto result = parse_result(output);
  if (result) return "a result";
  EXPECT_EQ(result.error().code, ErrorCode::invalid_result);
  return result.error().text();
}

TEST(Result, sums_the_jobs_of_client_and_server) {
  const FioResult result = read("fio-3.7-client-server-2hosts-text-before.json");
  ASSERT_EQ(result.directions.size(), 1U);
  EXPECT_NEAR(result.directions[0].iops, 93303.649418, 1e-6);
  EXPECT_EQ(result.directions[0].ios, 1401141U);
  EXPECT_EQ(result.directions[0].runtime, Milliseconds{15034});
  EXPECT_EQ(result.directions[0].lat_count, 1401141U);
}

TEST(Result, sums_eight_jobs_in_both_directions) {
  const FioResult result = read("fio-3.19-rw-8jobs.json");
  ASSERT_EQ(result.directions.size(), 2U);
  EXPECT_EQ(result.directions[0].direction, Direction::read);
  EXPECT_NEAR(result.directions[0].iops, 223.214802, 1e-6);
  EXPECT_EQ(result.directions[0].ios, 19285828U);
  EXPECT_EQ(result.directions[1].direction, Direction::write);
  EXPECT_NEAR(result.directions[1].iops, 223.098772, 1e-6);
  EXPECT_EQ(result.directions[1].ios, 19275803U);
  EXPECT_EQ(result.directions[1].runtime, Milliseconds{86400338});
}

// Weighted by N, computed apart from the file's eight lat_ns sections.
TEST(Result, weights_the_mean_latency_by_samples) {
  const DirectionResult part = read("fio-3.19-rw-8jobs.json").directions.at(0);
  EXPECT_EQ(part.lat_count, 19286073U);
  EXPECT_NEAR(part.lat_mean_ns, 1146969098.877807, 1e-3);
  EXPECT_NEAR(part.lat_stddev_ns, 1068649748.262529, 1e-3);
  EXPECT_EQ(part.lat_min_ns, 5707000U);
  EXPECT_EQ(part.lat_max_ns, 7382808000U);
}

TEST(Result, keeps_mixed_directions_apart) {
  const FioResult result = read("fio-3.16-randrw-lat-percentiles.json");
  ASSERT_EQ(result.directions.size(), 2U);
  EXPECT_DOUBLE_EQ(result.directions[0].iops, 85138.890741);
  EXPECT_DOUBLE_EQ(result.directions[1].iops, 85066.128925);
  EXPECT_DOUBLE_EQ(result.directions[0].lat_mean_ns, 1446562.147113);
  EXPECT_EQ(result.directions[0].lat_count, 2554337U);
  EXPECT_EQ(result.directions[0].lat_min_ns, 280646U);
  EXPECT_FALSE(result.directions[0].latency);
}

TEST(Result, of_fio_2_17_is_in_nanoseconds_and_bytes) {
  const FioResult result = read("fio-2.17-2jobs-usec-dupkeys.json");
  EXPECT_EQ(result.version, "fio-2.17");
  ASSERT_EQ(result.directions.size(), 2U);
  EXPECT_NEAR(result.directions[0].lat_mean_ns, 245531.122, 1e-6);
  EXPECT_EQ(result.directions[0].bytes, 1294256U * 1024);
  EXPECT_EQ(result.directions[1].ios, 24580U);
}

TEST(Result, takes_completion_bins_where_the_total_has_none_and_says_so) {
  const DirectionResult part = read("fio-3.29-jsonplus-bins.json").directions.at(0);
  ASSERT_TRUE(part.latency);
  EXPECT_TRUE(part.latency_is_completion);
  EXPECT_EQ(part.latency->total(), 2048U);
  EXPECT_EQ(part.latency->resolution(), HistogramResolution::fio());
  EXPECT_DOUBLE_EQ(part.lat_mean_ns, 461936.892578);
}

TEST(Result, takes_the_last_of_three_documents) {
  const DirectionResult part = read("fio-3.30-steadystate-3documents.json").directions.at(0);
  EXPECT_EQ(part.ios, 224445036U);
  EXPECT_DOUBLE_EQ(part.iops, 5112759.652839);
}

TEST(Result, is_read_between_text) {
  const FioResult result = read("fio-3.42-text-before-and-after.json");
  ASSERT_EQ(result.directions.size(), 1U);
  EXPECT_EQ(result.directions[0].direction, Direction::write);
  EXPECT_EQ(result.directions[0].lat_count, 32030U);
  EXPECT_DOUBLE_EQ(result.user_cpu_percent, 1.649835);
  EXPECT_EQ(result.context_switches, 27483U);
}

TEST(Result, with_fios_error_is_invalid_and_names_it) {
  const std::string text = reason(sample("fio-3.32-error5-text-before.json"));
  EXPECT_THAT(text, HasSubstr("EIO"));
  EXPECT_THAT(text, HasSubstr("io_u error on file /dev/nvme6n2"));
}

TEST(Result, polled_without_poll_queues_is_named_with_what_to_do) {
  const std::string text = reason(document_with(R"("error": 95, )", k_read, k_lat));
  EXPECT_THAT(text, HasSubstr("EOPNOTSUPP"));
  EXPECT_THAT(text, HasSubstr("poll_queues"));
}

TEST(Result, a_report_during_the_run_is_not_the_result) {
  const std::string output = sample("fio-3.30-steadystate-3documents.json");
  const std::size_t first = output.find("\n}\n") + 3;
  const std::size_t second = output.find("\n}\n", first) + 3;
  EXPECT_THAT(reason(output.substr(0, first)), HasSubstr("during the run"));
  EXPECT_THAT(reason(output.substr(0, second)), HasSubstr("during the run"));
}

TEST(Result, without_json_quotes_what_fio_complained_of) {
  EXPECT_THAT(reason("fio: engine io_urin not loadable\n"), HasSubstr("engine io_urin not loadable"));
  EXPECT_THAT(reason(""), HasSubstr("wrote nothing"));
}

TEST(Result, without_a_job_or_without_io_is_invalid) {
  EXPECT_THAT(reason(R"({"fio version": "fio-3.33", "jobs": []})"), HasSubstr("no job"));
  constexpr std::string_view idle = R"("io_bytes": 0, "io_kbytes": 0, "total_ios": 0, "runtime": 0, "iops": 0.0)";
  EXPECT_THAT(reason(document_with(k_no_error, idle, k_lat)), HasSubstr("no I/O"));
}

TEST(Result, of_the_synthetic_document_is_sound_before_it_is_spoilt) {
  const auto result = parse_result(document_with(k_no_error, k_read, k_lat));
  ASSERT_TRUE(result) << result.error().text();
  EXPECT_DOUBLE_EQ(result->directions.at(0).iops, 100);
}

TEST(Result, with_ios_but_no_latency_sample_is_invalid) {
  constexpr std::string_view none = R"({"min": 0, "max": 0, "mean": 0.0, "stddev": 0.0, "N": 0})";
  EXPECT_THAT(reason(document_with(k_no_error, k_read, none)), HasSubstr("no latency sample"));
}

TEST(Result, whose_rate_contradicts_its_ios_is_invalid) {
  constexpr std::string_view wrong =
      R"("io_bytes": 409600, "io_kbytes": 400, "total_ios": 100, "runtime": 1000, "iops": 150.0)";
  EXPECT_THAT(reason(document_with(k_no_error, wrong, k_lat)), HasSubstr("150"));
}

TEST(Result, with_a_negative_figure_is_invalid) {
  constexpr std::string_view wrong =
      R"("io_bytes": 409600, "io_kbytes": 400, "total_ios": -100, "runtime": 1000, "iops": 100.0)";
  EXPECT_THAT(reason(document_with(k_no_error, wrong, k_lat)), HasSubstr("total_ios"));
}

TEST(Result, takes_the_total_latencys_bins_first) {
  constexpr std::string_view lat =
      R"({"min": 10, "max": 30, "mean": 20.0, "stddev": 1.0, "N": 100, "bins": {"10": 40, "129": 60}})";
  const auto result = parse_result(document_with(k_no_error, k_read, lat));
  ASSERT_TRUE(result) << result.error().text();
  const DirectionResult& part = result->directions.at(0);
  ASSERT_TRUE(part.latency);
  EXPECT_FALSE(part.latency_is_completion);
  EXPECT_THAT(part.latency->bins(), testing::ElementsAre(HistogramBin{10, 40}, HistogramBin{128, 60}));
}

TEST(Result, whose_bins_are_not_fios_or_do_not_add_up_is_invalid) {
  constexpr std::string_view foreign =
      R"({"min": 10, "max": 30, "mean": 20.0, "stddev": 1.0, "N": 100, "bins": {"128": 100}})";
  EXPECT_NE(reason(document_with(k_no_error, k_read, foreign)), "a result");
  constexpr std::string_view few =
      R"({"min": 10, "max": 30, "mean": 20.0, "stddev": 1.0, "N": 100, "bins": {"129": 50}})";
  EXPECT_THAT(reason(document_with(k_no_error, k_read, few)), HasSubstr("bins hold 50"));
}

}  // namespace
}  // namespace ringside::fio
