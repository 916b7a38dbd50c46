// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/connection.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <utility>

namespace ringside::store {

Connection::Connection(std::filesystem::path where) : path(std::move(where)) {}

// The statements must go before the database they belong to.
Connection::~Connection() {
  statements.clear();
}

SQLite::Statement& Connection::prepared(const std::string& sql) {
  auto& statement = statements[sql];
  if (statement) {
    // Not reset(): it would throw the failure of the last use again.
    static_cast<void>(statement->tryReset());
    statement->clearBindings();
  } else {
    statement = std::make_unique<SQLite::Statement>(*database, sql);
  }
  return *statement;
}

SQLite::Statement Connection::query(const std::string& sql) const {
  return SQLite::Statement(*database, sql);
}

}  // namespace ringside::store
