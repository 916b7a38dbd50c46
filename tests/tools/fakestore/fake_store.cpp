// SPDX-License-Identifier: GPL-3.0-or-later
#include "fakestore/fake_store.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

namespace ringside::fakestore {
namespace {

constexpr double k_sd_between_boots = 0.02;
constexpr double k_sd_within_boot = 0.02;
constexpr std::uint64_t k_samples = 50'000;  // latency samples of one measurement: five beyond p99.99
constexpr double k_latency_spread = 0.25;    // sd of ln(latency) within a measurement
constexpr Nanoseconds k_runtime{5'000'000'000};

// Box and Muller's: std::normal_distribution differs between libraries, and a seed should not.
class Noise {
 public:
  explicit Noise(std::uint64_t seed) : m_random(seed) {}

  double operator()() {
    const double radius = std::sqrt(-2 * std::log(uniform()));
    return radius * std::cos(2 * std::numbers::pi * uniform());
  }

 private:
  // In (0, 1].
  double uniform() { return (static_cast<double>(m_random() >> 11) + 1) * 0x1p-53; }

  std::mt19937_64 m_random;
};

std::vector<Cell> base_cells() {
  std::vector<Cell> cells;
  for (const char* rw : {"randread", "randwrite", "read", "write"}) {
    for (const char* bs : {"512", "4k", "16k", "64k"}) {
      for (const std::int64_t iodepth : {1, 4, 16, 64, 128}) {
        for (const std::int64_t numjobs : {1, 2, 4, 8, 12, 16}) {
          cells.push_back(
              Cell{{{"rw", std::string(rw)}, {"bs", std::string(bs)}, {"iodepth", iodepth}, {"numjobs", numjobs}}});
        }
      }
    }
  }
  return cells;
}

// Beyond the 480 of the base, the same again with another seed of fio's.
std::vector<Cell> cells_for(int count) {
  const std::vector<Cell> base = base_cells();
  std::vector<Cell> cells;
  for (std::size_t number = 0; number < static_cast<std::size_t>(count); ++number) {
    Cell& cell = cells.emplace_back(base[number % base.size()]);
    if (const std::size_t round = number / base.size(); round > 0) {
      cell.options["randseed"] = static_cast<std::int64_t>(round);
    }
  }
  return cells;
}

// A log-normal latency by its bins' share of the samples: no sampling, and no two measurements alike.
Histogram latency_around(double mean_ns) {
  const HistogramResolution resolution = HistogramResolution::fio();
  std::vector<HistogramBin> bins;
  const auto share_below = [&](double ns) {
    return 0.5 * std::erfc(-std::log(ns / mean_ns) / k_latency_spread / std::numbers::sqrt2);
  };
  for (std::uint32_t index = resolution.index_of(static_cast<std::uint64_t>(mean_ns / 3));
       index <= resolution.index_of(static_cast<std::uint64_t>(mean_ns * 3)); ++index) {
    const auto lower = static_cast<double>(resolution.lower_bound(index));
    const double share = share_below(lower + static_cast<double>(resolution.width(index))) - share_below(lower);
    const auto count = static_cast<std::uint64_t>(std::llround(share * static_cast<double>(k_samples)));
    if (count > 0) bins.push_back({index, count});
  }
  return Histogram::from_bins(resolution, std::move(bins)).value_or(Histogram(resolution));
}

class CampaignMaker {
 public:
  CampaignMaker(store::Store& store, const Size& size, std::uint64_t seed, int number)
      : m_store(store),
        m_size(size),
        m_cells(cells_for(size.cells)),
        m_noise(seed + static_cast<std::uint64_t>(number)),
        m_number(number) {}

  Result<void> make(std::uint64_t seed, store::EnvironmentId host) {
    auto plan = m_store.begin_campaign(header(seed, host));
    if (!plan) return std::unexpected(std::move(plan.error()));
    m_plan = *std::move(plan);
    for (int block = 1; block <= m_size.blocks; ++block) {
      if (auto made = make_block(block); !made) return made;
    }
    return m_store.finish_campaign(m_plan.campaign, store::CampaignStatus::finished, start() + std::chrono::hours(1));
  }

 private:
  [[nodiscard]] WallTime start() const { return WallTime(std::chrono::hours(24 * (18'000 + m_number))); }

  [[nodiscard]] store::NewCampaign header(std::uint64_t seed, store::EnvironmentId host) const {
    store::NewCampaign campaign;
    campaign.name = fmt::format("fake-{}", m_number % 7);
    campaign.question = "Made up by ringside-fakestore, nothing was measured.";
    campaign.toml = "# made up\n";
    campaign.baseline = "arm-0";
    campaign.accelerator = "kvm";
    campaign.ringside_version = "fake";
    campaign.seed = seed;
    campaign.blocks = m_size.blocks;
    campaign.started = start();
    campaign.host = host;
    campaign.cells = m_cells;
    for (int arm = 0; arm < m_size.arms; ++arm) {
      campaign.arms.push_back({.name = fmt::format("arm-{}", arm),
                               .specification = fmt::format("made up: {}\n", arm),
                               .sha256 = fmt::format("{:064}", arm),
                               .build_id = ""});
    }
    return campaign;
  }

  Result<void> make_block(int number) {
    store::BlockRecord record;
    record.number = number;
    record.started = start();
    const auto block = m_store.begin_block(m_plan.campaign, record);
    if (!block) return std::unexpected(block.error());
    const auto boot = m_store.begin_boot(*block, {{"qemu-system-x86_64"}, "kvm", start()});
    if (!boot) return std::unexpected(boot.error());
    const double boot_luck = k_sd_between_boots * m_noise();
    std::vector<Measurement> rows;
    for (std::size_t arm = 0; arm < m_plan.arms.size(); ++arm) {
      for (std::size_t cell = 0; cell < m_cells.size(); ++cell) {
        Measurement& row = rows.emplace_back(measure(arm, cell, boot_luck));
        row.block = *block;
        row.boot = *boot;
      }
    }
    if (const auto ids = m_store.insert_measurements(rows); !ids) return std::unexpected(ids.error());
    store::BootEnd end;
    end.boot_time = Nanoseconds{1'500'000'000};
    end.kernel_release = "fake";
    end.ended = start();
    if (auto ended = m_store.end_boot(*boot, end); !ended) return ended;
    return m_store.end_block(*block, store::BlockStatus::complete, "", start());
  }

  Measurement measure(std::size_t arm, std::size_t cell, double boot_luck) {
    const double theta = static_cast<double>(arm) * effects()[cell % effects().size()];
    const double drift = 0.0002 * m_number;
    const double log_iops = std::log(20'000 + 1'000.0 * static_cast<double>(cell % 480)) + drift + boot_luck +
                            k_sd_within_boot * m_noise() - theta;
    DirectionResult sums;
    sums.iops = std::exp(log_iops);
    sums.runtime = k_runtime;
    sums.ios = static_cast<std::uint64_t>(sums.iops * std::chrono::duration<double>(k_runtime).count());
    sums.bytes = sums.ios * 4096;
    sums.lat_mean_ns = 32e9 / sums.iops;
    sums.lat_stddev_ns = k_latency_spread * sums.lat_mean_ns;
    sums.lat_count = sums.ios;
    sums.lat_min_ns = static_cast<std::uint64_t>(sums.lat_mean_ns / 3);
    sums.lat_max_ns = static_cast<std::uint64_t>(sums.lat_mean_ns * 3);
    sums.latency = latency_around(sums.lat_mean_ns);
    Measurement row;
    row.arm = m_plan.arms[arm];
    row.cell = m_plan.cells[cell];
    row.started = start();
    row.duration = k_runtime;
    row.fio = FioResult{};
    row.fio->version = "fio-3.33";
    row.fio->directions.push_back(std::move(sums));
    row.checks.push_back({"split", CheckOutcome::passed, "made up"});
    if (m_size.invalid_every > 0 && arm + 1 == m_plan.arms.size() &&
        (cell + 1) % static_cast<std::size_t>(m_size.invalid_every) == 0) {
      row.status = MeasurementStatus::invalid;
      row.reason = "made up to be invalid";
    }
    return row;
  }

  store::Store& m_store;
  const Size& m_size;
  std::vector<Cell> m_cells;
  Noise m_noise;
  int m_number;
  store::StoredPlan m_plan;
};

}  // namespace

std::int64_t Size::measurements() const {
  return std::int64_t{campaigns} * cells * arms * blocks;
}

Size size_for(std::int64_t measurements) {
  Size size;
  const std::int64_t of_one = size.measurements();
  size.campaigns = static_cast<int>(std::max<std::int64_t>(1, (measurements + of_one - 1) / of_one));
  if (size.campaigns == 1) {
    size.blocks =
        static_cast<int>(std::clamp<std::int64_t>(measurements / (std::int64_t{size.cells} * size.arms), 1, 10));
  }
  return size;
}

std::array<double, 5> effects() {
  return {0, 0.02, 0.05, -0.05, 0.20};
}

Result<void> fill(store::Store& store, const Size& size, std::uint64_t seed, const std::function<void(int)>& progress) {
  store::Environment host;
  host.uuid = Uuid::random();
  host.identity = "fake";
  host.name = "fakehost";
  host.facts = {{"note", "made up by ringside-fakestore"}};
  const auto id = store.add_environment(host);
  if (!id) return std::unexpected(id.error());
  for (int number = 0; number < size.campaigns; ++number) {
    CampaignMaker maker(store, size, seed, number);
    if (auto made = maker.make(seed, *id); !made) return made;
    if (progress) progress(number + 1);
  }
  return {};
}

}  // namespace ringside::fakestore
