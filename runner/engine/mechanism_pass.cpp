// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/mechanism_pass.h"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <set>
#include <utility>

#include "engine/judge.h"
#include "fio/job.h"

namespace ringside::engine {
namespace {

constexpr int k_attempts = 3;

WallTime now() {
  return std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
}

// Under TCG with several threads the kernel's own patching of its code, which attaching probes is, kills guests.
vm::BootPlan probed_plan(vm::BootPlan plan) {
  plan.tcg_threads = TcgThreads::single;
  return plan;
}

// QEMU as the host sees it at one moment.
struct HostReading {
  std::vector<vm::ThreadTime> threads;
  std::optional<std::uint64_t> exits;
};

HostReading read_host(vm::Machine& machine) {
  return {machine.cpu_times(), machine.vm_exits()};
}

void add_exits(Mechanism& mechanism, const HostReading& before, const HostReading& after) {
  if (!before.exits || !after.exits || *after.exits < *before.exits) return;
  mechanism.counters["host_vm_exits"][-1] = *after.exits - *before.exits;
}

// What each kind of QEMU's threads used between two readings, as counters of the device. The whole step is in it: fio's
// start and the probes' attaching too.
void add_host_times(Mechanism& mechanism, const std::vector<vm::ThreadTime>& before,
                    const std::vector<vm::ThreadTime>& after) {
  const auto add = [&](const std::vector<vm::ThreadTime>& threads, std::int64_t sign) {
    std::map<std::string, std::int64_t> sums{{"host_vcpu_ns", 0}, {"host_iothread_ns", 0}, {"host_other_ns", 0}};
    for (const vm::ThreadTime& thread : threads) {
      const bool vcpu = thread.name.starts_with("CPU ") || thread.name.starts_with("ALL CPUs");
      const char* kind = vcpu ? "host_vcpu_ns" : thread.name.starts_with("IO ") ? "host_iothread_ns" : "host_other_ns";
      sums[kind] += sign * (thread.user + thread.system).count();
    }
    return sums;
  };
  const auto from = add(before, -1);
  for (const auto& [kind, used] : add(after, 1)) {
    // A thread that ended in between takes its time with it.
    const std::int64_t between = used + from.at(kind);
    if (!after.empty() && !before.empty() && between >= 0) {
      mechanism.counters[kind][-1] = static_cast<std::uint64_t>(between);
    }
  }
}

class MechanismPass {
 public:
  MechanismPass(const CampaignContext& context, CampaignTally& tally, const PlannedBlock& block, BlockId id,
                int attempt)
      : m_context(context), m_tally(tally), m_block(block), m_id(id), m_attempt(attempt) {}

  Result<void> run() {
    for (const PlannedBoot& boot : m_block.boots) {
      if (auto done = run_until_done(boot); !done) return done;
    }
    return {};
  }

 private:
  // What is left to measure; what ended the boot early is told.
  Result<void> run_until_done(const PlannedBoot& boot) {
    for (int attempt = 1; attempt <= k_attempts; ++attempt) {
      auto broken = run_boot(boot);
      if (!broken) return std::unexpected(std::move(broken.error()));
      if (broken->empty() || m_context.stop.stop_requested()) return {};
      tell(Notice{fmt::format("mechanism pass, boot {} of {}: {}", attempt, k_attempts, *broken)});
    }
    tell(Notice{"the mechanism of some arms stays unknown; their times are not touched by it"});
    return {};
  }

