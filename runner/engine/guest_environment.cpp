// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/guest_environment.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "host/environment.h"

namespace ringside::engine {
namespace {

// What of a guest can differ between two boots of one image, and matters to a result.
constexpr std::array k_files{
    "/proc/cmdline",
    "/proc/cpuinfo",
    "/proc/meminfo",
    "/proc/sys/kernel/osrelease",
    "/proc/sys/kernel/version",
    "/proc/sys/kernel/tainted",
    "/sys/devices/system/cpu/online",
    "/sys/devices/system/clocksource/clocksource0/current_clocksource",
    "/sys/kernel/mm/transparent_hugepage/enabled",
    "/sys/devices/system/cpu/vulnerabilities/itlb_multihit",
    "/sys/devices/system/cpu/vulnerabilities/mds",
    "/sys/devices/system/cpu/vulnerabilities/meltdown",
    "/sys/devices/system/cpu/vulnerabilities/mmio_stale_data",
    "/sys/devices/system/cpu/vulnerabilities/retbleed",
    "/sys/devices/system/cpu/vulnerabilities/spec_store_bypass",
    "/sys/devices/system/cpu/vulnerabilities/spectre_v1",
    "/sys/devices/system/cpu/vulnerabilities/spectre_v2",
    "/sys/devices/system/cpu/vulnerabilities/tsx_async_abort",
};

// Momentary values would make every boot an environment of its own.
bool is_momentary(std::string_view fact) {
  return fact.starts_with("load.") || fact == "memory.available_bytes";
}

std::string trimmed(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  return text;
}

std::map<std::string, std::string> facts_of(const host::HostFiles& files, const image::Image& image) {
  std::map<std::string, std::string> facts;
  for (const auto& [name, value] : host::environment_of(files)) {
    if (name == "host.id" || is_momentary(name)) continue;
    // The reader names the machine it reads "host"; here that is the guest.
    facts.emplace(name.starts_with("host.") ? "guest." + name.substr(5) : name, value);
  }
  for (const auto& [fact, file] : {std::pair{"guest.kernel_version", "/proc/sys/kernel/version"},
                                   std::pair{"guest.taint", "/proc/sys/kernel/tainted"}}) {
    if (const auto found = files.find(file); found != files.end()) facts.emplace(fact, trimmed(found->second));
  }
  facts.emplace("image.name", image.name);
  facts.emplace("image.kernel_sha256", image.kernel_digest);
  facts.emplace("image.initramfs_sha256", image.initramfs_digest);
  for (const auto& [name, version] : image.versions) facts.emplace("version." + name, version);
  return facts;
}

}  // namespace

Result<store::Environment> read_guest_environment(vm::Machine& machine, const image::Image& image) {
  wire::ReadFiles request;
  request.paths.assign(k_files.begin(), k_files.end());
  const TimePoint deadline = SteadyClock::now() + std::chrono::seconds(10);
  auto files = machine.ask_for<wire::Files>(request, deadline);
  if (!files) return std::unexpected(std::move(files.error()));
  store::Environment environment;
  environment.uuid = Uuid::random();
  environment.kind = store::EnvironmentKind::guest;
  environment.identity = image.kernel_digest;
  environment.name = image.name;
  environment.recorded = std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
  environment.facts = facts_of(host::HostFiles(files->content.begin(), files->content.end()), image);
  return environment;
}

}  // namespace ringside::engine
