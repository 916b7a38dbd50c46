// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/load.h"

#include <gmock/gmock.h>

#include <filesystem>

#include "campaign_text.h"
#include "core/cell.h"

namespace ringside::config {
namespace {

using testing::ElementsAre;

TEST(QuickCampaign, is_what_the_readme_says) {
  const auto campaign = load(RINGSIDE_SOURCE_DIR "/campaigns/quick.toml");
  ASSERT_TRUE(campaign) << campaign.error().text();
  ASSERT_EQ(campaign->arms.size(), 3U);
  EXPECT_EQ(campaign->arms[0].name, "irq");
  EXPECT_EQ(campaign->arms[1].name, "poll-2");
  EXPECT_EQ(campaign->arms[2].name, "irq-2q");
  EXPECT_EQ(to_text(campaign->arms[1].params), "poll_queues=2");
  EXPECT_EQ(to_text(campaign->arms[1].fio), "hipri=1");
  EXPECT_THAT(campaign->arms[1].expect, ElementsAre("polled"));
  EXPECT_EQ(to_text(campaign->arms[2].device), "num-queues=2");
  EXPECT_EQ(campaign->arms[0].guest.kernel, "debian-6.12");
  EXPECT_TRUE(campaign->arms[0].shares_boot_with(campaign->arms[2]));
  EXPECT_EQ(campaign->design.blocks, 6);
  EXPECT_EQ(cells_of(campaign->matrix).size(), 2U);
  EXPECT_EQ(campaign->baseline().name, "irq");
}

TEST(EveryCampaign, in_the_tree_is_sound) {
  int count = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(RINGSIDE_SOURCE_DIR "/campaigns")) {
    if (entry.path().extension() != ".toml") continue;
    ++count;
    const auto campaign = load(entry.path());
    EXPECT_TRUE(campaign) << campaign.error().text();
  }
  EXPECT_GT(count, 0);
}

TEST(Campaign, defaults_are_those_of_the_page) {
  const Campaign campaign = sound("[campaign]\nname = \"a\"\n[[arm]]\nname = \"b\"\n[matrix]\nruntime = [\"1s\"]\n");
  const Arm& arm = campaign.arms.at(0);
  EXPECT_EQ(arm.driver.kind, DriverKind::in_tree);
  EXPECT_EQ(arm.guest, Guest{});
  EXPECT_EQ(arm.machine, MachineOptions{});
  EXPECT_EQ(arm.backend, Backend{});
  EXPECT_EQ(arm.topology, Topology{});
  EXPECT_EQ(campaign.design.blocks, 10);
  EXPECT_EQ(campaign.design.runs, 1);
  EXPECT_EQ(campaign.design.seed, 1U);
  EXPECT_EQ(campaign.probes, ProbeTier::none);
  EXPECT_EQ(campaign.gate.baseline, "b");
}

constexpr std::string_view k_every_key = R"([campaign]
name = "all.keys"
question = "why?"
[guest]
kernel = "boot/bzImage"
modules = "boot/lib/modules/6.13"
vcpus = 2
max_vcpus = 16
memory = "512MiB"
cmdline = "nokaslr quiet"
[machine]
accel = "kvm"
tcg_threads = "multi"
transport = "pci"
iothread = "per-disk"
pin = "none"
control = "isa-serial"
[backend]
driver = "file"
size = "2GiB"
path = "disk.raw"
aio = "native"
cache = "none"
[[arm]]
name = "own"
driver = "build/x.ko"
params = { anything = "goes", n = 1 }
device = { num-queues = 2, event_idx = false, queue-size = 256 }
fio = { hipri = true }
expect = ["split", "dm_polled"]
[arm.guest]
vcpus = 8
[arm.machine]
iothread = "none"
[arm.backend]
driver = "null-co"
latency-ns = 1000
[arm.topology]
kind = "dm-stripe"
disks = 3
chunk = "64KiB"
scheduler = "mq-deadline"
[[arm]]
name = "other"
driver = "reference"
[topology]
kind = "dm-linear"
[fio]
ioengine = "io_uring"
runtime = 5
ramp_time = "500ms"
[matrix]
rw = "randrw"
iodepth = [1, 64]
bs = ["512", "4k"]
[design]
blocks = 4
runs = 3
seed = 99
[probes]
tier = 1
[gate]
baseline = "other"
margin = { iops = "5%", read.lat_p99 = "10%", "write.lat_mean" = "2.5%" }
[[gate.rule]]
cell = "*rw=randrw*"
margin = { iops = "20%" }
)";

