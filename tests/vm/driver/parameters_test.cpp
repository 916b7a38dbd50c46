// SPDX-License-Identifier: GPL-3.0-or-later
// Module parameters: what is asked for is what is there, and nonsense is refused with words that help.
#include <gmock/gmock.h>

#include "driver/driver_test.h"
#include "validate/pairwise.h"

namespace ringside::test {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using validate::Factor;
using validate::pairwise;
using validate::Row;
using validate::to_text;

const std::vector<Factor> k_parameters = {{"poll_queues", {"0", "1", "3"}},
                                          {"poll_mode", {"auto", "none", "dedicated", "shared"}},
                                          {"poll_lock", {"spin", "trylock"}},
                                          {"batch_submit", {"off", "per_request", "per_batch"}},
                                          {"notify_mode", {"locked", "unlocked"}},
                                          {"sgl_mode", {"preallocated", "inline"}},
                                          {"irq_batch", {"0", "1"}},
                                          {"indirect_desc", {"0", "1"}},
                                          {"queue_depth", {"0", "16"}},
                                          {"num_request_queues", {"0", "2"}}};

bool agree(const Row& row) {
  const auto mode = row.find("poll_mode");
  const auto queues = row.find("poll_queues");
  if (mode == row.end() || queues == row.end() || mode->second == "auto") return true;
  return (mode->second == "dedicated") == (queues->second != "0");
}

TEST_F(DriverTest, loads_with_every_pair_of_parameter_values_and_reads_them_back) {
  const auto rows = pairwise(k_parameters, agree);
  for (const Row& row : rows) {
    SCOPED_TRACE(to_text(row));
    const auto loaded = load(k_driver, row);
    EXPECT_EQ(loaded.params, row);
    EXPECT_FALSE(loaded.build_id.empty());
    unload(k_driver);
  }
  RecordProperty("loads", static_cast<int>(rows.size()));
}

TEST_F(DriverTest, refuses_values_and_contradictions_and_names_the_valid_ones) {
  EXPECT_THAT(refusal({{"batch_submit", "always"}}), HasSubstr("valid: off, per_request, per_batch"));
  EXPECT_THAT(refusal({{"notify_mode", ""}}), HasSubstr("valid: locked, unlocked"));
  EXPECT_THAT(refusal({{"sgl_mode", "Inline"}}), HasSubstr("valid: preallocated, inline"));
  EXPECT_THAT(refusal({{"poll_mode", "yes"}}), HasSubstr("valid: auto, none, dedicated, shared"));
  EXPECT_THAT(refusal({{"poll_lock", "1"}}), HasSubstr("valid: spin, trylock"));
  EXPECT_THAT(refusal({{"irq_batch", "2"}}), HasSubstr("valid: 0, 1"));
  EXPECT_THAT(refusal({{"indirect_desc", "-1"}}), HasSubstr("valid: 0, 1"));
  EXPECT_THAT(refusal({{"queue_depth", "10241"}}), HasSubstr("valid: 0 .. 10240"));
  EXPECT_THAT(refusal({{"poll_queues", "many"}}), HasSubstr("valid: 0 .. 65535"));
  EXPECT_THAT(refusal({{"num_request_queues", "-1"}}), HasSubstr("valid: 0 .. 65535"));
  for (const char* mode : {"none", "shared"}) {
    EXPECT_THAT(refusal({{"poll_mode", mode}, {"poll_queues", "1"}}),
                AllOf(HasSubstr("contradicts poll_queues=1"), HasSubstr("valid: poll_queues=0, or")));
  }
  EXPECT_THAT(refusal({{"poll_mode", "dedicated"}}),
              AllOf(HasSubstr("contradicts poll_queues=0"), HasSubstr("valid: poll_queues > 0, or")));
}

TEST_F(DriverTest, a_parameter_that_the_driver_does_not_have_is_refused) {
  EXPECT_THAT(refusal({{"pol_queues", "1"}}), AllOf(HasSubstr("no parameter pol_queues"), HasSubstr("poll_queues")));
}

TEST_F(DriverTest, poll_queues_of_a_disk_with_one_queue_are_clamped_with_a_warning) {
  const auto disk = take({{"poll_queues", "1"}}, null_disk(1));
  EXPECT_THAT(disk.log, Contains(HasSubstr("poll_queues=1 clamped to 0")));
  EXPECT_EQ(disk.treatment.log_line, (QueueSplit{1, 0, 0}));
  EXPECT_EQ(settings(disk.name)["poll_queues"], "0");
  EXPECT_EQ(settings(disk.name)["poll_mode"], "none");
  const auto end = fio(disk.name, {{"rw", "randread"}});
  EXPECT_EQ(end.exit_code, 0) << end.text;
}

TEST_F(DriverTest, a_device_keeps_the_parameters_it_was_bound_with) {
  const auto disk = take({{"notify_mode", "locked"}}, null_disk(1));
  write("/sys/module/virtio_blk_ref/parameters/notify_mode", "unlocked");
  EXPECT_EQ(settings(disk.name)["notify_mode"], "locked");
  ASSERT_TRUE(guest().unplug(k_disk));
  const auto again = bind(k_driver, {null_disk(1)}).at(0);
  EXPECT_EQ(settings(again.name)["notify_mode"], "unlocked");
}

}  // namespace
}  // namespace ringside::test
