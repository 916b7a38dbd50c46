// SPDX-License-Identifier: GPL-3.0-or-later
#include "agent/kernel_text/modinfo.h"

#include "agent/kernel_text/split.h"
#include "core/elf.h"

namespace ringside::agent {

Result<ModuleInfo> module_info(std::string_view ko) {
  const auto section = elf_section(ko, ".modinfo");
  if (!section) return fail(ErrorCode::configuration, "not a kernel module: it has no .modinfo section");
  ModuleInfo out;
  for (const std::string_view entry : split(*section, '\0')) {
    const std::size_t equals = entry.find('=');
    if (equals == std::string_view::npos) continue;
    const std::string_view key = entry.substr(0, equals);
    const std::string_view value = entry.substr(equals + 1);
    // "parm" is there only where the author described the parameter, "parmtype" for every one of a plain type.
    if (key == "parm" || key == "parmtype") out.parameters.emplace(value.substr(0, value.find(':')));
    if (key == "name") out.name = value;
    if (key == "depends") {
      for (const std::string_view name : split(value, ',')) out.depends.emplace_back(name);
    }
  }
  if (out.name.empty()) return fail(ErrorCode::configuration, "not a kernel module: .modinfo has no name");
  return out;
}

}  // namespace ringside::agent
