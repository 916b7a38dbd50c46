// SPDX-License-Identifier: GPL-3.0-or-later
#include "replicate/replication_document.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include "report/figures.h"

namespace ringside::replicate {
namespace {

using report::Align;
using report::Column;
using report::Document;
using report::Field;
using report::field;
using report::Section;
using report::Table;
using report::Tone;
using report::unknown_field;

Tone tone_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::reproduced:
      return Tone::good;
    case Outcome::opposite:
    case Outcome::contradicted:
      return Tone::bad;
    case Outcome::inconclusive:
    case Outcome::not_measured:
      return Tone::doubtful;
    case Outcome::not_reproducible:
      return Tone::dim;
  }
  return Tone::plain;
}

Field iops(const std::optional<double>& value) {
  return value ? field(*value, report::si_text(*value)) : unknown_field();
}

std::string signed_percent(double fraction) {
  return fmt::format("{:+.1f}%", 100 * fraction);
}

// "+12 % [+4 %, +21 %]" of ratios.
Field measured_field(const ReplicatedRow& row) {
  if (!row.measured || !row.measured->ratio) return unknown_field();
  std::string text = signed_percent(*row.measured->ratio - 1);
  if (row.measured->interval) {
    text += fmt::format(" [{},\u00a0{}]", signed_percent(row.measured->interval->lower - 1),
                        signed_percent(row.measured->interval->upper - 1));
  }
  return field(*row.measured->ratio - 1, std::move(text));
}

Field detectable_field(const ReplicatedRow& row) {
  if (!row.measured || !row.measured->detectable) return unknown_field();
  return field(*row.measured->detectable, report::percent_text(*row.measured->detectable));
}

std::string judgement_text(const Judgement& judgement) {
  std::string text(to_text(judgement.outcome));
  if (judgement.contains_published && judgement.outcome != Outcome::not_measured) {
    text += *judgement.contains_published ? ", published value inside" : ", published value outside";
  }
  return text;
}

std::vector<Field> row_fields(const ReplicatedRow& row) {
  const PublishedRow& published = row.published;
  const auto effect = published.effect();
  return {
      field(published.title),
      field(published.table),
      field(std::string(to_text(published.claim))),
      iops(published.before),
      iops(published.after),
      effect ? field(*effect, signed_percent(*effect)) : unknown_field(),
      field(published.baseline.empty() ? std::string("–") : published.baseline + " → " + published.candidate),
      measured_field(row),
      detectable_field(row),
      field(std::string(to_text(row.judgement.outcome)), judgement_text(row.judgement), tone_of(row.judgement.outcome)),
  };
}

Section rows_section(const Replication& replication) {
  Section section;
  section.title = fmt::format("{}: published and measured", replication.name);
  if (!replication.question.empty()) section.lines.push_back(replication.question);
  section.lines.push_back(
      fmt::format("IOPS; {} planned, {}. Measured: change of IOPS with its 95 % interval, and the "
                  "smallest slowdown that these blocks would find.",
                  report::counted(static_cast<std::size_t>(replication.blocks), "block"), replication.accelerator));
  section.table.columns = {{"row", "row", Align::left},
                           {"table", "table", Align::left},
                           {"claim", "claim", Align::left},
                           {"before", "before", Align::right},
                           {"after", "after", Align::right},
                           {"effect", "effect", Align::right},
                           {"arms", "arms", Align::left},
                           {"measured", "measured", Align::right},
                           {"detectable", "detectable", Align::right},
                           {"judgement", "judgement", Align::left}};
  for (const ReplicatedRow& row : replication.rows) section.table.rows.push_back(row_fields(row));
  return section;
}

std::string figure_text(double value) {
  if (value == 0) return "0";
  if (value < 0.0005) return "<0.001";
  if (value < 10) return fmt::format("{:.3f}", value);
  return value < 100'000 ? fmt::format("{:.0f}", value) : report::si_text(value);
}

Section mechanism_section(const Replication& replication) {
  Section section;
  section.title = fmt::format("{}: mechanism, counted", replication.name);
  section.table.columns = {{"arms", "arms", Align::left},
                           {"cell", "cell", Align::left},
                           {"figure", "figure", Align::left},
                           {"before", "before", Align::right},
                           {"after", "after", Align::right}};
  std::map<std::string, bool> seen;  // several tables may name the same arms and cell
  for (const ReplicatedRow& row : replication.rows) {
    const std::string arms = row.published.baseline + " → " + row.published.candidate;
    if (row.mechanism.empty() || std::exchange(seen[arms + row.cell], true)) continue;
    for (const MechanismFigure& figure : row.mechanism) {
      const auto value = [](const std::optional<double>& number) {
        return number ? field(*number, figure_text(*number)) : unknown_field();
      };
      section.table.rows.push_back(
          {field(arms), field(row.cell), field(figure.title), value(figure.before), value(figure.after)});
    }
  }
  return section;
}

std::size_t titles_in(const Replication& replication) {
  std::set<std::string> titles;
  for (const ReplicatedRow& row : replication.rows) titles.insert(row.published.title);
  return titles.size();
}

