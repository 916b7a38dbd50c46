// SPDX-License-Identifier: GPL-3.0-or-later
// Small libraries in place of the large ones that fio is linked with and that a guest never uses.
//
// Debian's fio links librbd, librados, libgfapi and the like: 64 libraries, 84 MB, most of a second at each start under
// emulation. Engines for clusters make no sense in a guest whose only disk is the one under test, so the image carries
// libraries of the same names that define what fio asks for and trap when it is called. They are made from fio's own
// list of undefined symbols, with gcc and readelf; BuildRequest::real_fio_libraries does without.
#pragma once

#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "image/image.h"
#include "image/needed_symbols.h"

namespace ringside::image {

// Whether a library is replaced: it belongs to a cluster, network or persistent-memory engine.
[[nodiscard]] bool is_replaceable(std::string_view library);

struct StandIn {
  std::string library;         // "librbd.so.1"
  std::string source;          // C
  std::string version_script;  // for the linker; empty if no versions are asked for
};

// Pure. `kept` are the names that the libraries that stay define. A library from which fio wants more than functions
// is not replaced.
[[nodiscard]] std::vector<StandIn> plan_stand_ins(const Needs& fio, const std::set<std::string>& kept);

// The folder with the stand-ins, made if it is not there yet and tried by starting fio with it. Errors: not_found (no
// compiler), infrastructure (fio does not start with them): the caller then packs the real libraries.
[[nodiscard]] Result<std::filesystem::path> stand_ins_for(const std::filesystem::path& fio,
                                                          const std::filesystem::path& folder,
                                                          const Progress& progress);

}  // namespace ringside::image
