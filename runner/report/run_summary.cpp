// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/run_summary.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/campaign_list.h"
#include "report/figures.h"

namespace ringside::report {

double share_outside_fio(const RunFacts& facts) {
  if (facts.wall.count() <= 0) return 0;
  const double inside = static_cast<double>(facts.inside_fio.count()) / static_cast<double>(facts.wall.count());
  return std::clamp(1 - inside, 0.0, 1.0);
}

std::vector<std::string> run_summary(const RunFacts& facts) {
  std::vector<std::string> lines;
  std::string measured = counted(facts.valid, "valid measurement");
  if (facts.invalid > 0) measured += fmt::format(", {} invalid", facts.invalid);
  if (facts.blocks_failed > 0) measured += fmt::format(", {} given up", counted(facts.blocks_failed, "block"));
  lines.push_back(fmt::format("{} in {} and {}; {} of the time outside fio", measured, waiting_text(facts.wall),
                              counted(facts.boots, "boot"), percent_text(share_outside_fio(facts))));
  if (facts.arm_changes > 0) {
    lines.push_back(fmt::format("change of arm inside a boot: median {}, longest {}, {} in all",
                                to_text(facts.arm_change_median), to_text(facts.arm_change_longest),
                                facts.arm_changes));
  }
  const std::string id = short_id(facts.campaign);
  lines.push_back(fmt::format("stored in {} as {}", facts.database, id));
  lines.push_back(fmt::format("look further: ringside show {0}{1} · ringside compare{1} --format markdown", id,
                              facts.database_flag));
  return lines;
}

}  // namespace ringside::report
