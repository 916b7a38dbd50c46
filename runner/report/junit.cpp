// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include "report/gate_report.h"
#include "report/junit_suite.h"
#include "report/markup.h"

namespace ringside::report {
namespace {

using analysis::GateCandidate;
using analysis::GateEntry;
using analysis::Judgement;

void add_case(JunitSuite& suite, const Judgement& judgement, const GateCandidate& candidate, const GateEntry& entry) {
  const std::string text = markup_escaped(entry_text(judgement, candidate, entry));
  const std::string open =
      fmt::format("    <testcase classname=\"{}\" name=\"{}\" time=\"{}\"",
                  markup_escaped(suite.package + "." + candidate.candidate.arm),
                  markup_escaped(entry.figures.metric.name() + " " + entry.key), junit_seconds(entry.measured));
  ++suite.tests;
  suite.time += entry.measured;
  std::string_view element;
  std::string type;
  if (entry.outcome == GateOutcome::invalid) {
    element = "error";
    type = "invalid";
    ++suite.errors;
  } else if (entry.outcome == GateOutcome::fail || fails_strictly(judgement, entry)) {
    element = "failure";
    type = entry.outcome == GateOutcome::fail ? "regressed" : "inconclusive";
    ++suite.failures;
  } else if (entry.figures.unsupported) {
    suite.cases += fmt::format("{}>\n      <skipped message=\"{}\"/>\n    </testcase>\n", open, text);
    ++suite.skipped;
    return;
  }
  if (!element.empty()) {
    suite.cases += fmt::format("{0}>\n      <{1} type=\"{2}\" message=\"{3}\">{3}</{1}>\n    </testcase>\n", open,
                               element, type, text);
    return;
  }
  suite.cases +=
      fmt::format("{}>\n      <system-out>{}: {}</system-out>\n    </testcase>\n", open, to_text(entry.outcome), text);
}

JunitSuite suite_of(const GateReport& report, const Judgement& judgement, const GateCandidate& candidate) {
  JunitSuite suite;
  suite.name = fmt::format("{}: {} against {}", report.campaign, candidate.candidate.arm, judgement.baseline.arm);
  suite.package = report.campaign;
  suite.host = judgement.baseline.host_name.empty() ? "unknown" : judgement.baseline.host_name;
  suite.started = judgement.stages.front().started;
  for (const auto& stage : judgement.stages) suite.properties.emplace_back("campaign", stage.campaign.to_text());
  suite.properties.emplace_back("accelerator", judgement.baseline.accelerator);
  suite.properties.emplace_back("kernel", candidate.candidate.kernel);
  suite.properties.emplace_back("build_id", candidate.candidate.build_id);
  for (const auto& entry : candidate.entries) add_case(suite, judgement, candidate, entry);
  suite.out = gate_headline(report);
  for (const auto& warning : judgement.warnings) suite.err += warning + "\n";
  return suite;
}

// A gate that could not judge is one case in error: a report without cases would read as a pass.
JunitSuite failed_suite(const GateReport& report) {
  JunitSuite suite;
  suite.name = report.campaign;
  suite.package = report.campaign;
  suite.host = "unknown";
  suite.started = report.written;
  suite.tests = suite.errors = 1;
  const std::string id = report.failure ? report.failure->id : "failed";
  const std::string message = report.failure ? report.failure->error.text() : "nothing was judged";
  suite.cases = fmt::format(
      "    <testcase classname=\"{0}\" name=\"gate\" time=\"0.000\">\n      <error type=\"{1}\" "
      "message=\"{2}\">{2}</error>\n    </testcase>\n",
      markup_escaped(report.campaign), markup_escaped(id), markup_escaped(message));
  suite.out = gate_headline(report);
  return suite;
}

}  // namespace

std::string to_junit(const GateReport& report) {
  std::vector<JunitSuite> suites;
  if (report.judgement) {
    for (const auto& candidate : report.judgement->candidates) {
      if (!candidate.entries.empty()) suites.push_back(suite_of(report, *report.judgement, candidate));
    }
  }
  if (suites.empty()) suites.push_back(failed_suite(report));
  return junit_document("ringside gate " + report.campaign, suites);
}

}  // namespace ringside::report
