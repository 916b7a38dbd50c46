// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/arguments.h"

#include <QCommandLineParser>
#include <QDir>
#include <QRegularExpression>

#include "gui/app/main_window.h"
#include "gui/models/text.h"

namespace ringside::gui {
namespace {

struct Options {
  QCommandLineOption screenshot{QStringLiteral("screenshot"),
                                QStringLiteral("Save a view as PNG and end; needs no display."),
                                QStringLiteral("FILE.png")};
  QCommandLineOption view{QStringLiteral("view"),
                          QStringLiteral("campaigns, matrix, cell, scaling, history, environment, "
                                         "path-length or run."),
                          QStringLiteral("VIEW")};
  QCommandLineOption campaign{QStringLiteral("campaign"),
                              QStringLiteral("Name, name~1, tag or beginning of an id; default: the latest."),
                              QStringLiteral("CAMPAIGN")};
  QCommandLineOption cell{QStringLiteral("cell"), QStringLiteral("Key of a cell: \"bs=4k numjobs=1 rw=randread\"."),
                          QStringLiteral("KEY")};
  QCommandLineOption metric{QStringLiteral("metric"), QStringLiteral("iops, lat_mean, lat_p50, lat_p99 or lat_p999."),
                            QStringLiteral("NAME")};
  QCommandLineOption mechanism{QStringLiteral("mechanism"),
                               QStringLiteral("What the Cell view shows of the mechanism, or the beginning of it: "
                                              "\"requests per kick\", \"distribution: lock_hold\"."),
                               QStringLiteral("NAME")};
  QCommandLineOption size{QStringLiteral("size"), QStringLiteral("Of the picture; default 1600x1000."),
                          QStringLiteral("WxH")};
  QCommandLineOption theme{QStringLiteral("theme"), QStringLiteral("dark or light."), QStringLiteral("THEME")};
  QCommandLineOption help{{QStringLiteral("h"), QStringLiteral("help")}, QStringLiteral("Show this.")};
  QCommandLineOption version{QStringLiteral("version"), QStringLiteral("Show the version.")};

  void add_to(QCommandLineParser& parser) const {
    parser.setApplicationDescription(
        QStringLiteral("Ringside's dashboard: what changed, how sure, why, and since when."));
    parser.addPositionalArgument(QStringLiteral("DB"),
                                 QStringLiteral("Stores; default: $RINGSIDE_DB, or Ringside's own."),
                                 QStringLiteral("[DB …]"));
    parser.addOptions({screenshot, view, campaign, cell, metric, mechanism, size, theme, help, version});
  }
};

std::unexpected<Error> wrong(const QString& what) {
  return fail(ErrorCode::usage, "ringside-gui: " + what.toStdString(), "ringside-gui --help lists the options");
}

Result<QSize> size_of(const QString& text) {
  static const QRegularExpression k_size(QStringLiteral("^(\\d{3,4})x(\\d{3,4})$"));
  const auto match = k_size.match(text);
  if (!match.hasMatch()) return wrong(QStringLiteral("'%1' is no size such as 1600x1000").arg(text));
  return QSize(match.captured(1).toInt(), match.captured(2).toInt());
}

}  // namespace

QString usage() {
  QCommandLineParser parser;
  Options().add_to(parser);
  return parser.helpText();
}

Result<Arguments> parse_arguments(const QStringList& words) {
  QCommandLineParser parser;
  const Options options;
  options.add_to(parser);
  if (!parser.parse(QStringList{QStringLiteral("ringside-gui")} + words)) return wrong(parser.errorText());
  Arguments out;
  for (const QString& path : parser.positionalArguments()) out.stores.push_back(path_of(path));
  out.screenshot = parser.value(options.screenshot);
  out.view = parser.value(options.view);
  out.campaign = parser.value(options.campaign).toStdString();
  out.cell = parser.value(options.cell).toStdString();
  out.metric = parser.value(options.metric).toStdString();
  out.mechanism = parser.value(options.mechanism);
  out.help = parser.isSet(options.help);
  out.version = parser.isSet(options.version);
  if (!out.view.isEmpty() && !MainWindow::view_names().contains(out.view)) {
    return wrong(QStringLiteral("there is no view '%1'").arg(out.view));
  }
  if (parser.isSet(options.size)) {
    const auto size = size_of(parser.value(options.size));
    if (!size) return std::unexpected(size.error());
    out.size = *size;
  }
  if (parser.isSet(options.theme)) {
    out.theme = theme_of(parser.value(options.theme));
    if (!out.theme) return wrong(QStringLiteral("there is no theme '%1'").arg(parser.value(options.theme)));
  }
  return out;
}

std::filesystem::path default_store() {
  const QString variable = qEnvironmentVariable("RINGSIDE_DB");
  if (!variable.isEmpty()) return path_of(variable);
  const QString data = qEnvironmentVariable("XDG_DATA_HOME", QDir::homePath() + QStringLiteral("/.local/share"));
  return path_of(data) / "ringside" / "results.db";
}

}  // namespace ringside::gui
