// SPDX-License-Identifier: GPL-3.0-or-later
// The fake's guest: console and agent.
#pragma once

#include <optional>
#include <string>

#include "arguments.h"
#include "wire/frame.h"
#include "wire/messages.h"

class Agent {
 public:
  explicit Agent(const FakeArguments& arguments) : m_arguments(arguments) {}

  // The boot up to the hello, or what the script has instead.
  void boot() const;
  // Reads and answers requests. False once the runner has closed the channel.
  [[nodiscard]] bool serve();

 private:
  void answer(const ringside::wire::NumberedRequest& request);
  void answer_badly(const ringside::wire::NumberedRequest& request);
  void reply(std::int64_t id, ringside::wire::Answer answer) const;
  [[nodiscard]] ringside::wire::Answer proper_answer(const ringside::wire::Request& request) const;
  void send(const std::string& payload) const;

  const FakeArguments& m_arguments;
  ringside::wire::FrameReader m_reader;
  std::optional<std::int64_t> m_kept_back;  // late_answer
};
