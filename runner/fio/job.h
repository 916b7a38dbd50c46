// SPDX-License-Identifier: GPL-3.0-or-later
// fio job files, and what follows from a job's options before it has run.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/option.h"
#include "core/result.h"
#include "core/units.h"

namespace ringside::fio {

// The merged options of one measurement: merged(merged(campaign.fio, cell.options), arm.fio).
[[nodiscard]] OptionMap merged_options(const OptionMap& campaign, const OptionMap& cell, const OptionMap& arm);

// One fio run. `disks` are device files ("/dev/vda"); a bare block device name is put below /dev.
struct FioJob {
  OptionMap options;
  std::vector<std::string> disks;
};

// The text of the job file, to be run as `fio --output-format=json+ FILE` in an empty folder. Adds what Ringside sets
// itself: file names, direct=1, norandommap=1, lat_percentiles=1, group_reporting=1, time_based=1 (not where the
// options name `number_ios`), and an IOPS log for the drift rule. Precondition: no line break in a name or value
// (config refuses it).
[[nodiscard]] std::string job_file(const FioJob& job);

// Ramp and run together, as the options ask for. Nothing where only a number of I/Os ends the run.
[[nodiscard]] std::optional<Nanoseconds> expected_duration(const OptionMap& options);

// Name of the IOPS log in the folder fio runs in (FioDone::files), and the interval it averages over:
// at least 20 of them fit into the runtime. Nothing where the options name no runtime; then no log is asked for.
inline constexpr std::string_view k_iops_log_file = "ringside_iops.log";
[[nodiscard]] std::optional<Milliseconds> iops_log_interval(const OptionMap& options);

// A time as options hold it: a bare number is seconds, as with fio; else see parse_duration().
[[nodiscard]] Result<Nanoseconds> parse_time(const OptionValue& value);

}  // namespace ringside::fio
