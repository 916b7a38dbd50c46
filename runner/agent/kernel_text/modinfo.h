// SPDX-License-Identifier: GPL-3.0-or-later
// What a kernel module says of itself before it is loaded.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"

namespace ringside::agent {

struct ModuleInfo {
  std::string name;                  // as in /sys/module, with underscores
  std::set<std::string> parameters;  // names
  std::vector<std::string> depends;  // names of the modules it needs directly
};

// Reads the .modinfo section of an uncompressed .ko file. ErrorCode::configuration if there is none.
[[nodiscard]] Result<ModuleInfo> module_info(std::string_view ko);

}  // namespace ringside::agent
