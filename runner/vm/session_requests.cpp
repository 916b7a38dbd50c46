// SPDX-License-Identifier: GPL-3.0-or-later
// The half of a session that asks: QMP commands and requests to the agent.
#include <fmt/format.h>

#include <algorithm>

#include "vm/session.h"

namespace ringside::vm {

Result<std::string> Session::command(const QmpCommand& command, TimePoint deadline) {
  const std::int64_t id = ++m_qmp_id;
  const auto line = qmp_line(id, command);
  if (!line) return std::unexpected(line.error());
  m_qmp_reply.reset();
  m_qmp.send(*line);
  return reply_of(command, id, deadline);
}

Result<std::string> Session::command_with(const QmpCommand& command, int descriptor, TimePoint deadline) {
  const std::int64_t id = ++m_qmp_id;
  const auto line = qmp_line(id, command);
  if (!line) return std::unexpected(line.error());
  m_qmp_reply.reset();
  if (auto sent = m_qmp.send_with_descriptor(*line, descriptor); !sent) return std::unexpected(sent.error());
  return reply_of(command, id, deadline);
}

Result<std::string> Session::reply_of(const QmpCommand& command, std::int64_t id, TimePoint deadline) {
  const auto came = until([&] { return m_qmp_reply.has_value(); }, deadline,
                          fmt::format("QEMU's answer to {} ({})", command.name, id));
  if (!came) return std::unexpected(came.error());
  if (const auto* error = std::get_if<QmpError>(&m_qmp_reply->result)) {
    return fail(ErrorCode::infrastructure, fmt::format("QEMU refuses {}: {}", command.name, error->description),
                "arguments: " + command.arguments);
  }
  return std::get<std::string>(std::move(m_qmp_reply->result));
}

Result<std::variant<wire::Answer, std::string>> Session::request(const wire::Request& request, TimePoint deadline) {
  const auto framed = wire::frame(wire::encode(wire::NumberedRequest{++m_request_id, request}));
  if (!framed) return std::unexpected(framed.error());
  m_reply.reset();
  m_awaiting_reply = true;
  m_control.send(*framed);
  const auto came = until([&] { return m_reply.has_value(); }, deadline, "the agent's answer");
  m_awaiting_reply = false;
  if (!came) return std::unexpected(came.error());
  return std::move(m_reply->outcome);
}

std::optional<QmpEvent> Session::take_event(const std::function<bool(const QmpEvent&)>& matches) {
  const auto at = std::ranges::find_if(m_events, matches);
  if (at == m_events.end()) return std::nullopt;
  QmpEvent event = std::move(*at);
  m_events.erase(at);
  return event;
}

}  // namespace ringside::vm
