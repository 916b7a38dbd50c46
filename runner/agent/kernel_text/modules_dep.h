// SPDX-License-Identifier: GPL-3.0-or-later
// A module tree's modules.dep: where modules lie and in which order they load.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace ringside::agent {

// "kernel/drivers/md/dm-mod.ko" is the module "dm_mod".
[[nodiscard]] std::string module_name_of(std::string_view path);

class ModuleTree {
 public:
  ModuleTree() = default;
  // The text of modules.dep; paths are relative to its folder.
  explicit ModuleTree(std::string_view modules_dep);

  // Paths of what the module needs and then the module itself, in the order of loading; empty if the tree does not
  // have it. Names may be written with dashes.
  [[nodiscard]] std::vector<std::string> load_order(std::string_view name) const;

 private:
  std::map<std::string, std::vector<std::string>, std::less<>> m_order;  // by name
};

}  // namespace ringside::agent
