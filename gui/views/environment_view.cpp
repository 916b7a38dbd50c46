// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/views/environment_view.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <utility>

#include "gui/models/tables.h"
#include "gui/models/text.h"
#include "gui/views/choices.h"
#include "gui/views/table_view.h"
#include "report/campaign_list.h"

namespace ringside::gui {

EnvironmentView::EnvironmentView(JobRunner& jobs, const CampaignTree& tree, QWidget* parent)
    : View(QStringLiteral("Environment"), parent),
      m_jobs(jobs),
      m_tree(tree),
      m_all(new QCheckBox(QStringLiteral("&also what is equal"))),
      m_summary(new QLabel),
      m_table(new ReportTable(QStringLiteral("Environment differences"))) {
  auto* row = new QHBoxLayout;
  m_other = add_choice(*row, QStringLiteral("&Other campaign"),
                       QStringLiteral("Its surroundings are set beside those of the chosen campaign."));
  m_other->setMaximumWidth(700);
  row->addWidget(m_all);
  row->addStretch(1);
  m_summary->setTextFormat(Qt::PlainText);
  auto* layout = new QVBoxLayout(content());
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addLayout(row);
  layout->addWidget(m_summary);
  layout->addWidget(m_table, 1);
  connect(m_other, &QComboBox::activated, this, &EnvironmentView::load);
  connect(m_all, &QCheckBox::toggled, this, &EnvironmentView::load);
  show_no_campaign(*this);
}

void EnvironmentView::show_figures(const Figures& figures) {
  m_figures = figures;
  if (!figures) return show_no_campaign(*this);
  fill_others();
  m_stale = true;
  show_content();
  if (isVisible()) load();
}

void EnvironmentView::fill_others() {
  m_others.clear();
  QStringList names;
  for (int store = 0; store < m_tree.rowCount(); ++store) {
    const QModelIndex parent = m_tree.index(store, 0);
    for (int row = 0; row < m_tree.rowCount(parent); ++row) {
      const QModelIndex index = m_tree.index(row, 0, parent);
      const auto address = m_tree.address_of(index);
      if (!address || *address == m_figures->address) continue;
      const store::CampaignSummary& campaign = *m_tree.summary_of(index);
      m_others.push_back(*address);
      names.push_back(QStringLiteral("%1 %2, %3")
                          .arg(shown(campaign.name), shown(report::short_id(campaign.uuid)),
                               shown(report::minute_text(campaign.started))));
    }
  }
  set_choices(*m_other, names);
  m_other->setEnabled(!m_others.empty());
}

void EnvironmentView::showEvent(QShowEvent* event) {
  View::showEvent(event);
  if (m_stale) load();
}

void EnvironmentView::load() {
  if (!m_figures) return;
  m_stale = false;
  // Alone, a campaign shows all of its own facts.
  const bool alone = m_others.empty();
  const CampaignAddress other =
      alone ? m_figures->address : m_others[static_cast<std::size_t>(m_other->currentIndex())];
  m_jobs.start(
      QStringLiteral("environment"),
      [left = m_figures->address, other, all = alone || m_all->isChecked()](OpenStores& stores) {
        return environment_table(stores, left, other, all);
      },
      [this, alone](Result<report::Table> table) {
        if (!table) return show_message(QStringLiteral("The environments cannot be read"), shown(table.error()));
        if (alone) {
          table->columns.pop_back();
          for (auto& row : table->rows) {
            row.pop_back();
            row.back().tone = report::Tone::plain;
          }
        }
        m_summary->setText(alone ? QStringLiteral("No other campaign is open to compare with: these are the facts of "
                                                  "this one.")
                           : table->rows.empty()
                               ? QStringLiteral("Nothing that was recorded differs.")
                               : QStringLiteral("%1 facts; bold: different.").arg(table->rows.size()));
        show_content();
        m_table->set_table(*std::move(table));
      });
}

QWidget* EnvironmentView::picture() {
  return has_content() ? m_table : nullptr;
}

std::optional<report::Table> EnvironmentView::table() const {
  if (!has_content()) return std::nullopt;
  return m_table->table();
}

}  // namespace ringside::gui
