// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/elf.h"

#include <elf.h>
#include <fmt/format.h>

#include <cstddef>
#include <cstring>

namespace ringside {
namespace {

// A copy, because nothing in a file is aligned. Nothing if it would end behind the file.
template <typename T>
std::optional<T> value_at(std::string_view file, std::size_t offset) {
  if (offset > file.size() || file.size() - offset < sizeof(T)) return std::nullopt;
  T out;
  std::memcpy(&out, file.data() + offset, sizeof(T));
  return out;
}

std::optional<std::string_view> piece(std::string_view file, std::size_t offset, std::size_t size) {
  if (offset > file.size() || file.size() - offset < size) return std::nullopt;
  return file.substr(offset, size);
}

std::optional<Elf64_Shdr> section_header(std::string_view file, const Elf64_Ehdr& header, std::size_t index) {
  if (header.e_shentsize != sizeof(Elf64_Shdr) || index >= header.e_shnum || header.e_shoff > file.size()) return {};
  return value_at<Elf64_Shdr>(file, header.e_shoff + index * sizeof(Elf64_Shdr));
}

std::size_t padded(std::size_t size) {
  return (size + 3) & ~std::size_t{3};
}

}  // namespace

std::optional<std::string_view> elf_section(std::string_view file, std::string_view name) {
  const auto header = value_at<Elf64_Ehdr>(file, 0);
  if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0) return std::nullopt;
  if (header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_ident[EI_DATA] != ELFDATA2LSB) return std::nullopt;
  const auto names_header = section_header(file, *header, header->e_shstrndx);
  if (!names_header) return std::nullopt;
  const auto names = piece(file, names_header->sh_offset, names_header->sh_size);
  if (!names) return std::nullopt;
  for (std::size_t index = 0; index < header->e_shnum; ++index) {
    const auto section = section_header(file, *header, index);
    if (!section || section->sh_name >= names->size()) continue;
    const std::string_view rest = names->substr(section->sh_name);
    if (rest.substr(0, rest.find('\0')) != name || section->sh_type == SHT_NOBITS) continue;
    return piece(file, section->sh_offset, section->sh_size);
  }
  return std::nullopt;
}

std::string build_id_of_notes(std::string_view notes) {
  std::size_t at = 0;
  while (const auto note = value_at<Elf64_Nhdr>(notes, at)) {
    const std::size_t name_at = at + sizeof(Elf64_Nhdr);
    const std::size_t content_at = name_at + padded(note->n_namesz);
    const auto name = piece(notes, name_at, note->n_namesz);
    const auto content = piece(notes, content_at, note->n_descsz);
    if (!name || !content) return {};
    if (note->n_type == NT_GNU_BUILD_ID && *name == std::string_view("GNU\0", 4)) {
      std::string out;
      for (const char byte : *content) out += fmt::format("{:02x}", static_cast<unsigned char>(byte));
      return out;
    }
    at = content_at + padded(note->n_descsz);
  }
  return {};
}

std::string build_id_of_elf(std::string_view file) {
  const auto notes = elf_section(file, ".note.gnu.build-id");
  return notes ? build_id_of_notes(*notes) : std::string();
}

}  // namespace ringside
