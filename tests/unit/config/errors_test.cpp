// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that can be wrong with a campaign file, with the place and the words a user gets.
#include <gmock/gmock.h>

#include "campaign_text.h"

namespace ringside::config {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

struct Wrong {
  std::string_view what;
  std::string_view from;
  std::string_view to;
  std::string_view place;  // what the message starts with
  std::string_view says;   // and what it holds
};

void PrintTo(const Wrong& wrong, std::ostream* out) {
  *out << wrong.what;
}

class WrongFile : public testing::TestWithParam<Wrong> {};

TEST_P(WrongFile, is_refused_with_place_and_advice) {
  const Wrong& wrong = GetParam();
  EXPECT_THAT(error_of(with(wrong.from, wrong.to)),
              AllOf(StartsWith(std::string(wrong.place)), HasSubstr(std::string(wrong.says))));
}

constexpr Wrong k_tables[] = {
    {"no_toml", "vcpus = 4", "vcpus = ", "test.toml:6:", "not TOML"},
    {"key_twice", "vcpus = 4", "vcpus = 4\nvcpus = 2", "test.toml:7:", "vcpus"},
    {"unknown_table", "[design]", "[desing]", "test.toml:33:2: ", "did you mean 'design'"},
    {"unknown_key", "vcpus = 4", "vcpu = 4", "test.toml:6:1: unknown key 'vcpu' in [guest]", "did you mean 'vcpus'"},
    {"unknown_key_in_arm", "driver = \"ref", "drivr = \"ref", "test.toml:21:1: ", "did you mean 'driver'"},
    {"wrong_type", "vcpus = 4", "vcpus = \"4\"", "test.toml:6:9: ", "must be a whole number, not a text"},
    {"table_for_a_value", "vcpus = 4", "vcpus = {}", "test.toml:6:9: ", "not a table"},
    {"value_for_a_table", "params = { poll_queues = 2 }", "params = 2", "test.toml:22:10: ", "must be a table"},
    {"wrong_unit", "vcpus = 4", "memory = \"1GB\"", "test.toml:6:10: ", "MiB"},
    {"too_little_memory", "vcpus = 4", "memory = \"1MiB\"", "test.toml:6:10: ", "at least 128MiB"},
    {"out_of_range", "vcpus = 4", "vcpus = 0", "test.toml:6:9: ", "from 1 to"},
    {"fewer_hot_pluggable", "vcpus = 4", "vcpus = 4\nmax_vcpus = 2", "test.toml:", "less than vcpus"},
    {"two_lines", "vcpus = 4", "cmdline = \"a\\nb\"", "test.toml:6:11: ", "one line"},
    {"path_without_modules", "\"debian-6.12\"", "\"./bzImage\"", "test.toml:4:", "modules"},
    {"modules_without_path", "vcpus = 4", "modules = \"m\"", "test.toml:6:1: ", "given as a path"},
    {"unknown_word", "\"auto\"", "\"kvn\"", "test.toml:9:9: 'accel' in [machine] cannot be 'kvn'", "'kvm'"},
    {"unknown_backend", "\"null-co\"", "\"nul-co\"", "test.toml:12:10: ", "did you mean 'null-co'"},
    {"option_of_another_backend", "\"null-co\"", "\"file\"\nlatency-ns = 1", "test.toml:13:1: unknown key", "cache"},
    {"backend_without_path", "\"null-co\"", "\"host-device\"", "test.toml:11:", "needs a 'path'"},
    {"native_aio_with_page_cache", "\"null-co\"", "\"file\"\naio = \"native\"", "test.toml:11:", "cache"},
    {"stripe_of_one", "[design]", "[topology]\nkind = \"dm-stripe\"\n[design]", "test.toml:33:", "at least 2 disks"},
    {"chunk_without_stripe", "[design]", "[topology]\nchunk = \"4KiB\"\n[design]", "test.toml:34:1: ", "dm-stripe"},
    {"chunk_odd", "[design]", "[topology]\nkind = \"dm-stripe\"\ndisks = 2\nchunk = 5000\n[design]",
     "test.toml:36:1: ", "power of two"},
    {"unknown_scheduler", "[design]", "[topology]\nscheduler = \"cfq\"\n[design]", "test.toml:34:13: ", "mq-deadline"},
    {"no_block", "blocks = 10", "blocks = 0", "test.toml:34:10: ", "from 1 to"},
    {"negative_seed", "blocks = 10", "seed = -1", "test.toml:34:8: ", "negative"},
    {"unknown_tier", "[design]", "[probes]\ntier = 3\n[design]", "test.toml:34:8: ", "none, 0, 1, 2"},
    {"no_name", "name = \"test\"", "", "test.toml:1:", "has no 'name'"},
    {"name_with_separator", "\"test\"", "\"a:b\"", "test.toml:2:8: ", "cannot be the name"},
};

constexpr Wrong k_arms[] = {
    {"two_arms_of_one_name", "\"poll-2\"", "\"irq\"", "test.toml:20:1: there are two arms named 'irq'", ":14:"},
    {"one_bracket", "[[arm]]\nname = \"irq\"", "[arm]\nname = \"irq\"", "test.toml:", ""},
    {"arm_without_name", "name = \"irq\"", "", "test.toml:14:", "has no 'name'"},
    {"arm_name_with_dot", "\"poll-2\"", "\"poll.2\"", "test.toml:20:8: ", "cannot be the name of an arm"},
    {"unknown_driver", "\"reference\"", "\"referense\"", "test.toml:21:10: unknown driver", "'reference'"},
    {"unknown_parameter", "poll_queues", "poll_queue", "test.toml:22:12: ", "did you mean 'poll_queues'"},
    {"parameter_with_space", "poll_queues = 2", "poll_mode = \"a b\"", "test.toml:22:24: ", "spaces"},
    {"our_property", "num-queues = 4", "serial = \"x\"", "test.toml:16:12: ", "set by Ringside itself"},
    {"no_queue", "num-queues = 4", "num-queues = 0", "test.toml:16:25: ", "from 1 to 1024"},
    {"unknown_check", "\"polled\"", "\"poled\"", "test.toml:23:11: unknown treatment check", "'polled'"},
    {"check_of_wrong_type", "[\"polled\"]", "[1]", "test.toml:23:11: ", "list of texts"},
    {"dm_check_without_dm", "\"polled\"", "\"dm_polled\"", "test.toml:23:1: ", "no dm device"},
    {"check_both_ways", "\"polled\"", "\"polled\", \"not_polled\"", "test.toml:23:1: ", "not_polled"},
    {"check_only_the_reference_can_prove",
     "driver = \"reference\"\nparams = { poll_queues = 2 }\nexpect = [\"polled\"]", "expect = [\"notify_unlocked\"]",
     "test.toml:21:1: ", "reference driver"},
    {"unknown_key_in_override", "expect = [\"polled\"]", "guest = { vcpu = 2 }", "test.toml:23:11: ", "'vcpus'"},
    {"vhost_user_with_iothread", "device = { num-queues = 4 }",
     "backend = { driver = \"vhost-user-blk\" }\nmachine = { iothread = \"shared\" }",
     "test.toml:17:", "would do nothing"},
    {"vhost_user_on_two_disks", "device = { num-queues = 4 }",
     "backend = { driver = \"vhost-user-blk\" }\nmachine = { iothread = \"none\" }\ntopology = { disks = 2 }",
     "test.toml:18:", "more than one disk"},
    {"latency_of_a_file_served_by_vhost_user", "device = { num-queues = 4 }",
     "backend = { driver = \"vhost-user-blk\", path = \"x\", latency-ns = 5 }", "test.toml:16:", "without a path"},
    {"ioeventfd_off_with_iothread", "device = { num-queues = 4 }",
     "device = { ioeventfd = \"off\" }\nmachine = { iothread = \"shared\" }", "test.toml:16:12: ", "ioeventfd"},
    {"ioeventfd_false_with_iothread", "device = { num-queues = 4 }",
     "device = { ioeventfd = false }\nmachine = { iothread = \"per-disk\" }", "test.toml:16:12: ", "ioeventfd"},
    {"iothread_over_mmio_under_tcg", "device = { num-queues = 4 }",
     "machine = { iothread = \"shared\", transport = \"mmio\", accel = \"tcg\" }", "test.toml:16:13: ", "virtio-mmio"},
    {"mmio_with_other_disks", "accel = \"auto\"", "transport = \"mmio\"",
     "test.toml:19:", "cannot change in a running"},
    {"disks_that_share_a_path", "\"null-co\"", "\"file\"\npath = \"d\"\n[topology]\ndisks = 2",
     "test.toml:", "one path"},
};

constexpr Wrong k_fio[] = {
    {"unknown_option", "ioengine = ", "ioengin = ", "test.toml:26:1: ", "did you mean 'ioengine'"},
    {"other_spelling", "rw = [", "readwrite = [", "test.toml:30:1: ", "written 'rw'"},
    {"runs_programs", "ioengine = \"io_uring\"", "exec_prerun = \"id\"", "test.toml:26:1: ", "it runs programs"},
    {"engine_that_runs_programs", "\"io_uring\"", "\"exec\"", "test.toml:26:12: ", "cannot be 'exec'"},
    {"engine_from_a_file", "\"io_uring\"", "\"external:/x.so\"", "test.toml:26:12: ", "cannot be"},
    {"writes_files", "ioengine = \"io_uring\"", "write_iolog = \"x\"", "test.toml:26:1: ", "other files"},
    {"other_disk", "ioengine = \"io_uring\"", "filename = \"/dev/sda\"", "test.toml:26:1: ", "Ringside sets it itself"},
    {"in_an_arm", "hipri = 0", "exec_postrun = \"id\"", "test.toml:17:9: ", "it runs programs"},
    {"in_the_matrix", "rw = [\"randread\"]", "direct = [0, 1]", "test.toml:30:1: ", "Ringside sets it itself"},
    {"hides_errors", "ioengine = \"io_uring\"", "ignore_error = \"EIO\"", "test.toml:26:1: ", "invalid"},
    {"stops_by_result", "ioengine = \"io_uring\"", "steadystate = \"iops:1%\"",
     "test.toml:26:1: ", "what was measured"},
    {"expanded_by_fio", "\"randread\"", "\"$x\"", "test.toml:30:7: ", "character"},
    {"backquotes", "\"randread\"", "\"`id`\"", "test.toml:30:7: ", "character"},
    {"line_break", "\"randread\"", "\"read\\nexec_prerun=id\"", "test.toml:30:7: ", "character"},
    {"path_in_a_value", "ioengine = \"io_uring\"", "mem = \"mmaphuge:/x\"", "test.toml:26:7: ", "without a path"},
    {"unknown_pattern", "\"randread\"", "\"randred\"", "test.toml:30:7: ", "did you mean 'randread'"},
    {"size_unit", "\"4k\"", "\"4KB\"", "test.toml:31:14: ", "a size"},
    {"size_in_a_split", "bs = [\"512\", \"4k\"]", "bssplit = [\"4Ki/50\"]", "test.toml:31:12: ", "with k, m or g"},
    {"duration_unit", "\"5s\"", "\"5x\"", "test.toml:27:11: ", "a duration"},
    {"duration_without_unit", "\"5s\"", "\"5\"", "test.toml:27:11: ", "a duration"},
    {"no_duration", "\"5s\"", "0", "test.toml:27:11: ", "a duration"},
    {"depth_as_text", "ioengine = \"io_uring\"", "iodepth = \"8\"", "test.toml:26:11: ", "whole number"},
    {"no_depth", "ioengine = \"io_uring\"", "iodepth = 0", "test.toml:26:11: ", "at least 1"},
    {"flag_of_two", "hipri = 0", "hipri = 2", "test.toml:17:17: ", "0 or 1"},
    {"list_in_fio", "\"io_uring\"", "[\"io_uring\"]", "test.toml:26:12: ", "not a list"},
    {"option_of_another_engine", "\"io_uring\"", "\"libaio\"", "test.toml:17:9: ", "io_uring or pvsync2"},
    {"option_without_its_engine", "ioengine = \"io_uring\"", "", "test.toml:17:9: ", "engine psync does not have"},
    {"option_of_another_engine_in_the_matrix", "ioengine = \"io_uring\"\nruntime = \"5s\"\n\n[matrix]",
     "runtime = \"5s\"\n\n[matrix]\nioengine = [\"io_uring\", \"libaio\"]",
     "test.toml:17:9: ", "engine libaio does not"},
    {"no_ending", "runtime = \"5s\"", "", "test.toml:14:", "nothing ends the runs"},
    {"empty_matrix", "rw = [\"randread\"]\nbs = [\"512\", \"4k\"]", "", "test.toml:29:", "[matrix] is empty"},
    {"empty_axis", "[\"randread\"]", "[]", "test.toml:30:1: ", "has no value"},
    {"value_twice", "\"512\", \"4k\"", "\"4k\", \"4k\"", "test.toml:31:13: ", "twice"},
    {"in_arm_and_matrix", "fio = { hipri = 0 }", "fio = { bs = \"4k\" }", "test.toml:17:9: ", "matrix"},
    {"in_fio_and_matrix", "ioengine = \"io_uring\"", "bs = \"4k\"", "test.toml:26:1: 'bs' stands both in [fio]",
     "matrix"},
};

constexpr Wrong k_gate[] = {
    {"unknown_baseline", "baseline = \"irq\"", "baseline = \"irk\"", "test.toml:37:12: ", "did you mean 'irq'"},
    {"unknown_metric", "iops = \"5%\"", "iosp = \"5%\"", "test.toml:38:12: unknown metric", "did you mean 'iops'"},
    {"margin_without_percent", "\"5%\"", "\"5\"", "test.toml:38:19: ", "percentage"},
    {"margin_as_number", "\"5%\"", "5", "test.toml:38:19: ", "percentage"},
    {"margin_of_nothing", "\"5%\"", "\"0%\"", "test.toml:38:19: ", "above 0%"},
    {"rule_without_cell", "[gate]", "[[gate.rule]]\nmargin = { iops = \"5%\" }\n[gate]", "test.toml:36:", "'cell'"},
};

std::string name_of_case(const testing::TestParamInfo<Wrong>& info) {
  return std::string(info.param.what);
}

INSTANTIATE_TEST_SUITE_P(Tables, WrongFile, testing::ValuesIn(k_tables), name_of_case);
INSTANTIATE_TEST_SUITE_P(Arms, WrongFile, testing::ValuesIn(k_arms), name_of_case);
INSTANTIATE_TEST_SUITE_P(Fio, WrongFile, testing::ValuesIn(k_fio), name_of_case);
INSTANTIATE_TEST_SUITE_P(GateTable, WrongFile, testing::ValuesIn(k_gate), name_of_case);

TEST(WrongFile, without_an_arm_or_a_matrix_says_what_to_add) {
  EXPECT_THAT(error_of("[campaign]\nname = \"a\"\n"), HasSubstr("[[arm]]"));
  EXPECT_THAT(error_of("[campaign]\nname = \"a\"\n[[arm]]\nname = \"b\"\n"), HasSubstr("[matrix]"));
  EXPECT_THAT(error_of(""), HasSubstr("[campaign]"));
}

TEST(WrongFile, with_too_many_cells_is_refused) {
  std::string numbers = "iodepth = [";
  for (int number = 1; number <= 200; ++number) numbers += std::to_string(number) + ", ";
  std::string text = with("rw = [\"randread\"]", numbers + "]");
  text.replace(text.find("bs = ["), 6, "numjobs" + numbers.substr(7) + "]\nbs = [");
  EXPECT_THAT(error_of(text), HasSubstr("10000 cells"));
}

TEST(MissingFile, is_not_found) {
  const auto campaign = load("/nowhere/x.toml");
  ASSERT_FALSE(campaign);
  EXPECT_EQ(campaign.error().code, ErrorCode::not_found);
  EXPECT_THAT(campaign.error().message, HasSubstr("/nowhere/x.toml"));
}

TEST(Folder, is_no_campaign_file) {
  const auto campaign = load(RINGSIDE_SOURCE_DIR);
  ASSERT_FALSE(campaign);
  EXPECT_EQ(campaign.error().code, ErrorCode::not_found);
}

}  // namespace
}  // namespace ringside::config
