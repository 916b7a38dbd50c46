// SPDX-License-Identifier: GPL-3.0-or-later
#include "replicate/replication.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "analysis/mechanism.h"
#include "analysis/path_lengths.h"
#include "config/load.h"
#include "core/campaign.h"
#include "core/cell.h"

namespace ringside::replicate {
namespace {

using analysis::CellMechanism;
using analysis::Comparison;
using store::Store;

// Of all that probes count, what published claims are about.
constexpr auto k_figures =
    std::to_array<std::string_view>({"notifies_per_io", "notifies_locked_per_io", "lock_rounds_per_io",
                                     "interrupts_per_io", "requests_per_batch", "polled_share"});

// What allocates memory, by the names of both kernels. Each is counted where it begins, so a wrapper and what it calls
// would count twice: these are the ones below all wrappers.
constexpr auto k_allocators = std::to_array<std::string_view>(
    {"__kmem_cache_alloc_node", "__kmalloc_noprof", "__kmalloc", "kmem_cache_alloc", "kmem_cache_alloc_noprof",
     "__kmalloc_cache_noprof", "mempool_alloc", "mempool_alloc_noprof"});

class Loader {
 public:
  Loader(const Store& store, CampaignRow row, Campaign campaign)
      : m_store(store), m_row(row), m_campaign(std::move(campaign)), m_cells(cells_of(m_campaign.matrix)) {}

  Result<std::vector<ReplicatedRow>> rows(std::vector<std::string>& notes);

 private:
  Result<void> load();
  Result<const Comparison*> against(const std::string& baseline);
  Result<ReplicatedRow> row_of(const PublishedRow& published);
  Result<std::optional<MeasuredRatio>> measure(const PublishedRow& published, const std::string& cell);
  [[nodiscard]] std::string cell_of(const PublishedRow& published) const;
  void add_mechanism(ReplicatedRow& row) const;
  void add_path(ReplicatedRow& row) const;
  void add_memory(ReplicatedRow& row) const;

