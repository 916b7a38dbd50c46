// SPDX-License-Identifier: GPL-3.0-or-later
#include "vm/qemu_arguments.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

using namespace ringside;
using namespace ringside::vm;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

namespace {

BootPlan plan() {
  BootPlan plan;
  plan.kernel = "/images/vmlinux";
  plan.initramfs = "/images/initramfs,1.cpio";
  plan.vcpus = 4;
  return plan;
}

}  // namespace

TEST(QemuArguments, the_whole_command_line_of_a_plain_plan) {
  BootPlan two_ports = plan();
  two_ports.disk_ports = 2;
  const auto argv = qemu_arguments(two_ports, {10, 11, 12});
  ASSERT_TRUE(argv);
  const Arguments expected{"qemu-system-x86_64",
                           "-nodefaults",
                           "-no-user-config",
                           "-display",
                           "none",
                           "-no-reboot",
                           "-name",
                           "ringside,debug-threads=on",
                           "-machine",
                           "q35",
                           "-accel",
                           "tcg,thread=single",
                           "-cpu",
                           "max",
                           "-smp",
                           "cpus=4,maxcpus=4",
                           "-m",
                           "size=1024M",
                           "-kernel",
                           "/images/vmlinux",
                           "-initrd",
                           "/images/initramfs,1.cpio",
                           "-append",
                           "console=ttyS0 loglevel=5 panic=-1 no_timer_check ringside.control=virtio-serial",
                           "-chardev",
                           "socket,id=console,fd=10",
                           "-serial",
                           "chardev:console",
                           "-chardev",
                           "socket,id=control,fd=11",
                           "-device",
                           "virtio-serial-pci,id=control-bus,max_ports=2",
                           "-device",
                           "virtserialport,bus=control-bus.0,nr=1,chardev=control,name=ringside.control",
                           "-chardev",
                           "socket,id=qmp,fd=12",
                           "-mon",
                           "chardev=qmp,mode=control",
                           "-device",
                           "pcie-root-port,id=port0,bus=pcie.0,chassis=1,slot=1",
                           "-device",
                           "pcie-root-port,id=port1,bus=pcie.0,chassis=2,slot=2"};
  EXPECT_EQ(*argv, expected);
}

TEST(QemuArguments, kvm_takes_the_hosts_cpu_and_emulation_the_largest) {
  BootPlan kvm = plan();
  kvm.accel = Accel::kvm;
  EXPECT_THAT(machine_arguments(kvm), Contains("kvm"));
  EXPECT_EQ(cpu_arguments(kvm), (Arguments{"-cpu", "host", "-smp", "cpus=4,maxcpus=4"}));
  EXPECT_EQ(cpu_arguments(plan())[1], "max");
}

TEST(QemuArguments, a_named_cpu_model_and_hot_pluggable_cpus_are_kept) {
  BootPlan exact = plan();
  exact.cpu_model = "Nehalem-v1";
  exact.max_vcpus = 16;
  EXPECT_EQ(cpu_arguments(exact), (Arguments{"-cpu", "Nehalem-v1", "-smp", "cpus=4,maxcpus=16"}));
}

TEST(QemuArguments, tcg_threads_are_explicit) {
  BootPlan multi = plan();
  multi.tcg_threads = TcgThreads::multi;
  EXPECT_THAT(machine_arguments(multi), Contains("tcg,thread=multi"));
}

TEST(QemuArguments, the_isa_control_channel_needs_no_virtio) {
  const auto arguments = control_arguments(Control::isa_serial, 7);
  EXPECT_EQ(arguments, (Arguments{"-chardev", "socket,id=control,fd=7", "-serial", "chardev:control"}));
}

TEST(QemuArguments, iothreads_have_their_options) {
  BootPlan threads = plan();
  threads.iothreads = 2;
  threads.iothread_options = {{"poll-max-ns", std::int64_t{0}}};
  EXPECT_EQ(iothread_arguments(threads), (Arguments{"-object", "iothread,id=iothread0,poll-max-ns=0", "-object",
                                                    "iothread,id=iothread1,poll-max-ns=0"}));
}

TEST(QemuArguments, extra_arguments_come_last) {
  BootPlan plugin = plan();
  plugin.extra_arguments = {"-plugin", "count.so"};
  const auto argv = qemu_arguments(plugin, {3, 4, 5});
  ASSERT_TRUE(argv);
  EXPECT_EQ(argv->back(), "count.so");
}

TEST(QemuArguments, commas_in_values_are_doubled) {
  EXPECT_EQ(escaped("a,b,,"), "a,,b,,,,");
}

TEST(QemuArguments, mmio_has_its_disks_from_the_start_and_no_root_ports) {
  BootPlan mmio = plan();
  mmio.transport = Transport::mmio;
  DiskPlan disk;
  disk.device = {{"num-queues", std::int64_t{2}}, {"ioeventfd", false}};
  mmio.fixed_disks = {disk};
  const auto argv = qemu_arguments(mmio, {10, 11, 12});
  ASSERT_TRUE(argv);
  EXPECT_THAT(*argv, Contains("microvm,pit=on,pic=on,rtc=on,pcie=on"));
  EXPECT_THAT(*argv, Contains("virtio-mmio.force-legacy=off"));
  EXPECT_THAT(*argv, Contains("virtio-mmio.ioeventfd=off"));
  EXPECT_THAT(*argv, Contains(HasSubstr(R"("driver":"virtio-blk-device")")));
  EXPECT_THAT(*argv, Contains(HasSubstr(R"("node-name":"disk0-node")")));
  EXPECT_THAT(*argv, Not(Contains(HasSubstr("pcie-root-port"))));
  EXPECT_THAT(*argv, Not(Contains(HasSubstr(R"("ioeventfd")"))));
}

