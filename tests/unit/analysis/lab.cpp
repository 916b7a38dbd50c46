// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <stdexcept>

namespace ringside::analysis::test {
namespace {

WallTime at(std::int64_t milliseconds) {
  return WallTime(std::chrono::milliseconds(milliseconds));
}

const std::string& accelerator_of(const LabCampaign& campaign, std::size_t arm) {
  return campaign.accelerators[std::min(arm, campaign.accelerators.size() - 1)];
}

// In memory where there is such a place: every commit is flushed, and a busy disk makes that slow.
std::filesystem::path quick_folder() {
  const std::filesystem::path memory = "/dev/shm";
  return access(memory.c_str(), W_OK) == 0 ? memory : std::filesystem::temp_directory_path();
}

}  // namespace

Measurement measured(double iops, double lat_mean_ns) {
  DirectionResult sums;
  sums.ios = static_cast<std::uint64_t>(std::llround(iops));
  sums.bytes = sums.ios * 4096;
  sums.runtime = Nanoseconds{1'000'000'000};
  sums.iops = iops;
  sums.lat_mean_ns = lat_mean_ns;
  sums.lat_stddev_ns = lat_mean_ns / 10;
  sums.lat_count = sums.ios;
  Measurement measurement;
  measurement.fio = FioResult{};
  measurement.fio->version = "fio-3.33";
  measurement.fio->directions.push_back(sums);
  return measurement;
}

Histogram bins(const std::vector<std::pair<std::uint64_t, std::uint64_t>>& latency_and_count) {
  Histogram histogram;
  for (const auto& [latency, count] : latency_and_count) histogram.add(latency, count);
  return histogram;
}

Lab::Lab() {
  std::string name = (quick_folder() / "ringside-lab-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
  m_folder = name;
  m_store.emplace(store::Store::open(m_folder / "results.db").value());
}

Lab::~Lab() {
  m_store.reset();
  std::error_code ignored;
  std::filesystem::remove_all(m_folder, ignored);
}

CampaignRow Lab::add(const LabCampaign& campaign, const Measure& measure) {
  const store::StoredPlan plan = begin(campaign);
  for (int number = 1; number <= campaign.blocks; ++number) {
    add_block(campaign, plan, number, 1, store::BlockStatus::complete, measure);
  }
  m_store->finish_campaign(plan.campaign, store::CampaignStatus::finished, at(campaign.started + 1)).value();
  return plan.campaign;
}

store::StoredPlan Lab::begin(const LabCampaign& campaign) {
  store::Environment host;
  host.uuid = Uuid::random();
  host.identity = campaign.host;
  host.name = "testhost";
  store::NewCampaign row;
  row.name = campaign.name;
  row.baseline = campaign.arms.front();
  row.accelerator = campaign.accelerators.front();
  row.fio = campaign.fio;
  row.blocks = campaign.blocks;
  row.runs = campaign.runs;
  row.started = at(campaign.started);
  row.host = m_store->add_environment(host).value();
  row.margins = campaign.margins;
  for (const std::string& name : campaign.arms) row.arms.push_back({.name = name, .sha256 = "sha of " + name});
  for (const std::string& rw : campaign.cells) row.cells.push_back(Cell{{{"rw", rw}}});
  return m_store->begin_campaign(row).value();
}

void Lab::add_block(const LabCampaign& campaign, const store::StoredPlan& plan, int number, int attempt,
                    store::BlockStatus status, const Measure& measure) {
  store::BlockRecord record;
  record.number = number;
  record.attempt = attempt;
  const BlockId block = m_store->begin_block(plan.campaign, record).value();
  std::map<std::string, BootId> boots;
  std::vector<Measurement> rows;
  for (std::size_t arm = 0; arm < plan.arms.size(); ++arm) {
    const std::string& accelerator = accelerator_of(campaign, arm);
    if (!boots.contains(accelerator)) {
      boots.emplace(accelerator, m_store->begin_boot(block, {{}, accelerator, at(1)}).value());
    }
    for (std::size_t cell = 0; cell < plan.cells.size(); ++cell) {
      for (int run = 1; run <= campaign.runs; ++run) {
        Measurement measurement = measure({arm, cell, number, run});
        measurement.block = block;
        measurement.boot = boots.at(accelerator);
        measurement.arm = plan.arms[arm];
        measurement.cell = plan.cells[cell];
        measurement.attempt = attempt;
        measurement.run = run;
        rows.push_back(std::move(measurement));
      }
    }
  }
  if (m_reverse_order) std::ranges::reverse(rows);
  m_store->insert_measurements(rows).value();
  for (const auto& [accelerator, boot] : boots) {
    store::BootEnd end;
    end.kernel_release = "6.12.117";
    m_store->end_boot(boot, end).value();
  }
  m_store->end_block(block, status, "", at(2)).value();
}

store::Store::ArmAddress Lab::arm(CampaignRow campaign, std::string_view name) const {
  const auto arms = m_store->arms(campaign).value();
  const auto found = std::ranges::find(arms, name, &store::ArmRecord::name);
  if (found == arms.end()) throw std::runtime_error("no such arm");
  return {campaign, found->id};
}

const MetricComparison& metric_of(const Comparison& comparison, std::string_view metric, std::size_t cell) {
  for (const MetricComparison& found : comparison.candidates.at(0).cells.at(cell).metrics) {
    if (found.metric.name() == metric) return found;
  }
  throw std::runtime_error("no such metric");
}

}  // namespace ringside::analysis::test
