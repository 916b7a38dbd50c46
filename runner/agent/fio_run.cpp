// SPDX-License-Identifier: GPL-3.0-or-later
#include "agent/fio_run.h"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <optional>

#include "agent/files.h"
#include "agent/probe_run.h"
#include "agent/process.h"

namespace ringside::agent {
namespace {

constexpr std::size_t k_max_logs = 2u << 20;  // bytes, all files of a run together: a frame holds 16 MiB in all
const std::string k_job_file = "ringside.fio";
constexpr Milliseconds k_probe_deadline{120'000};  // loading a dozen programs under emulation on a busy host

// A folder below /tmp that goes with its content.
class Workspace {
 public:
  Workspace() {
    std::string pattern = "/tmp/fio.XXXXXX";
    if (::mkdtemp(pattern.data()) != nullptr) m_path = pattern;
  }
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;
  ~Workspace() {
    std::error_code ignored;
    if (!m_path.empty()) std::filesystem::remove_all(m_path, ignored);
  }
  [[nodiscard]] const std::string& path() const { return m_path; }

 private:
  std::string m_path;
};

void collect_logs(const Workspace& workspace, wire::FioDone& done) {
  std::size_t room = k_max_logs;
  for (const std::string& name : names_in(workspace.path())) {
    const std::string path = workspace.path() + "/" + name;
    std::error_code ignored;
    if (name == k_job_file || !std::filesystem::is_regular_file(path, ignored)) continue;
    const std::size_t size = std::filesystem::file_size(path, ignored);
    auto content = size <= room ? read_file(path, room) : std::nullopt;
    if (!content) {
      done.errors += fmt::format("\nringside-agent: {} of {} bytes was left out\n", name, size);
      continue;
    }
    room -= content->size();
    done.files[name] = std::move(*content);
  }
}

std::vector<DiskTreatment> treatments(const std::vector<std::string>& names, const Disks& disks) {
  std::vector<DiskTreatment> out;
  for (const std::string& name : names) out.push_back(disks.treatment_of(name));
  return out;
}

// Probes that cannot be attached are told, and fio runs without them.
std::optional<ProbeRun> start_probes(const wire::RunFio& request, wire::FioDone& done) {
  if (request.probes.empty()) return std::nullopt;
  auto started = ProbeRun::start(request.probes, SteadyClock::now() + k_probe_deadline);
  if (started) return std::move(*started);
  done.probe_failure = started.error().message;
  return std::nullopt;
}

void finish_probes(ProbeRun& probes, wire::FioDone& done) {
  auto seen = probes.finish(SteadyClock::now() + k_probe_deadline);
  if (seen) {
    done.probes = std::move(*seen);
  } else {
    done.probe_failure = seen.error().message;
  }
}

// A counter may have been reset when a device was bound anew; a run does not go below zero.
std::uint64_t delta(std::uint64_t before, std::uint64_t after) {
  return after >= before ? after - before : 0;
}

}  // namespace

Result<wire::FioDone> run_fio(const wire::RunFio& request, const Disks& disks, KernelMessages& messages) {
  const Workspace workspace;
  if (workspace.path().empty()) return system_error("no folder below /tmp");
  const std::string job = workspace.path() + "/" + k_job_file;
  if (auto written = write_file(job, request.job); !written) return std::unexpected(std::move(written).error());

  wire::FioDone out;
  auto probes = start_probes(request, out);
  (void)messages.drain();
  const auto before = treatments(request.disks, disks);
  auto end = run_program({.argv = {"fio", "--output-format=json+", k_job_file},
                          .input = {},
                          .folder = workspace.path(),
                          .deadline = request.deadline});
  if (!end) return std::unexpected(std::move(end).error());

  out.disks = treatments(request.disks, disks);
  for (std::size_t at = 0; at < before.size(); ++at) {
    out.disks[at].completed = delta(before[at].completed, out.disks[at].completed);
    out.disks[at].interrupts = delta(before[at].interrupts, out.disks[at].interrupts);
  }
  if (probes) finish_probes(*probes, out);
  out.exit_code = end->exit_code;
  out.signal = end->signal;
  out.timed_out = end->timed_out;
  out.output = std::move(end->output);
  out.errors = std::move(end->errors);
  out.elapsed = end->elapsed;
  if (end->stuck) out.errors += "\nringside-agent: fio waits in the kernel and cannot be killed\n";
  out.log = messages.drain();
  collect_logs(workspace, out);
  return out;
}

}  // namespace ringside::agent
