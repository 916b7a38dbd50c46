// SPDX-License-Identifier: GPL-3.0-or-later
// The opened stores with their campaigns, newest first.
#pragma once

#include <QAbstractItemModel>
#include <QSortFilterProxyModel>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "core/result.h"
#include "gui/models/campaign_figures.h"
#include "store/records.h"

namespace ringside::gui {

using CampaignList = std::vector<store::CampaignSummary>;

class CampaignTree : public QAbstractItemModel {
  Q_OBJECT

 public:
  enum Column {
    name,
    status,
    arms,
    cells,
    blocks,
    measurements,
    invalid,
    accelerator,
    host,
    started,
    id,
    column_count
  };
  // What a proxy sorts by: numbers as numbers, times as times.
  static constexpr int k_sort_role = Qt::UserRole;
  // Of a column: what it means, exactly.
  static constexpr int k_definition_role = Qt::ToolTipRole;

  using QAbstractItemModel::QAbstractItemModel;

  // Adds the store or renews what is shown of it. An error is shown in the store's place.
  void set_store(const std::filesystem::path& path, Result<CampaignList> campaigns);
  void close_store(const std::filesystem::path& path);
  [[nodiscard]] std::vector<std::filesystem::path> stores() const;
  [[nodiscard]] bool is_open(const std::filesystem::path& path) const;

  // Nothing for a store's own row.
  [[nodiscard]] std::optional<CampaignAddress> address_of(const QModelIndex& index) const;
  [[nodiscard]] std::filesystem::path store_of(const QModelIndex& index) const;
  [[nodiscard]] const store::CampaignSummary* summary_of(const QModelIndex& index) const;
  // The error of a store's row; empty where all is well.
  [[nodiscard]] QString problem_of(const QModelIndex& index) const;
  [[nodiscard]] QModelIndex index_of(const CampaignAddress& address) const;

  [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  [[nodiscard]] QModelIndex parent(const QModelIndex& child) const override;
  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  struct OpenStore {
    std::filesystem::path path;
    CampaignList campaigns;
    QString problem;
  };
  [[nodiscard]] int row_of(const std::filesystem::path& path) const;
  [[nodiscard]] const OpenStore& store_at(const QModelIndex& index) const;
  [[nodiscard]] QVariant store_data(const OpenStore& store, int column, int role) const;

  // By pointer, since indexes of campaigns hold the address of their store.
  std::vector<std::unique_ptr<OpenStore>> m_stores;
};

// Every word typed must occur in some column of a campaign; stores stay as long as one of their campaigns does.
class CampaignFilter : public QSortFilterProxyModel {
  Q_OBJECT

 public:
  explicit CampaignFilter(QObject* parent = nullptr);
  void set_words(const QString& words);

 protected:
  [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

 private:
  QStringList m_words;
};

}  // namespace ringside::gui
