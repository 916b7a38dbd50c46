// SPDX-License-Identifier: GPL-3.0-or-later
// What a program asks of its shared libraries, as `readelf -W --dynamic --version-info --dyn-syms` tells it.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace ringside::image {

struct NeededSymbol {
  std::string name;
  std::string version;  // "IBVERBS_1.1"; empty if it asks for none
  std::string library;  // the one that must define the version; empty without a version
  bool function = true;
  bool operator==(const NeededSymbol&) const = default;
};

struct Needs {
  std::vector<std::string> libraries;  // the program's own, in the order it names them
  std::vector<NeededSymbol> symbols;   // undefined ones that must be found (weak ones need not)
  std::set<std::string> defined;       // names of the defined ones, for reading a library's exports
};

[[nodiscard]] Needs parse_needs(std::string_view readelf);

}  // namespace ringside::image
