// SPDX-License-Identifier: GPL-3.0-or-later
#include "wire/json_bounds.h"

#include <fmt/format.h>

namespace ringside::wire {
namespace {

// The position after the string that starts at `at` (its opening quote), or the end of an unfinished one.
std::size_t skip_string(std::string_view text, std::size_t at) {
  for (++at; at < text.size() && text[at] != '"'; ++at) {
    if (text[at] == '\\') ++at;
  }
  return at;
}

}  // namespace

Result<void> check_json_bounds(std::string_view text) {
  int depth = 0;
  std::size_t values = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    switch (text[at]) {
      case '"':
        at = skip_string(text, at);
        break;
      case '[':
      case '{':
        ++depth;
        ++values;
        break;
      case ']':
      case '}':
        --depth;
        break;
      case ',':
        ++values;
        break;
      default:
        break;
    }
    if (depth > k_max_depth) {
      return fail(ErrorCode::protocol, fmt::format("the message nests deeper than {} levels", k_max_depth));
    }
    if (values > k_max_values) {
      return fail(ErrorCode::protocol, fmt::format("the message holds more than {} values", k_max_values));
    }
  }
  return {};
}

}  // namespace ringside::wire
