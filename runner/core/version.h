// SPDX-License-Identifier: GPL-3.0-or-later
// The version of all of Ringside's programs; CMakeLists.txt states it.
#pragma once

#include <string_view>

namespace ringside {

inline constexpr std::string_view k_version = RINGSIDE_VERSION;

}  // namespace ringside
