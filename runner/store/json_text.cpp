// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/json_text.h"

#include <fmt/format.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <variant>

namespace ringside::store {
namespace {

using Json = nlohmann::json;

std::string text_of(const Json& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::unexpected<Error> damaged(std::string_view text) {
  return fail(ErrorCode::invalid_result, fmt::format("a stored list is damaged: '{}'", text.substr(0, 60)));
}

template <typename Value>
Result<std::vector<Value>> list_of(std::string_view text, bool (*is_wanted)(const Json&)) {
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_array()) return damaged(text);
  std::vector<Value> list;
  list.reserve(json.size());
  for (const Json& item : json) {
    if (!is_wanted(item)) return damaged(text);
    list.push_back(item.get<Value>());
  }
  return list;
}

}  // namespace

std::string to_json(const OptionMap& options) {
  Json json = Json::object();
  for (const auto& [name, value] : options) {
    json[name] = std::visit([](const auto& plain) { return Json(plain); }, value);
  }
  return text_of(json);
}

std::string to_json(const std::vector<std::string>& list) {
  return text_of(Json(list));
}

std::string to_json(const std::vector<double>& list) {
  return text_of(Json(list));
}

Result<OptionMap> options_from_json(std::string_view text) {
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) return damaged(text);
  OptionMap options;
  for (const auto& [name, value] : json.items()) {
    if (value.is_boolean()) {
      options.insert_or_assign(name, value.get<bool>());
    } else if (value.is_number_integer()) {
      options.insert_or_assign(name, value.get<std::int64_t>());
    } else if (value.is_number_float()) {
      options.insert_or_assign(name, value.get<double>());
    } else if (value.is_string()) {
      options.insert_or_assign(name, value.get<std::string>());
    } else {
      return damaged(text);
    }
  }
  return options;
}

Result<std::vector<std::string>> strings_from_json(std::string_view text) {
  return list_of<std::string>(text, [](const Json& item) { return item.is_string(); });
}

Result<std::vector<double>> numbers_from_json(std::string_view text) {
  return list_of<double>(text, [](const Json& item) { return item.is_number(); });
}

}  // namespace ringside::store
