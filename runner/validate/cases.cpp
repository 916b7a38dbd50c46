// SPDX-License-Identifier: GPL-3.0-or-later
#include "validate/cases.h"

#include <algorithm>
#include <iterator>

namespace ringside::validate {
namespace {

// One line per file of cases/.
constexpr std::vector<Case> (*k_families[])() = {
    ring_cases,      queue_cases,  polling_cases,  naming_cases,  disk_cases,       cache_cases,    resize_cases,
    suspend_cases,   unplug_cases, cpu_cases,      batch_cases,   dm_cases,         discard_cases,  vhost_cases,
    integrity_cases, power_cases,  progress_cases, removal_cases, submission_cases, fidelity_cases, error_cases};

}  // namespace

std::vector<Case> all_cases() {
  std::vector<Case> out;
  for (const auto family : k_families) std::ranges::move(family(), std::back_inserter(out));
  return out;
}

}  // namespace ringside::validate
