// SPDX-License-Identifier: GPL-3.0-or-later
// The one way a recoverable failure travels: Result<T>.
#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <utility>

namespace ringside {

// What a caller can branch on. The exit code of a program follows from it (see exit_code_of).
enum class ErrorCode {
  usage,           // the command line is wrong
  configuration,   // a campaign file, an override or a stored plan is wrong
  not_found,       // a named thing (campaign, arm, image, tool, file) does not exist
  infrastructure,  // QEMU, the guest, the disk or the host failed us
  timeout,         // a step did not end before its deadline
  protocol,        // the guest or QEMU sent what the protocol does not allow
  guest_died,      // panic, oops, or the end of QEMU while it was needed
  invalid_result,  // a measurement that must not be taken for one
  unsupported,     // a combination that cannot work here, with the reason in the message
  interrupted,     // Ctrl-C
};

// A failure as a value. `message` says what and where; `hint` says what to do about it (may be empty);
// `context` is appended by the layers a failure passes: boot, arm, cell, command line.
struct Error {
  ErrorCode code = ErrorCode::infrastructure;
  std::string message;
  std::string hint;
  std::string context;

  // The whole failure as a person reads it, one or more lines without a trailing newline.
  [[nodiscard]] std::string text() const;
  // The same failure, seen from one layer further out ("boot 3: arm poll-2").
  [[nodiscard]] Error within(std::string_view where) &&;
};

// std::expected rather than exceptions, because nearly every failure here is data about a guest or a
// file, and the caller decides whether it ends a cell, a boot or the campaign.
template <typename T>
using Result = std::expected<T, Error>;

// Shorthand for `return fail(ErrorCode::timeout, "...", "...")`.
[[nodiscard]] inline std::unexpected<Error> fail(ErrorCode code, std::string message, std::string hint = {}) {
  return std::unexpected(Error{code, std::move(message), std::move(hint), {}});
}

// 2 for usage and configuration errors, 3 for everything else that failed (see docs/exit-codes.md).
[[nodiscard]] int exit_code_of(ErrorCode code);

}  // namespace ringside
