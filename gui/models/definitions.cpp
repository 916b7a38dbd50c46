// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/definitions.h"

#include <QStringList>
#include <map>

namespace ringside::gui {

QString metric_definition(const analysis::Metric& metric) {
  switch (metric.kind) {
    case analysis::MetricKind::iops:
      return QStringLiteral(
          "I/Os per second: Σ I/Os / Σ time over the fio runs of one boot; over boots the geometric mean. Higher is "
          "better.");
    case analysis::MetricKind::lat_mean:
      return QStringLiteral(
          "Mean total latency, submission to completion, weighted by count inside one boot; over boots the geometric "
          "mean. Lower is better.");
    case analysis::MetricKind::lat_p50:
    case analysis::MetricKind::lat_p99:
    case analysis::MetricKind::lat_p999:
      break;
  }
  return QStringLiteral(
      "Quantile of the total latency from the merged bins of one boot, interpolated inside its bin; over boots the "
      "geometric mean. Unsupported where a boot saw fewer than 100 I/Os beyond it. Lower is better.");
}

QString verdict_definition(Verdict verdict) {
  switch (verdict) {
    case Verdict::improved:
      return QStringLiteral("▲ improved: faster by more than 1 %, significant after Holm's adjustment for all cells.");
    case Verdict::regressed:
      return QStringLiteral("▼ regressed: slower by more than 1 %, significant after Holm's adjustment for all cells.");
    case Verdict::equivalent:
      return QStringLiteral("= equivalent: no significant effect, and the 90 % interval lies inside the margin.");
    case Verdict::invalid:
      return QStringLiteral("✗ invalid: one side has no valid measurement.");
    case Verdict::inconclusive:
      break;
  }
  return QStringLiteral("? inconclusive: none of the others can be said; the reason tells why.");
}

QString campaign_column_definition(int column) {
  static const QStringList k_texts{
      QStringLiteral("Name of the campaign, its tag behind it."),
      QStringLiteral("running, finished, interrupted or failed; a killed runner leaves “running”."),
      QStringLiteral("How many things are compared."),
      QStringLiteral("Points of the matrix, the same for every arm."),
      QStringLiteral("Block numbers with a complete attempt / planned blocks. A block is every arm × every cell, once, "
                     "in one boot where possible."),
      QStringLiteral("fio runs stored, all attempts and the mechanism pass included."),
      QStringLiteral("Of them those that are invalid: kept with their reason, never used for a figure."),
      QStringLiteral("kvm, or tcg for emulation: figures of different accelerators are never compared."),
      QStringLiteral("The machine that measured."),
      QStringLiteral("When the campaign began, in UTC."),
      QStringLiteral("The first eight digits of the campaign's UUID, as `ringside show ID` takes them.")};
  return column >= 0 && column < k_texts.size() ? k_texts[column] : QString();
}

QString column_definition(const QString& key) {
  static const std::map<QString, QString> k_texts{
      {QStringLiteral("ratio"),
       QStringLiteral("candidate / baseline of the metric itself, from one log-ratio per block that holds both, with "
                      "its 95 % interval (Student's t over blocks).")},
      {QStringLiteral("companion"),
       QStringLiteral("The same ratio by Hodges and Lehmann with the exact signed-rank interval: assumes no shape.")},
      {QStringLiteral("p"), QStringLiteral("Of the test that the effect is no larger than 1 %.")},
      {QStringLiteral("p_adjusted"), QStringLiteral("p by Holm over all cells of this metric.")},
      {QStringLiteral("detectable"),
       QStringLiteral("The smallest slowdown that these blocks would find with probability 0.8.")},
      {QStringLiteral("margin"), QStringLiteral("What counts as an effect that matters, from the campaign's gate.")},
      {QStringLiteral("verdict"),
       verdict_definition(Verdict::improved) + QLatin1Char('\n') + verdict_definition(Verdict::regressed) +
           QLatin1Char('\n') + verdict_definition(Verdict::equivalent) + QLatin1Char('\n') +
           verdict_definition(Verdict::inconclusive) + QLatin1Char('\n') + verdict_definition(Verdict::invalid)},
      {QStringLiteral("pairs"), QStringLiteral("Blocks that hold a valid figure of both arms.")},
      {QStringLiteral("bad_blocks"),
       QStringLiteral("Blocks that were measured and hold no valid pair; above 20 % nothing is decided.")},
      {QStringLiteral("baseline"), QStringLiteral("Geometric mean over the baseline's blocks with its 95 % interval.")},
      {QStringLiteral("candidate"),
       QStringLiteral("Geometric mean over the candidate's blocks with its 95 % interval.")},
      {QStringLiteral("treatment"),
       QStringLiteral("Whether the guest proved that the arm was what it claims: queue types as planned, polling "
                      "without interrupts.")},
      {QStringLiteral("probed"), QStringLiteral("Part of the mechanism pass: never used for times.")},
      {QStringLiteral("attempt"),
       QStringLiteral("A block that broke is repeated whole; the last complete attempt counts.")},
      {QStringLiteral("duration_s"),
       QStringLiteral("The whole step as the host saw it, fio's start and parsing included.")},
      {QStringLiteral("boot_s"), QStringLiteral("QEMU's start to the agent's hello.")}};
  const auto found = k_texts.find(key);
  return found == k_texts.end() ? QString() : found->second;
}

}  // namespace ringside::gui