// What several rows share is said once, with their titles.
void add_notes(const Replication& replication, std::vector<std::string>& notes) {
  for (const std::string& note : replication.notes) notes.push_back(note);
  std::vector<std::pair<std::string, std::vector<std::string>>> said;
  const auto say = [&](const std::string& text, const std::string& row) {
    auto known = std::ranges::find(said, text, &std::pair<std::string, std::vector<std::string>>::first);
    if (known == said.end()) known = said.insert(said.end(), {text, {}});
    if (std::ranges::find(known->second, row) == known->second.end()) known->second.push_back(row);
  };
  for (const ReplicatedRow& row : replication.rows) {
    const std::string& title = row.published.title;
    if (!row.published.note.empty()) say(row.published.note, title);
    if (!row.judgement.reason.empty()) {
      say(fmt::format("{}: {}", to_text(row.judgement.outcome), row.judgement.reason), title);
    }
  }
  for (const auto& [text, rows] : said) {
    const bool all = rows.size() > 1 && rows.size() == titles_in(replication);
    notes.push_back(
        fmt::format("{}, {}: {}", replication.name, all ? "all rows" : fmt::format("{}", fmt::join(rows, "; ")), text));
  }
}

Field number(const std::optional<double>& value) {
  return value ? field(*value, fmt::format("{:.6g}", *value)) : unknown_field();
}

Field text(const std::string& value) {
  return value.empty() ? unknown_field() : field(value);
}

constexpr auto k_figures = std::to_array<std::string_view>(
    {"notifies_per_io", "notifies_locked_per_io", "lock_rounds_per_io", "interrupts_per_io", "requests_per_batch",
     "polled_share", "instructions_per_io", "allocations_per_io", "bytes_per_device"});

std::vector<Field> published_fields(const Replication& replication, const PublishedRow& published) {
  std::string lines;
  for (const int line : published.lines) lines += (lines.empty() ? "" : " ") + std::to_string(line);
  return {field(replication.name),   field(replication.campaign.to_text()),
          field(published.table),    field(lines),
          field(published.title),    field(std::string(to_text(published.claim))),
          number(published.before),  number(published.after),
          number(published.effect())};
}

std::vector<Field> measured_fields(const ReplicatedRow& row) {
  const MeasuredRatio measured = row.measured.value_or(MeasuredRatio{});
  const auto bound = [&](bool lower) -> std::optional<double> {
    if (!measured.interval) return std::nullopt;
    return (lower ? measured.interval->lower : measured.interval->upper) - 1;
  };
  const auto& contains = row.judgement.contains_published;
  return {text(row.cell),
          text(row.published.baseline),
          text(row.published.candidate),
          field(static_cast<std::int64_t>(measured.blocks)),
          number(measured.before),
          number(measured.after),
          measured.ratio ? number(*measured.ratio - 1) : unknown_field(),
          number(bound(true)),
          number(bound(false)),
          number(measured.detectable),
          field(std::string(to_text(row.judgement.outcome))),
          contains ? field(*contains, *contains ? "yes" : "no") : unknown_field(),
          text(row.judgement.reason),
          text(row.published.note)};
}

}  // namespace

Document replication_document(std::span<const Replication> replications) {
  Document document;
  for (const Replication& replication : replications) {
    document.sections.push_back(rows_section(replication));
    Section mechanism = mechanism_section(replication);
    if (!mechanism.table.rows.empty()) document.sections.push_back(std::move(mechanism));
    add_notes(replication, document.notes);
  }
  return document;
}

Table replication_table(std::span<const Replication> replications) {
  Table table;
  for (const char* name : {"experiment",
                           "campaign",
                           "table",
                           "lines",
                           "row",
                           "claim",
                           "published_before",
                           "published_after",
                           "published_effect",
                           "cell",
                           "baseline",
                           "candidate",
                           "blocks",
                           "before",
                           "after",
                           "effect",
                           "effect_low",
                           "effect_high",
                           "detectable",
                           "judgement",
                           "contains_published",
                           "reason",
                           "note"}) {
    table.columns.push_back({name, name, Align::left});
  }
  for (const std::string_view figure : k_figures) {
    for (const char* side : {"before", "after"}) {
      const std::string name = fmt::format("{}_{}", figure, side);
      table.columns.push_back({name, name, Align::right});
    }
  }
  for (const Replication& replication : replications) {
    for (const ReplicatedRow& row : replication.rows) {
      std::vector<Field> fields = published_fields(replication, row.published);
      for (Field& one : measured_fields(row)) fields.push_back(std::move(one));
      for (const std::string_view name : k_figures) {
        const auto figure = std::ranges::find(row.mechanism, name, &MechanismFigure::name);
        fields.push_back(figure == row.mechanism.end() ? unknown_field() : number(figure->before));
        fields.push_back(figure == row.mechanism.end() ? unknown_field() : number(figure->after));
      }
      table.rows.push_back(std::move(fields));
    }
  }
  return table;
}

std::string outcome_counts(std::span<const Replication> replications) {
  std::map<Outcome, std::size_t> counts;
  for (const Replication& replication : replications) {
    for (const ReplicatedRow& row : replication.rows) ++counts[row.judgement.outcome];
  }
  std::string out;
  for (const auto& [outcome, count] : counts) {
    out += fmt::format("{}{} {}", out.empty() ? "" : ", ", count, to_text(outcome));
  }
  return out;
}

}  // namespace ringside::replicate
