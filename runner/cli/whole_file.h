// SPDX-License-Identifier: GPL-3.0-or-later
// Reports for other programs: whole or not at all.
#pragma once

#include <filesystem>
#include <string_view>

#include "core/result.h"

namespace ringside::cli {

// Whether a file can be made there, so that nobody measures for hours to learn that it cannot. Fails (usage).
[[nodiscard]] Result<void> check_writable(const std::filesystem::path& path);

// Replaces the file at once; signals wait meanwhile. What is there and is no plain file (/dev/stdout, a pipe) is
// written to. Fails (infrastructure) leaving an older file as it was.
[[nodiscard]] Result<void> write_whole(const std::filesystem::path& path, std::string_view text);

// Adds to the end of the file, in one write.
[[nodiscard]] Result<void> append_to(const std::filesystem::path& path, std::string_view text);

}  // namespace ringside::cli
