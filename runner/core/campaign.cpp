// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/campaign.h"

#include <fmt/format.h>

#include <algorithm>

namespace ringside {

std::string_view to_text(Accel accel) {
  switch (accel) {
    case Accel::automatic:
      return "auto";
    case Accel::kvm:
      return "kvm";
    case Accel::tcg:
      return "tcg";
  }
  return "?";
}

std::string_view to_text(TcgThreads threads) {
  return threads == TcgThreads::single ? "single" : "multi";
}
std::string_view to_text(Transport transport) {
  return transport == Transport::pci ? "pci" : "mmio";
}

std::string_view to_text(IoThreads threads) {
  switch (threads) {
    case IoThreads::none:
      return "none";
    case IoThreads::shared:
      return "shared";
    case IoThreads::per_disk:
      return "per-disk";
  }
  return "?";
}

std::string_view to_text(Pin pin) {
  return pin == Pin::automatic ? "auto" : "none";
}
std::string_view to_text(Control control) {
  return control == Control::virtio_serial ? "virtio-serial" : "isa-serial";
}

std::string_view to_text(TopologyKind kind) {
  switch (kind) {
    case TopologyKind::raw:
      return "raw";
    case TopologyKind::dm_linear:
      return "dm-linear";
    case TopologyKind::dm_stripe:
      return "dm-stripe";
  }
  return "?";
}

std::string_view to_text(ProbeTier tier) {
  switch (tier) {
    case ProbeTier::none:
      return "none";
    case ProbeTier::counters:
      return "0";
    case ProbeTier::histograms:
      return "1";
    case ProbeTier::events:
      return "2";
  }
  return "?";
}

namespace {

std::string text_of(const DriverChoice& driver) {
  switch (driver.kind) {
    case DriverKind::in_tree:
      return "in-tree";
    case DriverKind::reference:
      return "reference";
    case DriverKind::path:
      return driver.path;
  }
  return "?";
}

// Nothing where it is left to QEMU, so that such arms keep the identity that they always had.
std::string text_of(const std::optional<int>& poll_max_ns) {
  return poll_max_ns ? fmt::format(" poll-max-ns={}", *poll_max_ns) : std::string();
}

}  // namespace

std::string Arm::specification() const {
  return fmt::format(
      "driver: {}\nparams: {}\ndevice: {}\nfio: {}\nguest: {} {} {} vcpus={}/{} memory={} cmdline={}\n"
      "machine: accel={} tcg_threads={} transport={} iothread={} pin={} control={}{}\n"
      "backend: {} size={} {}\ntopology: {} disks={} chunk={} scheduler={}\n",
      text_of(driver), to_text(params), to_text(device), to_text(fio), guest.kernel, guest.kernel_path,
      guest.modules_path, guest.vcpus, guest.max_vcpus, guest.memory.value, guest.cmdline, to_text(machine.accel),
      to_text(machine.tcg_threads), to_text(machine.transport), to_text(machine.iothread), to_text(machine.pin),
      to_text(machine.control), text_of(machine.poll_max_ns), backend.driver, backend.size.value,
      to_text(backend.options), to_text(topology.kind), topology.disks, topology.chunk.value, topology.scheduler);
}

bool Arm::shares_boot_with(const Arm& other) const {
  return guest == other.guest && machine == other.machine;
}

const Arm& Campaign::baseline() const {
  const auto found = std::ranges::find(arms, gate.baseline, &Arm::name);
  return found != arms.end() ? *found : arms.front();
}

}  // namespace ringside
