// SPDX-License-Identifier: GPL-3.0-or-later
// The little that Ringside reads of 64-bit little-endian ELF files: a section by name, and the build id.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace ringside {

// The bytes of the section `name`, as a piece of `file`. Nothing if there is none, or if `file` is no such ELF file
// or is damaged: offsets are checked against its size.
[[nodiscard]] std::optional<std::string_view> elf_section(std::string_view file, std::string_view name);

// The GNU build id, in lower-case hexadecimal, of a note section's bytes; empty if there is none.
[[nodiscard]] std::string build_id_of_notes(std::string_view notes);

// The same for a whole file; empty if it has none.
[[nodiscard]] std::string build_id_of_elf(std::string_view file);

}  // namespace ringside
