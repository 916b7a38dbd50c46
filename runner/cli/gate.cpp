// SPDX-License-Identifier: GPL-3.0-or-later
// `ringside gate`: measures and judges for CI, or judges a stored campaign.
#include "analysis/gate.h"

#include <CLI/CLI.hpp>
#include <chrono>
#include <memory>
#include <optional>
#include <utility>

#include "cli/choice.h"
#include "cli/command.h"
#include "cli/database.h"
#include "cli/failure.h"
#include "cli/gate_measure.h"
#include "cli/gate_outputs.h"
#include "cli/measuring.h"
#include "cli/output_format.h"
#include "config/load.h"
#include "host/child.h"

namespace ringside::cli {
namespace {

struct GateArguments {
  std::string file;
  std::vector<std::string> overrides;
  std::string stored;
  std::optional<std::string> resume;
  std::string tag;
  std::string qemu = k_default_qemu;
  std::vector<std::string> metrics;
  bool strict = false;
  ProgressKind progress = ProgressKind::automatic;
  GateOutputs outputs;
};

// `--resume campaigns/quick.toml` means the file: a campaign's address never looks like one.
void tell_file_from_address(GateArguments& arguments) {
  if (arguments.file.empty() && arguments.resume && arguments.resume->ends_with(".toml")) {
    arguments.file = std::exchange(*arguments.resume, {});
  }
}

Result<void> check(const GateArguments& arguments) {
  const bool stored = !arguments.stored.empty();
  if (stored && (!arguments.file.empty() || arguments.resume || !arguments.overrides.empty())) {
    return fail(ErrorCode::usage, "ringside gate: --stored judges what is there: no file, no --resume, no --set");
  }
  if (!stored && arguments.file.empty()) {
    return fail(ErrorCode::usage, "ringside gate: which campaign?",
                "name a campaign file to measure, or a stored campaign: --stored ID");
  }
  if (arguments.progress == ProgressKind::jsonl && arguments.outputs.format != OutputFormat::table) {
    return fail(ErrorCode::usage, "ringside gate: --progress=jsonl takes the place of --format",
                "the document can be written to a file: --json FILE");
  }
  for (const std::string& name : arguments.metrics) {
    if (auto metric = analysis::parse_metric(name); !metric) return std::unexpected(std::move(metric.error()));
  }
  return check_outputs(arguments.outputs);
}

std::string resume_command(const GateArguments& arguments, const GlobalOptions& global) {
  std::string command = "ringside gate " + host::shell_quoted({arguments.file});
  for (const auto& change : arguments.overrides) command += " --set " + host::shell_quoted({change});
  if (arguments.strict) command += " --strict";
  if (arguments.qemu != k_default_qemu) command += " --qemu " + host::shell_quoted({arguments.qemu});
  const auto& outputs = arguments.outputs;
  for (const auto& [option, path] : {std::pair{"--junit", outputs.junit}, std::pair{"--json", outputs.json},
                                     std::pair{"--markdown", outputs.markdown}}) {
    if (!path.empty()) command += std::string(" ") + option + ' ' + host::shell_quoted({path});
  }
  return command + database_flag(global) + " --resume";
}

analysis::GateOptions options_of(const GateArguments& arguments) {
  analysis::GateOptions options;
  options.strict = arguments.strict;
  options.metrics = arguments.metrics;
  return options;
}

Result<report::GateReport> judge_stored(const GateArguments& arguments, const Invocation& invocation) {
  const auto store = open_results(invocation.global);
  if (!store) return std::unexpected(store.error());
  const auto row = store->find_campaign(arguments.stored);
  if (!row) return std::unexpected(row.error());
  const auto record = store->campaign(*row);
  if (!record) return std::unexpected(record.error());
  report::GateReport report;
  report.campaign = record->name;
  const auto host = store->environment(record->host);
  if (!host) return std::unexpected(host.error());
  report.failure = aa_failure(*store, host->identity, record->accelerator);
  if (report.failure) return report;
  auto judgement = analysis::judge_in_one_stage(*store, *row, options_of(arguments));
  if (!judgement) return std::unexpected(std::move(judgement.error()));
  report.judgement = std::move(*judgement);
  return report;
}

Result<report::GateReport> judge_measured(const GateArguments& arguments, const Invocation& invocation) {
  auto campaign = config::load(arguments.file, arguments.overrides);
  if (!campaign) return std::unexpected(std::move(campaign.error()));
  if (campaign->arms.size() < 2) {
    return fail(ErrorCode::usage, "ringside gate: the campaign has one arm: there is nothing to judge it by",
                "baseline and candidate are arms of one campaign");
  }
  GateRequest request{std::move(*campaign), database_path(invocation.global),
                      arguments.qemu,       arguments.tag,
                      arguments.resume,     resume_command(arguments, invocation.global),
                      options_of(arguments)};
  Measuring measuring(arguments.progress, invocation.console);
  auto report = measure_gate(request, measuring);
  if (!report) {
    const bool begun_wrong = exit_code_of(report.error().code) == k_exit_usage;
    if (begun_wrong) return report;
    // Whoever waits for the reports gets them, whatever kept the gate from judging.
    report::GateReport failed;
    failed.campaign = request.campaign.name;
    failed.failure = report::GateFailure{"failed", std::move(report.error())};
    return failed;
  }
  return report;
}

Result<int> gate(GateArguments arguments, const Invocation& invocation) {
  tell_file_from_address(arguments);
  if (auto good = check(arguments); !good) return std::unexpected(std::move(good.error()));
  auto report = arguments.stored.empty() ? judge_measured(arguments, invocation) : judge_stored(arguments, invocation);
  if (!report) return std::unexpected(std::move(report.error()));
  report->file = arguments.file;
  report->written = std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
  arguments.outputs.as_line = arguments.progress == ProgressKind::jsonl;
  auto code = write_outputs(*report, arguments.outputs, invocation.console);
  if (report->failure) invocation.console.err(failure_text(report->failure->error));
  return code;
}

void add_outputs(CLI::App& command, GateOutputs& outputs) {
  command.add_option("--junit", outputs.junit, "Write a JUnit report")->type_name("FILE");
  command.add_option("--json", outputs.json, "Write the whole judgement as JSON")->type_name("FILE");
  command.add_option("--markdown", outputs.markdown, "Write a summary as markdown")->type_name("FILE");
  // In the order of the enumerators.
  add_choice(
      command, "--annotations", {"auto", "always", "never"},
      [&outputs](std::size_t place) { outputs.annotate = static_cast<Annotate>(place); },
      "Print ::error and ::warning commands as GitHub Actions reads them: auto (default: where it runs), always, never")
      ->type_name("WHEN");
  add_format(command, outputs.format);
}

}  // namespace

Command add_gate(CLI::App& root) {
  auto arguments = std::make_shared<GateArguments>();
  auto* command =
      root.add_subcommand("gate", "Measure and judge for CI: exit code, JUnit, JSON, markdown, annotations");
  command->add_option("FILE", arguments->file, "Campaign file; its baseline arm is what the others are judged by");
  add_overrides(*command, arguments->overrides);
  command->add_option("--stored", arguments->stored, "Judge this stored campaign, in one stage; measures nothing")
      ->type_name("ID");
  auto* resume = command->add_option_function<std::string>(
      "--resume", [arguments](const std::string& address) { arguments->resume = address; },
      "Go on with an interrupted gate: the latest of this campaign's name, or ID");
  resume->expected(0, 1)->type_name("[ID]")->trigger_on_parse();
  command->add_flag("--strict", arguments->strict,
                    "Pass only if every upper bound lies below the margin (else exit 4)");
  command->add_option("--metric", arguments->metrics, "Gate on this metric, not on those with margins; repeatable")
      ->type_name("NAME")
      ->allow_extra_args(false);
  command->add_option("--tag", arguments->tag, "A name for this campaign besides its own")->type_name("NAME");
  add_qemu(*command, arguments->qemu);
  add_progress(*command, arguments->progress);
  add_outputs(*command, arguments->outputs);
  command->footer(
      "Examples:\n"
      "  ringside gate ci.toml --junit gate.xml --json gate.json\n"
      "  ringside gate ci.toml --strict\n"
      "  ringside gate --stored poll-split --markdown summary.md\n"
      "\n"
      "Exit codes: 0 passed (warnings possible), 1 a confirmed regression, 2 usage or configuration,\n"
      "3 invalid, missing or refused (aa_failed), 4 inconclusive (only with --strict).");
  return {command, [arguments](const Invocation& invocation) { return gate(*arguments, invocation); }};
}

}  // namespace ringside::cli
