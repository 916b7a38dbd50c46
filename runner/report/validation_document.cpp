// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>

#include "report/validation_report.h"

namespace ringside::report {
namespace {

using Results = std::vector<const CaseResult*>;

Tone tone_of(CaseOutcome outcome) {
  switch (outcome) {
    case CaseOutcome::pass:
      return Tone::good;
    case CaseOutcome::skip:
      return Tone::dim;
    case CaseOutcome::known:
      return Tone::doubtful;
    case CaseOutcome::fail:
    case CaseOutcome::error:
      break;
  }
  return Tone::bad;
}

// What stands beside the verdict: of a PASS what it proves, else why, in one line.
std::string gist(const CaseResult& result) {
  if (result.outcome == CaseOutcome::pass) return result.proves;
  if (result.reasons.empty()) return {};
  const std::string& first = result.reasons.front();
  if (result.outcome == CaseOutcome::known && result.reasons.size() > 1) return first + ": " + result.reasons[1];
  return first.substr(0, first.find('\n'));
}

void add_lines(Section& section, const std::string& text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) section.lines.push_back(line);
}

void add_block(Section& section, const std::string& heading, const std::string& text) {
  if (text.empty()) return;
  section.lines.push_back(heading);
  add_lines(section, text);
}

Section overview(const std::string& driver, const std::string& kernel, const Results& results) {
  Section section;
  section.title = fmt::format("{} on {}", driver, kernel);
  section.table.columns = {{"case", "case", Align::left},
                           {"outcome", "outcome", Align::left},
                           {"elapsed_s", "s", Align::right},
                           {"says", "says", Align::left}};
  for (const CaseResult* result : results) {
    const std::string word(to_text(result->outcome));
    const double seconds = std::chrono::duration<double>(result->elapsed).count();
    section.table.rows.push_back({field(result->name), field(word, word, tone_of(result->outcome)),
                                  field(Value(seconds), fmt::format("{:.1f}", seconds)), field(gist(*result))});
  }
  return section;
}

Section detail(const CaseResult& result) {
  Section section;
  section.title = fmt::format("{} {}: {} on {}", to_text(result.outcome), result.name, result.driver, result.kernel);
  section.lines.push_back("proves: " + result.proves +
                          (result.reference.empty() ? std::string() : " (" + result.reference + ")"));
  for (const std::string& reason : result.reasons) add_lines(section, "- " + reason);
  for (const std::string& note : result.notes) section.lines.push_back("note: " + note);
  add_block(section, "state of the guest:", result.counters);
  add_block(section, "console:", result.console);
  return section;
}

bool wants_detail(CaseOutcome outcome) {
  return outcome != CaseOutcome::pass && outcome != CaseOutcome::skip;
}

}  // namespace

std::string validation_headline(const ValidationReport& report) {
  std::vector<std::string> parts{fmt::format("{} passed", report.count(CaseOutcome::pass))};
  const auto add = [&](CaseOutcome outcome, std::string_view words) {
    if (const auto count = report.count(outcome); count > 0) parts.push_back(fmt::format("{} {}", count, words));
  };
  add(CaseOutcome::fail, "failed");
  add(CaseOutcome::known, "known to be the kernel's fault");
  add(CaseOutcome::skip, "skipped");
  add(CaseOutcome::error, "without a guest");
  if (report.results.size() < report.planned) {
    parts.push_back(fmt::format("{} not run", report.planned - report.results.size()));
  }
  return fmt::format("{} {} in {}: {}", report.planned, report.planned == 1 ? "case" : "cases", to_text(report.elapsed),
                     fmt::join(parts, ", "));
}

Document validation_document(const ValidationReport& report) {
  std::vector<std::pair<std::pair<std::string, std::string>, Results>> groups;
  for (const CaseResult& result : report.results) {
    const std::pair key(result.driver, result.kernel);
    auto group = std::ranges::find(groups, key, [](const auto& one) { return one.first; });
    if (group == groups.end()) group = groups.insert(groups.end(), {key, {}});
    group->second.push_back(&result);
  }
  Document out;
  for (const auto& [key, results] : groups) out.sections.push_back(overview(key.first, key.second, results));
  for (const CaseResult& result : report.results) {
    if (wants_detail(result.outcome)) out.sections.push_back(detail(result));
  }
  Section end;
  end.title = validation_headline(report);
  out.sections.push_back(std::move(end));
  if (report.interrupted) out.notes.push_back("interrupted: not every case was run");
  return out;
}

Table validation_table(const ValidationReport& report) {
  Table table;
  for (const char* key :
       {"driver", "kernel", "case", "outcome", "elapsed_s", "reference", "proves", "reasons", "notes"}) {
    table.columns.push_back({key, key, Align::left});
  }
  for (const CaseResult& result : report.results) {
    const double seconds = std::chrono::duration<double>(result.elapsed).count();
    table.rows.push_back({field(result.driver), field(result.kernel), field(result.name),
                          field(std::string(to_text(result.outcome))),
                          field(Value(seconds), fmt::format("{:.1f}", seconds)), field(result.reference),
                          field(result.proves), field(fmt::format("{}", fmt::join(result.reasons, "; "))),
                          field(fmt::format("{}", fmt::join(result.notes, "; ")))});
  }
  return table;
}

Table case_list(const std::vector<CaseListing>& cases) {
  Table table;
  table.columns = {{"case", "case", Align::left},
                   {"smoke", "smoke", Align::left},
                   {"reference", "reference", Align::left},
                   {"proves", "proves", Align::left}};
  for (const CaseListing& one : cases) {
    table.rows.push_back({field(one.name), field(Value(one.smoke), one.smoke ? "yes" : ""),
                          one.reference.empty() ? unknown_field() : field(one.reference), field(one.proves)});
  }
  return table;
}

}  // namespace ringside::report
