// SPDX-License-Identifier: GPL-3.0-or-later
// Opened stores and their campaigns: filter, search, choose.
#pragma once

#include "gui/models/campaign_tree.h"
#include "gui/views/view.h"

class QLineEdit;
class QTreeView;

namespace ringside::gui {

class CampaignsView : public View {
  Q_OBJECT

 public:
  explicit CampaignsView(QWidget* parent = nullptr);

  void show_figures(const Figures& figures) override;
  [[nodiscard]] QWidget* picture() override;
  [[nodiscard]] std::optional<report::Table> table() const override;

  [[nodiscard]] CampaignTree& tree() { return *m_tree; }
  void set_store(const std::filesystem::path& path, Result<CampaignList> campaigns);
  void focus_filter();
  [[nodiscard]] std::optional<CampaignAddress> current() const;
  // The store of the current row.
  [[nodiscard]] std::filesystem::path current_store() const;

 Q_SIGNALS:
  void chosen(const CampaignAddress& campaign);

 private:
  void choose(const QModelIndex& index);
  void show_state();

  CampaignTree* m_tree;
  CampaignFilter* m_filter;
  QLineEdit* m_words;
  QTreeView* m_view;
};

}  // namespace ringside::gui
