// SPDX-License-Identifier: GPL-3.0-or-later
// Programs, files, traces and the console of the guest on a stage.
#include <fmt/format.h>

#include "validate/backstage.h"
#include "validate/stage.h"

namespace ringside::validate {
namespace {

using namespace std::chrono_literals;

constexpr Nanoseconds k_step = 60s;
constexpr Milliseconds k_program = 40s;
constexpr Nanoseconds k_margin = 20s;
constexpr const char* k_instance = "/sys/kernel/tracing/instances/ringside";

}  // namespace

wire::CommandDone Stage::run(const std::vector<std::string>& argv, const std::string& input) {
  const wire::RunCommand request{argv, input, k_program};
  auto done = m_back.must(machine().ask_for<wire::CommandDone>(request, in(k_step)), argv.front() + " runs");
  if (done.timed_out) fail(argv.front() + " ends");
  return done;
}

std::string Stage::shell(const std::string& command) {
  auto done = run({"sh", "-c", command});
  if (done.exit_code != 0) fail("succeeds: " + command, done.output + done.errors);
  return std::move(done.output);
}

std::string Stage::read(const std::string& path) {
  std::string text = run({"cat", path}).output;
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

void Stage::write(const std::string& path, const std::string& content) {
  m_back.must(machine().ask_for<wire::Done>(wire::WriteFile{path, content}, in(k_step)), path + " can be written");
}

bool Stage::comes_true(const std::string& command, Nanoseconds patience) {
  const std::string loop = "until " + command + "; do usleep 20000; done";
  const auto seconds = std::chrono::ceil<std::chrono::seconds>(patience);
  const wire::RunCommand request{{"timeout", std::to_string(seconds.count()), "sh", "-c", loop},
                                 {},
                                 std::chrono::duration_cast<Milliseconds>(patience + k_margin)};
  const auto deadline = in(patience + 2 * k_margin);
  return m_back.must(machine().ask_for<wire::CommandDone>(request, deadline), "an answer comes whether: " + command)
             .exit_code == 0;
}

void Stage::wait_for(const std::string& command, Nanoseconds patience) {
  if (comes_true(command, patience)) return;
  fail("comes true: " + command);
}

std::vector<TraceEvent> Stage::traced(const std::vector<std::string>& events, const std::function<void()>& body) {
  const std::string instance = k_instance;
  shell("mkdir -p " + instance + "; cd " + instance + "; echo 8192 >buffer_size_kb; echo >trace");
  for (const std::string& event : events) shell("echo " + event + " >>" + instance + "/set_event");
  body();
  shell("echo >" + instance + "/set_event");
  auto out = parse_trace(run({"cat", instance + "/trace"}).output);
  shell("rmdir " + instance);
  return out;
}

BlockCounters Stage::counted(const std::string& id) {
  return m_back.must(block_counters(machine(), id), "QEMU counts");
}

std::string Stage::console() {
  (void)machine().check();  // for what has come meanwhile; that a guest has ended is another matter
  return m_back.console();
}

std::vector<vm::Incident> Stage::incidents() {
  (void)machine().check();
  return m_back.incidents();
}

void Stage::cut_power() {
  m_back.replace_guest();
}

}  // namespace ringside::validate
