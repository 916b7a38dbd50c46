// SPDX-License-Identifier: GPL-3.0-or-later
// The fake's QMP side.
#pragma once

#include <set>
#include <string>

#include "arguments.h"

class Monitor {
 public:
  explicit Monitor(const FakeArguments& arguments) : m_arguments(arguments) {}

  void greet() const;
  // Reads and answers commands. False once the runner has closed the channel.
  [[nodiscard]] bool serve();

 private:
  void execute(const std::string& line);
  void remove_device(const std::string& id) const;

  const FakeArguments& m_arguments;
  std::string m_buffer;
  std::set<std::string> m_nodes;
  std::set<std::string> m_busy;  // nodes whose removal was refused once
};
