// SPDX-License-Identifier: GPL-3.0-or-later
// Which cases are meant, and which of them apply.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "validate/case.h"
#include "validate/driver_under_test.h"

namespace ringside::validate {

// Cases whose name fits one of the globs ("rings/*", "*polled*"; none: all), of these only the smoke subset if asked
// for. In the order of `cases`. not_found where a glob fits no case.
[[nodiscard]] Result<std::vector<Case>> select(const std::vector<Case>& cases, const std::vector<std::string>& globs,
                                               bool smoke);

// Why the case says nothing about this driver on this kernel; nothing if it does.
[[nodiscard]] std::optional<std::string> why_not(const Case& the_case, const DriverUnderTest& driver,
                                                 std::string_view kernel_release);

}  // namespace ringside::validate
