// SPDX-License-Identifier: GPL-3.0-or-later
// Where things lie. Nothing here creates a folder except RuntimeFolder.
#pragma once

#include <filesystem>

#include "core/result.h"

namespace ringside::host {

// What programs need at run time besides themselves: $RINGSIDE_SHARE, else ../share/ringside seen from the program.
[[nodiscard]] std::filesystem::path share_dir();
// $XDG_CACHE_HOME/ringside, else ~/.cache/ringside: may be deleted at any time.
[[nodiscard]] std::filesystem::path cache_dir();
// $XDG_DATA_HOME/ringside, else ~/.local/share/ringside.
[[nodiscard]] std::filesystem::path data_dir();

// A private folder (mode 0700) in $XDG_RUNTIME_DIR, $TMPDIR or /tmp that goes with the object. For the little that
// cannot be handed over as a descriptor. Its name holds the process id and start time, so that a later runner can
// tell whether its owner lives.
class RuntimeFolder {
 public:
  [[nodiscard]] static Result<RuntimeFolder> create();
  RuntimeFolder(RuntimeFolder&& other) noexcept;
  RuntimeFolder& operator=(RuntimeFolder&& other) noexcept;
  ~RuntimeFolder();

  [[nodiscard]] const std::filesystem::path& path() const { return m_path; }

 private:
  explicit RuntimeFolder(std::filesystem::path path) : m_path(std::move(path)) {}
  std::filesystem::path m_path;
};

// Removes the folders that runners of this user left when they were killed. Returns how many. Call once at start.
int sweep_runtime_folders();

}  // namespace ringside::host
