// SPDX-License-Identifier: GPL-3.0-or-later
// What the validation suite found out, as values. Made by validate, written by report.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/units.h"

namespace ringside {

enum class CaseOutcome {
  pass,
  fail,
  skip,   // nothing can be said here, with the reason
  known,  // the kernel itself is at fault, with the bug's reference
  error,  // no guest came up to run it in: says nothing about the driver
};
// "PASS", "FAIL", "SKIP", "KNOWN", "ERROR".
[[nodiscard]] std::string_view to_text(CaseOutcome outcome);

// One case, run once against one driver on one kernel.
struct CaseResult {
  std::string name;       // "rings/full-ring"
  std::string proves;     // what a PASS says
  std::string reference;  // of the objection or bug that the case is about; may be empty
  std::string driver;     // "reference", "in-tree", "mine.ko"
  std::string kernel;     // release; the image's name where no guest came up
  CaseOutcome outcome = CaseOutcome::error;
  // FAIL: what was expected and what was seen, one entry each. SKIP, ERROR: the reason. KNOWN: reference, then proof.
  std::vector<std::string> reasons;
  std::vector<std::string> notes;  // figures and facts, whatever the outcome
  std::string counters;            // FAIL: state of disks and programs when it failed; may be empty
  std::string console;             // FAIL, KNOWN, ERROR: the console's last lines
  WallTime started{};
  Nanoseconds elapsed{0};
};

struct ValidationReport {
  std::string host;
  std::string accelerator;  // "tcg,thread=single"
  WallTime started{};
  Nanoseconds elapsed{0};
  std::size_t planned = 0;          // cases × drivers × kernels
  bool interrupted = false;         // then there may be fewer results than planned
  std::vector<CaseResult> results;  // in the order of the plan

  [[nodiscard]] std::size_t count(CaseOutcome outcome) const;
};

// 0 if nothing failed, 1 if a case failed, else 3 if a case could not be run or the suite was interrupted.
[[nodiscard]] int exit_code_of(const ValidationReport& report);

}  // namespace ringside
