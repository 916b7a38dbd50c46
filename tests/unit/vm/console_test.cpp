// SPDX-License-Identifier: GPL-3.0-or-later
#include "vm/console.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace ringside::vm;
using testing::HasSubstr;
using testing::Not;

namespace {

std::vector<Incident> incidents_in(std::string_view text) {
  IncidentWatch watch;
  watch.feed(text);
  watch.end();
  return {watch.incidents().begin(), watch.incidents().end()};
}

void expect_one(std::string_view line, IncidentKind kind, std::string_view module = "") {
  const auto found = incidents_in(line);
  ASSERT_EQ(found.size(), 1u) << line;
  EXPECT_EQ(found[0].kind, kind) << line << " taken for " << to_text(found[0].kind);
  EXPECT_EQ(found[0].module, module) << line;
}

// As 6.1 prints it.
constexpr std::string_view k_null_oops =
    "[   10.000000] virtio_blk virtio2: [vda] 2097152 512-byte logical blocks (1.07 GB/1.00 GiB)\r\n"
    "[   12.345678] BUG: kernel NULL pointer dereference, address: 0000000000000010\r\n"
    "[   12.345680] #PF: supervisor read access in kernel mode\r\n"
    "[   12.345690] Oops: 0000 [#1] PREEMPT SMP NOPTI\r\n"
    "[   12.345700] CPU: 1 PID: 312 Comm: fio Tainted: G           OE      6.1.0-57-amd64 #1  Debian 6.1.192-1\r\n"
    "[   12.345710] RIP: 0010:virtblk_ref_queue_rq+0x4a/0x120 [virtio_blk_ref]\r\n"
    "[   12.345720] Call Trace:\r\n"
    "[   12.345730]  <TASK>\r\n"
    "[   12.345740] ---[ end trace 0000000000000000 ]---\r\n"
    "[   12.345750] note: fio[312] exited with irqs disabled\r\n";

}  // namespace

TEST(IncidentWatch, an_oops_is_found_with_what_came_before_and_after) {
  IncidentWatch watch;
  watch.feed(k_null_oops);
  ASSERT_NE(watch.fatal(), nullptr);
  const Incident& first = *watch.fatal();
  EXPECT_EQ(first.kind, IncidentKind::oops);
  EXPECT_EQ(first.line_number, 2u);
  EXPECT_THAT(first.excerpt, HasSubstr("1.00 GiB"));
  EXPECT_EQ(first.module, "virtio_blk_ref");
  EXPECT_THAT(first.excerpt, HasSubstr("Call Trace:"));
  EXPECT_THAT(first.excerpt, HasSubstr("end trace"));
  EXPECT_THAT(first.excerpt, Not(HasSubstr("note: fio")));
  EXPECT_THAT(first.excerpt, Not(HasSubstr("\r")));
  EXPECT_EQ(watch.incidents().size(), 1u);
  EXPECT_FALSE(watch.collecting());
}

TEST(IncidentWatch, the_pieces_the_text_comes_in_do_not_matter) {
  const auto whole = incidents_in(k_null_oops);
  for (std::size_t piece = 1; piece < 90; piece += 7) {
    IncidentWatch watch;
    for (std::size_t at = 0; at < k_null_oops.size(); at += piece) watch.feed(k_null_oops.substr(at, piece));
    ASSERT_EQ(watch.incidents().size(), whole.size()) << piece;
    for (std::size_t at = 0; at < whole.size(); ++at)
      EXPECT_EQ(watch.incidents()[at].excerpt, whole[at].excerpt) << piece;
  }
}

