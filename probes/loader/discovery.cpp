// SPDX-License-Identifier: GPL-3.0-or-later
#include "discovery.h"

#include <fcntl.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>

#include "discover.skel.h"
#include "libbpf_log.h"
#include "plan.h"

namespace ringside::loader {
namespace {

namespace fs = std::filesystem;
constexpr std::size_t k_block = 4096;

std::string content_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream out;
  out << file.rdbuf();
  return std::move(out).str();
}

Result<std::pair<std::uint32_t, std::uint32_t>> numbers_of(const std::string& disk) {
  std::istringstream text(content_of("/sys/block/" + disk + "/dev"));
  std::uint32_t major_number = 0;
  std::uint32_t minor_number = 0;
  char colon = 0;
  if (text >> major_number >> colon >> minor_number) return std::pair(major_number, minor_number);
  return std::unexpected("there is no disk " + disk);
}

Result<Disk> disk_named(const std::string& name) {
  Disk disk;
  disk.name = name;
  const auto numbers = numbers_of(name);
  if (!numbers) return std::unexpected(numbers.error());
  std::tie(disk.major, disk.minor) = *numbers;
  std::error_code error;
  const fs::path device = fs::canonical("/sys/block/" + name + "/device", error);
  const std::string virtio = device.filename().string();
  if (error || !virtio.starts_with("virtio")) return std::unexpected(name + " is no virtio disk");
  disk.virtio_index = static_cast<std::uint32_t>(std::strtoul(virtio.c_str() + 6, nullptr, 10));
  const fs::path parent = fs::canonical(device.parent_path() / "subsystem", error);
  disk.on_pci = !error && parent.filename() == "pci";
  return disk;
}

Result<void> watch_one_read(std::vector<Disk>& disks) {
  const std::unique_ptr<::discover, void (*)(::discover*)> program(discover__open(), discover__destroy);
  if (!program) return std::unexpected("the discovery program cannot be opened: " + take_first_warning());
  program->rodata->disk_count = static_cast<std::uint32_t>(disks.size());
  for (std::size_t at = 0; at < disks.size(); ++at) {
    program->rodata->major[at] = disks[at].major;
    program->rodata->minor[at] = disks[at].minor;
  }
  if (discover__load(program.get()) != 0) {
    return std::unexpected("the discovery program cannot be loaded: " + take_first_warning());
  }
  if (discover__attach(program.get()) != 0) {
    return std::unexpected("the discovery program cannot be attached: " + take_first_warning());
  }
  for (std::size_t at = 0; at < disks.size(); ++at) {
    if (auto read = read_directly(disks[at].name); !read) return read;
    std::memcpy(&disks[at].found, &program->bss->found[at], sizeof(rs_found));
    if (disks[at].found.queue == 0) return std::unexpected("a read of " + disks[at].name + " passed unseen");
  }
  return {};
}

}  // namespace

Result<void> read_directly(const std::string& disk) {
  const int fd = ::open(("/dev/" + disk).c_str(), O_RDONLY | O_DIRECT | O_CLOEXEC);
  if (fd < 0) return std::unexpected("cannot open /dev/" + disk + ": " + std::strerror(errno));
  const std::unique_ptr<void, void (*)(void*)> buffer(std::aligned_alloc(k_block, k_block), std::free);
  const ssize_t got = ::pread(fd, buffer.get(), k_block, 0);
  const int error = errno;
  ::close(fd);
  if (got != static_cast<ssize_t>(k_block)) return std::unexpected("cannot read " + disk + ": " + std::strerror(error));
  return {};
}

Result<Discovery> discover(const Options& options) {
  Discovery out;
  for (const std::string& name : options.disks) {
    auto disk = disk_named(name);
    if (!disk) return std::unexpected(disk.error());
    out.disks.push_back(std::move(*disk));
  }
  if (!options.mapper.empty()) {
    const auto numbers = numbers_of(options.mapper);
    if (!numbers) return std::unexpected(numbers.error());
    out.mapper_device = kernel_device(numbers->first, numbers->second);
  }
  if (auto watched = watch_one_read(out.disks); !watched) return std::unexpected(watched.error());

  std::set<std::uint64_t> addresses;
  for (const Disk& disk : out.disks) {
    out.queues = std::max(out.queues, disk.found.hardware_queues);
    out.depth = std::max(out.depth, disk.found.depth);
    addresses.insert({disk.found.queue_rq, disk.found.queue_rqs, disk.found.commit_rqs, disk.found.poll});
    if (disk.found.queue_rq != out.disks.front().found.queue_rq || disk.found.poll != out.disks.front().found.poll) {
      return std::unexpected("the disks are of different drivers or modes");
    }
  }
  addresses.erase(0);
  out.symbols = Symbols::parse(content_of("/proc/kallsyms"), addresses, fixed_functions());
  const auto owner = out.symbols.at(out.disks.front().found.queue_rq);
  if (owner) out.module = owner->module;
  return out;
}

}  // namespace ringside::loader
