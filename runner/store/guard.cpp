// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/guard.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <string>

namespace ringside::store {
namespace {

Error storage_error(const std::filesystem::path& path, std::string_view what, std::string hint) {
  return Error{ErrorCode::infrastructure, fmt::format("{}: {}", path.string(), what), std::move(hint), {}};
}

}  // namespace

Error error_of(const SQLite::Exception& exception, const std::filesystem::path& path) {
  switch (exception.getErrorCode()) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return storage_error(path, "the store is locked by another program",
                           "end the program that writes to it ('fuser FILE' names it), or use another file with --db");
    case SQLITE_FULL:
      return storage_error(path, "no space is left for the store",
                           "free some space and go on with 'ringside run --resume'; what was measured is kept");
    case SQLITE_NOTADB:
      return Error{ErrorCode::usage,
                   fmt::format("{}: this is not a database", path.string()),
                   "name a Ringside store with --db, or a file that does not exist yet",
                   {}};
    case SQLITE_CORRUPT:
      return storage_error(path, fmt::format("the store is damaged: {}", exception.what()),
                           "copy it away; 'sqlite3 FILE .recover' saves what can be read");
    case SQLITE_READONLY:
      return storage_error(path, "the store cannot be written", "check the permissions of the file and its folder");
    case SQLITE_CANTOPEN:
      return storage_error(path, "the store cannot be opened", "check the path, and the permissions of its folder");
    case SQLITE_IOERR:
      return storage_error(path, fmt::format("reading or writing the store failed: {}", exception.what()),
                           "check the disk ('dmesg') and the space left on it");
    case SQLITE_CONSTRAINT:
      return Error{
          ErrorCode::usage, fmt::format("{}: the store refuses a row: {}", path.string(), exception.what()), {}, {}};
    default:
      return storage_error(path, exception.what(), {});
  }
}

Error error_of(const DamagedStore& exception, const std::filesystem::path& path) {
  return storage_error(path, fmt::format("the store is damaged: {}", exception.what()),
                       "copy it away; the other campaigns in it can still be read");
}

}  // namespace ringside::store
