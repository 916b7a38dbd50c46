// SPDX-License-Identifier: GPL-3.0-or-later
// QEMU's process with its three channels, and the one place that waits for anything from them.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/instruction_count.h"
#include "core/result.h"
#include "core/units.h"
#include "host/child.h"
#include "host/stop_event.h"
#include "vm/boot_plan.h"
#include "vm/channel.h"
#include "vm/console.h"
#include "vm/qmp.h"
#include "wire/frame.h"
#include "wire/messages.h"

namespace ringside::vm {

class Session {
 public:
  // Starts QEMU. Errors: those of the plan, not_found, infrastructure.
  [[nodiscard]] static Result<std::unique_ptr<Session>> start(const BootPlan& plan, std::stop_token stop);
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  ~Session() = default;

  // Reads, writes and waits until `done()` holds. Fails as soon as the session is broken (see fault), QEMU has ended,
  // a stop is requested or the deadline is reached; `what` names what was waited for ("the agent's hello").
  [[nodiscard]] Result<void> until(const std::function<bool()>& done, TimePoint deadline, std::string_view what);
  // Reads what is there without waiting; then as above for faults and the end of QEMU.
  [[nodiscard]] Result<void> check();

  // One QMP command and its return value as JSON text. QEMU's refusal is infrastructure with its words.
  [[nodiscard]] Result<std::string> command(const QmpCommand& command, TimePoint deadline);
  // The same with a descriptor handed over.
  [[nodiscard]] Result<std::string> command_with(const QmpCommand& command, int descriptor, TimePoint deadline);
  // One request to the agent and its reply; a refusal by the agent is the string.
  [[nodiscard]] Result<std::variant<wire::Answer, std::string>> request(const wire::Request& request,
                                                                        TimePoint deadline);
  // Executions of each instruction of the guest's kernel since the last call. The guest should be stopped. Fails
  // (usage) where the plan has no path counter.
  [[nodiscard]] Result<std::vector<InstructionCount>> take_counts(TimePoint deadline);
  // Takes the first event that `matches`, if it has come.
  [[nodiscard]] std::optional<QmpEvent> take_event(const std::function<bool(const QmpEvent&)>& matches);
  void forget_events() { m_events.clear(); }

  [[nodiscard]] bool greeted() const { return m_greeting.has_value(); }
  [[nodiscard]] const std::optional<wire::Hello>& hello() const { return m_hello; }
  // How QEMU ended, if it has.
  [[nodiscard]] std::optional<host::Exit> ended() { return m_qemu.poll_exit(); }
  void kill() { m_qemu.kill(); }
  // Reads what QEMU left in its channels after its end.
  void drain();

  [[nodiscard]] pid_t pid() const { return m_qemu.pid(); }
  [[nodiscard]] const std::vector<std::string>& argv() const { return m_argv; }
  [[nodiscard]] TimePoint started() const { return m_started; }
  [[nodiscard]] const ConsoleLog& console() const { return m_console_log; }
  [[nodiscard]] const IncidentWatch& incidents() const { return m_incidents; }
  [[nodiscard]] const std::string& qemu_errors() const { return m_qemu_errors; }

 private:
  Session(host::Child qemu, std::stop_token stop) : m_qemu(std::move(qemu)), m_stop(std::move(stop)) {}

  void exchange();
  void receive_console();
  void receive_qmp();
  void receive_control();
  void receive_errors();
  void take(QmpMessage message);
  void take_payload(std::string_view payload);
  void break_off(Error error);
  void wait(TimePoint deadline);
  void finish_trace();

  [[nodiscard]] std::optional<Error> broken();
  [[nodiscard]] Error incident_error(const Incident& incident) const;
  [[nodiscard]] Error end_error(const host::Exit& exit) const;
  [[nodiscard]] Error timeout_error(std::string_view what) const;
  [[nodiscard]] Result<std::string> reply_of(const QmpCommand& command, std::int64_t id, TimePoint deadline);

  host::Child m_qemu;
  host::StopEvent m_stop;
  std::vector<std::string> m_argv;
  TimePoint m_started{};
  Channel m_console;
  Channel m_control;
  Channel m_qmp;
  Channel m_counter;  // closed where nobody counts

  ConsoleLog m_console_log;
  IncidentWatch m_incidents;
  std::string m_qemu_errors;
  QmpReader m_qmp_reader;
  wire::FrameReader m_frame_reader;

  std::optional<QmpGreeting> m_greeting;
  std::optional<QmpReply> m_qmp_reply;
  std::deque<QmpEvent> m_events;
  std::optional<wire::Hello> m_hello;
  std::optional<wire::Reply> m_reply;
  std::int64_t m_qmp_id = 0;      // of the last command sent
  std::int64_t m_request_id = 0;  // of the last request sent
  bool m_awaiting_reply = false;
  std::size_t m_late_replies = 0;
  std::optional<Error> m_fault;  // what broke the session, once and for all
};

}  // namespace ringside::vm
