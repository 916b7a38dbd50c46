// SPDX-License-Identifier: GPL-3.0-or-later
// `ringside probe-cost`: what the probes themselves cost here.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <map>
#include <memory>

#include "analysis/comparison.h"
#include "cli/command.h"
#include "cli/database.h"
#include "cli/measuring.h"
#include "cli/output_format.h"
#include "cli/print.h"
#include "config/load.h"
#include "stats/paired.h"

namespace ringside::cli {
namespace {

// Four names for one arm; what is attached is said beside the file.
constexpr std::string_view k_campaign = R"(# SPDX-License-Identifier: GPL-3.0-or-later
# Made by ringside probe-cost: the same arm with nothing, with empty programs and with the probes of two tiers attached.
[campaign]
name = "probe-cost"
question = "What do the probes themselves cost?"
[guest]
vcpus = 2
memory = "512MiB"
[[arm]]
name = "detached"
device = { num-queues = 2 }
[[arm]]
name = "empty"
device = { num-queues = 2 }
[[arm]]
name = "tier-0"
device = { num-queues = 2 }
[[arm]]
name = "tier-1"
device = { num-queues = 2 }
[fio]
ioengine = "io_uring"
iodepth = 32
iodepth_batch_submit = 16
iodepth_batch_complete_min = 16
runtime = "3s"
ramp_time = "1s"
[matrix]
rw = ["randread"]
bs = ["4k"]
[design]
blocks = 6
)";

const std::map<std::string, std::string> k_attached{{"empty", "empty"}, {"tier-0", "0"}, {"tier-1", "1"}};

// What people use otherwise, in the same guest. bpftrace brings a compiler, which takes room.
constexpr std::string_view k_tools = R"(
[[arm]]
name = "bpftrace"
device = { num-queues = 2 }
[[arm]]
name = "biolatency"
device = { num-queues = 2 }
)";
const std::map<std::string, std::string> k_tools_attached{{"bpftrace", "bpftrace"}, {"biolatency", "biolatency"}};

struct CostOptions {
  std::vector<std::string> overrides;
  std::string qemu = k_default_qemu;
  bool tools = false;
  ProgressKind progress = ProgressKind::automatic;
  OutputFormat format = OutputFormat::table;
};

// fio's own user and system time per I/O in nanoseconds, by arm and block.
using CpuTimes = std::map<std::string, std::map<BlockId, double>>;

Result<CpuTimes> cpu_times(const store::Store& store, CampaignRow campaign) {
  const auto arms = store.arms(campaign);
  if (!arms) return std::unexpected(arms.error());
  const auto measurements = store.measurements({.campaign = campaign, .status = MeasurementStatus::valid});
  if (!measurements) return std::unexpected(measurements.error());
  CpuTimes out;
  for (const Measurement& measurement : *measurements) {
    if (!measurement.fio || measurement.fio->directions.empty()) continue;
    const DirectionResult& sums = measurement.fio->directions.front();
    const auto arm = std::ranges::find(*arms, measurement.arm, &store::ArmRecord::id);
    if (sums.iops <= 0 || arm == arms->end()) continue;
    const double share = (measurement.fio->user_cpu_percent + measurement.fio->system_cpu_percent) / 100;
    out[arm->name][measurement.block] = share * 1e9 / sums.iops;
  }
  return out;
}

std::string cpu_line(const CpuTimes& times, const std::string& arm) {
  const auto base = times.find("detached");
  const auto probed = times.find(arm);
  if (base == times.end() || probed == times.end()) return arm + ": fio's CPU time per I/O is not known";
  std::vector<double> thetas;
  for (const auto& [block, value] : probed->second) {
    const auto before = base->second.find(block);
    if (before != base->second.end() && before->second > 0) thetas.push_back(std::log(value / before->second));
  }
  const auto test = stats::paired_t(thetas);
  if (!test) return fmt::format("{}: fio's CPU time per I/O: too few pairs ({})", arm, thetas.size());
  return fmt::format("{}: fio's CPU time per I/O x{:.3f} (95 % CI {:.3f}..{:.3f}, {} pairs)", arm,
                     std::exp(test->summary.mean), std::exp(test->interval.lower), std::exp(test->interval.upper),
                     thetas.size());
}

Result<int> show(CampaignRow campaign, const CostOptions& options, const Invocation& invocation) {
  const auto store = open_results(invocation.global);
  if (!store) return std::unexpected(store.error());
  const auto comparison = analysis::compare_campaign(*store, campaign, {.metrics = {"iops", "lat_p50", "lat_p99"}});
  if (!comparison) return std::unexpected(comparison.error());
  print_comparison(*comparison, options.format, true, invocation.console);
  const auto times = cpu_times(*store, campaign);
  if (!times) return std::unexpected(times.error());
  for (const auto& [arm, figures] : *times) {
    if (arm != "detached") invocation.console.remark(cpu_line(*times, arm));
  }
  return 0;
}

Result<int> probe_cost(const CostOptions& options, const Invocation& invocation) {
  std::string text(k_campaign);
  std::vector<std::string> overrides = options.overrides;
  if (options.tools) {
    text += k_tools;
    overrides.insert(overrides.begin(), "guest.memory=1536MiB");
  }
  auto campaign = config::parse(text, "probe-cost", overrides);
  if (!campaign) return std::unexpected(campaign.error());
  engine::RunRequest request;
  request.campaign = std::move(*campaign);
  request.database = database_path(invocation.global);
  request.qemu = options.qemu;
  request.attached = k_attached;
  if (options.tools) {
    request.attached.insert(k_tools_attached.begin(), k_tools_attached.end());
    request.tools = {"bpftrace", "biolatency"};
  }
  const auto outcome = Measuring(options.progress, invocation.console).run(std::move(request));
  if (!outcome) return std::unexpected(outcome.error());
  if (outcome->failure) return std::unexpected(*outcome->failure);
  if (outcome->interrupted) return fail(ErrorCode::interrupted, "interrupted; what was measured so far is stored");
  return show(outcome->campaign, options, invocation);
}

}  // namespace

Command add_probe_cost(CLI::App& root) {
  auto options = std::make_shared<CostOptions>();
  auto* command = root.add_subcommand("probe-cost", "What the probes themselves cost here");
  command->add_flag("--tools", options->tools,
                    "Also a bpftrace one-liner and biolatency (packages bpftrace and libbpf-tools)");
  add_overrides(*command, options->overrides);
  add_qemu(*command, options->qemu);
  add_progress(*command, options->progress);
  add_format(*command, options->format);
  command->footer(
      "Runs one arm with nothing attached, with empty programs, and with tiers 0 and 1, in balanced order within each\n"
      "boot, and stores it as campaign probe-cost. docs/probes.md says how to read it.\n"
      "Examples:\n"
      "  ringside probe-cost\n"
      "  ringside probe-cost --set guest.kernel=debian-6.1 --set design.blocks=10");
  return {command, [options](const Invocation& invocation) { return probe_cost(*options, invocation); }};
}

}  // namespace ringside::cli
