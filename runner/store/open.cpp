// SPDX-License-Identifier: GPL-3.0-or-later
#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include <system_error>
#include <utility>

#include "store/connection.h"
#include "store/guard.h"
#include "store/migrate.h"
#include "store/place.h"
#include "store/schema.h"
#include "store/store.h"

namespace ringside::store {
namespace {

constexpr int k_busy_timeout_ms = 10'000;

void prepare_for_reading(SQLite::Database& database) {
  database.exec("PRAGMA cache_size = -65536");  // KiB
  database.exec("PRAGMA temp_store = MEMORY");
}

// synchronous = FULL: a commit is on the disk when it returns, so not even a power cut takes a finished measurement.
// It costs one flush per measurement, between cells, where nothing is being timed.
void prepare_for_writing(SQLite::Database& database) {
  database.exec("PRAGMA journal_mode = WAL");
  database.exec("PRAGMA synchronous = FULL");
  database.exec("PRAGMA foreign_keys = ON");
  prepare_for_reading(database);
}

// Readers of a write-ahead log need its -shm file. Where nobody can write there and no log is left, the file cannot
// change either, and is opened as such.
std::string read_only_uri(const std::filesystem::path& path) {
  std::error_code error;
  const bool log_is_left = std::filesystem::exists(path.string() + "-wal", error);
  const bool immutable = !folder_is_writable(path) && !log_is_left;
  std::string escaped;
  for (const char c : std::filesystem::absolute(path).string()) {
    if (c == '%' || c == '?' || c == '#') {
      escaped += fmt::format("%{:02x}", static_cast<unsigned>(c));
    } else {
      escaped += c;
    }
  }
  return fmt::format("file:{}{}", escaped, immutable ? "?immutable=1" : "");
}

std::unique_ptr<SQLite::Database> open_for_reading(const std::filesystem::path& path) {
  return std::make_unique<SQLite::Database>(
      read_only_uri(path), SQLite::OPEN_READONLY | SQLite::OPEN_URI | SQLite::OPEN_NOMUTEX, k_busy_timeout_ms);
}

Result<SchemaState> stored_state(const std::filesystem::path& path) {
  return guarded(path, [&] { return schema_state(*open_for_reading(path), path, migrations()); });
}

}  // namespace

Store::Store(std::unique_ptr<Connection> connection) : m_connection(std::move(connection)) {}
Store::Store(Store&&) noexcept = default;
Store& Store::operator=(Store&&) noexcept = default;
Store::~Store() = default;

const std::filesystem::path& Store::path() const {
  return m_connection->path;
}

int Store::schema_version() const {
  return m_connection->schema_version;
}

Result<Store> Store::open(const std::filesystem::path& path) {
  if (const auto ready = prepare_place(path); !ready) return std::unexpected(ready.error());
  return guarded(path, [&]() -> Result<Store> {
    auto connection = std::make_unique<Connection>(path);
    connection->database =
        std::make_unique<SQLite::Database>(path, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE, k_busy_timeout_ms);
    // Before anything is changed: the file may be somebody else's.
    const auto state = schema_state(*connection->database, path, migrations());
    if (!state) return std::unexpected(state.error());
    prepare_for_writing(*connection->database);
    const auto version = migrate(*connection->database, path, migrations());
    if (!version) return std::unexpected(version.error());
    connection->database->exec("PRAGMA foreign_keys = ON");
    connection->schema_version = *version;
    return Store(std::move(connection));
  });
}

Result<Store> Store::open_read_only(const std::filesystem::path& path) {
  if (const auto ready = check_place(path); !ready) return std::unexpected(ready.error());
  auto state = stored_state(path);
  if (state && *state == SchemaState::older) {
    // A new ringside must be able to list an old store without running a campaign first.
    if (const auto migrated = Store::open(path); !migrated) return std::unexpected(migrated.error());
    state = stored_state(path);
  }
  if (!state) return std::unexpected(state.error());
  if (*state == SchemaState::empty) {
    return fail(ErrorCode::not_found, fmt::format("{} is empty", path.string()),
                "'ringside run campaigns/quick.toml' fills a store; another file is named with --db");
  }
  return guarded(path, [&]() -> Result<Store> {
    auto connection = std::make_unique<Connection>(path);
    connection->database = open_for_reading(path);
    prepare_for_reading(*connection->database);
    connection->schema_version = static_cast<int>(migrations().size());
    return Store(std::move(connection));
  });
}

}  // namespace ringside::store
