// SPDX-License-Identifier: GPL-3.0-or-later
// [fio], an arm's `fio`, and [matrix]: the three places that hold fio's options.
#pragma once

#include <vector>

#include "config/node.h"
#include "core/campaign.h"
#include "core/result.h"

namespace ringside::config {

// A table of options, each with a single value.
[[nodiscard]] Result<OptionMap> read_fio(const Node& table, const std::string& title);

// The axes in the file's order. Errors besides wrong options: no axis, an axis without a value or with the same value
// twice, more cells than anybody can wait for.
[[nodiscard]] Result<std::vector<MatrixAxis>> read_matrix(const Node& table);

// An option may stand in one place only; an arm's may stand in [fio] too, where it overrides. `table` is the later one.
[[nodiscard]] Result<void> check_not_in_matrix(const Node& table, const std::string& title,
                                               const std::vector<MatrixAxis>& matrix);

}  // namespace ringside::config
