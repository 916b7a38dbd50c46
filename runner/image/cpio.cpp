// SPDX-License-Identifier: GPL-3.0-or-later
#include "image/cpio.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace ringside::image {
namespace {

constexpr std::uint64_t k_largest_file = 0xffff'ffffu;  // the format has eight hexadecimal digits for a size

std::unexpected<Error> cannot(std::string_view what) {
  return fail(ErrorCode::infrastructure, fmt::format("{}: {}", what, std::strerror(errno)),
              errno == ENOSPC ? "free some space, or put the cache elsewhere with XDG_CACHE_HOME" : "");
}

}  // namespace

void CpioWriter::write(std::string_view bytes) {
  m_written += bytes.size();
  while (m_outcome && !bytes.empty()) {
    const ssize_t written = ::write(m_file.get(), bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) m_outcome = cannot("writing the image failed");
    if (written > 0) bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

void CpioWriter::pad(std::uint64_t to) {
  if (const std::uint64_t over = m_written % to; over != 0) write(std::string(to - over, '\0'));
}

void CpioWriter::header(std::string_view path, const Member& member) {
  if (path.starts_with('/')) path.remove_prefix(1);
  // magic, inode, mode, user, group, links, time, size, device (2), device number (2), name's length, checksum
  write(fmt::format("070701{:08X}{:08X}{:08X}{:08X}{:08X}{:08X}{:08X}{:08X}{:08X}{:08X}{:08X}{:08X}{:08X}", ++m_inode,
                    member.mode, 0, 0, member.links, 0, member.size, 0, 0, member.device_major, member.device_minor,
                    path.size() + 1, 0));
  write(path);
  write(std::string_view("\0", 1));
  pad(4);
}

void CpioWriter::folder(std::string_view path, unsigned permissions) {
  header(path, {.mode = S_IFDIR | permissions, .links = 2});
}

void CpioWriter::file(std::string_view path, std::string_view content, unsigned permissions) {
  header(path, {.mode = S_IFREG | permissions, .size = content.size()});
  write(content);
  pad(4);
}

void CpioWriter::link(std::string_view path, std::string_view target) {
  header(path, {.mode = S_IFLNK | 0777, .size = target.size()});
  write(target);
  pad(4);
}

void CpioWriter::character_device(std::string_view path, unsigned major, unsigned minor, unsigned permissions) {
  header(path, {.mode = S_IFCHR | permissions, .device_major = major, .device_minor = minor});
}

void CpioWriter::file_from(std::string_view path, const std::filesystem::path& source, unsigned permissions) {
  if (!m_outcome) return;
  const host::Descriptor in(::open(source.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat status{};
  if (!in.open() || ::fstat(in.get(), &status) != 0) {
    m_outcome = cannot("cannot read " + source.string());
    return;
  }
  std::uint64_t rest = static_cast<std::uint64_t>(status.st_size);
  if (rest > k_largest_file) {
    m_outcome = fail(ErrorCode::unsupported, fmt::format("{} is too large for an initramfs", source.string()));
    return;
  }
  header(path, {.mode = S_IFREG | permissions, .size = rest});
  std::string chunk(1u << 20, '\0');
  while (m_outcome && rest > 0) {
    const ssize_t got = ::read(in.get(), chunk.data(), std::min<std::uint64_t>(chunk.size(), rest));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) m_outcome = cannot("reading " + source.string());
    if (got == 0) m_outcome = fail(ErrorCode::infrastructure, source.string() + " became shorter while it was packed");
    if (got <= 0) return;
    write(std::string_view(chunk).substr(0, static_cast<std::size_t>(got)));
    rest -= static_cast<std::uint64_t>(got);
  }
  pad(4);
}

Result<std::uint64_t> CpioWriter::finish() {
  header("TRAILER!!!", {});
  pad(512);
  if (!m_outcome) return std::unexpected(m_outcome.error());
  return m_written;
}

}  // namespace ringside::image
