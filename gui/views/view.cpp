// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/views/view.h"

#include <QLabel>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace ringside::gui {

View::View(const QString& name, QWidget* parent)
    : QWidget(parent),
      m_pages(new QStackedWidget(this)),
      m_content(new QWidget(this)),
      m_headline(new QLabel(this)),
      m_what_to_do(new QLabel(this)) {
  setObjectName(name);
  setAccessibleName(name);
  auto* message = new QWidget(this);
  auto* column = new QVBoxLayout(message);
  QFont large = m_headline->font();
  large.setPointSizeF(large.pointSizeF() * 1.4);
  m_headline->setFont(large);
  column->addStretch(2);
  for (QLabel* label : {m_headline, m_what_to_do}) {
    label->setTextFormat(Qt::PlainText);
    label->setAlignment(Qt::AlignHCenter);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    column->addWidget(label);
  }
  column->addStretch(3);
  m_pages->addWidget(m_content);
  m_pages->addWidget(message);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(6, 6, 6, 6);
  layout->addWidget(m_pages);
}

void View::show_message(const QString& headline, const QString& what_to_do) {
  m_headline->setText(headline);
  m_what_to_do->setText(what_to_do);
  m_pages->setCurrentIndex(1);
}

void View::show_content() {
  m_pages->setCurrentIndex(0);
}

bool View::has_content() const {
  return m_pages->currentIndex() == 0;
}

QString View::message() const {
  return has_content() ? QString() : m_headline->text() + QLatin1Char('\n') + m_what_to_do->text();
}

void show_no_campaign(View& view) {
  view.show_message(QStringLiteral("No campaign is chosen"),
                    QStringLiteral("Choose one in Campaigns (Ctrl+1) with Enter or a double click."));
}

}  // namespace ringside::gui