TEST(Campaign, every_key_arrives) {
  const Campaign campaign = sound(k_every_key);
  EXPECT_EQ(campaign.name, "all.keys");
  EXPECT_EQ(campaign.question, "why?");
  EXPECT_EQ(campaign.design.runs, 3);
  EXPECT_EQ(campaign.design.seed, 99U);
  EXPECT_EQ(campaign.probes, ProbeTier::histograms);
  EXPECT_EQ(to_text(campaign.fio), "ioengine=io_uring ramp_time=500ms runtime=5");
  EXPECT_EQ(campaign.gate.baseline, "other");
  EXPECT_DOUBLE_EQ(campaign.gate.margin.at("read.lat_p99").value, 0.10);
  EXPECT_DOUBLE_EQ(campaign.gate.margin.at("write.lat_mean").value, 0.025);
  ASSERT_EQ(campaign.gate.rules.size(), 1U);
  EXPECT_EQ(campaign.gate.rules[0].cell, "*rw=randrw*");
  EXPECT_DOUBLE_EQ(campaign.gate.rules[0].margin.at("iops").value, 0.20);
}

TEST(Campaign, paths_start_at_the_files_folder) {
  const Campaign campaign = sound(k_every_key);
  EXPECT_EQ(campaign.arms[1].guest.kernel_path, "/campaigns/boot/bzImage");
  EXPECT_EQ(campaign.arms[1].guest.modules_path, "/campaigns/boot/lib/modules/6.13");
  EXPECT_EQ(campaign.arms[1].guest.kernel, "");
  EXPECT_EQ(to_text(campaign.arms[1].backend.options), "aio=native cache=none path=/campaigns/disk.raw");
  EXPECT_EQ(campaign.arms[0].driver.path, "/campaigns/build/x.ko");
}

TEST(Arm, tables_are_laid_over_the_campaigns) {
  const Campaign campaign = sound(k_every_key);
  const Arm& own = campaign.arms[0];
  EXPECT_EQ(own.guest.vcpus, 8);
  EXPECT_EQ(own.guest.cmdline, "nokaslr quiet");
  EXPECT_EQ(own.machine.iothread, IoThreads::none);
  EXPECT_EQ(own.machine.accel, Accel::kvm);
  EXPECT_EQ(own.topology.kind, TopologyKind::dm_stripe);
  EXPECT_EQ(own.topology.chunk, Bytes{65536});
  EXPECT_EQ(own.topology.scheduler, "mq-deadline");
  EXPECT_EQ(to_text(own.device), "event_idx=0 num-queues=2 queue-size=256");
  EXPECT_EQ(campaign.arms[1].topology.kind, TopologyKind::dm_linear);
  EXPECT_EQ(campaign.arms[1].guest.vcpus, 2);
}

TEST(Arm, another_backend_starts_without_the_options_of_the_campaigns) {
  const Campaign campaign = sound(k_every_key);
  EXPECT_EQ(to_text(campaign.arms[0].backend.options), "latency-ns=1000");
  EXPECT_EQ(campaign.arms[0].backend.size, Bytes{2ull << 30});
}

TEST(Arm, kernel_by_name_forgets_the_campaigns_path) {
  std::string text(k_every_key);
  text.replace(text.find("[arm.guest]\nvcpus = 8"), 21, "[arm.guest]\nkernel = \"debian-6.1\"");
  const Campaign campaign = sound(text);
  EXPECT_EQ(campaign.arms[0].guest.kernel, "debian-6.1");
  EXPECT_EQ(campaign.arms[0].guest.kernel_path, "");
  EXPECT_EQ(campaign.arms[0].guest.modules_path, "");
}

TEST(Matrix, keeps_the_files_order_and_makes_sorted_cells) {
  const auto cells = cells_of(sound(k_every_key).matrix);
  ASSERT_EQ(cells.size(), 4U);
  EXPECT_EQ(cells[0].key(), "bs=512 iodepth=1 rw=randrw");
  EXPECT_EQ(cells[1].key(), "bs=4k iodepth=1 rw=randrw");
  EXPECT_EQ(cells[2].key(), "bs=512 iodepth=64 rw=randrw");
}

TEST(Mmio, arms_that_differ_in_driver_and_fio_only_are_fine) {
  std::string text = with("accel = \"auto\"", "transport = \"mmio\"");
  text.replace(text.find("device = { num-queues = 4 }\n"), 28, "");
  EXPECT_EQ(sound(text).arms.size(), 2U);
}

TEST(Parameters, of_a_users_own_driver_are_the_users_business) {
  const Campaign campaign = sound(
      with("driver = \"reference\"\nparams = { poll_queues = 2 }", "driver = \"./mine.ko\"\nparams = { mine = 1 }"));
  EXPECT_EQ(to_text(campaign.arms[1].params), "mine=1");
}

}  // namespace
}  // namespace ringside::config
