// SPDX-License-Identifier: GPL-3.0-or-later
#include "probe/loader_output.h"

#include <fmt/format.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

namespace ringside::probe {
namespace {

using Json = nlohmann::json;

constexpr std::string_view k_schema = "ringside.probe/1";
constexpr std::size_t k_most_entries = 1u << 16;  // counters, histograms, probes each
constexpr int k_most_queues = 1 << 16;

// Thrown and caught in this file: what is wrong, in a few words.
struct Malformed {
  std::string what;
};

std::string text_in(const Json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_string()) throw Malformed{fmt::format("{} is no text", key)};
  return found->get<std::string>();
}

std::uint64_t count_in(const Json& object, const char* key) {
  const auto found = object.find(key);
  // SQLite's integers are signed.
  if (found == object.end() || !found->is_number_unsigned() ||
      found->get<std::uint64_t>() > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
    throw Malformed{fmt::format("{} is no count", key)};
  }
  return found->get<std::uint64_t>();
}

int integer_in(const Json& object, const char* key, int least, int most) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_number_integer()) throw Malformed{fmt::format("{} is no number", key)};
  const auto value = found->get<std::int64_t>();
  if (value < least || value > most) throw Malformed{fmt::format("{} is out of range", key)};
  return static_cast<int>(value);
}

const Json& entries_in(const Json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_array()) throw Malformed{fmt::format("{} is no list", key)};
  if (found->size() > k_most_entries) throw Malformed{fmt::format("{} has {} entries", key, found->size())};
  return *found;
}

ProbeState probe_of(const Json& entry) {
  ProbeState probe{text_in(entry, "program"), text_in(entry, "target"), text_in(entry, "state"), text_in(entry, "why"),
                   count_in(entry, "misses")};
  const bool known =
      probe.state == "attached" || probe.state == "degraded" || probe.state == "absent" || probe.state == "missing";
  if (!known) throw Malformed{"a probe in an unknown state"};
  return probe;
}

ProbeHistogram histogram_of(const Json& entry) {
  ProbeHistogram out;
  out.name = text_in(entry, "name");
  out.queue = integer_in(entry, "queue", -1, k_most_queues);
  std::vector<HistogramBin> bins;
  for (const Json& bin : entries_in(entry, "bins")) {
    if (!bin.is_array() || bin.size() != 2 || !bin[0].is_number_unsigned() || !bin[1].is_number_unsigned()) {
      throw Malformed{"a bin is no pair of counts"};
    }
    bins.push_back({bin[0].get<std::uint32_t>(), bin[1].get<std::uint64_t>()});
  }
  auto histogram = Histogram::from_bins(HistogramResolution::probes(), std::move(bins));
  if (!histogram) throw Malformed{histogram.error().message};
  out.histogram = std::move(*histogram);
  return out;
}

Mechanism mechanism_of(const Json& document) {
  if (!document.is_object() || text_in(document, "schema") != k_schema) {
    throw Malformed{fmt::format("it is not {}", k_schema)};
  }
  Mechanism out;
  out.tier = integer_in(document, "tier", -1, 2);
  out.module = text_in(document, "module");
  for (const Json& entry : entries_in(document, "probes")) out.probes.push_back(probe_of(entry));
  for (const Json& entry : entries_in(document, "counters")) {
    const int queue = integer_in(entry, "queue", -1, k_most_queues);
    const bool fresh = out.counters[text_in(entry, "name")].emplace(queue, count_in(entry, "value")).second;
    if (!fresh) throw Malformed{"a counter is told twice"};
  }
  for (const Json& entry : entries_in(document, "histograms")) out.histograms.push_back(histogram_of(entry));
  return out;
}

}  // namespace

Result<Mechanism> parse_loader_output(std::string_view json) {
  try {
    return mechanism_of(Json::parse(json));
  } catch (const Malformed& malformed) {
    return fail(ErrorCode::invalid_result, "malformed output of the probe loader: " + malformed.what);
  } catch (const Json::exception&) {
    return fail(ErrorCode::invalid_result, "malformed output of the probe loader: it is no JSON");
  }
}

}  // namespace ringside::probe
