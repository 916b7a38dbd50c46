// SPDX-License-Identifier: GPL-3.0-or-later
// One case in a running guest, from its first step to a verdict.
#pragma once

#include <memory>
#include <optional>

#include "core/validation.h"
#include "validate/backstage.h"
#include "validate/case.h"

namespace ringside::validate {

struct Performance {
  CaseResult result;
  bool interrupted = false;    // a stop was asked for: the result is worth nothing
  bool guest_is_good = false;  // the guest can be used on
};

// Runs the case, then takes away what it left behind (which must work: a disk that cannot be pulled out, or a driver
// that cannot be removed, is a failure) and looks at the console.
[[nodiscard]] Performance perform(const Case& the_case, const DriverUnderTest& driver,
                                  std::unique_ptr<vm::Machine>& guest, BootGuest boot, ParameterMemory& parameters);

}  // namespace ringside::validate
