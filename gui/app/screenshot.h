// SPDX-License-Identifier: GPL-3.0-or-later
// One view as a picture, without a display.
#pragma once

#include "core/result.h"
#include "gui/app/arguments.h"

namespace ringside::gui {

// Fails where store or campaign cannot be read, the view has nothing to show, or the file cannot be written.
[[nodiscard]] Result<void> take_screenshot(const Arguments& arguments);

}  // namespace ringside::gui
