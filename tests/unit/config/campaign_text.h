// SPDX-License-Identifier: GPL-3.0-or-later
// Campaign files to spoil: a small sound one, and ways to change a line of it.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "config/load.h"

namespace ringside::config {

inline constexpr std::string_view k_sound = R"([campaign]
name = "test"

[guest]
kernel = "debian-6.12"
vcpus = 4

[machine]
accel = "auto"

[backend]
driver = "null-co"

[[arm]]
name = "irq"
device = { num-queues = 4 }
fio = { hipri = 0 }

[[arm]]
name = "poll-2"
driver = "reference"
params = { poll_queues = 2 }
expect = ["polled"]

[fio]
ioengine = "io_uring"
runtime = "5s"

[matrix]
rw = ["randread"]
bs = ["512", "4k"]

[design]
blocks = 10

[gate]
baseline = "irq"
margin = { iops = "5%" }
)";

// The sound file with `from` replaced; `from` must be in it.
inline std::string with(std::string_view from, std::string_view to) {
  std::string text(k_sound);
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

inline Campaign sound(std::string_view text, const std::vector<std::string>& overrides = {}) {
  auto campaign = parse(text, "/campaigns/test.toml", overrides);
  EXPECT_TRUE(campaign) << campaign.error().text();
  return campaign ? std::move(*campaign) : Campaign{};
}

// The message and hint of the error; "no error" if there is none.
inline std::string error_of(std::string_view text, const std::vector<std::string>& overrides = {}) {
  const auto campaign = parse(text, "test.toml", overrides);
  if (campaign) return "no error";
  EXPECT_EQ(campaign.error().code, ErrorCode::configuration);
  return campaign.error().text();
}

}  // namespace ringside::config
