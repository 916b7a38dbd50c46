// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/views/campaigns_view.h"

#include <QHeaderView>
#include <QLineEdit>
#include <QTreeView>
#include <QVBoxLayout>
#include <utility>

#include "report/campaign_list.h"

namespace ringside::gui {
namespace {

constexpr int k_air_px = 14;

QTreeView* make_tree(QAbstractItemModel* model, QWidget* parent) {
  auto* view = new QTreeView(parent);
  view->setObjectName(QStringLiteral("campaigns"));
  view->setAccessibleName(QStringLiteral("Campaigns"));
  view->setModel(model);
  view->setUniformRowHeights(true);
  view->setAlternatingRowColors(true);
  view->setSelectionBehavior(QAbstractItemView::SelectRows);
  view->setEditTriggers(QAbstractItemView::NoEditTriggers);
  view->setSortingEnabled(true);
  view->sortByColumn(CampaignTree::started, Qt::DescendingOrder);
  view->setStyleSheet(QStringLiteral("QTreeView::item { padding: 3px 2px; }"));
  view->header()->setResizeContentsPrecision(30);
  view->header()->setStretchLastSection(true);
  return view;
}

}  // namespace

CampaignsView::CampaignsView(QWidget* parent)
    : View(QStringLiteral("Campaigns"), parent),
      m_tree(new CampaignTree(this)),
      m_filter(new CampaignFilter(this)),
      m_words(new QLineEdit(this)) {
  m_filter->setSourceModel(m_tree);
  m_view = make_tree(m_filter, this);
  m_words->setPlaceholderText(QStringLiteral("Filter: every word must occur (Ctrl+F)"));
  m_words->setAccessibleName(QStringLiteral("Filter campaigns"));
  m_words->setClearButtonEnabled(true);
  auto* layout = new QVBoxLayout(content());
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(m_words);
  layout->addWidget(m_view, 1);
  connect(m_words, &QLineEdit::textChanged, this, [this](const QString& words) {
    m_filter->set_words(words);
    m_view->expandAll();
  });
  connect(m_words, &QLineEdit::returnPressed, this, [this] { m_view->setFocus(); });
  connect(m_view, &QTreeView::activated, this, &CampaignsView::choose);
  setFocusProxy(m_view);
  show_state();
}

void CampaignsView::show_figures(const Figures& figures) {
  if (!figures) return;
  const QModelIndex index = m_filter->mapFromSource(m_tree->index_of(figures->address));
  if (index.isValid()) m_view->setCurrentIndex(index);
}

QWidget* CampaignsView::picture() {
  return has_content() ? m_view : nullptr;
}

std::optional<report::Table> CampaignsView::table() const {
  CampaignList list;
  for (int store = 0; store < m_filter->rowCount(); ++store) {
    const QModelIndex parent = m_filter->index(store, 0);
    for (int row = 0; row < m_filter->rowCount(parent); ++row) {
      list.push_back(*m_tree->summary_of(m_filter->mapToSource(m_filter->index(row, 0, parent))));
    }
  }
  return report::campaign_list(list);
}

void CampaignsView::set_store(const std::filesystem::path& path, Result<CampaignList> campaigns) {
  const bool is_new = !m_tree->is_open(path);
  m_tree->set_store(path, std::move(campaigns));
  show_state();
  if (!is_new) return;
  m_view->expandAll();
  for (int column = 0; column < CampaignTree::column_count; ++column) {
    m_view->resizeColumnToContents(column);
    m_view->setColumnWidth(column, m_view->columnWidth(column) + k_air_px);
  }
  if (!m_view->currentIndex().isValid()) {
    const QModelIndex store = m_filter->index(0, 0);
    const QModelIndex first = m_filter->index(0, 0, store);
    m_view->setCurrentIndex(first.isValid() ? first : store);
  }
  // Only now: a tree that gets the keyboard without a current row takes the first one, which is a store.
  if (isVisible()) m_view->setFocus();
}

void CampaignsView::focus_filter() {
  m_words->setFocus();
  m_words->selectAll();
}

std::optional<CampaignAddress> CampaignsView::current() const {
  return m_tree->address_of(m_filter->mapToSource(m_view->currentIndex()));
}

std::filesystem::path CampaignsView::current_store() const {
  return m_tree->store_of(m_filter->mapToSource(m_view->currentIndex()));
}

void CampaignsView::choose(const QModelIndex& index) {
  const auto address = m_tree->address_of(m_filter->mapToSource(index));
  if (address) Q_EMIT chosen(*address);
}

void CampaignsView::show_state() {
  const auto stores = m_tree->stores();
  if (stores.empty()) {
    show_message(QStringLiteral("No store is open"),
                 QStringLiteral("Open a .db file (Ctrl+O) or drop one here. `ringside run FILE` makes one, or Run "
                                "(Ctrl+8)."));
    return;
  }
  const QModelIndex only = m_tree->index(0, 0);
  if (stores.size() > 1 || m_tree->rowCount(only) > 0) return show_content();
  const QString problem = m_tree->problem_of(only);
  if (problem.isEmpty()) {
    show_message(QStringLiteral("No campaigns in this store yet"),
                 QStringLiteral("`ringside run FILE` measures one; or choose a campaign file in Run (Ctrl+8)."));
  } else {
    show_message(QStringLiteral("This store cannot be read"), problem);
  }
}

}  // namespace ringside::gui
