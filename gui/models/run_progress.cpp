// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/run_progress.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>

#include "gui/models/text.h"
#include "report/figures.h"

namespace ringside::gui {
namespace {

// The text of a member without control characters: others wrote it.
QString text_in(const QJsonObject& object, const char* name) {
  return shown(object[QLatin1String(name)].toString().toStdString());
}

bool is_schema(const QJsonObject& object, const char* name) {
  return object[QStringLiteral("schema")].toString() == QLatin1String(name);
}

}  // namespace

Result<RunPlan> parse_plan(const QByteArray& json) {
  const QJsonObject document = QJsonDocument::fromJson(json).object();
  if (!is_schema(document, "ringside.plan/1")) {
    return fail(ErrorCode::protocol, "`ringside run --dry-run` printed no plan that this dashboard knows",
                "install ringside and ringside-gui of one version");
  }
  RunPlan plan;
  plan.name = text_in(document, "name");
  plan.question = text_in(document, "question");
  plan.measurements = document[QStringLiteral("measurements")].toInt();
  plan.boots = document[QStringLiteral("boots")].toInt();
  plan.estimate_s = document[QStringLiteral("estimate_s")].toDouble();
  plan.blocks = static_cast<int>(document[QStringLiteral("blocks")].toArray().size());
  for (const QJsonValue& arm : document[QStringLiteral("arms")].toArray()) {
    plan.arms.push_back(text_in(arm.toObject(), "arm"));
  }
  for (const QJsonValue& cell : document[QStringLiteral("cells")].toArray()) {
    plan.cells.push_back({text_in(cell.toObject(), "key")});
  }
  return plan;
}

void RunProgress::begin(const RunPlan& plan) {
  beginResetModel();
  m_rows.clear();
  for (const QString& name : plan.arms) {
    for (const PlannedCell& planned : plan.cells) m_rows.push_back({name, planned.key});
  }
  m_measured = 0;
  m_total = plan.measurements;
  m_remaining_s = plan.estimate_s;
  m_now.clear();
  m_campaign.clear();
  m_status.clear();
  m_notices.clear();
  m_failure.clear();
  endResetModel();
  Q_EMIT changed();
}

RunProgress::Row* RunProgress::find(const QString& of_arm, const QString& in_cell) {
  const auto same = [&](const Row& row) { return row.arm == of_arm && row.cell == in_cell; };
  const auto found = std::ranges::find_if(m_rows, same);
  return found == m_rows.end() ? nullptr : &*found;
}

void RunProgress::take_cell_started(const QJsonObject& event) {
  if (Row* row = find(text_in(event, "arm"), text_in(event, "cell"))) {
    row->state = QStringLiteral("measuring …");
    tell_changed(*row);
  }
  m_now = QStringLiteral("block %1: %2, %3")
              .arg(event[QStringLiteral("block")].toInt())
              .arg(text_in(event, "arm"), text_in(event, "cell"));
}

void RunProgress::take_cell_done(const QJsonObject& event) {
  m_measured = event[QStringLiteral("done")].toInt();
  m_total = event[QStringLiteral("total")].toInt();
  m_remaining_s = event[QStringLiteral("remaining_s")].toDouble();
  Row* row = find(text_in(event, "arm"), text_in(event, "cell"));
  if (row == nullptr) return;
  const bool valid = text_in(event, "status") == QLatin1String("valid");
  ++row->done;
  if (!valid) ++row->invalid;
  row->state = valid ? QStringLiteral("valid") : text_in(event, "reason").section(QLatin1Char('\n'), 0, 0);
  const QJsonValue iops = event[QStringLiteral("iops")];
  row->last_iops = iops.isDouble() ? std::optional(iops.toDouble()) : std::nullopt;
  tell_changed(*row);
}

void RunProgress::tell_changed(const Row& row) {
  const int at = static_cast<int>(&row - m_rows.data());
  Q_EMIT dataChanged(index(at, 0), index(at, column_count - 1));
}

void RunProgress::take_event(const QString& kind, const QJsonObject& event) {
  if (kind == QLatin1String("campaign_started")) {
    m_campaign = text_in(event, "campaign");
    m_total = event[QStringLiteral("measurements")].toInt();
    m_remaining_s = event[QStringLiteral("remaining_s")].toDouble();
  } else if (kind == QLatin1String("boot_started")) {
    m_now = QStringLiteral("block %1: booting %2")
                .arg(event[QStringLiteral("block")].toInt())
                .arg(text_in(event, "kernel"));
  } else if (kind == QLatin1String("arm_ready")) {
    m_now =
        QStringLiteral("block %1: %2 is ready").arg(event[QStringLiteral("block")].toInt()).arg(text_in(event, "arm"));
  } else if (kind == QLatin1String("cell_started")) {
    take_cell_started(event);
  } else if (kind == QLatin1String("cell_done")) {
    take_cell_done(event);
  } else if (kind == QLatin1String("block_broken")) {
    m_notices.push_back(
        QStringLiteral("block %1 broke: %2").arg(event[QStringLiteral("block")].toInt()).arg(text_in(event, "reason")));
  } else if (kind == QLatin1String("notice")) {
    m_notices.push_back(text_in(event, "text"));
  } else if (kind == QLatin1String("campaign_ended")) {
    m_status = text_in(event, "status");
    m_now = m_status;
  } else if (kind == QLatin1String("outcome")) {
    const QJsonObject failure = event[QStringLiteral("failure")].toObject();
    m_failure = text_in(failure, "message");
    if (const QString hint = text_in(failure, "hint"); !hint.isEmpty()) m_failure += QLatin1Char('\n') + hint;
  }
}

bool RunProgress::take_line(const QByteArray& line) {
  const QJsonObject event = QJsonDocument::fromJson(line).object();
  if (!event.contains(QStringLiteral("event"))) return false;
  take_event(event[QStringLiteral("event")].toString(), event);
  Q_EMIT changed();
  return true;
}

int RunProgress::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int RunProgress::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : column_count;
}

QVariant RunProgress::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const Row& row = m_rows[static_cast<std::size_t>(index.row())];
  const bool number = index.column() == done || index.column() == invalid || index.column() == last_iops;
  if (role == Qt::TextAlignmentRole) return int((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
  if (role == Qt::ToolTipRole && index.column() == state) return plain_tool_tip(row.state);
  if (role != Qt::DisplayRole) return {};
  switch (index.column()) {
    case arm:
      return row.arm;
    case cell:
      return row.cell;
    case done:
      return row.done;
    case invalid:
      return row.invalid;
    case last_iops:
      return row.last_iops ? shown(report::si_text(*row.last_iops)) : QString();
    default:
      return row.state;
  }
}

QVariant RunProgress::headerData(int section, Qt::Orientation orientation, int role) const {
  static const QStringList k_titles{QStringLiteral("arm"),     QStringLiteral("cell"),      QStringLiteral("measured"),
                                    QStringLiteral("invalid"), QStringLiteral("last IOPS"), QStringLiteral("state")};
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole || section < 0 || section >= column_count) return {};
  return k_titles[section];
}

}  // namespace ringside::gui
