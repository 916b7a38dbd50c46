// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/result.h"

namespace ringside {

std::string Error::text() const {
  std::string out = context.empty() ? message : context + ": " + message;
  if (!hint.empty()) out += "\n  " + hint;
  return out;
}

Error Error::within(std::string_view where) && {
  context = context.empty() ? std::string(where) : std::string(where) + ": " + context;
  return std::move(*this);
}

int exit_code_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::usage:
    case ErrorCode::configuration:
    case ErrorCode::not_found:
    case ErrorCode::unsupported:
      return 2;
    default:
      return 3;
  }
}

}  // namespace ringside
