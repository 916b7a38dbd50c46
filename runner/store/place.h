// SPDX-License-Identifier: GPL-3.0-or-later
// Can a store live here? Private to runner/store.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>

#include "core/result.h"

namespace ringside::store {

// The name of a file system on which SQLite's write-ahead log does not work, by statfs' f_type; nothing for others.
[[nodiscard]] std::optional<std::string_view> network_file_system(std::uint64_t magic);

// Creates missing parent folders and checks that the file can be written there.
[[nodiscard]] Result<void> prepare_place(const std::filesystem::path& path);
// Checks that the file exists and may be read.
[[nodiscard]] Result<void> check_place(const std::filesystem::path& path);

// Whether a reader could create the -shm file that a write-ahead log needs.
[[nodiscard]] bool folder_is_writable(const std::filesystem::path& path);

}  // namespace ringside::store
