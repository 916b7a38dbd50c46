// SPDX-License-Identifier: GPL-3.0-or-later
// PID 1 of the guest: gets the machine ready, says hello, and does what the host asks for, one thing at a time.
// Between requests it sleeps in a read, while a program runs in a poll: it never takes time from a measurement.
#include <fmt/format.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <csignal>
#include <ctime>
#include <exception>
#include <string>
#include <string_view>

#include "agent/channel.h"
#include "agent/device_geometry.h"
#include "agent/files.h"
#include "agent/kernel_text/split.h"
#include "agent/process.h"
#include "agent/requests.h"
#include "agent/system.h"

namespace ringside::agent {
namespace {

constexpr Milliseconds k_channel_patience{20'000};
const std::string k_boot_modules = "/etc/ringside/modules";  // written by the image builder, one name a line

// SIGCHLD must interrupt the read on the channel, so it needs a handler; a broken pipe is an error of the write.
void set_signals() {
  struct sigaction interrupt{};
  interrupt.sa_handler = [](int) {};
  ::sigaction(SIGCHLD, &interrupt, nullptr);
  std::signal(SIGPIPE, SIG_IGN);
}

wire::Hello hello() {
  utsname names{};
  ::uname(&names);
  timespec uptime{};
  ::clock_gettime(CLOCK_BOOTTIME, &uptime);
  wire::Hello out;
  out.agent_version = RINGSIDE_VERSION;
  out.kernel_release = static_cast<const char*>(names.release);
  out.uptime = Milliseconds(uptime.tv_sec * 1000 + uptime.tv_nsec / 1'000'000);
  return out;
}

Result<void> load_boot_modules(Modules& modules) {
  const std::string names = read_file(k_boot_modules).value_or("");
  for (const std::string_view name : words(names)) {
    if (auto done = modules.ensure(std::string(name)); !done) return done;
  }
  return {};
}

wire::Reply reply_to(Guest& guest, const wire::NumberedRequest& request) {
  auto result = answer(guest, request.request);
  if (result) return {request.id, std::move(*result)};
  return {request.id, result.error().text()};
}

Result<void> serve(Guest& guest, Channel& channel) {
  for (;;) {
    auto payload = channel.receive();
    if (!payload) return std::unexpected(std::move(payload).error());
    auto request = wire::decode_request(*payload);
    // Without an id there is nothing to answer to; the host takes id 0 for what it is.
    const wire::Reply reply = request ? reply_to(guest, *request) : wire::Reply{0, request.error().text()};
    reap_orphans();
    if (auto sent = channel.send(payload_of(reply)); !sent) return sent;
    if (request && std::holds_alternative<wire::PowerOff>(request->request)) return {};
  }
}

Result<void> live() {
  mount_file_systems();
  set_signals();
  Guest guest;
  if (auto done = load_boot_modules(guest.modules); !done) return done;
  if (auto done = choose_drivers_explicitly(); !done) return done;
  auto channel =
      Channel::open(control_of(read_file("/proc/cmdline").value_or("")), SteadyClock::now() + k_channel_patience);
  if (!channel) return std::unexpected(std::move(channel).error());
  if (auto sent = channel->send(wire::encode(hello())); !sent) return sent;
  auto served = serve(guest, *channel);
  if (served) channel->flush();
  return served;
}

}  // namespace
}  // namespace ringside::agent

int main(int count, char** arguments) {
  if (count > 1 && std::string_view(arguments[1]) == "--version") {
    fmt::print("ringside-agent {}\n", RINGSIDE_VERSION);
    return 0;
  }
  if (count > 1 && std::string_view(arguments[1]) == "--geometry") return ringside::agent::print_geometry_of_input();
  if (::getpid() != 1) {
    fmt::print(stderr, "ringside-agent is the init program of Ringside's guests and does nothing elsewhere\n");
    return 2;
  }
  try {
    if (auto lived = ringside::agent::live(); !lived) ringside::agent::say("fatal: " + lived.error().text());
  } catch (const std::exception& exception) {
    ringside::agent::say(std::string("fatal: ") + exception.what());
  }
  ringside::agent::power_off();
}
