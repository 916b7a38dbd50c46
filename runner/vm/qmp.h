// SPDX-License-Identifier: GPL-3.0-or-later
// QEMU's machine protocol as values: bytes in, messages out. Who sends and waits is session.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "core/result.h"
#include "vm/disk.h"

namespace ringside::vm {

// The first line of a session. `version` is "7.2.22".
struct QmpGreeting {
  std::string version;
};

// QEMU's own words about a command that failed; `error_class` is mostly "GenericError".
struct QmpError {
  std::string error_class;
  std::string description;
};

struct QmpReply {
  std::int64_t id = -1;                        // -1: QEMU could not read which command it answers
  std::variant<std::string, QmpError> result;  // JSON text of the return value
};

struct QmpEvent {
  std::string name;  // "DEVICE_DELETED"
  std::string data;  // JSON object
  // The value of a string member of `data`; empty if there is none.
  [[nodiscard]] std::string text(std::string_view key) const;
};

using QmpMessage = std::variant<QmpGreeting, QmpReply, QmpEvent>;

// Cuts the stream into messages. A line that is too long, no JSON, nested too deep or no QMP message is
// ErrorCode::protocol; the stream is not to be trusted after that.
class QmpReader {
 public:
  static constexpr std::size_t k_max_line = 8u << 20;
  static constexpr int k_max_depth = 64;

  void feed(std::string_view bytes);
  // The next whole message, nothing if more bytes are needed.
  [[nodiscard]] Result<std::optional<QmpMessage>> next();

 private:
  std::string m_buffer;
  std::size_t m_start = 0;
};

// One line as sent to QEMU. Fails with usage if the arguments are no JSON object.
[[nodiscard]] Result<std::string> qmp_line(std::int64_t id, const QmpCommand& command);

}  // namespace ringside::vm
