// SPDX-License-Identifier: GPL-3.0-or-later
// Content hashes: arms, images, artefacts.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "core/result.h"

namespace ringside {

// 64 lower-case hexadecimal digits.
[[nodiscard]] std::string sha256(std::string_view data);
[[nodiscard]] Result<std::string> sha256_of_file(const std::filesystem::path& path);

}  // namespace ringside
