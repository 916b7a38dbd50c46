// SPDX-License-Identifier: GPL-3.0-or-later
// `ringside compare`: arms against a baseline, cell by cell.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "analysis/comparison.h"
#include "analysis/path_lengths.h"
#include "cli/command.h"
#include "cli/database.h"
#include "cli/output_format.h"
#include "cli/print.h"

namespace ringside::cli {
namespace {

struct CompareArguments {
  std::vector<std::string> addresses;
  std::vector<std::string> metrics;
  bool force = false;
  OutputFormat format = OutputFormat::table;
};

// No address: the latest campaign. One: that campaign. More: arms, the first of them the baseline.
Result<analysis::Comparison> compare_addresses(const store::Store& store, const std::vector<std::string>& addresses,
                                               const analysis::CompareOptions& options) {
  if (addresses.size() < 2) {
    const std::string address = addresses.empty() ? std::string() : addresses.front();
    const auto campaign = store.find_campaign(address);
    if (!campaign && !addresses.empty() && store.find_arm(address)) {
      return fail(ErrorCode::usage, "'" + address + "' is one arm: compare it with which?",
                  "name at least two arms, the baseline first, or a campaign");
    }
    if (!campaign) return std::unexpected(campaign.error());
    return analysis::compare_campaign(store, *campaign, options);
  }
  std::vector<store::Store::ArmAddress> arms;
  for (const auto& address : addresses) {
    const auto arm = store.find_arm(address);
    if (!arm) return std::unexpected(arm.error());
    arms.push_back(*arm);
  }
  return analysis::compare(store, arms.front(), std::span(arms).subspan(1), options);
}

bool holds_metrics(const analysis::Comparison& comparison) {
  return std::ranges::any_of(comparison.candidates, [](const analysis::CandidateComparison& candidate) {
    return std::ranges::any_of(candidate.cells, [](const auto& cell) { return !cell.metrics.empty(); });
  });
}

// Instructions per I/O of the arms that are compared, where their campaign was counted; else no cells.
Result<analysis::PathLengths> counted(const store::Store& store, const analysis::Comparison& comparison) {
  const analysis::ArmIdentity& baseline = comparison.baseline;
  const auto campaign = store.find_campaign(baseline.campaign.to_text());
  if (!campaign) return std::unexpected(campaign.error());
  auto lengths = analysis::path_lengths(store, *campaign);
  if (!lengths || lengths->empty()) return lengths;
  std::vector<std::string> arms{baseline.arm};
  for (const auto& one : comparison.candidates) {
    if (one.candidate.campaign != baseline.campaign) {
      return fail(ErrorCode::unsupported,
                  "instructions per I/O are compared within one campaign, and " + one.candidate.campaign_name +
                      " is not " + baseline.campaign_name,
                  "make both an arm of one file (module = ...) and count it: ringside pathlen FILE --compare");
    }
    arms.push_back(one.candidate.arm);
  }
  lengths->keep(arms);
  return lengths;
}

// Of the arms that are compared and of the baseline's campaign.
Result<std::vector<analysis::CellMechanism>> mechanism_of(const store::Store& store,
                                                          const analysis::Comparison& comparison) {
  const auto campaign = store.find_campaign(comparison.baseline.campaign.to_text());
  if (!campaign) return std::unexpected(campaign.error());
  auto mechanism = analysis::load_mechanism(store, *campaign);
  if (!mechanism) return mechanism;
  std::erase_if(*mechanism, [&](const analysis::CellMechanism& one) {
    return one.arm != comparison.baseline.arm &&
           std::ranges::none_of(comparison.candidates, [&](const analysis::CandidateComparison& candidate) {
             return candidate.candidate.arm == one.arm && candidate.candidate.campaign == comparison.baseline.campaign;
           });
  });
  return mechanism;
}

Result<int> compare(const CompareArguments& arguments, const Invocation& invocation) {
  analysis::CompareOptions options;
  options.force = arguments.force;
  options.metrics = arguments.metrics;
  for (const auto& name : arguments.metrics) {
    if (auto metric = analysis::parse_metric(name); !metric) return std::unexpected(std::move(metric.error()));
  }
  const auto store = open_results(invocation.global);
  if (!store) return std::unexpected(store.error());
  const auto comparison = compare_addresses(*store, arguments.addresses, options);
  if (!comparison) return std::unexpected(comparison.error());
  if (!holds_metrics(*comparison)) {
    const auto lengths = counted(*store, *comparison);
    if (!lengths) return std::unexpected(lengths.error());
    if (arguments.metrics.empty() && !lengths->empty()) {
      report::PathView view;
      view.compare = true;
      print_path_lengths(*lengths, view, arguments.format, invocation.console);
      return 0;
    }
    return fail(ErrorCode::usage, "no cell of these arms has such a metric",
                "read. and write. stand before a metric only in cells that do both");
  }
  const auto mechanism = mechanism_of(*store, *comparison);
  if (!mechanism) return std::unexpected(mechanism.error());
  print_comparison(*comparison, *mechanism, arguments.format, !arguments.metrics.empty(), invocation.console);
  return 0;
}

}  // namespace

Command add_compare(CLI::App& root) {
  auto arguments = std::make_shared<CompareArguments>();
  auto* command = root.add_subcommand("compare", "Arms against a baseline: ratio, interval, verdict");
  command->add_option("ARM", arguments->addresses,
                      "[CAMPAIGN:]ARM, the baseline first; or one campaign; without any, the latest campaign. A "
                      "campaign is a name, name~1 (the one before), a tag or the beginning of its id");
  command
      ->add_option("--metric", arguments->metrics,
                   "Only this metric: iops, lat_mean, lat_p50, lat_p99, lat_p999; repeatable")
      ->type_name("NAME")
      ->allow_extra_args(false);
  command->add_flag("--force", arguments->force, "Compare across hosts, accelerators or fio options all the same");
  add_format(*command, arguments->format);
  command->footer(
      "Examples:\n"
      "  ringside compare                              the latest campaign\n"
      "  ringside compare poll-split                   the latest campaign of this name\n"
      "  ringside compare irq-2q poll-2                two arms of the latest campaign\n"
      "  ringside compare poll-split~1:irq poll-split:irq --format markdown\n"
      "\n"
      "A campaign that `ringside pathlen` counted has instructions per I/O in place of times.");
  return {command, [arguments](const Invocation& invocation) { return compare(*arguments, invocation); }};
}

}  // namespace ringside::cli
