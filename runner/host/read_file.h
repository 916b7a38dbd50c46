// SPDX-License-Identifier: GPL-3.0-or-later
// Whole small files, as /proc and /sys have them.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "core/result.h"

namespace ringside::host {

// At most 1 MiB; nothing if it cannot be read.
[[nodiscard]] std::optional<std::string> read_small_file(const std::filesystem::path& path);

// Replaces the file as a whole: a reader, and a crash, see the old content or the new. Creates its folder.
[[nodiscard]] Result<void> replace_file(const std::filesystem::path& path, std::string_view content);

}  // namespace ringside::host
