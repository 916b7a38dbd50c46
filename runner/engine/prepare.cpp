// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/prepare.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/accelerator.h"
#include "engine/session.h"
#include "host/child.h"
#include "vm/disk.h"
#include "vm/storage_daemon.h"

namespace ringside::engine {
namespace {

using Notice = std::function<void(std::string)>;

Result<void> check_arm(const Arm& arm) {
  for (const vm::DiskPlan& disk : disks_of(arm)) {
    if (auto checked = vm::check_disk(disk, arm.machine.transport); !checked) {
      return std::unexpected(std::move(checked.error()).within("arm " + arm.name));
    }
  }
  return {};
}

Result<void> check_campaign(const Campaign& campaign) {
  for (const Arm& arm : campaign.arms) {
    if (auto checked = check_arm(arm); !checked) return checked;
  }
  return {};
}

std::vector<std::vector<std::size_t>> groups_of(const std::vector<Arm>& arms) {
  std::vector<std::vector<std::size_t>> groups;
  for (std::size_t arm = 0; arm < arms.size(); ++arm) {
    const auto shared = std::ranges::find_if(
        groups, [&](const auto& group) { return arms[group.front()].shares_boot_with(arms[arm]); });
    if (shared != groups.end()) {
      shared->push_back(arm);
    } else {
      groups.push_back({arm});
    }
  }
  return groups;
}

Result<std::filesystem::path> find_qemu(const std::filesystem::path& qemu) {
  if (auto found = host::find_program(qemu.string())) return *found;
  return fail(ErrorCode::not_found, fmt::format("no QEMU at '{}'", qemu.string()),
              "install qemu-system-x86 (./quickstart build does), or name one with --qemu PATH");
}

vm::BootPlan plan_of(const Arm& arm, const image::Image& image, const std::filesystem::path& qemu, Accel accel,
                     int disks) {
  vm::BootPlan plan = vm::boot_plan_of(arm.guest, arm.machine, accel, disks);
  plan.qemu = qemu;
  plan.kernel = image.kernel;
  plan.initramfs = image.initramfs;
  // The same for all arms of the boot: config sees to that.
  if (plan.transport == Transport::mmio) plan.fixed_disks = disks_of(arm);
  return plan;
}

Result<PreparedBoot> prepare_group(const Campaign& campaign, std::vector<std::size_t> group,
                                   const std::filesystem::path& qemu, const Notice& notice, std::stop_token stop,
                                   const std::vector<std::string>& tools) {
  const Arm& first = campaign.arms[group.front()];
  PreparedBoot boot;
  std::vector<DriverChoice> drivers;
  int disks = 1;
  for (const std::size_t arm : group) {
    drivers.push_back(campaign.arms[arm].driver);
    disks = std::max(disks, campaign.arms[arm].topology.disks);
  }
  image::BuildRequest request = image::request_for(first.guest, drivers);
  request.tools = tools;
  auto image = image::build(request, [&](std::string_view text) { notice(std::string(text)); }, stop);
  if (!image) return std::unexpected(std::move(image.error()));
  const bool shares_memory =
      std::ranges::any_of(group, [&](std::size_t arm) { return vm::is_vhost_user(campaign.arms[arm].backend); });
  boot.arms = std::move(group);
  boot.image = std::move(*image);
  boot.plan = plan_of(first, boot.image, qemu, Accel::tcg, disks);
  boot.plan.shared_memory = shares_memory;
  if (auto checked = vm::check(boot.plan); !checked) return std::unexpected(std::move(checked.error()));

  auto answer = decide_accelerator({first.machine.accel, boot.plan, boot.image.kernel_digest}, {}, notice, stop);
  if (!answer) return std::unexpected(std::move(answer.error()));
  boot.accelerator = std::move(*answer);
  boot.plan.accel = boot.accelerator.accel;
  return boot;
}

}  // namespace

std::string accelerator_text(const vm::BootPlan& plan) {
  if (plan.accel == Accel::kvm) return "kvm";
  return fmt::format("tcg,thread={}", to_text(plan.tcg_threads));
}

Result<std::vector<PreparedBoot>> prepare(const Campaign& campaign, const std::filesystem::path& qemu,
                                          const Notice& notice, std::stop_token stop,
                                          const std::vector<std::string>& tools) {
  if (auto checked = check_campaign(campaign); !checked) return std::unexpected(std::move(checked.error()));
  const auto program = find_qemu(qemu);
  if (!program) return std::unexpected(program.error());
  std::vector<PreparedBoot> boots;
  for (auto& group : groups_of(campaign.arms)) {
    auto boot = prepare_group(campaign, std::move(group), *program, notice, stop, tools);
    if (!boot) return std::unexpected(std::move(boot.error()));
    boots.push_back(std::move(*boot));
  }
  return boots;
}

}  // namespace ringside::engine
