// SPDX-License-Identifier: GPL-3.0-or-later
// Text of others within markup.
#pragma once

#include <string>
#include <string_view>

namespace ringside::report {

// For text and attributes of HTML, SVG and XML 1.0: markup is shown, not followed; what XML forbids is replaced; a line
// feed is kept as a reference.
[[nodiscard]] std::string markup_escaped(std::string_view raw);

}  // namespace ringside::report
