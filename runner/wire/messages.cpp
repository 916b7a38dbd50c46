// SPDX-License-Identifier: GPL-3.0-or-later
#include "wire/messages.h"

#include <fmt/format.h>

#include <concepts>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <type_traits>
#include <utility>

#include "wire/json_bounds.h"
#include "wire/message_fields.h"

namespace ringside::wire {
namespace {

using Json = nlohmann::json;

constexpr Milliseconds k_max_duration = std::chrono::hours(7 * 24);
constexpr int k_max_queues = 1 << 16;

// --- writing -------------------------------------------------------------------------------------------------

template <typename T>
Json to_json(const T& message);

class Writer {
 public:
  Json object = Json::object();

  template <typename T>
  void operator()(const char* key, const T& value) {
    object[key] = json_of(value);
  }
  void queues(const char* key, int value) { object[key] = value; }

 private:
  template <typename T>
  static Json json_of(const T& value) {
    if constexpr (std::constructible_from<Json, const T&>) {
      return Json(value);
    } else {
      return to_json(value);
    }
  }
  static Json json_of(Milliseconds value) { return value.count(); }
  template <typename T>
  static Json json_of(const std::optional<T>& value) {
    return value ? json_of(*value) : Json(nullptr);
  }
  static Json json_of(const std::vector<std::string>& values) { return values; }
  template <typename T>
  static Json json_of(const std::vector<T>& values) {
    Json array = Json::array();
    for (const T& value : values) array.push_back(to_json(value));
    return array;
  }
};

template <typename T>
Json to_json(const T& message) {
  Writer writer;
  fields(writer, message);
  return std::move(writer.object);
}

std::string text_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

template <typename Variant>
Json alternative_to_json(const Variant& variant) {
  return std::visit([](const auto& message) { return to_json(message); }, variant);
}

// --- reading -------------------------------------------------------------------------------------------------

// Reads the fields of one object; the first thing that is wrong is kept, and the rest is then of no interest.
class Reader {
 public:
  Reader(const Json& json, std::string path) : m_json(json), m_path(std::move(path)) {
    if (!json.is_object()) m_problem = fmt::format("{} is not an object", m_path);
  }

  [[nodiscard]] const std::optional<std::string>& problem() const { return m_problem; }

  template <typename T>
  void operator()(const char* key, T& out) {
    if (const Json* value = member(key)) take(*value, name(key), out);
  }
  void queues(const char* key, int& out) {
    (*this)(key, out);
    if (!m_problem && (out < 0 || out > k_max_queues)) refuse(name(key), "is no number of queues");
  }

 private:
  const Json* member(const char* key) {
    if (m_problem) return nullptr;
    const auto found = m_json.find(key);
    if (found != m_json.end()) return &*found;
    refuse(name(key), "is missing");
    return nullptr;
  }
  [[nodiscard]] std::string name(std::string_view key) const { return fmt::format("{}.{}", m_path, key); }
  void refuse(const std::string& what, std::string_view why) {
    if (!m_problem) m_problem = fmt::format("{} {}", what, why);
  }

  void take(const Json& json, const std::string& what, std::string& out) {
    if (!json.is_string()) return refuse(what, "is not a string");
    out = json.get_ref<const std::string&>();
  }
  void take(const Json& json, const std::string& what, bool& out) {
    if (!json.is_boolean()) return refuse(what, "is not true or false");
    out = json.get<bool>();
  }
  void take(const Json& json, const std::string& what, std::uint64_t& out) {
    if (!json.is_number_unsigned()) return refuse(what, "is not a whole number of 0 or more");
    out = json.get<std::uint64_t>();
  }
  void take(const Json& json, const std::string& what, std::int64_t& out) {
    const bool fits =
        json.is_number_unsigned()
            ? json.get<std::uint64_t>() <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())
            : json.is_number_integer();
    if (!fits) return refuse(what, "is not a whole number");
    out = json.get<std::int64_t>();
  }
  void take(const Json& json, const std::string& what, int& out) {
    std::int64_t wide = 0;
    take(json, what, wide);
    if (!std::in_range<int>(wide)) return refuse(what, "is out of range");
    out = static_cast<int>(wide);
  }
  void take(const Json& json, const std::string& what, Milliseconds& out) {
    std::int64_t count = 0;
    take(json, what, count);
    if (count < 0 || count > k_max_duration.count()) return refuse(what, "is no time between 0 and a week");
    out = Milliseconds(count);
  }
  template <typename T>
  void take(const Json& json, const std::string& what, std::optional<T>& out) {
    out.reset();
    if (!json.is_null()) take(json, what, out.emplace());
  }
  template <typename T>
  void take(const Json& json, const std::string& what, std::vector<T>& out) {
    if (!json.is_array()) return refuse(what, "is not an array");
    out.clear();
    for (const Json& element : json) {
      if (m_problem) return;
      take(element, fmt::format("{}[{}]", what, out.size()), out.emplace_back());
    }
  }
  void take(const Json& json, const std::string& what, std::map<std::string, std::string>& out) {
    if (!json.is_object()) return refuse(what, "is not an object");
    out.clear();
    for (const auto& [key, value] : json.items()) take(value, fmt::format("{}.{}", what, key), out[key]);
  }
  template <typename T>
  void take(const Json& json, const std::string& what, T& out) {
    Reader inner(json, what);
    if (!inner.problem()) fields(inner, out);
    if (inner.problem()) refuse(*inner.problem(), "");
  }

