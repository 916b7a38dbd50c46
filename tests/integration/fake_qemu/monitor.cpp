// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitor.h"

#include <unistd.h>

#include <array>
#include <nlohmann/json.hpp>

#include "output.h"

namespace {

using nlohmann::json;

json error(const std::string& description) {
  return {{"error", {{"class", "GenericError"}, {"desc", description}}}};
}

}  // namespace

void Monitor::greet() const {
  if (m_arguments.script == Script::qmp_silent) return;
  write_all(m_arguments.qmp,
            "{\"QMP\": {\"version\": {\"qemu\": {\"micro\": 22, \"minor\": 2, \"major\": 7}, \"package\": \"fake\"}, "
            "\"capabilities\": []}}\r\n");
}

bool Monitor::serve() {
  std::array<char, 65536> chunk{};
  const ssize_t got = ::read(m_arguments.qmp, chunk.data(), chunk.size());
  if (got <= 0) return false;
  m_buffer.append(chunk.data(), static_cast<std::size_t>(got));
  for (auto end = m_buffer.find('\n'); end != std::string::npos; end = m_buffer.find('\n')) {
    const std::string line = m_buffer.substr(0, end);
    m_buffer.erase(0, end + 1);
    execute(line);
  }
  return true;
}

void Monitor::execute(const std::string& line) {
  const json command = json::parse(line);
  const std::string name = command.at("execute");
  const json& arguments = command.at("arguments");
  json reply{{"return", json::object()}};
  switch (m_arguments.script) {
    case Script::qmp_garbage:
      return write_all(m_arguments.qmp, "this is not QMP\n");
    case Script::qmp_endless_line:
      flood(m_arguments.qmp, std::string(65536, 'x'));
    case Script::qmp_event_flood:
      flood(m_arguments.qmp, "{\"event\": \"RTC_CHANGE\", \"data\": {}}\n");
    default:
      break;
  }
  if (name == "blockdev-add") m_nodes.insert(arguments.at("node-name").get<std::string>());
  if (name == "blockdev-del") {
    const std::string node = arguments.at("node-name");
    if (m_arguments.script == Script::node_busy && m_busy.insert(node).second) {
      reply = error("Node " + node + " is in use");
    } else if (m_nodes.erase(node) == 0) {
      reply = error("Failed to find node with node-name='" + node + "'");
    }
  }
  if (name == "device_add" && m_arguments.script == Script::qmp_refuses_device) {
    reply = error("Property 'virtio-blk-pci.num-queue' not found");
  }
  reply["id"] = command.at("id");
  write_all(m_arguments.qmp, reply.dump() + "\r\n");
  if (name == "device_del") remove_device(arguments.at("id"));
}

void Monitor::remove_device(const std::string& id) const {
  if (m_arguments.script == Script::unplug_never) return;
  const bool refused = m_arguments.script == Script::unplug_refused;
  const json inner{{"event", "DEVICE_DELETED"}, {"data", {{"path", "/machine/peripheral/" + id + "/virtio-backend"}}}};
  const json event{{"event", refused ? "DEVICE_UNPLUG_GUEST_ERROR" : "DEVICE_DELETED"},
                   {"data", {{"device", id}, {"path", "/machine/peripheral/" + id}}}};
  write_all(m_arguments.qmp, inner.dump() + "\r\n" + event.dump() + "\r\n");
}
