// SPDX-License-Identifier: GPL-3.0-or-later
#include "host/environment.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "host/child.h"
#include "host/read_file.h"
#include "host/sha256.h"

namespace ringside::host {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view k_vulnerabilities = "/sys/devices/system/cpu/vulnerabilities/";

constexpr std::array k_files{
    "/proc/cmdline",
    "/proc/cpuinfo",
    "/proc/loadavg",
    "/proc/meminfo",
    "/proc/sys/kernel/hostname",
    "/proc/sys/kernel/osrelease",
    "/etc/machine-id",
    "/etc/os-release",
    "/sys/class/dmi/id/product_uuid",
    "/sys/class/dmi/id/sys_vendor",
    "/sys/devices/system/cpu/cpufreq/boost",
    "/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq",
    "/sys/devices/system/cpu/intel_pstate/no_turbo",
    "/sys/devices/system/cpu/online",
    "/sys/devices/system/cpu/smt/active",
    "/sys/devices/system/clocksource/clocksource0/current_clocksource",
    "/sys/kernel/mm/transparent_hugepage/enabled",
};

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view space = " \t\r\n";
  const auto first = text.find_first_not_of(space);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(space) - first + 1);
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> out;
  while (!text.empty()) {
    const auto end = text.find('\n');
    out.push_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return out;
}

// The value behind "key<separator> value" in a text of such lines.
std::optional<std::string> value_in(std::string_view text, std::string_view key, char separator) {
  for (const std::string_view line : lines_of(text)) {
    const auto at = line.find(separator);
    if (at != std::string_view::npos && trimmed(line.substr(0, at)) == key) {
      return std::string(trimmed(line.substr(at + 1)));
    }
  }
  return std::nullopt;
}

std::optional<std::uint64_t> number_at_start(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() ? std::optional(value) : std::nullopt;
}

// "0-3,8" is 5.
std::optional<std::uint64_t> count_in_list(std::string_view list) {
  std::uint64_t count = 0;
  list = trimmed(list);
  while (!list.empty()) {
    const std::string_view part = list.substr(0, list.find(','));
    const auto from = number_at_start(part);
    const auto dash = part.find('-');
    const auto to = dash == std::string_view::npos ? from : number_at_start(part.substr(dash + 1));
    if (!from || !to || *to < *from) return std::nullopt;
    count += *to - *from + 1;
    list.remove_prefix(std::min(list.size(), part.size() + 1));
  }
  return count > 0 ? std::optional(count) : std::nullopt;
}

// The choice in brackets: "always [madvise] never".
std::string bracketed(std::string_view text) {
  const auto open = text.find('[');
  const auto close = text.find(']', open == std::string_view::npos ? 0 : open);
  if (open == std::string_view::npos || close == std::string_view::npos) return std::string(trimmed(text));
  return std::string(text.substr(open + 1, close - open - 1));
}

// Fills a record from files; a key whose source is missing stays out.
class Recorder {
 public:
  explicit Recorder(const HostFiles& files) : m_files(files) {}

  [[nodiscard]] std::optional<std::string> file(const std::string& path) const {
    const auto at = m_files.find(path);
    if (at == m_files.end() || trimmed(at->second).empty()) return std::nullopt;
    return std::string(trimmed(at->second));
  }

  void set(const std::string& key, const std::optional<std::string>& value) {
    if (value && !value->empty()) m_record[key] = *value;
  }

  Environment take() { return std::move(m_record); }

 private:
  const HostFiles& m_files;
  Environment m_record;
};

std::optional<std::string> physical_cores(std::string_view cpuinfo) {
  std::set<std::pair<std::string, std::string>> cores;
  std::string package;
  for (const std::string_view line : lines_of(cpuinfo)) {
    if (const auto value = value_in(line, "physical id", ':')) package = *value;
    if (const auto value = value_in(line, "core id", ':')) cores.emplace(package, *value);
  }
  return cores.empty() ? std::nullopt : std::optional(std::to_string(cores.size()));
}

// One governor, or all that are in use: "performance", "performance powersave".
std::optional<std::string> governors(const HostFiles& files) {
  std::set<std::string> found;
  for (const auto& [path, content] : files) {
    if (path.ends_with("/cpufreq/scaling_governor")) found.emplace(trimmed(content));
  }
  return found.empty() ? std::nullopt : std::optional(fmt::format("{}", fmt::join(found, " ")));
}

void record_cpu(Recorder& record, const HostFiles& files) {
  const std::string cpuinfo = record.file("/proc/cpuinfo").value_or("");
  record.set("cpu.model", value_in(cpuinfo, "model name", ':'));
  record.set("cpu.vendor", value_in(cpuinfo, "vendor_id", ':'));
  record.set("cpu.microcode", value_in(cpuinfo, "microcode", ':'));
  record.set("cpu.cores", physical_cores(cpuinfo));
  if (const auto flags = value_in(cpuinfo, "flags", ':')) {
    record.set("host.hypervisor", (" " + *flags + " ").find(" hypervisor ") != std::string::npos ? "yes" : "no");
  }
  if (const auto online = record.file("/sys/devices/system/cpu/online")) {
    if (const auto count = count_in_list(*online)) record.set("cpu.online", std::to_string(*count));
  }
  if (const auto active = record.file("/sys/devices/system/cpu/smt/active")) {
    record.set("cpu.smt", *active == "1" ? "on" : "off");
  }
  record.set("cpu.governor", governors(files));
  if (const auto none = record.file("/sys/devices/system/cpu/intel_pstate/no_turbo")) {
    record.set("cpu.turbo", *none == "1" ? "off" : "on");
  } else if (const auto boost = record.file("/sys/devices/system/cpu/cpufreq/boost")) {
    record.set("cpu.turbo", *boost == "1" ? "on" : "off");
  }
  if (const auto khz = record.file("/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq")) {
    if (const auto number = number_at_start(*khz)) record.set("cpu.mhz_max", std::to_string(*number / 1000));
  }
}

