// SPDX-License-Identifier: GPL-3.0-or-later
#include "host/paths.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <fstream>

#include "environment_guard.h"

using namespace ringside;
using namespace ringside::host;
namespace fs = std::filesystem;

TEST(Paths, xdg_variables_win_over_home) {
  const EnvironmentGuard home("HOME", "/home/someone");
  const EnvironmentGuard cache("XDG_CACHE_HOME", "/somewhere/cache");
  const EnvironmentGuard data("XDG_DATA_HOME", nullptr);
  EXPECT_EQ(cache_dir(), "/somewhere/cache/ringside");
  EXPECT_EQ(data_dir(), "/home/someone/.local/share/ringside");
}

TEST(Paths, a_relative_xdg_variable_is_ignored) {
  const EnvironmentGuard home("HOME", "/home/someone");
  const EnvironmentGuard cache("XDG_CACHE_HOME", "here");
  EXPECT_EQ(cache_dir(), "/home/someone/.cache/ringside");
}

TEST(Paths, share_lies_beside_the_programs_folder_unless_told_otherwise) {
  const EnvironmentGuard none("RINGSIDE_SHARE", nullptr);
  const auto program = fs::read_symlink("/proc/self/exe");
  EXPECT_EQ(share_dir(), program.parent_path().parent_path() / "share/ringside");
  const EnvironmentGuard given("RINGSIDE_SHARE", "/opt/ringside/share");
  EXPECT_EQ(share_dir(), "/opt/ringside/share");
}

TEST(RuntimeFolder, it_is_private_and_goes_with_its_object) {
  fs::path path;
  {
    auto folder = RuntimeFolder::create();
    ASSERT_TRUE(folder) << folder.error().text();
    path = folder->path();
    struct stat status{};
    ASSERT_EQ(::stat(path.c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777, 0700u);
    std::ofstream(path / "file") << "x";
  }
  EXPECT_FALSE(fs::exists(path));
}

TEST(RuntimeFolder, the_sweep_takes_the_dead_and_leaves_the_living) {
  auto mine = RuntimeFolder::create();
  ASSERT_TRUE(mine);
  const EnvironmentGuard runtime("XDG_RUNTIME_DIR", mine->path().c_str());
  auto living = RuntimeFolder::create();
  ASSERT_TRUE(living);
  // This process's number with another start time: a number that was used again.
  const auto dead = mine->path() / ("ringside-run-" + std::to_string(::getpid()) + "-1-abcdef");
  const auto other = mine->path() / "ringside-run-notes";
  fs::create_directories(dead / "sub");
  fs::create_directories(other);
  EXPECT_EQ(sweep_runtime_folders(), 1);
  EXPECT_FALSE(fs::exists(dead));
  EXPECT_TRUE(fs::exists(living->path()));
  EXPECT_TRUE(fs::exists(other));
}
