// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/matrix_model.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "core/units.h"
#include "gui/models/definitions.h"
#include "gui/models/text.h"
#include "report/figures.h"
#include "report/verdict_text.h"

namespace ringside::gui {
namespace {

// Numbers by size, "4k" among them; words by the alphabet.
bool less(const OptionValue& left, const OptionValue& right) {
  const auto size = [](const OptionValue& value) -> std::optional<double> {
    if (const auto bytes = parse_bytes(to_text(value))) return static_cast<double>(bytes->value);
    if (const auto* real = std::get_if<double>(&value)) return *real;
    return std::nullopt;
  };
  const auto a = size(left);
  const auto b = size(right);
  if (a && b) return *a < *b;
  if (a.has_value() != b.has_value()) return a.has_value();
  return to_text(left) < to_text(right);
}

OptionValue value_in(const OptionMap& options, const std::string& name) {
  const auto found = options.find(name);
  return found == options.end() ? OptionValue(std::string()) : found->second;
}

}  // namespace

std::vector<Axis> axes_of(const std::vector<OptionMap>& cells) {
  std::set<std::string> names;
  for (const OptionMap& cell : cells) {
    for (const auto& [name, value] : cell) names.insert(name);
  }
  std::vector<Axis> axes;
  for (const std::string& name : names) {
    Axis axis{name, {}};
    for (const OptionMap& cell : cells) {
      const OptionValue value = value_in(cell, name);
      if (std::ranges::find(axis.values, value) == axis.values.end()) axis.values.push_back(value);
    }
    std::ranges::sort(axis.values, less);
    if (axis.values.size() > 1) axes.push_back(std::move(axis));
  }
  return axes;
}

const analysis::CandidateComparison* MatrixModel::compared() const {
  if (!m_figures || !m_figures->comparison) return nullptr;
  const auto& candidates = m_figures->comparison->candidates;
  const auto at = static_cast<std::size_t>(m_candidate);
  return at < candidates.size() ? &candidates[at] : nullptr;
}

void MatrixModel::set_figures(Figures figures) {
  beginResetModel();
  m_figures = std::move(figures);
  if (compared() == nullptr) m_candidate = 0;
  m_by_options.clear();
  std::vector<OptionMap> cells;
  if (const auto* candidate = compared()) {
    for (const auto& cell : candidate->cells) {
      m_by_options.emplace(cell.options, cells.size());
      cells.push_back(cell.options);
    }
  }
  m_axes = axes_of(cells);
  default_axes();
  endResetModel();
}

// The longest axis makes the columns, the next the rows: what is chosen stays chosen where it still exists.
void MatrixModel::default_axes() {
  std::vector<Axis> by_length = m_axes;
  std::ranges::stable_sort(by_length, std::greater<>{}, [](const Axis& axis) { return axis.values.size(); });
  const auto wanted = [&](const std::string& option) {
    return std::ranges::find(m_axes, option, &Axis::option) != m_axes.end();
  };
  if (!wanted(m_columns.option) || !wanted(m_rows.option)) {
    m_columns = by_length.empty() ? Axis{} : by_length[0];
    m_rows = by_length.size() < 2 ? Axis{} : by_length[1];
  } else {
    m_columns = *std::ranges::find(m_axes, m_columns.option, &Axis::option);
    m_rows = *std::ranges::find(m_axes, m_rows.option, &Axis::option);
  }
  OptionMap selected;
  for (const Axis& axis : selectors()) {
    const OptionValue before = value_in(m_selected, axis.option);
    const bool kept = std::ranges::find(axis.values, before) != axis.values.end();
    selected.emplace(axis.option, kept ? before : axis.values.front());
  }
  m_selected = std::move(selected);
}

std::vector<Axis> MatrixModel::selectors() const {
  std::vector<Axis> others;
  for (const Axis& axis : m_axes) {
    if (axis.option != m_rows.option && axis.option != m_columns.option) others.push_back(axis);
  }
  return others;
}

void MatrixModel::choose_candidate(int candidate) {
  beginResetModel();
  m_candidate = candidate;
  endResetModel();
}

void MatrixModel::choose_metric(const analysis::Metric& metric) {
  beginResetModel();
  m_metric = metric;
  endResetModel();
}

void MatrixModel::choose_axes(const std::string& rows, const std::string& columns) {
  const auto row = std::ranges::find(m_axes, rows, &Axis::option);
  const auto column = std::ranges::find(m_axes, columns, &Axis::option);
  if (row == m_axes.end() || column == m_axes.end() || rows == columns) return;
  beginResetModel();
  m_rows = *row;
  m_columns = *column;
  default_axes();
  endResetModel();
}

void MatrixModel::select(const std::string& option, const OptionValue& value) {
  beginResetModel();
  m_selected[option] = value;
  endResetModel();
}

int MatrixModel::rowCount(const QModelIndex& parent) const {
  if (parent.isValid() || compared() == nullptr) return 0;
  return std::max(1, static_cast<int>(m_rows.values.size()));
}

int MatrixModel::columnCount(const QModelIndex& parent) const {
  if (parent.isValid() || compared() == nullptr) return 0;
  return std::max(1, static_cast<int>(m_columns.values.size()));
}

const analysis::CellComparison* MatrixModel::cell_at(const QModelIndex& index) const {
  const auto* candidate = compared();
  if (!index.isValid() || candidate == nullptr || candidate->cells.empty()) return nullptr;
  OptionMap options = candidate->cells.front().options;
  for (const auto& [name, value] : m_selected) options[name] = value;
  if (!m_rows.option.empty()) options[m_rows.option] = m_rows.values[static_cast<std::size_t>(index.row())];
  if (!m_columns.option.empty()) options[m_columns.option] = m_columns.values[static_cast<std::size_t>(index.column())];
  const auto found = m_by_options.find(options);
  return found == m_by_options.end() ? nullptr : &candidate->cells[found->second];
}

const analysis::MetricComparison* MatrixModel::comparison_at(const QModelIndex& index) const {
  const auto* cell = cell_at(index);
  if (cell == nullptr) return nullptr;
  const auto same = [&](const analysis::MetricComparison& one) { return one.metric == m_metric; };
  const auto found = std::ranges::find_if(cell->metrics, same);
  return found == cell->metrics.end() ? nullptr : &*found;
}

QModelIndex MatrixModel::index_of(const std::string& key) const {
  for (int row = 0; row < rowCount(); ++row) {
    for (int column = 0; column < columnCount(); ++column) {
      const auto* cell = cell_at(index(row, column));
      if (cell != nullptr && cell->key == key) return index(row, column);
    }
  }
  return {};
}

QString MatrixModel::tool_tip(const QModelIndex& index) const {
  const auto* cell = cell_at(index);
  const auto* metric = comparison_at(index);
  if (cell == nullptr) return plain_tool_tip(QStringLiteral("The campaign has no such cell."));
  if (metric == nullptr) return plain_tool_tip(shown(cell->key) + QStringLiteral("\nno such metric in this cell"));
  QString text = shown(cell->key) + QLatin1Char('\n');
  text += shown(report::verdict_field(*metric, compared()->pairing).text) + QLatin1Char('\n');
  text += QStringLiteral("%1 %2, candidate / baseline\n")
              .arg(shown(report::metric_title(metric->metric)), shown(report::ratio_text(metric->ratio)));
  text += QStringLiteral("baseline %1, candidate %2\n")
              .arg(shown(report::estimate_text(metric->metric, metric->baseline)),
                   shown(report::estimate_text(metric->metric, metric->candidate)));
  text += QStringLiteral("%1 pairs, %2 bad blocks, margin %3\n\n")
              .arg(metric->pairs)
              .arg(metric->bad_blocks)
              .arg(shown(report::percent_text(metric->margin.value)));
  text += verdict_definition(metric->verdict) + QLatin1Char('\n') + metric_definition(metric->metric);
  return plain_tool_tip(text);
}

QVariant MatrixModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  if (role == Qt::ToolTipRole) return tool_tip(index);
  if (role == Qt::TextAlignmentRole) return int(Qt::AlignCenter);
  const auto* cell = cell_at(index);
  if (cell == nullptr) return {};
  if (role == k_key_role) return shown(cell->key);
  const auto* metric = comparison_at(index);
  if (metric == nullptr) return {};
  const auto verdict = [&] { return shown(report::verdict_field(*metric, compared()->pairing).text); };
  switch (role) {
    case Qt::DisplayRole:
      if (!metric->ratio || metric->unsupported) return verdict();
      return QStringLiteral("%1 %2×")
          .arg(verdict().section(QLatin1Char(' '), 0, 0))
          .arg(metric->ratio->value, 0, 'f', 2);
    case Qt::AccessibleTextRole:
      return QStringLiteral("%1: %2, %3").arg(shown(cell->key), verdict(), shown(report::ratio_text(metric->ratio)));
    case k_verdict_role:
      return metric->unsupported ? QVariant() : QVariant(static_cast<int>(metric->verdict));
    case k_ratio_role:
      return metric->ratio ? QVariant(metric->ratio->value) : QVariant();
    case k_speed_role: {
      if (!metric->ratio) return {};
      const double log_ratio = std::log(metric->ratio->value);
      return metric->metric.kind == analysis::MetricKind::iops ? log_ratio : -log_ratio;
    }
    case k_detail_role: {
      const auto value = [&](const analysis::Estimate& estimate) {
        return estimate.value ? shown(report::metric_text(metric->metric, *estimate.value)) : QStringLiteral("–");
      };
      return value(metric->baseline) + QStringLiteral(" → ") + value(metric->candidate);
    }
    default:
      return {};
  }
}

QVariant MatrixModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (role != Qt::DisplayRole || section < 0) return {};
  const Axis& axis = orientation == Qt::Horizontal ? m_columns : m_rows;
  if (axis.option.empty()) return QStringLiteral("all");
  if (section >= static_cast<int>(axis.values.size())) return {};
  return shown(axis.option + "=" + to_text(axis.values[static_cast<std::size_t>(section)]));
}

}  // namespace ringside::gui
