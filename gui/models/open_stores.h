// SPDX-License-Identifier: GPL-3.0-or-later
// The stores that are looked at, each opened once and read-only.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>

#include "core/result.h"
#include "store/store.h"

namespace ringside::gui {

// Belongs to one thread at a time. A file that was removed or replaced since is opened anew, or its loss is reported:
// an open descriptor would go on to show what is no longer there.
class OpenStores {
 public:
  // Valid until the next call for the same path. Fails as Store::open_read_only does.
  [[nodiscard]] Result<const store::Store*> at(const std::filesystem::path& path);

 private:
  struct FileId {
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    bool operator==(const FileId&) const = default;
  };
  struct Entry {
    FileId file;
    store::Store store;
  };
  [[nodiscard]] static Result<FileId> file_at(const std::filesystem::path& path);

  std::map<std::filesystem::path, Entry> m_stores;
};

}  // namespace ringside::gui
