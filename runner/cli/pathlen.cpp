// SPDX-License-Identifier: GPL-3.0-or-later
// `ringside pathlen`: exact guest instructions per I/O and per function.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "analysis/path_lengths.h"
#include "cli/command.h"
#include "cli/database.h"
#include "cli/measuring.h"
#include "cli/output_format.h"
#include "cli/print.h"
#include "config/load.h"
#include "engine/run.h"
#include "report/path_document.h"

namespace ringside::cli {
namespace {

struct PathOptions {
  std::string file;
  std::vector<std::string> overrides;
  std::string tag;
  std::string qemu = k_default_qemu;
  std::string stored;
  bool from_store = false;
  int runs = 1;
  std::size_t functions = 15;
  bool compare = false;
  engine::PathCounting counting;
  ProgressKind progress = ProgressKind::automatic;
  OutputFormat format = OutputFormat::table;
};

Result<void> check(const PathOptions& options) {
  if (options.file.empty() == options.from_store) return {};
  if (options.from_store) {
    return fail(ErrorCode::usage, "ringside pathlen: --stored shows what was counted, a FILE is counted anew",
                "give one of the two");
  }
  return fail(ErrorCode::usage, "ringside pathlen: which campaign?",
              "name a campaign file (campaigns/driver-parity.toml), or show a stored one: --stored");
}

// The gate of the campaign's file, on every candidate and cell.
std::vector<report::PathVerdict> judge(const Gate& gate, const analysis::PathLengths& lengths) {
  const pathlen::PathGate rule{gate.path_length.value_or(PathTolerance{}), gate.path_functions};
  std::vector<report::PathVerdict> verdicts;
  for (const analysis::PathCell& cell : lengths.cells) {
    const auto baseline = std::ranges::find(cell.sides, gate.baseline, &analysis::PathSide::arm);
    if (baseline == cell.sides.end()) continue;
    for (const analysis::PathSide& side : cell.sides) {
      if (side.arm == gate.baseline) continue;
      verdicts.push_back({cell.cell, gate.baseline, side.arm,
                          pathlen::regressions(rule, baseline->runs.front().functions, side.runs.front().functions)});
    }
  }
  return verdicts;
}

std::size_t counted_sides(const analysis::PathLengths& lengths) {
  std::size_t count = 0;
  for (const analysis::PathCell& cell : lengths.cells) count += cell.sides.size();
  return count;
}

// 1 for a regression; 3 where the gate could not look at everything.
Result<int> show(const PathOptions& options, const Campaign& campaign, CampaignRow row, const Invocation& invocation) {
  const auto store = open_results(invocation.global);
  if (!store) return std::unexpected(store.error());
  const auto lengths = analysis::path_lengths(*store, row);
  if (!lengths) return std::unexpected(lengths.error());
  if (lengths->empty()) {
    return fail(ErrorCode::invalid_result, fmt::format("{}: nothing was counted", lengths->name),
                "`ringside show --measurements` has the reasons; only `ringside pathlen FILE` counts");
  }
  report::PathView view;
  view.functions = options.functions;
  view.compare = options.compare;
  view.gated = campaign.gate.path_length.has_value();
  if (view.gated) view.verdicts = judge(campaign.gate, *lengths);
  print_path_lengths(*lengths, view, options.format, invocation.console);
  const bool failed =
      std::ranges::any_of(view.verdicts, [](const auto& verdict) { return !verdict.regressions.empty(); });
  if (failed) return 1;
  const bool whole = counted_sides(*lengths) == campaign.arms.size() * cells_of(campaign.matrix).size();
  if (!whole) invocation.console.remark("not every arm and cell was counted; `ringside show --measurements` says why");
  return whole ? 0 : 3;
}

Result<int> count(const PathOptions& options, const Invocation& invocation) {
  auto campaign = config::load(options.file, options.overrides);
  if (!campaign) return std::unexpected(campaign.error());
  engine::RunRequest request;
  request.campaign = engine::in_exact_lane(std::move(*campaign), options.runs);
  request.database = database_path(invocation.global);
  request.qemu = options.qemu;
  request.tag = options.tag;
  request.counting = options.counting;
  const Campaign counted = request.campaign;
  const auto outcome = Measuring(options.progress, invocation.console).run(std::move(request));
  if (!outcome) return std::unexpected(outcome.error());
  if (outcome->failure) return std::unexpected(*outcome->failure);
  if (outcome->interrupted) return fail(ErrorCode::interrupted, "interrupted; what was counted so far is stored");
  return show(options, counted, outcome->campaign, invocation);
}

Result<int> show_stored(const PathOptions& options, const Invocation& invocation) {
  const auto store = open_results(invocation.global);
  if (!store) return std::unexpected(store.error());
  const auto row = store->find_campaign(options.stored);
  if (!row) return std::unexpected(row.error());
  const auto record = store->campaign(*row);
  if (!record) return std::unexpected(record.error());
  const auto campaign = config::parse(record->toml, record->name);
  if (!campaign) return std::unexpected(campaign.error());
  return show(options, *campaign, *row, invocation);
}

Result<int> run(const PathOptions& options, const Invocation& invocation) {
  if (auto good = check(options); !good) return std::unexpected(std::move(good.error()));
  return options.from_store ? show_stored(options, invocation) : count(options, invocation);
}

void add_options(CLI::App& command, PathOptions& options) {
  command.add_option("FILE", options.file, "Campaign file");
  add_overrides(command, options.overrides);
  add_qemu(command, options.qemu);
  add_progress(command, options.progress);
  command.add_option("--tag", options.tag, "A name for this campaign besides its own")->type_name("NAME");
  command
      .add_option_function<std::string>(
          "--stored",
          [&options](const std::string& address) {
            options.from_store = true;
            options.stored = address;
          },
          "Show what was counted: the latest campaign, or ID")
      ->expected(0, 1)
      ->type_name("[ID]")
      ->trigger_on_parse();
  command.add_option("--runs", options.runs, "Count everything so often, in boots of their own, to see the spread")
      ->type_name("N")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  command.add_option("--ios", options.counting.longer, "I/Os of each job in the longer run; the shorter one has 2000")
      ->type_name("N")
      ->check(CLI::Range(3000, 10'000'000))
      ->capture_default_str();
  command.add_option("--cpu", options.counting.cpu_model, "QEMU's CPU model")
      ->type_name("MODEL")
      ->capture_default_str();
  command.add_option("--functions", options.functions, "Rows in tables of functions; 0: all")
      ->type_name("N")
      ->capture_default_str();
  command.add_flag("--compare", options.compare, "Function by function: each arm against the baseline");
  add_format(command, options.format);
}

}  // namespace

Command add_pathlen(CLI::App& root) {
  auto options = std::make_shared<PathOptions>();
  auto* command = root.add_subcommand("pathlen", "Count the guest kernel's instructions per I/O, exactly");
  add_options(*command, *options);
  command->footer(
      "Examples:\n"
      "  ringside pathlen campaigns/driver-parity.toml\n"
      "  ringside pathlen campaigns/driver-parity.toml --compare --set guest.kernel=debian-6.1\n"
      "  ringside pathlen --stored driver-parity.pathlen --format json\n"
      "\n"
      "Works under TCG alone, on any machine: no time is looked at. Exit codes: 0 counted, and the gate (path_length\n"
      "in [gate]) passed; 1 a function got longer; 2 usage or configuration; 3 otherwise.");
  return {command, [options](const Invocation& invocation) { return run(*options, invocation); }};
}

}  // namespace ringside::cli
