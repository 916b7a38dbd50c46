// SPDX-License-Identifier: GPL-3.0-or-later
// Patterns are those of Linux 6.1 to 6.12; each is matched at the start of a line, behind the time stamp, so that
// what a program prints or logs about itself ("fio[12]: ... general protection fault") is not taken for the kernel's.
#include <algorithm>
#include <array>
#include <cctype>

#include "vm/console.h"

namespace ringside::vm {
namespace {

constexpr std::size_t k_max_line = 4096;
constexpr std::size_t k_max_incidents = 64;
constexpr std::size_t k_context_before = 5;
constexpr int k_context_after = 60;

// Drops "[   12.345678]", "[    T1]" and the like, "<4>", and the subsystems that prefix what we look for.
std::string_view message_of(std::string_view line) {
  for (bool more = true; more;) {
    more = false;
    while (line.starts_with(' ')) line.remove_prefix(1);
    for (const auto& [open, close] : {std::pair('[', ']'), std::pair('<', '>')}) {
      if (!line.starts_with(open)) continue;
      const auto end = line.find(close);
      const std::string_view inside = line.substr(1, end == std::string_view::npos ? 0 : end - 1);
      const bool stamp =
          !inside.empty() && inside.size() < 24 &&
          std::ranges::all_of(
              inside,
              [](char c) {
                return std::isdigit(static_cast<unsigned char>(c)) != 0 || c == ' ' || c == '.' || c == 'T' || c == 'C';
              });
      if (!stamp) continue;
      line.remove_prefix(end + 1);
      more = true;
    }
    for (const std::string_view prefix : {"rcu: ", "watchdog: ", "NMI watchdog: ", "INFO: ", "Oops: "}) {
      // "Oops: " only where another pattern follows (6.10 and later); by itself it is one.
      if (prefix == "Oops: " && !line.substr(std::min(line.size(), prefix.size())).starts_with("int3")) continue;
      if (!line.starts_with(prefix)) continue;
      line.remove_prefix(prefix.size());
      more = true;
    }
  }
  return line;
}

// "... virtblk_done+0x1c/0x50 [virtio_blk]": the last word in brackets.
std::string module_in(std::string_view line) {
  while (line.ends_with(' ')) line.remove_suffix(1);
  // 6.17 and later append ", CPU#0: comm/pid".
  if (const auto cpu = line.find(", CPU#"); cpu != std::string_view::npos) line = line.substr(0, cpu);
  const auto open = line.rfind('[');
  if (!line.ends_with(']') || open == std::string_view::npos) return {};
  const std::string_view name = line.substr(open + 1, line.size() - open - 2);
  const auto plain = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-'; };
  // An oops line ends in "[#1]" or "[#1] PREEMPT SMP": no module.
  const bool letter = !name.empty() && std::isalpha(static_cast<unsigned char>(name.front())) != 0;
  return letter && std::ranges::all_of(name, plain) ? std::string(name) : std::string();
}

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

bool is_bad_image(std::string_view panic) {
  return contains(panic, "VFS: Unable to mount root") || contains(panic, "No working init found") ||
         contains(panic, "Requested init");
}

std::optional<IncidentKind> trap_in(std::string_view message) {
  // Traps of kernel code: "divide error: 0000 [#1] PREEMPT SMP".
  if (!contains(message, " [#")) return std::nullopt;
  if (message.starts_with("int3: ")) return IncidentKind::int3;
  for (const std::string_view trap :
       {"Oops: ", "general protection fault", "divide error: ", "invalid opcode: ", "stack segment: ", "double fault: ",
        "alignment check: ", "segment not present: ", "traps: "}) {
    if (message.starts_with(trap)) return IncidentKind::oops;
  }
  return std::nullopt;
}

std::optional<IncidentKind> kind_of(std::string_view message) {
  if (message.starts_with("Kernel panic - not syncing")) {
    return is_bad_image(message) ? IncidentKind::bad_image : IncidentKind::panic;
  }
  if (const auto trap = trap_in(message)) return trap;
  if (message.starts_with("kernel BUG at ")) return IncidentKind::bug;
  if (message.starts_with("BUG: soft lockup") || message.starts_with("BUG: workqueue lockup") ||
      contains(message.substr(0, 40), "detected hard LOCKUP")) {
    return IncidentKind::soft_lockup;
  }
  if (message.starts_with("BUG: ")) return IncidentKind::oops;  // page fault, NULL dereference, KFENCE, page state
  if (message.starts_with("task ") && contains(message, " blocked for more than ")) return IncidentKind::hung_task;
  if (message.starts_with("rcu_") && contains(message, "stall")) return IncidentKind::rcu_stall;
  if (message.starts_with("rcu_") && contains(message, "kthread starved")) return IncidentKind::rcu_stall;
  if (message.starts_with("WARNING: ") || message.starts_with("UBSAN: ")) {
    return module_in(message).empty() ? IncidentKind::warning : IncidentKind::driver_warning;
  }
  if (message.starts_with("Out of memory: Killed process") || message.starts_with("Out of memory and no killable")) {
    return IncidentKind::out_of_memory;
  }
  return std::nullopt;
}

// Colour codes and other escape sequences, carriage returns and control characters.
std::string cleaned(std::string_view line) {
  std::string out;
  for (std::size_t at = 0; at < line.size(); ++at) {
    const char c = line[at];
    if (c == '\x1b') {
      if (at + 1 < line.size() && line[at + 1] == '[') {
        ++at;
        while (at + 1 < line.size() && (line[at + 1] < '@' || line[at + 1] > '~')) ++at;
      }
      ++at;  // the final byte
    } else if (c == '\t' || static_cast<unsigned char>(c) >= 0x20) {
      out += c;
    }
  }
  return out;
}

}  // namespace

std::string_view to_text(IncidentKind kind) {
  switch (kind) {
    case IncidentKind::panic:
      return "panic";
    case IncidentKind::bad_image:
      return "bad_image";
    case IncidentKind::int3:
      return "int3";
    case IncidentKind::oops:
      return "oops";
    case IncidentKind::bug:
      return "bug";
    case IncidentKind::hung_task:
      return "hung_task";
    case IncidentKind::soft_lockup:
      return "soft_lockup";
    case IncidentKind::rcu_stall:
      return "rcu_stall";
    case IncidentKind::driver_warning:
      return "driver_warning";
    case IncidentKind::warning:
      return "warning";
    case IncidentKind::out_of_memory:
      return "out_of_memory";
  }
  return "panic";
}

bool is_fatal(IncidentKind kind) {
  switch (kind) {
    case IncidentKind::soft_lockup:
    case IncidentKind::rcu_stall:
    case IncidentKind::warning:
    case IncidentKind::out_of_memory:
      return false;
    default:
      return true;
  }
}

std::size_t IncidentWatch::feed(std::string_view bytes) {
  const std::size_t before = m_incidents.size();
  while (!bytes.empty()) {
    const auto end = bytes.find('\n');
    m_partial += bytes.substr(0, std::min(end, k_max_line - std::min(k_max_line, m_partial.size())));
    if (end == std::string_view::npos) break;
    bytes.remove_prefix(end + 1);
    take_line(cleaned(m_partial));
    m_partial.clear();
  }
  return m_incidents.size() - before;
}

void IncidentWatch::end() {
  if (!m_partial.empty()) feed("\n");
}

void IncidentWatch::take_line(std::string_view line) {
  ++m_lines;
  const std::string_view message = message_of(line);
  const auto kind = kind_of(message);
  // "BUG: ..." is followed by "Oops: ...", both by the panic: one incident, named by its first line.
  const bool same = m_following > 0 && is_fatal(m_incidents.back().kind);
  if (kind && !same) {
    begin(*kind, module_in(message), line);
  } else if (m_following > 0) {
    follow(message, line);
  }
  m_before.emplace_back(line);
  if (m_before.size() > k_context_before) m_before.pop_front();
}

void IncidentWatch::follow(std::string_view message, std::string_view line) {
  Incident& last = m_incidents.back();
  last.excerpt += "\n" + std::string(line);
  if (last.module.empty() && message.starts_with("RIP: ")) last.module = module_in(message);
  --m_following;
  if (message.starts_with("---[ end ")) m_following = 0;
}

void IncidentWatch::begin(IncidentKind kind, std::string module, std::string_view line) {
  if (m_incidents.size() >= k_max_incidents) return;
  Incident incident{kind, std::move(module), std::string(line), {}, m_lines};
  for (const std::string& earlier : m_before) incident.excerpt += earlier + "\n";
  incident.excerpt += line;
  m_incidents.push_back(std::move(incident));
  m_following = k_context_after;
}

const Incident* IncidentWatch::fatal() const {
  const auto at = std::ranges::find_if(m_incidents, [](const Incident& incident) { return is_fatal(incident.kind); });
  return at != m_incidents.end() ? &*at : nullptr;
}

}  // namespace ringside::vm
