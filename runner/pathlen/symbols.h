// SPDX-License-Identifier: GPL-3.0-or-later
// The guest's /proc/kallsyms: which function an address belongs to.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"

namespace ringside::pathlen {

struct Symbol {
  std::uint64_t address = 0;
  std::string name;    // a second one of the same name in a module is "name#2", by address
  std::string module;  // "vmlinux" for the kernel itself, "bpf" for BPF programs
};

class SymbolTable {
 public:
  // Errors: protocol, where the text is no kallsyms or its addresses are hidden (all zero).
  [[nodiscard]] static Result<SymbolTable> parse(std::string_view kallsyms);

  // The function that an address lies in: the last one that starts at or before it. Nothing below the first one.
  [[nodiscard]] const Symbol* find(std::uint64_t address) const;
  [[nodiscard]] const std::vector<Symbol>& symbols() const { return m_symbols; }

 private:
  std::vector<Symbol> m_symbols;  // by address, one for each
};

}  // namespace ringside::pathlen
