// SPDX-License-Identifier: GPL-3.0-or-later
// What a gate has to say, apart from where it is written: terminal, JSON, markdown, JUnit, annotations.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/gate.h"
#include "core/result.h"
#include "report/table.h"

namespace ringside::report {

// Why there is no judgement.
struct GateFailure {
  std::string id;  // "aa_failed", "interrupted", "failed"
  Error error;
};

struct GateReport {
  std::string campaign;  // its name
  std::string file;      // the campaign file as the user named it; empty for a stored campaign
  std::optional<analysis::Judgement> judgement;
  std::optional<GateFailure> failure;  // set where there is no judgement
  WallTime written{};                  // time of the report

  [[nodiscard]] int exit_code() const { return judgement ? judgement->exit_code : 3; }
};

// "PASS", "WARN", "FAIL", "INVALID", with --strict "INCONCLUSIVE" where only a conclusion would have passed.
[[nodiscard]] std::string outcome_word(const GateReport& report);
// One sentence with the campaign's name and the counts of outcomes.
[[nodiscard]] std::string gate_headline(const GateReport& report);

// Whether --strict holds this against the candidate though the outcome does not.
[[nodiscard]] bool fails_strictly(const analysis::Judgement& judgement, const analysis::GateEntry& entry);
// "poll-2 against irq, IOPS: 0.59× [0.55, 0.64], regressed beyond the margin of 5%; p 1.2e-05 (adjusted), 12 blocks,
// stage 2". Of an invalid entry: why.
[[nodiscard]] std::string entry_text(const analysis::Judgement& judgement, const analysis::GateCandidate& candidate,
                                     const analysis::GateEntry& entry);

// For people.
[[nodiscard]] Document gate_document(const GateReport& report);
// A row per candidate, cell and metric, for spreadsheets.
[[nodiscard]] Table gate_table(const GateReport& report);
// Markdown for a job's summary: the headline, the tables, what must be read with them.
[[nodiscard]] std::string gate_markdown(const GateReport& report);
// "ringside.gate/1".
[[nodiscard]] std::string to_json(const GateReport& report);
// JUnit: a suite per candidate, a case per cell and metric. Valid by tests/data/junit/junit.xsd.
[[nodiscard]] std::string to_junit(const GateReport& report);
// GitHub's workflow commands: `::error` for what fails, `::warning` for warnings; at most ten of each, since more are
// not shown, the last one then counting the rest.
[[nodiscard]] std::string annotations(const GateReport& report);

}  // namespace ringside::report
