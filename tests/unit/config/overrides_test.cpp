// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>

#include "campaign_text.h"

namespace ringside::config {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

TEST(Override, bare_word_is_a_text) {
  EXPECT_EQ(sound(k_sound, {"guest.kernel=debian-6.1"}).arms[0].guest.kernel, "debian-6.1");
  EXPECT_EQ(sound(k_sound, {"guest.kernel=\"debian-6.1\""}).arms[0].guest.kernel, "debian-6.1");
}

TEST(Override, numbers_and_units_are_read_as_in_the_file) {
  const Campaign campaign = sound(k_sound, {"guest.vcpus=2", "guest.memory=512MiB", "fio.runtime=1s"});
  EXPECT_EQ(campaign.arms[0].guest.vcpus, 2);
  EXPECT_EQ(campaign.arms[0].guest.memory, Bytes{512ull << 20});
  EXPECT_EQ(to_text(campaign.fio.at("runtime")), "1s");
}

TEST(Override, makes_tables_that_the_file_does_not_have) {
  EXPECT_EQ(sound(k_sound, {"topology.disks=2"}).arms[0].topology.disks, 2);
  EXPECT_EQ(sound(k_sound, {"probes.tier=0"}).probes, ProbeTier::counters);
}

TEST(Override, goes_into_one_arm_by_its_name) {
  const Campaign campaign = sound(k_sound, {"arm.poll-2.params.poll_queues=1", "arm.irq.guest.vcpus=8"});
  EXPECT_EQ(to_text(campaign.arms[1].params), "poll_queues=1");
  EXPECT_EQ(campaign.arms[0].guest.vcpus, 8);
  EXPECT_EQ(campaign.arms[1].guest.vcpus, 4);
}

TEST(Override, of_a_matrix_axis_may_be_a_list_or_one_value) {
  EXPECT_EQ(sound(k_sound, {"matrix.bs=[\"8k\", \"16k\"]"}).matrix[1].values.size(), 2U);
  EXPECT_EQ(sound(k_sound, {"matrix.bs=64k"}).matrix[1].values.size(), 1U);
  EXPECT_EQ(sound(k_sound, {"matrix.numjobs=[1, 2]"}).matrix[2].option, "numjobs");
}

TEST(Override, later_one_wins) {
  EXPECT_EQ(sound(k_sound, {"guest.vcpus=2", "guest.vcpus=3"}).arms[0].guest.vcpus, 3);
}

TEST(Override, that_is_wrong_is_named_instead_of_a_line) {
  EXPECT_THAT(error_of(k_sound, {"guest.vcpu=2"}), AllOf(StartsWith("--set guest.vcpu=2: "), HasSubstr("'vcpus'")));
  EXPECT_THAT(error_of(k_sound, {"guest.vcpus=many"}), StartsWith("--set guest.vcpus=many: "));
  EXPECT_THAT(error_of(k_sound, {"fio.bs=4k"}), AllOf(StartsWith("--set fio.bs=4k: "), HasSubstr("matrix")));
  EXPECT_THAT(error_of(k_sound, {"fio.exec_prerun=id"}), HasSubstr("runs programs"));
  EXPECT_THAT(error_of(k_sound, {"matrix.bs=[4k, 8k]"}), HasSubstr("quotes"));
}

TEST(Override, without_key_or_value_says_how_to_write_it) {
  for (const char* text : {"", "guest", "=1", "guest..vcpus=1", ".x=1", "guest.vcpus", "a b=1", "guest.cmdline=a\nb"}) {
    EXPECT_THAT(error_of(k_sound, {text}), HasSubstr("KEY=VALUE")) << text;
  }
}

TEST(Override, of_an_unknown_arm_names_the_nearest) {
  EXPECT_THAT(error_of(k_sound, {"arm.pol-2.driver=in-tree"}), HasSubstr("did you mean 'poll-2'"));
  EXPECT_THAT(error_of(k_sound, {"arm.irq=1"}), HasSubstr("arm.NAME.KEY"));
  EXPECT_THAT(error_of("[campaign]\nname = \"a\"\n", {"arm.irq.driver=in-tree"}), HasSubstr("no arm 'irq'"));
}

TEST(Override, through_a_value_is_refused) {
  EXPECT_THAT(error_of(k_sound, {"guest.vcpus.x=1"}), HasSubstr("'vcpus' is not a table"));
}

TEST(Campaign, its_text_makes_the_same_campaign_again) {
  const Campaign first = sound(k_sound, {"guest.vcpus=2", "arm.irq.fio.hipri=1"});
  EXPECT_THAT(first.toml, StartsWith(std::string(k_sound)));
  const Campaign second = sound(first.toml);
  EXPECT_EQ(second.arms[0].guest.vcpus, 2);
  EXPECT_EQ(second.arms[0].specification(), first.arms[0].specification());
  EXPECT_EQ(second.toml, first.toml);
  const Campaign third = sound(second.toml, {"guest.vcpus=3"});
  EXPECT_EQ(sound(third.toml).arms[0].guest.vcpus, 3);
}

TEST(Campaign, without_overrides_keeps_the_text_as_it_is) {
  EXPECT_EQ(sound(k_sound).toml, k_sound);
}

}  // namespace
}  // namespace ringside::config
