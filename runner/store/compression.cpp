// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/compression.h"

#include <fmt/format.h>
#include <zlib.h>

#include <cstdlib>

namespace ringside::store {
namespace {

// A stored length beyond this is damage: fio's output is cut at 12 MiB.
constexpr std::size_t k_largest = std::size_t{256} << 20;

const Bytef* bytes_of(std::string_view data) {
  return reinterpret_cast<const Bytef*>(data.data());
}

}  // namespace

std::string compress(std::string_view text) {
  uLongf size = compressBound(text.size());
  std::string out(size, '\0');
  // Fails only without memory: the buffer has the largest size that can be needed.
  const int status =
      compress2(reinterpret_cast<Bytef*>(out.data()), &size, bytes_of(text), text.size(), Z_DEFAULT_COMPRESSION);
  if (status != Z_OK) std::abort();
  out.resize(size);
  return out;
}

Result<std::string> decompress(std::string_view data, std::size_t size) {
  if (size > k_largest) return fail(ErrorCode::invalid_result, fmt::format("a stored text of {} bytes", size));
  std::string out(size, '\0');
  uLongf written = size;
  const int status = uncompress(reinterpret_cast<Bytef*>(out.data()), &written, bytes_of(data), data.size());
  if (status != Z_OK || written != size) {
    return fail(ErrorCode::invalid_result, "a stored text is damaged: it cannot be decompressed");
  }
  return out;
}

std::uint32_t crc32_of(std::string_view data) {
  return static_cast<std::uint32_t>(crc32(0, bytes_of(data), static_cast<uInt>(data.size())));
}

}  // namespace ringside::store
