// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/block_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "engine/guest_environment.h"
#include "engine/judge.h"
#include "engine/mechanism_pass.h"
#include "fio/job.h"
#include "host/sha256.h"

namespace ringside::engine {
namespace {

WallTime now() {
  return std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
}

double iops_of(const Measurement& measurement) {
  double iops = 0;
  if (measurement.fio) {
    for (const DirectionResult& direction : measurement.fio->directions) iops += direction.iops;
  }
  return iops;
}

store::BootStatus boot_status_of(store::BlockStatus block) {
  switch (block) {
    case store::BlockStatus::failed:
      return store::BootStatus::failed;
    case store::BlockStatus::interrupted:
      return store::BootStatus::interrupted;
    default:
      return store::BootStatus::finished;
  }
}

std::string incidents_text(std::span<const vm::Incident> incidents) {
  std::string out;
  for (const vm::Incident& incident : incidents) {
    out += fmt::format("{}: {}\n{}\n", vm::to_text(incident.kind), incident.line, incident.excerpt);
  }
  return out;
}

// Nothing where a disk does not tell.
std::optional<std::uint64_t> memory_per_disk(const std::vector<wire::DiskReady>& disks) {
  std::uint64_t sum = 0;
  for (const wire::DiskReady& disk : disks) {
    if (!disk.memory_bytes) return std::nullopt;
    sum += *disk.memory_bytes;
  }
  return disks.empty() ? std::nullopt : std::optional(sum / disks.size());
}

// What the arm got may be another thing than what it asked for: defaults, clamped values.
std::map<std::string, std::string> facts_of(const ArmSetup& setup) {
  std::map<std::string, std::string> facts{{"driver.name", setup.driver.name}};
  for (const auto& [name, value] : setup.driver.params) facts.emplace("param." + name, value);
  if (const auto bytes = memory_per_disk(setup.disks)) facts["memory.bytes_per_device"] = std::to_string(*bytes);
  return facts;
}

// A time without the probes that should have been there says nothing of them.
void refuse_unprobed(Measurement& measurement, const std::string& why) {
  measurement.status = MeasurementStatus::invalid;
  measurement.reason = "the probes were not attached: " + why;
}

bool has_int3(std::span<const vm::Incident> incidents) {
  return std::ranges::any_of(incidents, [](const auto& one) { return one.kind == vm::IncidentKind::int3; });
}

}  // namespace

const PreparedBoot& CampaignContext::boot_for(std::size_t arm) const {
  return *std::ranges::find_if(
      boots, [&](const PreparedBoot& boot) { return std::ranges::find(boot.arms, arm) != boot.arms.end(); });
}

struct BlockRun::Boot {
  BootId id;
  Session session;
  store::EnvironmentId guest;
  std::optional<pathlen::SymbolTable> symbols;  // of the present arm, where instructions are counted
  std::optional<ArmSetup> setup;                // what stands, where arms share it
  std::string specification;                    // of it
};

BlockRun::BlockRun(const CampaignContext& context, CampaignTally& tally, Progress& progress, const PlannedBlock& block,
                   int attempt)
    : m_context(context), m_tally(tally), m_progress(progress), m_block(block), m_attempt(attempt) {}

Result<BlockEnd> BlockRun::run(bool repeatable) {
  store::BlockRecord record;
  record.number = m_block.index;
  record.attempt = m_attempt;
  record.started = now();
  for (const PlannedBoot& boot : m_block.boots) {
    for (const std::size_t arm : boot.arms) record.arm_order.push_back(m_context.campaign->arms[arm].name);
  }
  for (const Step& step : m_block.steps) record.cell_order.push_back(m_context.cells[step.cell].key());
  auto id = m_context.store->begin_block(m_context.plan.campaign, record);
  if (!id) return std::unexpected(std::move(id.error()));
  m_id = *id;

  BlockEnd end;
  for (const PlannedBoot& boot : m_block.boots) {
    auto ended = run_boot(boot, repeatable);
    if (!ended) return ended;
    end = std::move(*ended);
    if (end.status != store::BlockStatus::complete) break;
  }
  const bool probed = !m_context.counting && has_mechanism_pass(*m_context.campaign, m_block);
  if (probed && end.status == store::BlockStatus::complete) {
    auto done = run_mechanism_pass(m_context, m_tally, m_block, m_id, m_attempt);
    if (!done) return std::unexpected(std::move(done.error()));
  }
  if (end.status == store::BlockStatus::failed) {
    for (const Nanoseconds expected : m_measured) m_progress.again(expected);
  }
  if (auto stored = m_context.store->end_block(m_id, end.status, end.reason, now()); !stored) {
    return std::unexpected(std::move(stored.error()));
  }
  return end;
}

Result<BlockEnd> BlockRun::run_boot(const PlannedBoot& planned, bool repeatable) {
  const PreparedBoot& prepared = m_context.boot_for(planned.arms.front());
  const std::string accelerator = accelerator_text(prepared.plan);
  tell(BootStarted{m_block.index, prepared.image.name, accelerator});
  const WallTime started = now();
  vm::BootRecord record;
  auto session = Session::boot(prepared.plan, {}, record);
  ++m_tally.time.boots;

  const auto argv = session ? session->machine().argv() : record.argv;
  auto id = m_context.store->begin_boot(m_id, {argv, accelerator, started});
  if (!id) return std::unexpected(std::move(id.error()));
  if (!session) {
    store::BootEnd boot_end;
    boot_end.status = store::BootStatus::failed;
    boot_end.incident = session.error().text() + '\n' + incidents_text(record.incidents);
    boot_end.console = record.console;
    boot_end.ended = now();
    if (auto stored = m_context.store->end_boot(*id, boot_end); !stored) {
      return std::unexpected(std::move(stored.error()));
    }
    return BlockEnd{store::BlockStatus::failed, session.error().text(), has_int3(record.incidents)};
  }
  tell(BootReady{m_block.index, session->machine().boot_time()});
  Boot boot{*id, std::move(*session), {}, {}, {}, {}};
  if (auto recorded = record_guest(boot, prepared); !recorded) return std::unexpected(std::move(recorded.error()));
  auto end = run_arms(planned, boot, repeatable);
  if (!end) return end;
  return end_boot(boot, std::move(*end));
}

// Which arm and cell a failure belongs to is said by the layers it passes.
Result<BlockEnd> BlockRun::run_arms(const PlannedBoot& planned, Boot& boot, bool repeatable) {
  for (const Turn& turn : turns_of(planned, m_block.steps)) {
    if (m_context.stop.stop_requested()) return BlockEnd{store::BlockStatus::interrupted, "interrupted", false};
    const Arm& spec = m_context.campaign->arms[turn.arm];
    auto setup = set_up(spec, boot);
    if (!setup) {
      const std::string reason = std::move(setup.error()).within("arm " + spec.name).text();
      return BlockEnd{store::BlockStatus::failed, reason, has_int3(boot.session.machine().incidents())};
    }
    m_tally.time.arm_changes.push_back(setup->took);
    tell(ArmReady{m_block.index, spec.name, setup->took, setup->warnings});
    if (auto recorded = record_driver(turn.arm, *setup); !recorded) return std::unexpected(std::move(recorded.error()));
    if (m_context.counting) {
      auto symbols = read_symbols(boot.session.machine());
      if (!symbols) return BlockEnd{store::BlockStatus::failed, symbols.error().text(), false};
      boot.symbols = std::move(*symbols);
    }
    auto end = run_turn(turn, boot, *setup, repeatable);
    if (!end || end->status != store::BlockStatus::complete) return end;
  }
  return BlockEnd{};
}

Result<BlockEnd> BlockRun::run_turn(const Turn& turn, Boot& boot, const ArmSetup& setup, bool repeatable) {
  const std::size_t arm = turn.arm;
  const Arm& spec = m_context.campaign->arms[arm];
  for (const Step& step : turn.steps) {
    if (m_context.stop.stop_requested()) return BlockEnd{store::BlockStatus::interrupted, "interrupted", false};
    const Cell& cell = m_context.cells[step.cell];
    OptionMap options = fio::merged_options(m_context.campaign->fio, cell.options, spec.fio);
    if (m_context.counting) options = counted_options(std::move(options), m_context.counting->longer);
    const Nanoseconds expected = fio::expected_duration(options).value_or(Nanoseconds{0});
    tell(CellStarted{m_block.index, spec.name, cell.key(), step.run, expected});

    const WallTime started = now();
    const TimePoint start = SteadyClock::now();
    auto done = run_cell(boot, spec, options);
    if (!done) {
      const std::string reason =
          std::move(done.error()).within(fmt::format("arm {}, cell {}", spec.name, cell.key())).text();
      return BlockEnd{store::BlockStatus::failed, reason, has_int3(boot.session.machine().incidents())};
    }
    Measurement measurement = judge(spec, options, boot.session.machine().plan().accel, setup.disks, done->fio);
    measurement.started = started;
    measurement.duration = SteadyClock::now() - start;
    if (!done->fio.probe_failure.empty()) refuse_unprobed(measurement, done->fio.probe_failure);
    measurement.warnings.insert(measurement.warnings.end(), setup.warnings.begin(), setup.warnings.end());
    m_tally.time.inside_fio += expected;
    if (auto stored = store_measurement(measurement, arm, step, boot); !stored) {
      return std::unexpected(std::move(stored.error()));
    }
    if (auto stored = store_path(measurement, done->profile); !stored) {
      return std::unexpected(std::move(stored.error()));
    }
    m_progress.done(expected);
    m_measured.push_back(expected);
    tell(CellDone{m_block.index, spec.name, cell.key(), measurement.status, measurement.reason, iops_of(measurement),
                  m_progress.measured(), m_progress.total(), m_progress.remaining(SteadyClock::now())});

    if (failed_by_treatment(measurement) && !m_tally.untreatable.contains(arm)) {
      if (repeatable) return BlockEnd{store::BlockStatus::failed, measurement.reason, false};
      m_tally.untreatable.insert(arm);
    }
  }
  return BlockEnd{};
}

// Where only the probes differ, the driver and its disks stay what they are.
Result<ArmSetup> BlockRun::set_up(const Arm& arm, Boot& boot) const {
  const std::string specification = arm.specification();
  if (!m_context.attached.empty() && boot.setup && boot.specification == specification) return *boot.setup;
  auto setup = boot.session.change_to(arm);
  if (setup && !m_context.attached.empty()) {
    boot.setup = *setup;
    boot.specification = specification;
  }
  return setup;
}

Result<CountedCell> BlockRun::run_cell(Boot& boot, const Arm& arm, const OptionMap& options) {
  if (m_context.counting) return count_cell(boot.session, options, *m_context.counting, *boot.symbols);
  const auto tier = m_context.attached.find(arm.name);
  auto fio = tier == m_context.attached.end() ? boot.session.run_fio(options)
                                              : boot.session.run_fio_probed(options, tier->second);
  if (!fio) return std::unexpected(std::move(fio.error()));
  return CountedCell{std::move(*fio), {}};
}

Result<void> BlockRun::store_path(const Measurement& measurement, const PathProfile& profile) {
  if (measurement.status != MeasurementStatus::valid || profile.ios == 0) return {};
  return m_context.store->insert_path_profile({measurement.block, measurement.arm, measurement.cell}, profile);
}

Result<void> BlockRun::store_measurement(Measurement& measurement, std::size_t arm, const Step& step,
                                         const Boot& boot) {
  measurement.block = m_id;
  measurement.boot = boot.id;
  measurement.arm = m_context.plan.arms[arm];
  measurement.cell = m_context.plan.cells[step.cell];
  measurement.attempt = m_attempt;
  measurement.run = step.run;
  measurement.probed = m_context.counting.has_value();  // its time is not for comparing
  auto id = m_context.store->insert_measurement(measurement);
  if (!id) return std::unexpected(std::move(id.error()));
  ++(measurement.status == MeasurementStatus::valid ? m_tally.valid : m_tally.invalid);
  return {};
}

Result<BlockEnd> BlockRun::end_boot(Boot& boot, BlockEnd end) {
  vm::Machine& machine = boot.session.machine();
  if (end.status != store::BlockStatus::failed) {
    // What the console said last counts too: a driver that warns while it is idle has failed the block all the same.
    if (auto alive = machine.check(); !alive) {
      end = {store::BlockStatus::failed, alive.error().text(), has_int3(machine.incidents())};
    } else if (auto off = boot.session.power_off(); !off) {
      tell(Notice{"the guest did not power off: " + off.error().text()});
    }
  }
  store::BootEnd record;
  record.status = boot_status_of(end.status);
  record.boot_time = machine.boot_time();
  record.kernel_release = machine.hello().kernel_release;
  record.guest = boot.guest;
  record.incident = incidents_text(machine.incidents());
  if (record.incident.empty() && end.status == store::BlockStatus::failed) record.incident = end.reason;
  record.console = machine.console();
  record.ended = now();
  if (auto stored = m_context.store->end_boot(boot.id, record); !stored) {
    return std::unexpected(std::move(stored.error()));
  }
  return end;
}

Result<void> BlockRun::record_guest(Boot& boot, const PreparedBoot& prepared) {
  auto environment = read_guest_environment(boot.session.machine(), prepared.image);
  if (!environment) {
    tell(Notice{"the guest's environment could not be read: " + environment.error().text()});
    return {};
  }
  std::string facts;
  for (const auto& [name, value] : environment->facts) facts += name + '=' + value + '\n';
  const auto known = m_tally.guests.find(facts);
  if (known != m_tally.guests.end()) {
    boot.guest = known->second;
    return {};
  }
  auto id = m_context.store->add_environment(*environment);
  if (!id) return std::unexpected(std::move(id.error()));
  boot.guest = *id;
  m_tally.guests.emplace(std::move(facts), *id);
  return {};
}

// An arm's identity is its specification and the very driver it ran; another build under the same campaign would
// be another arm.
Result<void> BlockRun::record_driver(std::size_t arm, const ArmSetup& setup) {
  const auto [known, first] = m_tally.builds.try_emplace(arm, setup.driver.build_id);
  if (first) {
    auto stored = m_context.store->set_arm_facts(m_context.plan.arms[arm], facts_of(setup));
    if (!stored) return stored;
  }
  if (!first && known->second == setup.driver.build_id) return {};
  const Arm& spec = m_context.campaign->arms[arm];
  if (!first) {
    tell(Notice{fmt::format("arm {}: the driver's build changed from {} to {}", spec.name, known->second,
                            setup.driver.build_id)});
    known->second = setup.driver.build_id;
  }
  const std::string digest = sha256(spec.specification() + "build: " + setup.driver.build_id + '\n');
  return m_context.store->set_arm_driver(m_context.plan.arms[arm], setup.driver.build_id, digest);
}

}  // namespace ringside::engine
