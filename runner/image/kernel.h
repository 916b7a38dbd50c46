// SPDX-License-Identifier: GPL-3.0-or-later
// Where an image's kernel and modules come from: stage 1, or the user's own build.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "image/digests.h"

namespace ringside::image {

struct Kernel {
  std::string name;               // of the image
  std::string release;            // "6.1.0-57-amd64"
  std::filesystem::path vmlinux;  // what QEMU boots
  std::filesystem::path modules;  // the folder with modules.dep; empty if there are none
  std::vector<std::string> notes;
};

// share/kernels/NAME as stage 1 left it.
[[nodiscard]] Result<Kernel> kernel_of_stage_1(const std::string& name, const std::filesystem::path& share);

// The user's bzImage or vmlinux with a lib/modules/RELEASE folder. A bzImage is unpacked once into `cache`. Without
// `name` the release is the name. Errors: not_found, configuration (another release than the modules', not a kernel).
[[nodiscard]] Result<Kernel> kernel_of_user(const std::string& name, const std::filesystem::path& kernel,
                                            const std::filesystem::path& modules, const std::filesystem::path& share,
                                            const std::filesystem::path& cache, Digests& digests);

// The folder with modules.dep: `given` itself, or the only one of the kind below it (or below its lib/modules).
[[nodiscard]] Result<std::filesystem::path> modules_folder(const std::filesystem::path& given);

// The release in "Linux version 6.1.0-57-amd64 (…)" of a kernel's bytes; nothing if there is no such text.
[[nodiscard]] std::optional<std::string> release_in(std::string_view vmlinux);

// Whether QEMU can start these bytes directly (an ELF file with the note that gives the PVH entry).
[[nodiscard]] bool has_pvh_entry(std::string_view vmlinux);

}  // namespace ringside::image
