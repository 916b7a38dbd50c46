// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ids.h"

#include <fmt/format.h>

#include <cctype>
#include <random>

namespace ringside {

Uuid Uuid::random() {
  std::random_device source;
  Uuid uuid;
  for (auto& byte : uuid.m_bytes) byte = static_cast<std::uint8_t>(source());
  uuid.m_bytes[6] = static_cast<std::uint8_t>((uuid.m_bytes[6] & 0x0f) | 0x40);
  uuid.m_bytes[8] = static_cast<std::uint8_t>((uuid.m_bytes[8] & 0x3f) | 0x80);
  return uuid;
}

Result<Uuid> Uuid::parse(std::string_view text) {
  Uuid uuid;
  std::size_t digits = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    const bool dash_here = at == 8 || at == 13 || at == 18 || at == 23;
    if (dash_here != (c == '-') || (!dash_here && std::isxdigit(static_cast<unsigned char>(c)) == 0)) {
      digits = 0;
      break;
    }
    if (dash_here) continue;
    const int value = c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10;
    if (digits < 32) {
      auto& byte = uuid.m_bytes[digits / 2];
      byte = static_cast<std::uint8_t>((byte << 4) | value);
    }
    ++digits;
  }
  if (digits != 32) return fail(ErrorCode::usage, fmt::format("'{}' is not a UUID", text));
  return uuid;
}

std::string Uuid::to_text() const {
  std::string out;
  for (std::size_t at = 0; at < m_bytes.size(); ++at) {
    if (at == 4 || at == 6 || at == 8 || at == 10) out += '-';
    out += fmt::format("{:02x}", m_bytes[at]);
  }
  return out;
}

}  // namespace ringside
