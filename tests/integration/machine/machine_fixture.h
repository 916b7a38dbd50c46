// SPDX-License-Identifier: GPL-3.0-or-later
// Boots of the fake QEMU. After each test no process and no descriptor may be left.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "vm/machine.h"

class MachineTest : public testing::Test {
 protected:
  MachineTest();
  ~MachineTest() override;

  // The plan for a script; kernel and initramfs are files that exist.
  [[nodiscard]] static ringside::vm::BootPlan plan(const std::string& script);
  // Generous by default: only tests of deadlines give less.
  [[nodiscard]] ringside::Result<std::unique_ptr<ringside::vm::Machine>> boot(
      const std::string& script, ringside::Nanoseconds deadline = std::chrono::seconds(20));
  // The error of a boot that must fail.
  [[nodiscard]] ringside::Error boot_error(const std::string& script,
                                           ringside::Nanoseconds deadline = std::chrono::seconds(20));

  ringside::vm::Deadlines m_deadlines;
  ringside::vm::BootRecord m_record;

 private:
  std::size_t m_descriptors = 0;
};

// From now on.
[[nodiscard]] ringside::TimePoint in(ringside::Nanoseconds duration);
