// SPDX-License-Identifier: GPL-3.0-or-later
// Runs single cases against builds of the reference driver in a guest that is kept for as long as it is good.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/validation.h"
#include "validate/guests.h"
#include "validate/perform.h"

namespace ringside::test {

class Bench {
 public:
  // With an image for the kernel of the test program that holds the sound driver and these fault builds.
  [[nodiscard]] static Result<Bench> make(const std::vector<std::string>& faults);

  // `driver` as for `ringside validate --driver`. Fails the test where the case or driver is unknown or no guest boots.
  [[nodiscard]] CaseResult run(const std::string& case_name, const std::string& driver);

 private:
  explicit Bench(validate::GuestSource source) : m_source(std::move(source)) {}
  // Drops what a failed case has left; no guest is kept where that does not work.
  void put_right(const std::string& module);

  validate::GuestSource m_source;
  std::unique_ptr<vm::Machine> m_guest;
  validate::GuestNeeds m_needs;
  validate::ParameterMemory m_parameters;
};

}  // namespace ringside::test
