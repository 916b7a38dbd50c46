// SPDX-License-Identifier: GPL-3.0-or-later
// Frames of the host-guest channel: u32 little-endian length, then that many bytes of JSON.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/result.h"

namespace ringside::wire {

inline constexpr std::size_t k_max_frame = 16u << 20;  // payload bytes

// Length prefix and payload. ErrorCode::protocol if the payload is empty or larger than k_max_frame.
[[nodiscard]] Result<std::string> frame(std::string_view payload);

// Cuts a byte stream back into payloads. The peer is untrusted: a length of 0 or above k_max_frame is an
// error, after which the stream cannot be trusted again and every further call fails.
class FrameReader {
 public:
  void feed(std::string_view bytes);
  // The next whole payload, nothing if more bytes are needed, ErrorCode::protocol on a bad length.
  [[nodiscard]] Result<std::optional<std::string>> next();

 private:
  std::string m_buffer;
  std::size_t m_start = 0;
};

}  // namespace ringside::wire
