// SPDX-License-Identifier: GPL-3.0-or-later
#include "image/modules.h"

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

namespace ringside::image {
namespace {

constexpr std::string_view k_compressors[] = {".xz", ".zst", ".gz"};

// Transport and control channel; the driver under test; device mapper with the targets that tests use; a disk that is
// not virtio's; schedulers; checksums that the block layer asks for.
const std::set<std::string> k_wanted_modules = {
    "virtio",     "virtio_ring",      "virtio_pci",        "virtio_mmio",   "virtio_console", "virtio_blk",    "dm_mod",
    "dm_delay",   "dm_flakey",        "dm_zero",           "dm_log_writes", "null_blk",       "kyber_iosched", "bfq",
    "crc_t10dif", "crct10dif_pclmul", "crct10dif_generic", "libcrc32c",     "crc32c_generic", "crc32c_intel",
};

std::string without_compressor(std::string_view path) {
  for (const std::string_view suffix : k_compressors) {
    if (path.ends_with(suffix)) path.remove_suffix(suffix.size());
  }
  return std::string(path);
}

}  // namespace

std::string module_name(std::string_view path) {
  std::string name = without_compressor(path.substr(path.rfind('/') + 1));
  if (name.ends_with(".ko")) name.resize(name.size() - 3);
  std::ranges::replace(name, '-', '_');
  return name;
}

ModuleSelection select_modules(std::string_view modules_dep) {
  std::map<std::string, std::vector<std::string>> needs;  // by path, as depmod wrote it: the whole chain
  std::istringstream lines{std::string(modules_dep)};
  for (std::string line; std::getline(lines, line);) {
    const std::size_t colon = line.find(':');
    if (colon == std::string::npos) continue;
    std::istringstream rest(line.substr(colon + 1));
    std::vector<std::string>& chain = needs[line.substr(0, colon)];
    for (std::string path; rest >> path;) chain.push_back(path);
  }
  std::map<std::string, std::string> packed;  // place to source
  for (const auto& [path, chain] : needs) {
    if (!k_wanted_modules.contains(module_name(path))) continue;
    packed[without_compressor(path)] = path;
    for (const std::string& needed : chain) packed[without_compressor(needed)] = needed;
  }
  ModuleSelection out;
  for (const auto& [place, source] : packed) {
    out.modules.push_back({source, place});
    out.modules_dep += place + ":";
    for (const std::string& needed : needs[source]) out.modules_dep += " " + without_compressor(needed);
    out.modules_dep += "\n";
  }
  return out;
}

const std::vector<std::string>& boot_modules() {
  static const std::vector<std::string> k_boot_modules = {"virtio_pci", "virtio_mmio", "virtio_console", "dm_mod"};
  return k_boot_modules;
}

}  // namespace ringside::image
