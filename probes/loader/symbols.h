// SPDX-License-Identifier: GPL-3.0-or-later
// /proc/kallsyms: from the addresses in a driver's mq_ops to names, and whether a name means one function only.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace ringside::loader {

struct Symbol {
  std::string name;
  std::string module;  // empty for the kernel itself
};

class Symbols {
 public:
  // Keeps of the text of /proc/kallsyms only what is asked for: it has 150,000 lines, and a guest is slow.
  [[nodiscard]] static Symbols parse(std::string_view text, const std::set<std::uint64_t>& addresses,
                                     const std::set<std::string, std::less<>>& names);

  // The function at exactly this address.
  [[nodiscard]] std::optional<Symbol> at(std::uint64_t address) const;
  // Functions of that name, wherever they are. The addresses' names are counted as well.
  [[nodiscard]] std::vector<Symbol> named(std::string_view name) const;

 private:
  std::unordered_map<std::uint64_t, Symbol> m_by_address;
  std::unordered_multimap<std::string, Symbol> m_by_name;
};

}  // namespace ringside::loader
