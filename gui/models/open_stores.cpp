// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/open_stores.h"

#include <sys/stat.h>

#include <utility>

namespace ringside::gui {

Result<OpenStores::FileId> OpenStores::file_at(const std::filesystem::path& path) {
  struct stat found{};
  if (::stat(path.c_str(), &found) != 0) {
    return fail(ErrorCode::not_found, "there is no database at " + path.string(),
                "it was removed or renamed, or never there; `ringside run FILE` makes one");
  }
  if (!S_ISREG(found.st_mode)) {
    return fail(ErrorCode::usage, path.string() + " is not a file", "choose the .db file of a store");
  }
  return FileId{found.st_dev, found.st_ino};
}

Result<const store::Store*> OpenStores::at(const std::filesystem::path& path) {
  const auto file = file_at(path);
  auto entry = m_stores.find(path);
  if (entry != m_stores.end() && (!file || *file != entry->second.file)) {
    m_stores.erase(entry);
    entry = m_stores.end();
  }
  if (!file) return std::unexpected(file.error());
  if (entry == m_stores.end()) {
    auto opened = store::Store::open_read_only(path);
    if (!opened) return std::unexpected(std::move(opened.error()));
    entry = m_stores.emplace(path, Entry{*file, *std::move(opened)}).first;
  }
  return &entry->second.store;
}

}  // namespace ringside::gui
