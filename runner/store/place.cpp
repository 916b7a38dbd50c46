// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/place.h"

#include <fmt/format.h>
#include <linux/magic.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <string>
#include <system_error>

namespace ringside::store {
namespace {

namespace fs = std::filesystem;

// Those that linux/magic.h does not name.
constexpr std::uint64_t k_lustre = 0x0bd00bd0;
constexpr std::uint64_t k_gpfs = 0x47504653;
constexpr std::uint64_t k_gfs2 = 0x01161970;
constexpr std::uint64_t k_vmware_hgfs = 0xbacbacbc;
constexpr std::uint64_t k_virtualbox = 0x786f4256;

fs::path folder_of(const fs::path& path) {
  const fs::path parent = path.parent_path();
  return parent.empty() ? fs::path(".") : parent;
}

Result<void> refuse_network(const fs::path& folder) {
  struct statfs found{};
  if (::statfs(folder.c_str(), &found) != 0) {
    return fail(ErrorCode::infrastructure, fmt::format("{}: {}", folder.string(), std::strerror(errno)));
  }
  // f_type is signed on this architecture, and its 32 bits come sign-extended.
  const auto name = network_file_system(static_cast<std::uint32_t>(found.f_type));
  if (!name) return {};
  return fail(ErrorCode::unsupported,
              fmt::format("{} lies on {}: the write-ahead log of a store needs memory shared between its users, "
                          "which a network file system does not give",
                          folder.string(), *name),
              "use a store on a local disk (--db or RINGSIDE_DB), or copy the file to one");
}

}  // namespace

std::optional<std::string_view> network_file_system(std::uint64_t magic) {
  struct Known {
    std::uint64_t magic;
    std::string_view name;
  };
  static constexpr std::array k_known{
      Known{NFS_SUPER_MAGIC, "NFS"},
      Known{CIFS_SUPER_MAGIC, "CIFS"},
      Known{SMB2_SUPER_MAGIC, "SMB"},
      Known{SMB_SUPER_MAGIC, "SMB"},
      Known{V9FS_MAGIC, "9p"},
      Known{FUSE_SUPER_MAGIC, "FUSE"},
      Known{CEPH_SUPER_MAGIC, "Ceph"},
      Known{AFS_SUPER_MAGIC, "AFS"},
      Known{AFS_FS_MAGIC, "AFS"},
      Known{CODA_SUPER_MAGIC, "Coda"},
      Known{OCFS2_SUPER_MAGIC, "OCFS2"},
      Known{k_lustre, "Lustre"},
      Known{k_gpfs, "GPFS"},
      Known{k_gfs2, "GFS2"},
      Known{k_vmware_hgfs, "HGFS"},
      Known{k_virtualbox, "a shared folder"},
  };
  for (const Known& known : k_known) {
    if (known.magic == magic) return known.name;
  }
  return std::nullopt;
}

bool folder_is_writable(const fs::path& path) {
  return ::access(folder_of(path).c_str(), W_OK | X_OK) == 0;
}

Result<void> prepare_place(const fs::path& path) {
  if (path.empty()) return fail(ErrorCode::usage, "no file is named for the store", "name one with --db");
  const fs::path folder = folder_of(path);
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) {
    return fail(ErrorCode::infrastructure,
                fmt::format("the folder {} cannot be created: {}", folder.string(), error.message()),
                "use another file with --db or RINGSIDE_DB");
  }
  if (fs::is_directory(path, error)) {
    return fail(ErrorCode::usage, fmt::format("{} is a folder", path.string()), "name a file with --db");
  }
  if (!folder_is_writable(path)) {
    return fail(ErrorCode::infrastructure, fmt::format("the folder {} cannot be written", folder.string()),
                "change its permissions, or use another file with --db or RINGSIDE_DB");
  }
  if (fs::exists(path, error) && ::access(path.c_str(), R_OK | W_OK) != 0) {
    return fail(ErrorCode::infrastructure, fmt::format("{} cannot be written", path.string()),
                "change its permissions, or use another file with --db or RINGSIDE_DB");
  }
  return refuse_network(folder);
}

Result<void> check_place(const fs::path& path) {
  std::error_code error;
  if (!fs::exists(path, error)) {
    return fail(ErrorCode::not_found, fmt::format("there is no store at {}", path.string()),
                "'ringside run campaigns/quick.toml' makes one; another file is named with --db or RINGSIDE_DB");
  }
  if (fs::is_directory(path, error)) {
    return fail(ErrorCode::usage, fmt::format("{} is a folder", path.string()), "name a file with --db");
  }
  if (::access(path.c_str(), R_OK) != 0) {
    return fail(ErrorCode::infrastructure, fmt::format("{} cannot be read", path.string()), "change its permissions");
  }
  return refuse_network(folder_of(path));
}

}  // namespace ringside::store
