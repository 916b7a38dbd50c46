// SPDX-License-Identifier: GPL-3.0-or-later
#include "wire/messages.h"

#include <gtest/gtest.h>

#include <string>

namespace ringside::wire {
namespace {

using namespace std::string_literals;

// Encoding what was decoded gives the same text: nothing was lost on the way.
std::string again(const NumberedRequest& request) {
  auto decoded = decode_request(encode(request));
  return decoded ? encode(*decoded) : decoded.error().text();
}

std::string again(const Reply& reply) {
  auto decoded = decode_reply(encode(reply));
  return decoded ? encode(*decoded) : decoded.error().text();
}

FioDone full_fio_done() {
  FioDone done;
  done.exit_code = -1;
  done.signal = 9;
  done.timed_out = true;
  done.output = "{\"jobs\": []}\n";
  done.errors = "fio: terminating\n";
  done.files = {{"iops.1.log", "1, 2, 0, 0\n"}};
  done.disks = {{"vda", QueueSplit{2, 0, 2}, QueueSplit{2, 0, 2}, "none", 18'446'744'073'709'551'615u, 7},
                {"vdb", std::nullopt, std::nullopt, "mq-deadline", 0, 0}};
  done.log = {"[ 1.0] x"};
  done.elapsed = Milliseconds(3400);
  done.probes = R"({"schema":"ringside.probe/1"})";
  done.probe_failure = "no BTF";
  return done;
}

std::vector<Request> all_requests() {
  return {LoadDriver{"virtio_blk", {{"poll_queues", "2"}}},
          UnloadDriver{"virtio_blk"},
          BindDisks{"virtio_blk", {"d0", "d1"}, "mq-deadline", Milliseconds(5000)},
          RunFio{"[job]\nrw=read\n", {"vda", "vdb"}, Milliseconds(60'000), {"--tier", "1"}},
          RunCommand{{"dmsetup", "table"}, "0 8 zero", Milliseconds(1)},
          ReadFiles{{"/proc/version"}},
          WriteFile{"/tmp/x", "content\n"},
          PowerOff{}};
}

std::vector<Answer> all_answers() {
  DiskReady disk{"d0", "vda", "virtio2", 1u << 30, {}, {{"nr_requests", "256"}}, {"virtio_blk virtio2: 2/0/2"}, 4096};
  disk.treatment = full_fio_done().disks.front();
  DiskReady unmeasured = disk;
  unmeasured.memory_bytes.reset();
  return {Done{},
          DriverLoaded{"virtio_blk", "00ff", "virtio_blk", {{"poll_queues", "2"}}, {"taints kernel"}},
          DisksReady{{disk, unmeasured}},
          full_fio_done(),
          CommandDone{1, 0, false, "out", "err"},
          Files{{{"/proc/version", "Linux"}}}};
}

TEST(Messages, every_request_survives_the_way) {
  std::int64_t id = 0;
  for (const Request& request : all_requests()) {
    const NumberedRequest numbered{++id, request};
    EXPECT_EQ(again(numbered), encode(numbered));
    EXPECT_EQ(decode_request(encode(numbered)).value().request.index(), request.index());
  }
}

TEST(Messages, every_answer_survives_the_way) {
  for (const Answer& answer : all_answers()) {
    const Reply reply{7, answer};
    EXPECT_EQ(again(reply), encode(reply));
    EXPECT_EQ(std::get<Answer>(decode_reply(encode(reply)).value().outcome).index(), answer.index());
  }
}

TEST(Messages, values_arrive_as_they_were_sent) {
  const auto reply = decode_reply(encode(Reply{3, Answer(full_fio_done())})).value();
  EXPECT_EQ(reply.id, 3);
  const auto& done = std::get<FioDone>(std::get<Answer>(reply.outcome));
  EXPECT_EQ(done.exit_code, -1);
  EXPECT_EQ(done.signal, 9);
  EXPECT_TRUE(done.timed_out);
  EXPECT_EQ(done.disks.at(0).hctx, (QueueSplit{2, 0, 2}));
  EXPECT_EQ(done.disks.at(0).completed, 18'446'744'073'709'551'615u);
  EXPECT_EQ(done.disks.at(1).log_line, std::nullopt);
  EXPECT_EQ(done.elapsed, Milliseconds(3400));
}

TEST(Messages, error_reply_carries_the_guests_words) {
  const auto reply = decode_reply(encode(Reply{4, "no module \"x\""s})).value();
  EXPECT_EQ(std::get<std::string>(reply.outcome), "no module \"x\"");
}

TEST(Messages, bytes_that_are_no_utf8_are_replaced_when_written) {
  CommandDone done;
  done.output = "a\xff\xc3z\0b"s;
  const auto reply = decode_reply(encode(Reply{1, Answer(done)})).value();
  EXPECT_EQ(std::get<CommandDone>(std::get<Answer>(reply.outcome)).output, "a\xef\xbf\xbd\xef\xbf\xbdz\0b"s);
}

TEST(Hello, arrives) {
  const auto hello = decode_hello(encode(Hello{k_protocol_version, "0.1.0", "6.1.0-57-amd64", Milliseconds(4321)}));
  ASSERT_TRUE(hello);
  EXPECT_EQ(hello->kernel_release, "6.1.0-57-amd64");
  EXPECT_EQ(hello->uptime, Milliseconds(4321));
}

TEST(Hello, of_another_version_is_recognised_whatever_else_it_holds) {
  const auto hello = decode_hello(R"({"hello":{"protocol":99,"agent_version":[]}})");
  ASSERT_TRUE(hello);
  EXPECT_EQ(hello->protocol, 99);
}

TEST(Hello, another_message_in_its_place_is_refused) {
  EXPECT_FALSE(decode_hello(encode(Reply{1, Answer(Done{})})));
  EXPECT_FALSE(decode_hello(R"({"hello":7})"));
  EXPECT_FALSE(decode_hello(R"({"hello":{}})"));
}

TEST(Decoding, every_truncation_of_a_reply_is_refused) {
  const std::string whole = encode(Reply{7, Answer(full_fio_done())});
  for (std::size_t length = 0; length < whole.size(); ++length) {
    auto reply = decode_reply(std::string_view(whole).substr(0, length));
    ASSERT_FALSE(reply) << length;
    ASSERT_EQ(reply.error().code, ErrorCode::protocol);
  }
}

// Whatever single byte is changed, decoding ends with a value or a protocol error.
TEST(Decoding, survives_every_changed_byte) {
  const std::string whole = encode(Reply{7, all_answers().at(2)});
  for (std::size_t at = 0; at < whole.size(); ++at) {
    for (const char byte : "\0\xff\"{}[]:,9-e\\tn"s) {
      std::string changed = whole;
      changed[at] = byte;
      const auto reply = decode_reply(changed);
      ASSERT_TRUE(reply || reply.error().code == ErrorCode::protocol) << changed;
    }
  }
}

TEST(Decoding, wrong_types_and_ranges_are_refused_with_the_fields_name) {
  const std::string good = encode(Reply{7, Answer(full_fio_done())});
  const std::pair<std::string, std::string> changes[] = {
      {R"("exit_code":-1)", R"("exit_code":"1")"},
      {R"("exit_code":-1)", R"("exit_code":1.0)"},
      {R"("exit_code":-1)", R"("exit_code":2147483648)"},
      {R"("exit_code":-1)", R"("exit_code":18446744073709551615)"},
      {R"("exit_code":-1)", R"("exit_cod":-1)"},
      {R"("timed_out":true)", R"("timed_out":1)"},
      {R"("elapsed_ms":3400)", R"("elapsed_ms":-1)"},
      {R"("elapsed_ms":3400)", R"("elapsed_ms":9000000000000)"},
      {R"("completed":0)", R"("completed":-1)"},
      {R"("completed":0)", R"("completed":null)"},
      {R"("poll":2)", R"("poll":-2)"},
      {R"("poll":2)", R"("poll":70000)"},
      {R"("log":[)", R"("log":[1,)"},
      {R"("disk":"vda")", R"("disk":["vda"])"},
  };
  for (const auto& [from, to] : changes) {
    std::string bad = good;
    ASSERT_NE(bad.find(from), std::string::npos) << from;
    bad.replace(bad.find(from), from.size(), to);
    auto reply = decode_reply(bad);
    ASSERT_FALSE(reply) << to;
    const std::string field = from.substr(1, from.find('"', 1) - 1);
    EXPECT_NE(reply.error().message.find(field), std::string::npos) << reply.error().message;
  }
}

TEST(Decoding, numbers_beyond_every_type_are_refused) {
  EXPECT_FALSE(decode_reply(R"({"id":1e400,"kind":"done","ok":{}})"));
  EXPECT_FALSE(decode_reply(R"({"id":99999999999999999999999,"kind":"done","ok":{}})"));
  EXPECT_FALSE(decode_reply(R"({"id":9223372036854775808,"kind":"done","ok":{}})"));
  EXPECT_FALSE(decode_reply(R"({"id":-1,"kind":"done","ok":{}})"));
}

TEST(Decoding, text_that_is_no_utf8_is_refused) {
  EXPECT_FALSE(decode_reply("{\"id\":1,\"error\":\"\xff\"}"));
  EXPECT_FALSE(decode_reply("{\"id\":1,\"error\":\"\xed\xa0\x80\"}"));  // half a surrogate pair
}

TEST(Decoding, reply_needs_exactly_one_of_ok_and_error) {
  EXPECT_TRUE(decode_reply(R"({"id":1,"kind":"done","ok":{}})"));
  EXPECT_FALSE(decode_reply(R"({"id":1})"));
  EXPECT_FALSE(decode_reply(R"({"id":1,"kind":"done","ok":{},"error":"x"})"));
  EXPECT_FALSE(decode_reply(R"({"id":1,"kind":"nothing","ok":{}})"));
  EXPECT_FALSE(decode_reply(R"({"id":1,"ok":{}})"));
  EXPECT_FALSE(decode_reply(R"([{"id":1}])"));
  EXPECT_FALSE(decode_reply(R"(null)"));
  EXPECT_FALSE(decode_reply(""));
}

TEST(Decoding, unknown_operation_is_refused) {
  EXPECT_FALSE(decode_request(R"({"id":1,"op":"format_host","args":{}})"));
  EXPECT_FALSE(decode_request(R"({"id":1,"op":"power_off"})"));
}

TEST(Decoding, depth_bomb_costs_no_stack) {
  for (const std::string open : {"[", "{\"a\":", "[{\"a\":"}) {
    std::string bomb = R"({"id":1,"kind":"files","ok":)";
    while (bomb.size() < (15u << 20)) bomb += open;
    auto reply = decode_reply(bomb);
    ASSERT_FALSE(reply);
    EXPECT_NE(reply.error().message.find("nests deeper"), std::string::npos);
  }
}

TEST(Decoding, flood_of_values_costs_no_memory) {
  std::string flood = R"({"id":1,"kind":"files","ok":[)";
  while (flood.size() < (15u << 20)) flood += "{},";
  auto reply = decode_reply(flood + "{}]}");
  ASSERT_FALSE(reply);
  EXPECT_NE(reply.error().message.find("more than"), std::string::npos);
}

TEST(Decoding, brackets_inside_strings_are_no_depth) {
  CommandDone done;
  done.output = std::string(100'000, '[') + "\\\"" + std::string(300'000, ',');
  EXPECT_TRUE(decode_reply(encode(Reply{1, Answer(done)})));
}

}  // namespace
}  // namespace ringside::wire
