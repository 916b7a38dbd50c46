// SPDX-License-Identifier: GPL-3.0-or-later
// How long a guest takes to the agent's hello: our vmlinux with an uncompressed initramfs against the
// distribution's way, bzImage with gzip, in the same run.
#pragma once

#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/result.h"
#include "core/units.h"

namespace ringside::engine {

struct BootBench {
  std::string kernel;  // image name
  std::string accel;
  std::vector<Nanoseconds> direct;      // vmlinux over PVH, uncompressed cpio
  std::vector<Nanoseconds> compressed;  // bzImage, gzip cpio
  [[nodiscard]] Nanoseconds direct_median() const;
  [[nodiscard]] Nanoseconds compressed_median() const;
  [[nodiscard]] double ratio() const;  // direct / compressed, of the medians
};

// Boots alternate between the two ways, `boots` of each.
[[nodiscard]] Result<BootBench> boot_bench(const std::string& kernel, const std::filesystem::path& qemu, int boots,
                                           const std::function<void(std::string)>& progress, std::stop_token stop);

}  // namespace ringside::engine
