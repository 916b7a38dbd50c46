// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/gate_outputs.h"

#include <cstdlib>
#include <optional>
#include <string_view>

#include "cli/print.h"
#include "cli/whole_file.h"
#include "report/csv.h"
#include "report/text_table.h"

namespace ringside::cli {
namespace {

std::string variable(const char* name) {
  const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nothing here sets variables
  return value == nullptr ? std::string() : std::string(value);
}

bool wants_annotations(const GateOutputs& outputs) {
  return outputs.annotate == Annotate::always ||
         (outputs.annotate == Annotate::automatic && variable("GITHUB_ACTIONS") == "true");
}

// Where commands are read from the output, no name in a table may begin one: a reader takes every line that starts with
// two colons, blanks before them or not.
std::string without_commands(const std::string& text) {
  std::string out;
  bool at_start = true;
  for (std::size_t at = 0; at < text.size(); ++at) {
    out += text[at];
    if (at_start && text.compare(at, 2, "::") == 0) out += ' ';
    at_start = text[at] == '\n' || (at_start && text[at] == ' ');
  }
  return out;
}

void print(const report::GateReport& report, const GateOutputs& outputs, Console& console) {
  const auto printed = [&](const std::string& text) {
    console.out(wants_annotations(outputs) ? without_commands(text) : text);
  };
  if (outputs.as_line) return console.out(on_one_line(report::to_json(report)));
  switch (outputs.format) {
    case OutputFormat::table:
      return printed(to_text(report::gate_document(report), console.out_style()));
    case OutputFormat::json:
      return console.out(report::to_json(report));
    case OutputFormat::csv:
      return console.out(report::to_csv(report::gate_table(report)));
    case OutputFormat::markdown:
      return printed(report::gate_markdown(report));
  }
}

void annotate(const report::GateReport& report, const GateOutputs& outputs, Console& console) {
  if (!wants_annotations(outputs)) return;
  // Both streams are read for commands; a document on standard output must stay one.
  const std::string text = report::annotations(report);
  outputs.format == OutputFormat::table && !outputs.as_line ? console.out(text) : console.err(text);
}

}  // namespace

Result<void> check_outputs(const GateOutputs& outputs) {
  for (const std::string& path : {outputs.junit, outputs.json, outputs.markdown}) {
    if (path.empty()) continue;
    if (auto checked = check_writable(path); !checked) return checked;
  }
  return {};
}

Result<int> write_outputs(const report::GateReport& report, const GateOutputs& outputs, Console& console) {
  std::optional<Error> first;
  const auto note = [&](Result<void> written) {
    if (!written && !first) first = std::move(written.error());
  };
  if (!outputs.junit.empty()) note(write_whole(outputs.junit, report::to_junit(report)));
  if (!outputs.json.empty()) note(write_whole(outputs.json, report::to_json(report)));
  if (!outputs.markdown.empty()) note(write_whole(outputs.markdown, report::gate_markdown(report)));
  if (const std::string summary = variable("GITHUB_STEP_SUMMARY"); !summary.empty()) {
    note(append_to(summary, report::gate_markdown(report) + "\n"));
  }
  print(report, outputs, console);
  annotate(report, outputs, console);
  if (first) return std::unexpected(*std::move(first));
  return report.exit_code();
}

}  // namespace ringside::cli
