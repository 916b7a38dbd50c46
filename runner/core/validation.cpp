// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/validation.h"

#include <algorithm>

namespace ringside {

std::string_view to_text(CaseOutcome outcome) {
  switch (outcome) {
    case CaseOutcome::pass:
      return "PASS";
    case CaseOutcome::fail:
      return "FAIL";
    case CaseOutcome::skip:
      return "SKIP";
    case CaseOutcome::known:
      return "KNOWN";
    case CaseOutcome::error:
      return "ERROR";
  }
  return "";
}

std::size_t ValidationReport::count(CaseOutcome outcome) const {
  return static_cast<std::size_t>(std::ranges::count(results, outcome, &CaseResult::outcome));
}

int exit_code_of(const ValidationReport& report) {
  if (report.count(CaseOutcome::fail) > 0) return 1;
  return report.count(CaseOutcome::error) > 0 || report.interrupted || report.results.size() < report.planned ? 3 : 0;
}

}  // namespace ringside
