// SPDX-License-Identifier: GPL-3.0-or-later
#include "validate/block_counters.h"

#include <nlohmann/json.hpp>

namespace ringside::validate {
namespace {

using nlohmann::json;

BlockCounters counters_in(const json& stats) {
  const auto number = [&](const char* name) { return stats.value(name, std::uint64_t{0}); };
  BlockCounters out;
  out.reads = number("rd_operations");
  out.writes = number("wr_operations");
  out.flushes = number("flush_operations");
  out.discards = number("unmap_operations");
  out.failed_reads = number("failed_rd_operations");
  out.failed_writes = number("failed_wr_operations");
  out.failed_flushes = number("failed_flush_operations");
  return out;
}

}  // namespace

Result<BlockCounters> block_counters(vm::Machine& machine, const std::string& id) {
  const auto answer = machine.qmp("query-blockstats");
  if (!answer) return std::unexpected(answer.error());
  // "/machine/peripheral/disk0/virtio-backend"
  const std::string device = "/peripheral/" + id + "/";
  try {
    for (const json& disk : json::parse(*answer)) {
      if (disk.value("qdev", std::string()).find(device) != std::string::npos) return counters_in(disk.at("stats"));
    }
  } catch (const json::exception& error) {
    return fail(ErrorCode::protocol, std::string("QEMU's block statistics cannot be read: ") + error.what());
  }
  return fail(ErrorCode::not_found, "QEMU has no statistics of the disk " + id);
}

}  // namespace ringside::validate
