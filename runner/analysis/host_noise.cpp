// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/host_noise.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <set>
#include <utility>

#include "analysis/campaign_data.h"
#include "analysis/estimate.h"
#include "analysis/metric_comparison.h"
#include "stats/summary.h"

namespace ringside::analysis {
namespace {

constexpr int k_latest_campaigns = 20;
constexpr std::size_t k_fewest_pairs = 3;
constexpr double k_assumed_emulated = 0.10;
constexpr double k_assumed_kvm = 0.02;

// What two arms of one campaign say about a cell.
struct Observation {
  CampaignRow campaign;
  std::string cell;
  std::string kernel;
  stats::Pairing pairing = stats::Pairing::one_boot;
  int runs = 1;
  double df = 0;
  double variance = 0;           // of θ as measured
  std::optional<double> within;  // of one run's log; known where the boot held several runs, or holds both arms
  std::optional<double> between;
};

// The direction whose figures a metric without one means: that of a cell with a single one.
std::optional<Direction> direction_of(const CellData& cell, const Metric& metric) {
  if (metric.direction) return metric.direction;
  const auto directions = cell.directions();
  return directions.size() == 1 ? std::optional(directions.front()) : std::nullopt;
}

// Logs by boot and run.
std::vector<std::vector<double>> logs_of(const CellData& cell, Direction direction, const Metric& metric) {
  std::vector<std::vector<double>> logs;
  for (const std::vector<BlockFigures>& runs : cell.run_figures(direction)) {
    std::vector<double> of_boot;
    for (const BlockFigures& run : runs) {
      const auto value = run.value(metric);
      if (value && *value > 0) of_boot.push_back(std::log(*value));
    }
    if (!of_boot.empty()) logs.push_back(std::move(of_boot));
  }
  return logs;
}

stats::Pairing pairing_of(const CellData& baseline, const CellData& candidate) {
  for (const auto& [number, block] : baseline.valid) {
    const auto other = candidate.valid.find(number);
    if (other == candidate.valid.end()) continue;
    const bool shared = block.runs.front()->boot == other->second.runs.front()->boot;
    return shared ? stats::Pairing::one_boot : stats::Pairing::boot_per_arm;
  }
  return stats::Pairing::one_boot;
}

void add_components(Observation& observation, const CellData& baseline, Direction direction, const Metric& metric) {
  if (observation.runs > 1) {
    const auto components = stats::variance_components(logs_of(baseline, direction, metric));
    if (components) {
      observation.within = components->within_boot;
      observation.between = components->between_boots;
    }
  } else if (observation.pairing == stats::Pairing::one_boot) {
    // The boot's part cancels in the pair: what is left are two runs.
    observation.within = observation.variance / 2;
  }
}

std::optional<Observation> observe(const CampaignData& data, const ArmData& baseline, const ArmData& candidate,
                                   const store::CellRecord& cell, const Metric& metric) {
  const CellData& left = baseline.cell(cell.id);
  const CellData& right = candidate.cell(cell.id);
  const auto direction = direction_of(left, metric);
  if (!direction) return std::nullopt;
  const auto thetas = paired_thetas(metric, estimate_of(metric, left.figures(*direction)),
                                    estimate_of(metric, right.figures(*direction)));
  if (thetas.size() < k_fewest_pairs) return std::nullopt;
  std::vector<double> values;
  for (const auto& [block, theta] : thetas) values.push_back(theta);
  const auto summary = stats::summarise(values);
  if (!summary || summary->sd <= 0) return std::nullopt;
  Observation observation{data.campaign.id,
                          cell.key,
                          baseline.identity.kernel,
                          pairing_of(left, right),
                          data.campaign.runs,
                          summary->df(),
                          summary->sd * summary->sd,
                          {},
                          {}};
  add_components(observation, left, *direction, metric);
  return observation;
}

void observe_campaign(const CampaignData& data, const Metric& metric, std::vector<Observation>& out) {
  const auto named =
      std::ranges::find(data.arms, data.campaign.baseline, [](const ArmData& arm) { return arm.identity.arm; });
  if (named == data.arms.end()) return;
  for (const ArmData& arm : data.arms) {
    if (arm.id == named->id) continue;
    for (const store::CellRecord& cell : data.cells) {
      if (auto observation = observe(data, *named, arm, cell, metric)) out.push_back(*std::move(observation));
    }
  }
}

Result<std::vector<Observation>> observations(const store::Store& store, const NoiseQuestion& question) {
  const auto campaigns = store.campaigns();
  if (!campaigns) return std::unexpected(campaigns.error());
  std::vector<Observation> out;
  int taken = 0;
  for (const store::CampaignSummary& summary : *campaigns) {
    if (taken == k_latest_campaigns) break;
    if (summary.arms < 2 || summary.complete_blocks < static_cast<int>(k_fewest_pairs)) continue;
    if (!question.accelerator.empty() && summary.accelerator != question.accelerator) continue;
    const auto record = store.campaign(summary.id);
    if (!record) return std::unexpected(record.error());
    const auto host = store.environment(record->host);
    if (!host) return std::unexpected(host.error());
    if (host->identity != question.host_identity) continue;
    const auto data = load_campaign(store, summary.id);
    if (!data) return std::unexpected(data.error());
    observe_campaign(*data, question.metric, out);
    ++taken;
  }
  return out;
}

double variance_for(const Observation& observation, const NoiseQuestion& question) {
  if (observation.pairing == question.pairing && observation.runs == question.runs) return observation.variance;
  const bool needs_between = question.pairing == stats::Pairing::boot_per_arm;
  if (!observation.within || (needs_between && !observation.between)) return observation.variance;
  const double sd = stats::sd_of_theta(observation.between.value_or(0), *observation.within,
                                       static_cast<std::size_t>(question.runs), question.pairing);
  return sd * sd;
}

using Fits = std::function<bool(const Observation&)>;

std::optional<CellNoise> pooled(const std::vector<Observation>& all, const Fits& fits, const NoiseQuestion& question) {
  CellNoise noise;
  double squares = 0;
  double within = 0;
  double between = 0;
  double component_df = 0;
  std::set<CampaignRow> campaigns;
  for (const Observation& one : all) {
    if (!fits(one)) continue;
    squares += one.df * variance_for(one, question);
    noise.df += one.df;
    noise.other_design = noise.other_design || (one.pairing != question.pairing && !one.between);
    campaigns.insert(one.campaign);
    if (!one.within || !one.between) continue;
    within += one.df * *one.within;
    between += one.df * *one.between;
    component_df += one.df;
  }
  if (noise.df <= 0 || squares <= 0) return std::nullopt;
  noise.sd = std::sqrt(squares / noise.df);
  noise.campaigns = campaigns.size();
  if (component_df > 0) {
    noise.within_boot = within / component_df;
    noise.between_boots = between / component_df;
    const double total = *noise.within_boot + *noise.between_boots;
    if (total > 0) noise.intraclass_correlation = *noise.between_boots / total;
  }
  return noise;
}

CellNoise assumed(const std::string& cell, const NoiseQuestion& question) {
  CellNoise noise;
  noise.cell = cell;
  noise.sd = question.accelerator == "kvm" ? k_assumed_kvm : k_assumed_emulated;
  return noise;
}

CellNoise noise_of(const std::vector<Observation>& all, const std::string& cell, const NoiseQuestion& question) {
  const auto same_kernel = [&](const Observation& one) {
    return !question.kernel.empty() && one.kernel == question.kernel;
  };
  const std::array<std::pair<NoiseSource, Fits>, 4> tiers{{
      {NoiseSource::cell_and_kernel, [&](const Observation& one) { return one.cell == cell && same_kernel(one); }},
      {NoiseSource::cell, [&](const Observation& one) { return one.cell == cell; }},
      {NoiseSource::kernel, same_kernel},
      {NoiseSource::host, [](const Observation&) { return true; }},
  }};
  for (const auto& [source, fits] : tiers) {
    auto noise = pooled(all, fits, question);
    if (!noise) continue;
    noise->cell = cell;
    noise->source = source;
    return *std::move(noise);
  }
  return assumed(cell, question);
}

}  // namespace

std::string_view to_text(NoiseSource source) {
  switch (source) {
    case NoiseSource::cell_and_kernel:
      return "cell_and_kernel";
    case NoiseSource::cell:
      return "cell";
    case NoiseSource::kernel:
      return "kernel";
    case NoiseSource::host:
      return "host";
    case NoiseSource::assumed:
      break;
  }
  return "assumed";
}

Result<std::vector<CellNoise>> host_noise(const store::Store& store, const NoiseQuestion& question) {
  const auto all = observations(store, question);
  if (!all) return std::unexpected(all.error());
  std::vector<CellNoise> out;
  for (const std::string& cell : question.cells) out.push_back(noise_of(*all, cell, question));
  return out;
}

std::vector<CellNoise> assumed_noise(const NoiseQuestion& question) {
  std::vector<CellNoise> out;
  for (const std::string& cell : question.cells) out.push_back(assumed(cell, question));
  return out;
}

}  // namespace ringside::analysis
