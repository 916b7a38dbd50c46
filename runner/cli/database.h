// SPDX-License-Identifier: GPL-3.0-or-later
// Which results database a command means.
#pragma once

#include <filesystem>
#include <string>

#include "cli/command.h"
#include "core/result.h"
#include "store/store.h"

namespace ringside::cli {

// --db, else $RINGSIDE_DB, else results.db in the data folder.
[[nodiscard]] std::filesystem::path database_path(const GlobalOptions& global);

// " --db PATH" for commands that a message proposes, quoted for a shell; empty where --db was not given.
[[nodiscard]] std::string database_flag(const GlobalOptions& global);

// Opens the store for reading. A missing file is a not_found that says how a database comes to be.
[[nodiscard]] Result<store::Store> open_results(const GlobalOptions& global);

}  // namespace ringside::cli
