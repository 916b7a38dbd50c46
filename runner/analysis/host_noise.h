// SPDX-License-Identifier: GPL-3.0-or-later
// How much one block's ratio scatters on a host, from what was measured there before.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/metric.h"
#include "core/result.h"
#include "stats/variance.h"
#include "store/store.h"

namespace ringside::analysis {

// What is asked about.
struct NoiseQuestion {
  std::string host_identity{};
  std::string accelerator{};  // "kvm", "tcg,…"; empty: unknown, then of any
  std::string kernel{};       // release; empty: unknown
  std::vector<std::string> cells{};
  Metric metric{};
  int runs = 1;
  stats::Pairing pairing = stats::Pairing::one_boot;
};

enum class NoiseSource {
  cell_and_kernel,  // this cell on this kernel
  cell,             // this cell, on other kernels
  kernel,           // other cells, on this kernel
  host,             // anything measured on this host under this accelerator
  assumed,          // nothing was
};
[[nodiscard]] std::string_view to_text(NoiseSource);

struct CellNoise {
  std::string cell{};
  double sd = 0;  // of one block's θ in the design asked about
  NoiseSource source = NoiseSource::assumed;
  double df = 0;              // degrees of freedom behind it
  std::size_t campaigns = 0;  // that it comes from
  bool other_design = false;  // measured with the arms in one boot and asked for a boot each, or the other way round
  // Variances of logs, where campaigns with several runs per boot tell them apart.
  std::optional<double> between_boots{};
  std::optional<double> within_boot{};
  std::optional<double> intraclass_correlation{};
};

// One per cell of the question, in its order. The latest campaigns of this host count, each by its degrees of freedom;
// the effect between the arms, whatever it was, is no part of the scatter. Fails as the store does.
[[nodiscard]] Result<std::vector<CellNoise>> host_noise(const store::Store& store, const NoiseQuestion& question);

// Without any measurement: what was seen elsewhere, 10 % under emulation and 2 % under KVM.
[[nodiscard]] std::vector<CellNoise> assumed_noise(const NoiseQuestion& question);

}  // namespace ringside::analysis
