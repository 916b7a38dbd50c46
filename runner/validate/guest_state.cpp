// SPDX-License-Identifier: GPL-3.0-or-later
#include "validate/guest_state.h"

#include <algorithm>

namespace ringside::validate {
namespace {

using namespace std::chrono_literals;

// Every part on its own: one that is not there must not silence the rest. debugfs tells what a hardware context has
// in hand, a stack where a program waits.
constexpr const char* k_state =
    "tail -n 5 /tmp/background.out /tmp/background.err 2>/dev/null\n"
    "grep . /sys/block/v*/inflight /sys/block/v*/size 2>/dev/null\n"
    "grep . /sys/kernel/debug/block/v*/hctx*/state /sys/kernel/debug/block/v*/hctx*/busy 2>/dev/null\n"
    "for p in $(busybox pidof fio); do echo \"fio $p\"; cat /proc/$p/task/*/stack; done 2>/dev/null\n"
    "grep virtio /proc/interrupts\n"
    "dmesg | tail -n 15\n";

constexpr Milliseconds k_patience = 8s;

// ESC [ … letter
std::size_t after_colour(std::string_view text, std::size_t at) {
  if (at + 1 >= text.size() || text[at + 1] != '[') return at + 1;
  at += 2;
  while (at < text.size() && (text[at] < '@' || text[at] > '~')) ++at;
  return std::min(text.size(), at + 1);
}

}  // namespace

std::string state_of_guest(vm::Machine& machine, TimePoint deadline) {
  const wire::RunCommand request{{"sh", "-c", k_state}, {}, k_patience};
  const auto latest = SteadyClock::now() + 2 * k_patience;
  const auto done = machine.ask_for<wire::CommandDone>(request, std::min(latest, deadline));
  return done ? done->output : std::string();
}

std::string last_lines(std::string_view console, int lines) {
  std::string plain;
  for (std::size_t at = 0; at < console.size();) {
    if (console[at] == '\x1b') {
      at = after_colour(console, at);
      continue;
    }
    const char c = console[at++];
    if (c == '\n' || c == '\t' || static_cast<unsigned char>(c) >= 0x20) plain += c;
  }
  while (plain.ends_with('\n')) plain.pop_back();
  std::size_t begin = plain.size();
  for (int line = 0; line < lines && begin != std::string::npos; ++line) {
    begin = begin == 0 ? std::string::npos : plain.rfind('\n', begin - 1);
  }
  return begin == std::string::npos ? plain : plain.substr(begin + 1);
}

}  // namespace ringside::validate
