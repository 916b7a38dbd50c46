// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/path_document.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "pathlen/difference.h"

namespace ringside::report {
namespace {

using analysis::PathCell;
using analysis::PathLengths;
using analysis::PathSide;
using pathlen::Exactness;
using pathlen::FunctionFigures;
using pathlen::GroupFigures;

Field number(double value, int digits = 1) {
  return field(Value(value), fmt::format("{:.{}f}", value, digits));
}

Field signed_number(double value) {
  const Tone tone = value > 0.005 ? Tone::bad : value < -0.005 ? Tone::good : Tone::plain;
  return field(Value(value), fmt::format("{:+.2f}", value), tone);
}

const PathSide& baseline_of(const PathCell& cell, const std::string& name) {
  const auto named = std::ranges::find(cell.sides, name, &PathSide::arm);
  return named != cell.sides.end() ? *named : cell.sides.front();
}

const GroupFigures& group_of(const PathSide& side, pathlen::Group group) {
  return side.runs.front().groups[static_cast<std::size_t>(group)];
}

bool is_empty(const PathCell& cell, pathlen::Group group) {
  return std::ranges::all_of(cell.sides, [&](const PathSide& side) { return group_of(side, group).per_io == 0; });
}

// Driver, ring, scatter-gather and allocator: what a driver's design decides.
constexpr std::array<pathlen::Group, 4> k_driver_path{pathlen::Group::driver, pathlen::Group::ring,
                                                      pathlen::Group::scatter_gather, pathlen::Group::allocator};

double driver_path(const PathSide& side) {
  double sum = 0;
  for (const pathlen::Group group : k_driver_path) sum += group_of(side, group).per_io;
  return sum;
}

void add_row(Table& table, const PathCell& cell, const PathSide& baseline, const std::string& title,
             const std::function<double(const PathSide&)>& figure) {
  std::vector<Field> row{field(title)};
  for (const PathSide& side : cell.sides) {
    row.push_back(number(figure(side)));
    if (&side == &baseline) continue;
    const double before = figure(baseline);
    row.push_back(before > 0 ? field(Value(figure(side) / before), fmt::format("{:.3f}×", figure(side) / before))
                             : unknown_field());
  }
  table.rows.push_back(std::move(row));
}

Section groups_section(const PathCell& cell, const std::string& baseline_name) {
  const PathSide& baseline = baseline_of(cell, baseline_name);
  Section section;
  section.title = "Instructions per I/O by group: " + cell.cell;
  section.table.columns = {{"group", "group"}};
  for (const PathSide& side : cell.sides) {
    section.table.columns.push_back({side.arm, side.arm, Align::right});
    if (&side != &baseline) {
      section.table.columns.push_back({side.arm + "_ratio", "to " + baseline.arm, Align::right});
    }
  }
  for (const pathlen::Group group : pathlen::all_groups()) {
    if (is_empty(cell, group)) continue;
    add_row(section.table, cell, baseline, std::string(to_text(group)),
            [group](const PathSide& side) { return group_of(side, group).per_io; });
  }
  add_row(section.table, cell, baseline, "driver + ring + scatter-gather + allocator", driver_path);
  add_row(section.table, cell, baseline, "all", [](const PathSide& side) { return side.runs.front().per_io; });
  return section;
}

Section ways_section(const PathCell& cell) {
  Section section;
  section.title = "By way, and how much of it is exact: " + cell.cell;
  section.table.columns = {{"arm", "arm"},
                           {"group", "group"},
                           {"submit", "submit", Align::right},
                           {"complete", "complete", Align::right},
                           {"interrupt", "interrupt", Align::right},
                           {"shared", "shared", Align::right},
                           {"exact", "exact part", Align::right}};
  for (const PathSide& side : cell.sides) {
    for (const GroupFigures& group : side.runs.front().groups) {
      if (group.per_io < 1) continue;
      section.table.rows.push_back({field(side.arm), field(std::string(to_text(group.group))), number(group.submit),
                                    number(group.complete), number(group.interrupt), number(group.shared),
                                    number(group.exact, 0)});
    }
  }
  return section;
}

std::string branches_text(const FunctionFigures& figures) {
  if (figures.exactness != Exactness::split) return std::string(to_text(figures.exactness));
  return fmt::format("{} always, {} by condition", figures.always, figures.conditional);
}

Section functions_section(const PathCell& cell, const PathSide& side, std::size_t limit) {
  Section section;
  section.title = fmt::format("Dearest functions of {}: {}", side.arm, cell.cell);
  section.table.columns = {{"function", "function"},
                           {"module", "module"},
                           {"group", "group"},
                           {"way", "way"},
                           {"calls_per_io", "calls/IO", Align::right},
                           {"per_call", "instr/call", Align::right},
                           {"per_io", "instr/IO", Align::right},
                           {"exactness", "what repeats"}};
  for (const FunctionFigures& figures : side.runs.front().functions) {
    if (limit != 0 && section.table.rows.size() == limit) break;
    section.table.rows.push_back(
        {field(figures.function), field(figures.module), field(std::string(to_text(figures.place.group))),
         field(std::string(to_text(figures.place.way))), number(figures.calls_per_io, 3), number(figures.per_call, 2),
         number(figures.per_io, 2), field(branches_text(figures))});
  }
  return section;
}

Field side_figure(const std::optional<FunctionFigures>& figures, double FunctionFigures::* member) {
  return figures ? number((*figures).*member, 2) : unknown_field();
}

Section difference_section(const PathCell& cell, const PathSide& baseline, const PathSide& side, std::size_t limit) {
  Section section;
  section.title = fmt::format("{} against {}: {}", side.arm, baseline.arm, cell.cell);
  section.table.columns = {{"function", "function"},
                           {"group", "group"},
                           {"baseline_per_call", baseline.arm + "/call", Align::right},
                           {"candidate_per_call", side.arm + "/call", Align::right},
                           {"baseline_per_io", baseline.arm + "/IO", Align::right},
                           {"candidate_per_io", side.arm + "/IO", Align::right},
                           {"difference", "difference/IO", Align::right}};
  for (const auto& one : pathlen::differences(baseline.runs.front().functions, side.runs.front().functions)) {
    if (limit != 0 && section.table.rows.size() == limit) break;
    if (std::abs(one.per_io) < 0.01) break;
    section.table.rows.push_back({field(one.either().function), field(std::string(to_text(one.either().place.group))),
                                  side_figure(one.baseline, &FunctionFigures::per_call),
                                  side_figure(one.candidate, &FunctionFigures::per_call),
                                  side_figure(one.baseline, &FunctionFigures::per_io),
                                  side_figure(one.candidate, &FunctionFigures::per_io), signed_number(one.per_io)});
  }
  return section;
}

double spread(const PathSide& side, std::size_t group, double GroupFigures::* member) {
  double least = side.runs.front().groups[group].*member;
  double most = least;
  for (const auto& run : side.runs) {
    least = std::min(least, run.groups[group].*member);
    most = std::max(most, run.groups[group].*member);
  }
  return most - least;
}

Section spread_section(const PathCell& cell) {
  Section section;
  section.title = "Spread over the runs, largest less smallest: " + cell.cell;
  section.table.columns = {{"arm", "arm"},
                           {"group", "group"},
                           {"runs", "runs", Align::right},
                           {"per_io", "instr/IO", Align::right},
                           {"spread", "spread", Align::right},
                           {"exact", "exact part", Align::right},
                           {"exact_spread", "its spread", Align::right}};
  for (const PathSide& side : cell.sides) {
    for (std::size_t group = 0; group < pathlen::k_groups; ++group) {
      const GroupFigures& first = side.runs.front().groups[group];
      if (first.per_io < 1) continue;
      section.table.rows.push_back({field(side.arm), field(std::string(to_text(first.group))),
                                    field(static_cast<std::int64_t>(side.runs.size())), number(first.per_io),
                                    number(spread(side, group, &GroupFigures::per_io), 2), number(first.exact, 0),
                                    number(spread(side, group, &GroupFigures::exact), 0)});
    }
  }
  return section;
}

Section verdict_section(const PathView& view) {
  Section section;
  section.title = "Gate";
  section.table.columns = {{"cell", "cell"},
                           {"candidate", "candidate"},
                           {"outcome", "outcome"},
                           {"function", "function"},
                           {"what", "what"},
                           {"baseline", "baseline", Align::right},
                           {"candidate_figure", "candidate", Align::right}};
  for (const PathVerdict& verdict : view.verdicts) {
    if (verdict.regressions.empty()) {
      section.table.rows.push_back({field(verdict.cell), field(verdict.candidate), field("PASS", Tone::good),
                                    unknown_field(), unknown_field(), unknown_field(), unknown_field()});
    }
    for (const auto& one : verdict.regressions) {
      section.table.rows.push_back({field(verdict.cell), field(verdict.candidate), field("FAIL", Tone::bad),
                                    field(one.module + ":" + one.function), field(one.what), number(one.baseline, 0),
                                    number(one.candidate, 0)});
    }
  }
  return section;
}

bool has_spread(const PathCell& cell) {
  return std::ranges::any_of(cell.sides, [](const PathSide& side) { return side.runs.size() > 1; });
}

}  // namespace

Document path_document(const PathLengths& lengths, const PathView& view) {
  Document document;
  for (const PathCell& cell : lengths.cells) {
    document.sections.push_back(groups_section(cell, lengths.baseline));
    document.sections.push_back(ways_section(cell));
    const PathSide& baseline = baseline_of(cell, lengths.baseline);
    for (const PathSide& side : cell.sides) {
      if (!view.compare) document.sections.push_back(functions_section(cell, side, view.functions));
      if (view.compare && &side != &baseline) {
        document.sections.push_back(difference_section(cell, baseline, side, view.functions));
      }
    }
    if (has_spread(cell)) document.sections.push_back(spread_section(cell));
  }
  if (view.gated) document.sections.push_back(verdict_section(view));
  document.notes.push_back(
      fmt::format("kernel {}, QEMU {}, CPU model {}, one vCPU under TCG: figures of other "
                  "kernels, QEMUs and models are not comparable",
                  lengths.kernel, lengths.qemu, lengths.cpu_model));
  document.notes.push_back(
      "exact: every call executes the same instructions. A figure by condition depends on how often the device was "
      "notified or interrupted, which differs from run to run; the group time is driven by the clock as well");
  return document;
}

Table path_table(const PathLengths& lengths) {
  Table table;
  table.columns = {{"cell", "cell"},
                   {"arm", "arm"},
                   {"module", "module"},
                   {"function", "function"},
                   {"group", "group"},
                   {"way", "way"},
                   {"calls_per_io", "calls/IO", Align::right},
                   {"per_call", "instr/call", Align::right},
                   {"per_io", "instr/IO", Align::right},
                   {"exactness", "exactness"},
                   {"always", "always", Align::right},
                   {"conditional", "by condition", Align::right}};
  for (const PathCell& cell : lengths.cells) {
    for (const PathSide& side : cell.sides) {
      for (const FunctionFigures& one : side.runs.front().functions) {
        table.rows.push_back({field(cell.cell), field(side.arm), field(one.module), field(one.function),
                              field(std::string(to_text(one.place.group))), field(std::string(to_text(one.place.way))),
                              number(one.calls_per_io, 3), number(one.per_call, 2), number(one.per_io, 2),
                              field(std::string(to_text(one.exactness))), field(one.always), field(one.conditional)});
      }
    }
  }
  return table;
}

}  // namespace ringside::report
