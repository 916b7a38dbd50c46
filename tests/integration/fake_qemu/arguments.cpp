// SPDX-License-Identifier: GPL-3.0-or-later
#include "arguments.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <utility>

namespace {

constexpr std::array<std::pair<std::string_view, Script>, 35> k_scripts{{
    {"good", Script::good},
    {"abort-at-start", Script::abort_at_start},
    {"exit-at-start", Script::exit_at_start},
    {"hang", Script::hang},
    {"helper", Script::helper},
    {"qmp-silent", Script::qmp_silent},
    {"qmp-garbage", Script::qmp_garbage},
    {"qmp-endless-line", Script::qmp_endless_line},
    {"qmp-event-flood", Script::qmp_event_flood},
    {"qmp-refuses-device", Script::qmp_refuses_device},
    {"node-busy", Script::node_busy},
    {"no-hello", Script::no_hello},
    {"other-version", Script::other_version},
    {"hello-garbage", Script::hello_garbage},
    {"oversize-frame", Script::oversize_frame},
    {"empty-frame", Script::empty_frame},
    {"reboot", Script::reboot},
    {"panic-at-boot", Script::panic_at_boot},
    {"no-init", Script::no_init},
    {"console-flood", Script::console_flood},
    {"silence", Script::silence},
    {"death-in-result", Script::death_in_result},
    {"stall-in-result", Script::stall_in_result},
    {"killed-in-result", Script::killed_in_result},
    {"answer-garbage", Script::answer_garbage},
    {"wrong-id", Script::wrong_id},
    {"late-answer", Script::late_answer},
    {"answer-flood", Script::answer_flood},
    {"refusal", Script::refusal},
    {"oops-in-run", Script::oops_in_run},
    {"int3-in-run", Script::int3_in_run},
    {"warning-in-run", Script::warning_in_run},
    {"unplug-never", Script::unplug_never},
    {"unplug-refused", Script::unplug_refused},
    {"power-off-never", Script::power_off_never},
}};

[[noreturn]] void refuse(const std::string& why) {
  std::cerr << "fake_qemu: " << why << '\n';
  std::exit(2);
}

// Whether this is the first process that asks for this file, which it then leaves there.
bool played_first(const std::string& file) {
  const int created = ::open(file.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
  if (created >= 0) ::close(created);
  return created >= 0;
}

// "socket,id=qmp,fd=12"
void take_chardev(const std::string& value, FakeArguments& into) {
  const auto id = value.find("id=");
  const auto fd = value.find("fd=");
  if (!value.starts_with("socket,") || id == std::string::npos || fd == std::string::npos) refuse("chardev " + value);
  const std::string name = value.substr(id + 3, value.find(',', id) - id - 3);
  const int number = std::stoi(value.substr(fd + 3));
  if (name == "console") into.console = number;
  if (name == "control") into.control = number;
  if (name == "qmp") into.qmp = number;
}

void take_kernel_command_line(const std::string& line, FakeArguments& into) {
  std::istringstream words(line);
  for (std::string word; words >> word;) {
    if (word.starts_with("fake.script=")) into.script = script_named(word.substr(12));
    if (word.starts_with("fake.once=")) into.once = word.substr(10);
    if (word.starts_with("fake.fio=")) into.fio_output = word.substr(9);
  }
}

}  // namespace

Script script_named(std::string_view name) {
  for (const auto& [known, script] : k_scripts) {
    if (known == name) return script;
  }
  refuse("there is no script " + std::string(name));
}

FakeArguments read_arguments(const std::vector<std::string>& arguments) {
  FakeArguments out;
  for (std::size_t at = 0; at + 1 < arguments.size(); ++at) {
    if (arguments[at] == "-chardev") take_chardev(arguments[at + 1], out);
    if (arguments[at] == "-append") take_kernel_command_line(arguments[at + 1], out);
  }
  if (out.console < 0 || out.control < 0 || out.qmp < 0) refuse("a channel is missing on the command line");
  if (!out.once.empty() && !played_first(out.once)) out.script = Script::good;
  return out;
}