  Result<std::string> run_boot(const PlannedBoot& planned) {
    const vm::BootPlan plan = probed_plan(m_context.boot_for(planned.arms.front()).plan);
    vm::BootRecord record;
    const WallTime started = now();
    auto session = Session::boot(plan, {}, record);
    const auto argv = session ? session->machine().argv() : record.argv;
    auto boot = m_context.store->begin_boot(m_id, {argv, accelerator_text(plan), started});
    if (!boot) return std::unexpected(std::move(boot.error()));
    Result<std::string> broken = session ? run_arms(planned, *session, *boot) : session.error().text();
    if (!broken) return broken;
    if (session && broken->empty()) (void)session->power_off();

    store::BootEnd end;
    end.status = broken->empty() ? store::BootStatus::finished : store::BootStatus::failed;
    end.incident = *broken;
    end.console = session ? session->machine().console() : record.console;
    if (session) {
      end.boot_time = session->machine().boot_time();
      end.kernel_release = session->machine().hello().kernel_release;
    }
    end.ended = now();
    if (auto stored = m_context.store->end_boot(*boot, end); !stored) {
      return std::unexpected(std::move(stored.error()));
    }
    return broken;
  }

  Result<std::string> run_arms(const PlannedBoot& planned, Session& session, BootId boot) {
    for (const std::size_t arm : planned.arms) {
      const Arm& spec = m_context.campaign->arms[arm];
      std::optional<ArmSetup> setup;
      for (const Step& step : m_block.steps) {
        if (m_context.stop.stop_requested()) return std::string();
        if (step.run != 1 || m_done.contains({arm, step.cell})) continue;
        if (!setup) {
          auto changed = session.change_to(spec);
          if (!changed) return std::move(changed.error()).within("arm " + spec.name).text();
          setup = std::move(*changed);
        }
        auto broken = run_cell(arm, step, session, *setup, boot);
        if (!broken || !broken->empty()) return broken;
      }
    }
    return std::string();
  }

  Result<std::string> run_cell(std::size_t arm, const Step& step, Session& session, const ArmSetup& setup,
                               BootId boot) {
    const Arm& spec = m_context.campaign->arms[arm];
    const Cell& cell = m_context.cells[step.cell];
    const std::string where = fmt::format("arm {}, cell {}", spec.name, cell.key());
    const OptionMap options = fio::merged_options(m_context.campaign->fio, cell.options, spec.fio);
    const WallTime started = now();
    const TimePoint start = SteadyClock::now();
    const HostReading before = read_host(session.machine());
    auto done = session.run_fio_probed(options, to_text(m_context.campaign->probes));
    if (!done) return std::move(done.error()).within(where).text();

    Measurement measurement = judge_probed(spec, options, setup.disks, *done);
    if (measurement.mechanism) {
      const HostReading after = read_host(session.machine());
      add_host_times(*measurement.mechanism, before.threads, after.threads);
      add_exits(*measurement.mechanism, before, after);
    }
    measurement.block = m_id;
    measurement.boot = boot;
    measurement.arm = m_context.plan.arms[arm];
    measurement.cell = m_context.plan.cells[step.cell];
    measurement.attempt = m_attempt;
    measurement.started = started;
    measurement.duration = SteadyClock::now() - start;
    for (const std::string& warning : measurement.warnings) tell(Notice{where + ": " + warning});
    if (measurement.status == MeasurementStatus::invalid) {
      ++m_tally.invalid;
      tell(Notice{where + ", with probes: INVALID: " + measurement.reason});
    }
    auto id = m_context.store->insert_measurement(measurement);
    if (!id) return std::unexpected(std::move(id.error()));
    m_done.insert({arm, step.cell});
    return std::string();
  }

  void tell(const Event& event) const { (*m_context.observer)(event); }

  const CampaignContext& m_context;
  CampaignTally& m_tally;
  const PlannedBlock& m_block;
  BlockId m_id;
  int m_attempt;
  std::set<std::pair<std::size_t, std::size_t>> m_done;  // arm and cell
};

}  // namespace

bool has_mechanism_pass(const Campaign& campaign, const PlannedBlock& block) {
  return campaign.probes != ProbeTier::none && block.index == 1;
}

Result<void> run_mechanism_pass(const CampaignContext& context, CampaignTally& tally, const PlannedBlock& block,
                                BlockId id, int attempt) {
  context.observer->operator()(
      Notice{"measuring the mechanism, with probes of tier " + std::string(to_text(context.campaign->probes))});
  return MechanismPass(context, tally, block, id, attempt).run();
}

}  // namespace ringside::engine
