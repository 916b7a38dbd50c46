// SPDX-License-Identifier: GPL-3.0-or-later
#include "agent/kernel_text/modules_dep.h"

#include <algorithm>

#include "agent/kernel_text/split.h"

namespace ringside::agent {

std::string module_name_of(std::string_view path) {
  std::string_view name = path.substr(path.rfind('/') + 1);
  if (name.ends_with(".ko")) name.remove_suffix(3);
  std::string out(name);
  std::ranges::replace(out, '-', '_');
  return out;
}

ModuleTree::ModuleTree(std::string_view modules_dep) {
  for (const std::string_view line : split(modules_dep, '\n')) {
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) continue;
    const std::string_view path = line.substr(0, colon);
    std::vector<std::string>& order = m_order[module_name_of(path)];
    order.clear();
    // depmod writes what has to come first last.
    const auto needed = words(line.substr(colon + 1));
    order.assign(needed.rbegin(), needed.rend());
    order.emplace_back(path);
  }
}

std::vector<std::string> ModuleTree::load_order(std::string_view name) const {
  const auto found = m_order.find(module_name_of(name));
  return found == m_order.end() ? std::vector<std::string>() : found->second;
}

}  // namespace ringside::agent
