// SPDX-License-Identifier: GPL-3.0-or-later
// A folder for one test that goes with it.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>

namespace ringside::image {

inline std::string content_of(const std::filesystem::path& path) {
  std::ostringstream out;
  out << std::ifstream(path, std::ios::binary).rdbuf();
  return std::move(out).str();
}

class Scratch {
 public:
  Scratch() {
    std::string pattern = testing::TempDir() + "ringside-image-XXXXXX";
    EXPECT_NE(::mkdtemp(pattern.data()), nullptr);
    m_path = pattern;
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() {
    std::error_code ignored;
    std::filesystem::remove_all(m_path, ignored);
  }

  std::filesystem::path operator/(const std::filesystem::path& below) const { return m_path / below; }
  [[nodiscard]] const std::filesystem::path& path() const { return m_path; }
  // Writes a file, making its folder.
  void write(const std::filesystem::path& below, const std::string& content) const {
    std::filesystem::create_directories((m_path / below).parent_path());
    std::ofstream(m_path / below, std::ios::binary) << content;
  }

 private:
  std::filesystem::path m_path;
};

}  // namespace ringside::image
