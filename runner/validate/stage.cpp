// SPDX-License-Identifier: GPL-3.0-or-later
// Who is on stage, and judging.
#include "validate/stage.h"

#include <algorithm>

#include "validate/backstage.h"

namespace ringside::validate {

using namespace std::chrono_literals;

const DriverUnderTest& Stage::driver() const {
  return m_back.driver;
}

const std::string& Stage::kernel() const {
  return m_back.kernel;
}

vm::Machine& Stage::machine() {
  return m_back.machine();
}

TimePoint Stage::in(Nanoseconds duration) const {
  return std::min(SteadyClock::now() + duration, m_back.deadline);
}

std::vector<Path> Stage::paths() {
  std::vector<Path> out{{"interrupt", {}, {}}};
  if (has_parameter("poll_queues")) out.push_back({"polled", {{"poll_queues", "1"}}, {{"hipri", "1"}}});
  if (has_parameter("poll_mode")) out.push_back({"shared polling", {{"poll_mode", "shared"}}, {{"hipri", "1"}}});
  return out;
}

void Stage::expect(bool good, std::string_view what, std::string_view evidence) {
  if (!good) m_back.findings.failed(what, evidence);
}

void Stage::require(bool good, std::string_view what, std::string_view evidence) {
  if (!good) fail(what, evidence);
}

void Stage::fail(std::string_view what, std::string_view evidence) {
  m_back.findings.failed(what, evidence);
  throw CaseEnd{};
}

void Stage::skip(std::string_view reason) {
  m_back.findings.skipped(reason);
  throw CaseEnd{};
}

void Stage::known(std::string_view reference, std::string_view proof) {
  m_back.findings.known(reference, proof);
  throw CaseEnd{};
}

void Stage::note(std::string_view text) {
  m_back.findings.note(text);
}

void Stage::scene(std::string_view text) {
  m_back.findings.scene(text);
}

FioOptions endless(FioOptions options) {
  // Writes: reading from a disk that has gone is the end of a file to the kernel, and fio begins anew.
  options.insert({{"rw", "randwrite"}, {"time_based", "1"}, {"runtime", "600"}});
  return options;
}

}  // namespace ringside::validate
