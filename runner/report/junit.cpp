// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <chrono>

#include "report/gate_report.h"
#include "report/text_width.h"

namespace ringside::report {
namespace {

using analysis::GateCandidate;
using analysis::GateEntry;
using analysis::Judgement;

// Two characters of Unicode that XML 1.0 forbids and `printable` lets through: U+FFFE and U+FFFF.
bool is_no_xml(std::string_view text, std::size_t at) {
  const std::string_view three = text.substr(at, 3);
  return three == "\xEF\xBF\xBE" || three == "\xEF\xBF\xBF";
}

std::string escaped(std::string_view raw) {
  const std::string text = printable(raw);
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    switch (text[at]) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&apos;";
        break;
      case '\n':
        out += "&#10;";
        break;
      default:
        if (is_no_xml(text, at)) {
          out += "\xEF\xBF\xBD";
          at += 2;
        } else {
          out += text[at];
        }
    }
  }
  return out;
}

std::string seconds_text(Nanoseconds duration) {
  return fmt::format("{:.3f}", std::chrono::duration<double>(duration).count());
}

// JUnit's own spelling: UTC, without zone and fraction.
std::string timestamp(WallTime time) {
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}", fmt::gmtime(std::chrono::system_clock::to_time_t(time)));
}

struct Suite {
  std::string name;
  std::string package;
  std::string host;
  WallTime started{};
  Nanoseconds time{0};
  std::vector<std::pair<std::string, std::string>> properties;
  std::string cases;
  std::size_t tests = 0;
  std::size_t failures = 0;
  std::size_t errors = 0;
  std::size_t skipped = 0;
  std::string out;
  std::string err;
};

void add_case(Suite& suite, const Judgement& judgement, const GateCandidate& candidate, const GateEntry& entry) {
  const std::string text = escaped(entry_text(judgement, candidate, entry));
  const std::string open = fmt::format(
      "    <testcase classname=\"{}\" name=\"{}\" time=\"{}\"", escaped(suite.package + "." + candidate.candidate.arm),
      escaped(entry.figures.metric.name() + " " + entry.key), seconds_text(entry.measured));
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

std::string written(const Suite& suite, std::size_t id) {
  std::string out = fmt::format(
      "  <testsuite id=\"{}\" name=\"{}\" package=\"{}\" hostname=\"{}\" timestamp=\"{}\" tests=\"{}\" "
      "failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{}\">\n    <properties>\n",
      id, escaped(suite.name), escaped(suite.package), escaped(suite.host), timestamp(suite.started), suite.tests,
      suite.failures, suite.errors, suite.skipped, seconds_text(suite.time));
  for (const auto& [name, value] : suite.properties) {
    out += fmt::format("      <property name=\"{}\" value=\"{}\"/>\n", escaped(name), escaped(value));
  }
  return out + "    </properties>\n" + suite.cases +
         fmt::format("    <system-out>{}</system-out>\n    <system-err>{}</system-err>\n  </testsuite>\n",
                     escaped(suite.out), escaped(suite.err));
}

Suite suite_of(const GateReport& report, const Judgement& judgement, const GateCandidate& candidate) {
  Suite suite;
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
Suite failed_suite(const GateReport& report) {
  Suite suite;
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
      escaped(report.campaign), escaped(id), escaped(message));
  suite.out = gate_headline(report);
  return suite;
}

}  // namespace

std::string to_junit(const GateReport& report) {
  std::vector<Suite> suites;
  if (report.judgement) {
    for (const auto& candidate : report.judgement->candidates) {
      if (!candidate.entries.empty()) suites.push_back(suite_of(report, *report.judgement, candidate));
    }
  }
  if (suites.empty()) suites.push_back(failed_suite(report));
  std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  std::size_t tests = 0;
  std::size_t failures = 0;
  std::size_t errors = 0;
  Nanoseconds time{0};
  std::string body;
  for (std::size_t id = 0; id < suites.size(); ++id) {
    tests += suites[id].tests;
    failures += suites[id].failures;
    errors += suites[id].errors;
    time += suites[id].time;
    body += written(suites[id], id);
  }
  out += fmt::format("<testsuites name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" time=\"{}\">\n",
                     escaped("ringside gate " + report.campaign), tests, failures, errors, seconds_text(time));
  return out + body + "</testsuites>\n";
}

}  // namespace ringside::report
