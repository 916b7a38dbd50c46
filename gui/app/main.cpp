// SPDX-License-Identifier: GPL-3.0-or-later
// ringside-gui: the dashboard.
#include <QApplication>
#include <QSettings>
#include <QTextStream>

#include "core/version.h"
#include "gui/app/arguments.h"
#include "gui/app/main_window.h"
#include "gui/app/screenshot.h"
#include "gui/models/text.h"
#include "gui/views/theme.h"

namespace {

using namespace ringside;

// Before there is an application: without a display, pictures are drawn off screen.
bool wants_screenshot(int argc, char** argv) {
  for (int at = 1; at < argc; ++at) {
    const std::string_view word = argv[at];
    if (word == "--screenshot" || word.starts_with("--screenshot=") || word == "--help" || word == "-h" ||
        word == "--version") {
      return true;
    }
  }
  return false;
}

// What Qt says about a platform without a display is of no use to anyone.
void drop_remarks(QtMsgType type, const QMessageLogContext& context, const QString& text) {
  if (type == QtFatalMsg || type == QtCriticalMsg) {
    QTextStream(stderr) << qFormatLogMessage(type, context, text) << Qt::endl;
  }
}

int tell(const Error& error) {
  QTextStream(stderr) << gui::shown(error) << Qt::endl;
  return exit_code_of(error.code);
}

gui::Theme chosen_theme(const gui::Arguments& arguments) {
  if (arguments.theme) return *arguments.theme;
  const QSettings settings;
  return gui::theme_of(settings.value(QStringLiteral("theme")).toString()).value_or(gui::Theme::light);
}

int show_window(const gui::Arguments& arguments) {
  gui::MainWindow window;
  if (arguments.stores.empty()) {
    std::error_code error;
    if (std::filesystem::exists(gui::default_store(), error)) window.open_store(gui::default_store());
  }
  for (const auto& store : arguments.stores) window.open_store(store);
  if (!arguments.view.isEmpty()) window.go_to(arguments.view);
  window.show();
  return QApplication::exec();
}

}  // namespace

int main(int argc, char** argv) {
  if (wants_screenshot(argc, argv)) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    qInstallMessageHandler(drop_remarks);
  }
  QApplication application(argc, argv);
  QApplication::setOrganizationName(QStringLiteral("ringside"));
  QApplication::setApplicationName(QStringLiteral("ringside-gui"));
  const auto arguments = gui::parse_arguments(QApplication::arguments().mid(1));
  if (!arguments) return tell(arguments.error());
  if (arguments->help || arguments->version) {
    QTextStream(stdout) << (arguments->help ? gui::usage() : QStringLiteral("ringside-gui ") + gui::shown(k_version))
                        << Qt::endl;
    return 0;
  }
  gui::apply(chosen_theme(*arguments));
  if (arguments->screenshot.isEmpty()) return show_window(*arguments);
  const auto taken = gui::take_screenshot(*arguments);
  return taken ? 0 : tell(taken.error());
}
