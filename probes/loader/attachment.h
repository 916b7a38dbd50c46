// SPDX-License-Identifier: GPL-3.0-or-later
// The programs while they are attached, and what they have counted.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "../abi/probe_abi.h"
#include "discovery.h"
#include "options.h"
#include "plan.h"

namespace ringside::loader {

// Of one queue over all disks and CPUs; the last queue stands for the device.
using Totals = std::vector<rs_cell>;

struct NamedBins {
  std::string name;
  int queue = 0;
  std::vector<std::pair<std::uint32_t, std::uint64_t>> bins;  // index and count, those above zero
};

class Attachment {
 public:
  // Loads and attaches what can be: a program that cannot falls back to its twin or is left out, and the rest goes
  // on. `plan` tells afterwards what became of each. An error means that nothing at all can be attached.
  [[nodiscard]] static Result<Attachment> attach(const Options& options, const Discovery& found,
                                                 std::vector<PlannedProbe>& plan);
  Attachment(Attachment&&) noexcept;
  Attachment& operator=(Attachment&&) noexcept;
  ~Attachment();  // detaches

  [[nodiscard]] Totals totals() const;
  [[nodiscard]] std::vector<NamedBins> histograms() const;
  // Forgets the histograms so far. Only while nothing is under way.
  void clear_histograms();
  // Events that a program lost because it was running already on that CPU.
  [[nodiscard]] std::uint64_t misses_of(const PlannedProbe& probe) const;
  // The ring buffer of tier 2; at most `most`.
  [[nodiscard]] std::vector<rs_event> take_events(std::size_t most);

 private:
  struct State;
  explicit Attachment(std::unique_ptr<State> state);
  std::unique_ptr<State> m_state;
};

}  // namespace ringside::loader
