// SPDX-License-Identifier: GPL-3.0-or-later
// The exact lane inside a campaign: each step runs fio twice, with two numbers of I/Os, and counts what the guest's
// kernel executes meanwhile.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/campaign.h"
#include "core/instruction_count.h"
#include "core/path_length.h"
#include "core/result.h"
#include "engine/prepare.h"
#include "engine/session.h"
#include "pathlen/symbols.h"

namespace ringside::engine {

struct PathCounting {
  std::int64_t shorter = 2'000;  // I/Os of each job
  std::int64_t longer = 12'000;
  // What code a kernel picks depends on it: one that any QEMU since 2.x has, with the features that today's servers
  // have and TCG can emulate.
  std::string cpu_model = "Skylake-Client";
};

// Ends the name of a counted campaign, so that a comparison of times never takes it for the campaign itself.
constexpr std::string_view k_counted_suffix = ".pathlen";

// The campaign as the exact lane measures it: TCG with one thread and one vCPU in every arm (the others stay possible,
// so that a disk keeps its queues), `blocks` blocks, one run, and k_counted_suffix after its name.
[[nodiscard]] Campaign in_exact_lane(Campaign campaign, int blocks);

// The options of a counted run: a number of I/Os for each job, and no time.
[[nodiscard]] OptionMap counted_options(OptionMap options, std::int64_t ios);

// Makes prepared boots count.
[[nodiscard]] Result<void> make_count(std::vector<PreparedBoot>& boots, const PathCounting& counting);

// The guest's functions, as they are while the present arm's driver is loaded.
[[nodiscard]] Result<pathlen::SymbolTable> read_symbols(vm::Machine& machine);

// The two runs of one cell.
struct CountedCell {
  wire::FioDone fio;  // the longer run
  PathProfile profile;
};
// An error is of the boot, except invalid_result: fio did not do the I/O it was asked for.
[[nodiscard]] Result<CountedCell> count_cell(Session& session, const OptionMap& options, const PathCounting& counting,
                                             const pathlen::SymbolTable& symbols);

}  // namespace ringside::engine
