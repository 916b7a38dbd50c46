// SPDX-License-Identifier: GPL-3.0-or-later
// Which kernel modules go into a guest.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ringside::image {

struct PackedModule {
  std::string source;  // relative to the modules folder, perhaps compressed: "kernel/drivers/md/dm-mod.ko.xz"
  std::string place;   // the same without the compressor's suffix
  bool operator==(const PackedModule&) const = default;
};

struct ModuleSelection {
  std::vector<PackedModule> modules;  // sorted by place
  std::string modules_dep;            // only the lines of what is packed, uncompressed names
};

// "kernel/drivers/md/dm-mod.ko.xz" gives "dm_mod".
[[nodiscard]] std::string module_name(std::string_view path);

// What guests load (k_wanted_modules), and all that it depends on, out of a modules.dep. A module that the kernel has
// built in, or not at all, is simply not there.
[[nodiscard]] ModuleSelection select_modules(std::string_view modules_dep);

// What the agent loads at boot, in this order; the rest is loaded when it is asked for.
[[nodiscard]] const std::vector<std::string>& boot_modules();

}  // namespace ringside::image
