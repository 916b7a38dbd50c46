// SPDX-License-Identifier: GPL-3.0-or-later
// Segment and range limits that the reference driver tells the block layer.
#include <gtest/gtest.h>

#include "driver/limits.h"

namespace {

constexpr __u32 k_any = 0xffffffffU;
constexpr __u32 k_page = 4096;

TEST(SegmentCount, is_the_devices_where_the_ring_has_room) {
  EXPECT_EQ(vbr_segment_count(126, 256, k_any), 126U);
  EXPECT_EQ(vbr_segment_count(254, 256, k_any), 254U);
}

TEST(SegmentCount, leaves_room_for_header_and_status_in_the_ring) {
  EXPECT_EQ(vbr_segment_count(254, 16, k_any), 14U);
  EXPECT_EQ(vbr_segment_count(k_any, 128, k_any), 126U);
}

TEST(SegmentCount, is_one_where_the_device_does_not_say) {
  EXPECT_EQ(vbr_segment_count(0, 256, k_any), 1U);
}

TEST(SegmentCount, is_clamped_to_what_the_scatterlist_holds) {
  EXPECT_EQ(vbr_segment_count(4000, 8192, VBR_MAX_PREALLOCATED), 1024U);
}

TEST(SegmentCount, of_a_ring_too_small_for_data_is_zero_so_that_it_can_be_refused) {
  EXPECT_EQ(vbr_segment_count(126, 2, k_any), 0U);
  EXPECT_EQ(vbr_segment_count(126, 1, k_any), 0U);
  EXPECT_EQ(vbr_segment_count(126, 0, k_any), 0U);
  EXPECT_EQ(vbr_segment_count(126, 3, k_any), 1U);
}

TEST(RangeCount, is_the_devices_up_to_one_page_of_ranges) {
  EXPECT_EQ(vbr_range_count(1, 0), 1U);
  EXPECT_EQ(vbr_range_count(255, 0), 255U);
  EXPECT_EQ(vbr_range_count(5000, 0), VBR_MAX_RANGES);
}

TEST(RangeCount, is_ours_where_the_device_sets_no_limit) {
  EXPECT_EQ(vbr_range_count(0, 0), VBR_MAX_RANGES);
}

TEST(RangeCount, fits_into_one_segment) {
  EXPECT_EQ(vbr_range_count(0, 1024), 64U);
  EXPECT_EQ(vbr_range_count(0, 8), 1U);
}

TEST(RangeSectors, is_unlimited_where_the_device_sets_no_limit) {
  EXPECT_EQ(vbr_range_sectors(0), k_any);
  EXPECT_EQ(vbr_range_sectors(2048), 2048U);
}

TEST(DiscardGranularity, is_the_devices_alignment_in_bytes) {
  EXPECT_EQ(vbr_discard_granularity(8, 512), 4096U);
}

TEST(DiscardGranularity, is_never_below_the_block_size) {
  EXPECT_EQ(vbr_discard_granularity(1, 4096), 4096U);
  EXPECT_EQ(vbr_discard_granularity(0, 4096), 4096U);
}

TEST(DiscardGranularity, that_overflows_counts_as_unknown) {
  EXPECT_EQ(vbr_discard_granularity(0x800000, 512), 512U);
  EXPECT_EQ(vbr_discard_granularity(0x7fffff, 512), 0xfffffe00U);
}

TEST(SharedLimit, is_the_smaller_of_two_and_ignores_an_absent_feature) {
  EXPECT_EQ(vbr_shared_limit(100, 50), 50U);
  EXPECT_EQ(vbr_shared_limit(0, 50), 50U);
  EXPECT_EQ(vbr_shared_limit(100, 0), 100U);
  EXPECT_EQ(vbr_shared_limit(0, 0), 0U);
}

TEST(BlockSize, is_usable_from_512_to_a_page_and_only_as_a_power_of_two) {
  for (const __u32 size : {512U, 1024U, 2048U, 4096U}) {
    EXPECT_TRUE(vbr_block_size_usable(size, k_page)) << size;
  }
  for (const __u32 size : {0U, 1U, 256U, 511U, 520U, 4160U, 8192U, k_any}) {
    EXPECT_FALSE(vbr_block_size_usable(size, k_page)) << size;
  }
}

}  // namespace
