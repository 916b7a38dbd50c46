// SPDX-License-Identifier: GPL-3.0-or-later
// Where exceptions of the database library end. Private to runner/store.
#pragma once

#include <SQLiteCpp/Exception.h>

#include <filesystem>
#include <stdexcept>
#include <type_traits>

#include "core/result.h"

namespace ringside::store {

// A row that the schema allows but no Ringside writes. Thrown by the row readers, caught by guarded().
struct DamagedStore : std::runtime_error {
  using std::runtime_error::runtime_error;
};

[[nodiscard]] Error error_of(const SQLite::Exception& exception, const std::filesystem::path& path);
[[nodiscard]] Error error_of(const DamagedStore& exception, const std::filesystem::path& path);

// Runs `action`, which returns a Result, with exceptions turned into its error.
template <typename Action>
[[nodiscard]] std::invoke_result_t<Action> guarded(const std::filesystem::path& path, Action&& action) {
  try {
    return action();
  } catch (const SQLite::Exception& exception) {
    return std::unexpected(error_of(exception, path));
  } catch (const DamagedStore& exception) {
    return std::unexpected(error_of(exception, path));
  }
}

}  // namespace ringside::store
