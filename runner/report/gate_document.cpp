// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "report/campaign_list.h"
#include "report/cell_names.h"
#include "report/comparison_notes.h"
#include "report/figures.h"
#include "report/gate_report.h"
#include "report/markdown.h"
#include "report/verdict_text.h"

namespace ringside::report {
namespace {

using analysis::GateCandidate;
using analysis::GateEntry;
using analysis::Judgement;

Field outcome_field(const Judgement& judgement, const GateEntry& entry) {
  const std::string word(to_text(entry.outcome));
  switch (entry.outcome) {
    case GateOutcome::fail:
    case GateOutcome::invalid:
      return field(word, word, Tone::bad);
    case GateOutcome::warn:
      return field(word, fails_strictly(judgement, entry) ? "WARN (strict: not shown)" : word, Tone::doubtful);
    case GateOutcome::pass:
      break;
  }
  if (fails_strictly(judgement, entry)) return field(word, "PASS (strict: not shown)", Tone::doubtful);
  return field(word, word, Tone::good);
}

Field stage_field(const GateEntry& entry) {
  if (!entry.screened) return field(std::int64_t{entry.stage});
  return field(std::int64_t{entry.stage}, fmt::format("{} (1: {})", entry.stage, ratio_text(entry.screened)));
}

Section section_of(const Judgement& judgement, const GateCandidate& candidate) {
  Section section;
  section.title = fmt::format("{} against {}", candidate.candidate.arm, judgement.baseline.arm);
  std::vector<OptionMap> cells;
  for (const auto& entry : candidate.entries) {
    if (std::ranges::find(cells, entry.options) == cells.end()) cells.push_back(entry.options);
  }
  const CellNames names = cell_names(cells);
  if (!names.common.empty()) section.lines.push_back("all cells: " + names.common);
  section.table.columns = {{"cell", "cell", Align::left},         {"metric", "metric", Align::left},
                           {"baseline", "baseline", Align::left}, {"candidate", "candidate", Align::left},
                           {"ratio", "ratio", Align::left},       {"margin", "margin", Align::right},
                           {"verdict", "verdict", Align::left},   {"outcome", "gate", Align::left}};
  if (judgement.two_stages) section.table.columns.push_back({"stage", "stage", Align::left});
  for (const auto& entry : candidate.entries) {
    const auto place = static_cast<std::size_t>(std::ranges::find(cells, entry.options) - cells.begin());
    const auto& figures = entry.figures;
    std::vector<Field> row{field(entry.key, names.names[place]),
                           field(figures.metric.name(), metric_title(figures.metric)),
                           field(estimate_text(figures.metric, figures.baseline)),
                           field(estimate_text(figures.metric, figures.candidate)),
                           field(ratio_text(figures.ratio)),
                           field(figures.margin.value, percent_text(figures.margin.value)),
                           verdict_field(figures, analysis::Pairing::paired),
                           outcome_field(judgement, entry)};
    if (judgement.two_stages) row.push_back(stage_field(entry));
    section.table.rows.push_back(std::move(row));
  }
  return section;
}

std::string method_note(const Judgement& judgement) {
  if (!judgement.two_stages) {
    return fmt::format("judged in one stage: Holm over the cells of each metric, alpha {}", judgement.alpha);
  }
  if (judgement.stages.size() < 2) {
    return "judged in two stages: the first (Benjamini and Hochberg, q 0.1) flagged nothing, so nothing was measured "
           "again";
  }
  return fmt::format(
      "judged in two stages: the first (Benjamini and Hochberg, q 0.1) flagged {}, measured again with "
      "fresh blocks and decided on these alone (Holm, alpha {})",
      counted(judgement.stages[1].cells, "cell"), judgement.alpha);
}

std::vector<std::string> notes_of(const Judgement& judgement) {
  std::vector<std::string> notes;
  if (auto note = emulation_note({judgement.baseline.accelerator})) notes.push_back(*std::move(note));
  for (const auto& warning : judgement.warnings) notes.push_back("warning: " + warning);
  for (const auto& note : judgement.notes) notes.push_back(note);
  std::set<std::int64_t> seen;
  std::vector<analysis::Excluded> excluded;
  for (const auto& candidate : judgement.candidates) {
    for (const auto& entry : candidate.entries) {
      for (const auto& one : entry.excluded) {
        if (seen.insert(one.id.value).second) excluded.push_back(one);
      }
    }
  }
  for (auto& note : excluded_notes(excluded)) notes.push_back(std::move(note));
  notes.push_back(method_note(judgement));
  std::string stages = "stored as";
  for (const auto& stage : judgement.stages) stages += fmt::format(" {} ({})", stage.name, short_id(stage.campaign));
  notes.push_back(std::move(stages));
  return notes;
}

}  // namespace

Document gate_document(const GateReport& report) {
  Document document;
  Section head;
  head.title = gate_headline(report);
  if (report.failure) {
    head.lines.push_back(report.failure->error.message);
    if (!report.failure->error.hint.empty()) head.lines.push_back(report.failure->error.hint);
  }
  document.sections.push_back(std::move(head));
  if (!report.judgement) return document;
  for (const auto& candidate : report.judgement->candidates) {
    document.sections.push_back(section_of(*report.judgement, candidate));
  }
  document.notes = notes_of(*report.judgement);
  return document;
}

Table gate_table(const GateReport& report) {
  Table table;
  for (const char* key :
       {"baseline_arm", "candidate_arm", "cell", "metric", "stage", "ratio", "ratio_lower", "ratio_upper", "p",
        "p_adjusted", "margin", "blocks", "bad_blocks", "verdict", "reason", "outcome", "strict_pass"}) {
    table.columns.push_back({key, key, Align::left});
  }
  if (!report.judgement) return table;
  const auto number = [](const std::optional<double>& value) {
    return value ? field(Value(*value), fmt::format("{:.6g}", *value)) : unknown_field();
  };
  for (const auto& candidate : report.judgement->candidates) {
    for (const auto& entry : candidate.entries) {
      const auto& figures = entry.figures;
      const auto& ratio = figures.ratio;
      const bool has_interval = ratio && ratio->interval;
      table.rows.push_back(
          {field(report.judgement->baseline.arm), field(candidate.candidate.arm), field(entry.key),
           field(figures.metric.name()), field(std::int64_t{entry.stage}),
           number(ratio ? std::optional(ratio->value) : std::nullopt),
           number(has_interval ? std::optional(ratio->interval->lower) : std::nullopt),
           number(has_interval ? std::optional(ratio->interval->upper) : std::nullopt), number(figures.p),
           number(figures.p_adjusted), number(figures.margin.value), field(static_cast<std::int64_t>(figures.pairs)),
           field(static_cast<std::int64_t>(figures.bad_blocks)), field(std::string(to_text(figures.verdict))),
           field(std::string(to_text(figures.reason))), field(std::string(to_text(entry.outcome))),
           field(Value(entry.strict_pass), entry.strict_pass ? "true" : "false")});
    }
  }
  return table;
}

std::string gate_markdown(const GateReport& report) {
  return to_markdown(gate_document(report));
}

}  // namespace ringside::report
