// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/migrate.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include <string>
#include <system_error>

#include "store/schema.h"

namespace ringside::store {
namespace {

int version_of(SQLite::Database& database) {
  return database.execAndGet("PRAGMA user_version").getInt();
}

// VACUUM INTO refuses an existing target: a copy of an earlier try is not overwritten, it may be the only good one.
std::filesystem::path free_backup_name(const std::filesystem::path& path, int version) {
  const std::string plain = fmt::format("{}.backup-v{}", path.string(), version);
  std::error_code error;
  std::filesystem::path name = plain;
  for (int copy = 2; std::filesystem::exists(name, error); ++copy) name = fmt::format("{}.{}", plain, copy);
  return name;
}

void back_up(SQLite::Database& database, const std::filesystem::path& path, int version) {
  SQLite::Statement copy(database, "VACUUM INTO ?");
  copy.bind(1, free_backup_name(path, version).string());
  copy.exec();
}

Result<void> check_references(SQLite::Database& database, const std::filesystem::path& path) {
  SQLite::Statement broken(database, "PRAGMA foreign_key_check");
  if (!broken.executeStep()) return {};
  return fail(ErrorCode::infrastructure,
              fmt::format("{}: after the migration a row of '{}' refers to nothing; the store was left as it was",
                          path.string(), broken.getColumn(0).getString()),
              "report this with the store's schema version");
}

}  // namespace

Result<SchemaState> schema_state(SQLite::Database& database, const std::filesystem::path& path,
                                 std::span<const std::string_view> scripts) {
  const int version = version_of(database);
  const int application = database.execAndGet("PRAGMA application_id").getInt();
  const int objects = database.execAndGet("SELECT COUNT(*) FROM sqlite_schema").getInt();
  if (application == 0 && version == 0 && objects == 0) return SchemaState::empty;
  if (application != k_application_id) {
    return fail(ErrorCode::usage, fmt::format("{} is a database of another program", path.string()),
                "name a Ringside store with --db, or a file that does not exist yet");
  }
  const int known = static_cast<int>(scripts.size());
  if (version > known) {
    return fail(
        ErrorCode::unsupported,
        fmt::format("{} has schema {}, and this ringside knows schemas up to {}", path.string(), version, known),
        "use the newer ringside that wrote it, or another file with --db");
  }
  return version < known ? SchemaState::older : SchemaState::current;
}

Result<int> migrate(SQLite::Database& database, const std::filesystem::path& path,
                    std::span<const std::string_view> scripts) {
  const auto before = schema_state(database, path, scripts);
  if (!before) return std::unexpected(before.error());
  if (*before == SchemaState::current) return version_of(database);
  if (*before == SchemaState::older) back_up(database, path, version_of(database));

  // A migration that rebuilds a table drops one that others refer to; the pragma is without effect inside a
  // transaction. What it would have refused is found by check_references.
  database.exec("PRAGMA foreign_keys = OFF");
  SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
  // Another process may have been faster.
  const auto now = schema_state(database, path, scripts);
  if (!now) return std::unexpected(now.error());
  const auto done = *now == SchemaState::empty ? 0 : version_of(database);
  for (const std::string_view script : scripts.subspan(static_cast<std::size_t>(done))) {
    database.exec(std::string(script));
  }
  if (const auto checked = check_references(database, path); !checked) return std::unexpected(checked.error());
  database.exec(fmt::format("PRAGMA application_id = {}", k_application_id));
  database.exec(fmt::format("PRAGMA user_version = {}", scripts.size()));
  transaction.commit();
  return static_cast<int>(scripts.size());
}

}  // namespace ringside::store
