// SPDX-License-Identifier: GPL-3.0-or-later
// The list of keys, made from the actions themselves.
#pragma once

class QWidget;

namespace ringside::gui {

// A window with every shortcut of the actions of `window`, and the keys of tables and plots.
void show_shortcut_list(QWidget& window);

}  // namespace ringside::gui
