// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/campaign.h"

#include <gtest/gtest.h>

#include <functional>
#include <vector>

namespace ringside {
namespace {

using Change = std::function<void(Arm&)>;

const std::vector<Change> k_changes_within_a_boot{
    [](Arm& arm) { arm.driver.kind = DriverKind::reference; },
    [](Arm& arm) { arm.driver = {DriverKind::path, "/x.ko"}; },
    [](Arm& arm) { arm.params["poll_queues"] = std::int64_t{1}; },
    [](Arm& arm) { arm.device["num-queues"] = std::int64_t{2}; },
    [](Arm& arm) { arm.fio["hipri"] = true; },
    [](Arm& arm) { arm.backend.size.value = 4096; },
    [](Arm& arm) { arm.backend.options["latency-ns"] = std::int64_t{5}; },
    [](Arm& arm) { arm.topology.disks = 2; },
    [](Arm& arm) { arm.topology.kind = TopologyKind::dm_linear; },
};

const std::vector<Change> k_changes_of_the_boot{
    [](Arm& arm) { arm.guest.kernel = "debian-6.1"; },
    [](Arm& arm) { arm.guest.vcpus = 2; },
    [](Arm& arm) { arm.guest.max_vcpus = 16; },
    [](Arm& arm) { arm.guest.memory.value = 1; },
    [](Arm& arm) { arm.guest.cmdline = "nokaslr"; },
    [](Arm& arm) { arm.machine.accel = Accel::kvm; },
    [](Arm& arm) { arm.machine.tcg_threads = TcgThreads::multi; },
    [](Arm& arm) { arm.machine.transport = Transport::mmio; },
    [](Arm& arm) { arm.machine.iothread = IoThreads::shared; },
    [](Arm& arm) { arm.machine.pin = Pin::none; },
    [](Arm& arm) { arm.machine.control = Control::isa_serial; },
};

TEST(Arm, specification_knows_every_difference_but_the_name) {
  std::vector<std::string> seen{Arm{}.specification()};
  for (const auto& changes : {k_changes_within_a_boot, k_changes_of_the_boot}) {
    for (const Change& change : changes) {
      Arm arm;
      change(arm);
      for (const std::string& other : seen) EXPECT_NE(arm.specification(), other);
      seen.push_back(arm.specification());
    }
  }
  Arm renamed;
  renamed.name = "other";
  EXPECT_EQ(renamed.specification(), Arm{}.specification());
}

TEST(Arm, shares_a_boot_unless_kernel_or_machine_differ) {
  for (const Change& change : k_changes_within_a_boot) {
    Arm arm;
    change(arm);
    EXPECT_TRUE(arm.shares_boot_with(Arm{})) << arm.specification();
  }
  for (const Change& change : k_changes_of_the_boot) {
    Arm arm;
    change(arm);
    EXPECT_FALSE(arm.shares_boot_with(Arm{})) << arm.specification();
  }
}

TEST(Campaign, baseline_is_the_gates_or_the_first_arm) {
  Campaign campaign;
  campaign.arms.resize(2);
  campaign.arms[0].name = "a";
  campaign.arms[1].name = "b";
  EXPECT_EQ(campaign.baseline().name, "a");
  campaign.gate.baseline = "b";
  EXPECT_EQ(campaign.baseline().name, "b");
}

TEST(Words, are_those_of_the_campaign_file) {
  EXPECT_EQ(to_text(Accel::automatic), "auto");
  EXPECT_EQ(to_text(IoThreads::per_disk), "per-disk");
  EXPECT_EQ(to_text(Control::isa_serial), "isa-serial");
  EXPECT_EQ(to_text(TopologyKind::dm_stripe), "dm-stripe");
  EXPECT_EQ(to_text(ProbeTier::none), "none");
  EXPECT_EQ(to_text(ProbeTier::events), "2");
}

}  // namespace
}  // namespace ringside
