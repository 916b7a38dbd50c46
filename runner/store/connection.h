// SPDX-License-Identifier: GPL-3.0-or-later
// What the parts of Store share: one open database. Private to runner/store.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

#include "core/result.h"

namespace SQLite {
class Database;
class Statement;
}  // namespace SQLite

namespace ringside::store {

struct Connection {
  std::filesystem::path path;
  std::unique_ptr<SQLite::Database> database;
  int schema_version = 0;
  // Prepared once: an import of a million rows spends its time elsewhere.
  std::unordered_map<std::string, std::unique_ptr<SQLite::Statement>> statements;

  explicit Connection(std::filesystem::path where);
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection();

  // Ready to bind. For statements that are stepped to their end before the same text is asked for again.
  [[nodiscard]] SQLite::Statement& prepared(const std::string& sql);
  // A statement of its own, for readers.
  [[nodiscard]] SQLite::Statement query(const std::string& sql) const;
};

}  // namespace ringside::store
