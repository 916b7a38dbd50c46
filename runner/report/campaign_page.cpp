// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/campaign_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "report/campaign_document.h"
#include "report/cell_names.h"
#include "report/comparison_document.h"
#include "report/figures.h"
#include "report/html.h"
#include "report/interval_plot.h"
#include "report/latency_plot.h"
#include "report/markdown.h"
#include "report/markup.h"
#include "report/mechanism_document.h"
#include "report/page_style.h"
#include "report/verdict_text.h"

namespace ringside::report {
namespace {

using analysis::CandidateComparison;
using analysis::CellComparison;
using analysis::MetricComparison;
using analysis::MetricKind;

constexpr std::size_t k_most_curves = 100;  // cells whose latency is drawn

std::string section(std::string_view title, std::string_view content) {
  if (content.empty()) return {};
  return fmt::format("<section>\n<h2>{}</h2>\n{}</section>\n", title, content);
}

std::vector<std::string> names_of(const CandidateComparison& candidate) {
  std::vector<OptionMap> options;
  for (const CellComparison& cell : candidate.cells) options.push_back(cell.options);
  return cell_names(options).names;
}

const MetricComparison* rate_of(const CellComparison& cell) {
  const auto found = std::ranges::find_if(
      cell.metrics, [](const MetricComparison& metric) { return metric.metric.kind == MetricKind::iops; });
  return found == cell.metrics.end() ? nullptr : &*found;
}

// "poll-2 against irq: 2 improved, 1 inconclusive (IOPS)".
std::string verdict_counts(const analysis::Comparison& comparison, const CandidateComparison& candidate) {
  std::map<std::string, std::size_t> counts;
  for (const CellComparison& cell : candidate.cells) {
    const MetricComparison* rate = rate_of(cell);
    ++counts[std::string(to_text(rate != nullptr ? rate->verdict : Verdict::invalid))];
  }
  std::string list;
  for (const auto& [verdict, count] : counts) {
    list += fmt::format("{}{} {}", list.empty() ? "" : ", ", count, verdict);
  }
  return fmt::format("<p class=\"answer\"><b>{}</b> against {}: {} (IOPS)</p>\n",
                     markup_escaped(candidate.candidate.arm), markup_escaped(comparison.baseline.arm), list);
}

Table heat_map(const analysis::Comparison& comparison) {
  Table table;
  table.columns.push_back({"cell", "cell", Align::left});
  for (const CandidateComparison& candidate : comparison.candidates) {
    table.columns.push_back({candidate.candidate.arm, candidate.candidate.arm, Align::left});
  }
  const auto names = names_of(comparison.candidates.front());
  for (std::size_t i = 0; i < names.size(); ++i) {
    std::vector<Field> row{field(names[i])};
    for (const CandidateComparison& candidate : comparison.candidates) {
      const MetricComparison* rate = i < candidate.cells.size() ? rate_of(candidate.cells[i]) : nullptr;
      if (rate == nullptr) {
        row.push_back(unknown_field());
        continue;
      }
      const Field verdict = verdict_field(*rate, candidate.pairing);
      const std::string glyph = verdict.text.substr(0, verdict.text.find_first_of(" \xC2"));
      row.push_back(field(
          fmt::format("{} {}", glyph, rate->ratio ? fmt::format("{:.2f}×", rate->ratio->value) : std::string("–")),
          verdict.tone));
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::string intervals(const analysis::Comparison& comparison, const CandidateComparison& candidate) {
  const auto names = names_of(candidate);
  std::vector<IntervalRow> rows;
  for (std::size_t i = 0; i < candidate.cells.size(); ++i) {
    IntervalRow row{names[i], {}, {}, Tone::plain, {}};
    if (const MetricComparison* rate = rate_of(candidate.cells[i])) {
      const Field verdict = verdict_field(*rate, candidate.pairing);
      if (rate->ratio) {
        row.ratio = rate->ratio->value;
        row.interval = rate->ratio->interval;
      }
      row.tone = verdict.tone;
      row.text = fmt::format("{}  {}", ratio_text(rate->ratio), verdict.text);
    }
    rows.push_back(std::move(row));
  }
  const std::string title =
      fmt::format("IOPS of {} over {}, 95 % intervals", candidate.candidate.arm, comparison.baseline.arm);
  return fmt::format("<h3>{}</h3>\n", markup_escaped(title)) + interval_plot(title, rows);
}

std::string latencies(const std::vector<analysis::CellDetail>& cells) {
  std::string plots;
  for (const analysis::CellDetail& cell : std::span(cells).first(std::min(cells.size(), k_most_curves))) {
    std::vector<LabelledCurve> curves;
    for (const auto& arm : cell.arms) {
      for (const auto& latency : arm.latency) {
        const std::string direction =
            arm.latency.size() > 1 ? " " + std::string(to_text(latency.direction)) : std::string();
        curves.push_back({arm.arm + direction, latency.curve});
      }
    }
    plots += latency_plot(cell.key, curves);
  }
  if (plots.empty()) return {};
  std::string out =
      "<p class=\"dim\">The share of I/Os that took longer than the time below: the lower a curve ends to "
      "the left, the shorter the tail. All valid runs of a cell added up, to show the shape; no verdict is "
      "made from these curves.</p>\n<div class=\"plots\">\n" +
      plots + "</div>\n";
  if (cells.size() > k_most_curves) {
    out += fmt::format("<p class=\"dim\">{} more not drawn</p>\n", counted(cells.size() - k_most_curves, "cell"));
  }
  return out;
}

Table facts_table(const std::map<std::string, std::string>& facts) {
  Table table{{{"fact", "fact", Align::left}, {"value", "value", Align::left}}, {}};
  for (const auto& [name, value] : facts) table.rows.push_back({field(name), field(value)});
  return table;
}

std::string environment(const analysis::CampaignDetail& detail) {
  std::string out =
      fmt::format("<p>Host {}, {}. Ringside {}.</p>\n", markup_escaped(detail.host.name),
                  markup_escaped(detail.campaign.accelerator), markup_escaped(detail.campaign.ringside_version));
  out += "<details><summary>All that was recorded of the host</summary>\n" + to_html(facts_table(detail.host.facts)) +
         "</details>\n";
  for (const auto& arm : detail.arms) {
    out += fmt::format("<details><summary>Arm {}: kernel {}, driver build {}</summary>\n",
                       markup_escaped(arm.identity.arm), markup_escaped(arm.identity.kernel),
                       markup_escaped(arm.identity.build_id)) +
           to_html(facts_table(arm.facts)) + "</details>\n";
  }
  return out + fmt::format("<details><summary>The campaign file</summary>\n<pre>{}</pre>\n</details>\n",
                           markup_escaped(detail.campaign.toml));
}

constexpr std::string_view k_method =
    "<p>The unit is the block: every arm and every cell once, in one boot where that is possible, the order of arms "
    "balanced over blocks. A ratio is the geometric mean of the ratios within blocks, its interval Student's t on "
    "their "
    "logarithms; runs within a boot and samples within a run are never counted as independent. A verdict needs an "
    "effect "
    "beyond 1 % after Holm's adjustment over the cells of a metric, and no contradiction by the signed-rank interval; "
    "\"equivalent\" needs the 90 % interval inside the margin. Measurements whose treatment did not take effect are "
    "not "
    "used. Quantiles come from fio's latency bins added up, never from averaged percentiles.</p>\n";

std::string head(const analysis::CampaignDetail& detail) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width\">\n"
      // Even a browser that saw a way to load something would not.
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
      "<title>{} – Ringside</title>\n<style>\n{}</style>\n</head>\n<body>\n",
      markup_escaped(detail.campaign.name), k_page_style);
}

std::string verdicts(const CampaignPage& page) {
  if (!page.comparison) return to_html(campaign_document(page.detail));
  std::string out;
  for (const auto& candidate : page.comparison->candidates) out += verdict_counts(*page.comparison, candidate);
  return out + to_html(comparison_document(*page.comparison));
}

Document mechanism_of(const CampaignPage& page) {
  Document document;
  add_mechanism(document, page.mechanism);
  return document;
}

}  // namespace

std::string campaign_page(const CampaignPage& page) {
  const auto& campaign = page.detail.campaign;
  std::string out = head(page.detail);
  out += fmt::format("<h1>{}</h1>\n", markup_escaped(campaign.name));
  if (!campaign.question.empty())
    out += fmt::format("<p class=\"question\">{}</p>\n", markup_escaped(campaign.question));
  out += section("Published and measured", page.replication.sections.empty() ? "" : to_html(page.replication));
  out += section("Verdicts", verdicts(page));
  if (page.comparison && !page.comparison->candidates.empty()) {
    out += section("Ratios at a glance", "<div class=\"heat\">" + to_html(heat_map(*page.comparison)) + "</div>\n");
    std::string plots;
    for (const auto& candidate : page.comparison->candidates) plots += intervals(*page.comparison, candidate);
    out += section("Intervals", plots);
  }
  out += section("Latency", latencies(page.cells));
  out += section("Mechanism", to_html(mechanism_of(page)));
  out += section("Environment", environment(page.detail));
  out += section("Method", k_method);
  out += section("Raw measurements",
                 fmt::format("<details><summary>{}</summary>\n{}</details>\n",
                             counted(page.measurements.rows.size(), "measurement"), to_html(page.measurements)));
  return out + "</body>\n</html>\n";
}

std::string campaign_markdown(const CampaignPage& page) {
  Document document = page.replication;
  const Document figures = page.comparison ? comparison_document(*page.comparison) : campaign_document(page.detail);
  document.sections.insert(document.sections.end(), figures.sections.begin(), figures.sections.end());
  document.notes.insert(document.notes.end(), figures.notes.begin(), figures.notes.end());
  add_mechanism(document, page.mechanism);
  return to_markdown(document);
}

}  // namespace ringside::report