TEST(KernelCommandLine, an_emulated_guest_without_timers_is_told_its_counters_rate) {
  BootPlan told = plan();
  MachineOptions mmio;
  mmio.transport = Transport::mmio;
  told.tsc_khz = 2'445'428;
  EXPECT_THAT(kernel_command_line(told), HasSubstr(" tsc_early_khz=2445428 "));
  told.accel = Accel::kvm;
  EXPECT_THAT(kernel_command_line(told), Not(HasSubstr("tsc")));
  EXPECT_GT(boot_plan_of({}, mmio, Accel::tcg, 1).tsc_khz, 0);
  EXPECT_EQ(boot_plan_of({}, {}, Accel::tcg, 1).tsc_khz, 0);
}

TEST(KernelCommandLine, the_users_words_come_last_and_nothing_touches_mitigations) {
  BootPlan user = plan();
  user.cmdline = "nokaslr";
  user.control = Control::isa_serial;
  user.accel = Accel::kvm;
  const std::string line = kernel_command_line(user);
  EXPECT_EQ(line, "console=ttyS0 loglevel=5 panic=-1 ringside.control=isa-serial nokaslr");
  EXPECT_THAT(kernel_command_line(plan()), Not(HasSubstr("mitigations")));
  EXPECT_THAT(kernel_command_line(plan()), Not(HasSubstr("kaslr")));
}

TEST(BootPlanCheck, what_cannot_work_is_refused_with_the_reason) {
  const auto refused = [](auto change) {
    BootPlan bad = plan();
    change(bad);
    const auto result = check(bad);
    return result ? "accepted" : result.error().text();
  };
  EXPECT_THAT(refused([](BootPlan& p) { p.accel = Accel::automatic; }), HasSubstr("decided before a boot"));
  EXPECT_THAT(refused([](BootPlan& p) {
                p.transport = Transport::mmio;
                p.iothreads = 1;
              }),
              HasSubstr("IOThread"));
  EXPECT_THAT(refused([](BootPlan& p) {
                p.transport = Transport::mmio;
                p.control = Control::isa_serial;
              }),
              HasSubstr("serial port"));
  EXPECT_THAT(refused([](BootPlan& p) { p.fixed_disks.emplace_back(); }), HasSubstr("plugged"));
  EXPECT_THAT(refused([](BootPlan& p) { p.vcpus = 0; }), HasSubstr("0 vCPUs"));
  EXPECT_THAT(refused([](BootPlan& p) { p.max_vcpus = 2; }), HasSubstr("max_vcpus = 2"));
  EXPECT_THAT(refused([](BootPlan& p) { p.memory = Bytes{1000}; }), HasSubstr("at least 128 MiB"));
  EXPECT_THAT(refused([](BootPlan& p) { p.disk_ports = 25; }), HasSubstr("at most 24"));
  EXPECT_TRUE(check(plan()));
}

TEST(BootPlanOf, a_campaigns_machine_becomes_a_plan) {
  Guest guest;
  guest.vcpus = 2;
  guest.cmdline = "x=1";
  MachineOptions machine;
  machine.iothread = IoThreads::per_disk;
  machine.tcg_threads = TcgThreads::multi;
  const BootPlan made = boot_plan_of(guest, machine, Accel::tcg, 3);
  EXPECT_EQ(made.vcpus, 2);
  EXPECT_EQ(made.iothreads, 3);
  EXPECT_EQ(made.disk_ports, 3);
  EXPECT_EQ(made.tcg_threads, TcgThreads::multi);
  EXPECT_EQ(made.cmdline, "x=1");
}

TEST(IoThreadForDisk, each_layout_names_its_thread) {
  EXPECT_EQ(iothread_for_disk(IoThreads::none, 2), "");
  EXPECT_EQ(iothread_for_disk(IoThreads::shared, 2), "iothread0");
  EXPECT_EQ(iothread_for_disk(IoThreads::per_disk, 2), "iothread2");
}

namespace {

BootPlan counting_plan() {
  BootPlan counting = plan();
  counting.vcpus = 1;
  counting.cpu_model = "Skylake-Client";
  counting.path_counter = "/plugins/a,b.so";
  return counting;
}

}  // namespace

TEST(QemuArguments, a_counting_plan_loads_the_plugin_on_its_socket_and_fixes_addresses) {
  const auto argv = qemu_arguments(counting_plan(), {10, 11, 12, 13});
  ASSERT_TRUE(argv) << argv.error().text();
  const auto at = std::ranges::find(*argv, "-plugin");
  ASSERT_NE(at, argv->end());
  EXPECT_EQ(*std::next(at), "/plugins/a,,b.so,fd=13");
  EXPECT_THAT(kernel_command_line(counting_plan()), HasSubstr(" nokaslr"));
  EXPECT_THAT(kernel_command_line(plan()), Not(HasSubstr("nokaslr")));
}

TEST(QemuArguments, counting_needs_one_vcpu_one_tcg_thread_and_a_named_model) {
  ASSERT_TRUE(check(counting_plan()));
  BootPlan two = counting_plan();
  two.vcpus = 2;
  EXPECT_FALSE(check(two));
  BootPlan multi = counting_plan();
  multi.tcg_threads = TcgThreads::multi;
  EXPECT_FALSE(check(multi));
  BootPlan kvm = counting_plan();
  kvm.accel = Accel::kvm;
  EXPECT_FALSE(check(kvm));
  BootPlan unnamed = counting_plan();
  unnamed.cpu_model.clear();
  EXPECT_FALSE(check(unnamed));
}
