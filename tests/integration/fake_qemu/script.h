// SPDX-License-Identifier: GPL-3.0-or-later
// What the fake does wrong. The name on the command line is the enumerator's with dashes ("fake.script=no-hello").
#pragma once

#include <string_view>

enum class Script {
  good,
  // before QMP
  abort_at_start,  // words on stderr as when KVM refuses an MSR, then SIGABRT
  exit_at_start,   // words on stderr, exit code 1
  hang,            // does nothing at all, ignores SIGTERM
  helper,          // good, but with a process of its own in the group
  // QMP
  qmp_silent,
  qmp_garbage,  // after the greeting
  qmp_endless_line,
  qmp_event_flood,
  qmp_refuses_device,
  node_busy,  // the first blockdev-del fails as long as the device lingers
  // hello
  no_hello,
  other_version,
  hello_garbage,
  oversize_frame,
  empty_frame,
  reboot,         // ends with exit code 0 before the hello
  panic_at_boot,  // prints and stays
  no_init,
  console_flood,
  // in an answer
  silence,
  death_in_result,  // half a frame, then the end
  stall_in_result,  // half a frame, then nothing
  killed_in_result,
  answer_garbage,
  wrong_id,
  late_answer,  // the first request is answered only when the second has come
  answer_flood,
  refusal,
  oops_in_run,     // prints an oops, answers nothing and stays
  int3_in_run,     // dies as TCG does when it executes a stale breakpoint
  warning_in_run,  // prints a driver's WARN, then answers
  // unplug and the end
  unplug_never,
  unplug_refused,
  power_off_never,
};

// Ends the program where there is no such name: a typing error must not pass for a failure that a test expects.
[[nodiscard]] Script script_named(std::string_view name);
