// SPDX-License-Identifier: GPL-3.0-or-later
#include "image/content.h"

#include <fmt/format.h>

#include <set>

#include "host/sha256.h"
#include "image/cpio.h"

namespace ringside::image {
namespace {

constexpr std::uint64_t k_overhead = 1024;  // header, name, padding, and a few folders on the way
// Major and minor of /dev/console: the kernel opens it for PID 1 before the agent can mount /dev.
constexpr unsigned k_console_major = 5;
constexpr unsigned k_console_minor = 1;

// Adds the folders above a path that are not there yet.
void add_parents(const std::string& path, std::set<std::string>& made, CpioWriter& cpio) {
  for (std::size_t slash = path.find('/', 1); slash != std::string::npos; slash = path.find('/', slash + 1)) {
    const std::string above = path.substr(0, slash);
    if (made.insert(above).second) cpio.folder(above);
  }
}

void add(const Member& member, std::set<std::string>& made, CpioWriter& cpio) {
  add_parents(member.path, made, cpio);
  switch (member.kind) {
    case MemberKind::folder:
      if (made.insert(member.path).second) cpio.folder(member.path, member.permissions);
      break;
    case MemberKind::text:
      cpio.file(member.path, member.text, member.permissions);
      break;
    case MemberKind::copy:
      cpio.file_from(member.path, member.source, member.permissions);
      break;
    case MemberKind::link:
      cpio.link(member.path, member.text);
      break;
    case MemberKind::console:
      cpio.character_device(member.path, k_console_major, k_console_minor);
      break;
  }
}

}  // namespace

Member folder(std::string path) {
  return {std::move(path), MemberKind::folder, {}, {}, 0755};
}

Member text(std::string path, std::string content) {
  return {std::move(path), MemberKind::text, std::move(content), {}, 0644};
}

Member copy(std::string path, std::filesystem::path source, unsigned permissions) {
  return {std::move(path), MemberKind::copy, {}, std::move(source), permissions};
}

Member link(std::string path, std::string target) {
  return {std::move(path), MemberKind::link, std::move(target), {}, 0777};
}

Result<ContentDigest> digest_of(const Content& content, Digests& digests) {
  ContentDigest out;
  std::string lines;
  for (const Member& member : content) {
    std::string what = sha256(member.text);
    if (member.kind == MemberKind::copy) {
      auto digest = digests.of(member.source);
      if (!digest) return std::unexpected(std::move(digest).error());
      what = out.files[member.path] = std::move(*digest);
    }
    lines += fmt::format("{} {:o} {} {}\n", static_cast<int>(member.kind), member.permissions, what, member.path);
  }
  out.identity = sha256(lines);
  return out;
}

std::uint64_t size_of(const Content& content) {
  std::uint64_t sum = 0;
  for (const Member& member : content) {
    sum += k_overhead + member.text.size();
    if (member.kind != MemberKind::copy) continue;
    std::error_code error;
    const auto size = std::filesystem::file_size(member.source, error);
    if (!error) sum += size;
  }
  return sum;
}

Result<std::uint64_t> write_archive(const Content& content, const host::Descriptor& file) {
  CpioWriter cpio(file);
  std::set<std::string> made;
  for (const Member& member : content) add(member, made, cpio);
  return cpio.finish();
}

}  // namespace ringside::image
