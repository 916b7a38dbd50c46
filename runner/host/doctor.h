// SPDX-License-Identifier: GPL-3.0-or-later
// What is wrong with this host, and what to do about it, as values. Whether KVM really runs a guest is not among
// them: only a boot can tell (engine).
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "host/environment.h"

namespace ringside::host {

enum class CheckStatus { ok, warn, fail };
[[nodiscard]] std::string_view to_text(CheckStatus status);

struct Check {
  std::string id;  // "kvm-node", "tool.fio"
  CheckStatus status = CheckStatus::ok;
  std::string what;        // what was found
  std::string what_to_do;  // empty where it is ok
};

// What the checks are decided on besides the environment record.
struct HostFacts {
  Environment environment;
  bool kvm_node = false;                     // /dev/kvm exists
  bool kvm_opens = false;                    // and this user may open it
  std::string kvm_error;                     // why not
  std::map<std::string, std::string> tools;  // name to path; empty path: missing
  std::filesystem::path cache;               // where images go
  std::uint64_t cache_free_bytes = 0;
  std::filesystem::path data;
  std::uint64_t data_free_bytes = 0;
};

[[nodiscard]] HostFacts read_host_facts(const std::filesystem::path& qemu);

// Pure. In the order in which a person would look: kvm-node, tool.*, memory, cpus, smt, governor, load, clocksource,
// disk.cache, disk.data.
[[nodiscard]] std::vector<Check> host_checks(const HostFacts& facts);

}  // namespace ringside::host
