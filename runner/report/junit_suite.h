// SPDX-License-Identifier: GPL-3.0-or-later
// JUnit's XML, whoever reports in it. Valid by tests/data/junit/junit.xsd.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/units.h"

namespace ringside::report {

// "1.250"
[[nodiscard]] std::string junit_seconds(Nanoseconds duration);

struct JunitSuite {
  std::string name;
  std::string package;
  std::string host;
  WallTime started{};
  Nanoseconds time{0};
  std::vector<std::pair<std::string, std::string>> properties;
  std::string cases;  // elements, escaped
  std::size_t tests = 0;
  std::size_t failures = 0;
  std::size_t errors = 0;
  std::size_t skipped = 0;
  std::string out;
  std::string err;
};

[[nodiscard]] std::string junit_document(std::string_view name, const std::vector<JunitSuite>& suites);

}  // namespace ringside::report
