// SPDX-License-Identifier: GPL-3.0-or-later
// The real fio outputs of tests/data/fio, by the name they have there.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>

namespace ringside::fio {

inline constexpr std::array<std::string_view, 8> k_samples{
    "fio-2.17-2jobs-usec-dupkeys.json",     "fio-3.7-client-server-2hosts-text-before.json",
    "fio-3.16-randrw-lat-percentiles.json", "fio-3.19-rw-8jobs.json",
    "fio-3.29-jsonplus-bins.json",          "fio-3.30-steadystate-3documents.json",
    "fio-3.32-error5-text-before.json",     "fio-3.42-text-before-and-after.json"};

inline std::string sample(std::string_view name) {
  std::ifstream file(std::string(RINGSIDE_TEST_DATA "/fio/") + std::string(name), std::ios::binary);
  EXPECT_TRUE(file.is_open()) << name;
  std::ostringstream content;
  content << file.rdbuf();
  return content.str();
}

}  // namespace ringside::fio
