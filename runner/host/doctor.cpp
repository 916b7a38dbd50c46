// SPDX-License-Identifier: GPL-3.0-or-later
#include "host/doctor.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <optional>

#include "core/units.h"
#include "host/child.h"
#include "host/paths.h"

namespace ringside::host {
namespace {

namespace fs = std::filesystem;

struct Tool {
  const char* name;
  const char* package;
  CheckStatus missing;
};

constexpr std::array k_tools{
    Tool{"fio", "fio", CheckStatus::fail},  // packed into the image
    Tool{"busybox", "busybox-static", CheckStatus::fail},
    Tool{"dmsetup", "dmsetup", CheckStatus::warn},  // dm topologies only
    Tool{"modprobe", "kmod", CheckStatus::warn},    // depmod for the user's own modules
};

constexpr std::uint64_t k_gib = 1ull << 30;
constexpr std::uint64_t k_guest_memory = 2 * k_gib;  // a 1 GiB guest, QEMU and the runner
constexpr std::uint64_t k_cache_need = 2 * k_gib;    // kernel packages and two images
constexpr std::uint64_t k_data_need = k_gib / 2;

std::optional<std::string> fact(const Environment& record, const char* key) {
  const auto at = record.find(key);
  return at != record.end() ? std::optional(at->second) : std::nullopt;
}

std::optional<double> number(const Environment& record, const char* key) {
  const auto text = fact(record, key);
  if (!text) return std::nullopt;
  char* end = nullptr;
  const double value = std::strtod(text->c_str(), &end);
  return end != text->c_str() ? std::optional(value) : std::nullopt;
}

std::string gib(double bytes) {
  return fmt::format("{:.1f} GiB", bytes / static_cast<double>(k_gib));
}

Check kvm_check(const HostFacts& facts) {
  if (!facts.kvm_node) {
    return {"kvm-node", CheckStatus::warn, "/dev/kvm does not exist: guests run under emulation (TCG)",
            "for timings that mean something enable virtualisation in the firmware, or nested virtualisation, and load "
            "kvm_intel or kvm_amd"};
  }
  if (!facts.kvm_opens) {
    return {"kvm-node", CheckStatus::warn, "/dev/kvm cannot be opened: " + facts.kvm_error,
            "add yourself to the group kvm and log in again"};
  }
  return {"kvm-node", CheckStatus::ok, "/dev/kvm opens; only a boot shows whether it runs a guest", ""};
}

void tool_checks(const HostFacts& facts, std::vector<Check>& checks) {
  const auto qemu = fact(facts.environment, "qemu.path");
  const auto version = fact(facts.environment, "qemu.version");
  if (qemu && version) {
    checks.push_back({"tool.qemu", CheckStatus::ok, fmt::format("QEMU {} at {}", *version, *qemu), ""});
  } else {
    checks.push_back({"tool.qemu", CheckStatus::fail, qemu ? *qemu + " is not a QEMU that runs" : "no QEMU found",
                      "apt-get install qemu-system-x86, or name one with --qemu"});
  }
  for (const Tool& tool : k_tools) {
    const auto found = facts.tools.find(tool.name);
    if (found != facts.tools.end() && !found->second.empty()) {
      checks.push_back({fmt::format("tool.{}", tool.name), CheckStatus::ok, found->second, ""});
    } else {
      checks.push_back({fmt::format("tool.{}", tool.name), tool.missing, fmt::format("{} is missing", tool.name),
                        fmt::format("apt-get install {}", tool.package)});
    }
  }
}

Check memory_check(const Environment& record) {
  const auto available = number(record, "memory.available_bytes");
  if (!available) return {"memory", CheckStatus::warn, "available memory is not known", "look at /proc/meminfo"};
  if (*available < static_cast<double>(k_guest_memory)) {
    return {"memory", CheckStatus::fail, gib(*available) + " available, a guest and the runner need 2 GiB",
            "end other programs, or give the guest less (guest.memory)"};
  }
  return {"memory", CheckStatus::ok, gib(*available) + " available", ""};
}

Check cpu_check(const Environment& record) {
  const auto online = number(record, "cpu.online");
  const std::string model = fact(record, "cpu.model").value_or("unknown model");
  if (!online) return {"cpus", CheckStatus::warn, "the number of CPUs is not known", "look at /sys/devices/system/cpu"};
  if (*online < 4) {
    return {"cpus", CheckStatus::warn,
            fmt::format("{:.0f} CPUs ({}): vCPUs and QEMU's own threads share them", *online, model),
            "more CPUs than vCPUs make timings steadier; differences under 20 % will not be settled here"};
  }
  return {"cpus", CheckStatus::ok, fmt::format("{:.0f} CPUs ({})", *online, model), ""};
}

Check smt_check(const Environment& record) {
  if (fact(record, "cpu.smt") == "on") {
    return {"smt", CheckStatus::warn, "SMT is on: a vCPU's speed depends on its neighbour",
            "echo off > /sys/devices/system/cpu/smt/control, or pin to one thread per core"};
  }
  return {"smt", CheckStatus::ok, "SMT is " + fact(record, "cpu.smt").value_or("not known"), ""};
}

Check governor_check(const Environment& record) {
  const auto governor = fact(record, "cpu.governor");
  if (!governor) return {"governor", CheckStatus::ok, "no frequency scaling visible", ""};
  if (*governor != "performance") {
    return {"governor", CheckStatus::warn, "frequency governor: " + *governor, "cpupower frequency-set -g performance"};
  }
  return {"governor", CheckStatus::ok, "frequency governor: performance", ""};
}

Check load_check(const Environment& record) {
  const auto load = number(record, "load.1min");
  const auto online = number(record, "cpu.online").value_or(1);
  if (!load) return {"load", CheckStatus::warn, "the load is not known", "look at /proc/loadavg"};
  if (*load > 0.5 * online) {
    return {"load", CheckStatus::warn, fmt::format("load {:.2f} on {:.0f} CPUs: others compute here", *load, online),
            "wait, or stop what else is running"};
  }
  return {"load", CheckStatus::ok, fmt::format("load {:.2f} on {:.0f} CPUs", *load, online), ""};
}

Check clocksource_check(const Environment& record) {
  const auto source = fact(record, "clocksource");
  if (source && (*source == "hpet" || *source == "acpi_pm" || *source == "jiffies")) {
    return {"clocksource", CheckStatus::warn, "clock source: " + *source + ", slow to read",
            "find out from the kernel log why tsc is not used"};
  }
  return {"clocksource", CheckStatus::ok, "clock source: " + source.value_or("not known"), ""};
}

Check disk_check(const char* id, const fs::path& folder, std::uint64_t free, std::uint64_t need) {
  const std::string what = fmt::format("{} free for {}", gib(static_cast<double>(free)), folder.string());
  if (free < need) {
    return {id, CheckStatus::fail, what + fmt::format(", {} needed", gib(static_cast<double>(need))),
            "make room, or point XDG_CACHE_HOME and XDG_DATA_HOME elsewhere"};
  }
  return {id, CheckStatus::ok, what, ""};
}

// Of the file system the folder is on, or will be on.
std::uint64_t free_bytes_at(fs::path folder) {
  std::error_code error;
  while (!fs::exists(folder, error) && folder.has_parent_path() && folder != folder.parent_path()) {
    folder = folder.parent_path();
  }
  const auto space = fs::space(folder, error);
  return error ? 0 : space.available;
}

}  // namespace

std::string_view to_text(CheckStatus status) {
  switch (status) {
    case CheckStatus::ok:
      return "ok";
    case CheckStatus::warn:
      return "warn";
    case CheckStatus::fail:
      return "fail";
  }
  return "fail";
}

HostFacts read_host_facts(const fs::path& qemu) {
  HostFacts facts;
  facts.environment = read_environment(qemu);
  std::error_code error;
  facts.kvm_node = fs::exists("/dev/kvm", error);
  if (facts.kvm_node) {
    const Descriptor node(::open("/dev/kvm", O_RDWR | O_CLOEXEC));
    facts.kvm_opens = node.open();
    if (!facts.kvm_opens) facts.kvm_error = strerror(errno);
  }
  for (const Tool& tool : k_tools) {
    const auto path = find_program(tool.name);
    facts.tools[tool.name] = path ? path->string() : std::string();
  }
  facts.cache = cache_dir();
  facts.cache_free_bytes = free_bytes_at(facts.cache);
  facts.data = data_dir();
  facts.data_free_bytes = free_bytes_at(facts.data);
  return facts;
}

std::vector<Check> host_checks(const HostFacts& facts) {
  std::vector<Check> checks{kvm_check(facts)};
  tool_checks(facts, checks);
  const Environment& record = facts.environment;
  checks.push_back(memory_check(record));
  checks.push_back(cpu_check(record));
  checks.push_back(smt_check(record));
  checks.push_back(governor_check(record));
  checks.push_back(load_check(record));
  checks.push_back(clocksource_check(record));
  checks.push_back(disk_check("disk.cache", facts.cache, facts.cache_free_bytes, k_cache_need));
  checks.push_back(disk_check("disk.data", facts.data, facts.data_free_bytes, k_data_need));
  return checks;
}

}  // namespace ringside::host
