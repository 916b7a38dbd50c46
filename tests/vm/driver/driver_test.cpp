// SPDX-License-Identifier: GPL-3.0-or-later
#include "driver/driver_test.h"

#include <sstream>
#include <stdexcept>

namespace ringside::test {
namespace {

using namespace std::chrono_literals;

constexpr Milliseconds k_fio_limit = 90s;
constexpr auto k_margin = 30s;
constexpr std::int64_t k_patience = 40;  // seconds that the guest waits for something
// For the message of what did not come true: fio's words, what the disks have in flight, and where fio spends its time
// (fields 14 and 15: ticks of user and system).
constexpr const char* k_state_of_fio =
    "cat /tmp/background.*; grep . /sys/block/v*/inflight; cat /proc/[0-9]*/stat | grep '(fio)'; "
    "for p in $(busybox pidof fio); do cat /proc/$p/task/*/stack; done";
const std::string k_instance = "/sys/kernel/tracing/instances/ringside";

template <typename T>
T value_of(Result<T> result, const std::string& what) {
  if (!result) throw std::runtime_error(what + ": " + result.error().text());
  if constexpr (!std::is_void_v<T>) return std::move(*result);
}

}  // namespace

wire::DiskReady DriverTest::take(const Params& params, const vm::DiskPlan& disk, const std::string& module) {
  const auto loaded = load(module, params);
  return bind(loaded.bus_driver, {disk}).at(0);
}

void DriverTest::drop(const std::string& module, const std::string& disk) {
  value_of(guest().unplug(disk), "unplugging " + disk);
  unload(module);
}

std::string DriverTest::refusal(const Params& params) {
  const auto loaded = guest().ask_for<wire::DriverLoaded>(wire::LoadDriver{k_driver, params}, in(60s));
  if (!loaded) return loaded.error().text();
  value_of(guest().ask_for<wire::Done>(wire::UnloadDriver{k_driver}, in(60s)), "unloading");
  return {};
}

FioEnd DriverTest::fio(const std::string& disk, const FioOptions& options) {
  wire::RunFio request;
  request.job = fio::job_text(disk, options);
  request.disks = {disk};
  request.deadline = k_fio_limit;
  const auto done = value_of(guest().ask_for<wire::FioDone>(request, in(k_fio_limit + k_margin)), "running fio");
  if (done.timed_out) throw std::runtime_error("fio did not end\n" + request.job + done.errors);
  FioEnd end = fio::fio_end(done.exit_code, done.output, done.errors);
  end.completed = done.disks.at(0).completed;
  end.interrupts = done.disks.at(0).interrupts;
  return end;
}

void DriverTest::start_fio(const std::string& disk, const FioOptions& options) {
  const std::string stat = "read a b c d w rest </sys/block/" + disk + "/stat; ";  // reads and writes completed
  const int before = std::stoi(shell(stat + "echo $((a + w))"));
  write("/tmp/background.fio", fio::job_text(disk, options));
  shell(
      "cd /tmp; rm -f background.rc; "
      "(fio --output-format=json background.fio >background.out 2>background.err </dev/null; "
      "echo $? >background.rc) >/dev/null 2>&1 </dev/null &");
  wait_for(stat + "[ $((a + w)) -gt " + std::to_string(before + 200) + " ]");
}

FioEnd DriverTest::finish_fio() {
  wait_for("[ -s /tmp/background.rc ]");
  return fio::fio_end(std::stoi(read("/tmp/background.rc")), run({"cat", "/tmp/background.out"}).output,
                      run({"cat", "/tmp/background.err"}).output);
}

FioEnd DriverTest::stop_fio() {
  // The jobs may go with their parent before the signal reaches them: that is no failure.
  shell("busybox killall -TERM fio 2>/dev/null; true");
  return finish_fio();
}

std::string DriverTest::read(const std::string& path) {
  std::string text = run({"cat", path}).output;
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

void DriverTest::write(const std::string& path, const std::string& content) {
  value_of(guest().ask_for<wire::Done>(wire::WriteFile{path, content}, in(60s)), "writing " + path);
}

Params DriverTest::settings(const std::string& disk) {
  Params out;
  std::istringstream lines(read("/sys/block/" + disk + "/driver_settings"));
  for (std::string line; std::getline(lines, line);) {
    if (const auto equals = line.find('='); equals != std::string::npos) {
      out[line.substr(0, equals)] = line.substr(equals + 1);
    }
  }
  return out;
}

void DriverTest::wait_for(const std::string& command) {
  const std::string loop = "until " + command + "; do usleep 20000; done";
  const wire::RunCommand request{{"timeout", std::to_string(k_patience), "sh", "-c", loop}, {}, k_fio_limit};
  const auto done = value_of(guest().ask_for<wire::CommandDone>(request, in(k_fio_limit + k_margin)), "waiting");
  if (done.exit_code != 0)
    throw std::runtime_error("it never came true: " + command + "\n" + run({"sh", "-c", k_state_of_fio}).output);
}

std::string DriverTest::shell(const std::string& command) {
  const auto done = run({"sh", "-c", command});
  if (done.exit_code != 0) throw std::runtime_error("failed: " + command + "\n" + done.output + done.errors);
  return done.output;
}

std::vector<TraceEvent> DriverTest::traced(const std::vector<std::string>& events, const std::string& disk,
                                           const FioOptions& options) {
  shell("mkdir -p " + k_instance + "; cd " + k_instance + "; echo 8192 >buffer_size_kb; echo >trace");
  for (const std::string& event : events) shell("echo " + event + " >>" + k_instance + "/set_event");
  const FioEnd end = fio(disk, options);
  EXPECT_EQ(end.exit_code, 0) << end.text;
  shell("echo >" + k_instance + "/set_event");
  auto out = validate::parse_trace(run({"cat", k_instance + "/trace"}).output);
  shell("rmdir " + k_instance);
  return out;
}

}  // namespace ringside::test
