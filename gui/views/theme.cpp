// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/views/theme.h"

#include <QApplication>
#include <QPalette>
#include <QStyleFactory>
#include <algorithm>
#include <array>
#include <cmath>

namespace ringside::gui {
namespace {

Theme& stored_theme() {
  static Theme theme = Theme::light;
  return theme;
}

bool is_dark() {
  return stored_theme() == Theme::dark;
}

QPalette palette_of(Theme theme) {
  const bool dark = theme == Theme::dark;
  const QColor window(dark ? 0x202124 : 0xf6f6f4);
  const QColor base(dark ? 0x17181a : 0xffffff);
  const QColor text(dark ? 0xe8e8e6 : 0x1b1b1b);
  const QColor highlight(dark ? 0x2f6fb0 : 0x1f6fb5);
  QPalette palette(window, window);
  palette.setColor(QPalette::WindowText, text);
  palette.setColor(QPalette::Base, base);
  palette.setColor(QPalette::AlternateBase, dark ? QColor(0x1d1e21) : QColor(0xf4f6f8));
  palette.setColor(QPalette::Text, text);
  palette.setColor(QPalette::Button, dark ? QColor(0x2b2c30) : QColor(0xe9e9e6));
  palette.setColor(QPalette::ButtonText, text);
  palette.setColor(QPalette::BrightText, Qt::white);
  palette.setColor(QPalette::ToolTipBase, base);
  palette.setColor(QPalette::ToolTipText, text);
  palette.setColor(QPalette::PlaceholderText, dark ? QColor(0x8d9096) : QColor(0x6b6f75));
  palette.setColor(QPalette::Highlight, highlight);
  palette.setColor(QPalette::HighlightedText, Qt::white);
  palette.setColor(QPalette::Link, dark ? QColor(0x7fb8ee) : QColor(0x1f5f9f));
  for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
    palette.setColor(QPalette::Disabled, role, dark ? QColor(0x74777c) : QColor(0x9a9da2));
  }
  return palette;
}

QColor mixed(const QColor& from, const QColor& to, double share) {
  const auto part = [&](int a, int b) { return static_cast<int>(std::lround(a + (b - a) * share)); };
  return {part(from.red(), to.red()), part(from.green(), to.green()), part(from.blue(), to.blue())};
}

}  // namespace

std::optional<Theme> theme_of(const QString& word) {
  if (word == QLatin1String("light")) return Theme::light;
  if (word == QLatin1String("dark")) return Theme::dark;
  return std::nullopt;
}

QString to_text(Theme theme) {
  return theme == Theme::dark ? QStringLiteral("dark") : QStringLiteral("light");
}

void apply(Theme theme) {
  stored_theme() = theme;
  QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
  QApplication::setPalette(palette_of(theme));
}

Theme current_theme() {
  return stored_theme();
}

PlotColours plot_colours() {
  if (is_dark()) return {QColor(0x17181a), QColor(0xe8e8e6), QColor(0xa6a9ae), QColor(0x3a3c41)};
  return {QColor(0xffffff), QColor(0x1b1b1b), QColor(0x5d6167), QColor(0xdcdfe2)};
}

QColor series_colour(int number) {
  static constexpr std::array<QRgb, 8> k_light{0x0072b2, 0xd55e00, 0x009e73, 0xcc79a7,
                                               0xb58900, 0x56b4e9, 0x6a3d9a, 0x8a8d92};
  static constexpr std::array<QRgb, 8> k_dark{0x4aa8e8, 0xf08a3c, 0x2fc79a, 0xe29ac2,
                                              0xe3c44a, 0x86cdf5, 0xb79be0, 0x8d9096};
  const auto at = static_cast<std::size_t>(std::max(0, number)) % k_light.size();
  return QColor(is_dark() ? k_dark[at] : k_light[at]);
}

QColor verdict_colour(Verdict verdict, double speed) {
  const QColor nothing(is_dark() ? 0x2b2c30 : 0xececea);
  // A factor of two is the full colour.
  const double strength = std::clamp(0.35 + 0.65 * std::abs(speed) / std::log(2.0), 0.35, 1.0);
  switch (verdict) {
    case Verdict::improved:
      return mixed(nothing, QColor(is_dark() ? 0x2c86cf : 0x0b64ad), strength);
    case Verdict::regressed:
      return mixed(nothing, QColor(is_dark() ? 0xd9691a : 0xd55e00), strength);
    case Verdict::equivalent:
      return is_dark() ? QColor(0x4a4d53) : QColor(0xcfd3d7);
    case Verdict::invalid:
      return is_dark() ? QColor(0x0c0c0d) : QColor(0x55585d);
    case Verdict::inconclusive:
      break;
  }
  return nothing;
}

QColor text_on(const QColor& background) {
  const double luminance = 0.2126 * std::pow(background.redF(), 2.2) + 0.7152 * std::pow(background.greenF(), 2.2) +
                           0.0722 * std::pow(background.blueF(), 2.2);
  return luminance > 0.2 ? QColor(0x111111) : QColor(0xffffff);
}

QColor tone_colour(report::Tone tone) {
  const QColor text = plot_colours().text;
  switch (tone) {
    case report::Tone::good:
      return series_colour(0);
    case report::Tone::bad:
      return series_colour(1);
    case report::Tone::doubtful:
      return is_dark() ? QColor(0xe3c44a) : QColor(0x8a6500);
    case report::Tone::dim:
      return plot_colours().faint_text;
    case report::Tone::plain:
    case report::Tone::strong:
      break;
  }
  return text;
}

}  // namespace ringside::gui
