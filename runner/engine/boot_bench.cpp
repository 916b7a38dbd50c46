// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/boot_bench.h"

#include <fmt/format.h>

#include "engine/accelerator.h"
#include "engine/prepare.h"
#include "engine/progress.h"
#include "host/child.h"
#include "host/paths.h"
#include "image/image.h"
#include "vm/machine.h"

namespace ringside::engine {
namespace {

Result<Nanoseconds> boot_once(const vm::BootPlan& plan, std::stop_token stop) {
  auto machine = vm::Machine::boot(plan, {}, std::move(stop));
  if (!machine) return std::unexpected(std::move(machine.error()));
  const Nanoseconds took = (*machine)->boot_time();
  if (auto off = (*machine)->power_off(SteadyClock::now() + std::chrono::seconds(10)); !off) {
    return std::unexpected(std::move(off.error()));
  }
  return took;
}

Result<void> gzip(const std::filesystem::path& from, const std::filesystem::path& to, std::stop_token stop) {
  host::RunOptions options;
  options.stop = std::move(stop);
  options.timeout = std::chrono::minutes(3);
  // gzip names its output itself, so it gets a link beside it.
  const std::filesystem::path link = to.parent_path() / to.stem();
  std::error_code error;
  std::filesystem::create_symlink(from, link, error);
  if (error) return fail(ErrorCode::infrastructure, fmt::format("cannot link {}: {}", link.string(), error.message()));
  auto done = host::output_of({"gzip", "--keep", "--force", link.string()}, options);
  if (!done) return std::unexpected(std::move(done.error()));
  return {};
}

// The plan as Ringside boots, and the same guest as a distribution would boot it.
struct Ways {
  vm::BootPlan direct;
  vm::BootPlan compressed;
};

Result<Ways> ways_of(const std::string& kernel, const std::filesystem::path& qemu, const std::filesystem::path& folder,
                     const std::function<void(std::string)>& progress, std::stop_token stop) {
  Campaign campaign;
  Arm arm;
  arm.name = "boot";
  arm.guest.kernel = kernel;
  campaign.arms.push_back(arm);
  auto boots = prepare(campaign, qemu, progress, stop);
  if (!boots) return std::unexpected(std::move(boots.error()));
  Ways ways{boots->front().plan, boots->front().plan};
  ways.compressed.kernel = host::share_dir() / "kernels" / kernel / "bzImage";
  if (!std::filesystem::exists(ways.compressed.kernel)) {
    return fail(ErrorCode::not_found, fmt::format("no bzImage of {} at {}", kernel, ways.compressed.kernel.string()),
                "build the guest kernels with ./quickstart build");
  }
  ways.compressed.initramfs = folder / (kernel + ".cpio.gz");
  progress(fmt::format("compressing the initramfs of {}", kernel));
  if (auto packed = gzip(ways.direct.initramfs, ways.compressed.initramfs, stop); !packed) {
    return std::unexpected(std::move(packed.error()));
  }
  return ways;
}

}  // namespace

Nanoseconds BootBench::direct_median() const {
  return median_of(direct);
}
Nanoseconds BootBench::compressed_median() const {
  return median_of(compressed);
}
double BootBench::ratio() const {
  return static_cast<double>(direct_median().count()) / static_cast<double>(compressed_median().count());
}

Result<BootBench> boot_bench(const std::string& kernel, const std::filesystem::path& qemu, int boots,
                             const std::function<void(std::string)>& progress, std::stop_token stop) {
  const auto folder = host::RuntimeFolder::create();
  if (!folder) return std::unexpected(folder.error());
  const auto ways = ways_of(kernel, qemu, folder->path(), progress, stop);
  if (!ways) return std::unexpected(ways.error());
  BootBench bench;
  bench.kernel = kernel;
  bench.accel = accelerator_text(ways->direct);
  for (int boot = 1; boot <= boots; ++boot) {
    progress(fmt::format("{}: boot {} of {} each way", kernel, boot, boots));
    // Which way goes first alternates, so that a host that warms up or slows down favours neither.
    const bool direct_first = boot % 2 == 1;
    for (const bool direct : {direct_first, !direct_first}) {
      auto took = boot_once(direct ? ways->direct : ways->compressed, stop);
      if (!took) return std::unexpected(std::move(took.error()));
      (direct ? bench.direct : bench.compressed).push_back(*took);
    }
  }
  return bench;
}

}  // namespace ringside::engine
