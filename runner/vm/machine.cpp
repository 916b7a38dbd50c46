// SPDX-License-Identifier: GPL-3.0-or-later
#include "vm/machine.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "host/process_stat.h"
#include "vm/machine_state.h"
#include "vm/vcpu_statistics.h"

namespace ringside::vm {
namespace {

using namespace std::chrono_literals;

Nanoseconds boot_deadline(const BootPlan& plan, const Deadlines& deadlines) {
  if (deadlines.boot > 0ns) return deadlines.boot;
  return plan.accel == Accel::kvm ? 30s : 120s;
}

void fill(BootRecord* record, Session& session) {
  if (record == nullptr) return;
  *record = {session.argv(),
             session.console().text(),
             session.qemu_errors(),
             {session.incidents().incidents().begin(), session.incidents().incidents().end()}};
}

Result<void> wait_for_qmp(Session& session, TimePoint deadline) {
  if (auto came = session.until([&] { return session.greeted(); }, deadline, "QEMU's greeting"); !came) return came;
  if (auto done = session.command({"qmp_capabilities"}, deadline); !done) return std::unexpected(done.error());
  return {};
}

}  // namespace

Result<std::unique_ptr<Machine>> Machine::boot(const BootPlan& plan, const Deadlines& deadlines, std::stop_token stop,
                                               BootRecord* record) {
  auto session = Session::start(plan, std::move(stop));
  if (!session) return std::unexpected(std::move(session.error()));
  auto state = std::make_unique<State>(plan, deadlines, std::move(*session));
  Session& running = *state->session;
  const TimePoint deadline = running.started() + boot_deadline(plan, deadlines);
  const auto failed = [&](Error error) {
    running.kill();
    running.drain();
    fill(record, running);
    return std::unexpected(std::move(error));
  };
  if (auto ready = wait_for_qmp(running, deadline); !ready) return failed(std::move(ready.error()));
  if (auto pinned = state->pin(deadline); !pinned) return failed(std::move(pinned.error()));
  const auto came = running.until([&] { return running.hello().has_value(); }, deadline, "the agent's hello");
  if (!came) return failed(came.error());
  state->boot_time = SteadyClock::now() - running.started();
  return std::unique_ptr<Machine>(new Machine(std::move(state)));
}

Machine::Machine(std::unique_ptr<State> state) : m_state(std::move(state)) {}
Machine::~Machine() = default;

const wire::Hello& Machine::hello() const {
  return *m_state->session->hello();
}
const BootPlan& Machine::plan() const {
  return m_state->plan;
}
const std::vector<std::string>& Machine::argv() const {
  return m_state->session->argv();
}
Nanoseconds Machine::boot_time() const {
  return m_state->boot_time;
}
const PinningRecord& Machine::pinning() const {
  return m_state->pinning;
}
std::string Machine::console() const {
  return m_state->session->console().text();
}
std::span<const Incident> Machine::incidents() const {
  return m_state->session->incidents().incidents();
}
const Incident* Machine::incident() const {
  return m_state->session->incidents().fatal();
}
std::string Machine::qemu_errors() const {
  return m_state->session->qemu_errors();
}
pid_t Machine::qemu_pid() const {
  return m_state->session->pid();
}
Result<void> Machine::check() {
  return m_state->session->check();
}

Result<wire::Answer> Machine::ask(const wire::Request& request, TimePoint deadline) {
  auto outcome = m_state->session->request(request, deadline);
  if (!outcome) return std::unexpected(std::move(outcome.error()));
  if (auto* words = std::get_if<std::string>(&*outcome)) {
    return fail(ErrorCode::infrastructure, "the guest: " + std::move(*words));
  }
  return std::get<wire::Answer>(std::move(*outcome));
}

Result<std::string> Machine::qmp(std::string_view command, std::string_view arguments) {
  return m_state->session->command({std::string(command), std::string(arguments)},
                                   SteadyClock::now() + m_state->deadlines.qmp);
}

std::vector<ThreadTime> Machine::cpu_times() const {
  std::vector<ThreadTime> out;
  for (auto& thread : host::thread_stats(qemu_pid()))
    out.push_back({std::move(thread.name), thread.user, thread.system});
  return out;
}

std::optional<std::uint64_t> Machine::vm_exits() {
  if (plan().accel != Accel::kvm) return std::nullopt;
  const auto answer = qmp("query-stats", exits_query());
  return answer ? exits_in(*answer) : std::nullopt;
}

Result<void> Machine::power_off(TimePoint deadline) {
  Session& session = *m_state->session;
  if (session.ended()) return session.check();
  // The answer may be lost with the guest: only QEMU's end counts.
  auto asked = session.request(wire::PowerOff{}, deadline);
  if (asked || asked.error().code == ErrorCode::guest_died) {
    auto ended = session.until([&] { return session.ended().has_value(); }, deadline, "QEMU's end");
    if (ended) return {};
    asked = std::unexpected(std::move(ended.error()));
  }
  session.kill();
  return std::unexpected(std::move(asked.error()));
}

}  // namespace ringside::vm
