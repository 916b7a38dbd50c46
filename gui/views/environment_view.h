// SPDX-License-Identifier: GPL-3.0-or-later
// What differs between the surroundings of two campaigns.
#pragma once

#include <vector>

#include "gui/models/campaign_tree.h"
#include "gui/models/job_runner.h"
#include "gui/views/view.h"

class QCheckBox;
class QComboBox;
class QLabel;

namespace ringside::gui {

class ReportTable;

class EnvironmentView : public View {
  Q_OBJECT

 public:
  // `tree` knows the campaigns that may be compared with.
  EnvironmentView(JobRunner& jobs, const CampaignTree& tree, QWidget* parent = nullptr);

  void show_figures(const Figures& figures) override;
  [[nodiscard]] QWidget* picture() override;
  [[nodiscard]] std::optional<report::Table> table() const override;

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void fill_others();
  void load();

  JobRunner& m_jobs;
  const CampaignTree& m_tree;
  Figures m_figures;
  std::vector<CampaignAddress> m_others;
  bool m_stale = true;
  QComboBox* m_other;
  QCheckBox* m_all;
  QLabel* m_summary;
  ReportTable* m_table;
};

}  // namespace ringside::gui
