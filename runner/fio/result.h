// SPDX-License-Identifier: GPL-3.0-or-later
// What fio wrote about a run, as a FioResult, or why it must not be taken for a measurement.
#pragma once

#include <string_view>
#include <vector>

#include "core/measurement.h"
#include "core/result.h"
#include "core/units.h"

namespace ringside::fio {

// Reads fio's standard output: JSON or json+, of any fio from 2.17 on, with or without text around it, of one process
// or of client and server. Of several documents the last one counts; if that one is cut off there is no result.
// Jobs are summed by direction: counts and times exactly, latency moments weighted by their sample counts, bins added.
//
// The latency histogram is fio's total latency; where only completion latency has bins, those are taken and
// `latency_is_completion` is set. `iops_samples` stays empty (see parse_iops_log).
//
// Errors, all ErrorCode::invalid_result: no JSON, a cut-off document, no job, no I/O, missing or impossible figures,
// a job with an error (its errno is named), I/Os counted but no latency sample.
[[nodiscard]] Result<FioResult> parse_result(std::string_view output);

// Reads the IOPS log that job_file() asks for: the rate in each interval, summed over jobs and directions, in order of
// time. An interval that not all jobs logged is left out. `interval` is the job's iops_log_interval().
// Errors: ErrorCode::invalid_result for a line that is not of fio's form. An empty log is an empty list.
[[nodiscard]] Result<std::vector<double>> parse_iops_log(std::string_view text, Milliseconds interval);

}  // namespace ringside::fio
