// SPDX-License-Identifier: GPL-3.0-or-later
// Light and dark: one set of colours for widgets, plots and the heat map. Chosen to be told apart by the colour-blind;
// what a colour says is always said by a glyph, a word or the shape of a mark, too.
#pragma once

#include <QColor>
#include <QString>
#include <optional>

#include "core/verdict.h"
#include "report/table.h"

namespace ringside::gui {

enum class Theme { light, dark };

// "light", "dark".
[[nodiscard]] std::optional<Theme> theme_of(const QString& word);
[[nodiscard]] QString to_text(Theme theme);

// Sets style and palette of the whole program.
void apply(Theme theme);
[[nodiscard]] Theme current_theme();

struct PlotColours {
  QColor background;
  QColor text;
  QColor faint_text;
  QColor grid;
};
[[nodiscard]] PlotColours plot_colours();

// Okabe and Ito's palette, adapted to the theme; number 7 is grey, for what stands in the background.
[[nodiscard]] QColor series_colour(int number);

// Of a field of the heat map: blue for faster, orange for slower, stronger with the effect (`speed`, ln of how much
// faster); grey for what says nothing.
[[nodiscard]] QColor verdict_colour(Verdict verdict, double speed);
// Black or white, whichever can be read on it.
[[nodiscard]] QColor text_on(const QColor& background);
[[nodiscard]] QColor tone_colour(report::Tone tone);

}  // namespace ringside::gui
