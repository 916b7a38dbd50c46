// SPDX-License-Identifier: GPL-3.0-or-later
#include "image/needed_symbols.h"

#include <map>
#include <sstream>

namespace ringside::image {
namespace {

std::vector<std::string> words_of(const std::string& line) {
  std::istringstream in(line);
  std::vector<std::string> out;
  for (std::string word; in >> word;) out.push_back(word);
  return out;
}

// The word after `label`; empty if the label is not there.
std::string after(const std::vector<std::string>& words, std::string_view label) {
  for (std::size_t at = 0; at + 1 < words.size(); ++at) {
    if (words[at] == label) return words[at + 1];
  }
  return {};
}

// "(NEEDED)  Shared library: [libaio.so.1]"
std::string needed_library(const std::string& line) {
  if (!line.contains("(NEEDED)")) return {};
  const std::size_t open = line.find('[');
  const std::size_t close = line.find(']', open);
  if (open == std::string::npos || close == std::string::npos) return {};
  return line.substr(open + 1, close - open - 1);
}

// A line of the symbol table: number, value, size, type, binding, visibility, section, name[@version [(index)]].
void add_symbol(const std::vector<std::string>& words, const std::map<std::string, std::string>& file_of_version,
                Needs& out) {
  const bool is_symbol =
      words.size() >= 8 && words[0].ends_with(':') && words[0].front() >= '0' && words[0].front() <= '9';
  if (!is_symbol) return;
  const std::string& name = words[7];
  const std::string plain = name.substr(0, name.find('@'));
  if (words[6] != "UND") {
    out.defined.insert(plain);
    return;
  }
  if (words[4] != "GLOBAL" || plain.empty()) return;
  NeededSymbol symbol{plain, {}, {}, words[3] == "FUNC" || words[3] == "NOTYPE"};
  if (const std::size_t sign = name.find('@'); sign != std::string::npos) symbol.version = name.substr(sign + 1);
  if (words.size() > 8) {
    const std::string index = words[8].substr(1, words[8].size() - 2);  // "(12)"
    if (const auto file = file_of_version.find(index); file != file_of_version.end()) symbol.library = file->second;
  }
  out.symbols.push_back(std::move(symbol));
}

}  // namespace

Needs parse_needs(std::string_view readelf) {
  Needs out;
  std::map<std::string, std::string> file_of_version;  // by the version's index
  std::vector<std::vector<std::string>> symbol_lines;  // they come before the versions
  std::string file;
  std::istringstream lines{std::string(readelf)};
  for (std::string line; std::getline(lines, line);) {
    if (std::string library = needed_library(line); !library.empty()) out.libraries.push_back(std::move(library));
    auto words = words_of(line);
    if (std::string name = after(words, "File:"); !name.empty()) file = std::move(name);
    const bool version_of_file = line.contains("Name:") && line.contains("Flags:") && line.contains("Version:");
    if (version_of_file && !file.empty()) file_of_version[after(words, "Version:")] = file;
    symbol_lines.push_back(std::move(words));
  }
  for (const auto& words : symbol_lines) add_symbol(words, file_of_version, out);
  return out;
}

}  // namespace ringside::image
