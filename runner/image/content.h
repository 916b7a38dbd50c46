// SPDX-License-Identifier: GPL-3.0-or-later
// What goes into an initramfs, as a list. Nothing is read or written here but file sizes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "core/result.h"
#include "host/descriptor.h"
#include "image/digests.h"

namespace ringside::image {

enum class MemberKind { folder, text, copy, link, console };

// A member of the archive. Folders on the way to it need not be listed.
struct Member {
  std::string path;  // in the guest, absolute
  MemberKind kind = MemberKind::folder;
  std::string text;              // content (text) or target (link)
  std::filesystem::path source;  // copy
  unsigned permissions = 0755;
};

using Content = std::vector<Member>;

[[nodiscard]] Member folder(std::string path);
[[nodiscard]] Member text(std::string path, std::string content);
[[nodiscard]] Member copy(std::string path, std::filesystem::path source, unsigned permissions = 0644);
[[nodiscard]] Member link(std::string path, std::string target);

struct ContentDigest {
  std::string identity;                      // over every member's place, kind, permissions, and text or digest
  std::map<std::string, std::string> files;  // SHA-256 of the copies, by place
};
[[nodiscard]] Result<ContentDigest> digest_of(const Content& content, Digests& digests);

// At least the archive's size in bytes.
[[nodiscard]] std::uint64_t size_of(const Content& content);

// Appends the content as one archive; gives its size.
[[nodiscard]] Result<std::uint64_t> write_archive(const Content& content, const host::Descriptor& file);

}  // namespace ringside::image
