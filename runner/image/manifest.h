// SPDX-License-Identifier: GPL-3.0-or-later
// An image's manifest.json, and the one of stage 1. The only file here that knows JSON is manifest.cpp.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

#include "core/result.h"
#include "image/digests.h"
#include "image/image.h"

namespace ringside::image {

// What is remembered of a built image. The initramfs is two archives, one behind the other: the base changes rarely,
// the upper part (agent and drivers) often.
struct Manifest {
  Image image;
  std::uint64_t base_bytes = 0;
  std::string base_digest;
  std::string upper_digest;
  std::map<std::string, std::string> files;  // SHA-256 of what was copied into it, by place in the guest
};

// Nothing if there is none, or if it is damaged or of another version: the image is then made anew.
[[nodiscard]] Result<Manifest> read_manifest(const std::filesystem::path& path);
[[nodiscard]] std::string to_json(const Manifest& manifest);

// The stamps of all files that images of this cache were made from. Damaged or missing: none.
[[nodiscard]] Stamps read_stamps(const std::filesystem::path& path);
[[nodiscard]] std::string to_json(const Stamps& stamps);

// The kernel release of a stage 1 manifest.
[[nodiscard]] Result<std::string> release_of_stage_1(const std::filesystem::path& manifest);

}  // namespace ringside::image
