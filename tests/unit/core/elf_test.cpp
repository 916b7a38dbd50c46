// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/elf.h"

#include <gtest/gtest.h>

#include <string>

#include "tiny_elf.h"

namespace ringside {
namespace {

using namespace std::string_literals;

const std::string k_file = tiny_elf(
    {{".first", "one"}, {".second", "two"}, {".note.gnu.build-id", elf_note(NT_GNU_BUILD_ID, "GNU", "\x01\xab\xff"s)}});

TEST(ElfSection, is_found_by_its_name) {
  EXPECT_EQ(elf_section(k_file, ".first"), "one");
  EXPECT_EQ(elf_section(k_file, ".second"), "two");
}

TEST(ElfSection, that_is_not_there_is_nothing) {
  EXPECT_EQ(elf_section(k_file, ".sec"), std::nullopt);
  EXPECT_EQ(elf_section(k_file, ".second2"), std::nullopt);
}

TEST(ElfSection, of_other_bytes_is_nothing) {
  EXPECT_EQ(elf_section("", ".first"), std::nullopt);
  EXPECT_EQ(elf_section("#!/bin/sh\n", ".first"), std::nullopt);
  EXPECT_EQ(elf_section(std::string(4096, '\x7f'), ".first"), std::nullopt);
}

TEST(ElfSection, of_every_truncation_stays_inside_the_file) {
  for (std::size_t length = 0; length < k_file.size(); ++length) {
    const std::string cut = k_file.substr(0, length);
    const auto section = elf_section(cut, ".second");
    EXPECT_TRUE(!section || section->data() + section->size() <= cut.data() + cut.size()) << length;
  }
}

TEST(ElfSection, survives_every_changed_byte) {
  for (std::size_t at = 0; at < k_file.size(); ++at) {
    std::string changed = k_file;
    changed[at] = '\xff';
    (void)elf_section(changed, ".second");
    (void)build_id_of_elf(changed);
  }
}

TEST(BuildId, is_written_in_hexadecimal) {
  EXPECT_EQ(build_id_of_elf(k_file), "01abff");
}

TEST(BuildId, stands_behind_other_notes) {
  const std::string notes = elf_note(1, "Linux", "x") + elf_note(NT_GNU_BUILD_ID, "GNU", "\x12\x34");
  EXPECT_EQ(build_id_of_notes(notes), "1234");
}

TEST(BuildId, of_notes_without_one_is_empty) {
  EXPECT_EQ(build_id_of_notes(elf_note(1, "GNU", "abcd")), "");
  EXPECT_EQ(build_id_of_notes(elf_note(NT_GNU_BUILD_ID, "ABC", "abcd")), "");
  EXPECT_EQ(build_id_of_notes(""), "");
  EXPECT_EQ(build_id_of_notes(elf_note(NT_GNU_BUILD_ID, "GNU", "abcd").substr(0, 17)), "");
}

}  // namespace
}  // namespace ringside
