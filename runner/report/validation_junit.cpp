// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "report/junit_suite.h"
#include "report/markup.h"
#include "report/validation_report.h"

namespace ringside::report {
namespace {

std::string evidence(const CaseResult& result) {
  std::string out = fmt::format("{}\n", fmt::join(result.reasons, "\n"));
  if (!result.counters.empty()) out += "\nstate of the guest:\n" + result.counters + "\n";
  if (!result.console.empty()) out += "\nconsole:\n" + result.console + "\n";
  return out;
}

// "rings" of "rings/full-ring": CI systems group by it.
std::string family(const CaseResult& result) {
  return result.name.substr(0, result.name.find('/'));
}

void add_case(JunitSuite& suite, const CaseResult& result) {
  ++suite.tests;
  suite.time += result.elapsed;
  const std::string open = fmt::format("    <testcase classname=\"{}\" name=\"{}\" time=\"{}\"",
                                       markup_escaped(suite.package + "." + family(result)),
                                       markup_escaped(result.name), junit_seconds(result.elapsed));
  const std::string first = result.reasons.empty() ? std::string() : result.reasons.front();
  const std::string headline = markup_escaped(first.substr(0, first.find('\n')));
  switch (result.outcome) {
    case CaseOutcome::pass:
      suite.cases += fmt::format("{}>\n      <system-out>{}</system-out>\n    </testcase>\n", open,
                                 markup_escaped(fmt::format("{}", fmt::join(result.notes, "\n"))));
      return;
    case CaseOutcome::skip:
      ++suite.skipped;
      suite.cases += fmt::format("{}>\n      <skipped message=\"{}\"/>\n    </testcase>\n", open, headline);
      return;
    case CaseOutcome::known:
      ++suite.skipped;
      suite.cases += fmt::format("{}>\n      <skipped message=\"KNOWN: {}\"/>\n    </testcase>\n", open,
                                 markup_escaped(fmt::format("{}", fmt::join(result.reasons, ": "))));
      return;
    case CaseOutcome::fail:
    case CaseOutcome::error:
      break;
  }
  const bool failed = result.outcome == CaseOutcome::fail;
  ++(failed ? suite.failures : suite.errors);
  suite.cases +=
      fmt::format("{0}>\n      <{1} type=\"{2}\" message=\"{3}\">{4}</{1}>\n    </testcase>\n", open,
                  failed ? "failure" : "error", to_text(result.outcome), headline, markup_escaped(evidence(result)));
}

JunitSuite& suite_for(std::vector<JunitSuite>& suites, const ValidationReport& report, const CaseResult& result) {
  const std::string name = fmt::format("{} on {}", result.driver, result.kernel);
  const auto known = std::ranges::find(suites, name, &JunitSuite::name);
  if (known != suites.end()) return *known;
  JunitSuite suite;
  suite.name = name;
  suite.package = "ringside.validate";
  suite.host = report.host.empty() ? "unknown" : report.host;
  suite.started = report.started;
  suite.properties = {{"driver", result.driver}, {"kernel", result.kernel}, {"accelerator", report.accelerator}};
  return suites.emplace_back(std::move(suite));
}

}  // namespace

std::string to_junit(const ValidationReport& report) {
  std::vector<JunitSuite> suites;
  for (const CaseResult& result : report.results) add_case(suite_for(suites, report, result), result);
  if (!suites.empty()) suites.back().out = validation_headline(report);
  return junit_document("ringside validate", suites);
}

}  // namespace ringside::report
