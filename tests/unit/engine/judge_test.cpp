// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/judge.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "fio/job.h"

namespace ringside::engine {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

std::string data(const std::string& name) {
  std::ifstream file(std::string(RINGSIDE_TEST_DATA) + "/fio/" + name);
  EXPECT_TRUE(file) << name;
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

// 49.2 IOPS at 313 us: far from a full loop of depth 32, and right for a depth below 8.
wire::FioDone sound_run() {
  wire::FioDone run;
  run.output = data("fio-3.29-jsonplus-bins.json");
  DiskTreatment disk;
  disk.disk = "vda";
  disk.completed = 2048;
  disk.interrupts = 2000;
  run.disks = {disk};
  return run;
}

Arm arm_expecting(std::vector<std::string> expect = {}) {
  Arm arm;
  arm.name = "irq";
  arm.device = {{"num-queues", std::int64_t{4}}};
  arm.expect = std::move(expect);
  return arm;
}

std::vector<wire::DiskReady> four_queues() {
  wire::DiskReady disk;
  disk.name = "vda";
  disk.treatment.hctx = QueueSplit{4, 0, 0};
  disk.treatment.scheduler = "none";
  return {disk};
}

OptionMap options_with(std::int64_t iodepth) {
  return {{"iodepth", iodepth}, {"runtime", std::string("2s")}, {"rw", std::string("randread")}};
}

std::string log_with(double first, double step) {
  std::string log;
  const auto interval = fio::iops_log_interval(options_with(1));
  for (int at = 1; at <= 24; ++at) {
    log += fmt::format("{}, {}, 0, 0, 0\n", interval->count() * at, static_cast<int>(first + step * at));
  }
  return log;
}

TEST(Judge, a_sound_run_is_valid_and_keeps_what_was_read_back) {
  const Measurement measurement = judge(arm_expecting(), options_with(1), Accel::tcg, four_queues(), sound_run());
  EXPECT_EQ(measurement.status, MeasurementStatus::valid) << measurement.reason;
  ASSERT_TRUE(measurement.fio);
  EXPECT_EQ(measurement.fio->directions.front().ios, 2048u);
  EXPECT_EQ(measurement.disks.front().hctx, (QueueSplit{4, 0, 0}));
  EXPECT_EQ(measurement.disks.front().interrupts, 2000u);
  EXPECT_FALSE(measurement.fio_json.empty());
}

TEST(Judge, a_killed_fio_is_invalid_and_its_output_is_no_result) {
  wire::FioDone run = sound_run();
  run.timed_out = true;
  const Measurement measurement = judge(arm_expecting(), options_with(1), Accel::tcg, four_queues(), run);
  EXPECT_EQ(measurement.status, MeasurementStatus::invalid);
  EXPECT_THAT(measurement.reason, HasSubstr("was killed"));
  EXPECT_FALSE(measurement.fio);
}

TEST(Judge, a_crashed_fio_is_invalid) {
  wire::FioDone run = sound_run();
  run.exit_code = -1;
  run.signal = 11;
  EXPECT_THAT(judge(arm_expecting(), options_with(1), Accel::tcg, four_queues(), run).reason, HasSubstr("signal 11"));
}

TEST(Judge, an_error_in_fios_output_is_the_reason) {
  wire::FioDone run = sound_run();
  run.output = data("fio-3.32-error5-text-before.json");
  const Measurement measurement = judge(arm_expecting(), options_with(1), Accel::tcg, four_queues(), run);
  EXPECT_EQ(measurement.status, MeasurementStatus::invalid);
  EXPECT_THAT(measurement.reason, HasSubstr("5"));
}

TEST(Judge, a_failing_exit_code_is_invalid_even_with_whole_output) {
  wire::FioDone run = sound_run();
  run.exit_code = 1;
  run.errors = "first\nfio: something broke\n";
  EXPECT_THAT(judge(arm_expecting(), options_with(1), Accel::tcg, four_queues(), run).reason,
              testing::AllOf(HasSubstr("exit code 1"), HasSubstr("something broke")));
}

TEST(Judge, output_that_is_cut_off_is_invalid) {
  wire::FioDone run = sound_run();
  run.output.resize(run.output.size() / 2);
  EXPECT_EQ(judge(arm_expecting(), options_with(1), Accel::tcg, four_queues(), run).status, MeasurementStatus::invalid);
  run.output.clear();
  EXPECT_EQ(judge(arm_expecting(), options_with(1), Accel::tcg, four_queues(), run).status, MeasurementStatus::invalid);
}

TEST(Judge, a_treatment_that_did_not_take_effect_is_invalid_and_known_as_such) {
  const Measurement measurement =
      judge(arm_expecting({"polled"}), options_with(1), Accel::tcg, four_queues(), sound_run());
  EXPECT_EQ(measurement.status, MeasurementStatus::invalid);
  EXPECT_THAT(measurement.reason, HasSubstr("asked to poll, never polled"));
  EXPECT_TRUE(failed_by_treatment(measurement));
}

TEST(Judge, other_reasons_are_not_the_treatments) {
  wire::FioDone run = sound_run();
  run.timed_out = true;
  EXPECT_FALSE(failed_by_treatment(judge(arm_expecting(), options_with(1), Accel::tcg, four_queues(), run)));
}

TEST(Judge, a_loop_that_is_not_full_breaks_littles_law_at_depth) {
  const Measurement measurement = judge(arm_expecting(), options_with(32), Accel::tcg, four_queues(), sound_run());
  EXPECT_EQ(measurement.status, MeasurementStatus::invalid);
  EXPECT_THAT(measurement.reason, HasSubstr("Little's law"));
}

TEST(Judge, littles_law_is_not_asked_of_a_window_that_holds_few_rounds_of_the_queue) {
  // 2048 I/Os are 64 rounds of a depth of 32, and 16 of 128: then the window's ends weigh too much.
  EXPECT_EQ(judge(arm_expecting(), options_with(128), Accel::tcg, four_queues(), sound_run()).reason, "");
}

TEST(Judge, littles_law_is_not_asked_of_a_loop_that_works_in_batches) {
  OptionMap options = options_with(32);
  options["iodepth_batch_submit"] = std::int64_t{16};
  EXPECT_EQ(judge(arm_expecting(), options, Accel::tcg, four_queues(), sound_run()).reason, "");
}

TEST(Judge, a_steady_rise_beyond_the_limit_is_drift) {
  wire::FioDone run = sound_run();
  run.files[std::string(fio::k_iops_log_file)] = log_with(1000, 10);  // +23 % over the window
  const Measurement measurement = judge(arm_expecting(), options_with(1), Accel::tcg, four_queues(), run);
  EXPECT_EQ(measurement.status, MeasurementStatus::invalid);
  EXPECT_THAT(measurement.reason, HasSubstr("drifted"));
}

TEST(Judge, the_drift_limit_is_stricter_under_kvm) {
  wire::FioDone run = sound_run();
  run.files[std::string(fio::k_iops_log_file)] = log_with(1000, 2);  // +4.6 %
  EXPECT_EQ(judge(arm_expecting(), options_with(1), Accel::tcg, four_queues(), run).reason, "");
  EXPECT_THAT(judge(arm_expecting(), options_with(1), Accel::kvm, four_queues(), run).reason, HasSubstr("drifted"));
}

TEST(Judge, a_log_that_cannot_be_read_is_a_warning_only) {
  wire::FioDone run = sound_run();
  run.files[std::string(fio::k_iops_log_file)] = "garbage\n";
  const Measurement measurement = judge(arm_expecting(), options_with(1), Accel::tcg, four_queues(), run);
  EXPECT_EQ(measurement.status, MeasurementStatus::valid) << measurement.reason;
  EXPECT_THAT(measurement.warnings, testing::ElementsAre(HasSubstr("no drift check")));
}

}  // namespace
}  // namespace ringside::engine
