// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/option.h"

#include <fmt/format.h>

namespace ringside {

std::string to_text(const OptionValue& value) {
  struct Writer {
    std::string operator()(bool flag) const { return flag ? "1" : "0"; }
    std::string operator()(std::int64_t number) const { return fmt::to_string(number); }
    std::string operator()(double number) const { return fmt::format("{}", number); }
    std::string operator()(const std::string& text) const { return text; }
  };
  return std::visit(Writer{}, value);
}

std::string to_text(const OptionMap& options) {
  std::string out;
  for (const auto& [name, value] : options) {
    if (!out.empty()) out += ' ';
    out += name + '=' + to_text(value);
  }
  return out;
}

OptionMap merged(OptionMap base, const OptionMap& over) {
  for (const auto& [name, value] : over) base.insert_or_assign(name, value);
  return base;
}

}  // namespace ringside
