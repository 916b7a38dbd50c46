// SPDX-License-Identifier: GPL-3.0-or-later
#include "vm/session.h"

#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <array>
#include <chrono>

#include "host/wait.h"
#include "vm/qemu_arguments.h"

namespace ringside::vm {
namespace {

using namespace std::chrono_literals;

// Read per channel before the deadline is looked at again.
constexpr std::size_t k_slice = 1u << 20;
constexpr std::size_t k_max_errors = 64u << 10;
constexpr std::uint64_t k_max_console = 256u << 20;
constexpr std::size_t k_max_events = 4096;
constexpr std::size_t k_max_late_replies = 1000;
// How long a guest that has just reported an incident may go on to print its trace.
constexpr auto k_trace_time = 2s;

Result<void> check_file(const std::filesystem::path& path, const char* what) {
  std::error_code error;
  if (std::filesystem::is_regular_file(path, error)) return {};
  return fail(ErrorCode::not_found, fmt::format("there is no {} {}", what, path.string()),
              "ringside image build makes the guest images");
}

std::string trimmed(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.pop_back();
  return text;
}

}  // namespace

Result<std::unique_ptr<Session>> Session::start(const BootPlan& plan, std::stop_token stop) {
  auto console = host::socket_pair();
  auto control = host::socket_pair();
  auto qmp = host::socket_pair();
  auto counter = host::socket_pair();
  for (const auto* pair : {&console, &control, &qmp, &counter}) {
    if (!*pair) return std::unexpected(pair->error());
  }
  const ChannelFds fds{console->theirs.get(), control->theirs.get(), qmp->theirs.get(), counter->theirs.get()};
  auto argv = qemu_arguments(plan, fds);
  if (!argv) return std::unexpected(std::move(argv.error()));
  if (auto found = check_file(plan.kernel, "kernel"); !found) return std::unexpected(found.error());
  if (auto found = check_file(plan.initramfs, "initramfs"); !found) return std::unexpected(found.error());

  const bool counts = !plan.path_counter.empty();
  if (counts) {
    if (auto found = check_file(plan.path_counter, "path counter"); !found) return std::unexpected(found.error());
  }

  host::ChildOptions options;
  options.inherited = {fds.console, fds.control, fds.qmp};
  if (counts) options.inherited.push_back(fds.counter);
  const TimePoint started = SteadyClock::now();
  auto qemu = host::Child::start(*argv, options);
  if (!qemu) {
    Error error = std::move(qemu.error());
    if (error.code == ErrorCode::not_found) error.hint = "install qemu-system-x86 or name a QEMU with --qemu";
    return std::unexpected(std::move(error));
  }
  std::unique_ptr<Session> session(new Session(std::move(*qemu), std::move(stop)));
  session->m_argv = std::move(*argv);
  session->m_started = started;
  session->m_console = Channel(std::move(console->ours));
  session->m_control = Channel(std::move(control->ours));
  session->m_qmp = Channel(std::move(qmp->ours));
  if (counts) session->m_counter = Channel(std::move(counter->ours));
  return session;
}

Result<void> Session::until(const std::function<bool()>& done, TimePoint deadline, std::string_view what) {
  for (;;) {
    // The end is looked at before reading, so that everything QEMU wrote before it is read.
    const auto exit = m_qemu.poll_exit();
    exchange();
    if (exit) drain();
    if (auto error = broken()) return std::unexpected(std::move(*error));
    if (done()) return {};
    if (exit) return std::unexpected(end_error(*exit));
    if (m_stop.requested()) return fail(ErrorCode::interrupted, fmt::format("interrupted while waiting for {}", what));
    if (SteadyClock::now() >= deadline) return std::unexpected(timeout_error(what));
    wait(deadline);
  }
}

Result<void> Session::check() {
  const auto exit = m_qemu.poll_exit();
  exchange();
  if (exit) drain();
  if (auto error = broken()) return std::unexpected(std::move(*error));
  if (exit) return std::unexpected(end_error(*exit));
  return {};
}

void Session::wait(TimePoint deadline) {
  std::array<pollfd, 8> wanted{pollfd{m_qemu.pidfd(), POLLIN, 0},
                               pollfd{m_stop.fd(), POLLIN, 0},
                               pollfd{m_qemu.output().get(), POLLIN, 0},
                               pollfd{m_qemu.errors().get(), POLLIN, 0},
                               pollfd{m_console.fd(), m_console.wanted_events(), 0},
                               pollfd{m_control.fd(), m_control.wanted_events(), 0},
                               pollfd{m_qmp.fd(), m_qmp.wanted_events(), 0},
                               pollfd{m_counter.fd(), m_counter.wanted_events(), 0}};
  ::poll(wanted.data(), wanted.size(), host::poll_timeout(deadline));
}

void Session::exchange() {
  m_qmp.flush();
  m_control.flush();
  receive_errors();
  receive_console();
  receive_qmp();
  receive_control();
}

void Session::drain() {
  std::size_t before = 0;
  do {
    before = m_console_log.total_bytes() + m_qemu_errors.size();
    exchange();
  } while (m_console_log.total_bytes() + m_qemu_errors.size() != before && !m_fault);
  m_incidents.end();
}

void Session::receive_errors() {
  for (host::Descriptor* from : {&m_qemu.output(), &m_qemu.errors()}) {
    Channel channel(std::move(*from));
    std::string text;
    channel.receive(text, k_slice);
    m_qemu_errors += text.substr(0, k_max_errors - std::min(k_max_errors, m_qemu_errors.size()));
    *from = channel.release();
  }
}

void Session::receive_console() {
  std::string bytes;
  if (m_console.receive(bytes, k_slice) == 0) return;
  m_console_log.feed(bytes);
  m_incidents.feed(bytes);
  if (m_console_log.total_bytes() > k_max_console) {
    break_off({ErrorCode::protocol, "the guest floods its console", "", ""});
  }
}

void Session::receive_qmp() {
  std::string bytes;
  if (m_qmp.receive(bytes, k_slice) == 0) return;
  m_qmp_reader.feed(bytes);
  while (!m_fault) {
    auto message = m_qmp_reader.next();
    if (!message) return break_off(std::move(message.error()));
    if (!*message) return;
    take(std::move(**message));
  }
}

void Session::take(QmpMessage message) {
  if (auto* greeting = std::get_if<QmpGreeting>(&message)) {
    m_greeting = std::move(*greeting);
  } else if (auto* reply = std::get_if<QmpReply>(&message)) {
    // Ids below the last one belong to commands that were given up.
    if (reply->id == m_qmp_id || reply->id == -1) m_qmp_reply = std::move(*reply);
  } else {
    m_events.push_back(std::get<QmpEvent>(std::move(message)));
    if (m_events.size() > k_max_events) break_off({ErrorCode::protocol, "QEMU floods us with events", "", ""});
  }
}

void Session::receive_control() {
  std::string bytes;
  if (m_control.receive(bytes, k_slice) == 0) return;
  m_frame_reader.feed(bytes);
  while (!m_fault) {
    auto payload = m_frame_reader.next();
    if (!payload) return break_off(std::move(payload.error()).within("the guest's agent"));
    if (!*payload) return;
    take_payload(**payload);
  }
}

void Session::take_payload(std::string_view payload) {
  if (!m_hello) {
    auto hello = wire::decode_hello(payload);
    if (!hello) return break_off(std::move(hello.error()).within("the agent's hello"));
    if (hello->protocol != wire::k_protocol_version) {
      return break_off({ErrorCode::protocol,
                        fmt::format("the guest's agent speaks version {} of the protocol, this program version {}",
                                    hello->protocol, wire::k_protocol_version),
                        "rebuild the guest image: ringside image build", ""});
    }
    m_hello = std::move(*hello);
    return;
  }
  auto reply = wire::decode_reply(payload);
  if (!reply) return break_off(std::move(reply.error()).within("the agent's answer"));
  if (m_awaiting_reply && reply->id == m_request_id) {
    m_awaiting_reply = false;
    m_reply = std::move(*reply);
  } else if (reply->id > m_request_id || reply->id <= 0) {
    break_off(
        {ErrorCode::protocol, fmt::format("the agent answers request {}, which was never made", reply->id), "", ""});
  } else if (++m_late_replies > k_max_late_replies) {
    break_off({ErrorCode::protocol, "the agent floods us with answers", "", ""});
  }
}

void Session::break_off(Error error) {
  if (!m_fault) m_fault = std::move(error);
}

std::optional<Error> Session::broken() {
  if (m_incidents.fatal() != nullptr) {
    if (!m_fault) finish_trace();
    const Incident* incident = m_incidents.fatal();
    return incident_error(*incident);
  }
  return m_fault;
}

void Session::finish_trace() {
  const TimePoint deadline = SteadyClock::now() + k_trace_time;
  while (m_incidents.collecting() && m_console.open() && !m_fault && !m_stop.requested() &&
         SteadyClock::now() < deadline) {
    pollfd wanted{m_console.fd(), POLLIN, 0};
    ::poll(&wanted, 1, host::poll_timeout(deadline));
    receive_console();
  }
  // Once is enough: every later call reports the same incident at once.
  break_off({ErrorCode::guest_died, "the guest had an incident", "", ""});
}

Error Session::incident_error(const Incident& incident) const {
  std::string what = fmt::format("the guest reported {}", to_text(incident.kind));
  if (!incident.module.empty()) what += fmt::format(" in {}", incident.module);
  const std::string hint =
      incident.kind == IncidentKind::bad_image ? "rebuild the guest image: ringside image build" : "";
  return {ErrorCode::guest_died, what + ":\n" + incident.excerpt, hint, ""};
}

Error Session::end_error(const host::Exit& exit) const {
  std::string message = exit.success() ? "QEMU ended: the guest switched off or rebooted"
                                       : fmt::format("QEMU ended with {}", exit.text());
  if (const std::string words = trimmed(m_qemu_errors); !words.empty()) message += ":\n" + words;
  if (const std::string lines = m_console_log.last_lines(10); !lines.empty()) {
    message += "\nlast lines of the console:\n" + lines;
  }
  return {ErrorCode::guest_died, message, "QEMU was started as: " + host::shell_quoted(m_argv), ""};
}

Error Session::timeout_error(std::string_view what) const {
  std::string message = fmt::format("{} did not come in time", what);
  if (const std::string words = trimmed(m_qemu_errors); !words.empty()) message += "; QEMU says:\n" + words;
  const std::string lines = m_console_log.last_lines(10);
  message += lines.empty() ? "; the console is empty" : "; last lines of the console:\n" + lines;
  return {ErrorCode::timeout, message, "", ""};
}

}  // namespace ringside::vm
