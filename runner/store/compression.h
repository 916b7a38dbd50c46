// SPDX-License-Identifier: GPL-3.0-or-later
// zlib, for text that is kept as evidence and seldom read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/result.h"

namespace ringside::store {

[[nodiscard]] std::string compress(std::string_view text);
// `size` is the length before compression. Fails (invalid_result) where the data do not give exactly that.
[[nodiscard]] Result<std::string> decompress(std::string_view data, std::size_t size);

[[nodiscard]] std::uint32_t crc32_of(std::string_view data);

}  // namespace ringside::store
