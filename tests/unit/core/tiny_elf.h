// SPDX-License-Identifier: GPL-3.0-or-later
// Well-formed ELF files of a few sections, for tests of what reads them.
#pragma once

#include <elf.h>

#include <cstring>
#include <string>
#include <utility>
#include <vector>

namespace ringside {

template <typename T>
std::string bytes_of(const T& value) {
  std::string out(sizeof(T), '\0');
  std::memcpy(out.data(), &value, sizeof(T));
  return out;
}

// Sections in the given order behind the empty first one; their names come last.
inline std::string tiny_elf(const std::vector<std::pair<std::string, std::string>>& sections) {
  std::string content;
  std::string names(1, '\0');
  std::string headers = bytes_of(Elf64_Shdr{});
  const auto add = [&](const std::string& name, const std::string& bytes) {
    Elf64_Shdr header{};
    header.sh_type = SHT_PROGBITS;
    header.sh_name = static_cast<Elf64_Word>(names.size());
    header.sh_offset = sizeof(Elf64_Ehdr) + content.size();
    names += name + '\0';
    const std::string& stored = name == ".shstrtab" ? names : bytes;
    header.sh_size = stored.size();
    content += stored;
    headers += bytes_of(header);
  };
  for (const auto& [name, bytes] : sections) add(name, bytes);
  add(".shstrtab", {});
  Elf64_Ehdr header{};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_ident[EI_DATA] = ELFDATA2LSB;
  header.e_shoff = sizeof(Elf64_Ehdr) + content.size();
  header.e_shentsize = sizeof(Elf64_Shdr);
  header.e_shnum = static_cast<Elf64_Half>(sections.size() + 2);
  header.e_shstrndx = static_cast<Elf64_Half>(sections.size() + 1);
  return bytes_of(header) + content + headers;
}

// A note section's entry; name and content are padded to four bytes.
inline std::string elf_note(unsigned type, std::string name, std::string content) {
  Elf64_Nhdr header{};
  name += '\0';
  header.n_namesz = static_cast<Elf64_Word>(name.size());
  header.n_descsz = static_cast<Elf64_Word>(content.size());
  header.n_type = type;
  name.resize((name.size() + 3) / 4 * 4);
  content.resize((content.size() + 3) / 4 * 4);
  return bytes_of(header) + name + content;
}

}  // namespace ringside
