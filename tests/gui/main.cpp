// SPDX-License-Identifier: GPL-3.0-or-later
// GoogleTest inside an application of Qt that needs no display and leaves the user's settings alone.
#include <gtest/gtest.h>

#include <QApplication>
#include <QSettings>
#include <QTemporaryDir>

int main(int argc, char** argv) {
  qputenv("QT_QPA_PLATFORM", "offscreen");
  const QTemporaryDir settings;
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, settings.path());
  testing::InitGoogleTest(&argc, argv);
  const QApplication application(argc, argv);
  QApplication::setOrganizationName(QStringLiteral("ringside"));
  QApplication::setApplicationName(QStringLiteral("gui_test"));
  return RUN_ALL_TESTS();
}
