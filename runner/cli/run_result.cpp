// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/run_result.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <vector>

#include "analysis/arm_summary.h"
#include "analysis/comparison.h"
#include "analysis/mechanism.h"
#include "cli/database.h"
#include "cli/failure.h"
#include "cli/print.h"
#include "cli/run_facts.h"
#include "cli/run_json.h"

namespace ringside::cli {
namespace {

// Every planned block complete, and nothing invalid in the attempts that count, nor with probes.
bool is_whole(const analysis::CampaignDetail& detail, const std::vector<analysis::CellMechanism>& mechanism) {
  if (std::ranges::find(mechanism, MeasurementStatus::invalid, &analysis::CellMechanism::status) != mechanism.end())
    return false;
  if (detail.blocks.complete < detail.blocks.planned) return false;
  for (const auto& arm : detail.arms) {
    for (const auto& cell : arm.cells) {
      if (cell.invalid > 0 || cell.valid == 0) return false;
    }
  }
  return true;
}

struct Stored {
  analysis::CampaignDetail detail;
  std::optional<analysis::Comparison> comparison;  // none for a single arm, or where nothing can be compared
  std::optional<Error> no_comparison;              // why
  std::vector<analysis::CellMechanism> mechanism;  // empty where probes did not run
};

Result<Stored> read_back(const RunEnd& end) {
  const auto store = store::Store::open_read_only(end.database);
  if (!store) return std::unexpected(store.error());
  auto detail = analysis::summarise_campaign(*store, end.outcome.campaign);
  if (!detail) return std::unexpected(std::move(detail.error()));
  auto mechanism = analysis::load_mechanism(*store, end.outcome.campaign);
  if (!mechanism) return std::unexpected(std::move(mechanism.error()));
  Stored stored{std::move(*detail), {}, {}, std::move(*mechanism)};
  if (stored.detail.arms.size() < 2) return stored;
  auto comparison = analysis::compare_campaign(*store, end.outcome.campaign);
  if (comparison) {
    stored.comparison = std::move(*comparison);
  } else {
    stored.no_comparison = std::move(comparison.error());
  }
  return stored;
}

void print_figures(const Stored& stored, OutputFormat format, Console& console) {
  if (stored.comparison) {
    print_comparison(*stored.comparison, stored.mechanism, format, false, console);
  } else {
    print_campaign(stored.detail, stored.mechanism, format, console);
  }
}

// Tells what is missing; the exit code.
int conclude(const RunEnd& end, const Stored& stored, const Invocation& invocation) {
  const auto& outcome = end.outcome;
  if (outcome.failure) invocation.console.err(failure_text(*outcome.failure));
  if (stored.no_comparison) invocation.console.err(failure_text(*stored.no_comparison));
  if (outcome.interrupted || outcome.failure) {
    invocation.console.err(fmt::format("ringside: {} after {} of {} blocks; to go on: {}\n",
                                       outcome.failure ? "ended" : "interrupted", stored.detail.blocks.complete,
                                       stored.detail.blocks.planned, end.resume_command));
    return k_exit_failure;
  }
  return is_whole(stored.detail, stored.mechanism) ? k_exit_success : k_exit_failure;
}

}  // namespace

Result<int> print_run(const RunEnd& end, OutputFormat format, const Invocation& invocation) {
  const auto stored = read_back(end);
  if (!stored) return std::unexpected(stored.error());
  Console& console = invocation.console;
  if (format == OutputFormat::json) {
    console.out(run_json(end.outcome, end.database.string(), stored->comparison));
    return conclude(end, *stored, invocation);
  }
  print_figures(*stored, format, console);
  const auto facts = run_facts(end.outcome, end.database.string(), database_flag(invocation.global));
  std::string summary = "\n";
  for (const auto& line : report::run_summary(facts)) summary += line + '\n';
  if (!console.quiet()) {
    // A file of CSV or markdown shall hold nothing else.
    format == OutputFormat::table ? console.out(summary) : console.err(summary);
  }
  return conclude(end, *stored, invocation);
}

Result<int> print_run_line(const RunEnd& end, const Invocation& invocation) {
  const auto stored = read_back(end);
  if (!stored) return std::unexpected(stored.error());
  const auto now = std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
  invocation.console.out(outcome_line(end.outcome, end.database.string(), now));
  return conclude(end, *stored, invocation);
}

}  // namespace ringside::cli
