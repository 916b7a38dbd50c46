// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "core/cell.h"
#include "core/version.h"
#include "engine/block_run.h"
#include "engine/plan.h"
#include "engine/prepare.h"
#include "host/environment.h"
#include "host/paths.h"
#include "host/process_identity.h"
#include "host/sha256.h"
#include "store/store.h"

namespace ringside::engine {
namespace {

constexpr int k_attempts = 3;
constexpr int k_attempts_emulator = 6;   // deaths by TCG's int3 are frequent, and say nothing of the driver
constexpr int k_attempts_treatment = 2;  // a treatment that fails twice is no accident
constexpr int k_failed_blocks_in_a_row = 2;

WallTime now() {
  return std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
}

store::Environment host_environment(const std::filesystem::path& qemu) {
  store::Environment record;
  record.uuid = Uuid::random();
  record.kind = store::EnvironmentKind::host;
  record.identity = host::host_id(host::read_host_files()).to_text();
  record.recorded = now();
  record.facts = host::read_environment(qemu);
  const auto name = record.facts.find("host.name");
  record.name = name != record.facts.end() ? name->second : record.identity.substr(0, 8);
  return record;
}

// Margins as the store keeps them: the campaign's for every cell, then the rules', the later one winning.
std::vector<store::MarginRecord> margins_of(const Gate& gate) {
  std::vector<store::MarginRecord> margins;
  for (const auto& [metric, margin] : gate.margin) margins.push_back({"*", metric, margin});
  for (const GateRule& rule : gate.rules) {
    for (const auto& [metric, margin] : rule.margin) margins.push_back({rule.cell, metric, margin});
  }
  return margins;
}

store::NewCampaign new_campaign(const RunRequest& request, const CampaignContext& context, store::EnvironmentId host) {
  const Campaign& campaign = request.campaign;
  store::NewCampaign out;
  out.name = campaign.name;
  out.question = campaign.question;
  out.toml = campaign.toml;
  out.tag = request.tag;
  out.baseline = campaign.baseline().name;
  out.accelerator = accelerator_text(context.boot_for(0).plan);
  out.ringside_version = k_version;
  out.fio = campaign.fio;
  out.seed = campaign.design.seed;
  out.blocks = campaign.design.blocks;
  out.runs = campaign.design.runs;
  out.started = now();
  out.host = host;
  out.runner = host::this_process();
  out.cells = context.cells;
  out.margins = margins_of(campaign.gate);
  for (const Arm& arm : campaign.arms) {
    store::ArmRecord record;
    record.name = arm.name;
    record.specification = arm.specification();
    record.sha256 = sha256(record.specification);
    out.arms.push_back(std::move(record));
  }
  return out;
}

// The rows of a stored campaign in the order of the campaign's own arms and cells.
Result<store::StoredPlan> stored_plan(const store::Store& store, CampaignRow id, const Campaign& campaign,
                                      const std::vector<Cell>& cells) {
  store::StoredPlan plan{id, {}, {}};
  const auto arms = store.arms(id);
  if (!arms) return std::unexpected(arms.error());
  const auto stored_cells = store.cells(id);
  if (!stored_cells) return std::unexpected(stored_cells.error());
  for (const Arm& arm : campaign.arms) {
    const auto found = std::ranges::find(*arms, arm.name, &store::ArmRecord::name);
    if (found != arms->end()) plan.arms.push_back(found->id);
  }
  for (const Cell& cell : cells) {
    const auto found = std::ranges::find(*stored_cells, cell.key(), &store::CellRecord::key);
    if (found != stored_cells->end()) plan.cells.push_back(found->id);
  }
  if (plan.arms.size() != campaign.arms.size() || plan.cells.size() != cells.size()) {
    return fail(ErrorCode::configuration, "the stored campaign has other arms or cells than the file",
                "start a new campaign instead of resuming");
  }
  return plan;
}

class CampaignRun {
 public:
  CampaignRun(const RunRequest& request, std::vector<PreparedBoot> boots, const Observer& observer);

  Result<RunOutcome> run();

 private:
  Result<void> open_store();
  Result<void> begin();
  Result<void> resume(CampaignRow campaign);
  void tell_start();
  Result<void> run_blocks();
  Result<store::BlockStatus> run_block(const PlannedBlock& block);
  Result<RunOutcome> finish(Result<void> ran);