void record_memory(Recorder& record) {
  const std::string meminfo = record.file("/proc/meminfo").value_or("");
  const auto bytes = [&](std::string_view key) -> std::optional<std::string> {
    const auto value = value_in(meminfo, key, ':');
    const auto kib = value ? number_at_start(*value) : std::nullopt;
    return kib ? std::optional(std::to_string(*kib * 1024)) : std::nullopt;
  };
  record.set("memory.total_bytes", bytes("MemTotal"));
  record.set("memory.available_bytes", bytes("MemAvailable"));
  record.set("memory.hugepages", value_in(meminfo, "HugePages_Total", ':'));
  if (const auto thp = record.file("/sys/kernel/mm/transparent_hugepage/enabled")) {
    record.set("memory.thp", bracketed(*thp));
  }
}

void record_load(Recorder& record) {
  const std::string load = record.file("/proc/loadavg").value_or("");
  const auto first = load.find(' ');
  if (first == std::string::npos) return;
  record.set("load.1min", load.substr(0, first));
  record.set("load.5min", load.substr(first + 1, load.find(' ', first + 1) - first - 1));
}

std::string os_name(std::string text) {
  std::erase(text, '"');
  return text;
}

}  // namespace

HostFiles read_host_files(const fs::path& root) {
  HostFiles files;
  const auto take = [&](const std::string& path) {
    if (auto content = read_small_file(root / path.substr(1))) files[path] = std::move(*content);
  };
  for (const char* path : k_files) take(path);
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(root / k_vulnerabilities.substr(1), error)) {
    take(std::string(k_vulnerabilities) + entry.path().filename().string());
  }
  for (const auto& entry : fs::directory_iterator(root / "sys/devices/system/cpu", error)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("cpu") && name.size() > 3 && std::isdigit(static_cast<unsigned char>(name[3])) != 0) {
      take("/sys/devices/system/cpu/" + name + "/cpufreq/scaling_governor");
    }
  }
  return files;
}

Environment environment_of(const HostFiles& files) {
  Recorder record(files);
  record.set("host.id", host_id(files).to_text());
  record.set("host.name", record.file("/proc/sys/kernel/hostname"));
  record.set("host.kernel", record.file("/proc/sys/kernel/osrelease"));
  if (const auto os = record.file("/etc/os-release")) {
    if (const auto name = value_in(*os, "PRETTY_NAME", '=')) record.set("host.os", os_name(*name));
  }
  record.set("host.hypervisor_vendor", record.file("/sys/class/dmi/id/sys_vendor"));
  record.set("kernel.cmdline", record.file("/proc/cmdline"));
  record.set("clocksource", record.file("/sys/devices/system/clocksource/clocksource0/current_clocksource"));
  record_cpu(record, files);
  record_memory(record);
  record_load(record);
  for (const auto& [path, content] : files) {
    if (path.starts_with(k_vulnerabilities)) {
      record.set("mitigations." + path.substr(k_vulnerabilities.size()), std::string(trimmed(content)));
    }
  }
  return record.take();
}

Environment read_environment(const fs::path& qemu) {
  Environment record = environment_of(read_host_files());
  const auto path = find_program(qemu.string());
  if (!path) return record;
  record["qemu.path"] = path->string();
  RunOptions options;
  options.timeout = std::chrono::seconds(10);
  if (const auto output = output_of({path->string(), "--version"}, options)) {
    if (const std::string version = qemu_version_in(*output); !version.empty()) record["qemu.version"] = version;
  }
  return record;
}

Uuid host_id(const HostFiles& files) {
  Recorder record(files);
  // machine-id(5) asks that the id itself is not shown to others: only a keyed hash of it leaves the host.
  std::string identity = record.file("/etc/machine-id").value_or("");
  if (identity.empty() || identity == "uninitialized") {
    identity = record.file("/sys/class/dmi/id/product_uuid").value_or("");
  }
  if (identity.empty()) {
    identity = record.file("/proc/sys/kernel/hostname").value_or("") + "\n" +
               value_in(record.file("/proc/cpuinfo").value_or(""), "model name", ':').value_or("");
  }
  const std::string digest = sha256("ringside host\n" + identity);
  // The hash's first 128 bits, with the version nibble of "custom" (RFC 9562, version 8) and the variant bits.
  std::string text = digest.substr(0, 32);
  text[12] = '8';
  text[16] = "89ab"[std::string_view("0123456789abcdef").find(text[16]) & 3];
  for (const std::size_t at : {20u, 16u, 12u, 8u}) text.insert(at, "-");
  return Uuid::parse(text).value_or(Uuid());
}

std::string qemu_version_in(std::string_view version_output) {
  constexpr std::string_view k_start = "QEMU emulator version ";
  if (!version_output.starts_with(k_start)) return {};
  version_output.remove_prefix(k_start.size());
  return std::string(version_output.substr(0, version_output.find_first_of(" \n(")));
}

}  // namespace ringside::host
