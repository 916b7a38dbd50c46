// SPDX-License-Identifier: GPL-3.0-or-later
// What `ringside doctor` found, as a table and as "ringside.doctor/1".
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/boot_bench.h"
#include "host/doctor.h"
#include "report/table.h"

namespace ringside::cli {

struct Diagnosis {
  std::vector<host::Check> checks;
  std::optional<std::vector<engine::BootBench>> boots;  // none where they were not asked for
};

[[nodiscard]] report::Document doctor_document(const Diagnosis& diagnosis);
[[nodiscard]] std::string doctor_json(const Diagnosis& diagnosis);

}  // namespace ringside::cli
