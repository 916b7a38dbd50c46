// SPDX-License-Identifier: GPL-3.0-or-later
#include "fio/result.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>

#include "fio/document.h"
#include "fio/envelope.h"

namespace ringside::fio {
namespace {

// How far the bins may miss the sample count, and the rate I/Os over runtime, before something is broken.
constexpr double k_tolerance = 0.01;

std::unexpected<Error> invalid(std::string message, std::string hint = {}) {
  return fail(ErrorCode::invalid_result, std::move(message), std::move(hint));
}

std::string errno_text(int error) {
  const char* name = strerrorname_np(error);
  const char* description = strerrordesc_np(error);
  return fmt::format("{} ({}: {})", error, name != nullptr ? name : "unknown",
                     description != nullptr ? description : "unknown");
}

std::string hint_for(int error) {
  if (error != EOPNOTSUPP) return {};
  return "from Linux 6.12 on, polled I/O (hipri) on a disk without poll queues ends like this: give the arm "
         "params = { poll_queues = … } with at least one queue more, or hipri = 0";
}

// An error of a job, or a report that is not the final one.
Result<void> check_ended_well(const Document& document, std::string_view output) {
  if (document.jobs.empty()) return invalid("fio reports no job");
  for (const Job& job : document.jobs) {
    if (job.error != 0) {
      std::string message = fmt::format("fio's job '{}' failed with error {}", job.name, errno_text(job.error));
      if (const auto complaint = first_complaint(output); !complaint.empty()) message += fmt::format("; {}", complaint);
      return invalid(std::move(message), hint_for(job.error));
    }
    if (job.eta > 0 && job.eta < std::numeric_limits<int>::max()) {
      return invalid(
          fmt::format("fio's last document is a report during the run ({} s to go): the result is missing", job.eta));
    }
  }
  return {};
}

std::uint64_t samples(const JobDirection& part, const LatencyStats& latency) {
  return latency.count.value_or(part.ios);
}

// Whether the figures of one job and direction can be true at all.
Result<void> check_possible(const Job& job, const JobDirection& part) {
  const auto broken = [&](std::string_view what) {
    return invalid(fmt::format("fio's job '{}' {}: {}", job.name, to_text(part.direction), what));
  };
  if (part.bytes == 0) return broken("I/Os without a byte");
  if (part.runtime <= Nanoseconds{0}) return broken("I/Os without a runtime");
  const double rate = static_cast<double>(part.ios) / std::chrono::duration<double>(part.runtime).count();
  if (std::abs(part.iops - rate) > k_tolerance * rate) {
    return broken(fmt::format("{} IOPS, but {} I/Os in {}", part.iops, part.ios, to_text(part.runtime)));
  }
  const LatencyStats& latency = part.total;
  if (samples(part, latency) == 0) return broken(fmt::format("{} I/Os, but no latency sample", part.ios));
  if (latency.mean_ns <= 0 || latency.max_ns < latency.min_ns) return broken("latencies that cannot be");
  return {};
}

using Latency = std::function<const LatencyStats&(const JobDirection&)>;
using Parts = std::vector<std::reference_wrapper<const JobDirection>>;

bool all_have_bins(const Parts& parts, const Latency& latency) {
  return std::ranges::none_of(parts, [&](const JobDirection& part) { return latency(part).bins.empty(); });
}

Result<Histogram> sum_of_bins(const Parts& parts, const Latency& latency) {
  Histogram sum(HistogramResolution::fio());
  for (const JobDirection& part : parts) {
    double total = 0;
    for (const auto& [middle, count] : latency(part).bins) {
      if (const auto added = sum.add_mid(middle, count); !added) return std::unexpected(added.error());
      total += static_cast<double>(count);
    }
    const double expected = static_cast<double>(samples(part, latency(part)));
    if (std::abs(total - expected) > k_tolerance * expected) {
      return invalid(fmt::format("fio's latency bins hold {} samples, but it counted {}", total, expected));
    }
  }
  return sum;
}

Result<void> set_histogram(const Parts& parts, DirectionResult& out) {
  const Latency total = [](const JobDirection& part) -> const LatencyStats& { return part.total; };
  const Latency completion = [](const JobDirection& part) -> const LatencyStats& { return part.completion; };
  const bool have_total = all_have_bins(parts, total);
  if (!have_total && !all_have_bins(parts, completion)) return {};
  auto sum = sum_of_bins(parts, have_total ? total : completion);
  if (!sum) return std::unexpected(sum.error());
  out.latency = std::move(*sum);
  out.latency_is_completion = !have_total;
  return {};
}

// Mean and sample standard deviation of the union of several samples: within plus between.
void set_moments(const Parts& parts, DirectionResult& out) {
  double weighted = 0;
  for (const JobDirection& part : parts) {
    const std::uint64_t count = samples(part, part.total);
    out.lat_count += count;
    weighted += static_cast<double>(count) * part.total.mean_ns;
  }
  out.lat_mean_ns = weighted / static_cast<double>(out.lat_count);
  double squares = 0;
  for (const JobDirection& part : parts) {
    const double count = static_cast<double>(samples(part, part.total));
    const double away = part.total.mean_ns - out.lat_mean_ns;
    squares += (count - 1) * part.total.stddev_ns * part.total.stddev_ns + count * away * away;
  }
  out.lat_stddev_ns = out.lat_count > 1 ? std::sqrt(squares / static_cast<double>(out.lat_count - 1)) : 0;
}

Result<DirectionResult> sum_of(Direction direction, const Parts& parts) {
  DirectionResult out;
  out.direction = direction;
  out.lat_min_ns = std::numeric_limits<std::uint64_t>::max();
  for (const JobDirection& part : parts) {
    out.ios += part.ios;
    out.bytes += part.bytes;
    out.iops += part.iops;
    out.runtime = std::max(out.runtime, part.runtime);
    out.lat_min_ns = std::min(out.lat_min_ns, part.total.min_ns);
    out.lat_max_ns = std::max(out.lat_max_ns, part.total.max_ns);
  }
  set_moments(parts, out);
  if (const auto done = set_histogram(parts, out); !done) return std::unexpected(done.error());
  return out;
}

// The jobs that did I/O in one direction, checked.
Result<Parts> parts_of(const Document& document, Direction direction) {
  Parts parts;
  for (const Job& job : document.jobs) {
    const JobDirection& part = job.directions[static_cast<std::size_t>(direction)];
    if (part.ios == 0) continue;
    if (const auto possible = check_possible(job, part); !possible) return std::unexpected(possible.error());
    parts.emplace_back(part);
  }
  return parts;
}

}  // namespace

Result<FioResult> parse_result(std::string_view output) {
  const auto text = last_document(output);
  if (!text) {
    Error error = text.error();
    if (const auto complaint = first_complaint(output); !complaint.empty())
      error.message += fmt::format("; {}", complaint);
    return std::unexpected(std::move(error));
  }
  const auto document = parse_document(*text);
  if (!document) return std::unexpected(document.error());
  if (const auto well = check_ended_well(*document, output); !well) return std::unexpected(well.error());

  FioResult out;
  out.version = document->version;
  for (const Direction direction : {Direction::read, Direction::write, Direction::trim}) {
    const auto parts = parts_of(*document, direction);
    if (!parts) return std::unexpected(parts.error());
    if (parts->empty()) continue;
    auto sum = sum_of(direction, *parts);
    if (!sum) return std::unexpected(sum.error());
    out.directions.push_back(std::move(*sum));
  }
  if (out.directions.empty()) return invalid("fio reports no error, but did no I/O");

  const double jobs = static_cast<double>(document->jobs.size());
  for (const Job& job : document->jobs) {
    out.user_cpu_percent += job.user_cpu / jobs;
    out.system_cpu_percent += job.system_cpu / jobs;
    out.context_switches += job.context_switches;
  }
  return out;
}

}  // namespace ringside::fio
