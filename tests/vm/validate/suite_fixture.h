// SPDX-License-Identifier: GPL-3.0-or-later
// Suites run for real, on the kernel of the test program.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "fixture/guest_test.h"
#include "validate/suite.h"

namespace ringside::test {

// The suite on this kernel under TCG; skips the test where there is no image for it.
class SuiteTest : public testing::Test {
 protected:
  [[nodiscard]] static validate::SuiteRequest request_for(std::vector<validate::Case> cases,
                                                          validate::DriverUnderTest driver = {}) {
    validate::SuiteRequest out;
    out.cases = std::move(cases);
    out.drivers = {std::move(driver)};
    out.kernels.emplace_back();
    out.kernels.back().kernel = kernel_name();
    out.accel = Accel::tcg;
    return out;
  }

  void run(const validate::SuiteRequest& request, const validate::Watcher& watcher = {}) {
    auto found = validate::run(request, watcher);
    if (!found && found.error().code == ErrorCode::not_found) GTEST_SKIP() << found.error().text();
    ASSERT_TRUE(found) << found.error().text();
    report = std::move(*found);
  }

  ValidationReport report;
};

}  // namespace ringside::test
