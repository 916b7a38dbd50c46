// SPDX-License-Identifier: GPL-3.0-or-later
// fio's sums of one direction as columns. Private to runner/store.
#pragma once

#include "core/measurement.h"
#include "store/words.h"

namespace ringside::store {

inline constexpr const char* k_sums_columns =
    "direction.direction, ios, bytes, runtime_ns, iops, lat_mean_ns, lat_stddev_ns, lat_count, lat_min_ns, "
    "lat_max_ns, COALESCE(latency_of = 'completion', 0)";

// `row` stands before these columns.
template <typename Reader>
void read_sums(Reader& row, DirectionResult& sums) {
  sums.direction = row.word(direction_of);
  sums.ios = row.count();
  sums.bytes = row.count();
  sums.runtime = row.duration();
  sums.iops = row.real();
  sums.lat_mean_ns = row.real();
  sums.lat_stddev_ns = row.real();
  sums.lat_count = row.count();
  sums.lat_min_ns = row.count();
  sums.lat_max_ns = row.count();
  sums.latency_is_completion = row.flag();
}

}  // namespace ringside::store
