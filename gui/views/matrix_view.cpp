// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/views/matrix_view.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <algorithm>
#include <array>

#include "gui/models/definitions.h"
#include "gui/models/text.h"
#include "gui/views/choices.h"
#include "gui/views/heat_map.h"
#include "report/cell_names.h"
#include "report/comparison_table.h"
#include "report/figures.h"

namespace ringside::gui {
namespace {

QStringList words_of(const std::vector<Axis>& axes) {
  QStringList words;
  for (const Axis& axis : axes) words.push_back(shown(axis.option));
  return words;
}

QLabel* plain_label() {
  auto* label = new QLabel;
  label->setTextFormat(Qt::PlainText);
  label->setWordWrap(true);
  return label;
}

}  // namespace

MatrixView::MatrixView(QWidget* parent)
    : View(QStringLiteral("Matrix"), parent),
      m_model(new MatrixModel(this)),
      m_map(new HeatMap),
      m_selector_row(new QHBoxLayout),
      m_summary(plain_label()),
      m_legend(plain_label()),
      m_picture(new QWidget) {
  m_map->setModel(m_model);
  auto* layout = new QVBoxLayout(content());
  layout->setContentsMargins(0, 0, 0, 0);
  make_choices();
  auto* inner = new QVBoxLayout(m_picture);
  inner->setContentsMargins(4, 4, 4, 4);
  inner->addWidget(m_summary);
  inner->addWidget(m_map, 1);
  inner->addWidget(m_legend);
  layout->addWidget(m_picture, 1);
  m_legend->setText(QStringLiteral(
      "▲ improved   ▼ regressed   = equivalent within the margin   ? inconclusive   ✗ invalid   – unsupported or "
      "advisory.   Ratio: candidate / baseline; below it baseline → candidate.   Blue is faster, orange slower, the "
      "stronger the larger."));
  connect(m_map, &QTableView::activated, this, [this](const QModelIndex& index) {
    const QString key = index.data(MatrixModel::k_key_role).toString();
    if (!key.isEmpty()) Q_EMIT chosen(key.toStdString(), m_model->metric());
  });
  connect(m_map, &QTableView::clicked, m_map, &QTableView::activated);
  connect(m_model, &QAbstractItemModel::modelReset, this, [this] { m_map->fit(); });
  setFocusProxy(m_map);
  show_no_campaign(*this);
}

void MatrixView::make_choices() {
  auto* row = new QHBoxLayout;
  m_baseline =
      add_choice(*row, QStringLiteral("&Baseline"), QStringLiteral("The arm that the others are compared with."));
  m_candidate = add_choice(*row, QStringLiteral("&Candidate"), QStringLiteral("The arm whose change is shown."));
  m_metric = add_choice(*row, QStringLiteral("&Metric"), QString());
  m_rows = add_choice(*row, QStringLiteral("&Rows"), QStringLiteral("The option of the matrix that runs downwards."));
  m_columns = add_choice(*row, QStringLiteral("Co&lumns"), QStringLiteral("The option that runs to the right."));
  row->addStretch(1);
  auto* layout = static_cast<QVBoxLayout*>(content()->layout());
  layout->addLayout(row);
  layout->addLayout(m_selector_row);
  connect(m_baseline, &QComboBox::activated, this, [this] {
    Q_EMIT baseline_chosen(m_figures->arms[static_cast<std::size_t>(m_baseline->currentIndex())].name);
  });
  connect(m_candidate, &QComboBox::activated, this, [this](int at) {
    m_model->choose_candidate(at);
    fill_summary();
  });
  connect(m_metric, &QComboBox::activated, this,
          [this](int at) { show_metric(m_metrics[static_cast<std::size_t>(at)]); });
  connect(m_rows, &QComboBox::activated, this, &MatrixView::choose_axes);
  connect(m_columns, &QComboBox::activated, this, &MatrixView::choose_axes);
}

void MatrixView::show_figures(const Figures& figures) {
  m_figures = figures;
  m_model->set_figures(figures);
  if (!figures) return show_no_campaign(*this);
  if (!figures->comparison) {
    return show_message(QStringLiteral("This campaign has one arm"),
                        QStringLiteral("Nothing to compare it with: see Cell and Scaling for its figures, History for "
                                       "earlier campaigns, or add a second [[arm]] to the campaign file."));
  }
  m_metrics = metrics_in(*figures);
  if (m_metrics.empty()) {
    return show_message(QStringLiteral("No cell has a figure yet"),
                        QStringLiteral("Figures appear with the first block that is complete; F5 reads again."));
  }
  fill_choices();
  fill_selectors();
  fill_summary();
  show_content();
  m_map->fit();
  if (!m_map->currentIndex().isValid()) m_map->setCurrentIndex(m_model->index(0, 0));
  // Who changed the baseline stays at that choice.
  const QWidget* focus = QApplication::focusWidget();
  if (isVisible() && (focus == nullptr || !isAncestorOf(focus))) m_map->setFocus();
}

void MatrixView::fill_choices() {
  QStringList arms;
  for (const ArmFigures& arm : m_figures->arms) arms.push_back(shown(arm.name));
  set_choices(*m_baseline, arms);
  m_baseline->setCurrentText(shown(m_figures->comparison->baseline.arm));
  QStringList candidates;
  for (const auto& candidate : m_figures->comparison->candidates) candidates.push_back(shown(candidate.candidate.arm));
  set_choices(*m_candidate, candidates);
  m_model->choose_candidate(m_candidate->currentIndex());
  QStringList metrics;
  for (const auto& metric : m_metrics) metrics.push_back(shown(report::metric_title(metric)));
  set_choices(*m_metric, metrics);
  m_model->choose_metric(m_metrics[static_cast<std::size_t>(m_metric->currentIndex())]);
  m_metric->setToolTip(plain_tool_tip(metric_definition(m_model->metric())));
  const QStringList axes = words_of(m_model->axes());
  for (QComboBox* box : {m_rows, m_columns}) {
    set_choices(*box, axes);
    box->setEnabled(axes.size() > 1);
    if (axes.size() < 2)
      box->setToolTip(plain_tool_tip(QStringLiteral("Only one option of the matrix has several values.")));
  }
  if (axes.size() < 2) m_rows->setCurrentIndex(-1);
  m_rows->setCurrentText(shown(m_model->row_option()));
  m_columns->setCurrentText(shown(m_model->column_option()));
}

void MatrixView::fill_selectors() {
  while (QLayoutItem* item = m_selector_row->takeAt(0)) {
    delete item->widget();
    delete item;
  }
  for (const Axis& axis : m_model->selectors()) {
    QComboBox* box = add_choice(*m_selector_row, shown(axis.option), QStringLiteral("Only cells with this value."));
    QStringList values;
    for (const OptionValue& value : axis.values) values.push_back(shown(to_text(value)));
    set_choices(*box, values);
    box->setCurrentText(shown(to_text(m_model->selected().at(axis.option))));
    connect(box, &QComboBox::activated, this,
            [this, axis](int at) { m_model->select(axis.option, axis.values[static_cast<std::size_t>(at)]); });
  }
  m_selector_row->addStretch(1);
}

void MatrixView::fill_summary() {
  const auto at = static_cast<std::size_t>(m_model->candidate());
  if (!m_figures || !m_figures->comparison || at >= m_figures->comparison->candidates.size()) return;
  const auto& candidate = m_figures->comparison->candidates[at];
  std::array<int, 5> counts{};
  std::vector<OptionMap> cells;
  for (const auto& cell : candidate.cells) {
    cells.push_back(cell.options);
    for (const auto& metric : cell.metrics) {
      if (metric.metric == m_model->metric() && !metric.unsupported) ++counts[static_cast<std::size_t>(metric.verdict)];
    }
  }
  QString text = QStringLiteral("%1 against %2, %3")
                     .arg(shown(candidate.candidate.arm), shown(m_figures->comparison->baseline.arm),
                          shown(report::metric_title(m_model->metric())));
  for (const auto& mean : candidate.geometric_means) {
    if (mean.metric != m_model->metric()) continue;
    text += QStringLiteral(": %1 over %2 cells").arg(shown(report::ratio_text(mean.ratio))).arg(mean.cells);
  }
  text += QStringLiteral("   ▲ %1  ▼ %2  = %3  ? %4  ✗ %5")
              .arg(counts[0])
              .arg(counts[1])
              .arg(counts[2])
              .arg(counts[3])
              .arg(counts[4]);
  const std::string common = report::cell_names(cells).common;
  if (!common.empty()) text += QStringLiteral("   all cells: ") + shown(common);
  for (const std::string& warning : m_figures->comparison->warnings) text += QStringLiteral("\n! ") + shown(warning);
  m_summary->setText(text);
}

void MatrixView::choose_axes() {
  std::string rows = m_rows->currentText().toStdString();
  std::string columns = m_columns->currentText().toStdString();
  // The same for both: they change places.
  if (rows == columns) {
    if (sender() == m_rows) {
      columns = m_model->row_option();
    } else {
      rows = m_model->column_option();
    }
  }
  m_model->choose_axes(rows, columns);
  m_rows->setCurrentText(shown(m_model->row_option()));
  m_columns->setCurrentText(shown(m_model->column_option()));
  fill_selectors();
}

void MatrixView::show_cell(const std::string& key) {
  const QModelIndex index = m_model->index_of(key);
  if (index.isValid()) m_map->setCurrentIndex(index);
}

void MatrixView::show_metric(const analysis::Metric& metric) {
  const auto found = std::ranges::find(m_metrics, metric);
  if (found == m_metrics.end()) return;
  m_metric->setCurrentIndex(static_cast<int>(found - m_metrics.begin()));
  m_metric->setToolTip(plain_tool_tip(metric_definition(metric)));
  m_model->choose_metric(metric);
  fill_summary();
}

void MatrixView::refresh() {
  m_map->viewport()->update();
}

QWidget* MatrixView::picture() {
  return has_content() ? m_picture : nullptr;
}

std::optional<report::Table> MatrixView::table() const {
  if (!m_figures || !m_figures->comparison) return std::nullopt;
  return report::comparison_table(*m_figures->comparison);
}

}  // namespace ringside::gui
