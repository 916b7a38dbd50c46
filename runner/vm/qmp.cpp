// SPDX-License-Identifier: GPL-3.0-or-later
#include "vm/qmp.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace ringside::vm {
namespace {

using nlohmann::json;

// Taking JSON apart and writing it again recurse: a line of nothing but brackets must not exhaust the stack.
bool too_deep(std::string_view line) {
  int depth = 0;
  bool in_string = false;
  for (std::size_t at = 0; at < line.size(); ++at) {
    const char c = line[at];
    if (in_string) {
      if (c == '\\') ++at;
      if (c == '"') in_string = false;
    } else if (c == '"') {
      in_string = true;
    } else if (c == '{' || c == '[') {
      if (++depth > QmpReader::k_max_depth) return true;
    } else if (c == '}' || c == ']') {
      --depth;
    }
  }
  return false;
}

std::string dumped(const json& value) {
  return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

std::string text_of(const json& object, const char* key) {
  const auto at = object.find(key);
  return at != object.end() && at->is_string() ? at->get<std::string>() : std::string();
}

std::int64_t id_of(const json& message) {
  const auto at = message.find("id");
  return at != message.end() && at->is_number_integer() ? at->get<std::int64_t>() : -1;
}

std::string version_in(const json& greeting) {
  const auto qemu = json::json_pointer("/version/qemu");
  const json numbers = greeting.is_object() && greeting.contains(qemu) ? greeting.at(qemu) : json();
  const auto number = [&](const char* key) {
    return numbers.is_object() && numbers.contains(key) && numbers.at(key).is_number_integer()
               ? numbers.at(key).get<std::int64_t>()
               : 0;
  };
  return fmt::format("{}.{}.{}", number("major"), number("minor"), number("micro"));
}

std::optional<QmpMessage> message_in(const json& object) {
  if (!object.is_object()) return std::nullopt;
  if (const auto greeting = object.find("QMP"); greeting != object.end()) return QmpGreeting{version_in(*greeting)};
  if (const auto value = object.find("return"); value != object.end()) return QmpReply{id_of(object), dumped(*value)};
  if (const auto error = object.find("error"); error != object.end() && error->is_object()) {
    return QmpReply{id_of(object), QmpError{text_of(*error, "class"), text_of(*error, "desc")}};
  }
  if (const std::string name = text_of(object, "event"); !name.empty()) {
    const auto data = object.find("data");
    return QmpEvent{name, data != object.end() && data->is_object() ? dumped(*data) : "{}"};
  }
  return std::nullopt;
}

Result<std::optional<QmpMessage>> parse(std::string_view line) {
  const auto unreadable = [&](const char* why) {
    return fail(ErrorCode::protocol, fmt::format("QEMU sent {} over QMP: {}", why, line.substr(0, 120)));
  };
  if (too_deep(line)) return unreadable("a message nested too deep");
  const json object = json::parse(line, nullptr, false);
  if (object.is_discarded()) return unreadable("what is no JSON");
  auto message = message_in(object);
  if (!message) return unreadable("what is no QMP message");
  return message;
}

}  // namespace

std::string QmpEvent::text(std::string_view key) const {
  const json object = json::parse(data, nullptr, false);
  return object.is_object() ? text_of(object, std::string(key).c_str()) : std::string();
}

void QmpReader::feed(std::string_view bytes) {
  if (m_start > 0) {
    m_buffer.erase(0, m_start);
    m_start = 0;
  }
  m_buffer += bytes;
}

Result<std::optional<QmpMessage>> QmpReader::next() {
  for (;;) {
    const auto end = m_buffer.find('\n', m_start);
    if (end == std::string::npos || end - m_start > k_max_line) {
      if (m_buffer.size() - m_start <= k_max_line) return std::nullopt;
      return fail(ErrorCode::protocol, fmt::format("QEMU sent a QMP line of more than {} bytes", k_max_line));
    }
    std::string_view line = std::string_view(m_buffer).substr(m_start, end - m_start);
    m_start = end + 1;
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (!line.empty()) return parse(line);
  }
}

Result<std::string> qmp_line(std::int64_t id, const QmpCommand& command) {
  const json arguments = json::parse(command.arguments, nullptr, false);
  if (!arguments.is_object()) {
    return fail(ErrorCode::usage, fmt::format("the arguments of {} are no JSON object: {}", command.name,
                                              command.arguments.substr(0, 120)));
  }
  return dumped({{"execute", command.name}, {"arguments", arguments}, {"id", id}}) + "\n";
}

}  // namespace ringside::vm
