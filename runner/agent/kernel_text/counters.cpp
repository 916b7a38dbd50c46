// SPDX-License-Identifier: GPL-3.0-or-later
#include "agent/kernel_text/counters.h"

#include <algorithm>
#include <array>

#include "agent/kernel_text/split.h"

namespace ringside::agent {
namespace {

bool is_request_vector(std::string_view word, std::string_view device) {
  if (word.ends_with(',')) word.remove_suffix(1);  // a shared line names several actions
  if (!word.starts_with(device)) return false;
  const std::string_view rest = word.substr(device.size());
  return rest.empty() || (rest.starts_with('-') && rest != "-config");
}

}  // namespace

std::uint64_t request_interrupts(std::string_view proc_interrupts, std::string_view virtio_device) {
  if (virtio_device.empty()) return 0;
  std::uint64_t sum = 0;
  for (const std::string_view line : split(proc_interrupts, '\n')) {
    const auto fields = words(line);
    const auto names_device = [&](std::string_view word) { return is_request_vector(word, virtio_device); };
    if (std::ranges::none_of(fields, names_device)) continue;
    for (std::size_t at = 1; at < fields.size(); ++at) {  // after "24:", one count per CPU
      const auto count = number<std::uint64_t>(fields[at]);
      if (!count) break;
      sum += *count;
    }
  }
  return sum;
}

std::uint64_t completed_ios(std::string_view stat) {
  constexpr std::array<std::size_t, 4> k_completed = {0, 4, 11, 15};  // Documentation/block/stat.rst
  const auto fields = words(stat);
  std::uint64_t sum = 0;
  for (const std::size_t at : k_completed) {
    if (at < fields.size()) sum += number<std::uint64_t>(fields[at]).value_or(0);
  }
  return sum;
}

std::string selected_of(std::string_view choices) {
  const std::size_t open = choices.find('[');
  const std::size_t close = choices.find(']', open);
  if (open == std::string_view::npos || close == std::string_view::npos) return std::string(trimmed(choices));
  return std::string(choices.substr(open + 1, close - open - 1));
}

QueueSplit split_of_types(const std::vector<std::string>& types) {
  QueueSplit out;
  for (const std::string& type : types) {
    if (type == "default") ++out.default_queues;
    if (type == "read") ++out.read_queues;
    if (type == "poll") ++out.poll_queues;
  }
  return out;
}

}  // namespace ringside::agent
