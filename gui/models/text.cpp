// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/text.h"

#include <QFile>

#include "report/text_width.h"

namespace ringside::gui {

QString shown(std::string_view utf8) {
  return QString::fromStdString(report::printable(utf8));
}

QString shown_path(const std::filesystem::path& path) {
  return shown(std::string_view(path.native()));
}

QString plain_tool_tip(const QString& text) {
  if (text.isEmpty()) return {};
  return QStringLiteral("<p style='white-space:pre-wrap'>%1</p>").arg(text.toHtmlEscaped());
}

std::filesystem::path path_of(const QString& text) {
  return {QFile::encodeName(text).toStdString()};
}

QString file_name(const std::filesystem::path& path) {
  return QFile::decodeName(path.c_str());
}

QString shown(const Error& error) {
  return shown(std::string_view(error.text()));
}

}  // namespace ringside::gui
