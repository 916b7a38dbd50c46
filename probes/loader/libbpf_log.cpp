// SPDX-License-Identifier: GPL-3.0-or-later
#include "libbpf_log.h"

#include <bpf/libbpf.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

namespace ringside::loader {
namespace {

constexpr std::size_t k_most_kept = 64u << 10;  // a verifier's log may be megabytes

std::string& kept() {
  static std::string text;
  return text;
}

int keep(libbpf_print_level level, const char* format, va_list arguments) {
  if (level != LIBBPF_WARN || kept().size() > k_most_kept) return 0;
  std::array<char, 4096> line{};
  std::vsnprintf(line.data(), line.size(), format, arguments);
  kept() += line.data();
  return 0;
}

}  // namespace

void keep_libbpf_warnings() {
  libbpf_set_print(keep);
}

std::string take_libbpf_warnings() {
  return std::exchange(kept(), {});
}

std::string take_first_warning() {
  std::string text = take_libbpf_warnings();
  if (text.starts_with("libbpf: ")) text.erase(0, 8);
  text.resize(std::min(text.find('\n'), text.size()));
  return text.empty() ? "libbpf does not say why" : text;
}

}  // namespace ringside::loader
