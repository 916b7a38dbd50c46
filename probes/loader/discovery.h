// SPDX-License-Identifier: GPL-3.0-or-later
// Who owns the disks? Read from the kernel while one request passes, so that no driver's names are configured.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "../bpf/discovery.h"
#include "options.h"
#include "symbols.h"

namespace ringside::loader {

struct Disk {
  std::string name;
  std::uint32_t major = 0;
  std::uint32_t minor = 0;
  std::uint32_t virtio_index = 0;  // the N of virtioN
  bool on_pci = true;              // else mmio
  rs_found found{};
};

struct Discovery {
  std::vector<Disk> disks;
  std::uint32_t queues = 0;  // the most of any disk
  std::uint32_t depth = 0;
  std::uint32_t mapper_device = 0;  // the kernel's dev_t, 0: none
  Symbols symbols;
  std::string module;  // that owns queue_rq; empty where it is built in
};

// One direct read of each disk with the discovery program attached.
[[nodiscard]] Result<Discovery> discover(const Options& options);

// Reads the first 4 KiB past the page cache.
[[nodiscard]] Result<void> read_directly(const std::string& disk);

// The kernel's internal dev_t, which is not user space's.
[[nodiscard]] constexpr std::uint32_t kernel_device(std::uint32_t major, std::uint32_t minor) {
  return major << 20 | minor;
}

}  // namespace ringside::loader
