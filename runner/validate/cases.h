// SPDX-License-Identifier: GPL-3.0-or-later
// The suite: one function per file of cases/, and all of them in one list.
#pragma once

#include <vector>

#include "validate/case.h"

namespace ringside::validate {

// Each in cases/<family>.cpp, and each listed in all_cases() (cases.cpp).
[[nodiscard]] std::vector<Case> ring_cases();
[[nodiscard]] std::vector<Case> queue_cases();
[[nodiscard]] std::vector<Case> polling_cases();
[[nodiscard]] std::vector<Case> naming_cases();
[[nodiscard]] std::vector<Case> disk_cases();
[[nodiscard]] std::vector<Case> cache_cases();
[[nodiscard]] std::vector<Case> resize_cases();
[[nodiscard]] std::vector<Case> suspend_cases();
[[nodiscard]] std::vector<Case> unplug_cases();
[[nodiscard]] std::vector<Case> cpu_cases();
[[nodiscard]] std::vector<Case> batch_cases();
[[nodiscard]] std::vector<Case> dm_cases();
[[nodiscard]] std::vector<Case> discard_cases();
[[nodiscard]] std::vector<Case> vhost_cases();
[[nodiscard]] std::vector<Case> integrity_cases();
[[nodiscard]] std::vector<Case> power_cases();
[[nodiscard]] std::vector<Case> progress_cases();
[[nodiscard]] std::vector<Case> removal_cases();
[[nodiscard]] std::vector<Case> submission_cases();
[[nodiscard]] std::vector<Case> fidelity_cases();
[[nodiscard]] std::vector<Case> error_cases();

// Every case, family by family, in the order in which they are documented. Names are unique (a unit test sees to it).
[[nodiscard]] std::vector<Case> all_cases();

}  // namespace ringside::validate
