// SPDX-License-Identifier: GPL-3.0-or-later
// What came of an A/A campaign or a positive control: `ringside aa`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "analysis/aa.h"
#include "core/units.h"
#include "report/table.h"

namespace ringside::report {

struct AaReport {
  std::string campaign;            // its name
  int blocks = 0;                  // of each comparison, as planned
  std::optional<Fraction> wished;  // slowdown of a positive control
  std::int64_t added_ns = 0;       // per request, by the backend or the delay build
  bool by_delay_build = false;
  analysis::AaResult result;
};

[[nodiscard]] Document aa_document(const AaReport& report);
// "ringside.aa/1", described in docs/json.md.
[[nodiscard]] std::string to_json(const AaReport& report);

}  // namespace ringside::report
