// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/junit_suite.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <chrono>

#include "report/markup.h"

namespace ringside::report {
namespace {

// JUnit's own spelling: UTC, without zone and fraction.
std::string timestamp(WallTime time) {
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}", fmt::gmtime(std::chrono::system_clock::to_time_t(time)));
}

std::string written(const JunitSuite& suite, std::size_t id) {
  std::string out = fmt::format(
      "  <testsuite id=\"{}\" name=\"{}\" package=\"{}\" hostname=\"{}\" timestamp=\"{}\" tests=\"{}\" "
      "failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{}\">\n    <properties>\n",
      id, markup_escaped(suite.name), markup_escaped(suite.package), markup_escaped(suite.host),
      timestamp(suite.started), suite.tests, suite.failures, suite.errors, suite.skipped, junit_seconds(suite.time));
  for (const auto& [name, value] : suite.properties) {
    out += fmt::format("      <property name=\"{}\" value=\"{}\"/>\n", markup_escaped(name), markup_escaped(value));
  }
  return out + "    </properties>\n" + suite.cases +
         fmt::format("    <system-out>{}</system-out>\n    <system-err>{}</system-err>\n  </testsuite>\n",
                     markup_escaped(suite.out), markup_escaped(suite.err));
}

}  // namespace

std::string junit_seconds(Nanoseconds duration) {
  return fmt::format("{:.3f}", std::chrono::duration<double>(duration).count());
}

std::string junit_document(std::string_view name, const std::vector<JunitSuite>& suites) {
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
                     markup_escaped(name), tests, failures, errors, junit_seconds(time));
  return out + body + "</testsuites>\n";
}

}  // namespace ringside::report
