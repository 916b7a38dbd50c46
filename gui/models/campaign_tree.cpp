// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/campaign_tree.h"

#include <algorithm>

#include "gui/models/definitions.h"
#include "gui/models/text.h"
#include "report/campaign_list.h"

namespace ringside::gui {
namespace {

QVariant text_of(const store::CampaignSummary& campaign, int column) {
  switch (column) {
    case CampaignTree::name:
      return campaign.tag.empty() ? shown(campaign.name) : shown(campaign.name + " (" + campaign.tag + ")");
    case CampaignTree::status:
      return shown(to_text(campaign.status));
    case CampaignTree::arms:
      return campaign.arms;
    case CampaignTree::cells:
      return campaign.cells;
    case CampaignTree::blocks:
      return QStringLiteral("%1 / %2").arg(campaign.complete_blocks).arg(campaign.planned_blocks);
    case CampaignTree::measurements:
      return QVariant::fromValue(static_cast<qlonglong>(campaign.measurements));
    case CampaignTree::invalid:
      return QVariant::fromValue(static_cast<qlonglong>(campaign.invalid));
    case CampaignTree::accelerator:
      return shown(campaign.accelerator);
    case CampaignTree::host:
      return shown(campaign.host_name);
    case CampaignTree::started:
      return shown(report::minute_text(campaign.started));
    case CampaignTree::id:
      return shown(report::short_id(campaign.uuid));
    default:
      return {};
  }
}

QVariant sort_value(const store::CampaignSummary& campaign, int column) {
  if (column == CampaignTree::started) {
    return QVariant::fromValue(static_cast<qlonglong>(campaign.started.time_since_epoch().count()));
  }
  if (column == CampaignTree::blocks) return campaign.complete_blocks;
  return text_of(campaign, column);
}

bool is_number(int column) {
  return column >= CampaignTree::arms && column <= CampaignTree::invalid;
}

}  // namespace

int CampaignTree::row_of(const std::filesystem::path& path) const {
  const auto found = std::ranges::find(m_stores, path, [](const auto& store) { return store->path; });
  return found == m_stores.end() ? -1 : static_cast<int>(found - m_stores.begin());
}

void CampaignTree::set_store(const std::filesystem::path& path, Result<CampaignList> campaigns) {
  int row = row_of(path);
  if (row < 0) {
    row = static_cast<int>(m_stores.size());
    beginInsertRows({}, row, row);
    m_stores.push_back(std::make_unique<OpenStore>(OpenStore{path, {}, {}}));
    endInsertRows();
  }
  OpenStore& store = *m_stores[static_cast<std::size_t>(row)];
  const QModelIndex parent = index(row, 0);
  CampaignList fresh = campaigns ? *std::move(campaigns) : CampaignList{};
  store.problem = campaigns ? QString() : shown(campaigns.error());
  const bool same_rows =
      std::ranges::equal(fresh, store.campaigns, {}, &store::CampaignSummary::id, &store::CampaignSummary::id);
  if (same_rows) {
    // A campaign that is being written: only what its row says has changed, the selection stays.
    store.campaigns = std::move(fresh);
    if (!store.campaigns.empty()) {
      Q_EMIT dataChanged(index(0, 0, parent),
                         index(static_cast<int>(store.campaigns.size()) - 1, column_count - 1, parent));
    }
  } else {
    if (!store.campaigns.empty()) {
      beginRemoveRows(parent, 0, static_cast<int>(store.campaigns.size()) - 1);
      store.campaigns.clear();
      endRemoveRows();
    }
    if (!fresh.empty()) {
      beginInsertRows(parent, 0, static_cast<int>(fresh.size()) - 1);
      store.campaigns = std::move(fresh);
      endInsertRows();
    }
  }
  Q_EMIT dataChanged(parent, index(row, column_count - 1));
}

void CampaignTree::close_store(const std::filesystem::path& path) {
  const int row = row_of(path);
  if (row < 0) return;
  beginRemoveRows({}, row, row);
  m_stores.erase(m_stores.begin() + row);
  endRemoveRows();
}

std::vector<std::filesystem::path> CampaignTree::stores() const {
  std::vector<std::filesystem::path> paths;
  for (const auto& store : m_stores) paths.push_back(store->path);
  return paths;
}

bool CampaignTree::is_open(const std::filesystem::path& path) const {
  return row_of(path) >= 0;
}

const CampaignTree::OpenStore& CampaignTree::store_at(const QModelIndex& index) const {
  if (index.internalPointer() != nullptr) return *static_cast<const OpenStore*>(index.internalPointer());
  return *m_stores[static_cast<std::size_t>(index.row())];
}

const store::CampaignSummary* CampaignTree::summary_of(const QModelIndex& index) const {
  if (!index.isValid() || index.internalPointer() == nullptr) return nullptr;
  return &store_at(index).campaigns[static_cast<std::size_t>(index.row())];
}

std::optional<CampaignAddress> CampaignTree::address_of(const QModelIndex& index) const {
  const store::CampaignSummary* campaign = summary_of(index);
  if (campaign == nullptr) return std::nullopt;
  return CampaignAddress{store_at(index).path, campaign->id};
}

std::filesystem::path CampaignTree::store_of(const QModelIndex& index) const {
  return index.isValid() ? store_at(index).path : std::filesystem::path();
}

QString CampaignTree::problem_of(const QModelIndex& index) const {
  return index.isValid() ? store_at(index).problem : QString();
}

QModelIndex CampaignTree::index_of(const CampaignAddress& address) const {
  const int row = row_of(address.store);
  if (row < 0) return {};
  const auto& campaigns = m_stores[static_cast<std::size_t>(row)]->campaigns;
  const auto found = std::ranges::find(campaigns, address.campaign, &store::CampaignSummary::id);
  if (found == campaigns.end()) return {};
  return index(static_cast<int>(found - campaigns.begin()), 0, index(row, 0));
}

QModelIndex CampaignTree::index(int row, int column, const QModelIndex& parent) const {
  if (!hasIndex(row, column, parent)) return {};
  if (!parent.isValid()) return createIndex(row, column, nullptr);
  return createIndex(row, column, m_stores[static_cast<std::size_t>(parent.row())].get());
}

QModelIndex CampaignTree::parent(const QModelIndex& child) const {
  if (!child.isValid() || child.internalPointer() == nullptr) return {};
  return createIndex(row_of(store_at(child).path), 0, nullptr);
}

int CampaignTree::rowCount(const QModelIndex& parent) const {
  if (!parent.isValid()) return static_cast<int>(m_stores.size());
  if (parent.internalPointer() != nullptr || parent.column() != 0) return 0;
  return static_cast<int>(store_at(parent).campaigns.size());
}

int CampaignTree::columnCount(const QModelIndex& /*parent*/) const {
  return column_count;
}

QVariant CampaignTree::store_data(const OpenStore& store, int column, int role) const {
  if (role == Qt::ToolTipRole) {
    return plain_tool_tip(store.problem.isEmpty() ? shown_path(store.path) : store.problem);
  }
  if (role != Qt::DisplayRole && role != k_sort_role && role != Qt::AccessibleTextRole) return {};
  if (column == name) {
    if (!store.problem.isEmpty()) return QStringLiteral("✗ %1: cannot be read").arg(shown_path(store.path));
    return shown_path(store.path);
  }
  if (column == measurements && store.problem.isEmpty() && role == Qt::DisplayRole) {
    qlonglong sum = 0;
    for (const auto& campaign : store.campaigns) sum += campaign.measurements;
    return sum;
  }
  return {};
}

QVariant CampaignTree::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const store::CampaignSummary* campaign = summary_of(index);
  if (role == Qt::TextAlignmentRole && is_number(index.column())) return int(Qt::AlignRight | Qt::AlignVCenter);
  if (campaign == nullptr) return store_data(store_at(index), index.column(), role);
  if (role == Qt::DisplayRole) return text_of(*campaign, index.column());
  if (role == k_sort_role) return sort_value(*campaign, index.column());
  if (role == Qt::ToolTipRole) {
    return plain_tool_tip(campaign->question.empty() ? shown(campaign->uuid.to_text()) : shown(campaign->question));
  }
  return {};
}

