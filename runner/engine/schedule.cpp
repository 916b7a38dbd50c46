// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/schedule.h"

#include <algorithm>
#include <boost/random/mersenne_twister.hpp>
#include <boost/random/uniform_int_distribution.hpp>
#include <numeric>
#include <utility>

#include "core/cell.h"

namespace ringside::engine {
namespace {

// Boost's generator and distribution, because the standard's distributions differ between libraries and a
// stored seed would then not give back the order.
class Shuffler {
 public:
  explicit Shuffler(std::uint64_t seed) : m_generator(seed) {}

  template <typename T>
  void shuffle(std::vector<T>& items) {
    for (std::size_t left = items.size(); left > 1; --left) {
      boost::random::uniform_int_distribution<std::size_t> pick(0, left - 1);
      std::swap(items[left - 1], items[pick(m_generator)]);
    }
  }

 private:
  boost::random::mt19937_64 m_generator;
};

std::vector<std::size_t> first_numbers(std::size_t n) {
  std::vector<std::size_t> out(n);
  std::iota(out.begin(), out.end(), std::size_t{0});
  return out;
}

// One order of arms per block: whole relabelled squares, their rows shuffled, cut at the number of blocks.
std::vector<std::vector<std::size_t>> arm_orders(std::size_t arms, std::size_t blocks, Shuffler& shuffler) {
  std::vector<std::vector<std::size_t>> orders;
  while (orders.size() < blocks) {
    auto rows = williams_square(arms);
    auto labels = first_numbers(arms);
    shuffler.shuffle(rows);
    shuffler.shuffle(labels);
    for (auto& row : rows) {
      for (auto& place : row) place = labels[place];
      orders.push_back(std::move(row));
    }
  }
  orders.resize(blocks);
  return orders;
}

std::vector<PlannedBoot> boots_of(const std::vector<std::size_t>& order, const std::vector<Arm>& arms) {
  std::vector<PlannedBoot> boots;
  for (const std::size_t arm : order) {
    const auto shared = std::ranges::find_if(
        boots, [&](const PlannedBoot& boot) { return arms[boot.arms.front()].shares_boot_with(arms[arm]); });
    if (shared == boots.end()) {
      boots.push_back({{arm}});
    } else {
      shared->arms.push_back(arm);
    }
  }
  return boots;
}

std::vector<Step> steps_of(std::size_t cells, int runs, Shuffler& shuffler) {
  std::vector<Step> steps;
  for (int run = 1; run <= runs; ++run) {
    auto order = first_numbers(cells);
    shuffler.shuffle(order);
    for (const std::size_t cell : order) steps.push_back({cell, run});
  }
  return steps;
}

}  // namespace

std::vector<std::vector<std::size_t>> williams_square(std::size_t n) {
  // First row 0, 1, n-1, 2, n-2, ...: neighbours differ by every amount once; the rest by adding a constant.
  std::vector<std::size_t> first;
  for (std::size_t at = 0; at < n; ++at) first.push_back(at % 2 == 1 ? (at + 1) / 2 : (n - at / 2) % n);
  std::vector<std::vector<std::size_t>> rows;
  for (std::size_t shift = 0; shift < n; ++shift) {
    std::vector<std::size_t> row;
    for (const std::size_t place : first) row.push_back((place + shift) % n);
    rows.push_back(row);
    if (n % 2 == 1 && n > 1) rows.emplace_back(row.rbegin(), row.rend());
  }
  return rows;
}

std::vector<Turn> turns_of(const PlannedBoot& boot, const std::vector<Step>& steps) {
  std::vector<Turn> turns;
  std::vector<std::size_t> order = boot.arms;
  for (auto from = steps.begin(); from != steps.end(); std::ranges::reverse(order)) {
    const auto to = std::find_if(from, steps.end(), [&](const Step& step) { return step.run != from->run; });
    for (const std::size_t arm : order) {
      if (turns.empty() || turns.back().arm != arm) turns.push_back({arm, {}});
      turns.back().steps.insert(turns.back().steps.end(), from, to);
    }
    from = to;
  }
  return turns;
}

Schedule make_schedule(const Campaign& campaign) {
  Shuffler shuffler(campaign.design.seed);
  const std::size_t cells = cells_of(campaign).size();
  const auto orders = arm_orders(campaign.arms.size(), static_cast<std::size_t>(campaign.design.blocks), shuffler);
  Schedule schedule;
  for (const auto& order : orders) {
    schedule.blocks.push_back({static_cast<int>(schedule.blocks.size()) + 1, boots_of(order, campaign.arms),
                               steps_of(cells, campaign.design.runs, shuffler)});
  }
  return schedule;
}

}  // namespace ringside::engine
