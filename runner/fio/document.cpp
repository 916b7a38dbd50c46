// SPDX-License-Identifier: GPL-3.0-or-later
#include "fio/document.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

namespace ringside::fio {
namespace {

using nlohmann::json;

constexpr double k_too_large = 0x1p63;
constexpr std::string_view k_sum_of_clients = "All clients";

// Leaves the folder only as an Error: far shorter to read than a check after each of some hundred figures.
struct Malformed {
  std::string what;
};

const json& member(const json& object, const char* key) {
  const auto found = object.is_object() ? object.find(key) : object.end();
  if (found == object.end()) throw Malformed{fmt::format("'{}' is missing", key)};
  return *found;
}

double number_of(const json& value, std::string_view key) {
  if (!value.is_number()) throw Malformed{fmt::format("'{}' is not a number", key)};
  const double number = value.get<double>();
  if (!std::isfinite(number) || number < 0 || number >= k_too_large) {
    throw Malformed{fmt::format("'{}' is {}, which is impossible", key, number)};
  }
  return number;
}

double number(const json& object, const char* key) {
  return number_of(member(object, key), key);
}

std::uint64_t whole_of(const json& value, std::string_view key) {
  const double number = number_of(value, key);
  if (value.is_number_unsigned()) return value.get<std::uint64_t>();
  return static_cast<std::uint64_t>(std::llround(number));
}

std::uint64_t whole(const json& object, const char* key) {
  return whole_of(member(object, key), key);
}

std::string text(const json& object, const char* key) {
  const json& value = member(object, key);
  if (!value.is_string()) throw Malformed{fmt::format("'{}' is not a text", key)};
  return value.get<std::string>();
}

std::map<std::string, double, std::less<>> percentiles_of(const json& section, double unit) {
  std::map<std::string, double, std::less<>> out;
  const auto found = section.find("percentile");
  if (found == section.end() || !found->is_object()) return out;
  for (const auto& [key, value] : found->items()) out.emplace(key, number_of(value, key) * unit);
  return out;
}

std::vector<std::pair<std::uint64_t, std::uint64_t>> bins_of(const json& section) {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> out;
  const auto found = section.find("bins");
  if (found == section.end() || !found->is_object()) return out;
  for (const auto& [key, value] : found->items()) {
    std::uint64_t middle = 0;
    const auto [end, status] = std::from_chars(key.data(), key.data() + key.size(), middle);
    if (status != std::errc{} || end != key.data() + key.size()) {
      throw Malformed{fmt::format("the latency bin '{}' is not a time", key)};
    }
    out.emplace_back(middle, whole_of(value, key));
  }
  return out;
}

LatencyStats latency_in(const json& section, double unit) {
  const auto scaled = [&](const char* key) {
    return static_cast<std::uint64_t>(std::min(number(section, key) * unit, k_too_large));
  };
  LatencyStats out;
  out.min_ns = scaled("min");
  out.max_ns = scaled("max");
  out.mean_ns = number(section, "mean") * unit;
  out.stddev_ns = number(section, "stddev") * unit;
  if (section.contains("N")) out.count = whole(section, "N");
  out.percentiles_ns = percentiles_of(section, unit);
  // fio 2 wrote bins by another rule and in microseconds: of no use here.
  if (unit == 1) out.bins = bins_of(section);
  return out;
}

// "lat_ns" since fio 3.0, "lat" in microseconds before.
LatencyStats latency(const json& direction, const std::string& name) {
  const auto nanoseconds = direction.find(name + "_ns");
  if (nanoseconds != direction.end()) return latency_in(*nanoseconds, 1);
  return latency_in(member(direction, name.c_str()), 1000);
}

JobDirection direction_of(const json& job, Direction direction) {
  const json& section = member(job, std::string(to_text(direction)).c_str());
  JobDirection out;
  out.direction = direction;
  out.ios = whole(section, "total_ios");
  // Only fio 3 writes io_kbytes; before, io_bytes was in KiB whatever its name says.
  const std::uint64_t unit = section.contains("io_kbytes") ? 1 : 1024;
  const std::uint64_t amount = whole(section, "io_bytes");
  if (amount > std::numeric_limits<std::uint64_t>::max() / unit) throw Malformed{"'io_bytes' is impossibly large"};
  out.bytes = amount * unit;
  const std::uint64_t milliseconds = whole(section, "runtime");
  if (milliseconds > std::uint64_t{1} << 40) throw Malformed{"'runtime' is impossibly long"};
  out.runtime = Milliseconds{milliseconds};
  out.iops = number(section, "iops");
  out.submission = latency(section, "slat");
  out.completion = latency(section, "clat");
  out.total = latency(section, "lat");
  return out;
}

Job job_of(const json& entry) {
  Job out;
  out.name = text(entry, "jobname");
  const json& error = member(entry, "error");
  if (!error.is_number_integer()) throw Malformed{"'error' is not a whole number"};
  const auto code = error.get<std::int64_t>();
  if (code < 0 || code > 4096) throw Malformed{fmt::format("'error' is {}, which is no errno", code)};
  out.error = static_cast<int>(code);
  if (entry.contains("eta")) out.eta = static_cast<std::int64_t>(whole(entry, "eta"));
  out.user_cpu = number(entry, "usr_cpu");
  out.system_cpu = number(entry, "sys_cpu");
  out.context_switches = whole(entry, "ctx");
  out.directions = {direction_of(entry, Direction::read), direction_of(entry, Direction::write),
                    direction_of(entry, Direction::trim)};
  return out;
}

Document document_of(const json& root) {
  Document out;
  out.version = text(root, "fio version");
  const bool clients = root.contains("client_stats");
  const json& jobs = member(root, clients ? "client_stats" : "jobs");
  if (!jobs.is_array()) throw Malformed{"'jobs' is not a list"};
  for (const json& entry : jobs) {
    Job job = job_of(entry);
    // fio's own sum over clients; ours is made from the jobs, since fio's loses the percentiles.
    if (clients && job.name == k_sum_of_clients) continue;
    out.jobs.push_back(std::move(job));
  }
  return out;
}

}  // namespace

Result<Document> parse_document(std::string_view text) {
  try {
    return document_of(json::parse(text));
  } catch (const Malformed& malformed) {
    return fail(ErrorCode::invalid_result, "fio's JSON is not as expected: " + malformed.what);
  } catch (const json::exception& error) {
    return fail(ErrorCode::invalid_result, fmt::format("fio's JSON cannot be read: {}", error.what()));
  }
}

}  // namespace ringside::fio
