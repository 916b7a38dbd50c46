// SPDX-License-Identifier: GPL-3.0-or-later
// An environment variable for the length of a scope.
#pragma once

#include <cstdlib>
#include <optional>
#include <string>

class EnvironmentGuard {
 public:
  EnvironmentGuard(std::string name, const char* value) : m_name(std::move(name)) {
    if (const char* before = std::getenv(m_name.c_str())) m_before = before;
    set(value);
  }
  EnvironmentGuard(const EnvironmentGuard&) = delete;
  EnvironmentGuard& operator=(const EnvironmentGuard&) = delete;
  ~EnvironmentGuard() { set(m_before ? m_before->c_str() : nullptr); }

 private:
  void set(const char* value) const {
    if (value != nullptr) {
      ::setenv(m_name.c_str(), value, 1);
    } else {
      ::unsetenv(m_name.c_str());
    }
  }

  std::string m_name;
  std::optional<std::string> m_before;
};
