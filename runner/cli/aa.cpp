// SPDX-License-Identifier: GPL-3.0-or-later
// `ringside aa`: the same arm under two names, many times; with --inject a slowdown that must be found.
#include "analysis/aa.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <memory>
#include <optional>
#include <utility>

#include "cli/aa_campaign.h"
#include "cli/command.h"
#include "cli/database.h"
#include "cli/failure.h"
#include "cli/measuring.h"
#include "cli/output_format.h"
#include "cli/plan_document.h"
#include "cli/print.h"
#include "engine/plan.h"
#include "host/child.h"
#include "report/aa_report.h"
#include "report/text_table.h"

namespace ringside::cli {
namespace {

struct AaArguments {
  AaWish wish;
  std::string inject;  // a percentage; empty: an A/A
  std::string metric = "iops";
  std::optional<std::string> resume;
  std::string qemu = k_default_qemu;
  bool dry_run = false;
  ProgressKind progress = ProgressKind::automatic;
  OutputFormat format = OutputFormat::table;
};

// What is measured, and the row of the store where it goes on.
struct Work {
  Campaign campaign;
  std::optional<CampaignRow> row;
};

Result<void> read_inject(AaArguments& arguments) {
  AaWish& wish = arguments.wish;
  if (arguments.inject.empty()) {
    if (wish.added_ns == 0 && wish.delay_driver.empty()) return {};
    return fail(ErrorCode::usage, "ringside aa: how large a slowdown shall be injected?", "add --inject 10%");
  }
  const std::string text = arguments.inject.ends_with('%') ? arguments.inject : arguments.inject + "%";
  const auto fraction = parse_fraction(text);
  if (!fraction || fraction->value <= 0) {
    return fail(ErrorCode::usage, fmt::format("--inject: '{}' is no percentage", arguments.inject),
                "write --inject 10%");
  }
  wish.slowdown = *fraction;
  return {};
}

std::string resume_command(const AaArguments& arguments, const GlobalOptions& global) {
  std::string command = "ringside aa " + host::shell_quoted({arguments.wish.file});
  if (arguments.wish.slowdown) command += " --inject " + host::shell_quoted({arguments.inject});
  if (arguments.metric != "iops") command += " --metric " + arguments.metric;
  if (arguments.qemu != k_default_qemu) command += " --qemu " + host::shell_quoted({arguments.qemu});
  return command + database_flag(global) + " --resume";
}

engine::RunRequest request_for(const Work& work, const AaArguments& arguments, const GlobalOptions& global) {
  engine::RunRequest request;
  request.campaign = work.campaign;
  request.database = database_path(global);
  request.qemu = arguments.qemu;
  request.resume = work.row;
  return request;
}

Result<Work> resumed(const AaArguments& arguments, const Campaign& planned, const Invocation& invocation) {
  const auto store = open_results(invocation.global);
  if (!store) return std::unexpected(store.error());
  const auto row = store->find_campaign(arguments.resume->empty() ? planned.name : *arguments.resume);
  if (!row) return std::unexpected(row.error());
  auto campaign = stored_aa(*store, *row, planned.path);
  if (!campaign) return std::unexpected(std::move(campaign.error()));
  return Work{std::move(*campaign), *row};
}

// Ends the command where the measurement did not come to its end.
Result<std::optional<int>> measure(Measuring& measuring, Work& work, const AaArguments& arguments,
                                   const Invocation& invocation) {
  auto outcome = measuring.run(request_for(work, arguments, invocation.global));
  if (!outcome) return std::unexpected(std::move(outcome.error()));
  work.row = outcome->campaign;
  if (outcome->failure) return std::unexpected(std::move(*outcome->failure));
  if (!outcome->interrupted) return std::optional<int>();
  invocation.console.err("ringside: interrupted; to go on: " + resume_command(arguments, invocation.global) + '\n');
  return std::optional(k_exit_failure);
}

Result<int> conclude(const Work& work, const AaArguments& arguments, const Invocation& invocation) {
  auto store = store::Store::open(database_path(invocation.global));
  if (!store) return std::unexpected(std::move(store.error()));
  const auto metric = analysis::parse_metric(arguments.metric);
  if (!metric) return std::unexpected(metric.error());
  const SameArm& same = *work.campaign.same_arm;
  auto judged = analysis::judge_aa(*store, *work.row, same.comparisons, *metric);
  if (!judged) return std::unexpected(std::move(judged.error()));
  store::AaRecord record;
  record.campaign = *work.row;
  record.metric = judged->metric.name();
  record.comparisons = static_cast<std::int64_t>(judged->counted);
  record.flagged = static_cast<std::int64_t>(judged->flagged);
  record.alpha = judged->alpha;
  record.injected = same.wished;
  record.recorded = std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
  if (auto stored = store->store_aa_result(record); !stored) return std::unexpected(std::move(stored.error()));

  const report::AaReport report{work.campaign.name,
                                work.campaign.design.blocks / same.comparisons,
                                same.wished,
                                same.added_ns.front(),
                                !same.delay_driver.empty(),
                                std::move(*judged)};
  if (arguments.progress == ProgressKind::jsonl) {
    invocation.console.out(on_one_line(report::to_json(report)));
  } else if (arguments.format == OutputFormat::json) {
    invocation.console.out(report::to_json(report));
  } else {
    invocation.console.out(report::to_text(report::aa_document(report), invocation.console.out_style()));
  }
  if (same.wished || !report.result.rate.too_high) return k_exit_success;
  return fail(ErrorCode::invalid_result,
              "aa_failed: this host calls too many comparisons of an arm with itself different",
              "ringside gate refuses to judge here until an A/A passes; ringside doctor tells what may disturb it");
}

Result<int> aa(AaArguments arguments, const Invocation& invocation) {
  if (auto read = read_inject(arguments); !read) return std::unexpected(std::move(read.error()));
  auto planned = aa_campaign(arguments.wish);
  if (!planned) return std::unexpected(std::move(planned.error()));
  if (arguments.dry_run) {
    const auto plan = engine::make_plan(*planned);
    invocation.console.out(arguments.format == OutputFormat::json
                               ? plan_json(*planned, plan)
                               : report::to_text(plan_document(*planned, plan), invocation.console.out_style()));
    return k_exit_success;
  }
  Work work;
  if (arguments.resume) {
    auto found = resumed(arguments, *planned, invocation);
    if (!found) return std::unexpected(std::move(found.error()));
    work = std::move(*found);
  }
  Measuring measuring(arguments.progress, invocation.console);
  if (!work.row && arguments.wish.slowdown && arguments.wish.added_ns == 0) {
    Work pilot;
    auto ladder = pilot_campaign(arguments.wish);
    if (!ladder) return std::unexpected(std::move(ladder.error()));
    pilot.campaign = std::move(*ladder);
    measuring.say("pilot: how much slower does which delay per request make it?");
    auto ended = measure(measuring, pilot, arguments, invocation);
    if (!ended) return std::unexpected(std::move(ended.error()));
    if (*ended) return **ended;
    const auto added = chosen_delay(database_path(invocation.global), *pilot.row, *arguments.wish.slowdown);
    if (!added) return std::unexpected(added.error());
    arguments.wish.added_ns = *added;
    measuring.say(fmt::format("{} ns per request should come to a slowdown of {}", *added, arguments.inject));
    planned = aa_campaign(arguments.wish);
    if (!planned) return std::unexpected(std::move(planned.error()));
  }
  if (!work.row) work.campaign = std::move(*planned);
  if (!is_complete(work.row, database_path(invocation.global))) {
    auto ended = measure(measuring, work, arguments, invocation);
    if (!ended) return std::unexpected(std::move(ended.error()));
    if (*ended) return **ended;
  }
  return conclude(work, arguments, invocation);
}

void add_options(CLI::App& command, AaArguments& arguments) {
  AaWish& wish = arguments.wish;
  command.add_option("FILE", wish.file, "Campaign file")->required();
  add_overrides(command, wish.overrides);
  command.add_option("--arm", wish.arm, "The arm to measure against itself (default: the baseline)")->type_name("NAME");
  command.add_option("--cell", wish.cell, "The cell, by key or glob (default: the first)")->type_name("PATTERN");
  command.add_option("--comparisons", wish.comparisons, "How many; below 40 they say little")
      ->check(CLI::Range(1, 10'000))
      ->capture_default_str();
  command.add_option("--blocks", wish.blocks, "Blocks of each comparison, its own")
      ->check(CLI::Range(5, 1000))
      ->capture_default_str();
  command.add_option("--inject", arguments.inject, "Positive control: slow the copy down by so much")
      ->type_name("PERCENT");
  command
      .add_option("--added-ns", wish.added_ns, "Of a control: this delay per request, instead of finding it by a pilot")
      ->check(CLI::Range(1, 1'000'000'000))
      ->type_name("NS");
  command
      .add_option("--delay-driver", wish.delay_driver,
                  "Of a control: a delay build of the reference driver instead of the backend's latency")
      ->type_name("X.KO");
  command.add_option("--metric", arguments.metric, "What is compared")->type_name("NAME")->capture_default_str();
  auto* dry = command.add_flag("--dry-run", arguments.dry_run, "Show order and duration; start nothing");
  auto* resume = command.add_option_function<std::string>(
      "--resume", [&arguments](const std::string& address) { arguments.resume = address; },
      "Go on with the latest A/A of this file, or with ID");
  resume->expected(0, 1)->type_name("[ID]")->excludes(dry)->trigger_on_parse();
  add_qemu(command, arguments.qemu);
  add_progress(command, arguments.progress);
  add_table_or_json(command, arguments.format);
}

}  // namespace

Command add_aa(CLI::App& root) {
  auto arguments = std::make_shared<AaArguments>();
  auto* command = root.add_subcommand("aa", "An arm against itself, many times: this host's false-positive rate");
  add_options(*command, *arguments);
  command->footer(
      "Examples:\n"
      "  ringside aa campaigns/quick.toml\n"
      "  ringside aa campaigns/quick.toml --dry-run\n"
      "  ringside aa campaigns/quick.toml --inject 40% --comparisons 10\n"
      "\n"
      "One cell is measured, and each comparison has boots of its own: cells of one boot would share its luck.\n"
      "The result is stored with the host; where its rate exceeds alpha for certain, `ringside gate` refuses.\n"
      "Exit codes: 0 measured, 2 usage or configuration, 3 otherwise, and where the A/A failed.");
  return {command, [arguments](const Invocation& invocation) { return aa(*arguments, invocation); }};
}

}  // namespace ringside::cli
