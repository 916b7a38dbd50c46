// SPDX-License-Identifier: GPL-3.0-or-later
#include "symbols.h"

#include <charconv>

namespace ringside::loader {
namespace {

struct Line {
  std::uint64_t address = 0;
  char type = '?';
  std::string_view name;
  std::string_view module;
};

// "ffffffffc00012a0 t virtio_queue_rq\t[virtio_blk]"
std::optional<Line> line_of(std::string_view text) {
  Line line;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), line.address, 16);
  const auto used = static_cast<std::size_t>(parsed.ptr - text.data());
  if (parsed.ec != std::errc{} || text.size() < used + 4) return std::nullopt;
  line.type = text[used + 1];
  text.remove_prefix(used + 3);
  const auto tab = text.find('\t');
  line.name = text.substr(0, tab);
  if (tab != std::string_view::npos && text.size() > tab + 3) line.module = text.substr(tab + 2, text.size() - tab - 3);
  return line;
}

bool is_function(char type) {
  return type == 't' || type == 'T' || type == 'w' || type == 'W';
}

template <typename Use>
void for_each_function(std::string_view text, const Use& use) {
  while (!text.empty()) {
    const auto end = text.find('\n');
    if (const auto line = line_of(text.substr(0, end)); line && is_function(line->type)) use(*line);
    if (end == std::string_view::npos) return;
    text.remove_prefix(end + 1);
  }
}

}  // namespace

Symbols Symbols::parse(std::string_view text, const std::set<std::uint64_t>& addresses,
                       const std::set<std::string, std::less<>>& names) {
  Symbols out;
  std::set<std::string, std::less<>> wanted = names;
  for_each_function(text, [&](const Line& line) {
    if (!addresses.contains(line.address)) return;
    // Several names may stand for one address; which of them BTF knows is not told here, the first will do.
    out.m_by_address.try_emplace(line.address, Symbol{std::string(line.name), std::string(line.module)});
    wanted.emplace(line.name);
  });
  for_each_function(text, [&](const Line& line) {
    if (!wanted.contains(line.name)) return;
    out.m_by_name.emplace(std::string(line.name), Symbol{std::string(line.name), std::string(line.module)});
  });
  return out;
}

std::optional<Symbol> Symbols::at(std::uint64_t address) const {
  const auto found = m_by_address.find(address);
  return found != m_by_address.end() ? std::optional(found->second) : std::nullopt;
}

std::vector<Symbol> Symbols::named(std::string_view name) const {
  std::vector<Symbol> out;
  const auto [first, last] = m_by_name.equal_range(std::string(name));
  for (auto at = first; at != last; ++at) out.push_back(at->second);
  return out;
}

}  // namespace ringside::loader
