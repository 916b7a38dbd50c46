// SPDX-License-Identifier: GPL-3.0-or-later
// Events in words, the same for the terminal's line and for plain lines.
#pragma once

#include <optional>
#include <string>

#include "engine/event.h"

namespace ringside::cli {

// The line for events that deserve to stay on the screen; nothing for the others. `verbose` adds boots and changes
// of arm.
[[nodiscard]] std::optional<std::string> lasting_line(const engine::Event& event, bool verbose);

// "bs=4k numjobs=2 on poll-2": what is measured.
[[nodiscard]] std::string measurement_words(const std::string& cell, const std::string& arm);

}  // namespace ringside::cli
