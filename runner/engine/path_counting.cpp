// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/path_counting.h"

#include <fmt/format.h>

#include <algorithm>

#include "fio/result.h"
#include "host/paths.h"
#include "pathlen/profile.h"

namespace ringside::engine {
namespace {

constexpr Nanoseconds k_snapshot_deadline = std::chrono::seconds(30);
constexpr Nanoseconds k_symbols_deadline = std::chrono::minutes(2);
constexpr std::string_view k_kallsyms = "/proc/kallsyms";

Result<std::int64_t> ios_of(const wire::FioDone& done) {
  const auto result = fio::parse_result(done.output);
  if (!result) return std::unexpected(result.error());
  std::int64_t ios = 0;
  for (const DirectionResult& direction : result->directions) ios += static_cast<std::int64_t>(direction.ios);
  return ios;
}

struct Window {
  wire::FioDone fio;
  std::vector<InstructionCount> counts;
};

Result<Window> run_window(Session& session, const OptionMap& options, std::int64_t ios) {
  const auto deadline = [] { return SteadyClock::now() + k_snapshot_deadline; };
  // What happened before does not belong to this run.
  if (auto dropped = session.machine().take_instruction_counts(deadline()); !dropped) {
    return std::unexpected(std::move(dropped.error()));
  }
  auto fio = session.run_fio(counted_options(options, ios));
  if (!fio) return std::unexpected(std::move(fio.error()));
  auto counts = session.machine().take_instruction_counts(deadline());
  if (!counts) return std::unexpected(std::move(counts.error()));
  return Window{std::move(*fio), std::move(*counts)};
}

}  // namespace

Campaign in_exact_lane(Campaign campaign, int blocks) {
  campaign.name += k_counted_suffix;
  campaign.design.blocks = blocks;
  campaign.design.runs = 1;
  campaign.probes = ProbeTier::none;
  for (Arm& arm : campaign.arms) {
    arm.machine.accel = Accel::tcg;
    arm.machine.tcg_threads = TcgThreads::single;
    arm.guest.max_vcpus = std::max(arm.guest.max_vcpus, arm.guest.vcpus);
    arm.guest.vcpus = 1;
  }
  return campaign;
}

OptionMap counted_options(OptionMap options, std::int64_t ios) {
  for (const char* timed : {"runtime", "ramp_time", "time_based"}) options.erase(timed);
  options["number_ios"] = ios;
  return options;
}

Result<void> make_count(std::vector<PreparedBoot>& boots, const PathCounting& counting) {
  const auto plugin = host::share_dir() / "plugins" / "ringside_path_counter.so";
  for (PreparedBoot& boot : boots) {
    boot.plan.path_counter = plugin;
    boot.plan.cpu_model = counting.cpu_model;
    if (auto good = vm::check(boot.plan); !good) return good;
  }
  return {};
}

Result<pathlen::SymbolTable> read_symbols(vm::Machine& machine) {
  const std::string path(k_kallsyms);
  auto files = machine.ask_for<wire::Files>(wire::ReadFiles{{path}}, SteadyClock::now() + k_symbols_deadline);
  if (!files) return std::unexpected(std::move(files.error()));
  const auto found = files->content.find(path);
  if (found == files->content.end()) {
    return fail(ErrorCode::infrastructure, "the guest cannot read /proc/kallsyms, or it is above 14 MiB");
  }
  return pathlen::SymbolTable::parse(found->second);
}

Result<CountedCell> count_cell(Session& session, const OptionMap& options, const PathCounting& counting,
                               const pathlen::SymbolTable& symbols) {
  auto shorter = run_window(session, options, counting.shorter);
  if (!shorter) return std::unexpected(std::move(shorter.error()));
  auto longer = run_window(session, options, counting.longer);
  if (!longer) return std::unexpected(std::move(longer.error()));
  CountedCell cell;
  cell.fio = std::move(longer->fio);
  const auto few = ios_of(shorter->fio);
  const auto many = ios_of(cell.fio);
  if (few && many && *many > *few) {
    cell.profile = pathlen::profile_of({*few, shorter->counts}, {*many, longer->counts}, symbols);
  }
  return cell;
}

}  // namespace ringside::engine
