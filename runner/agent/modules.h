// SPDX-License-Identifier: GPL-3.0-or-later
// Loading and removing kernel modules, with their dependencies and with parameters that are checked.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "agent/kernel_messages.h"
#include "agent/kernel_text/modinfo.h"
#include "agent/kernel_text/modules_dep.h"
#include "core/result.h"
#include "wire/messages.h"

namespace ringside::agent {

using Params = std::map<std::string, std::string>;

class Modules {
 public:
  // Reads modules.dep of the running kernel. `messages` must outlive this.
  explicit Modules(KernelMessages& messages);

  // Loads a module of the kernel's tree with what it needs. One that is loaded or built in is no error, and neither is
  // one that the image does not have.
  [[nodiscard]] Result<void> ensure(const std::string& name);

  // wire::LoadDriver. Refuses a parameter that the module does not have, and a module that is loaded already.
  // Built into the kernel: its parameters are written through sysfs.
  [[nodiscard]] Result<wire::DriverLoaded> load(const wire::LoadDriver& request);

  // wire::UnloadDriver. Waits a few seconds for the last user to go. Built into the kernel: its virtio devices are
  // unbound.
  [[nodiscard]] Result<void> unload(const std::string& name);

 private:
  // Path of the .ko; empty if the image does not have it.
  [[nodiscard]] std::string locate(const std::string& module) const;
  [[nodiscard]] Result<void> load_needed(const std::string& path, const ModuleInfo& info);
  [[nodiscard]] Result<void> insert(const std::string& path, const std::string& arguments);
  [[nodiscard]] Result<wire::DriverLoaded> configure_builtin(const wire::LoadDriver& request);

  KernelMessages& m_messages;
  std::string m_folder;  // "/lib/modules/6.1.0-57-amd64"
  ModuleTree m_tree;
};

}  // namespace ringside::agent
