// SPDX-License-Identifier: GPL-3.0-or-later
#include "pathlen/symbols.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <utility>

namespace ringside::pathlen {
namespace {

struct Line {
  std::uint64_t address = 0;
  char type = 0;
  std::string_view name;
  std::string_view module;  // without brackets; empty for the kernel itself
};

// "ffffffff81000000 T _text" or "ffffffffc0001000 t vbr_done\t[virtio_blk_ref]".
std::optional<Line> parse_line(std::string_view text) {
  Line line;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), line.address, 16);
  const auto used = static_cast<std::size_t>(end - text.data());
  if (error != std::errc{} || text.size() < used + 4 || text[used] != ' ' || text[used + 2] != ' ') return std::nullopt;
  line.type = text[used + 1];
  line.name = text.substr(used + 3);
  if (const auto bracket = line.name.find("\t["); bracket != std::string_view::npos) {
    line.module = line.name.substr(bracket + 2);
    line.name = line.name.substr(0, bracket);
    if (line.module.empty() || line.module.back() != ']') return std::nullopt;
    line.module.remove_suffix(1);
  }
  return line;
}

bool is_text(char type) {
  return type == 't' || type == 'T' || type == 'w' || type == 'W';
}

// Of several names of one address: a global one, then the shortest, then by spelling, so that the choice is the
// same in every boot.
bool better(const Line& left, const Line& right) {
  const bool left_global = left.type == 'T';
  const bool right_global = right.type == 'T';
  if (left_global != right_global) return left_global;
  if (left.name.size() != right.name.size()) return left.name.size() < right.name.size();
  return left.name < right.name;
}

std::vector<Line> text_lines(std::string_view kallsyms, std::size_t& bad) {
  std::vector<Line> lines;
  while (!kallsyms.empty()) {
    const std::size_t end = std::min(kallsyms.find('\n'), kallsyms.size());
    const auto line = parse_line(kallsyms.substr(0, end));
    if (line && is_text(line->type)) lines.push_back(*line);
    if (!line) ++bad;
    kallsyms.remove_prefix(std::min(end + 1, kallsyms.size()));
  }
  return lines;
}

}  // namespace

Result<SymbolTable> SymbolTable::parse(std::string_view kallsyms) {
  std::size_t bad = 0;
  std::vector<Line> lines = text_lines(kallsyms, bad);
  if (lines.empty() || bad > 0) {
    return fail(ErrorCode::protocol,
                fmt::format("the guest's kallsyms cannot be read: {} functions, {} bad lines", lines.size(), bad));
  }
  if (std::ranges::all_of(lines, [](const Line& line) { return line.address == 0; })) {
    return fail(ErrorCode::protocol, "the guest hides the addresses of its functions (kptr_restrict)");
  }
  std::ranges::sort(lines, [](const Line& left, const Line& right) {
    return left.address != right.address ? left.address < right.address : better(left, right);
  });
  SymbolTable table;
  std::map<std::pair<std::string_view, std::string_view>, int> seen;
  for (const Line& line : lines) {
    if (!table.m_symbols.empty() && table.m_symbols.back().address == line.address) continue;
    const int number = ++seen[{line.module, line.name}];
    table.m_symbols.push_back({line.address,
                               number == 1 ? std::string(line.name) : fmt::format("{}#{}", line.name, number),
                               line.module.empty() ? "vmlinux" : std::string(line.module)});
  }
  return table;
}

const Symbol* SymbolTable::find(std::uint64_t address) const {
  const auto after = std::ranges::upper_bound(m_symbols, address, {}, &Symbol::address);
  return after == m_symbols.begin() ? nullptr : &*std::prev(after);
}

}  // namespace ringside::pathlen
