// SPDX-License-Identifier: GPL-3.0-or-later
#include "sample.h"

#include <cstdlib>
#include <stdexcept>
#include <utility>

namespace ringside::store::test {

TemporaryFolder::TemporaryFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "ringside-store-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
  m_path = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(m_path, ignored);
}

WallTime at(std::int64_t milliseconds) {
  return WallTime(std::chrono::milliseconds(milliseconds));
}

Environment sample_host() {
  Environment host;
  host.uuid = Uuid::random();
  host.identity = "machine-1";
  host.name = "testhost";
  host.recorded = at(500);
  host.facts = {{"kernel", "6.1.0-57-amd64"}, {"qemu.version", "7.2.0"}, {"empty", ""}};
  return host;
}

NewCampaign sample_campaign(EnvironmentId host, std::string name) {
  NewCampaign campaign;
  campaign.name = std::move(name);
  campaign.question = "Do poll queues help?";
  campaign.toml = "[campaign]\nname = \"poll-split\"\n";
  campaign.baseline = "irq";
  campaign.accelerator = "tcg,thread=multi";
  campaign.ringside_version = "0.1.0";
  campaign.fio = {{"ioengine", std::string("io_uring")}, {"iodepth_batch_submit", std::int64_t{16}}};
  campaign.seed = 0xfedcba9876543210;
  campaign.blocks = 2;
  campaign.runs = 1;
  campaign.started = at(1'000);
  campaign.host = host;
  campaign.arms = {
      {.id = {}, .name = "irq", .specification = "driver: in-tree\n", .sha256 = "aa", .build_id = ""},
      {.id = {}, .name = "poll-2", .specification = "driver: reference\n", .sha256 = "bb", .build_id = ""}};
  campaign.cells = {Cell{{{"bs", std::string("4k")}, {"numjobs", std::int64_t{1}}}},
                    Cell{{{"bs", std::string("4k")}, {"numjobs", std::int64_t{2}}}}};
  campaign.margins = {{"*", "iops", Fraction{0.05}}, {"bs=512*", "lat_p99", Fraction{0.2}}};
  return campaign;
}

Measurement sample_measurement() {
  Measurement measurement;
  measurement.reason = "polled failed";
  measurement.status = MeasurementStatus::invalid;
  measurement.started = at(2'345);
  measurement.duration = Nanoseconds{3'400'000'123};
  FioResult fio;
  fio.version = "fio-3.33";
  fio.user_cpu_percent = 12.5;
  fio.system_cpu_percent = 33.25;
  fio.context_switches = 4'711;
  fio.iops_samples = {1000, 1010.5, 990};
  Histogram latency;
  latency.add(12'345, 7);
  latency.add(99'000'000, 2);
  fio.directions = {
      {Direction::read, 9, 36'864, Nanoseconds{1'000'000'000}, 9.25, 1e5, 2e4, 10, 900, 99'000'000, latency, true},
      {Direction::write, 3, 12'288, Nanoseconds{1'000'000'000}, 3.5, 2e5, 3e4, 3, 901, 98'000'000, std::nullopt,
       false}};
  measurement.fio = fio;
  measurement.fio_json = "{\"fio version\": \"fio-3.33\"}";
  measurement.disks = {{"vda", QueueSplit{2, 0, 2}, std::nullopt, "none", 4'000, 12},
                       {"vdb", std::nullopt, QueueSplit{4, 1, 3}, "mq-deadline", 5, 6}};
  measurement.checks = {{"polled", CheckOutcome::failed, "3990 of 4000 completions by interrupt"},
                        {"split", CheckOutcome::passed, "2/0/2"},
                        {"polled", CheckOutcome::unknown, "vdb said nothing"}};
  measurement.warnings = {"taints kernel", "second"};
  return measurement;
}

StoreTest::StoreTest() : m_store(Store::open(m_folder / "results.db").value()) {}

StoredPlan StoreTest::begin(std::string name, std::int64_t started) {
  const EnvironmentId host = m_store.add_environment(sample_host()).value();
  NewCampaign campaign = sample_campaign(host, std::move(name));
  campaign.started = at(started);
  return m_store.begin_campaign(campaign).value();
}

BlockId StoreTest::begin_block(CampaignRow campaign, int number, int attempt) {
  BlockRecord block;
  block.number = number;
  block.attempt = attempt;
  block.arm_order = {"poll-2", "irq"};
  block.cell_order = {"bs=4k numjobs=2", "bs=4k numjobs=1"};
  block.started = at(2'000);
  return m_store.begin_block(campaign, block).value();
}

Measurement StoreTest::measurement_of(const StoredPlan& plan, BlockId block, BootId boot, std::size_t arm,
                                      std::size_t cell) {
  Measurement measurement = sample_measurement();
  measurement.block = block;
  measurement.boot = boot;
  measurement.arm = plan.arms.at(arm);
  measurement.cell = plan.cells.at(cell);
  return measurement;
}

void StoreTest::measure_all(const StoredPlan& plan, BlockId block) {
  const BootId boot = m_store.begin_boot(block, {{"qemu"}, "tcg,thread=multi", at(2'100)}).value();
  for (std::size_t arm = 0; arm < plan.arms.size(); ++arm) {
    for (std::size_t cell = 0; cell < plan.cells.size(); ++cell) {
      Measurement measurement = measurement_of(plan, block, boot, arm, cell);
      measurement.status = MeasurementStatus::valid;
      ASSERT_TRUE(m_store.insert_measurement(measurement).has_value());
    }
  }
}

}  // namespace ringside::store::test
