// SPDX-License-Identifier: GPL-3.0-or-later
#include "vm/vcpu_statistics.h"

#include <nlohmann/json.hpp>

namespace ringside::vm {
namespace {

using Json = nlohmann::json;

std::optional<std::uint64_t> exits_of(const Json& vcpu) {
  if (!vcpu.is_object() || !vcpu.contains("stats") || !vcpu["stats"].is_array()) return std::nullopt;
  for (const Json& one : vcpu["stats"]) {
    if (!one.is_object() || one.value("name", Json()) != "exits") continue;
    const Json value = one.value("value", Json());
    if (value.is_number_unsigned()) return value.get<std::uint64_t>();
  }
  return std::nullopt;
}

}  // namespace

std::string exits_query() {
  return R"({"target":"vcpu","providers":[{"provider":"kvm","names":["exits"]}]})";
}

std::optional<std::uint64_t> exits_in(std::string_view answer) {
  const Json vcpus = Json::parse(answer, nullptr, false);
  if (!vcpus.is_array() || vcpus.empty()) return std::nullopt;
  std::uint64_t sum = 0;
  for (const Json& vcpu : vcpus) {
    const auto exits = exits_of(vcpu);
    if (!exits) return std::nullopt;
    sum += *exits;
  }
  return sum;
}

}  // namespace ringside::vm
