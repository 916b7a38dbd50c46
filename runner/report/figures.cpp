// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>

#include "core/units.h"

namespace ringside::report {
namespace {

constexpr const char* k_no_break_space = "\xC2\xA0";

// Three significant digits without an exponent: 963, 45.1, 4.51, 0.451.
std::string three_digits(double value) {
  const double size = std::abs(value);
  const int decimals = size >= 99.95 ? 0 : size >= 9.995 ? 1 : size >= 0.9995 || size == 0 ? 2 : 3;
  return fmt::format("{:.{}f}", value, decimals);
}

std::string interval_text(const std::string& lower, const std::string& upper) {
  return fmt::format("[{},{}{}]", lower, k_no_break_space, upper);
}

}  // namespace

std::string si_text(double number) {
  if (!std::isfinite(number)) return "–";
  static constexpr std::array k_prefixes{"", "k", "M", "G", "T"};
  std::size_t prefix = 0;
  // 999.5 would be written as 1000: it is 1.00k.
  while (std::abs(number) >= 999.5 && prefix + 1 < k_prefixes.size()) {
    number /= 1000;
    ++prefix;
  }
  return three_digits(number) + k_prefixes[prefix];
}

std::string metric_text(const analysis::Metric& metric, double value) {
  if (metric.kind == analysis::MetricKind::iops) return si_text(value);
  if (!std::isfinite(value) || std::abs(value) > 9e18) return "–";
  return to_text(Nanoseconds(std::llround(value)));
}

std::string estimate_text(const analysis::Metric& metric, const analysis::Estimate& estimate) {
  if (estimate.unsupported) return "unsupported";
  if (!estimate.value) return "–";
  std::string text = metric_text(metric, *estimate.value);
  if (estimate.interval) {
    text += ' ' +
            interval_text(metric_text(metric, estimate.interval->lower), metric_text(metric, estimate.interval->upper));
  }
  return text;
}

std::string ratio_text(const std::optional<analysis::RatioEstimate>& ratio) {
  if (!ratio || !std::isfinite(ratio->value)) return "–";
  std::string text = three_digits(ratio->value) + "×";
  if (ratio->interval) {
    text += ' ' + interval_text(three_digits(ratio->interval->lower), three_digits(ratio->interval->upper));
  }
  return text;
}

std::string percent_text(double fraction) {
  const double percent = 100 * fraction;
  const int decimals = std::abs(percent) >= 9.95 ? 0 : std::abs(percent) >= 0.995 ? 1 : 2;
  std::string digits = fmt::format("{:.{}f}", percent, decimals);
  if (decimals == 1 && digits.ends_with(".0")) digits.resize(digits.size() - 2);
  return digits + "%";
}

std::string counted(std::size_t number, const std::string& noun) {
  return fmt::format("{} {}{}", number, noun, number == 1 ? "" : "s");
}

std::string metric_title(const analysis::Metric& metric) {
  const std::string_view kind = [&] {
    switch (metric.kind) {
      case analysis::MetricKind::lat_mean:
        return "mean latency";
      case analysis::MetricKind::lat_p50:
        return "p50 latency";
      case analysis::MetricKind::lat_p99:
        return "p99 latency";
      case analysis::MetricKind::lat_p999:
        return "p99.9 latency";
      case analysis::MetricKind::iops:
        break;
    }
    return "IOPS";
  }();
  return metric.direction ? fmt::format("{} {}", to_text(*metric.direction), kind) : std::string(kind);
}

std::string waiting_text(Nanoseconds duration) {
  const auto seconds = std::max<std::int64_t>(0, std::chrono::round<std::chrono::seconds>(duration).count());
  if (seconds < 60) return fmt::format("{}s", seconds);
  if (seconds < 3600) return fmt::format("{}m{:02}s", seconds / 60, seconds % 60);
  return fmt::format("{}h{:02}m", seconds / 3600, seconds % 3600 / 60);
}

}  // namespace ringside::report