TEST(IncidentWatch, each_kind_is_recognised) {
  expect_one("[    3.1] Kernel panic - not syncing: Attempted to kill init! exitcode=0x00000009", IncidentKind::panic);
  expect_one("[    1.9] Kernel panic - not syncing: VFS: Unable to mount root fs on unknown-block(0,0)",
             IncidentKind::bad_image);
  expect_one("[    1.9] Kernel panic - not syncing: No working init found.  Try passing init= option to kernel.",
             IncidentKind::bad_image);
  expect_one("[    8.250000] int3: 0000 [#1] PREEMPT SMP NOPTI", IncidentKind::int3);
  expect_one("[    8.250000] Oops: int3: 0000 [#1] PREEMPT SMP NOPTI", IncidentKind::int3);
  expect_one("[    8.2] general protection fault, probably for non-canonical address 0xdead: 0000 [#1] PREEMPT SMP",
             IncidentKind::oops);
  expect_one("[    8.2] Oops: general protection fault, probably for non-canonical address 0xdead: 0000 [#1] SMP",
             IncidentKind::oops);
  expect_one("[    8.2] divide error: 0000 [#1] PREEMPT SMP NOPTI", IncidentKind::oops);
  expect_one("[    8.2] BUG: KFENCE: use-after-free read in virtblk_done+0x3c/0x90 [virtio_blk]", IncidentKind::oops,
             "virtio_blk");
  expect_one("[    8.2] kernel BUG at drivers/block/virtio_blk.c:123!", IncidentKind::bug);
  expect_one("[  242.1] INFO: task fio:312 blocked for more than 120 seconds.", IncidentKind::hung_task);
  expect_one("[   60.1] watchdog: BUG: soft lockup - CPU#0 stuck for 26s! [fio:312]", IncidentKind::soft_lockup);
  expect_one("[   60.1] NMI watchdog: Watchdog detected hard LOCKUP on cpu 0", IncidentKind::soft_lockup);
  expect_one("[   81.0] rcu: INFO: rcu_preempt self-detected stall on CPU", IncidentKind::rcu_stall);
  expect_one("[   81.0] rcu: INFO: rcu_sched detected stalls on CPUs/tasks:", IncidentKind::rcu_stall);
  expect_one("[    9.0] WARNING: CPU: 1 PID: 77 at drivers/block/virtio_blk.c:321 virtblk_done+0x1c/0x50 [virtio_blk]",
             IncidentKind::driver_warning, "virtio_blk");
  expect_one("[    9.0] WARNING: drivers/block/x.c:321 at virtblk_done+0x1c/0x50 [virtio_blk_ref], CPU#1: fio/77",
             IncidentKind::driver_warning, "virtio_blk_ref");
  expect_one("[    0.4] WARNING: CPU: 0 PID: 0 at arch/x86/kernel/fpu/xstate.c:700 fpu__init_system+0x1/0x2",
             IncidentKind::warning);
  expect_one("[   30.0] Out of memory: Killed process 312 (fio) total-vm:1kB", IncidentKind::out_of_memory);
}

TEST(IncidentWatch, stamps_colours_and_callers_before_the_message_do_not_hide_it) {
  expect_one("Kernel panic - not syncing: Fatal exception", IncidentKind::panic);
  expect_one("<0>[    3.1] Kernel panic - not syncing: Fatal exception", IncidentKind::panic);
  expect_one("[    3.1][  T312] Kernel panic - not syncing: Fatal exception", IncidentKind::panic);
  expect_one("\x1b[0m\x1b[31m[    3.1] Kernel panic - not syncing: Fatal exception\x1b[0m\r", IncidentKind::panic);
}

TEST(IncidentWatch, harmless_lines_are_left_alone) {
  for (const char* line :
       {"[    1.0] Spectre V2 : WARNING: Unprivileged eBPF is enabled with eIBRS on",
        "[    5.0] traps: fio[312] general protection fault ip:7f0 sp:7ff error:0 in libc.so.6[7f0+1000]",
        "[    5.0] fio[312]: segfault at 0 ip 000 sp 000 error 4 in fio[55+1]", "[    0.1] ACPI BIOS Error (bug): x",
        "[    0.1] rcu: RCU event tracing is enabled.", "[    0.1] rcu: Hierarchical RCU implementation.",
        "[    1.0] Kernel command line: console=ttyS0 panic=-1 oops=panic", "agent: fio said: BUG: not the kernel",
        "[    0.0] [Firmware Bug]: TSC ADJUST differs", "[    0.0] Warning: unable to open an initial console.",
        "[    2.0] rcu_tasks: Setting shift to 2"}) {
    EXPECT_TRUE(incidents_in(line).empty()) << line;
  }
}

