// SPDX-License-Identifier: GPL-3.0-or-later
// The command line of ringside-gui.
#pragma once

#include <QSize>
#include <QStringList>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/result.h"
#include "gui/views/theme.h"

namespace ringside::gui {

struct Arguments {
  std::vector<std::filesystem::path> stores;  // none: the default one, if it is there
  QString screenshot;                         // file; empty: a window
  QString view;                               // empty: campaigns, or matrix with a campaign
  std::string campaign;                       // as `ringside compare` takes it
  std::string cell;
  std::string metric;
  QString mechanism;  // what the Cell view shows of it, or its beginning
  QSize size{1600, 1000};
  std::optional<Theme> theme;
  bool help = false;
  bool version = false;
};

[[nodiscard]] QString usage();
// `words` without the program's name. Fails (usage).
[[nodiscard]] Result<Arguments> parse_arguments(const QStringList& words);
// $RINGSIDE_DB, else results.db in Ringside's data folder.
[[nodiscard]] std::filesystem::path default_store();

}  // namespace ringside::gui
