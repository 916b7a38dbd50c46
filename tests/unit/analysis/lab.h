// SPDX-License-Identifier: GPL-3.0-or-later
// A store in a temporary folder, filled with campaigns whose numbers the test knows.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "analysis/comparison.h"
#include "store/store.h"

namespace ringside::analysis::test {

// Where a measurement stands: indexes into arms and cells, block and run from 1.
struct Place {
  std::size_t arm = 0;
  std::size_t cell = 0;
  int block = 1;
  int run = 1;
};

struct LabCampaign {
  std::string name = "lab";
  std::vector<std::string> arms{"base", "new"};
  std::vector<std::string> cells{"randread"};  // values of rw
  int blocks = 8;
  int runs = 1;
  std::int64_t started = 1'000;
  std::string host = "machine-1";
  std::vector<std::string> accelerators{"kvm"};  // by arm, the last for the rest
  OptionMap fio{};
  std::vector<store::MarginRecord> margins{};
};

// A valid measurement of one second; the caller changes what it needs.
[[nodiscard]] Measurement measured(double iops, double lat_mean_ns = 1e6);
// With `count` samples in the bucket of each latency.
[[nodiscard]] Histogram bins(const std::vector<std::pair<std::uint64_t, std::uint64_t>>& latency_and_count);

class Lab {
 public:
  Lab();
  Lab(const Lab&) = delete;
  Lab& operator=(const Lab&) = delete;
  ~Lab();

  using Measure = std::function<Measurement(const Place&)>;
  // A finished campaign, every block complete in its first attempt.
  CampaignRow add(const LabCampaign& campaign, const Measure& measure);

  // The same in steps.
  store::StoredPlan begin(const LabCampaign& campaign);
  void add_block(const LabCampaign& campaign, const store::StoredPlan& plan, int number, int attempt,
                 store::BlockStatus status, const Measure& measure);
  // Rows go in in this order of (arm, cell) pairs instead of the natural one.
  bool m_reverse_order = false;

  [[nodiscard]] store::Store::ArmAddress arm(CampaignRow campaign, std::string_view name) const;
  store::Store& store() { return *m_store; }

 private:
  std::filesystem::path m_folder;
  std::optional<store::Store> m_store;
};

// The only cell's figures of one metric of the first candidate.
[[nodiscard]] const MetricComparison& metric_of(const Comparison& comparison, std::string_view metric,
                                                std::size_t cell = 0);

}  // namespace ringside::analysis::test
