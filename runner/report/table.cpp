// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/table.h"

namespace ringside::report {

Field field(std::string text, Tone tone) {
  Value value = text;
  return {std::move(value), std::move(text), tone};
}

Field field(std::int64_t number) {
  return {number, std::to_string(number), Tone::plain};
}

Field field(Value value, std::string text, Tone tone) {
  return {std::move(value), std::move(text), tone};
}

Field unknown_field() {
  return {std::monostate{}, "–", Tone::dim};
}

}  // namespace ringside::report
