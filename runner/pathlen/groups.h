// SPDX-License-Identifier: GPL-3.0-or-later
// Which part of the kernel a function belongs to, and on which way of an I/O it lies.
#pragma once

#include <array>
#include <string_view>

namespace ringside::pathlen {

enum class Group {
  driver,          // the virtio-blk driver under test, whichever it is
  ring,            // virtio_ring, and virtio itself
  transport,       // virtio over PCI or MMIO
  scatter_gather,  // scatterlists, and mapping a request to one
  block,           // block layer, bio and mempool
  allocator,       // slab and pages
  ring_io,         // io_uring or aio
  file,            // files, direct I/O, security hooks
  device_mapper,
  bpf,
  interrupt,  // from the vector to the driver's callback
  time,       // scheduler, timers, RCU: driven by time as much as by I/O, hence set apart
  entry,      // system calls' entry and exit, page faults, copying from and to user space
  rest,
};
inline constexpr std::size_t k_groups = static_cast<std::size_t>(Group::rest) + 1;

// The way a function lies on. Shared: on several of them (locks, thunks, the allocator's inner parts).
enum class Way { submit, complete, interrupt, shared };

[[nodiscard]] std::string_view to_text(Group group);
[[nodiscard]] std::string_view to_text(Way way);
[[nodiscard]] std::array<Group, k_groups> all_groups();

struct Place {
  Group group = Group::rest;
  Way way = Way::shared;
};

// `module` is as in kallsyms, "vmlinux" for the kernel itself: what is a module in one kernel is built into another.
[[nodiscard]] Place place_of(std::string_view module, std::string_view function);

}  // namespace ringside::pathlen
