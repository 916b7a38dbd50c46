// SPDX-License-Identifier: GPL-3.0-or-later
#include "vm/qmp.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace ringside;
using namespace ringside::vm;
using testing::HasSubstr;

namespace {

QmpMessage only(std::string_view bytes) {
  QmpReader reader;
  reader.feed(bytes);
  auto message = reader.next();
  EXPECT_TRUE(message && *message) << bytes;
  return message && *message ? std::move(**message) : QmpMessage(QmpEvent{});
}

Error refusal(std::string_view bytes) {
  QmpReader reader;
  reader.feed(bytes);
  auto message = reader.next();
  EXPECT_FALSE(message) << bytes.substr(0, 80);
  return message ? Error{} : message.error();
}

}  // namespace

TEST(Qmp, the_greeting_tells_the_version) {
  const auto message = only(
      "{\"QMP\": {\"version\": {\"qemu\": {\"micro\": 22, \"minor\": 2, \"major\": 7}, \"package\": \"Debian\"}, "
      "\"capabilities\": [\"oob\"]}}\r\n");
  EXPECT_EQ(std::get<QmpGreeting>(message).version, "7.2.22");
}

TEST(Qmp, replies_and_errors_keep_their_id) {
  const auto good = std::get<QmpReply>(only("{\"return\": {\"a\": 1}, \"id\": 3}\n"));
  EXPECT_EQ(good.id, 3);
  EXPECT_EQ(std::get<std::string>(good.result), "{\"a\":1}");
  const auto bad = std::get<QmpReply>(
      only("{\"id\": 4, \"error\": {\"class\": \"GenericError\", \"desc\": \"Node 'x' is in use\"}}\n"));
  EXPECT_EQ(bad.id, 4);
  EXPECT_EQ(std::get<QmpError>(bad.result).description, "Node 'x' is in use");
}

TEST(Qmp, events_give_their_data) {
  const auto event = std::get<QmpEvent>(
      only("{\"timestamp\": {\"seconds\": 1}, \"event\": \"DEVICE_DELETED\", \"data\": {\"device\": \"disk0\"}}\n"));
  EXPECT_EQ(event.name, "DEVICE_DELETED");
  EXPECT_EQ(event.text("device"), "disk0");
  EXPECT_EQ(event.text("path"), "");
}

TEST(Qmp, messages_arrive_whole_whatever_the_pieces) {
  const std::string stream = "{\"return\": {}, \"id\": 1}\r\n\r\n{\"event\": \"RESUME\"}\n";
  QmpReader reader;
  int messages = 0;
  for (const char c : stream) {
    reader.feed(std::string_view(&c, 1));
    auto message = reader.next();
    ASSERT_TRUE(message);
    if (*message) ++messages;
  }
  EXPECT_EQ(messages, 2);
}

TEST(Qmp, garbage_is_an_error_not_a_crash) {
  for (const char* line :
       {"hello\n", "[]\n", "{}\n", "{\"return\"\n", "{\"error\": 5}\n", "{\"event\": 7}\n", "\xff\xfe\n"}) {
    EXPECT_EQ(refusal(line).code, ErrorCode::protocol) << line;
  }
}

TEST(Qmp, a_line_without_end_is_an_error) {
  EXPECT_THAT(refusal(std::string(QmpReader::k_max_line + 1, ' ')).message, HasSubstr("more than"));
}

TEST(Qmp, nesting_without_end_is_an_error) {
  EXPECT_THAT(refusal("{\"return\": " + std::string(1u << 20, '[') + "\n").message, HasSubstr("nested too deep"));
}

TEST(Qmp, brackets_in_strings_do_not_count) {
  const auto reply = std::get<QmpReply>(only("{\"return\": \"" + std::string(1000, '[') + "\\\"{\", \"id\": 1}\n"));
  EXPECT_EQ(reply.id, 1);
}

TEST(QmpLine, a_command_is_one_line) {
  const auto line = qmp_line(7, {"device_del", "{\"id\":\"a\\nb\"}"});
  ASSERT_TRUE(line);
  EXPECT_EQ(*line, "{\"arguments\":{\"id\":\"a\\nb\"},\"execute\":\"device_del\",\"id\":7}\n");
}

TEST(QmpLine, arguments_that_are_no_object_are_refused) {
  EXPECT_FALSE(qmp_line(1, {"stop", "[]"}));
  EXPECT_FALSE(qmp_line(1, {"stop", "{"}));
}
