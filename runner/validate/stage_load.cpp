// SPDX-License-Identifier: GPL-3.0-or-later
// fio on a stage: in the foreground through the agent, or in the background through the shell.
#include <fmt/format.h>

#include "validate/backstage.h"
#include "validate/stage.h"

namespace ringside::validate {
namespace {

using namespace std::chrono_literals;

constexpr Nanoseconds k_margin = 20s;
constexpr int k_under_way = 200;  // I/Os after which fio is said to be at work

std::string ending(const FioEnd& end) {
  return fmt::format("exit code {}, error {}, {} I/Os\n{}", end.exit_code, end.error, end.ios, end.text);
}

}  // namespace

FioEnd Stage::fio(const std::string& disk, const FioOptions& options, Nanoseconds limit) {
  wire::RunFio request;
  request.job = fio::job_text(disk, options);
  request.disks = {disk};
  request.deadline = std::chrono::duration_cast<Milliseconds>(limit);
  const auto done = m_back.must(machine().ask_for<wire::FioDone>(request, in(limit + k_margin)), "fio ends");
  if (done.timed_out) {
    fail(fmt::format("fio ends within {}", to_text(limit)), request.job + done.errors);
  }
  FioEnd end = fio::fio_end(done.exit_code, done.output, done.errors);
  if (!done.disks.empty()) {
    end.completed = done.disks.front().completed;
    end.interrupts = done.disks.front().interrupts;
  }
  return end;
}

FioEnd Stage::clean_fio(const std::string& disk, const FioOptions& options) {
  FioEnd end = fio(disk, options);
  expect(end.exit_code == 0 && end.error == 0 && end.ios > 0, "fio does its I/O without an error", ending(end));
  return end;
}

void Stage::start_fio(const std::string& disk, const FioOptions& options) {
  const std::string stat = "read a b c d w rest </sys/block/" + disk + "/stat; ";  // reads and writes completed
  const std::string before = shell(stat + "echo $((a + w))");
  write("/tmp/background.fio", fio::job_text(disk, options));
  shell(
      "cd /tmp; rm -f background.rc; "
      "(fio --output-format=json background.fio >background.out 2>background.err </dev/null; "
      "echo $? >background.rc) >/dev/null 2>&1 </dev/null &");
  const std::string enough = fmt::format("[ $((a + w)) -gt $(({} + {})) ]", before, k_under_way);
  wait_for(stat + enough);
}

FioEnd Stage::finish_fio() {
  wait_for("[ -s /tmp/background.rc ]");
  const std::string code = read("/tmp/background.rc");
  return fio::fio_end(std::atoi(code.c_str()), run({"cat", "/tmp/background.out"}).output,
                      run({"cat", "/tmp/background.err"}).output);
}

FioEnd Stage::stop_fio() {
  // The jobs may go with their parent before the signal reaches them: that is no failure.
  shell("busybox killall -TERM fio 2>/dev/null; true");
  return finish_fio();
}

}  // namespace ringside::validate
