// SPDX-License-Identifier: GPL-3.0-or-later
#include <nlohmann/json.hpp>

#include "cli/doctor_document.h"
#include "report/json_values.h"

namespace ringside::cli {
namespace {

using report::Json;

double seconds(Nanoseconds duration) {
  return std::chrono::duration<double>(duration).count();
}

Json json_of(const std::vector<Nanoseconds>& times, Nanoseconds median) {
  Json all = Json::array();
  for (const auto time : times) all.push_back(seconds(time));
  return {{"median_s", seconds(median)}, {"boots_s", std::move(all)}};
}

}  // namespace

std::string doctor_json(const Diagnosis& diagnosis) {
  Json checks = Json::array();
  for (const auto& check : diagnosis.checks) {
    checks.push_back({{"id", check.id},
                      {"status", to_text(check.status)},
                      {"what", check.what},
                      {"what_to_do", report::text_or_null(check.what_to_do)}});
  }
  Json boots = nullptr;
  if (diagnosis.boots) {
    boots = Json::array();
    for (const auto& bench : *diagnosis.boots) {
      boots.push_back({{"kernel", bench.kernel},
                       {"accelerator", bench.accel},
                       {"direct", json_of(bench.direct, bench.direct_median())},
                       {"compressed", json_of(bench.compressed, bench.compressed_median())},
                       {"ratio", bench.ratio()}});
    }
  }
  Json document;
  document["schema"] = "ringside.doctor/1";
  document["checks"] = std::move(checks);
  document["boot_bench"] = std::move(boots);
  return report::document_text(document);
}

}  // namespace ringside::cli
