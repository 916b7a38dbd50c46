// SPDX-License-Identifier: GPL-3.0-or-later
#include "validate/allocation.h"

#include <nlohmann/json.hpp>

namespace ringside::validate {

Result<Bytes> allocated(vm::Machine& machine, const std::string& node) {
  using nlohmann::json;
  const auto answer = machine.qmp("query-named-block-nodes");
  if (!answer) return std::unexpected(answer.error());
  try {
    for (const json& one : json::parse(*answer)) {
      if (one.value("node-name", std::string()) == node) {
        return Bytes{one.at("image").at("actual-size").get<std::uint64_t>()};
      }
    }
  } catch (const json::exception& error) {
    return fail(ErrorCode::protocol, std::string("QEMU's block nodes cannot be read: ") + error.what());
  }
  return fail(ErrorCode::not_found, "QEMU has no block node " + node);
}

}  // namespace ringside::validate