  const RunRequest& m_request;
  const Observer& m_observer;
  std::optional<store::Store> m_store;  // opened once nothing else can keep the campaign from starting
  CampaignContext m_context;
  CampaignTally m_tally;
  std::optional<Progress> m_progress;
  std::vector<PlannedBlock> m_blocks;  // still to be measured
  std::map<int, int> m_next_attempts;
  Uuid m_uuid;
  std::size_t m_blocks_failed = 0;
  bool m_interrupted = false;
  TimePoint m_start = SteadyClock::now();
};

CampaignRun::CampaignRun(const RunRequest& request, std::vector<PreparedBoot> boots, const Observer& observer)
    : m_request(request), m_observer(observer) {
  m_context.campaign = &request.campaign;
  m_context.cells = cells_of(request.campaign);
  m_context.boots = std::move(boots);
  m_context.observer = &observer;
  m_context.stop = request.stop;
  m_context.counting = request.counting;
  m_context.attached = request.attached;
  m_blocks = make_schedule(request.campaign).blocks;
}

Result<void> CampaignRun::open_store() {
  auto store = store::Store::open(m_request.database);
  if (!store) return std::unexpected(std::move(store.error()));
  m_store = std::move(*store);
  m_context.store = &*m_store;
  return {};
}

Result<void> CampaignRun::begin() {
  const auto host = m_store->add_environment(host_environment(m_context.boots.front().plan.qemu));
  if (!host) return std::unexpected(host.error());
  const store::NewCampaign campaign = new_campaign(m_request, m_context, *host);
  auto plan = m_store->begin_campaign(campaign);
  if (!plan) return std::unexpected(std::move(plan.error()));
  m_context.plan = std::move(*plan);
  m_uuid = campaign.uuid;
  return {};
}

Result<void> CampaignRun::resume(CampaignRow id) {
  const auto stored = m_store->campaign(id);
  if (!stored) return std::unexpected(stored.error());
  if (stored->toml != m_request.campaign.toml) {
    return fail(ErrorCode::configuration, "the stored campaign was made from another text than this file's",
                "resume without naming a file to go on with the stored text, or start a new campaign");
  }
  if (const auto accelerator = accelerator_text(m_context.boot_for(0).plan); stored->accelerator != accelerator) {
    return fail(ErrorCode::configuration,
                fmt::format("the stored campaign was measured with {}, here it would go on with {}",
                            stored->accelerator, accelerator),
                "start a new campaign: the two must not be mixed");
  }
  auto plan = stored_plan(*m_store, id, m_request.campaign, m_context.cells);
  if (!plan) return std::unexpected(std::move(plan.error()));
  const auto point = m_store->resume_campaign(id, host::this_process(), host::still_runs);
  if (!point) return std::unexpected(point.error());
  std::erase_if(m_blocks, [&](const PlannedBlock& block) {
    return std::ranges::find(point->complete_blocks, block.index) != point->complete_blocks.end();
  });
  m_next_attempts = point->next_attempts;
  m_context.plan = std::move(*plan);
  m_uuid = stored->uuid;
  return {};
}

void CampaignRun::tell_start() {
  m_start = SteadyClock::now();
  m_progress.emplace(m_request.campaign, m_blocks, m_start);
  const int blocks = m_request.campaign.design.blocks;
  m_observer(CampaignStarted{m_uuid, m_request.campaign.name, blocks, blocks - static_cast<int>(m_blocks.size()),
                             m_progress->total(), m_progress->remaining(m_start)});
}

// Attempts at one block until one is complete. An error is the store's.
Result<store::BlockStatus> CampaignRun::run_block(const PlannedBlock& block) {
  const auto known = m_next_attempts.find(block.index);
  int attempt = known != m_next_attempts.end() ? known->second : 1;
  int counted = 0;   // attempts that the guest, the driver or the treatment ended
  int emulator = 0;  // attempts that TCG's int3 ended
  while (true) {
    const bool treatment_may_repeat = counted + 1 < k_attempts_treatment;
    BlockRun run(m_context, m_tally, *m_progress, block, attempt);
    auto end = run.run(treatment_may_repeat);
    if (!end) return std::unexpected(std::move(end.error()));
    if (end->status != store::BlockStatus::failed) return end->status;
    ++(end->emulator_fault ? emulator : counted);
    const bool again = counted < k_attempts && emulator < k_attempts_emulator && !m_request.stop.stop_requested();
    m_observer(BlockBroken{block.index, attempt, end->reason, again});
    if (!again) return m_request.stop.stop_requested() ? store::BlockStatus::interrupted : end->status;
    ++attempt;
  }
}

Result<void> CampaignRun::run_blocks() {
  int failed_in_a_row = 0;
  for (const PlannedBlock& block : m_blocks) {
    if (m_request.stop.stop_requested()) m_interrupted = true;
    if (m_interrupted) return {};
    auto status = run_block(block);
    if (!status) return std::unexpected(std::move(status.error()));
    m_interrupted = *status == store::BlockStatus::interrupted;
    failed_in_a_row = *status == store::BlockStatus::failed ? failed_in_a_row + 1 : 0;
    if (*status == store::BlockStatus::failed) ++m_blocks_failed;
    if (failed_in_a_row == k_failed_blocks_in_a_row) {
      return fail(ErrorCode::infrastructure,
                  fmt::format("{} blocks in a row failed every attempt: the campaign cannot be measured like this",
                              k_failed_blocks_in_a_row),
                  fmt::format("look at the consoles with `ringside show {}`, then go on with --resume",
                              m_uuid.to_text().substr(0, 8)));
    }
    if (*status == store::BlockStatus::complete) {
      m_observer(BlockDone{block.index, m_request.campaign.design.blocks});
    }
  }
  return {};
}

Result<RunOutcome> CampaignRun::finish(Result<void> ran) {
  const auto status = !ran            ? store::CampaignStatus::failed
                      : m_interrupted ? store::CampaignStatus::interrupted
                                      : store::CampaignStatus::finished;
  auto stored = m_store->finish_campaign(m_context.plan.campaign, status, now());
  if (ran && !stored) ran = std::move(stored);
  m_observer(CampaignEnded{m_uuid, std::string(store::to_text(status))});

  RunOutcome outcome;
  outcome.campaign = m_context.plan.campaign;
  outcome.uuid = m_uuid;
  outcome.interrupted = m_interrupted;
  if (!ran) outcome.failure = std::move(ran.error());
  outcome.valid = m_tally.valid;
  outcome.invalid = m_tally.invalid;
  outcome.blocks_failed = m_blocks_failed;
  outcome.wall = SteadyClock::now() - m_start;
  outcome.inside_fio = m_tally.time.inside_fio;
  outcome.boots = m_tally.time.boots;
  outcome.arm_changes = m_tally.time.arm_changes.size();
  outcome.arm_change_median = median_of(m_tally.time.arm_changes);
  const auto longest = std::ranges::max_element(m_tally.time.arm_changes);
  if (longest != m_tally.time.arm_changes.end()) outcome.arm_change_longest = *longest;
  return outcome;
}

Result<RunOutcome> CampaignRun::run() {
  if (auto opened = open_store(); !opened) return std::unexpected(std::move(opened.error()));
  auto begun = m_request.resume ? resume(*m_request.resume) : begin();
  if (!begun) return std::unexpected(std::move(begun.error()));
  tell_start();
  return finish(run_blocks());
}

}  // namespace

Result<RunOutcome> run(const RunRequest& request, const Observer& observer) {
  host::sweep_runtime_folders();
  const auto notice = [&](std::string text) { observer(Notice{std::move(text)}); };
  auto boots = prepare(request.campaign, request.qemu, notice, request.stop, request.tools);
  if (!boots) return std::unexpected(std::move(boots.error()));
  if (request.counting) {
    if (auto done = make_count(*boots, *request.counting); !done) return std::unexpected(std::move(done.error()));
  }
  return run_prepared(request, std::move(*boots), observer);
}

Result<RunOutcome> run_prepared(const RunRequest& request, std::vector<PreparedBoot> boots, const Observer& observer) {
  return CampaignRun(request, std::move(boots), observer).run();
}

}  // namespace ringside::engine
