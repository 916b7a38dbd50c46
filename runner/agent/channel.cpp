// SPDX-License-Identifier: GPL-3.0-or-later
#include "agent/channel.h"

#include <fcntl.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "agent/device_events.h"
#include "agent/process.h"

namespace ringside::agent {
namespace {

constexpr const char* k_port_name = "ringside.control";
constexpr const char* k_serial_device = "/dev/ttyS1";

std::string port_device() {
  const std::string ports = "/sys/class/virtio-ports";
  for (const std::string& port : names_in(ports)) {
    if (read_trimmed(ports + "/" + port + "/name") == k_port_name) return "/dev/" + port;
  }
  return {};
}

// No echo, no translation, no line discipline: frames are bytes.
Result<void> make_raw(const Fd& device) {
  termios settings{};
  if (::tcgetattr(device.get(), &settings) != 0) return system_error(k_serial_device);
  ::cfmakeraw(&settings);
  settings.c_cflag |= CLOCAL | CREAD;
  settings.c_cc[VMIN] = 1;
  settings.c_cc[VTIME] = 0;
  ::cfsetspeed(&settings, B115200);
  if (::tcsetattr(device.get(), TCSANOW, &settings) != 0) return system_error(k_serial_device);
  return {};
}

Result<std::string> wait_for_port(TimePoint deadline) {
  DeviceEvents events;
  for (;;) {
    if (std::string device = port_device(); !device.empty() && exists(device)) return device;
    if (!events.wait_until(deadline)) {
      return fail(ErrorCode::not_found, "no virtio-serial port is named ringside.control");
    }
  }
}

}  // namespace

Result<Channel> Channel::open(ControlKind kind, TimePoint deadline) {
  auto path = kind == ControlKind::virtio_serial ? wait_for_port(deadline) : Result<std::string>(k_serial_device);
  if (!path) return std::unexpected(std::move(path).error());
  Fd device(::open(path->c_str(), O_RDWR | O_CLOEXEC | O_NOCTTY));
  if (!device.open()) return system_error("cannot open " + *path);
  if (kind == ControlKind::isa_serial) {
    if (auto done = make_raw(device); !done) return std::unexpected(std::move(done).error());
  }
  return Channel(std::move(device));
}

Result<std::string> Channel::receive() {
  std::array<char, 16u << 10> chunk{};
  for (;;) {
    auto payload = m_frames.next();
    if (!payload) return std::unexpected(std::move(payload).error());
    if (*payload) return std::move(**payload);
    const ssize_t got = ::read(m_device.get(), chunk.data(), chunk.size());
    reap_orphans();  // SIGCHLD interrupts the read
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return system_error("reading the control channel");
    if (got == 0) return fail(ErrorCode::infrastructure, "the host has closed the control channel");
    m_frames.feed({chunk.data(), static_cast<std::size_t>(got)});
  }
}

Result<void> Channel::send(std::string_view payload) {
  auto bytes = wire::frame(payload);
  if (!bytes) return std::unexpected(std::move(bytes).error());
  std::string_view rest = *bytes;
  while (!rest.empty()) {
    const ssize_t written = ::write(m_device.get(), rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return system_error("writing the control channel");
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
  return {};
}

void Channel::flush() {
  ::tcdrain(m_device.get());
}

}  // namespace ringside::agent
