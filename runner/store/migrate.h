// SPDX-License-Identifier: GPL-3.0-or-later
// Brings a store to the newest schema. Private to runner/store.
#pragma once

#include <filesystem>
#include <span>
#include <string_view>

#include "core/result.h"

namespace SQLite {
class Database;
}

namespace ringside::store {

enum class SchemaState { empty, older, current };

// Fails (usage) for a database of another program, (unsupported) for a schema newer than `scripts`.
// May throw SQLite::Exception.
[[nodiscard]] Result<SchemaState> schema_state(SQLite::Database& database, const std::filesystem::path& path,
                                               std::span<const std::string_view> scripts);

// Applies what is missing in one transaction, after copying a store that has anything in it to FILE.backup-vN
// (N: its version before). Returns the version. Another process that does the same at the same time waits.
// Fails as schema_state() does. May throw SQLite::Exception.
[[nodiscard]] Result<int> migrate(SQLite::Database& database, const std::filesystem::path& path,
                                  std::span<const std::string_view> scripts);

}  // namespace ringside::store
