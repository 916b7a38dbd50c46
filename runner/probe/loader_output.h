// SPDX-License-Identifier: GPL-3.0-or-later
// The loader's JSON ("ringside.probe/1"), the only place that knows it. The guest is not trusted: every type, name
// and size is checked.
#pragma once

#include <string_view>

#include "core/mechanism.h"
#include "core/result.h"

namespace ringside::probe {

// Fails (invalid_result) on anything that the loader does not write.
[[nodiscard]] Result<Mechanism> parse_loader_output(std::string_view json);

}  // namespace ringside::probe
