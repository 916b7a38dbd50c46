// SPDX-License-Identifier: GPL-3.0-or-later
#include "validate/guests.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/accelerator.h"
#include "host/child.h"
#include "vm/boot_plan.h"

namespace ringside::validate {
namespace {

using namespace std::chrono_literals;

constexpr int k_disks = 4;
constexpr int k_iothreads = 2;
// Two guests share the host with whatever else runs there, and a boot that hangs is rare.
constexpr Nanoseconds k_boot = 240s;

Result<image::Image> image_for(const SuiteRequest& request, const Guest& kernel,
                               const std::function<void(std::string)>& notice) {
  std::vector<DriverChoice> choices;
  for (const DriverUnderTest& driver : request.drivers) choices.push_back(driver.choice);
  image::BuildRequest wanted = image::request_for(kernel, choices);
  wanted.with_faults =
      std::ranges::any_of(request.drivers, [](const DriverUnderTest& driver) { return !driver.fault.empty(); });
  return image::build(wanted, [&](std::string_view text) { notice(std::string(text)); }, request.stop);
}

}  // namespace

vm::BootPlan boot_plan(const GuestSource& source, const GuestNeeds& needs) {
  Guest guest;
  guest.vcpus = needs.vcpus;
  guest.max_vcpus = needs.max_vcpus;
  guest.memory = needs.memory;
  guest.cmdline = needs.cmdline;
  vm::BootPlan plan = vm::boot_plan_of(guest, MachineOptions{}, source.accel, k_disks);
  plan.iothreads = k_iothreads;
  plan.qemu = source.qemu;
  plan.kernel = source.image.kernel;
  plan.initramfs = source.image.initramfs;
  plan.extra_arguments = needs.qemu_arguments;
  plan.shared_memory = needs.shared_memory;
  return plan;
}

Result<std::vector<GuestSource>> prepare_guests(const SuiteRequest& request,
                                                const std::function<void(std::string)>& notice) {
  const auto qemu = host::find_program(request.qemu.string());
  if (!qemu) {
    return fail(ErrorCode::not_found, fmt::format("no QEMU at '{}'", request.qemu.string()),
                "install qemu-system-x86 (./quickstart build does), or name one with --qemu PATH");
  }
  std::vector<GuestSource> out;
  for (const Guest& kernel : request.kernels) {
    auto image = image_for(request, kernel, notice);
    if (!image) return std::unexpected(std::move(image.error()));
    GuestSource source{std::move(*image), *qemu, Accel::tcg};
    const auto answer = engine::decide_accelerator({request.accel, boot_plan(source, {}), source.image.kernel_digest},
                                                   {}, notice, request.stop);
    if (!answer) return std::unexpected(answer.error());
    source.accel = answer->accel;
    out.push_back(std::move(source));
  }
  return out;
}

Result<std::unique_ptr<vm::Machine>> boot_guest(const GuestSource& source, const GuestNeeds& needs,
                                                const std::stop_token& stop, vm::BootRecord& record) {
  vm::Deadlines deadlines;
  deadlines.boot = k_boot;
  const vm::BootPlan plan = boot_plan(source, needs);
  auto machine = vm::Machine::boot(plan, deadlines, stop, &record);
  const bool again =
      !machine && (machine.error().code == ErrorCode::timeout || machine.error().code == ErrorCode::guest_died);
  return again ? vm::Machine::boot(plan, deadlines, stop, &record) : std::move(machine);
}

}  // namespace ringside::validate
