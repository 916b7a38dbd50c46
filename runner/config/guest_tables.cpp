// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/guest_tables.h"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <span>

#include "config/table_reader.h"

namespace ringside::config {
namespace {

// More than QEMU's q35 takes is a mistake in any case.
constexpr int k_most_vcpus = 288;
constexpr Bytes k_least_memory{128ull << 20};  // kernel and image need as much
constexpr int k_most_disks = 64;

std::string absolute(const std::filesystem::path& folder, const std::string& path) {
  return (folder / path).lexically_normal().string();
}

struct BackendDriver {
  std::string_view name;
  std::span<const std::string_view> options;
  bool needs_path = false;
};

constexpr auto k_null_options = std::to_array<std::string_view>({"latency-ns", "read-zeroes"});
constexpr auto k_file_options = std::to_array<std::string_view>({"path", "aio", "cache"});
constexpr auto k_vhost_options = std::to_array<std::string_view>({"path", "aio", "cache", "latency-ns"});

constexpr auto k_backends = std::to_array<BackendDriver>({{"null-co", k_null_options, false},
                                                          {"file", k_file_options, false},
                                                          {"host-device", k_file_options, true},
                                                          {"vhost-user-blk", k_vhost_options, false}});

const std::vector<std::string_view> k_aio{"threads", "native", "io_uring"};
const std::vector<std::string_view> k_cache{"none", "writeback", "writethrough", "directsync", "unsafe"};

const BackendDriver& driver_of(const Backend& backend) {
  return *std::ranges::find(k_backends, backend.driver, &BackendDriver::name);
}

void read_driver(TableReader& in, Backend& backend) {
  std::vector<std::string_view> names;
  for (const BackendDriver& driver : k_backends) names.push_back(driver.name);
  const auto index = in.word("driver", names);
  if (!index || backend.driver == names[*index]) return;
  backend.driver = names[*index];
  backend.options.clear();
}

void read_backend_option(TableReader& in, std::string_view option, const std::filesystem::path& folder,
                         OptionMap& options) {
  const auto set = [&](OptionValue value) { options.insert_or_assign(std::string(option), std::move(value)); };
  if (option == "latency-ns") {
    int nanoseconds = 0;
    if (in.count(option, nanoseconds, 0, 1'000'000'000)) set(std::int64_t{nanoseconds});
  } else if (option == "read-zeroes") {
    bool zeroes = false;
    if (in.flag(option, zeroes)) set(zeroes);
  } else if (option == "path") {
    std::string path;
    if (in.text(option, path)) set(absolute(folder, path));
  } else {
    const auto& words = option == "aio" ? k_aio : k_cache;
    if (const auto index = in.word(option, words)) set(std::string(words[*index]));
  }
}

std::string text_option(const Backend& backend, std::string_view name) {
  const auto found = backend.options.find(name);
  return found == backend.options.end() ? std::string{} : to_text(found->second);
}

}  // namespace

Result<void> read_guest(const Node& table, const std::string& title, const std::filesystem::path& folder,
                        Guest& guest) {
  TableReader in(table, title);
  std::string kernel;
  if (in.text("kernel", kernel)) {
    const bool is_path = kernel.find('/') != std::string::npos;
    guest.kernel = is_path ? "" : kernel;
    guest.kernel_path = is_path ? absolute(folder, kernel) : "";
    guest.modules_path.clear();
  }
  std::string modules;
  if (in.text("modules", modules)) {
    guest.modules_path = absolute(folder, modules);
    if (guest.kernel_path.empty()) {
      in.reject(table.find("modules")->at, "'modules' goes with a kernel given as a path",
                "an image such as \"debian-6.12\" has its own modules");
    }
  } else if (!guest.kernel_path.empty() && guest.modules_path.empty()) {
    in.reject(table.at, fmt::format("{} names a kernel by path, but no 'modules'", title),
              "add modules = \"…/lib/modules/RELEASE\"");
  }
  in.count("vcpus", guest.vcpus, 1, k_most_vcpus);
  in.count("max_vcpus", guest.max_vcpus, 1, k_most_vcpus);
  if (guest.max_vcpus != 0 && guest.max_vcpus < guest.vcpus) {
    in.reject(table.at, fmt::format("{}: max_vcpus is {}, less than vcpus, {}", title, guest.max_vcpus, guest.vcpus));
  }
  in.bytes("memory", guest.memory, k_least_memory);
  in.line("cmdline", guest.cmdline);
  return in.finish();
}

Result<void> read_machine(const Node& table, const std::string& title, MachineOptions& machine) {
  TableReader in(table, title);
  in.choice("accel", machine.accel, {Accel::automatic, Accel::kvm, Accel::tcg});
  in.choice("tcg_threads", machine.tcg_threads, {TcgThreads::single, TcgThreads::multi});
  in.choice("transport", machine.transport, {Transport::pci, Transport::mmio});
  in.choice("iothread", machine.iothread, {IoThreads::none, IoThreads::shared, IoThreads::per_disk});
  int poll_max_ns = 0;
  if (in.count("poll-max-ns", poll_max_ns, 0, 1'000'000'000)) machine.poll_max_ns = poll_max_ns;
  in.choice("pin", machine.pin, {Pin::automatic, Pin::none});
  in.choice("control", machine.control, {Control::virtio_serial, Control::isa_serial});
  return in.finish();
}

Result<void> read_backend(const Node& table, const std::string& title, const std::filesystem::path& folder,
                          Backend& backend) {
  TableReader in(table, title);
  read_driver(in, backend);
  in.bytes("size", backend.size, Bytes{1ull << 20});
  const BackendDriver& driver = driver_of(backend);
  for (const std::string_view option : driver.options) read_backend_option(in, option, folder, backend.options);
  if (driver.needs_path && text_option(backend, "path").empty()) {
    in.reject(table.at, fmt::format("{}: the backend '{}' needs a 'path'", title, driver.name));
  }
  if (!text_option(backend, "path").empty() && !text_option(backend, "latency-ns").empty()) {
    in.reject(table.at, fmt::format("{}: latency-ns is for a backend without a path", title));
  }
  const std::string cache = text_option(backend, "cache");
  if (text_option(backend, "aio") == "native" && cache != "none" && cache != "directsync") {
    in.reject(table.at, fmt::format("{}: aio = \"native\" needs cache = \"none\" or \"directsync\"", title),
              "QEMU refuses native AIO on a file that goes through the page cache");
  }
  return in.finish();
}

Result<void> read_topology(const Node& table, const std::string& title, Topology& topology) {
  TableReader in(table, title);
  in.choice("kind", topology.kind, {TopologyKind::raw, TopologyKind::dm_linear, TopologyKind::dm_stripe});
  in.count("disks", topology.disks, 1, k_most_disks);
  if (in.bytes("chunk", topology.chunk, Bytes{4096}) && !std::has_single_bit(topology.chunk.value)) {
    in.reject(table.find("chunk")->at, fmt::format("'chunk' in {} must be a power of two", title));
  }
  // Which of them the guest's kernel has, only the guest can tell.
  const std::vector<std::string_view> schedulers{"none", "mq-deadline", "kyber", "bfq"};
  if (const auto index = in.word("scheduler", schedulers)) topology.scheduler = schedulers[*index];
  const bool striped = topology.kind == TopologyKind::dm_stripe;
  if (striped && topology.disks < 2) in.reject(table.at, fmt::format("{}: a stripe needs at least 2 disks", title));
  if (!striped && table.find("chunk") != nullptr) {
    in.reject(table.find("chunk")->at, fmt::format("'chunk' in {} goes with kind = \"dm-stripe\"", title));
  }
  return in.finish();
}

}  // namespace ringside::config
