// SPDX-License-Identifier: GPL-3.0-or-later
// Requests to an agent that fails in the middle, and disks.
#include <gmock/gmock.h>

#include <csignal>
#include <thread>

#include "machine_fixture.h"

using namespace ringside;
using namespace ringside::vm;
using namespace std::chrono_literals;
using testing::HasSubstr;

namespace {

const wire::RunCommand k_echo{{"echo", "x"}, "", Milliseconds(1000)};

}  // namespace

class RequestTest : public MachineTest {
 protected:
  // The error of the first request after a boot that must succeed.
  Error request_error(const std::string& script, Nanoseconds deadline = 20s) {
    auto machine = boot(script);
    EXPECT_TRUE(machine) << machine.error().text();
    if (!machine) return {};
    const auto started = SteadyClock::now();
    const auto answer = (*machine)->ask(k_echo, in(deadline));
    EXPECT_LT(SteadyClock::now() - started, deadline + 5s) << script;
    EXPECT_FALSE(answer) << script;
    return answer ? Error{} : answer.error();
  }
};

TEST_F(RequestTest, a_request_gets_its_answer) {
  auto machine = boot("good");
  ASSERT_TRUE(machine) << machine.error().text();
  const auto done = (*machine)->ask_for<wire::CommandDone>(k_echo, in(20s));
  ASSERT_TRUE(done) << done.error().text();
  EXPECT_EQ(done->output, "echo\nx\n");
}

TEST_F(RequestTest, an_answer_of_another_kind_is_a_protocol_error) {
  auto machine = boot("good");
  ASSERT_TRUE(machine) << machine.error().text();
  const auto done = (*machine)->ask_for<wire::FioDone>(k_echo, in(20s));
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, ErrorCode::protocol);
}

TEST_F(RequestTest, the_guests_refusal_comes_with_its_words) {
  const Error error = request_error("refusal");
  EXPECT_EQ(error.code, ErrorCode::infrastructure);
  EXPECT_THAT(error.message, HasSubstr("no parameter poll_queus"));
}

TEST_F(RequestTest, silence_is_a_timeout) {
  EXPECT_EQ(request_error("silence", 300ms).code, ErrorCode::timeout);
}

TEST_F(RequestTest, a_result_that_stalls_is_a_timeout) {
  EXPECT_EQ(request_error("stall-in-result", 300ms).code, ErrorCode::timeout);
}

TEST_F(RequestTest, death_in_mid_result_is_told_at_once) {
  const Error error = request_error("death-in-result");
  EXPECT_EQ(error.code, ErrorCode::guest_died);
  EXPECT_THAT(error.message, HasSubstr("exit code 1"));
}

TEST_F(RequestTest, a_killed_qemu_is_told_at_once) {
  const Error error = request_error("killed-in-result");
  EXPECT_EQ(error.code, ErrorCode::guest_died);
  EXPECT_THAT(error.message, HasSubstr("signal 9"));
}

TEST_F(RequestTest, garbage_and_foreign_ids_are_protocol_errors) {
  EXPECT_EQ(request_error("answer-garbage").code, ErrorCode::protocol);
  const Error error = request_error("wrong-id");
  EXPECT_EQ(error.code, ErrorCode::protocol);
  EXPECT_THAT(error.message, HasSubstr("never made"));
}

TEST_F(RequestTest, an_oops_ends_the_wait_with_its_text) {
  const Error error = request_error("oops-in-run");
  EXPECT_EQ(error.code, ErrorCode::guest_died);
  EXPECT_THAT(error.message, HasSubstr("oops in virtio_blk_ref"));
  EXPECT_THAT(error.message, HasSubstr("NULL pointer dereference"));
}

TEST_F(RequestTest, a_drivers_warning_spoils_the_answer_it_came_with) {
  const Error error = request_error("warning-in-run");
  EXPECT_EQ(error.code, ErrorCode::guest_died);
  EXPECT_THAT(error.message, HasSubstr("driver_warning in virtio_blk_ref"));
}

TEST_F(RequestTest, after_an_incident_every_call_fails_the_same_way) {
  auto machine = boot("oops-in-run");
  ASSERT_TRUE(machine) << machine.error().text();
  EXPECT_FALSE((*machine)->ask(k_echo, in(20s)));
  ASSERT_NE((*machine)->incident(), nullptr);
  const auto started = SteadyClock::now();
  EXPECT_EQ((*machine)->check().error().code, ErrorCode::guest_died);
  EXPECT_EQ((*machine)->qmp("query-status").error().code, ErrorCode::guest_died);
  EXPECT_LT(SteadyClock::now() - started, 1s);
}

TEST_F(RequestTest, a_late_answer_is_not_taken_for_the_next_one) {
  auto machine = boot("late-answer");
  ASSERT_TRUE(machine) << machine.error().text();
  EXPECT_EQ((*machine)->ask(k_echo, in(200ms)).error().code, ErrorCode::timeout);
  const auto done = (*machine)->ask_for<wire::CommandDone>(k_echo, in(20s));
  ASSERT_TRUE(done) << done.error().text();
  EXPECT_EQ(done->output, "echo\nx\n");
}

