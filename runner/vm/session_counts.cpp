// SPDX-License-Identifier: GPL-3.0-or-later
// The half of a session that talks with the path counter (probes/tcg).
#include <fmt/format.h>

#include <cstring>

#include "tcg/snapshot_format.h"
#include "vm/session.h"

namespace ringside::vm {
namespace {

constexpr std::size_t k_slice = 4u << 20;
// More than there are bytes in any kernel's text: what claims to be longer is no answer.
constexpr std::uint64_t k_max_entries = 1u << 26;

std::optional<path_snapshot_header> header_of(const std::string& bytes) {
  path_snapshot_header header{};
  if (bytes.size() < sizeof(header)) return std::nullopt;
  std::memcpy(&header, bytes.data(), sizeof(header));
  return header;
}

bool is_sane(const path_snapshot_header& header) {
  return header.magic == PATH_SNAPSHOT_MAGIC && header.entries <= k_max_entries;
}

std::size_t size_of(const path_snapshot_header& header) {
  return sizeof(header) + header.entries * sizeof(path_snapshot_entry);
}

std::vector<InstructionCount> counts_of(const std::string& bytes, std::uint64_t entries) {
  std::vector<InstructionCount> out;
  out.reserve(entries);
  for (std::uint64_t index = 0; index < entries; ++index) {
    path_snapshot_entry entry{};
    std::memcpy(&entry, bytes.data() + sizeof(path_snapshot_header) + index * sizeof(entry), sizeof(entry));
    out.push_back({entry.address, entry.executions});
  }
  return out;
}

}  // namespace

Result<std::vector<InstructionCount>> Session::take_counts(TimePoint deadline) {
  if (!m_counter.open()) return fail(ErrorCode::usage, "this machine does not count instructions");
  m_counter.send(std::string_view("c"));
  static_assert(PATH_SNAPSHOT_REQUEST == 'c');
  std::string bytes;
  std::optional<path_snapshot_header> header;
  const auto ended = [&] {
    m_counter.flush();
    m_counter.receive(bytes, k_slice);
    if (!header) header = header_of(bytes);
    return !m_counter.open() || (header && (!is_sane(*header) || bytes.size() >= size_of(*header)));
  };
  if (auto came = until(ended, deadline, "the instruction counts"); !came) return std::unexpected(came.error());
  if (!header || !is_sane(*header) || bytes.size() != size_of(*header)) {
    return fail(ErrorCode::protocol, fmt::format("the path counter's answer is damaged ({} bytes)", bytes.size()));
  }
  return counts_of(bytes, header->entries);
}

}  // namespace ringside::vm
