// SPDX-License-Identifier: GPL-3.0-or-later
// `ringside plan`: power from this host's stored scatter, before anything is measured.
#include "engine/plan.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <utility>

#include "analysis/gate.h"
#include "cli/command.h"
#include "cli/database.h"
#include "cli/measuring.h"
#include "cli/output_format.h"
#include "cli/power_document.h"
#include "config/load.h"
#include "engine/accelerator.h"
#include "host/environment.h"
#include "host/paths.h"
#include "image/image.h"
#include "report/text_table.h"
#include "stats/verdict.h"

namespace ringside::cli {
namespace {

struct PlanArguments {
  std::string file;
  std::vector<std::string> overrides;
  std::string effect = "5%";
  double power = 0.80;
  std::vector<std::string> metrics;
  OutputFormat format = OutputFormat::table;
};

// The accelerator that these arms will have, as far as it can be told without a boot: as asked for, else that of the
// latest campaign of this host.
std::string accelerator_of(const Campaign& campaign, const std::optional<store::Store>& store,
                           const std::string& host) {
  const MachineOptions& machine = campaign.arms.front().machine;
  if (machine.accel == Accel::kvm) return "kvm";
  const std::string emulated = "tcg,thread=" + std::string(to_text(machine.tcg_threads));
  if (machine.accel == Accel::tcg) return emulated;
  if (!store) return "";
  const auto campaigns = store->campaigns();
  if (!campaigns) return "";
  for (const store::CampaignSummary& summary : *campaigns) {
    const auto record = store->campaign(summary.id);
    const auto environment = record ? store->environment(record->host) : Result<store::Environment>();
    if (!record || !environment || environment->identity != host) continue;
    return summary.accelerator == "kvm" ? "kvm" : emulated;
  }
  return "";
}

std::string kernel_release_of(const Campaign& campaign) {
  const auto image = image::find(host::cache_dir(), campaign.arms.front().guest.kernel);
  return image ? image->kernel_release : std::string();
}

bool in_one_boot(const Campaign& campaign) {
  return std::ranges::all_of(campaign.arms,
                             [&](const Arm& arm) { return arm.shares_boot_with(campaign.arms.front()); });
}

std::vector<std::string> metrics_of(const PlanArguments& arguments, const Campaign& campaign) {
  if (!arguments.metrics.empty()) return arguments.metrics;
  std::vector<store::MarginRecord> margins;
  for (const auto& [metric, margin] : campaign.gate.margin) margins.push_back({"*", metric, margin});
  for (const GateRule& rule : campaign.gate.rules) {
    for (const auto& [metric, margin] : rule.margin) margins.push_back({rule.cell, metric, margin});
  }
  std::vector<std::string> notes;
  return analysis::gated_metrics(margins, notes);
}

void advise_runs(CellPower& cell, const Campaign& campaign) {
  const auto& noise = cell.noise;
  if (!noise.between_boots || !noise.within_boot) return;
  const engine::StepCosts costs;
  Campaign one = campaign;
  one.design.blocks = 1;
  const engine::Plan plan = engine::make_plan(one, costs);
  if (plan.measurements == 0) return;
  const Nanoseconds boots = costs.boot * static_cast<int>(plan.boots);
  stats::VarianceComponents components;
  components.between_boots = *noise.between_boots;
  components.within_boot = *noise.within_boot;
  const double per_run = static_cast<double>((plan.estimate - boots).count()) / static_cast<double>(plan.measurements);
  const auto advised = stats::advised_runs(components, {static_cast<double>(costs.boot.count()), per_run});
  if (advised && *advised) cell.advised_runs = (*advised)->runs;
}

Result<std::vector<PowerPlan>> plan_power(const PlanArguments& arguments, const Invocation& invocation) {
  const auto campaign = config::load(arguments.file, arguments.overrides);
  if (!campaign) return std::unexpected(campaign.error());
  const auto effect = parse_fraction(arguments.effect);
  if (!effect || effect->value <= 0) {
    return fail(ErrorCode::usage, "--effect: '" + arguments.effect + "' is no percentage", "write --effect 5%");
  }
  const std::string host = host::host_id(host::read_host_files()).to_text();
  std::optional<store::Store> store;
  std::error_code error;
  if (std::filesystem::exists(database_path(invocation.global), error)) {
    auto opened = open_results(invocation.global);
    if (!opened) return std::unexpected(std::move(opened.error()));
    store = std::move(*opened);
  }
  Campaign one_block = *campaign;
  one_block.design.blocks = 1;
  PowerPlan common{.campaign = campaign->name,
                   .blocks = campaign->design.blocks,
                   .runs = campaign->design.runs,
                   .one_boot = in_one_boot(*campaign),
                   .effect = effect->value,
                   .power = arguments.power,
                   .floor = stats::k_floor_default,
                   .accelerator = accelerator_of(*campaign, store, host),
                   .kernel = kernel_release_of(*campaign),
                   .block_time = engine::make_plan(one_block).estimate};
  analysis::NoiseQuestion question{
      .host_identity = host,
      .accelerator = common.accelerator,
      .kernel = common.kernel,
      .runs = common.runs,
      .pairing = common.one_boot ? stats::Pairing::one_boot : stats::Pairing::boot_per_arm};
  for (const Cell& cell : cells_of(*campaign)) question.cells.push_back(cell.key());
  std::vector<PowerPlan> plans;
  for (const std::string& name : metrics_of(arguments, *campaign)) {
    const auto metric = analysis::parse_metric(name);
    if (!metric) return std::unexpected(metric.error());
    question.metric = *metric;
    auto noise = store ? analysis::host_noise(*store, question) : analysis::assumed_noise(question);
    if (!noise) return std::unexpected(std::move(noise.error()));
    PowerPlan& plan = plans.emplace_back(common);
    plan.metric = *metric;
    for (const analysis::CellNoise& one : *noise) {
      plan.cells.push_back(power_of(one, plan, noise->size()));
      advise_runs(plan.cells.back(), *campaign);
    }
  }
  return plans;
}

Result<int> plan(const PlanArguments& arguments, const Invocation& invocation) {
  const auto plans = plan_power(arguments, invocation);
  if (!plans) return std::unexpected(plans.error());
  if (arguments.format == OutputFormat::json) {
    invocation.console.out(power_json(*plans));
  } else {
    invocation.console.out(report::to_text(power_document(*plans), invocation.console.out_style()));
  }
  return 0;
}

}  // namespace

Command add_plan(CLI::App& root) {
  auto arguments = std::make_shared<PlanArguments>();
  auto* command = root.add_subcommand("plan", "What the planned blocks can find, and how many an effect needs");
  command->add_option("FILE", arguments->file, "Campaign file")->required();
  add_overrides(*command, arguments->overrides);
  command->add_option("--effect", arguments->effect, "Slowdown to be found")
      ->type_name("PERCENT")
      ->capture_default_str();
  command->add_option("--power", arguments->power, "With this probability")
      ->type_name("P")
      ->check(CLI::Range(0.01, 0.999))
      ->capture_default_str();
  command->add_option("--metric", arguments->metrics, "For this metric, not for those with margins; repeatable")
      ->type_name("NAME")
      ->allow_extra_args(false);
  add_table_or_json(*command, arguments->format);
  command->footer(
      "Examples:\n"
      "  ringside plan campaigns/quick.toml\n"
      "  ringside plan campaigns/quick.toml --effect 10% --set design.blocks=20\n"
      "\n"
      "The scatter comes from this host's stored campaigns: of this cell and kernel if there are any, else of others,\n"
      "else it is assumed and said to be so.");
  return {command, [arguments](const Invocation& invocation) { return plan(*arguments, invocation); }};
}

}  // namespace ringside::cli
