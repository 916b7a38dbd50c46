// SPDX-License-Identifier: GPL-3.0-or-later
#include "image/stand_ins.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <map>

#include "host/child.h"
#include "image/libraries.h"

namespace ringside::image {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view k_replaceable[] = {"librbd.",    "librados.", "libgfapi.", "libnbd.",     "libibverbs.",
                                              "librdmacm.", "libpmem.",  "libpmem2.", "libpmemblk.", "libiscsi.",
                                              "libnfs.",    "libhdfs.",  "libcurl."};

Result<Needs> needs_of(const fs::path& file) {
  auto text = host::output_of({"readelf", "-W", "--dynamic", "--version-info", "--dyn-syms", file.string()});
  if (!text) return std::unexpected(std::move(text).error());
  return parse_needs(*text);
}

// Names that fio's other direct libraries define: an unversioned symbol may belong to one of them.
Result<std::set<std::string>> kept_names(const fs::path& fio, const Needs& needs) {
  auto libraries = libraries_of(fio);
  if (!libraries) return std::unexpected(std::move(libraries).error());
  std::set<std::string> out;
  for (const Library& library : *libraries) {
    if (is_replaceable(library.name) || std::ranges::find(needs.libraries, library.name) == needs.libraries.end()) {
      continue;
    }
    auto of_library = needs_of(library.path);
    if (!of_library) return std::unexpected(std::move(of_library).error());
    out.merge(of_library->defined);
  }
  return out;
}

StandIn stand_in(const std::string& library, const std::vector<NeededSymbol>& symbols) {
  StandIn out{library, {}, {}};
  std::map<std::string, std::string> by_version;
  for (const NeededSymbol& symbol : symbols) {
    out.source += fmt::format("void {}(void) {{ __builtin_trap(); }}\n", symbol.name);
    if (!symbol.version.empty()) by_version[symbol.version] += symbol.name + "; ";
  }
  for (const auto& [version, names] : by_version) {
    out.version_script += fmt::format("{} {{ global: {}}};\n", version, names);
  }
  return out;
}

Result<void> write_text(const fs::path& path, std::string_view text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) return fail(ErrorCode::infrastructure, fmt::format("{} cannot be written", path.string()));
  return {};
}

Result<void> compile(const StandIn& stand_in, const fs::path& folder) {
  const fs::path source = folder / (stand_in.library + ".c");
  const fs::path script = folder / (stand_in.library + ".map");
  std::vector<std::string> command = {"gcc", "-shared",      "-fPIC",     "-O1",
                                      "-w",  "-fno-builtin", "-nostdlib", "-Wl,-soname," + stand_in.library};
  if (auto done = write_text(source, stand_in.source); !done) return done;
  if (!stand_in.version_script.empty()) {
    if (auto done = write_text(script, stand_in.version_script); !done) return done;
    command.push_back("-Wl,--version-script=" + script.string());
  }
  command.insert(command.end(), {"-o", (folder / stand_in.library).string(), source.string()});
  if (auto done = host::output_of(command); !done) return std::unexpected(std::move(done).error());
  fs::remove(source);
  fs::remove(script);
  return {};
}

Result<void> try_out(const fs::path& fio, const fs::path& folder) {
  host::RunOptions options;
  options.child.environment["LD_LIBRARY_PATH"] = folder.string();
  auto done = host::output_of({fio.string(), "--version"}, options);
  if (!done) return std::unexpected(std::move(done).error().within("fio with stand-in libraries"));
  return {};
}

Result<void> make(const fs::path& fio, const fs::path& folder) {
  auto needs = needs_of(fio);
  if (!needs) return std::unexpected(std::move(needs).error());
  auto kept = kept_names(fio, *needs);
  if (!kept) return std::unexpected(std::move(kept).error());
  for (const StandIn& planned : plan_stand_ins(*needs, *kept)) {
    if (auto done = compile(planned, folder); !done) return done;
  }
  return try_out(fio, folder);
}

}  // namespace

bool is_replaceable(std::string_view library) {
  return std::ranges::any_of(k_replaceable, [&](std::string_view start) { return library.starts_with(start); });
}

std::vector<StandIn> plan_stand_ins(const Needs& fio, const std::set<std::string>& kept) {
  std::map<std::string, std::vector<NeededSymbol>> by_library;
  std::set<std::string> real;  // fio wants data of them
  for (const std::string& library : fio.libraries) {
    if (is_replaceable(library)) by_library[library];
  }
  std::vector<NeededSymbol> unversioned;
  for (const NeededSymbol& symbol : fio.symbols) {
    if (symbol.version.empty() && symbol.function && !kept.contains(symbol.name)) unversioned.push_back(symbol);
    const auto library = by_library.find(symbol.library);
    if (library == by_library.end()) continue;
    library->second.push_back(symbol);
    if (!symbol.function) real.insert(symbol.library);
  }
  // The loader looks for an unversioned name in all libraries: any that asks for no versions may hold them all.
  const auto home = std::ranges::find_if(by_library, [](const auto& entry) { return entry.second.empty(); });
  if (home != by_library.end()) home->second = std::move(unversioned);
  std::vector<StandIn> out;
  for (const auto& [library, symbols] : by_library) {
    if (!real.contains(library)) out.push_back(stand_in(library, symbols));
  }
  return out;
}

Result<fs::path> stand_ins_for(const fs::path& fio, const fs::path& folder, const Progress& progress) {
  std::error_code error;
  if (fs::exists(folder, error)) return folder;
  for (const char* tool : {"gcc", "readelf"}) {
    if (!host::find_program(tool)) {
      return fail(ErrorCode::not_found, fmt::format("{} is not there to make stand-in libraries", tool),
                  "apt-get install gcc libc6-dev");
    }
  }
  if (progress) progress("making stand-ins for fio's large libraries");
  const fs::path part = folder.string() + ".part.new";
  fs::remove_all(part, error);
  if (fs::create_directories(part, error); error) {
    return fail(ErrorCode::infrastructure, fmt::format("{}: {}", part.string(), error.message()));
  }
  auto made = make(fio, part);
  if (made) fs::rename(part, folder, error);
  fs::remove_all(part, error);
  if (!made) return std::unexpected(std::move(made).error());
  return folder;
}

}  // namespace ringside::image
