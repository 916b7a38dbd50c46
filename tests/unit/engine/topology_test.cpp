// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/topology.h"

#include <gtest/gtest.h>

namespace ringside::engine {
namespace {

std::vector<wire::DiskReady> disks(std::initializer_list<std::uint64_t> sectors) {
  std::vector<wire::DiskReady> out;
  for (const std::uint64_t count : sectors) {
    out.emplace_back();
    out.back().name = std::string("vd") + static_cast<char>('a' + out.size() - 1);
    out.back().bytes = count * 512;
  }
  return out;
}

TEST(MapperTable, linear_lays_disks_one_behind_the_other) {
  Topology topology;
  topology.kind = TopologyKind::dm_linear;
  EXPECT_EQ(mapper_table(topology, disks({100, 50})), "0 100 linear /dev/vda 0\n100 50 linear /dev/vdb 0\n");
}

TEST(MapperTable, stripes_are_whole_and_as_long_as_the_smallest_disk_allows) {
  Topology topology;
  topology.kind = TopologyKind::dm_stripe;
  topology.chunk = Bytes{4096};
  EXPECT_EQ(mapper_table(topology, disks({100, 90, 1000})), "0 264 striped 3 8 /dev/vda 0 /dev/vdb 0 /dev/vdc 0\n");
}

}  // namespace
}  // namespace ringside::engine
