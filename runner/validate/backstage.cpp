// SPDX-License-Identifier: GPL-3.0-or-later
#include "validate/backstage.h"

#include <fmt/format.h>

#include <algorithm>

#include "validate/guest_state.h"

namespace ringside::validate {
namespace {

constexpr int k_console_lines = 60;

// Under emulation these tell of a host that has no time for the guest. A driver that really locks up is told by the
// case's own deadline.
bool may_be_the_hosts(vm::IncidentKind kind) {
  return kind == vm::IncidentKind::rcu_stall || kind == vm::IncidentKind::soft_lockup;
}

}  // namespace

Stage::Backstage::Backstage(std::unique_ptr<vm::Machine>& guest, const DriverUnderTest& driver_under_test,
                            BootGuest boot, ParameterMemory& memory, TimePoint case_deadline)
    : driver(driver_under_test),
      kernel(guest->hello().kernel_release),
      parameters(memory),
      deadline(case_deadline),
      m_guest(guest),
      m_boot(std::move(boot)) {
  begin_in_guest();
}

void Stage::Backstage::begin_in_guest() {
  m_console_begin = m_guest->console().size();
  m_incidents_begin = m_guest->incidents().size();
}

void Stage::Backstage::replace_guest() {
  judge_console();
  m_guest.reset();
  loaded.clear();
  m_guest = must(m_boot(), "the guest boots again");
  begin_in_guest();
}

void Stage::Backstage::end_with(const std::string& what, const Error& error) {
  if (error.code == ErrorCode::interrupted) {
    findings.interrupted();
  } else {
    findings.failed(what, error.text());
  }
  throw CaseEnd{};
}

std::string Stage::Backstage::console() const {
  if (!m_guest) return {};
  const std::string text = m_guest->console();
  return text.substr(std::min(text.size(), m_console_begin));
}

std::string Stage::Backstage::console_tail() const {
  if (!m_guest) return {};
  std::string tail = last_lines(console(), k_console_lines);
  return tail.empty() ? last_lines(m_guest->console(), k_console_lines) : tail;
}

std::vector<vm::Incident> Stage::Backstage::incidents() const {
  if (!m_guest) return {};
  const auto all = m_guest->incidents();
  const auto mine = all.subspan(std::min(all.size(), m_incidents_begin));
  return {mine.begin(), mine.end()};
}

void Stage::Backstage::judge_console() {
  if (!m_guest) return;
  // What it fails with is an incident, or the end of QEMU, which the step that met it has told.
  const auto healthy = m_guest->check();
  for (const vm::Incident& incident : incidents()) {
    if (may_be_the_hosts(incident.kind)) {
      findings.note(fmt::format("on the console, perhaps for want of time on the host: {}", incident.line));
    } else {
      findings.scene("");
      findings.failed(fmt::format("the console stays free of incidents, but there is {}", to_text(incident.kind)),
                      incident.excerpt);
    }
  }
  if (!healthy && healthy.error().code != ErrorCode::interrupted && findings.outcome() != CaseOutcome::fail) {
    findings.failed("the guest goes on", healthy.error().text());
  }
}

}  // namespace ringside::validate