TEST_F(RequestTest, a_flood_of_answers_is_cut_off) {
  auto machine = boot("answer-flood");
  ASSERT_TRUE(machine) << machine.error().text();
  Result<wire::Answer> answer = wire::Done{};
  for (int request = 0; request < 100 && answer; ++request) answer = (*machine)->ask(k_echo, in(20s));
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, ErrorCode::protocol);
}

TEST_F(RequestTest, a_stop_request_ends_a_wait_at_once) {
  std::stop_source stop;
  m_deadlines.boot = 20s;
  auto machine = Machine::boot(plan("silence"), m_deadlines, stop.get_token());
  ASSERT_TRUE(machine) << machine.error().text();
  std::jthread stopper([&] { stop.request_stop(); });
  const auto answer = (*machine)->ask(k_echo, in(60s));
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, ErrorCode::interrupted);
}

TEST_F(RequestTest, a_large_answer_arrives_whole) {
  auto machine = boot("good");
  ASSERT_TRUE(machine) << machine.error().text();
  wire::RunCommand large = k_echo;
  large.argv.assign(3, std::string(2u << 20, 'x'));
  const auto done = (*machine)->ask_for<wire::CommandDone>(large, in(30s));
  ASSERT_TRUE(done) << done.error().text();
  EXPECT_EQ(done->output.size(), 3 * ((2u << 20) + 1));
}

TEST_F(RequestTest, power_off_ends_qemu) {
  auto machine = boot("good");
  ASSERT_TRUE(machine) << machine.error().text();
  const auto done = (*machine)->power_off(in(20s));
  EXPECT_TRUE(done) << done.error().text();
}

TEST_F(RequestTest, a_guest_that_does_not_power_off_is_killed) {
  auto machine = boot("power-off-never");
  ASSERT_TRUE(machine) << machine.error().text();
  const pid_t qemu = (*machine)->qemu_pid();
  EXPECT_EQ((*machine)->power_off(in(300ms)).error().code, ErrorCode::timeout);
  EXPECT_NE(::kill(qemu, 0), 0);
}

TEST_F(RequestTest, disks_are_plugged_and_unplugged) {
  auto machine = boot("good");
  ASSERT_TRUE(machine) << machine.error().text();
  DiskPlan first;
  DiskPlan second;
  second.id = "disk1";
  second.backend.driver = "file";  // without a path: an unnamed scratch file
  DiskPlan third;
  third.id = "disk2";
  for (int round = 0; round < 3; ++round) {
    ASSERT_TRUE((*machine)->plug(first));
    const auto plugged = (*machine)->plug(second);
    ASSERT_TRUE(plugged) << plugged.error().text();
    EXPECT_EQ((*machine)->disks(), (std::vector<std::string>{"disk0", "disk1"}));
    EXPECT_THAT((*machine)->plug(first).error().message, HasSubstr("already"));
    EXPECT_THAT((*machine)->plug(third).error().message, HasSubstr("no free slot"));
    EXPECT_TRUE((*machine)->resize("disk1", Bytes{2ull << 30}));
    EXPECT_TRUE((*machine)->unplug("disk0"));
    EXPECT_TRUE((*machine)->unplug("disk1"));
    EXPECT_TRUE((*machine)->disks().empty());
  }
  EXPECT_THAT((*machine)->unplug("disk0").error().message, HasSubstr("no disk"));
}

TEST_F(RequestTest, a_device_qemu_refuses_leaves_no_node_behind) {
  auto machine = boot("qmp-refuses-device");
  ASSERT_TRUE(machine) << machine.error().text();
  for (int attempt = 0; attempt < 2; ++attempt) {
    const auto plugged = (*machine)->plug(DiskPlan{});
    ASSERT_FALSE(plugged);
    EXPECT_THAT(plugged.error().message, HasSubstr("num-queue' not found"));
  }
  EXPECT_THAT((*machine)->qmp("blockdev-del", R"({"node-name":"disk0-node"})").error().message,
              HasSubstr("Failed to find node"));
}

TEST_F(RequestTest, a_node_that_is_still_in_use_is_removed_a_moment_later) {
  auto machine = boot("node-busy");
  ASSERT_TRUE(machine) << machine.error().text();
  ASSERT_TRUE((*machine)->plug(DiskPlan{}));
  const auto done = (*machine)->unplug("disk0");
  EXPECT_TRUE(done) << done.error().text();
}

TEST_F(RequestTest, an_unplug_the_guest_ignores_is_a_timeout) {
  m_deadlines.unplug = 300ms;
  auto machine = boot("unplug-never");
  ASSERT_TRUE(machine) << machine.error().text();
  ASSERT_TRUE((*machine)->plug(DiskPlan{}));
  const auto done = (*machine)->unplug("disk0");
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, ErrorCode::timeout);
  EXPECT_THAT(done.error().message, HasSubstr("release of disk0"));
}

TEST_F(RequestTest, an_unplug_the_guest_refuses_is_told) {
  auto machine = boot("unplug-refused");
  ASSERT_TRUE(machine) << machine.error().text();
  ASSERT_TRUE((*machine)->plug(DiskPlan{}));
  EXPECT_THAT((*machine)->unplug("disk0").error().message, HasSubstr("refuses to let go"));
}
