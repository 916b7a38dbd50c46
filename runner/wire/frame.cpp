// SPDX-License-Identifier: GPL-3.0-or-later
#include "wire/frame.h"

#include <fmt/format.h>

#include <cstdint>

namespace ringside::wire {
namespace {

constexpr std::size_t k_prefix = 4;

std::size_t length_at(std::string_view bytes) {
  std::size_t length = 0;
  for (std::size_t at = k_prefix; at-- > 0;) length = length << 8 | static_cast<unsigned char>(bytes[at]);
  return length;
}

}  // namespace

Result<std::string> frame(std::string_view payload) {
  if (payload.empty() || payload.size() > k_max_frame) {
    return fail(ErrorCode::protocol,
                fmt::format("a message of {} bytes does not fit a frame (1 to {})", payload.size(), k_max_frame));
  }
  std::string out;
  out.reserve(k_prefix + payload.size());
  for (std::size_t at = 0; at < k_prefix; ++at) out += static_cast<char>(payload.size() >> (8 * at) & 0xff);
  out += payload;
  return out;
}

void FrameReader::feed(std::string_view bytes) {
  if (m_start > 0) {
    m_buffer.erase(0, m_start);
    m_start = 0;
  }
  m_buffer += bytes;
}

Result<std::optional<std::string>> FrameReader::next() {
  const std::string_view rest = std::string_view(m_buffer).substr(m_start);
  if (rest.size() < k_prefix) return std::nullopt;
  const std::size_t length = length_at(rest);
  if (length == 0 || length > k_max_frame) {
    return fail(ErrorCode::protocol, fmt::format("frame of {} bytes announced, 1 to {} allowed", length, k_max_frame));
  }
  if (rest.size() < k_prefix + length) return std::nullopt;
  m_start += k_prefix + length;
  return std::string(rest.substr(k_prefix, length));
}

}  // namespace ringside::wire
