// SPDX-License-Identifier: GPL-3.0-or-later
#include "image/kernel.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "core/elf.h"
#include "host/child.h"
#include "image/manifest.h"
#include "image/mapped_file.h"
#include "image/new_file.h"

namespace ringside::image {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view k_banner = "Linux version ";

bool present(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

std::vector<fs::path> folders_with_modules(const fs::path& above) {
  std::vector<fs::path> out;
  std::error_code error;
  for (fs::directory_iterator at(above, error), end; !error && at != end; at.increment(error)) {
    if (present(at->path() / "modules.dep")) out.push_back(at->path());
  }
  return out;
}

// What can be started of the user's file: the ELF kernel inside, kept in the cache by the file's digest.
Result<fs::path> unpacked(const fs::path& kernel, const fs::path& share, const fs::path& cache, Digests& digests) {
  {
    auto bytes = MappedFile::open(kernel);
    if (!bytes) return std::unexpected(std::move(bytes).error());
    if (bytes->bytes().starts_with("\x7f"
                                   "ELF"))
      return kernel;
  }
  auto digest = digests.of(kernel);
  if (!digest) return std::unexpected(std::move(digest).error());
  const fs::path out = cache / "kernels" / fmt::format("vmlinux-{}", digest->substr(0, 16));
  if (present(out)) return out;
  std::error_code error;
  fs::create_directories(out.parent_path(), error);
  if (error) return fail(ErrorCode::infrastructure, fmt::format("{}: {}", out.parent_path().string(), error.message()));
  if (auto room = check_space(out.parent_path(), 200u << 20); !room) return std::unexpected(room.error());
  auto done = host::output_of({(share / "bin/extract-vmlinux").string(), kernel.string(), out.string()});
  if (!done) return std::unexpected(std::move(done).error());
  return out;
}

Result<void> check_release(const Kernel& kernel) {
  if (kernel.modules.empty()) return {};
  const std::string of_modules = kernel.modules.filename().string();
  if (of_modules == kernel.release) return {};
  return fail(ErrorCode::configuration,
              fmt::format("the kernel is {} but the modules in {} are for {}", kernel.release, kernel.modules.string(),
                          of_modules),
              "give the kernel and the modules of one build (make modules_install INSTALL_MOD_PATH=DIR)");
}

}  // namespace

std::optional<std::string> release_in(std::string_view vmlinux) {
  for (std::size_t at = vmlinux.find(k_banner); at != std::string_view::npos; at = vmlinux.find(k_banner, at + 1)) {
    const std::string_view rest = vmlinux.substr(at + k_banner.size(), 128);
    const std::string_view release = rest.substr(0, rest.find(' '));
    // The format string "Linux version %s (%s)" is there too.
    if (!release.empty() && std::isdigit(static_cast<unsigned char>(release.front())) != 0) return std::string(release);
  }
  return std::nullopt;
}

bool has_pvh_entry(std::string_view vmlinux) {
  const auto notes = elf_section(vmlinux, ".notes");
  if (!notes) return false;
  // n_namesz 4, n_descsz 4 or 8, n_type 18 (XEN_ELFNOTE_PHYS32_ENTRY), name "Xen".
  const std::string type_and_name("\x12\0\0\0Xen\0", 8);
  return notes->contains(type_and_name);
}

Result<fs::path> modules_folder(const fs::path& given) {
  std::error_code ignored;
  const fs::path folder = fs::canonical(given, ignored);
  if (folder.empty()) return fail(ErrorCode::not_found, fmt::format("there is no folder {}", given.string()));
  if (present(folder / "modules.dep")) return folder;
  for (const fs::path& above : {folder, folder / "lib/modules"}) {
    const auto found = folders_with_modules(above);
    if (found.size() == 1) return found.front();
    if (found.size() > 1) {
      return fail(ErrorCode::configuration,
                  fmt::format("{} holds the modules of several kernels, {} and {}", above.string(),
                              found[0].filename().string(), found[1].filename().string()),
                  "name the one folder lib/modules/RELEASE");
    }
  }
  return fail(ErrorCode::not_found, fmt::format("{} has no modules.dep and holds no folder that has", given.string()),
              "give the folder lib/modules/RELEASE of make modules_install, or run depmod there");
}

Result<Kernel> kernel_of_stage_1(const std::string& name, const fs::path& share) {
  const fs::path folder = share / "kernels" / name;
  if (name.empty() || name.contains('/') || !present(folder / "manifest.json")) {
    std::string known;
    std::error_code error;
    for (fs::directory_iterator at(share / "kernels", error), end; !error && at != end; at.increment(error)) {
      if (present(at->path() / "manifest.json")) known += (known.empty() ? "" : ", ") + at->path().filename().string();
    }
    return fail(
        ErrorCode::not_found,
        fmt::format("there is no guest kernel {} in {} (there: {})", name, (share / "kernels").string(),
                    known.empty() ? "none" : known),
        "run ./quickstart build, which fetches the Debian kernels, or give your own with --kernel and --modules");
  }
  auto release = release_of_stage_1(folder / "manifest.json");
  if (!release) return std::unexpected(std::move(release).error());
  Kernel out{name, std::move(*release), folder / "vmlinux", folder / "modules", {}};
  if (!present(out.vmlinux) || !present(out.modules / "modules.dep")) {
    return fail(ErrorCode::not_found, fmt::format("the guest kernel in {} is incomplete", folder.string()),
                "remove that folder and run ./quickstart build");
  }
  return out;
}

Result<Kernel> kernel_of_user(const std::string& name, const fs::path& kernel, const fs::path& modules,
                              const fs::path& share, const fs::path& cache, Digests& digests) {
  std::error_code ignored;
  const fs::path file = fs::canonical(kernel, ignored);
  if (file.empty()) return fail(ErrorCode::not_found, fmt::format("there is no kernel {}", kernel.string()));
  auto vmlinux = unpacked(file, share, cache, digests);
  if (!vmlinux) return std::unexpected(std::move(vmlinux).error());
  auto mapped = MappedFile::open(*vmlinux);
  if (!mapped) return std::unexpected(std::move(mapped).error());
  auto release = release_in(mapped->bytes());
  if (!release) {
    return fail(ErrorCode::configuration, fmt::format("{} does not say which Linux it is", kernel.string()),
                "give a bzImage or vmlinux of a Linux build");
  }
  Kernel out{name.empty() ? *release : name, *release, *vmlinux, {}, {}};
  if (!has_pvh_entry(mapped->bytes())) {
    if (*vmlinux == file) {
      return fail(ErrorCode::configuration,
                  fmt::format("{} has no PVH entry, so QEMU cannot start it directly", kernel.string()),
                  "give the bzImage of the same build, or build with CONFIG_PVH=y");
    }
    out.vmlinux = file;
    out.notes.emplace_back("the kernel is built without CONFIG_PVH: it boots from its bzImage, which takes longer");
  }
  if (modules.empty()) {
    out.notes.emplace_back("no modules given: what the kernel does not have built in is missing in the guest");
    return out;
  }
  auto folder = modules_folder(modules);
  if (!folder) return std::unexpected(std::move(folder).error());
  out.modules = std::move(*folder);
  if (auto same = check_release(out); !same) return std::unexpected(std::move(same).error());
  return out;
}

}  // namespace ringside::image
