// SPDX-License-Identifier: GPL-3.0-or-later
// Which shared libraries a program loads.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"

namespace ringside::image {

struct Library {
  std::string name;            // as it is asked for ("libz.so.1"); empty for the loader
  std::filesystem::path path;  // where the loader finds it
  bool operator==(const Library&) const = default;
};

// What `ldd` printed. ErrorCode::not_found names a library that is missing.
[[nodiscard]] Result<std::vector<Library>> parse_ldd(std::string_view output);

// The program's libraries and its loader, with everything they need in turn; none for a static program. Folders in
// `first` are searched before the usual ones. Runs the loader of the program, so only for programs that are trusted.
[[nodiscard]] Result<std::vector<Library>> libraries_of(const std::filesystem::path& program,
                                                        const std::filesystem::path& first = {});

// A program of the host, also where PATH lacks the folders of root's programs. ErrorCode::not_found says which Debian
// package has it.
[[nodiscard]] Result<std::filesystem::path> host_program(const std::string& name, const std::string& package);

}  // namespace ringside::image
