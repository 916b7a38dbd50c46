// SPDX-License-Identifier: GPL-3.0-or-later
// The migrations of results-schema/, embedded when Ringside is built.
#pragma once

#include <span>
#include <string_view>

namespace ringside::store {

// SQL of every migration in order. A store with user_version N has the first N.
[[nodiscard]] std::span<const std::string_view> migrations();

// "Rsid", the application id in the file's header: tells a Ringside store from another program's database.
inline constexpr int k_application_id = 0x52736964;

}  // namespace ringside::store
