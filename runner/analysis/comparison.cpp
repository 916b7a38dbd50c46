// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <thread>
#include <vector>

#include "analysis/campaign_data.h"
#include "analysis/comparability.h"
#include "analysis/estimate.h"
#include "analysis/margins.h"
#include "analysis/metric_comparison.h"

namespace ringside::analysis {
namespace {

constexpr std::size_t k_cells_worth_threads = 500;
constexpr unsigned k_most_threads = 8;

// One arm with the campaign it belongs to.
struct Side {
  const CampaignData* campaign = nullptr;
  const ArmData* arm = nullptr;
};

// The campaigns of a comparison, each read once.
class Loader {
 public:
  explicit Loader(const Store& store) : m_store(store) {}

  Result<Side> side(const Store::ArmAddress& address) {
    auto found = m_campaigns.find(address.campaign);
    if (found == m_campaigns.end()) {
      auto data = load_campaign(m_store, address.campaign);
      if (!data) return std::unexpected(std::move(data.error()));
      found = m_campaigns.emplace(address.campaign, std::move(*data)).first;
    }
    const ArmData* arm = found->second.find(address.arm);
    if (arm == nullptr) return fail(ErrorCode::not_found, "the campaign has no such arm");
    return Side{&found->second, arm};
  }

  [[nodiscard]] const std::map<CampaignRow, CampaignData>& campaigns() const { return m_campaigns; }

 private:
  const Store& m_store;
  std::map<CampaignRow, CampaignData> m_campaigns;
};

std::vector<Direction> union_of(std::vector<Direction> left, const std::vector<Direction>& right) {
  std::set<Direction> both(left.begin(), left.end());
  both.insert(right.begin(), right.end());
  return {both.begin(), both.end()};
}

bool is_wanted(const Metric& metric, const std::vector<std::string>& wanted) {
  const auto names = [&](const std::string& name) {
    return name == metric.name() || name == Metric{metric.kind, std::nullopt}.name();
  };
  return wanted.empty() || std::ranges::any_of(wanted, names);
}

class CandidateComparer {
 public:
  CandidateComparer(Side baseline, Side candidate, const CompareOptions& options)
      : m_baseline(baseline), m_candidate(candidate), m_options(options) {
    m_out.candidate = candidate.arm->identity;
    m_out.pairing = baseline.campaign == candidate.campaign ? Pairing::paired : Pairing::unpaired;
  }

  CandidateComparison compare() {
    std::set<CellId> other;
    for (const store::CellRecord& cell : m_candidate.campaign->cells) other.insert(cell.id);
    std::vector<const store::CellRecord*> common;
    for (const store::CellRecord& cell : m_baseline.campaign->cells) {
      if (other.contains(cell.id)) common.push_back(&cell);
    }
    compare_cells(common);
    decide_families(m_out.cells, m_out.pairing);
    if (m_out.pairing == Pairing::paired) m_out.geometric_means = geometric_means(m_out.cells, m_options.alpha);
    return std::move(m_out);
  }

 private:
  // Cells know nothing of each other; many of them are shared between threads.
  void compare_cells(const std::vector<const store::CellRecord*>& cells) {
    m_out.cells.resize(cells.size());
    const std::size_t threads =
        cells.size() < k_cells_worth_threads ? 1 : std::clamp(std::thread::hardware_concurrency(), 1u, k_most_threads);
    const auto every_nth = [&](std::size_t first) {
      for (std::size_t at = first; at < cells.size(); at += threads) m_out.cells[at] = compare_cell(*cells[at]);
    };
    std::vector<std::jthread> others;
    for (std::size_t thread = 1; thread < threads; ++thread) others.emplace_back(every_nth, thread);
    every_nth(0);
  }

  CellComparison compare_cell(const store::CellRecord& cell) const {
    const CellData& baseline = m_baseline.arm->cell(cell.id);
    const CellData& candidate = m_candidate.arm->cell(cell.id);
    CellComparison out;
    out.key = cell.key;
    out.options = cell.cell.options;
    out.baseline_treatment = baseline.treatment;
    out.candidate_treatment = candidate.treatment;
    out.excluded = baseline.excluded;
    out.excluded.insert(out.excluded.end(), candidate.excluded.begin(), candidate.excluded.end());
    out.measured = baseline.duration() + candidate.duration();

    const std::vector<Direction> directions = union_of(baseline.directions(), candidate.directions());
    // A cell without any valid measurement is invalid in all metrics, whatever its direction would have been.
    for (const Direction direction : directions.empty() ? std::vector{Direction::read} : directions) {
      const std::vector<BlockFigures> left = baseline.figures(direction);
      const std::vector<BlockFigures> right = candidate.figures(direction);
      for (const Metric& metric : metrics_of(directions)) {
        if (metric.direction.value_or(direction) != direction || !is_wanted(metric, m_options.metrics)) continue;
        out.metrics.push_back(compare_metric(metric, cell.key, {estimate_of(metric, left), !baseline.valid.empty()},
                                             {estimate_of(metric, right), !candidate.valid.empty()}));
      }
    }
    return out;
  }

