// SPDX-License-Identifier: GPL-3.0-or-later
// What a suite's guests are booted from.
#pragma once

#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "core/result.h"
#include "image/image.h"
#include "validate/case.h"
#include "validate/suite.h"
#include "vm/machine.h"

namespace ringside::validate {

// One of the suite's kernels: its image with every driver, and how it is booted.
struct GuestSource {
  image::Image image;
  std::filesystem::path qemu;
  Accel accel = Accel::tcg;
};

// Builds the images and decides on the accelerator. Errors: theirs.
[[nodiscard]] Result<std::vector<GuestSource>> prepare_guests(const SuiteRequest& request,
                                                              const std::function<void(std::string)>& notice);

// Under TCG with one thread: with several, QEMU sometimes runs a breakpoint that the guest has long taken back.
[[nodiscard]] vm::BootPlan boot_plan(const GuestSource& source, const GuestNeeds& needs);

// Boots it; once more where no hello came, because a host can be too busy. `record` is that of the last failure.
[[nodiscard]] Result<std::unique_ptr<vm::Machine>> boot_guest(const GuestSource& source, const GuestNeeds& needs,
                                                              const std::stop_token& stop, vm::BootRecord& record);

}  // namespace ringside::validate
