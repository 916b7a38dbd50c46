// SPDX-License-Identifier: GPL-3.0-or-later
// Made-up stores, and waiting for the dashboard.
#pragma once

#include <QEventLoop>
#include <QTemporaryDir>
#include <QTimer>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <string>

#include "fakestore/fake_store.h"
#include "gui/models/job_runner.h"

namespace ringside::gui::test {

// Spins the event loop until `done`; false after a deadline that only a hang reaches.
inline bool wait_until(const std::function<bool()>& done) {
  constexpr int k_deadline_ms = 60'000;
  QEventLoop loop;
  QTimer deadline;
  QTimer look;
  bool late = false;
  QObject::connect(&deadline, &QTimer::timeout, &loop, [&] {
    late = true;
    loop.quit();
  });
  QObject::connect(&look, &QTimer::timeout, &loop, [&] {
    if (done()) loop.quit();
  });
  deadline.setSingleShot(true);
  deadline.start(k_deadline_ms);
  look.start(2);
  if (!done()) loop.exec();
  return !late && done();
}

inline bool wait_until_idle(const JobRunner& jobs) {
  return wait_until([&] { return jobs.is_idle(); });
}

inline std::string bytes_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

inline void write_bytes(const std::filesystem::path& file, const std::string& bytes) {
  std::ofstream(file, std::ios::binary) << bytes;
}

// A folder with a store of made-up campaigns, closed again.
struct MadeUpStore {
  explicit MadeUpStore(const fakestore::Size& size = {.campaigns = 2, .cells = 12, .arms = 3, .blocks = 6}) {
    auto store = store::Store::open(path);
    filled = store && fakestore::fill(*store, size, 7);
  }
  QTemporaryDir folder;
  std::filesystem::path path = std::filesystem::path(folder.path().toStdString()) / "made-up.db";
  bool filled = false;
};

}  // namespace ringside::gui::test
