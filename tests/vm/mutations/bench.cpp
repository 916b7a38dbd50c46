// SPDX-License-Identifier: GPL-3.0-or-later
#include "mutations/bench.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "fixture/guest_test.h"
#include "validate/cases.h"

namespace ringside::test {
namespace {

using namespace std::chrono_literals;

constexpr auto k_patience = 10s;

validate::DriverUnderTest driver_named(const std::string& text) {
  auto driver = validate::parse_driver(text);
  if (!driver) throw std::runtime_error(driver.error().text());
  return *driver;
}

validate::Case case_named(const std::string& name) {
  const auto cases = validate::all_cases();
  const auto found = std::ranges::find(cases, name, &validate::Case::name);
  if (found == cases.end()) throw std::runtime_error("there is no case " + name);
  return *found;
}

bool says_yes(vm::Machine& guest, const std::string& command) {
  const wire::RunCommand request{{"sh", "-c", command}, {}, Milliseconds(5'000)};
  const auto done = guest.ask_for<wire::CommandDone>(request, in(k_patience));
  return done && done->exit_code == 0;
}

}  // namespace

Result<Bench> Bench::make(const std::vector<std::string>& faults) {
  validate::SuiteRequest request;
  request.drivers = {driver_named("reference")};
  for (const std::string& fault : faults) request.drivers.push_back(driver_named("reference+" + fault));
  request.kernels.emplace_back();
  request.kernels.back().kernel = kernel_name();
  request.accel = Accel::tcg;
  auto sources = validate::prepare_guests(request, [](const std::string&) {});
  if (!sources) return std::unexpected(std::move(sources.error()));
  return Bench(std::move(sources->front()));
}

CaseResult Bench::run(const std::string& case_name, const std::string& driver_name) {
  const validate::Case the_case = case_named(case_name);
  const validate::DriverUnderTest driver = driver_named(driver_name);
  if (!(m_needs == the_case.guest)) m_guest.reset();
  m_needs = the_case.guest;
  const auto boot = [&] {
    vm::BootRecord record;
    return validate::boot_guest(m_source, m_needs, {}, record);
  };
  if (!m_guest) {
    auto booted = boot();
    if (!booted) throw std::runtime_error(booted.error().text());
    m_guest = std::move(*booted);
  }
  auto done = validate::perform(the_case, driver, m_guest, boot, m_parameters);
  if (!done.guest_is_good) put_right(driver.module);
  return std::move(done.result);
}

void Bench::put_right(const std::string& module) {
  if (!m_guest) return;
  // A program in the background tells of a hang, which is not repaired.
  bool good = m_guest->check().has_value() && m_guest->incidents().empty() && says_yes(*m_guest, "! busybox pidof fio");
  for (const std::string& disk : m_guest->disks()) good = good && m_guest->unplug(disk).has_value();
  if (good && says_yes(*m_guest, "grep -q '^" + module + " ' /proc/modules")) {
    good = m_guest->ask_for<wire::Done>(wire::UnloadDriver{module}, in(k_patience)).has_value();
  }
  if (!good) m_guest.reset();
}

}  // namespace ringside::test
