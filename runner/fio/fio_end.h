// SPDX-License-Identifier: GPL-3.0-or-later
// What a validation case wants to know of a fio run. Failed runs are answers here, not errors, unlike in result.h.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "core/units.h"

namespace ringside::fio {

using FioOptions = std::map<std::string, std::string>;

// A job file for one disk; `over` wins over the defaults (io_uring, 4k, 32 deep, batches of 16, random data).
[[nodiscard]] std::string job_text(const std::string& disk, const FioOptions& over);

struct FioEnd {
  int exit_code = 0;
  int error = 0;                   // the job's errno
  std::uint64_t total_errors = 0;  // with continue_on_error
  int first_error = 0;             // with continue_on_error
  std::uint64_t ios = 0;           // reads and writes
  Milliseconds runtime{0};
  std::uint64_t completed = 0;   // by the disk's own statistics
  std::uint64_t interrupts = 0;  // of the disk's request vectors
  std::string text;              // fio's own words, for messages
};

// Reads fio's JSON (one job); without any, `text` has what there was and the exit code tells.
[[nodiscard]] FioEnd fio_end(int exit_code, std::string_view output, std::string_view errors);

}  // namespace ringside::fio
