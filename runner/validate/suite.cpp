// SPDX-License-Identifier: GPL-3.0-or-later
#include "validate/suite.h"

#include <algorithm>
#include <mutex>
#include <optional>
#include <thread>

#include "engine/prepare.h"
#include "host/environment.h"
#include "validate/guest_state.h"
#include "validate/guests.h"
#include "validate/job_queue.h"
#include "validate/perform.h"
#include "validate/selection.h"

namespace ringside::validate {
namespace {

constexpr int k_console_lines = 60;

CaseResult unperformed(const Case& what, const DriverUnderTest& driver, std::string kernel) {
  CaseResult out;
  out.name = what.name;
  out.proves = what.proves;
  out.reference = what.reference;
  out.driver = driver.name;
  out.kernel = std::move(kernel);
  out.started = std::chrono::floor<Milliseconds>(std::chrono::system_clock::now());
  return out;
}

// A suite while it runs; workers share it.
class Running {
 public:
  Running(const SuiteRequest& request, const Watcher& watcher, const std::vector<GuestSource>& sources)
      : m_request(request), m_watcher(watcher), m_sources(sources), m_queue(plan()) {}

  void work();
  [[nodiscard]] std::vector<CaseResult> results() const;
  [[nodiscard]] std::size_t planned() const { return m_results.size(); }

 private:
  [[nodiscard]] std::vector<Job> plan();
  // Boots what the job needs; its error is the job's result.
  [[nodiscard]] std::unique_ptr<vm::Machine> boot(const Job& job);
  void finish(const Job& job, CaseResult result);
  [[nodiscard]] const DriverUnderTest& driver_of(const Job& job) const { return m_request.drivers[job.guest.driver]; }

  const SuiteRequest& m_request;
  const Watcher& m_watcher;
  const std::vector<GuestSource>& m_sources;
  std::vector<std::optional<CaseResult>> m_results;  // by number
  std::size_t m_done = 0;
  std::mutex m_mutex;
  JobQueue m_queue;
};

// Kernel by kernel, driver by driver; what does not apply has its result at once.
std::vector<Job> Running::plan() {
  std::vector<Job> jobs;
  for (std::size_t kernel = 0; kernel < m_sources.size(); ++kernel) {
    for (std::size_t driver = 0; driver < m_request.drivers.size(); ++driver) {
      for (const Case& one : m_request.cases) {
        const DriverUnderTest& under_test = m_request.drivers[driver];
        const std::string& release = m_sources[kernel].image.kernel_release;
        const auto reason = why_not(one, under_test, release);
        if (!reason) jobs.push_back({m_results.size(), &one, {kernel, driver, one.guest}});
        m_results.emplace_back();
        if (!reason) continue;
        m_results.back() = unperformed(one, under_test, release);
        m_results.back()->outcome = CaseOutcome::skip;
        m_results.back()->reasons = {*reason};
        ++m_done;
      }
    }
  }
  return jobs;
}

std::vector<CaseResult> Running::results() const {
  std::vector<CaseResult> out;
  for (const auto& result : m_results) {
    if (result) out.push_back(*result);
  }
  return out;
}

void Running::finish(const Job& job, CaseResult result) {
  const std::scoped_lock lock(m_mutex);
  m_results[job.number] = std::move(result);
  m_watcher.finished(*m_results[job.number], ++m_done, m_results.size());
}

std::unique_ptr<vm::Machine> Running::boot(const Job& job) {
  vm::BootRecord record;
  auto guest = boot_guest(m_sources[job.guest.kernel], job.guest.needs, m_request.stop, record);
  if (guest) return std::move(*guest);
  if (guest.error().code == ErrorCode::interrupted) return nullptr;
  CaseResult result = unperformed(*job.what, driver_of(job), m_sources[job.guest.kernel].image.kernel_release);
  result.reasons = {"no guest came up: " + guest.error().text()};
  result.console = last_lines(record.console, k_console_lines);
  finish(job, std::move(result));
  return nullptr;
}

void Running::work() {
  std::unique_ptr<vm::Machine> guest;
  std::optional<GuestKey> kind;
  std::map<std::size_t, ParameterMemory> parameters;  // by kernel
  while (!m_request.stop.stop_requested()) {
    const auto job = m_queue.next(kind);
    if (!job) return;
    if (kind != job->guest || job->guest.needs.own) guest.reset();
    kind = job->guest;
    if (!guest) guest = boot(*job);
    if (!guest) continue;
    const auto boot_again = [this, &job]() -> Result<std::unique_ptr<vm::Machine>> {
      vm::BootRecord ignored;
      return boot_guest(m_sources[job->guest.kernel], job->guest.needs, m_request.stop, ignored);
    };
    Performance performance = perform(*job->what, driver_of(*job), guest, boot_again, parameters[job->guest.kernel]);
    if (performance.interrupted) return;
    if (!performance.guest_is_good || job->guest.needs.own) guest.reset();
    finish(*job, std::move(performance.result));
  }
}

std::string host_name() {
  auto facts = host::environment_of(host::read_host_files());
  return facts.contains("host.name") ? facts["host.name"] : std::string();
}

}  // namespace

Result<ValidationReport> run(const SuiteRequest& request, const Watcher& watcher) {
  const TimePoint begin = SteadyClock::now();
  ValidationReport report;
  report.started = std::chrono::floor<Milliseconds>(std::chrono::system_clock::now());
  report.host = host_name();
  const auto sources = prepare_guests(request, watcher.notice);
  if (!sources) return std::unexpected(sources.error());
  if (!sources->empty()) report.accelerator = engine::accelerator_text(boot_plan(sources->front(), {}));
  Running running(request, watcher, *sources);
  {
    // Each worker forks its QEMUs itself and outlives them (host/child.h).
    std::vector<std::jthread> workers;
    for (int worker = 0; worker < std::max(request.workers, 1); ++worker) {
      workers.emplace_back([&running] { running.work(); });
    }
  }
  report.planned = running.planned();
  report.results = running.results();
  report.interrupted = request.stop.stop_requested() && report.results.size() < report.planned;
  report.elapsed = SteadyClock::now() - begin;
  return report;
}

}  // namespace ringside::validate
