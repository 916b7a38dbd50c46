// SPDX-License-Identifier: GPL-3.0-or-later
#include "vm/qemu_arguments.h"

#include <fmt/format.h>

namespace ringside::vm {
namespace {

std::string inherited_socket(const char* id, int fd) {
  return fmt::format("socket,id={},fd={}", id, fd);
}

std::string option_text(const OptionValue& value) {
  if (const auto* flag = std::get_if<bool>(&value)) return *flag ? "on" : "off";
  return escaped(to_text(value));
}

}  // namespace

std::string escaped(std::string_view value) {
  std::string out;
  for (const char c : value) out += c == ',' ? std::string(",,") : std::string(1, c);
  return out;
}

std::string port_id(int index) {
  return fmt::format("port{}", index);
}

Arguments basic_arguments() {
  // Thread names make CPU time attributable (Machine::cpu_times). A guest that reboots (panic=-1) ends QEMU.
  return {"-nodefaults", "-no-user-config", "-display", "none", "-no-reboot", "-name", "ringside,debug-threads=on"};
}

Arguments machine_arguments(const BootPlan& plan) {
  const std::string accel = plan.accel == Accel::kvm ? "kvm" : fmt::format("tcg,thread={}", to_text(plan.tcg_threads));
  // Without pcie there would be no bus for the control channel, and Debian's kernels do not get through boot.
  const char* machine = plan.transport == Transport::mmio ? "microvm,pit=on,pic=on,rtc=on,pcie=on" : "q35";
  return {"-machine", machine, "-accel", accel};
}

Arguments cpu_arguments(const BootPlan& plan) {
  std::string model = plan.cpu_model;
  if (model.empty()) model = plan.accel == Accel::kvm ? "host" : "max";
  const int most = plan.max_vcpus > 0 ? plan.max_vcpus : plan.vcpus;
  return {"-cpu", model, "-smp", fmt::format("cpus={},maxcpus={}", plan.vcpus, most)};
}

Arguments memory_arguments(const BootPlan& plan) {
  const std::string size = fmt::format("size={}M", plan.memory.value >> 20);
  if (!plan.shared_memory) return {"-m", size};
  return {
      "-m", size, "-object", "memory-backend-memfd,id=memory,share=on," + size, "-machine", "memory-backend=memory"};
}

Arguments kernel_arguments(const BootPlan& plan) {
  return {"-kernel", plan.kernel.string(), "-initrd", plan.initramfs.string(), "-append", kernel_command_line(plan)};
}

Arguments console_arguments(int fd) {
  return {"-chardev", inherited_socket("console", fd), "-serial", "chardev:console"};
}

Arguments control_arguments(Control control, int fd) {
  Arguments out{"-chardev", inherited_socket("control", fd)};
  if (control == Control::isa_serial) {
    // The second -serial is the guest's ttyS1; no ring code is involved.
    out.insert(out.end(), {"-serial", "chardev:control"});
  } else {
    out.insert(out.end(), {"-device", "virtio-serial-pci,id=control-bus,max_ports=2", "-device",
                           "virtserialport,bus=control-bus.0,nr=1,chardev=control,name=ringside.control"});
  }
  return out;
}

Arguments qmp_arguments(int fd) {
  return {"-chardev", inherited_socket("qmp", fd), "-mon", "chardev=qmp,mode=control"};
}

Arguments iothread_arguments(const BootPlan& plan) {
  Arguments out;
  for (int index = 0; index < plan.iothreads; ++index) {
    std::string object = fmt::format("iothread,id={}", iothread_id(index));
    for (const auto& [name, value] : plan.iothread_options) object += fmt::format(",{}={}", name, option_text(value));
    out.insert(out.end(), {"-object", std::move(object)});
  }
  return out;
}

Arguments plugin_arguments(const BootPlan& plan, int fd) {
  if (plan.path_counter.empty()) return {};
  return {"-plugin", fmt::format("{},fd={}", escaped(plan.path_counter.string()), fd)};
}

Arguments port_arguments(const BootPlan& plan) {
  Arguments out;
  if (plan.transport == Transport::mmio) return out;
  for (int index = 0; index < plan.disk_ports; ++index) {
    out.insert(out.end(), {"-device", fmt::format("pcie-root-port,id={},bus=pcie.0,chassis={},slot={}", port_id(index),
                                                  index + 1, index + 1)});
  }
  return out;
}

Result<Arguments> fixed_disk_arguments(const BootPlan& plan) {
  Arguments out;
  if (plan.fixed_disks.empty()) return out;
  for (std::string& global : mmio_globals(plan.fixed_disks.front())) {
    out.insert(out.end(), {"-global", std::move(global)});
  }
  for (const DiskPlan& disk : plan.fixed_disks) {
    auto fixed = fixed_disk(disk);
    if (!fixed) return std::unexpected(std::move(fixed.error()));
    out.insert(out.end(), {"-blockdev", std::move(fixed->blockdev), "-device", std::move(fixed->device)});
  }
  return out;
}

Result<Arguments> qemu_arguments(const BootPlan& plan, const ChannelFds& fds) {
  if (auto good = check(plan); !good) return std::unexpected(good.error());
  const auto disks = fixed_disk_arguments(plan);
  if (!disks) return std::unexpected(disks.error());
  Arguments argv{plan.qemu.string()};
  for (const Arguments& part :
       {basic_arguments(), machine_arguments(plan), cpu_arguments(plan), memory_arguments(plan), kernel_arguments(plan),
        console_arguments(fds.console), control_arguments(plan.control, fds.control), qmp_arguments(fds.qmp),
        plugin_arguments(plan, fds.counter), iothread_arguments(plan), port_arguments(plan), *disks,
        plan.extra_arguments}) {
    argv.insert(argv.end(), part.begin(), part.end());
  }
  return argv;
}

}  // namespace ringside::vm
