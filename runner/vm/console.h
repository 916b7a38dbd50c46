// SPDX-License-Identifier: GPL-3.0-or-later
// The guest's console: kept within bounds, and searched for what ends a measurement.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ringside::vm {

enum class IncidentKind {
  panic,           // "Kernel panic - not syncing"
  bad_image,       // a panic because no root or init was found: the image is wrong, not the driver
  int3,            // TCG executed a stale breakpoint (threads=multi): the boot is repeated, nobody is blamed
  oops,            // "Oops", general protection fault, NULL dereference, bad page state
  bug,             // "kernel BUG at"
  hung_task,       // "blocked for more than N seconds"
  soft_lockup,     // soft or hard lockup
  rcu_stall,       // RCU, which under emulation also tells of a starved host
  driver_warning,  // WARN in a module, named in `module`
  warning,         // WARN elsewhere
  out_of_memory,   // the guest killed a process
};
[[nodiscard]] std::string_view to_text(IncidentKind kind);

// Whether the guest cannot be trusted to go on. Not so for rcu_stall, soft_lockup, warning and out_of_memory, which
// are recorded.
[[nodiscard]] bool is_fatal(IncidentKind kind);

struct Incident {
  IncidentKind kind = IncidentKind::panic;
  std::string module;             // "virtio_blk" where the line names one
  std::string line;               // the line it was recognised by
  std::string excerpt;            // some lines before, that line and what followed, up to the end of the trace
  std::uint64_t line_number = 0;  // from 1, since power-on
};

// Recognises incidents in a stream that comes in pieces of any size. Colour codes and carriage returns are dropped.
class IncidentWatch {
 public:
  // Bytes as they came. Returns how many incidents began in them.
  std::size_t feed(std::string_view bytes);
  // No more will come: what stands there without a line end is a line.
  void end();
  // In the order of their coming, at most 64. The excerpt of the last may still grow.
  [[nodiscard]] std::span<const Incident> incidents() const { return m_incidents; }
  // The first incident that is_fatal: the cause, not the panic that it brings.
  [[nodiscard]] const Incident* fatal() const;
  // Whether the last incident's trace is still going on.
  [[nodiscard]] bool collecting() const { return m_following > 0; }

 private:
  void take_line(std::string_view line);
  void follow(std::string_view message, std::string_view line);
  void begin(IncidentKind kind, std::string module, std::string_view line);

  std::string m_partial;
  std::uint64_t m_lines = 0;
  std::deque<std::string> m_before;  // context
  std::vector<Incident> m_incidents;
  int m_following = 0;  // lines the last incident's excerpt may still take
};

// The first 1 MiB and the last 3 MiB of what was fed.
class ConsoleLog {
 public:
  static constexpr std::size_t k_head = 1u << 20;
  static constexpr std::size_t k_tail = 3u << 20;

  void feed(std::string_view bytes);
  // Whole text, with a line that tells how much is missing where something is.
  [[nodiscard]] std::string text() const;
  // The last `lines` lines, cleaned of control characters, for messages.
  [[nodiscard]] std::string last_lines(int lines) const;
  [[nodiscard]] std::uint64_t total_bytes() const { return m_total; }

 private:
  std::string m_head;
  std::string m_tail;  // up to twice k_tail, cut back when it is reached
  std::uint64_t m_total = 0;
};

}  // namespace ringside::vm