  const Store& m_store;
  CampaignRow m_row;
  Campaign m_campaign;
  std::vector<Cell> m_cells;
  std::vector<store::ArmRecord> m_arms;
  std::map<std::string, Comparison> m_comparisons;  // by baseline
  std::vector<CellMechanism> m_mechanism;
  std::optional<analysis::PathLengths> m_lengths;
};

Result<void> Loader::load() {
  auto arms = m_store.arms(m_row);
  if (!arms) return std::unexpected(std::move(arms.error()));
  m_arms = std::move(*arms);
  auto mechanism = analysis::load_mechanism(m_store, m_row);
  if (!mechanism) return std::unexpected(std::move(mechanism.error()));
  m_mechanism = std::move(*mechanism);
  const auto counted = m_store.find_campaign(m_campaign.name + ".pathlen");
  if (!counted) return {};
  auto lengths = analysis::path_lengths(m_store, *counted);
  if (lengths && !lengths->empty()) m_lengths = std::move(*lengths);
  return {};
}

std::string Loader::cell_of(const PublishedRow& published) const {
  const auto found =
      std::ranges::find_if(m_cells, [&](const Cell& cell) { return fits_any(cell.key(), {published.cell}); });
  return found == m_cells.end() ? std::string() : found->key();
}

Result<const Comparison*> Loader::against(const std::string& baseline) {
  const auto known = m_comparisons.find(baseline);
  if (known != m_comparisons.end()) return &known->second;
  Store::ArmAddress base{m_row, {}};
  std::vector<Store::ArmAddress> others;
  for (const store::ArmRecord& arm : m_arms) {
    if (arm.name == baseline) {
      base.arm = arm.id;
    } else {
      others.push_back({m_row, arm.id});
    }
  }
  analysis::CompareOptions options;
  options.metrics = {"iops"};
  options.force = true;  // arms of one campaign: what differs between them is what the row is about
  auto comparison = analysis::compare(m_store, base, others, options);
  if (!comparison) return std::unexpected(std::move(comparison.error()));
  return &m_comparisons.emplace(baseline, std::move(*comparison)).first->second;
}

Result<std::optional<MeasuredRatio>> Loader::measure(const PublishedRow& published, const std::string& cell) {
  const auto comparison = against(published.baseline);
  if (!comparison) return std::unexpected(comparison.error());
  for (const analysis::CandidateComparison& candidate : (*comparison)->candidates) {
    if (candidate.candidate.arm != published.candidate) continue;
    const auto found = std::ranges::find(candidate.cells, cell, &analysis::CellComparison::key);
    if (found == candidate.cells.end() || found->metrics.empty()) break;
    return measured_ratio(found->metrics.front());
  }
  return std::optional<MeasuredRatio>();
}

void add_figure(ReplicatedRow& row, std::string name, std::string title, std::optional<double> before,
                std::optional<double> after) {
  if (before || after) row.mechanism.push_back({std::move(name), std::move(title), before, after});
}

void Loader::add_mechanism(ReplicatedRow& row) const {
  const auto of = [&](const std::string& arm) {
    return std::ranges::find_if(m_mechanism, [&](const CellMechanism& one) {
      return one.arm == arm && one.cell == row.cell && one.status == MeasurementStatus::valid;
    });
  };
  const auto before = of(row.published.baseline);
  const auto after = of(row.published.candidate);
  if (before == m_mechanism.end() || after == m_mechanism.end()) return;
  for (std::size_t at = 0; at < before->metrics.size(); ++at) {
    const analysis::MechanismMetric& metric = before->metrics[at];
    if (std::ranges::find(k_figures, metric.id) == k_figures.end()) continue;
    add_figure(row, std::string(metric.id), std::string(metric.title), metric.value, after->metrics[at].value);
  }
}

double allocations_per_io(const analysis::PathRun& run) {
  double calls = 0;
  for (const FunctionPath& function : run.profile.functions) {
    if (std::ranges::find(k_allocators, function.function) != k_allocators.end()) {
      calls += static_cast<double>(function.calls);
    }
  }
  return run.profile.ios > 0 ? calls / static_cast<double>(run.profile.ios) : 0;
}

void Loader::add_path(ReplicatedRow& row) const {
  if (!m_lengths) return;
  const auto cell = std::ranges::find(m_lengths->cells, row.cell, &analysis::PathCell::cell);
  if (cell == m_lengths->cells.end()) return;
  const auto run_of = [&](const std::string& arm) -> const analysis::PathRun* {
    const auto side = std::ranges::find(cell->sides, arm, &analysis::PathSide::arm);
    return side == cell->sides.end() || side->runs.empty() ? nullptr : &side->runs.front();
  };
  const auto* before = run_of(row.published.baseline);
  const auto* after = run_of(row.published.candidate);
  if (before == nullptr || after == nullptr) return;
  add_figure(row, "instructions_per_io", "instructions per I/O", before->per_io, after->per_io);
  add_figure(row, "allocations_per_io", "allocations per I/O", allocations_per_io(*before), allocations_per_io(*after));
}

void Loader::add_memory(ReplicatedRow& row) const {
  const auto memory = [&](const std::string& name) -> std::optional<double> {
    const auto arm = std::ranges::find(m_arms, name, &store::ArmRecord::name);
    if (arm == m_arms.end()) return std::nullopt;
    const auto fact = arm->facts.find("memory.bytes_per_device");
    if (fact == arm->facts.end()) return std::nullopt;
    return std::strtod(fact->second.c_str(), nullptr);
  };
  // Asked for only where the arms differ in what they allocate ahead of time.
  const auto find = [&](const std::string& name) { return std::ranges::find(m_campaign.arms, name, &Arm::name); };
  if (find(row.published.baseline)->params.contains("sgl_mode")) {
    add_figure(row, "bytes_per_device", "kernel memory per disk, bytes", memory(row.published.baseline),
               memory(row.published.candidate));
  }
}

Result<ReplicatedRow> Loader::row_of(const PublishedRow& published) {
  ReplicatedRow row;
  row.published = published;
  if (published.not_reproducible.empty()) {
    row.cell = cell_of(published);
    auto measured = measure(published, row.cell);
    if (!measured) return std::unexpected(std::move(measured.error()));
    row.measured = *measured;
    add_mechanism(row);
    add_path(row);
    add_memory(row);
  }
  row.judgement = judge(published, row.measured);
  return row;
}

Result<std::vector<ReplicatedRow>> Loader::rows(std::vector<std::string>& notes) {
  if (auto loaded = load(); !loaded) return std::unexpected(std::move(loaded.error()));
  std::vector<ReplicatedRow> out;
  for (const PublishedRow& published : m_campaign.published) {
    auto row = row_of(published);
    if (!row) return std::unexpected(std::move(row.error()));
    out.push_back(std::move(*row));
  }
  for (const auto& [baseline, comparison] : m_comparisons) {
    for (const std::string& warning : comparison.warnings) {
      if (warning.find("complete") != std::string::npos && std::ranges::find(notes, warning) == notes.end()) {
        notes.push_back(warning);
      }
    }
  }
  return out;
}

}  // namespace

Result<std::optional<Replication>> load_replication(const Store& store, CampaignRow campaign) {
  const auto record = store.campaign(campaign);
  if (!record) return std::unexpected(record.error());
  if (record->toml.find("[[published]]") == std::string::npos) return std::optional<Replication>();
  auto file = config::parse(record->toml, record->name + ".toml");
  if (!file) return std::unexpected(std::move(file.error()).within("stored campaign"));
  if (file->published.empty()) return std::optional<Replication>();
  Replication out;
  out.name = record->name;
  out.question = record->question;
  out.campaign = record->uuid;
  out.accelerator = record->accelerator;
  out.blocks = record->blocks;
  auto rows = Loader(store, campaign, std::move(*file)).rows(out.notes);
  if (!rows) return std::unexpected(std::move(rows.error()));
  out.rows = std::move(*rows);
  return out;
}

}  // namespace ringside::replicate
