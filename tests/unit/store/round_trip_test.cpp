// SPDX-License-Identifier: GPL-3.0-or-later
// What is stored is read back, and what does not belong together is refused.
#include <gmock/gmock.h>

#include "sample.h"

namespace ringside::store::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class RoundTrip : public StoreTest {};

TEST_F(RoundTrip, environment_keeps_all_facts) {
  const Environment host = sample_host();
  const auto id = m_store.add_environment(host);
  ASSERT_TRUE(id);
  const auto read = m_store.environment(*id);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->uuid, host.uuid);
  EXPECT_EQ(read->kind, EnvironmentKind::host);
  EXPECT_EQ(read->identity, host.identity);
  EXPECT_EQ(read->name, host.name);
  EXPECT_EQ(read->recorded, host.recorded);
  EXPECT_EQ(read->facts, host.facts);
}

TEST_F(RoundTrip, the_same_environment_is_stored_once_and_a_changed_one_again) {
  const auto first = m_store.add_environment(sample_host());
  EXPECT_EQ(m_store.add_environment(sample_host()).value(), first.value());
  Environment changed = sample_host();
  changed.facts["cpu.governor"] = "powersave";
  EXPECT_NE(m_store.add_environment(changed).value(), first.value());
}

TEST_F(RoundTrip, campaign_keeps_everything) {
  const EnvironmentId host = m_store.add_environment(sample_host()).value();
  NewCampaign given = sample_campaign(host);
  given.tag = "v1";
  const StoredPlan plan = m_store.begin_campaign(given).value();
  const auto read = m_store.campaign(plan.campaign);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->uuid, given.uuid);
  EXPECT_EQ(read->name, given.name);
  EXPECT_EQ(read->question, given.question);
  EXPECT_EQ(read->toml, given.toml);
  EXPECT_EQ(read->tag, "v1");
  EXPECT_EQ(read->baseline, "irq");
  EXPECT_EQ(read->accelerator, given.accelerator);
  EXPECT_EQ(read->ringside_version, given.ringside_version);
  EXPECT_EQ(read->fio, given.fio);
  EXPECT_EQ(read->status, CampaignStatus::running);
  EXPECT_EQ(read->seed, given.seed);
  EXPECT_EQ(read->blocks, 2);
  EXPECT_EQ(read->runs, 1);
  EXPECT_EQ(read->started, given.started);
  EXPECT_FALSE(read->ended);
  EXPECT_EQ(read->host, host);
  ASSERT_EQ(read->margins.size(), 2U);
  EXPECT_EQ(read->margins[1].cell, "bs=512*");
  EXPECT_EQ(read->margins[1].metric, "lat_p99");
  EXPECT_EQ(read->margins[1].margin, Fraction{0.2});
}

TEST_F(RoundTrip, facts_of_an_arm_are_replaced_as_a_whole) {
  const StoredPlan plan = begin();
  ASSERT_TRUE(m_store.set_arm_facts(plan.arms[1], {{"driver.name", "virtio_blk"}, {"param.poll_queues", "2"}}));
  ASSERT_TRUE(m_store.set_arm_facts(plan.arms[1], {{"param.poll_queues", "1"}}));
  const auto arms = m_store.arms(plan.campaign);
  EXPECT_TRUE((*arms)[0].facts.empty());
  EXPECT_EQ((*arms)[1].facts, (std::map<std::string, std::string>{{"param.poll_queues", "1"}}));
}

