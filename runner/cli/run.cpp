// SPDX-License-Identifier: GPL-3.0-or-later
// `ringside run`: measures a campaign, or shows what it would do.
#include "engine/run.h"

#include <CLI/CLI.hpp>
#include <memory>
#include <utility>

#include "cli/command.h"
#include "cli/database.h"
#include "cli/measuring.h"
#include "cli/output_format.h"
#include "cli/plan_document.h"
#include "cli/resume.h"
#include "cli/run_result.h"
#include "config/load.h"
#include "engine/plan.h"
#include "host/child.h"
#include "report/campaign_list.h"

namespace ringside::cli {
namespace {

struct RunOptions {
  std::string file;
  std::vector<std::string> overrides;
  std::string tag;
  std::string qemu = k_default_qemu;
  bool dry_run = false;
  bool resume = false;
  std::string resume_address;
  ProgressKind progress = ProgressKind::automatic;
  OutputFormat format = OutputFormat::table;
};

// `--resume campaigns/quick.toml` means the file: a campaign's address never looks like one.
void tell_file_from_address(RunOptions& options) {
  if (options.file.empty() && options.resume_address.ends_with(".toml")) {
    options.file = std::exchange(options.resume_address, {});
  }
}

Result<void> check(const RunOptions& options) {
  if (options.file.empty() && !options.resume) {
    return fail(ErrorCode::usage, "ringside run: which campaign?",
                "name a campaign file (campaigns/quick.toml), or go on with a stored campaign: --resume");
  }
  if (options.file.empty() && !options.overrides.empty()) {
    return fail(ErrorCode::usage, "ringside run: --set changes a file, and none is named",
                "a stored campaign goes on as it began");
  }
  if (options.dry_run && options.format != OutputFormat::table && options.format != OutputFormat::json) {
    return fail(ErrorCode::usage, "ringside run: --dry-run has the formats table and json");
  }
  if (options.progress == ProgressKind::jsonl && options.format != OutputFormat::table) {
    return fail(ErrorCode::usage, "ringside run: --progress=jsonl takes the place of --format",
                "ringside compare has the comparison in every format afterwards");
  }
  return {};
}

// The command that goes on with this campaign.
std::string resume_command(const RunOptions& options, const GlobalOptions& global, const Uuid& campaign) {
  std::string command = "ringside run";
  if (!options.file.empty()) command += ' ' + host::shell_quoted({options.file});
  for (const auto& change : options.overrides) command += " --set " + host::shell_quoted({change});
  command += " --resume " + report::short_id(campaign);
  if (options.qemu != k_default_qemu) command += " --qemu " + host::shell_quoted({options.qemu});
  return command + database_flag(global);
}

Result<int> dry_run(const RunOptions& options, const Campaign& campaign, Console& console) {
  const auto plan = engine::make_plan(campaign);
  if (options.format == OutputFormat::json) {
    console.out(plan_json(campaign, plan));
  } else {
    console.out(report::to_text(plan_document(campaign, plan), console.out_style()));
  }
  return 0;
}

Result<engine::RunRequest> request_of(const RunOptions& options, const GlobalOptions& global) {
  engine::RunRequest request;
  request.database = database_path(global);
  request.qemu = options.qemu;
  request.tag = options.tag;
  std::optional<Campaign> from_file;
  if (!options.file.empty()) {
    auto campaign = config::load(options.file, options.overrides);
    if (!campaign) return std::unexpected(std::move(campaign.error()));
    from_file = std::move(*campaign);
  }
  if (!options.resume) {
    request.campaign = std::move(*from_file);
    return request;
  }
  const auto store = open_results(global);
  if (!store) return std::unexpected(store.error());
  auto choice = choose_resumed(*store, std::move(from_file), options.resume_address);
  if (!choice) return std::unexpected(std::move(choice.error()));
  request.campaign = std::move(choice->campaign);
  request.resume = choice->row;
  return request;
}

Result<int> run(RunOptions options, const Invocation& invocation) {
  tell_file_from_address(options);
  if (auto good = check(options); !good) return std::unexpected(std::move(good.error()));
  if (options.dry_run) {
    const auto campaign = config::load(options.file, options.overrides);
    if (!campaign) return std::unexpected(campaign.error());
    return dry_run(options, *campaign, invocation.console);
  }
  auto request = request_of(options, invocation.global);
  if (!request) return std::unexpected(std::move(request.error()));
  const auto database = request->database;
  const auto outcome = Measuring(options.progress, invocation.console).run(std::move(*request));
  if (!outcome) return std::unexpected(outcome.error());
  const RunEnd end{*outcome, database, resume_command(options, invocation.global, outcome->uuid)};
  if (options.progress == ProgressKind::jsonl) return print_run_line(end, invocation);
  return print_run(end, options.format, invocation);
}

void add_options(CLI::App& command, RunOptions& options) {
  command.add_option("FILE", options.file, "Campaign file");
  add_overrides(command, options.overrides);
  command.add_option("--tag", options.tag, "A name for this campaign besides its own")->type_name("NAME");
  add_qemu(command, options.qemu);
  auto* dry = command.add_flag("--dry-run", options.dry_run, "Show cells, order and duration; start nothing");
  auto* resume = command.add_option_function<std::string>(
      "--resume",
      [&options](const std::string& address) {
        options.resume = true;
        options.resume_address = address;
      },
      "Go on at the next unfinished block, of the latest unfinished campaign or of ID");
  resume->expected(0, 1)->type_name("[ID]")->excludes(dry)->trigger_on_parse();
  add_progress(command, options.progress);
  add_format(command, options.format);
}

}  // namespace

Command add_run(CLI::App& root) {
  auto options = std::make_shared<RunOptions>();
  auto* command = root.add_subcommand("run", "Measure a campaign and print the verdicts");
  add_options(*command, *options);
  command->footer(
      "Examples:\n"
      "  ringside run campaigns/quick.toml\n"
      "  ringside run campaigns/quick.toml --set guest.kernel=debian-6.1 --tag before\n"
      "  ringside run campaigns/quick.toml --dry-run\n"
      "  ringside run --resume\n"
      "\n"
      "Ctrl-C ends after the current measurement and says how to go on; a second one ends at once.\n"
      "Exit codes: 0 every measurement valid, 2 usage or configuration, 3 otherwise.");
  return {command, [options](const Invocation& invocation) { return run(*options, invocation); }};
}

}  // namespace ringside::cli