  const Json& m_json;
  std::string m_path;
  std::optional<std::string> m_problem;
};

std::unexpected<Error> malformed(std::string_view what, std::string_view why) {
  return fail(ErrorCode::protocol, fmt::format("malformed {}: {}", what, why));
}

template <typename T>
Result<T> message_of(const Json& json, std::string_view what) {
  T out;
  Reader reader(json, std::string(what));
  if (!reader.problem()) fields(reader, out);
  if (reader.problem()) return malformed(what, *reader.problem());
  return out;
}

// The alternative whose name is `name`, read from `json`.
template <typename Variant, std::size_t N, std::size_t at = 0>
Result<Variant> alternative_of(const std::string_view (&names)[N], std::string_view name, const Json& json) {
  if constexpr (at < N) {
    if (names[at] != name) return alternative_of<Variant, N, at + 1>(names, name, json);
    return message_of<std::variant_alternative_t<at, Variant>>(json, name);
  } else {
    return fail(ErrorCode::protocol, fmt::format("a message of unknown kind \"{}\"", name.substr(0, 64)));
  }
}

Result<Json> parse(std::string_view payload, std::string_view what) {
  if (auto bounded = check_json_bounds(payload); !bounded) return std::unexpected(std::move(bounded).error());
  Json json = Json::parse(payload, nullptr, /*allow_exceptions=*/false);
  if (json.is_discarded()) return malformed(what, "it is not JSON in UTF-8");
  if (!json.is_object()) return malformed(what, "it is not an object");
  return json;
}

struct Envelope {
  std::int64_t id = 0;
  std::string name;  // of the alternative
};

Result<Envelope> envelope_of(const Json& json, std::string_view what, const char* name_key) {
  Envelope out;
  Reader reader(json, std::string(what));
  reader("id", out.id);
  if (name_key != nullptr) reader(name_key, out.name);
  if (reader.problem()) return malformed(what, *reader.problem());
  if (out.id < 0) return malformed(what, "its id is negative");
  return out;
}

}  // namespace

std::string encode(const Hello& hello) {
  return text_of(Json{{"hello", to_json(hello)}});
}

std::string encode(const NumberedRequest& request) {
  return text_of(
      {{"id", request.id}, {"op", k_ops[request.request.index()]}, {"args", alternative_to_json(request.request)}});
}

std::string encode(const Reply& reply) {
  if (const auto* error = std::get_if<std::string>(&reply.outcome)) {
    return text_of({{"id", reply.id}, {"error", *error}});
  }
  const Answer& answer = std::get<Answer>(reply.outcome);
  return text_of({{"id", reply.id}, {"kind", k_kinds[answer.index()]}, {"ok", alternative_to_json(answer)}});
}

Result<Hello> decode_hello(std::string_view payload) {
  auto json = parse(payload, "hello");
  if (!json) return std::unexpected(std::move(json).error());
  const auto hello = json->find("hello");
  if (hello == json->end()) return malformed("hello", "another message came first");
  // The version alone decides first: the other fields of another version may differ.
  int protocol = k_protocol_version;
  Reader version(*hello, "hello");
  if (!version.problem()) version("protocol", protocol);
  if (version.problem()) return malformed("hello", *version.problem());
  if (protocol != k_protocol_version) return Hello{protocol, {}, {}, {}};
  return message_of<Hello>(*hello, "hello");
}

Result<NumberedRequest> decode_request(std::string_view payload) {
  auto json = parse(payload, "request");
  if (!json) return std::unexpected(std::move(json).error());
  auto envelope = envelope_of(*json, "request", "op");
  if (!envelope) return std::unexpected(std::move(envelope).error());
  const auto args = json->find("args");
  if (args == json->end()) return malformed("request", "request.args is missing");
  auto request = alternative_of<Request>(k_ops, envelope->name, *args);
  if (!request) return std::unexpected(std::move(request).error());
  return NumberedRequest{envelope->id, std::move(*request)};
}

Result<Reply> decode_reply(std::string_view payload) {
  auto json = parse(payload, "reply");
  if (!json) return std::unexpected(std::move(json).error());
  const auto error = json->find("error");
  const auto ok = json->find("ok");
  if ((error == json->end()) == (ok == json->end())) return malformed("reply", "it has not exactly one of ok, error");
  auto envelope = envelope_of(*json, "reply", ok == json->end() ? nullptr : "kind");
  if (!envelope) return std::unexpected(std::move(envelope).error());
  if (ok == json->end()) {
    if (!error->is_string()) return malformed("reply", "reply.error is not a string");
    return Reply{envelope->id, error->get<std::string>()};
  }
  auto answer = alternative_of<Answer>(k_kinds, envelope->name, *ok);
  if (!answer) return std::unexpected(std::move(answer).error());
  return Reply{envelope->id, std::move(*answer)};
}

}  // namespace ringside::wire
