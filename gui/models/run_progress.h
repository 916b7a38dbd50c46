// SPDX-License-Identifier: GPL-3.0-or-later
// What `ringside run` tells about itself, read: its plan ("ringside.plan/1") and its progress ("ringside.progress/1").
// Pure: bytes in, state out.
#pragma once

#include <QAbstractTableModel>
#include <QByteArray>
#include <QString>
#include <optional>
#include <vector>

#include "core/result.h"

class QJsonObject;

namespace ringside::gui {

struct PlannedCell {
  QString key;
};

struct RunPlan {
  QString name;
  QString question;
  QStringList arms;
  std::vector<PlannedCell> cells;
  int blocks = 0;
  int measurements = 0;
  int boots = 0;
  double estimate_s = 0;
};

// Fails (protocol) for anything but such a document.
[[nodiscard]] Result<RunPlan> parse_plan(const QByteArray& json);

// One row per arm and cell: how many of its blocks are measured, and how the last one went.
class RunProgress : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { arm, cell, done, invalid, last_iops, state, column_count };

  using QAbstractTableModel::QAbstractTableModel;

  void begin(const RunPlan& plan);
  // A whole line of standard output; one that is no event is ignored and told by false.
  bool take_line(const QByteArray& line);

  [[nodiscard]] int measured() const { return m_measured; }
  [[nodiscard]] int total() const { return m_total; }
  [[nodiscard]] double remaining_s() const { return m_remaining_s; }
  // One line for a person: what happens now.
  [[nodiscard]] QString now() const { return m_now; }
  [[nodiscard]] QString campaign() const { return m_campaign; }  // UUID; empty before it is known
  [[nodiscard]] QString status() const { return m_status; }      // of the campaign, once it ended
  [[nodiscard]] QStringList notices() const { return m_notices; }
  [[nodiscard]] QString failure() const { return m_failure; }

  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 Q_SIGNALS:
  void changed();

 private:
  struct Row {
    QString arm;
    QString cell;
    int done = 0;
    int invalid = 0;
    std::optional<double> last_iops{};
    QString state{};
  };
  Row* find(const QString& of_arm, const QString& in_cell);
  void take_cell_started(const QJsonObject& event);
  void take_cell_done(const QJsonObject& event);
  void take_event(const QString& kind, const QJsonObject& event);
  void tell_changed(const Row& row);

  std::vector<Row> m_rows;
  int m_measured = 0;
  int m_total = 0;
  double m_remaining_s = 0;
  QString m_now;
  QString m_campaign;
  QString m_status;
  QStringList m_notices;
  QString m_failure;
};

}  // namespace ringside::gui
