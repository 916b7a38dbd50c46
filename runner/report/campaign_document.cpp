// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/campaign_document.h"

#include <fmt/format.h>

#include "report/campaign_list.h"
#include "report/cell_names.h"
#include "report/comparison_notes.h"
#include "report/figures.h"
#include "report/verdict_text.h"

namespace ringside::report {
namespace {

using analysis::ArmSummary;
using analysis::CampaignDetail;
using analysis::CellSummary;
using analysis::MetricKind;

std::string fact(const store::Environment& host, const std::string& key) {
  const auto found = host.facts.find(key);
  return found == host.facts.end() ? std::string() : found->second;
}

std::string host_line(const CampaignDetail& detail) {
  std::string line = "host: " + detail.host.name;
  if (auto model = fact(detail.host, "cpu.model"); !model.empty()) line += ", " + model;
  if (auto online = fact(detail.host, "cpu.online"); !online.empty()) line += fmt::format(", {} CPUs", online);
  if (auto kernel = fact(detail.host, "host.kernel"); !kernel.empty()) line += ", Linux " + kernel;
  if (auto qemu = fact(detail.host, "qemu.version"); !qemu.empty()) line += ", QEMU " + qemu;
  return line;
}

std::vector<std::string> heading_lines(const CampaignDetail& detail) {
  const auto& campaign = detail.campaign;
  std::vector<std::string> lines;
  if (!campaign.question.empty()) lines.push_back(campaign.question);
  std::string times = fmt::format("{}, started {} UTC", to_text(campaign.status), minute_text(campaign.started));
  if (campaign.ended) times += fmt::format(", took {}", waiting_text(*campaign.ended - campaign.started));
  if (!campaign.tag.empty()) times += ", tag " + campaign.tag;
  lines.push_back(std::move(times));
  lines.push_back(fmt::format("{} of {} complete, {} failed for good, {} in all; seed {}, baseline {}, {}",
                              detail.blocks.complete, counted(static_cast<std::size_t>(detail.blocks.planned), "block"),
                              detail.blocks.failed,
                              counted(static_cast<std::size_t>(detail.blocks.attempts), "attempt"), campaign.seed,
                              campaign.baseline, campaign.accelerator));
  lines.push_back(host_line(detail));
  if (!campaign.fio.empty()) lines.push_back("fio: " + to_text(campaign.fio));
  for (const auto& arm : detail.arms) {
    std::string line = fmt::format("arm {}: {}", arm.identity.arm, arm.identity.sha256.substr(0, 12));
    if (!arm.identity.kernel.empty()) line += ", kernel " + arm.identity.kernel;
    if (!arm.identity.build_id.empty()) line += ", driver build " + arm.identity.build_id.substr(0, 12);
    for (const auto& [name, value] : arm.facts) line += fmt::format(", {} {}", name, value);
    lines.push_back(std::move(line));
  }
  return lines;
}

const analysis::MetricSummary* find_metric(const CellSummary& cell, MetricKind kind,
                                           std::optional<Direction> direction) {
  for (const auto& metric : cell.metrics) {
    if (metric.metric.kind == kind && metric.metric.direction == direction) return &metric;
  }
  return nullptr;
}

Field metric_field(const CellSummary& cell, MetricKind kind, std::optional<Direction> direction) {
  const auto* found = find_metric(cell, kind, direction);
  if (found == nullptr) return unknown_field();
  return field(estimate_text(found->metric, found->estimate));
}

std::vector<std::optional<Direction>> directions_of(const CellSummary& cell) {
  std::vector<std::optional<Direction>> directions;
  for (const auto& metric : cell.metrics) {
    if (metric.metric.kind == MetricKind::iops) directions.push_back(metric.metric.direction);
  }
  if (directions.empty()) directions.emplace_back();
  return directions;
}

void add_rows(Table& table, const ArmSummary& arm, const CellSummary& cell, const std::string& name) {
  for (const auto direction : directions_of(cell)) {
    const std::string suffix = direction ? fmt::format(" ({})", to_text(*direction)) : std::string();
    std::vector<Field> row{field(arm.identity.arm), field(name + suffix)};
    for (const auto kind : {MetricKind::iops, MetricKind::lat_mean, MetricKind::lat_p99}) {
      row.push_back(metric_field(cell, kind, direction));
    }
    row.push_back(field(static_cast<std::int64_t>(cell.valid),
                        fmt::format("{}/{}", cell.valid, cell.valid + cell.invalid),
                        cell.invalid > 0 ? Tone::doubtful : Tone::plain));
    row.push_back(treatment_field(cell.treatment));
    table.rows.push_back(std::move(row));
  }
}

}  // namespace

Document campaign_document(const CampaignDetail& detail) {
  Document document;
  auto& section = document.sections.emplace_back();
  section.title = fmt::format("{} {}", detail.campaign.name, detail.campaign.uuid.to_text());
  section.lines = heading_lines(detail);
  std::vector<OptionMap> cells;
  if (!detail.arms.empty()) {
    for (const auto& cell : detail.arms.front().cells) cells.push_back(cell.options);
  }
  const CellNames names = cell_names(cells);
  if (!names.common.empty()) section.lines.push_back("all cells: " + names.common);
  section.table.columns = {{"arm", "arm", Align::left},
                           {"cell", "cell", Align::left},
                           {"iops", "IOPS", Align::left},
                           {"lat_mean", "mean latency", Align::left},
                           {"lat_p99", "p99 latency", Align::left},
                           {"valid", "valid", Align::right},
                           {"treatment", "treatment", Align::left}};
  std::vector<std::string> accelerators;
  std::vector<analysis::Excluded> excluded;
  for (const auto& arm : detail.arms) {
    accelerators.push_back(arm.identity.accelerator);
    for (std::size_t i = 0; i < arm.cells.size(); ++i) {
      const auto& cell = arm.cells[i];
      add_rows(section.table, arm, cell, i < names.names.size() ? names.names[i] : cell.key);
      excluded.insert(excluded.end(), cell.excluded.begin(), cell.excluded.end());
    }
  }
  if (auto note = emulation_note(accelerators)) document.notes.push_back(std::move(*note));
  for (auto& note : excluded_notes(excluded)) document.notes.push_back(std::move(note));
  if (detail.blocks.superseded > 0) {
    document.notes.push_back(fmt::format("{} of attempts that do not count {} stored as well",
                                         counted(detail.blocks.superseded, "measurement"),
                                         detail.blocks.superseded == 1 ? "is" : "are"));
  }
  document.notes.emplace_back("[ ] are 95% intervals over blocks");
  return document;
}

Table campaign_table(const CampaignDetail& detail) {
  Table table;
  for (const char* key : {"campaign", "arm", "cell", "metric", "unit", "value", "lower", "upper", "blocks",
                          "unsupported", "outliers", "valid", "invalid", "treatment"}) {
    table.columns.push_back({key, key, Align::left});
  }
  const auto number = [](const std::optional<double>& value) {
    return value ? field(*value, si_text(*value)) : unknown_field();
  };
  const auto count = [](std::size_t value) { return field(static_cast<std::int64_t>(value)); };
  for (const auto& arm : detail.arms) {
    for (const auto& cell : arm.cells) {
      const auto treatment = cell.treatment.overall();
      for (const auto& metric : cell.metrics) {
        const auto& estimate = metric.estimate;
        const auto& interval = estimate.interval;
        table.rows.push_back({field(detail.campaign.uuid.to_text()), field(arm.identity.arm), field(cell.key),
                              field(metric.metric.name()), field(std::string(metric.metric.unit())),
                              number(estimate.value), number(interval ? std::optional(interval->lower) : std::nullopt),
                              number(interval ? std::optional(interval->upper) : std::nullopt), count(estimate.blocks),
                              field(estimate.unsupported, estimate.unsupported ? "yes" : "no"),
                              count(estimate.outliers), count(cell.valid), count(cell.invalid),
                              treatment ? field(std::string(to_text(*treatment))) : unknown_field()});
      }
    }
  }
  return table;
}

}  // namespace ringside::report
