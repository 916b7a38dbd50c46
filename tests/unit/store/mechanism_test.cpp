// SPDX-License-Identifier: GPL-3.0-or-later
// What probes counted is kept by queue, and a count that nobody made stays unknown.
#include <gmock/gmock.h>

#include "sample.h"

namespace ringside::store::test {
namespace {

class StoredMechanism : public StoreTest {
 protected:
  Measurement stored(const Mechanism& mechanism) {
    const StoredPlan plan = begin();
    const BlockId block = begin_block(plan.campaign, 1);
    const BootId boot = m_store.begin_boot(block, {{"qemu"}, "tcg,thread=single", at(1'000)}).value();
    Measurement measurement = measurement_of(plan, block, boot, 0, 0);
    measurement.probed = true;
    measurement.mechanism = mechanism;
    const auto id = m_store.insert_measurement(measurement);
    EXPECT_TRUE(id) << id.error().text();
    return m_store.measurement(*id).value();
  }
};

TEST_F(StoredMechanism, counters_and_histograms_come_back) {
  Mechanism given;
  given.counters["issued"] = {{0, 10}, {1, 20}};
  given.counters["bio_polls"] = {{-1, 7}};
  given.counters["stops"] = {{0, 0}};
  given.probes.push_back({"issue", "", "attached", "", 3});
  given.histograms.push_back({"issue_to_complete_ns", 1, Histogram(HistogramResolution::probes())});
  given.histograms[0].histogram.add(1000, 5);
  const Measurement read = stored(given);
  ASSERT_TRUE(read.mechanism);
  EXPECT_EQ(read.mechanism->counters, given.counters);
  EXPECT_EQ(read.mechanism->total("stops"), 0u);
  EXPECT_EQ(read.mechanism->total("notifications"), std::nullopt);
  EXPECT_EQ(read.mechanism->misses(), 3u);
  ASSERT_EQ(read.mechanism->histograms.size(), 1u);
  EXPECT_EQ(read.mechanism->histograms[0].name, "issue_to_complete_ns");
  EXPECT_EQ(read.mechanism->histograms[0].queue, 1);
  EXPECT_EQ(read.mechanism->histograms[0].histogram, given.histograms[0].histogram);
}

}  // namespace
}  // namespace ringside::store::test