TEST(IncidentWatch, the_cause_is_reported_not_the_panic_it_brings) {
  IncidentWatch watch;
  watch.feed(
      "[    8.25] int3: 0000 [#1] PREEMPT SMP NOPTI\n[    8.26] CPU: 0 PID: 0 Comm: swapper/0\n"
      "[    8.27] Kernel panic - not syncing: Fatal exception in interrupt\n");
  ASSERT_NE(watch.fatal(), nullptr);
  EXPECT_EQ(watch.fatal()->kind, IncidentKind::int3);
  EXPECT_THAT(watch.fatal()->excerpt, HasSubstr("Fatal exception in interrupt"));
}

TEST(IncidentWatch, an_oops_after_a_harmless_report_is_an_incident_of_its_own) {
  IncidentWatch watch;
  watch.feed("[   81.0] rcu: INFO: rcu_preempt self-detected stall on CPU\n[   81.1] Oops: 0000 [#1] PREEMPT SMP\n");
  ASSERT_NE(watch.fatal(), nullptr);
  EXPECT_EQ(watch.fatal()->kind, IncidentKind::oops);
}

TEST(IncidentWatch, what_does_not_end_a_boot_is_recorded_all_the_same) {
  IncidentWatch watch;
  watch.feed("[   81.0] rcu: INFO: rcu_preempt self-detected stall on CPU\n");
  EXPECT_EQ(watch.incidents().size(), 1u);
  EXPECT_EQ(watch.fatal(), nullptr);
}

TEST(IncidentWatch, a_line_without_end_is_bounded) {
  IncidentWatch watch;
  for (int piece = 0; piece < 100; ++piece) watch.feed(std::string(100'000, 'x'));
  watch.feed("\n[ 1.0] Kernel panic - not syncing: x\n");
  ASSERT_EQ(watch.incidents().size(), 1u);
  EXPECT_LT(watch.incidents()[0].excerpt.size(), 6000u);
}

TEST(IncidentWatch, a_flood_of_warnings_is_bounded) {
  IncidentWatch watch;
  for (int line = 0; line < 10'000; ++line)
    watch.feed("[ 1.0] WARNING: CPU: 1 PID: 77 at x.c:1 f+0x1/0x2 [m]\n---[ end trace\n");
  EXPECT_EQ(watch.incidents().size(), 64u);
}

TEST(ConsoleLog, a_short_text_is_kept_whole) {
  ConsoleLog log;
  log.feed("one\r\ntwo\r\nthree");
  EXPECT_EQ(log.text(), "one\r\ntwo\r\nthree");
  EXPECT_EQ(log.last_lines(2), "two\nthree");
  EXPECT_EQ(log.last_lines(9), "one\ntwo\nthree");
  EXPECT_EQ(ConsoleLog().last_lines(3), "");
}

TEST(ConsoleLog, of_a_long_text_head_and_tail_are_kept) {
  ConsoleLog log;
  std::string piece(65'536, 'm');
  log.feed("first");
  for (int at = 0; at < 200; ++at) log.feed(piece);
  log.feed("last");
  const std::string text = log.text();
  EXPECT_EQ(log.total_bytes(), 200 * piece.size() + 9);
  EXPECT_LT(text.size(), ConsoleLog::k_head + ConsoleLog::k_tail + 200);
  EXPECT_TRUE(text.starts_with("first"));
  EXPECT_TRUE(text.ends_with("last"));
  EXPECT_THAT(text.substr(ConsoleLog::k_head, 100), HasSubstr("bytes left out"));
}