  MetricComparison compare_metric(const Metric& metric, const std::string& key, CellSide baseline,
                                  CellSide candidate) const {
    stats::VerdictRule rule;
    rule.alpha = m_options.alpha;
    rule.margin = margin_of(metric, key, m_options.margin, m_baseline.campaign->campaign.margins);
    if (m_out.pairing == Pairing::unpaired) {
      return compare_unpaired(metric, std::move(baseline), std::move(candidate), rule);
    }
    return compare_paired(metric, std::move(baseline), std::move(candidate), m_baseline.campaign->attempts.ended(),
                          rule);
  }

  Side m_baseline;
  Side m_candidate;
  const CompareOptions& m_options;
  CandidateComparison m_out;
};

std::string joined(const std::vector<std::string>& sentences) {
  std::string out;
  for (const std::string& sentence : sentences) out += (out.empty() ? "" : "; ") + sentence;
  return out;
}

std::vector<std::string> warnings_about(const CampaignData& data) {
  std::vector<std::string> warnings;
  if (data.campaign.status != store::CampaignStatus::finished) {
    warnings.push_back(fmt::format("campaign {} is {}: {} of {} blocks are complete", data.campaign.name,
                                   to_text(data.campaign.status), data.attempts.counting.size(), data.campaign.blocks));
  }
  if (data.completion_latency) {
    warnings.push_back(
        fmt::format("some latency bins of campaign {} are of the completion latency, without the "
                    "time of submission: fio wrote no others",
                    data.campaign.name));
  }
  return warnings;
}

Result<void> check_metrics(const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    if (auto metric = parse_metric(name); !metric) return std::unexpected(std::move(metric.error()));
  }
  return {};
}

// Adds what differs to `warnings` where it is forced, and refuses otherwise.
Result<void> check_comparable(const Side& baseline, const Side& candidate, bool force,
                              std::vector<std::string>& warnings) {
  const std::vector<std::string> found =
      differences(*baseline.campaign, *baseline.arm, *candidate.campaign, *candidate.arm);
  if (!found.empty() && !force) {
    return fail(ErrorCode::unsupported, "these arms should not be compared: " + joined(found),
                "with --force they are, as far as their cells agree");
  }
  for (const std::string& difference : found) {
    if (std::ranges::find(warnings, difference) == warnings.end()) warnings.push_back(difference);
  }
  return {};
}

}  // namespace

std::string_view to_text(Pairing pairing) {
  return pairing == Pairing::paired ? "paired" : "unpaired";
}

Result<Comparison> compare(const Store& store, Store::ArmAddress baseline,
                           std::span<const Store::ArmAddress> candidates, const CompareOptions& options) {
  if (auto known = check_metrics(options.metrics); !known) return std::unexpected(std::move(known.error()));
  Loader loader(store);
  const auto left = loader.side(baseline);
  if (!left) return std::unexpected(left.error());
  Comparison comparison;
  comparison.baseline = left->arm->identity;
  comparison.alpha = options.alpha;
  for (const Store::ArmAddress& address : candidates) {
    if (address == baseline) {
      return fail(ErrorCode::usage, fmt::format("arm {} is not compared with itself", comparison.baseline.arm),
                  "'ringside aa FILE' measures one arm twice");
    }
    const auto right = loader.side(address);
    if (!right) return std::unexpected(right.error());
    const auto comparable = check_comparable(*left, *right, options.force, comparison.warnings);
    if (!comparable) return std::unexpected(comparable.error());
    comparison.candidates.push_back(CandidateComparer(*left, *right, options).compare());
    if (comparison.candidates.back().cells.empty()) {
      return fail(ErrorCode::invalid_result, "these arms have no cell in common: nothing can be compared");
    }
  }
  for (const auto& [id, data] : loader.campaigns()) {
    for (std::string& warning : warnings_about(data)) comparison.warnings.push_back(std::move(warning));
  }
  return comparison;
}

Result<Comparison> compare_campaign(const Store& store, CampaignRow campaign, const CompareOptions& options) {
  const auto record = store.campaign(campaign);
  if (!record) return std::unexpected(record.error());
  const auto arms = store.arms(campaign);
  if (!arms) return std::unexpected(arms.error());
  if (arms->size() < 2) {
    return fail(ErrorCode::usage, fmt::format("campaign {} has one arm: there is nothing to compare", record->name),
                "name two arms: 'ringside compare CAMPAIGN:ARM CAMPAIGN:ARM'");
  }
  const auto named = std::ranges::find(*arms, record->baseline, &store::ArmRecord::name);
  const ArmId baseline = named == arms->end() ? arms->front().id : named->id;
  std::vector<Store::ArmAddress> others;
  for (const store::ArmRecord& arm : *arms) {
    if (arm.id != baseline) others.push_back({campaign, arm.id});
  }
  return compare(store, {campaign, baseline}, others, options);
}

}  // namespace ringside::analysis
