// SPDX-License-Identifier: GPL-3.0-or-later
// A histogram as one BLOB: two or three bytes per bucket that holds something.
//
//   byte 1        format, 1
//   varint        sub_bucket_bits, groups, number of buckets listed
//   varint pairs  index minus the index before (the first: the index itself), count above zero
//   4 bytes       CRC-32 of everything before, little-endian
//
// A varint has seven bits per byte, lowest first, the top bit set on all bytes but the last.
#pragma once

#include <string>
#include <string_view>

#include "core/histogram.h"
#include "core/result.h"

namespace ringside::store {

[[nodiscard]] std::string encode(const Histogram& histogram);
// Fails (invalid_result) on anything that encode() does not write.
[[nodiscard]] Result<Histogram> decode_histogram(std::string_view blob);

}  // namespace ringside::store
