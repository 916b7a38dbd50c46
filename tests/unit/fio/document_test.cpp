// SPDX-License-Identifier: GPL-3.0-or-later
// The right values of tests/data/fio/README.md, job by job.
#include "fio/document.h"

#include <gtest/gtest.h>

#include "fio/envelope.h"
#include "samples.h"

namespace ringside::fio {
namespace {

struct Expected {
  std::string_view file;
  std::size_t job;
  Direction direction;
  double iops;
  std::uint64_t ios;
  double completion_mean_ns;
  double completion_p99_ns;  // -1: not written
  std::int64_t runtime_ms;
};

constexpr Expected k_expected[] = {
    {"fio-2.17-2jobs-usec-dupkeys.json", 0, Direction::read, 8086.673998, 80891, 238357.679, 1352000, 10003},
    {"fio-2.17-2jobs-usec-dupkeys.json", 1, Direction::write, 2457.017193, 24580, 800193.694, 2384000, 10004},
    {"fio-3.7-client-server-2hosts-text-before.json", 0, Direction::read, 7951.016328, 119305, 3994084.886371, 6193152,
     15005},
    {"fio-3.7-client-server-2hosts-text-before.json", 1, Direction::read, 7948.35055, 119265, 3994490.812768, 6193152,
     15005},
    {"fio-3.7-client-server-2hosts-text-before.json", 2, Direction::read, 7950.083306, 119291, 3994085.332127, 6193152,
     15005},
    {"fio-3.7-client-server-2hosts-text-before.json", 3, Direction::read, 7956.275412, 119368, 3991332.171961, 6193152,
     15003},
    {"fio-3.7-client-server-2hosts-text-before.json", 4, Direction::read, 7953.01253, 119327, 3992402.670956, 6193152,
     15004},
    {"fio-3.7-client-server-2hosts-text-before.json", 5, Direction::read, 10833.599574, 162764, 2949293.565527, 3489792,
     15024},
    {"fio-3.7-client-server-2hosts-text-before.json", 6, Direction::read, 11459.567388, 172180, 2787690.635325, 3457024,
     15025},
    {"fio-3.7-client-server-2hosts-text-before.json", 7, Direction::read, 10407.215122, 156358, 3070357.787312, 3522560,
     15024},
    {"fio-3.7-client-server-2hosts-text-before.json", 8, Direction::read, 10438.738859, 156936, 3060721.113355, 3522560,
     15034},
    {"fio-3.7-client-server-2hosts-text-before.json", 9, Direction::read, 10405.790349, 156347, 3070663.373365, 3489792,
     15025},
    {"fio-3.16-randrw-lat-percentiles.json", 0, Direction::read, 85138.890741, 2554337, 1444476.063469, -1, 30002},
    {"fio-3.16-randrw-lat-percentiles.json", 0, Direction::write, 85066.128925, 2552154, 1558511.433458, -1, 30002},
    {"fio-3.19-rw-8jobs.json", 0, Direction::read, 96.77941, 8361769, 325444045.939162, 985661440, 86400289},
    {"fio-3.19-rw-8jobs.json", 0, Direction::write, 96.729827, 8357485, 325691042.172826, 985661440, 86400289},
    {"fio-3.19-rw-8jobs.json", 1, Direction::read, 17.782051, 1536375, 1772317414.067144, 4043309056, 86400326},
    {"fio-3.19-rw-8jobs.json", 1, Direction::write, 17.784458, 1536583, 1770277189.535764, 4043309056, 86400326},
    {"fio-3.19-rw-8jobs.json", 2, Direction::read, 18.091854, 1563142, 1742028501.261232, 4009754624, 86400321},
    {"fio-3.19-rw-8jobs.json", 2, Direction::write, 18.065512, 1560866, 1742678590.512328, 4009754624, 86400321},
    {"fio-3.19-rw-8jobs.json", 3, Direction::read, 17.7525, 1533822, 1775873565.417015, 4009754624, 86400338},
    {"fio-3.19-rw-8jobs.json", 3, Direction::write, 17.727558, 1531667, 1775353149.382439, 4009754624, 86400338},
    {"fio-3.19-rw-8jobs.json", 4, Direction::read, 17.757455, 1534250, 1771878803.582124, 4009754624, 86400331},
    {"fio-3.19-rw-8jobs.json", 4, Direction::write, 17.789492, 1537018, 1772666482.72957, 4009754624, 86400331},
    {"fio-3.19-rw-8jobs.json", 5, Direction::read, 17.651393, 1525086, 1784076464.492745, 4043309056, 86400321},
    {"fio-3.19-rw-8jobs.json", 5, Direction::write, 17.657052, 1525575, 1784413371.817179, 4043309056, 86400321},
    {"fio-3.19-rw-8jobs.json", 6, Direction::read, 18.878322, 1631093, 1669987867.758398, 4043309056, 86400316},
    {"fio-3.19-rw-8jobs.json", 6, Direction::write, 18.835058, 1627355, 1670946875.674617, 4043309056, 86400316},
    {"fio-3.19-rw-8jobs.json", 7, Direction::read, 18.521817, 1600291, 1700600465.383223, 4110417920, 86400324},
    {"fio-3.19-rw-8jobs.json", 7, Direction::write, 18.509815, 1599254, 1701840370.542308, 4110417920, 86400324},
    {"fio-3.29-jsonplus-bins.json", 0, Direction::read, 49.198837, 2048, 313110.717773, 481280, 41627},
    {"fio-3.32-error5-text-before.json", 0, Direction::read, 9463.414634, 776, 0, -1, 82},
    {"fio-3.32-error5-text-before.json", 0, Direction::write, 1207.317073, 99, 0, -1, 82},
    {"fio-3.42-text-before-and-after.json", 0, Direction::write, 3201.659668, 32023, 2486019.027849, 4751360, 10002},
    {"fio-3.30-steadystate-3documents.json", 0, Direction::write, 5112759.652839, 224445036, 12.556461, 14, 43899},
};

class RealOutput : public testing::TestWithParam<Expected> {};

TEST_P(RealOutput, has_its_right_values) {
  const Expected& expected = GetParam();
  const std::string output = sample(expected.file);
  const auto text = last_document(output);
  ASSERT_TRUE(text) << text.error().text();
  const auto document = parse_document(*text);
  ASSERT_TRUE(document) << document.error().text();
  ASSERT_LT(expected.job, document->jobs.size());
  const JobDirection& part = document->jobs[expected.job].directions[static_cast<std::size_t>(expected.direction)];

  EXPECT_EQ(part.direction, expected.direction);
  EXPECT_DOUBLE_EQ(part.iops, expected.iops);
  EXPECT_EQ(part.ios, expected.ios);
  EXPECT_NEAR(part.completion.mean_ns, expected.completion_mean_ns, 1e-6);
  EXPECT_EQ(part.runtime, Milliseconds{expected.runtime_ms});
  const auto p99 = part.completion.percentiles_ns.find("99.000000");
  if (expected.completion_p99_ns < 0) {
    EXPECT_EQ(p99, part.completion.percentiles_ns.end());
  } else {
    ASSERT_NE(p99, part.completion.percentiles_ns.end());
    EXPECT_DOUBLE_EQ(p99->second, expected.completion_p99_ns);
  }
}

INSTANTIATE_TEST_SUITE_P(Samples, RealOutput, testing::ValuesIn(k_expected));

Document read(std::string_view name) {
  const std::string output = sample(name);
  const auto text = last_document(output);
  EXPECT_TRUE(text);
  auto document = parse_document(*text);
  EXPECT_TRUE(document);
  return document ? std::move(*document) : Document{};
}

TEST(Document, names_fios_version) {
  EXPECT_EQ(read("fio-2.17-2jobs-usec-dupkeys.json").version, "fio-2.17");
  EXPECT_EQ(read("fio-3.42-text-before-and-after.json").version, "fio-3.42-6-g219f");
}

TEST(Document, of_client_and_server_has_ten_jobs_without_their_sum) {
  const Document document = read("fio-3.7-client-server-2hosts-text-before.json");
  EXPECT_EQ(document.jobs.size(), 10U);
  for (const Job& job : document.jobs) EXPECT_EQ(job.name, "job-/tmp/fio");
}

TEST(Document, keeps_percentiles_of_the_total_latency_apart) {
  const Document document = read("fio-3.16-randrw-lat-percentiles.json");
  EXPECT_DOUBLE_EQ(document.jobs.at(0).directions[0].total.percentiles_ns.at("99.000000"), 2244608);
  EXPECT_DOUBLE_EQ(document.jobs.at(0).directions[1].total.percentiles_ns.at("99.000000"), 2072576);
}

TEST(Document, tells_samples_from_ios) {
  const Document document = read("fio-3.42-text-before-and-after.json");
  EXPECT_EQ(document.jobs.at(0).directions[1].completion.count, 32030U);
  EXPECT_EQ(document.jobs.at(0).directions[1].ios, 32023U);
  EXPECT_EQ(read("fio-3.16-randrw-lat-percentiles.json").jobs.at(0).directions[0].total.count, std::nullopt);
}

TEST(Document, of_fio_2_is_in_bytes_and_nanoseconds) {
  const Document document = read("fio-2.17-2jobs-usec-dupkeys.json");
  const JobDirection& part = document.jobs.at(0).directions[0];
  EXPECT_EQ(part.bytes, part.ios * 16384);
  EXPECT_EQ(part.total.max_ns, 12'179'000U);
}

TEST(Document, keeps_the_error_and_the_rest_of_the_jobs_figures) {
  const Document document = read("fio-3.32-error5-text-before.json");
  EXPECT_EQ(document.jobs.at(0).error, 5);
  EXPECT_DOUBLE_EQ(document.jobs.at(0).user_cpu, 41.975309);
  EXPECT_EQ(document.jobs.at(0).context_switches, 17U);
}

TEST(Document, reads_the_bins_of_json_plus) {
  const Document document = read("fio-3.29-jsonplus-bins.json");
  std::uint64_t count = 0;
  for (const auto& [middle, n] : document.jobs.at(0).directions[0].completion.bins) count += n;
  EXPECT_EQ(count, 2048U);
  EXPECT_TRUE(document.jobs.at(0).directions[0].total.bins.empty());
}

TEST(Document, with_a_key_missing_names_it) {
  const auto document = parse_document(R"({"fio version": "fio-3.33", "jobs": [{"jobname": "a"}]})");
  ASSERT_FALSE(document);
  EXPECT_EQ(document.error().code, ErrorCode::invalid_result);
  EXPECT_NE(document.error().message.find("'error'"), std::string::npos) << document.error().message;
}

TEST(Document, that_is_not_json_is_refused) {
  const auto document = parse_document("{\"fio version\": nan}");
  ASSERT_FALSE(document);
  EXPECT_EQ(document.error().code, ErrorCode::invalid_result);
}

}  // namespace
}  // namespace ringside::fio
