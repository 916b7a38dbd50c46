// SPDX-License-Identifier: GPL-3.0-or-later
// tests/data/pathlen-baseline.json: how long the reference driver's functions were when it was last said why.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>

namespace ringside::test {

// Everything that instructions depend on besides the driver's source.
struct BaselineKey {
  std::string kernel;
  std::string qemu;
  std::string cpu_model;
  std::string compiler;
};

using FunctionLengths = std::map<std::string, std::int64_t>;  // different instructions executed, by function

[[nodiscard]] std::optional<FunctionLengths> read_baseline(const std::filesystem::path& file, const BaselineKey& key);
[[nodiscard]] std::string to_text(const BaselineKey& key);
// What to put into the file.
[[nodiscard]] std::string entry_text(const BaselineKey& key, const FunctionLengths& lengths);
// What a module says in .comment; "unknown" without one.
[[nodiscard]] std::string compiler_of(const std::filesystem::path& module);

}  // namespace ringside::test
