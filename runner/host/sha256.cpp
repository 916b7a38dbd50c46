// SPDX-License-Identifier: GPL-3.0-or-later
#include "host/sha256.h"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <array>
#include <cassert>
#include <fstream>
#include <memory>
#include <vector>

namespace ringside {
namespace {

class Hasher {
 public:
  Hasher() : m_context(EVP_MD_CTX_new(), EVP_MD_CTX_free) {
    const bool ready = m_context && EVP_DigestInit_ex(m_context.get(), EVP_sha256(), nullptr) == 1;
    assert(ready);
    (void)ready;
  }

  void add(std::string_view data) { EVP_DigestUpdate(m_context.get(), data.data(), data.size()); }

  std::string finish() {
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned int length = 0;
    EVP_DigestFinal_ex(m_context.get(), digest.data(), &length);
    std::string out;
    for (unsigned int at = 0; at < length; ++at) out += fmt::format("{:02x}", digest[at]);
    return out;
  }

 private:
  std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> m_context;
};

}  // namespace

std::string sha256(std::string_view data) {
  Hasher hasher;
  hasher.add(data);
  return hasher.finish();
}

Result<std::string> sha256_of_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return fail(ErrorCode::not_found, fmt::format("cannot read {}", path.string()));
  Hasher hasher;
  std::vector<char> chunk(1 << 20);
  while (file.read(chunk.data(), static_cast<std::streamsize>(chunk.size())) || file.gcount() > 0) {
    hasher.add({chunk.data(), static_cast<std::size_t>(file.gcount())});
  }
  if (file.bad()) return fail(ErrorCode::infrastructure, fmt::format("reading {} failed", path.string()));
  return hasher.finish();
}

}  // namespace ringside
