// SPDX-License-Identifier: GPL-3.0-or-later
#include "image/libraries.h"

#include <fmt/format.h>

#include <sstream>

#include "host/child.h"

namespace ringside::image {
namespace {

namespace fs = std::filesystem;

// "libz.so.1 => /lib/x86_64-linux-gnu/libz.so.1 (0x…)", "/lib64/ld-linux-x86-64.so.2 (0x…)", "linux-vdso.so.1 (0x…)"
Result<void> add_line(const std::string& line, std::vector<Library>& out) {
  std::istringstream words(line);
  std::string name;
  std::string arrow;
  std::string path;
  words >> name >> arrow >> path;
  if (arrow == "=>" && !path.starts_with('/')) {  // "not found"
    return fail(ErrorCode::not_found, fmt::format("the library {} is missing on this host", name));
  }
  if (arrow == "=>") out.push_back({name, path});
  if (arrow != "=>" && name.starts_with('/')) out.push_back({{}, name});
  return {};
}

}  // namespace

Result<std::vector<Library>> parse_ldd(std::string_view output) {
  std::vector<Library> out;
  std::istringstream lines{std::string(output)};
  for (std::string line; std::getline(lines, line);) {
    if (auto added = add_line(line, out); !added) return std::unexpected(added.error());
  }
  return out;
}

Result<std::vector<Library>> libraries_of(const fs::path& program, const fs::path& first) {
  host::RunOptions options;
  options.child.environment["LC_ALL"] = "C";
  if (!first.empty()) options.child.environment["LD_LIBRARY_PATH"] = first.string();
  auto finished = host::run({"ldd", program.string()}, options);
  if (!finished) return std::unexpected(std::move(finished).error());
  if (finished->exit.success()) {
    auto libraries = parse_ldd(finished->output);
    if (!libraries) return std::unexpected(std::move(libraries).error().within("needed by " + program.string()));
    return libraries;
  }
  const std::string said = finished->output + finished->errors;
  if (said.contains("not a dynamic executable") || said.contains("statically linked")) return std::vector<Library>();
  return fail(ErrorCode::infrastructure,
              fmt::format("ldd {} failed ({}): {}", program.string(), finished->exit.text(), said));
}

Result<fs::path> host_program(const std::string& name, const std::string& package) {
  if (auto found = host::find_program(name)) return *found;
  for (const char* folder : {"/usr/sbin", "/sbin"}) {
    std::error_code ignored;
    if (const fs::path path = fs::path(folder) / name; fs::exists(path, ignored)) return path;
  }
  return fail(ErrorCode::not_found, fmt::format("the guest image needs {}, which is not installed", name),
              "apt-get install " + package);
}

}  // namespace ringside::image
