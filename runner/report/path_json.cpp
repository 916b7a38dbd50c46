// SPDX-License-Identifier: GPL-3.0-or-later
#include <nlohmann/json.hpp>

#include "report/json_values.h"
#include "report/path_document.h"

namespace ringside::report {
namespace {

Json json_of(const pathlen::FunctionFigures& one, const PathProfile& profile) {
  Json out{{"module", one.module},
           {"function", one.function},
           {"group", to_text(one.place.group)},
           {"way", to_text(one.place.way)},
           {"calls_per_io", one.calls_per_io},
           {"instructions_per_call", one.per_call},
           {"instructions_per_io", one.per_io},
           {"exactness", to_text(one.exactness)},
           {"always", one.always},
           {"distinct", one.distinct}};
  if (one.exactness != pathlen::Exactness::split) return out;
  for (const FunctionPath& path : profile.functions) {
    if (path.module != one.module || path.function != one.function) continue;
    Json branches = Json::array();
    for (const pathlen::Branch& branch : pathlen::branches_of(path)) {
      branches.push_back(
          {{"offset", branch.offset}, {"instructions", branch.instructions}, {"per_call", branch.per_call}});
    }
    out["branches"] = std::move(branches);
  }
  return out;
}

Json json_of(const pathlen::GroupFigures& group) {
  return {{"group", to_text(group.group)}, {"instructions_per_io", group.per_io}, {"submit", group.submit},
          {"complete", group.complete},    {"interrupt", group.interrupt},        {"shared", group.shared},
          {"exact", group.exact}};
}

Json json_of(const analysis::PathRun& run) {
  Json groups = Json::array();
  for (const auto& group : run.groups) groups.push_back(json_of(group));
  Json functions = Json::array();
  for (const auto& one : run.functions) functions.push_back(json_of(one, run.profile));
  return {{"block", run.block},
          {"ios", run.profile.ios},
          {"instructions_per_io", run.per_io},
          {"groups", std::move(groups)},
          {"functions", std::move(functions)}};
}

Json json_of(const analysis::PathCell& cell) {
  Json arms = Json::array();
  for (const auto& side : cell.sides) {
    Json runs = Json::array();
    for (const auto& run : side.runs) runs.push_back(json_of(run));
    arms.push_back({{"arm", side.arm}, {"build_id", text_or_null(side.build_id)}, {"runs", std::move(runs)}});
  }
  return {{"cell", cell.cell}, {"arms", std::move(arms)}};
}

Json json_of(const PathVerdict& verdict) {
  Json regressions = Json::array();
  for (const auto& one : verdict.regressions) {
    regressions.push_back({{"module", one.module},
                           {"function", one.function},
                           {"what", one.what},
                           {"baseline", one.baseline},
                           {"candidate", one.candidate}});
  }
  return {{"cell", verdict.cell},
          {"baseline", verdict.baseline},
          {"candidate", verdict.candidate},
          {"outcome", verdict.regressions.empty() ? "PASS" : "FAIL"},
          {"regressions", std::move(regressions)}};
}

}  // namespace

std::string path_json(const analysis::PathLengths& lengths, const PathView& view) {
  Json document{{"schema", "ringside.pathlen/1"},
                {"campaign", lengths.campaign.to_text()},
                {"name", lengths.name},
                {"baseline", lengths.baseline},
                {"kernel", text_or_null(lengths.kernel)},
                {"qemu", text_or_null(lengths.qemu)},
                {"cpu_model", text_or_null(lengths.cpu_model)}};
  Json cells = Json::array();
  for (const auto& cell : lengths.cells) cells.push_back(json_of(cell));
  document["cells"] = std::move(cells);
  document["gate"] = nullptr;
  if (view.gated) {
    Json verdicts = Json::array();
    for (const auto& verdict : view.verdicts) verdicts.push_back(json_of(verdict));
    document["gate"] = std::move(verdicts);
  }
  return document_text(document);
}

}  // namespace ringside::report
