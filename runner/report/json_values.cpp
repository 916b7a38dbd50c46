// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/json_values.h"

#include <nlohmann/json.hpp>

namespace ringside::report {
namespace {

std::string_view better_text(stats::BetterWhen better) {
  return better == stats::BetterWhen::higher ? "higher" : "lower";
}

}  // namespace

Json json_of(const Value& value) {
  return std::visit(
      []<typename T>(const T& held) -> Json {
        if constexpr (std::is_same_v<T, std::monostate>) {
          return nullptr;
        } else {
          return held;
        }
      },
      value);
}

Json json_of(const OptionMap& options) {
  Json object = Json::object();
  for (const auto& [name, value] : options) {
    object[name] = std::visit([](const auto& held) -> Json { return held; }, value);
  }
  return object;
}

Json json_of(const stats::Interval& interval) {
  return {{"lower", interval.lower}, {"upper", interval.upper}, {"confidence", interval.confidence}};
}

Json json_of(const std::optional<double>& number) {
  return number ? Json(*number) : Json(nullptr);
}

Json json_of(const std::optional<stats::Interval>& interval) {
  return interval ? json_of(*interval) : Json(nullptr);
}

Json text_or_null(const std::string& text) {
  return text.empty() ? Json(nullptr) : Json(text);
}

Json json_of(const analysis::ArmIdentity& arm) {
  return {{"campaign", arm.campaign.to_text()},
          {"campaign_name", arm.campaign_name},
          {"arm", arm.arm},
          {"sha256", text_or_null(arm.sha256)},
          {"build_id", text_or_null(arm.build_id)},
          {"accelerator", text_or_null(arm.accelerator)},
          {"kernel", text_or_null(arm.kernel)},
          {"host_name", text_or_null(arm.host_name)},
          {"host_identity", text_or_null(arm.host_identity)}};
}

Json json_of(const analysis::Estimate& estimate) {
  Json per_block = Json::array();
  for (const auto& block : estimate.per_block) per_block.push_back({{"block", block.block}, {"value", block.value}});
  Json median = nullptr;
  if (estimate.median) {
    median = {{"value", estimate.median->value}, {"interval", json_of(estimate.median->interval)}};
  }
  return {{"blocks", estimate.blocks},
          {"value", json_of(estimate.value)},
          {"interval", json_of(estimate.interval)},
          {"sd_log", json_of(estimate.sd_log)},
          {"median", std::move(median)},
          {"outliers", estimate.outliers},
          {"value_without_outliers", json_of(estimate.value_without_outliers)},
          {"unsupported", estimate.unsupported},
          {"fewest_samples", estimate.fewest_samples},
          {"per_block", std::move(per_block)}};
}

Json json_of(const analysis::TreatmentSummary& treatment) {
  const auto overall = treatment.overall();
  return {{"overall", overall ? Json(to_text(*overall)) : Json(nullptr)},
          {"passed", treatment.passed},
          {"failed", treatment.failed},
          {"unknown", treatment.unknown},
          {"failures", treatment.failures}};
}

Json json_of(const std::vector<analysis::Excluded>& excluded) {
  Json list = Json::array();
  for (const auto& one : excluded) {
    list.push_back({{"measurement", one.id.value},
                    {"arm", one.arm},
                    {"block", one.block},
                    {"attempt", one.attempt},
                    {"run", one.run},
                    {"reason", one.reason}});
  }
  return list;
}

Json json_of_metric(const analysis::Metric& metric) {
  return {{"name", metric.name()}, {"unit", metric.unit()}, {"better", better_text(metric.better())}};
}

std::string document_text(const Json& document) {
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

std::string line_text(const Json& document) {
  return document.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace ringside::report
