// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/topology.h"

#include <fmt/format.h>

#include <algorithm>

namespace ringside::engine {
namespace {

constexpr std::uint64_t k_sector = 512;
constexpr const char* k_name = "ringside";
constexpr Nanoseconds k_deadline = std::chrono::seconds(30);

std::string linear_table(const std::vector<wire::DiskReady>& disks) {
  std::string table;
  std::uint64_t start = 0;
  for (const wire::DiskReady& disk : disks) {
    const std::uint64_t sectors = disk.bytes / k_sector;
    table += fmt::format("{} {} linear /dev/{} 0\n", start, sectors, disk.name);
    start += sectors;
  }
  return table;
}

// The length must be a multiple of a whole stripe.
std::string striped_table(std::uint64_t chunk, const std::vector<wire::DiskReady>& disks) {
  const std::uint64_t smallest = std::ranges::min(disks, {}, &wire::DiskReady::bytes).bytes / k_sector;
  std::string table = fmt::format("0 {} striped {} {}", smallest / chunk * chunk * disks.size(), disks.size(), chunk);
  for (const wire::DiskReady& disk : disks) table += fmt::format(" /dev/{} 0", disk.name);
  return table + '\n';
}

Result<std::string> command(vm::Machine& machine, const std::vector<std::string>& argv, const std::string& input = {}) {
  auto done = machine.ask_for<wire::CommandDone>(wire::RunCommand{argv, input, Milliseconds(20'000)},
                                                 SteadyClock::now() + k_deadline);
  if (!done) return std::unexpected(std::move(done.error()));
  if (done->exit_code == 0) return std::move(done->output);
  return fail(ErrorCode::infrastructure, fmt::format("{} failed in the guest: {}", argv.front(), done->errors));
}

}  // namespace

std::string mapper_table(const Topology& topology, const std::vector<wire::DiskReady>& disks) {
  return topology.kind == TopologyKind::dm_linear ? linear_table(disks)
                                                  : striped_table(topology.chunk.value / k_sector, disks);
}

Result<std::string> build_topology(vm::Machine& machine, const Topology& topology,
                                   const std::vector<wire::DiskReady>& disks) {
  if (topology.kind == TopologyKind::raw) return std::string();
  // No udev runs in the guest: nobody would answer, and the node is made by hand.
  for (const auto& [argv, input] : {std::pair<std::vector<std::string>, std::string>{{"modprobe", "dm_mod"}, {}},
                                    {{"dmsetup", "create", "--noudevsync", k_name}, mapper_table(topology, disks)},
                                    {{"dmsetup", "mknodes"}, {}}}) {
    auto done = command(machine, argv, input);
    if (!done) return done;
  }
  auto name = command(machine, {"dmsetup", "info", "-c", "--noheadings", "-o", "blkdevname", k_name});
  if (!name) return name;
  while (!name->empty() && (name->back() == '\n' || name->back() == ' ')) name->pop_back();
  if (name->starts_with("dm-")) return name;
  return fail(ErrorCode::infrastructure, fmt::format("the guest calls its device-mapper disk '{}'", *name));
}

Result<void> remove_topology(vm::Machine& machine) {
  auto done = command(machine, {"dmsetup", "remove", "--noudevsync", k_name});
  if (!done) return std::unexpected(std::move(done.error()));
  return {};
}

}  // namespace ringside::engine
