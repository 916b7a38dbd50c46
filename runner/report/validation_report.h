// SPDX-License-Identifier: GPL-3.0-or-later
// What the validation suite found out, written for people and programs.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/validation.h"
#include "report/table.h"

namespace ringside::report {

// "212 cases in 41.2min: 205 passed, 2 failed, 4 skipped, 1 known bug of a kernel".
[[nodiscard]] std::string validation_headline(const ValidationReport& report);
// For people: a table per driver and kernel, then what is to be known of each FAIL, KNOWN and ERROR.
[[nodiscard]] Document validation_document(const ValidationReport& report);
// A row per result, for spreadsheets.
[[nodiscard]] Table validation_table(const ValidationReport& report);
// "ringside.validate/1".
[[nodiscard]] std::string to_json(const ValidationReport& report);
// A line of "ringside.progress/1", event "case_done".
[[nodiscard]] std::string progress_line(const CaseResult& result, std::size_t done, std::size_t planned);
// JUnit: a suite per driver and kernel. KNOWN is a skipped case with its reference, since JUnit has no word for it.
[[nodiscard]] std::string to_junit(const ValidationReport& report);

// The cases that there are: name, what they prove, reference, whether they are in the smoke subset.
struct CaseListing {
  std::string name;
  std::string proves;
  std::string reference;
  bool smoke = false;
};
[[nodiscard]] Table case_list(const std::vector<CaseListing>& cases);

}  // namespace ringside::report
