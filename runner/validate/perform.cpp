// SPDX-License-Identifier: GPL-3.0-or-later
#include "validate/perform.h"

#include <exception>

#include "validate/guest_state.h"

namespace ringside::validate {
namespace {

using namespace std::chrono_literals;

constexpr Nanoseconds k_tidying = 60s;  // beyond the case's own deadline
constexpr const char* k_leftovers =
    "busybox killall -KILL fio 2>/dev/null; rmdir /sys/kernel/tracing/instances/ringside 2>/dev/null; "
    "rm -f /tmp/background.*";

void play(const Case& the_case, Stage::Backstage& back) {
  Stage stage(back);
  try {
    the_case.run(stage);
  } catch (const CaseEnd&) {
    // Said in the findings.
  } catch (const std::exception& error) {
    back.findings.failed("the case itself can be run", error.what());
  }
}

void tidy_up(Stage::Backstage& back) {
  back.deadline = SteadyClock::now() + k_tidying;
  back.findings.scene("after the case");
  Stage stage(back);
  try {
    (void)stage.run({"sh", "-c", k_leftovers});
    stage.drop();
  } catch (const CaseEnd&) {
    // Said in the findings.
  }
}

}  // namespace

Performance perform(const Case& the_case, const DriverUnderTest& driver, std::unique_ptr<vm::Machine>& guest,
                    BootGuest boot, ParameterMemory& parameters) {
  Performance out;
  out.result.started = std::chrono::floor<Milliseconds>(std::chrono::system_clock::now());
  const TimePoint begin = SteadyClock::now();
  Stage::Backstage back(guest, driver, std::move(boot), parameters, begin + the_case.deadline);
  play(the_case, back);
  const bool went_well = back.findings.outcome() == CaseOutcome::pass || back.findings.outcome() == CaseOutcome::skip;
  if (went_well && !back.findings.is_interrupted()) tidy_up(back);
  if (back.findings.outcome() == CaseOutcome::fail && back.has_guest() && guest->check()) {
    out.result.counters = state_of_guest(*guest, SteadyClock::now() + k_tidying);
  }
  back.judge_console();

  CaseResult& result = out.result;
  result.name = the_case.name;
  result.proves = the_case.proves;
  result.reference = the_case.reference;
  result.driver = driver.name;
  result.kernel = back.kernel;
  result.outcome = back.findings.outcome();
  result.reasons = back.findings.reasons();
  result.notes = back.findings.notes();
  const bool good = result.outcome == CaseOutcome::pass || result.outcome == CaseOutcome::skip;
  if (!good) result.console = back.console_tail();
  result.elapsed = SteadyClock::now() - begin;
  out.interrupted = back.findings.is_interrupted();
  out.guest_is_good = good && !out.interrupted;
  return out;
}

}  // namespace ringside::validate