TEST_F(RoundTrip, finishing_and_tagging_change_the_campaign) {
  const StoredPlan plan = begin();
  ASSERT_TRUE(m_store.finish_campaign(plan.campaign, CampaignStatus::finished, at(9'000)));
  ASSERT_TRUE(m_store.set_tag(plan.campaign, "baseline"));
  const auto read = m_store.campaign(plan.campaign);
  EXPECT_EQ(read->status, CampaignStatus::finished);
  EXPECT_EQ(read->ended, at(9'000));
  EXPECT_EQ(read->tag, "baseline");
}

TEST_F(RoundTrip, arms_and_cells_come_in_the_files_order) {
  const StoredPlan plan = begin();
  ASSERT_TRUE(m_store.set_arm_driver(plan.arms[1], "deadbeef", "cc"));
  const auto arms = m_store.arms(plan.campaign);
  ASSERT_EQ(arms->size(), 2U);
  EXPECT_EQ((*arms)[0].name, "irq");
  EXPECT_EQ((*arms)[1].name, "poll-2");
  EXPECT_EQ((*arms)[1].id, plan.arms[1]);
  EXPECT_EQ((*arms)[1].build_id, "deadbeef");
  EXPECT_EQ((*arms)[1].sha256, "cc");
  EXPECT_TRUE((*arms)[1].facts.empty());
  EXPECT_EQ((*arms)[1].specification, "driver: reference\n");
  const auto cells = m_store.cells(plan.campaign);
  ASSERT_EQ(cells->size(), 2U);
  EXPECT_EQ((*cells)[0].key, "bs=4k numjobs=1");
  EXPECT_EQ((*cells)[1].id, plan.cells[1]);
  EXPECT_EQ((*cells)[1].cell.options.at("numjobs"), OptionValue(std::int64_t{2}));
}

TEST_F(RoundTrip, cells_are_shared_by_campaigns) {
  const StoredPlan first = begin();
  const StoredPlan second = begin();
  EXPECT_EQ(first.cells, second.cells);
  EXPECT_NE(first.arms, second.arms);
}

TEST_F(RoundTrip, block_and_boot_keep_everything) {
  const StoredPlan plan = begin();
  const BlockId block = begin_block(plan.campaign, 2, 3);
  const BootId boot = m_store.begin_boot(block, {{"qemu", "-M", "q35"}, "kvm", at(2'100)}).value();
  const EnvironmentId guest = m_store.add_environment(sample_host()).value();
  ASSERT_TRUE(m_store.end_boot(boot, {BootStatus::failed, Nanoseconds{5'200'000'000}, "6.12.117", guest, "panic",
                                      std::string("line\n\0binary", 12), at(3'000)}));
  ASSERT_TRUE(m_store.end_block(block, BlockStatus::failed, "guest died", at(3'100)));

  const auto blocks = m_store.blocks(plan.campaign);
  ASSERT_EQ(blocks->size(), 1U);
  const BlockRecord& read = blocks->front();
  EXPECT_EQ(read.number, 2);
  EXPECT_EQ(read.attempt, 3);
  EXPECT_EQ(read.status, BlockStatus::failed);
  EXPECT_EQ(read.reason, "guest died");
  EXPECT_THAT(read.arm_order, ElementsAre("poll-2", "irq"));
  EXPECT_THAT(read.cell_order, ElementsAre("bs=4k numjobs=2", "bs=4k numjobs=1"));
  EXPECT_EQ(read.started, at(2'000));
  EXPECT_EQ(read.ended, at(3'100));

  const auto found = m_store.boot(boot);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->block, block);
  EXPECT_EQ(found->number, 1);
  EXPECT_EQ(found->status, BootStatus::failed);
  EXPECT_EQ(found->accelerator, "kvm");
  EXPECT_EQ(found->kernel_release, "6.12.117");
  EXPECT_EQ(found->boot_time, Nanoseconds{5'200'000'000});
  EXPECT_EQ(found->guest, guest);
  EXPECT_EQ(found->incident, "panic");
  EXPECT_THAT(found->argv, ElementsAre("qemu", "-M", "q35"));
  EXPECT_EQ(found->console, std::string("line\n\0binary", 12));
  const auto list = m_store.boots(plan.campaign);
  ASSERT_EQ(list->size(), 1U);
  EXPECT_EQ(list->front().id, boot);
  EXPECT_TRUE(list->front().console.empty());
}

TEST_F(RoundTrip, boots_of_a_block_are_numbered) {
  const StoredPlan plan = begin();
  const BlockId block = begin_block(plan.campaign, 1);
  EXPECT_TRUE(m_store.begin_boot(block, {{}, "kvm", at(1)}));
  const BootId second = m_store.begin_boot(block, {{}, "kvm", at(2)}).value();
  EXPECT_EQ(m_store.boot(second)->number, 2);
  EXPECT_EQ(m_store.boot(second)->guest, EnvironmentId{});
}

void expect_same(const DirectionResult& a, const DirectionResult& b) {
  EXPECT_EQ(a.direction, b.direction);
  EXPECT_EQ(a.ios, b.ios);
  EXPECT_EQ(a.bytes, b.bytes);
  EXPECT_EQ(a.runtime, b.runtime);
  EXPECT_EQ(a.iops, b.iops);
  EXPECT_EQ(a.lat_mean_ns, b.lat_mean_ns);
  EXPECT_EQ(a.lat_stddev_ns, b.lat_stddev_ns);
  EXPECT_EQ(a.lat_count, b.lat_count);
  EXPECT_EQ(a.lat_min_ns, b.lat_min_ns);
  EXPECT_EQ(a.lat_max_ns, b.lat_max_ns);
  EXPECT_EQ(a.latency, b.latency);
  EXPECT_EQ(a.latency_is_completion, b.latency_is_completion);
}

TEST_F(RoundTrip, measurement_keeps_everything) {
  const StoredPlan plan = begin();
  const BlockId block = begin_block(plan.campaign, 1, 2);
  const BootId boot = m_store.begin_boot(block, {{}, "kvm", at(1)}).value();
  Measurement given = measurement_of(plan, block, boot, 1, 1);
  given.attempt = 2;
  given.run = 4;
  given.probed = true;
  const auto id = m_store.insert_measurement(given);
  ASSERT_TRUE(id) << id.error().text();
  const auto read = m_store.measurement(*id);
  ASSERT_TRUE(read) << read.error().text();
  EXPECT_EQ(read->id, *id);
  EXPECT_EQ(read->block, given.block);
  EXPECT_EQ(read->boot, given.boot);
  EXPECT_EQ(read->arm, given.arm);
  EXPECT_EQ(read->cell, given.cell);
  EXPECT_EQ(read->attempt, 2);
  EXPECT_EQ(read->run, 4);
  EXPECT_TRUE(read->probed);
  EXPECT_EQ(read->status, given.status);
  EXPECT_EQ(read->reason, given.reason);
  EXPECT_EQ(read->started, given.started);
  EXPECT_EQ(read->duration, given.duration);
  ASSERT_TRUE(read->fio);
  EXPECT_EQ(read->fio->version, given.fio->version);
  EXPECT_EQ(read->fio->user_cpu_percent, given.fio->user_cpu_percent);
  EXPECT_EQ(read->fio->system_cpu_percent, given.fio->system_cpu_percent);
  EXPECT_EQ(read->fio->context_switches, given.fio->context_switches);
  EXPECT_EQ(read->fio->iops_samples, given.fio->iops_samples);
  ASSERT_EQ(read->fio->directions.size(), 2U);
  expect_same(read->fio->directions[0], given.fio->directions[0]);
  expect_same(read->fio->directions[1], given.fio->directions[1]);
  EXPECT_EQ(read->fio_json, given.fio_json);
  EXPECT_EQ(read->warnings, given.warnings);
  ASSERT_EQ(read->checks.size(), 3U);
  EXPECT_EQ(read->checks[0].id, "polled");
  EXPECT_EQ(read->checks[0].outcome, CheckOutcome::failed);
  EXPECT_EQ(read->checks[1].outcome, CheckOutcome::passed);
  EXPECT_EQ(read->checks[2].outcome, CheckOutcome::unknown);
  EXPECT_EQ(read->checks[2].evidence, "vdb said nothing");
  ASSERT_EQ(read->disks.size(), 2U);
  EXPECT_EQ(read->disks[0].disk, "vda");
  EXPECT_EQ(read->disks[0].log_line, (QueueSplit{2, 0, 2}));
  EXPECT_FALSE(read->disks[0].hctx);
  EXPECT_EQ(read->disks[1].hctx, (QueueSplit{4, 1, 3}));
  EXPECT_EQ(read->disks[1].scheduler, "mq-deadline");
  EXPECT_EQ(read->disks[0].completed, 4'000U);
  EXPECT_EQ(read->disks[0].interrupts, 12U);
}

TEST_F(RoundTrip, a_measurement_without_any_result_is_kept) {
  const StoredPlan plan = begin();
  const BlockId block = begin_block(plan.campaign, 1);
  Measurement given;
  given.block = block;
  given.boot = m_store.begin_boot(block, {{}, "kvm", at(1)}).value();
  given.arm = plan.arms[0];
  given.cell = plan.cells[0];
  given.status = MeasurementStatus::invalid;
  given.reason = "fio timed out";
  const auto id = m_store.insert_measurement(given);
  ASSERT_TRUE(id);
  const auto read = m_store.measurement(*id);
  ASSERT_TRUE(read);
  EXPECT_FALSE(read->fio);
  EXPECT_TRUE(read->fio_json.empty());
}

TEST_F(RoundTrip, light_rows_have_sums_and_checks_but_no_bins) {
  const StoredPlan plan = begin();
  measure_all(plan, begin_block(plan.campaign, 1));
  const auto light = m_store.measurements({.campaign = plan.campaign});
  ASSERT_EQ(light->size(), 4U);
  EXPECT_EQ(light->front().fio->directions[0].ios, 9U);
  EXPECT_FALSE(light->front().fio->directions[0].latency);
  EXPECT_EQ(light->front().checks.size(), 3U);
  EXPECT_TRUE(light->front().disks.empty());
  EXPECT_TRUE(light->front().fio_json.empty());
  const auto full = m_store.measurements({.campaign = plan.campaign}, {.latency = true});
  EXPECT_TRUE(full->front().fio->directions[0].latency);
}

TEST_F(RoundTrip, filters_choose_arm_cell_block_and_status) {
  const StoredPlan plan = begin();
  const StoredPlan other = begin("other");
  const BlockId first = begin_block(plan.campaign, 1);
  measure_all(plan, first);
  measure_all(plan, begin_block(plan.campaign, 2));
  measure_all(other, begin_block(other.campaign, 1));
  const auto count = [&](const MeasurementFilter& filter) { return m_store.measurements(filter)->size(); };
  EXPECT_EQ(count({.campaign = plan.campaign}), 8U);
  EXPECT_EQ(count({.campaign = plan.campaign, .arm = plan.arms[0]}), 4U);
  EXPECT_EQ(count({.campaign = plan.campaign, .arm = plan.arms[0], .cell = plan.cells[1]}), 2U);
  EXPECT_EQ(count({.cell = plan.cells[1]}), 6U) << "the history of a cell over campaigns";
  EXPECT_EQ(count({.block = first}), 4U);
  EXPECT_EQ(count({.campaign = plan.campaign, .status = MeasurementStatus::invalid}), 0U);
  EXPECT_EQ(m_store.measurements({}).error().code, ErrorCode::usage);
}

TEST_F(RoundTrip, the_history_of_a_cell_has_what_counts_in_all_campaigns) {
  const StoredPlan newer = begin("b", 2'000);
  const StoredPlan older = begin("a", 1'000);
  for (const StoredPlan* plan : {&newer, &older}) {
    const BlockId complete = begin_block(plan->campaign, 1);
    measure_all(*plan, complete);
    const BootId boot = m_store.begin_boot(complete, {{}, "kvm", at(1)}).value();
    Measurement probed = measurement_of(*plan, complete, boot, 0, 0);
    probed.status = MeasurementStatus::valid;
    probed.probed = true;
    Measurement invalid = measurement_of(*plan, complete, boot, 0, 0);
    invalid.run = 2;
    ASSERT_TRUE(m_store.insert_measurements(std::vector{probed, invalid}));
    ASSERT_TRUE(m_store.end_block(complete, BlockStatus::complete, "", at(1)));
    const BlockId failed = begin_block(plan->campaign, 2);
    measure_all(*plan, failed);
    ASSERT_TRUE(m_store.end_block(failed, BlockStatus::failed, "panic", at(1)));
  }
  const auto history = m_store.cell_history(older.cells[0]);
  ASSERT_TRUE(history) << history.error().text();
  ASSERT_EQ(history->size(), 2U);
  EXPECT_EQ(history->front().id, older.campaign);
  EXPECT_EQ(history->back().id, newer.campaign);
  EXPECT_EQ(history->front().name, m_store.campaign(older.campaign)->name);
  ASSERT_EQ(history->front().arms.size(), 2U);
  EXPECT_EQ(history->front().arms[0].id, older.arms[0]);
  // Two arms, one block, two directions.
  const std::vector<HistoryRow>& rows = history->front().rows;
  ASSERT_EQ(rows.size(), 4U);
  EXPECT_EQ(rows[0].arm, older.arms[0]);
  EXPECT_EQ(rows[0].block, 1);
  EXPECT_EQ(rows[0].sums.direction, Direction::read);
  EXPECT_EQ(rows[0].sums.ios, 9U);
  EXPECT_EQ(rows[1].sums.direction, Direction::write);
  EXPECT_EQ(rows[2].arm, older.arms[1]);
}

TEST_F(RoundTrip, several_measurements_are_stored_together_or_not_at_all) {
  const StoredPlan plan = begin();
  const BlockId block = begin_block(plan.campaign, 1);
  const BootId boot = m_store.begin_boot(block, {{}, "kvm", at(1)}).value();
  const Measurement good = measurement_of(plan, block, boot, 0, 0);
  const std::vector<Measurement> with_repetition{good, measurement_of(plan, block, boot, 0, 1), good};
  const auto refused = m_store.insert_measurements(with_repetition);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::usage);
  EXPECT_TRUE(m_store.measurements({.campaign = plan.campaign})->empty());
  EXPECT_TRUE(m_store.insert_measurement(good)) << "a refusal leaves the store usable";
}

TEST_F(RoundTrip, what_does_not_belong_together_is_refused) {
  const StoredPlan plan = begin();
  const StoredPlan other = begin("other");
  const BlockId block = begin_block(plan.campaign, 1);
  const BlockId other_block = begin_block(other.campaign, 1);
  const BootId boot = m_store.begin_boot(block, {{}, "kvm", at(1)}).value();
  const Measurement good = measurement_of(plan, block, boot, 0, 0);
  const auto refused = [&](auto change) {
    Measurement bad = good;
    change(bad);
    const auto result = m_store.insert_measurement(bad);
    return !result && result.error().code == ErrorCode::usage;
  };
  EXPECT_TRUE(refused([&](Measurement& bad) { bad.arm = other.arms[0]; }));
  EXPECT_TRUE(refused([&](Measurement& bad) { bad.block = other_block; }));
  EXPECT_TRUE(refused([&](Measurement& bad) { bad.cell = CellId{999}; }));
  EXPECT_TRUE(refused([&](Measurement& bad) { bad.boot = BootId{999}; }));
  EXPECT_TRUE(refused([&](Measurement& bad) { bad.attempt = 2; }));
  EXPECT_TRUE(m_store.insert_measurement(good));
}

TEST_F(RoundTrip, repeated_names_and_ids_are_refused) {
  const EnvironmentId host = m_store.add_environment(sample_host()).value();
  NewCampaign campaign = sample_campaign(host);
  ASSERT_TRUE(m_store.begin_campaign(campaign));
  EXPECT_EQ(m_store.begin_campaign(campaign).error().code, ErrorCode::usage) << "the same UUID";
  campaign.uuid = Uuid::random();
  campaign.arms[1].name = "irq";
  EXPECT_EQ(m_store.begin_campaign(campaign).error().code, ErrorCode::usage) << "an arm twice";
  EXPECT_EQ(m_store.campaigns()->size(), 1U) << "nothing of the refused campaign stays";
}

TEST_F(RoundTrip, what_is_not_there_is_not_found) {
  EXPECT_EQ(m_store.campaign(CampaignRow{7}).error().code, ErrorCode::not_found);
  EXPECT_EQ(m_store.boot(BootId{7}).error().code, ErrorCode::not_found);
  EXPECT_EQ(m_store.measurement(MeasurementId{7}).error().code, ErrorCode::not_found);
  EXPECT_EQ(m_store.environment(EnvironmentId{7}).error().code, ErrorCode::not_found);
  EXPECT_EQ(m_store.end_block(BlockId{7}, BlockStatus::failed, "", at(1)).error().code, ErrorCode::not_found);
  EXPECT_EQ(m_store.finish_campaign(CampaignRow{7}, CampaignStatus::failed, at(1)).error().code, ErrorCode::not_found);
  EXPECT_EQ(m_store.resume_campaign(CampaignRow{7}).error().code, ErrorCode::not_found);
}

}  // namespace
}  // namespace ringside::store::test
