// SPDX-License-Identifier: GPL-3.0-or-later
// The whole suite: every case against every driver on every kernel, in as few guests as they need.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/campaign.h"
#include "core/result.h"
#include "core/validation.h"
#include "validate/case.h"
#include "validate/driver_under_test.h"

namespace ringside::validate {

struct SuiteRequest {
  std::vector<Case> cases;
  std::vector<DriverUnderTest> drivers;
  std::vector<Guest> kernels;  // kernel and modules; vCPUs, memory and command line are the cases' to say
  std::filesystem::path qemu = "qemu-system-x86_64";
  Accel accel = Accel::automatic;
  int workers = 2;  // guests side by side
  std::stop_token stop;
};

// Told while the suite runs, one call at a time, from several threads.
struct Watcher {
  std::function<void(std::string)> notice = [](const std::string&) {};
  std::function<void(const CaseResult&, std::size_t done, std::size_t planned)> finished =
      [](const CaseResult&, std::size_t, std::size_t) {};
};

// A guest that panics, hangs or ends, and a driver that never loads, are a case's FAIL; the next goes on in a new
// guest. A stop request ends the cases that run, without a result. Errors: those of images, QEMU and the accelerator.
[[nodiscard]] Result<ValidationReport> run(const SuiteRequest& request, const Watcher& watcher = {});

}  // namespace ringside::validate
