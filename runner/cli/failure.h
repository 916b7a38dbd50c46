// SPDX-License-Identifier: GPL-3.0-or-later
// How a failure is told: one message, what to do, an exit code (docs/exit-codes.md).
#pragma once

#include <string>

#include "core/result.h"

namespace ringside::cli {

inline constexpr int k_exit_success = 0;
inline constexpr int k_exit_usage = 2;
inline constexpr int k_exit_failure = 3;  // a measurement is invalid or missing, or the infrastructure failed

// "ringside: error: MESSAGE", its further lines indented, with a line feed.
[[nodiscard]] std::string failure_text(const Error& error);

}  // namespace ringside::cli