QVariant CampaignTree::headerData(int section, Qt::Orientation orientation, int role) const {
  static const QStringList k_titles{
      QStringLiteral("campaign"),     QStringLiteral("status"),      QStringLiteral("arms"),
      QStringLiteral("cells"),        QStringLiteral("blocks"),      QStringLiteral("measured"),
      QStringLiteral("invalid"),      QStringLiteral("accelerator"), QStringLiteral("host"),
      QStringLiteral("started, UTC"), QStringLiteral("id")};
  if (orientation != Qt::Horizontal || section < 0 || section >= column_count) return {};
  if (role == Qt::DisplayRole) return k_titles[section];
  if (role == Qt::ToolTipRole) return plain_tool_tip(campaign_column_definition(section));
  return {};
}

CampaignFilter::CampaignFilter(QObject* parent) : QSortFilterProxyModel(parent) {
  setRecursiveFilteringEnabled(true);
  setSortRole(CampaignTree::k_sort_role);
  setSortCaseSensitivity(Qt::CaseInsensitive);
}

void CampaignFilter::set_words(const QString& words) {
  m_words = words.split(QLatin1Char(' '), Qt::SkipEmptyParts);
  invalidateFilter();
}

bool CampaignFilter::filterAcceptsRow(int row, const QModelIndex& parent) const {
  if (m_words.isEmpty()) return true;
  if (!parent.isValid()) return false;  // a store is there for its campaigns
  QString all;
  for (int column = 0; column < sourceModel()->columnCount(); ++column) {
    all += sourceModel()->index(row, column, parent).data().toString() + QLatin1Char('\n');
  }
  return std::ranges::all_of(m_words, [&](const QString& word) { return all.contains(word, Qt::CaseInsensitive); });
}

}  // namespace ringside::gui
