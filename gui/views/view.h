// SPDX-License-Identifier: GPL-3.0-or-later
// What all views have in common: content, or a page that says why there is none and what to do.
#pragma once

#include <QString>
#include <QWidget>
#include <optional>

#include "gui/models/campaign_figures.h"
#include "report/table.h"

class QLabel;
class QStackedWidget;

namespace ringside::gui {

class View : public QWidget {
  Q_OBJECT

 public:
  explicit View(const QString& name, QWidget* parent = nullptr);

  // Another campaign; null: none is chosen.
  virtual void show_figures(const Figures& figures) = 0;
  // The theme has changed.
  virtual void refresh() {}
  // What export saves and copies now; none where there is nothing.
  [[nodiscard]] virtual QWidget* picture() { return nullptr; }
  [[nodiscard]] virtual std::optional<report::Table> table() const { return std::nullopt; }

  // In place of the content.
  void show_message(const QString& headline, const QString& what_to_do);
  void show_content();
  [[nodiscard]] bool has_content() const;
  [[nodiscard]] QString message() const;

 protected:
  // Where a view puts its widgets.
  [[nodiscard]] QWidget* content() { return m_content; }

 private:
  QStackedWidget* m_pages;
  QWidget* m_content;
  QLabel* m_headline;
  QLabel* m_what_to_do;
};

// "No campaign is chosen", with what to do; for views of a campaign.
void show_no_campaign(View& view);

}  // namespace ringside::gui
