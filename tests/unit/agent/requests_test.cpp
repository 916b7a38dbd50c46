// SPDX-License-Identifier: GPL-3.0-or-later
#include "agent/requests.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "wire/frame.h"

namespace ringside::agent {
namespace {

using testing::HasSubstr;

wire::Answer ask(const wire::Request& request) {
  Guest guest;
  auto result = answer(guest, request);
  EXPECT_TRUE(result) << result.error().text();
  return result.value_or(wire::Done{});
}

std::string refusal(const wire::Request& request) {
  Guest guest;
  const auto result = answer(guest, request);
  return result ? "" : result.error().text();
}

TEST(Requests, command_is_answered_with_how_it_ended) {
  const auto answer = ask(wire::RunCommand{{"sh", "-c", "cat; exit 4"}, "text", Milliseconds(10'000)});
  EXPECT_EQ(std::get<wire::CommandDone>(answer).output, "text");
  EXPECT_EQ(std::get<wire::CommandDone>(answer).exit_code, 4);
}

TEST(Requests, files_that_cannot_be_read_are_left_out) {
  const auto answer = ask(wire::ReadFiles{{"/proc/version", "/proc/no-such-file"}});
  const auto& files = std::get<wire::Files>(answer).content;
  EXPECT_EQ(files.size(), 1u);
  EXPECT_THAT(files.at("/proc/version"), HasSubstr("Linux"));
}

TEST(Requests, files_larger_than_an_answer_are_refused) {
  EXPECT_THAT(refusal(wire::ReadFiles{{"/dev/zero"}}), HasSubstr("larger than an answer"));
}

TEST(Requests, file_outside_tmp_is_not_made) {
  EXPECT_THAT(refusal(wire::WriteFile{"/no-such-folder/file", "x"}), HasSubstr("/no-such-folder/file"));
}

TEST(Requests, unknown_module_is_refused_by_name) {
  EXPECT_THAT(refusal(wire::LoadDriver{"no_such_module", {}}), HasSubstr("no_such_module"));
  EXPECT_THAT(refusal(wire::LoadDriver{"/proc/version", {}}), HasSubstr("not a kernel module"));
  EXPECT_THAT(refusal(wire::UnloadDriver{"no_such_module"}), HasSubstr("no_such_module"));
}

TEST(Requests, unknown_bus_driver_is_refused_by_name) {
  EXPECT_THAT(refusal(wire::BindDisks{"no_such_driver", {}, "none", Milliseconds(10)}), HasSubstr("no_such_driver"));
}

TEST(Payload, output_that_does_not_fit_a_frame_is_cut) {
  wire::FioDone done;
  done.output.assign(4u << 20, '\x01');  // six bytes each in JSON
  done.exit_code = 5;
  const std::string payload = payload_of({7, wire::Answer(done)});
  EXPECT_LE(payload.size(), wire::k_max_frame);
  const auto reply = wire::decode_reply(payload);
  ASSERT_TRUE(reply);
  const auto& cut = std::get<wire::FioDone>(std::get<wire::Answer>(reply->outcome));
  EXPECT_EQ(cut.exit_code, 5);
  EXPECT_GT(cut.output.size(), 1u << 20);
}

TEST(Payload, answer_that_may_not_be_cut_becomes_an_error) {
  wire::Files files;
  files.content["/proc/x"].assign(4u << 20, '\x01');
  const auto reply = wire::decode_reply(payload_of({8, wire::Answer(files)}));
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->id, 8);
  EXPECT_THAT(std::get<std::string>(reply->outcome), HasSubstr("does not fit"));
}

}  // namespace
}  // namespace ringside::agent
