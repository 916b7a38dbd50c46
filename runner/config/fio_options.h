// SPDX-License-Identifier: GPL-3.0-or-later
// Which of fio's options a campaign may set, and how their values must look.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/option.h"

namespace ringside::config {

struct Problem {
  std::string message;
  std::string hint;
};

// What is wrong with the name: it is no option of fio's, another spelling of one, one that Ringside sets itself, or one
// that runs programs, touches files or spoils the figures. Nothing if a campaign may set it.
[[nodiscard]] std::optional<Problem> problem_with_fio_name(std::string_view name);

// What is wrong with the value of an option whose name is right: type, unit, range, or characters that fio would
// expand or take for a comment.
[[nodiscard]] std::optional<Problem> problem_with_fio_value(std::string_view name, const OptionValue& value);

// The engines that have an option which not all of them have, such as hipri; empty for the options of fio itself.
[[nodiscard]] std::span<const std::string_view> engines_with(std::string_view option);

}  // namespace ringside::config
