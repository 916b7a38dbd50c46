// SPDX-License-Identifier: GPL-3.0-or-later
#include <nlohmann/json.hpp>

#include "report/json_values.h"
#include "report/validation_report.h"

namespace ringside::report {
namespace {

double seconds(Nanoseconds duration) {
  return std::chrono::duration<double>(duration).count();
}

Json json_of_result(const CaseResult& result) {
  Json object;
  object["case"] = result.name;
  object["driver"] = result.driver;
  object["kernel"] = result.kernel;
  object["outcome"] = to_text(result.outcome);
  object["proves"] = result.proves;
  object["reference"] = text_or_null(result.reference);
  object["reasons"] = result.reasons;
  object["notes"] = result.notes;
  object["counters"] = text_or_null(result.counters);
  object["console"] = text_or_null(result.console);
  object["started"] = to_text(result.started);
  object["elapsed_s"] = seconds(result.elapsed);
  return object;
}

}  // namespace

std::string progress_line(const CaseResult& result, std::size_t done, std::size_t planned) {
  Json line;
  line["schema"] = "ringside.progress/1";
  line["time"] = to_text(result.started + std::chrono::floor<Milliseconds>(result.elapsed));
  line["event"] = "case_done";
  line["case"] = result.name;
  line["driver"] = result.driver;
  line["kernel"] = result.kernel;
  line["outcome"] = to_text(result.outcome);
  line["reasons"] = result.reasons;
  line["elapsed_s"] = seconds(result.elapsed);
  line["done"] = done;
  line["total"] = planned;
  return line_text(line);
}

std::string to_json(const ValidationReport& report) {
  Json document;
  document["schema"] = "ringside.validate/1";
  document["host_name"] = text_or_null(report.host);
  document["accelerator"] = text_or_null(report.accelerator);
  document["started"] = to_text(report.started);
  document["elapsed_s"] = seconds(report.elapsed);
  document["planned"] = report.planned;
  document["interrupted"] = report.interrupted;
  Json counts = Json::object();
  for (const CaseOutcome outcome :
       {CaseOutcome::pass, CaseOutcome::fail, CaseOutcome::skip, CaseOutcome::known, CaseOutcome::error}) {
    counts[std::string(to_text(outcome))] = report.count(outcome);
  }
  document["counts"] = std::move(counts);
  Json results = Json::array();
  for (const CaseResult& result : report.results) results.push_back(json_of_result(result));
  document["results"] = std::move(results);
  return document_text(document);
}

}  // namespace ringside::report
