// SPDX-License-Identifier: GPL-3.0-or-later
// Texts of ours and of others as Qt shows them. Names come from files of others: markup in them is shown, never
// interpreted, and control characters are replaced.
#pragma once

#include <QString>
#include <filesystem>
#include <string_view>

#include "core/result.h"

namespace ringside::gui {

// UTF-8 with control characters and broken bytes replaced; line feeds stay.
[[nodiscard]] QString shown(std::string_view utf8);
[[nodiscard]] QString shown_path(const std::filesystem::path& path);

// A tool tip that shows exactly this text, line by line: Qt guesses at markup in those that are not marked up.
[[nodiscard]] QString plain_tool_tip(const QString& text);

// Between file names and Qt, nothing replaced.
[[nodiscard]] std::filesystem::path path_of(const QString& text);
[[nodiscard]] QString file_name(const std::filesystem::path& path);

// The whole failure in lines: what, and what to do.
[[nodiscard]] QString shown(const Error& error);

}  // namespace ringside::gui
