// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/database.h"

#include <fmt/format.h>

#include <cstdlib>

#include "host/child.h"
#include "host/paths.h"

namespace ringside::cli {

std::filesystem::path database_path(const GlobalOptions& global) {
  if (!global.database.empty()) return global.database;
  const char* variable = std::getenv("RINGSIDE_DB");  // NOLINT(concurrency-mt-unsafe): nothing here sets variables
  if (variable != nullptr && *variable != '\0') return variable;
  return host::data_dir() / "results.db";
}

std::string database_flag(const GlobalOptions& global) {
  return global.database.empty() ? std::string() : " --db " + host::shell_quoted({global.database});
}

Result<store::Store> open_results(const GlobalOptions& global) {
  const auto path = database_path(global);
  std::error_code error;
  if (!std::filesystem::exists(path, error) && !error) {
    return fail(ErrorCode::not_found, fmt::format("there is no database at {}", path.string()),
                "`ringside run FILE` makes it; name another one with --db or $RINGSIDE_DB");
  }
  return store::Store::open_read_only(path);
}

}  // namespace ringside::cli
