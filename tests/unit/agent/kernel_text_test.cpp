// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "../core/tiny_elf.h"
#include "agent/kernel_text/command_line.h"
#include "agent/kernel_text/counters.h"
#include "agent/kernel_text/kernel_log.h"
#include "agent/kernel_text/memory.h"
#include "agent/kernel_text/modinfo.h"
#include "agent/kernel_text/modules_dep.h"

namespace ringside::agent {
namespace {

using namespace std::string_literals;
using testing::ElementsAre;
using testing::IsEmpty;

TEST(ModuleInfo, names_parameters_with_and_without_description) {
  const std::string modinfo =
      "license=GPL\0depends=virtio,virtio_ring\0parm=poll_queues:How many\0parmtype=poll_queues:uint\0"
      "parmtype=queue_depth:uint\0name=virtio_blk\0vermagic=6.1.0 SMP\0"s;
  const auto info = module_info(tiny_elf({{".modinfo", modinfo}}));
  ASSERT_TRUE(info);
  EXPECT_EQ(info->name, "virtio_blk");
  EXPECT_THAT(info->parameters, ElementsAre("poll_queues", "queue_depth"));
  EXPECT_THAT(info->depends, ElementsAre("virtio", "virtio_ring"));
}

TEST(ModuleInfo, module_that_needs_nothing_has_an_empty_depends) {
  const auto info = module_info(tiny_elf({{".modinfo", "depends=\0name=x\0"s}}));
  ASSERT_TRUE(info);
  EXPECT_THAT(info->depends, IsEmpty());
}

TEST(ModuleInfo, other_files_are_refused) {
  EXPECT_FALSE(module_info(""));
  EXPECT_FALSE(module_info(tiny_elf({{".text", "x"}})));
  EXPECT_FALSE(module_info(tiny_elf({{".modinfo", "license=GPL\0"s}})));
}

constexpr std::string_view k_modules_dep =
    "kernel/drivers/virtio/virtio.ko: kernel/drivers/virtio/virtio_ring.ko\n"
    "kernel/drivers/virtio/virtio_ring.ko:\n"
    "kernel/drivers/block/virtio_blk.ko: kernel/drivers/virtio/virtio.ko kernel/drivers/virtio/virtio_ring.ko\n"
    "kernel/drivers/md/dm-mod.ko:\n";

TEST(ModuleTree, what_depmod_names_last_loads_first) {
  EXPECT_THAT(ModuleTree(k_modules_dep).load_order("virtio_blk"),
              ElementsAre("kernel/drivers/virtio/virtio_ring.ko", "kernel/drivers/virtio/virtio.ko",
                          "kernel/drivers/block/virtio_blk.ko"));
}

TEST(ModuleTree, dashes_and_underscores_are_the_same) {
  EXPECT_THAT(ModuleTree(k_modules_dep).load_order("dm_mod"), ElementsAre("kernel/drivers/md/dm-mod.ko"));
  EXPECT_THAT(ModuleTree(k_modules_dep).load_order("dm-mod"), ElementsAre("kernel/drivers/md/dm-mod.ko"));
}

TEST(ModuleTree, unknown_module_has_no_order) {
  EXPECT_THAT(ModuleTree(k_modules_dep).load_order("nvme"), IsEmpty());
  EXPECT_THAT(ModuleTree().load_order("virtio"), IsEmpty());
}

TEST(KernelLog, record_becomes_a_line_as_dmesg_prints_it) {
  EXPECT_EQ(line_of_record("6,345,7256410,-;virtio_blk virtio1: 2/0/2 default/read/poll queues\n SUBSYSTEM=virtio\n"),
            "[    7.256410] virtio_blk virtio1: 2/0/2 default/read/poll queues");
  EXPECT_EQ(line_of_record("4,1,12345000001,c,caller=T1;text; with a semicolon\n"),
            "[12345.000001] text; with a semicolon");
}

TEST(KernelLog, other_text_is_no_record) {
  EXPECT_EQ(line_of_record(""), std::nullopt);
  EXPECT_EQ(line_of_record("no semicolon"), std::nullopt);
  EXPECT_EQ(line_of_record("6,345;too few fields"), std::nullopt);
  EXPECT_EQ(line_of_record("6,345,soon,-;no time"), std::nullopt);
}

TEST(KernelLog, mentions_whole_names_only) {
  EXPECT_TRUE(mentions("[1.0] virtio_blk virtio1: [vda] 2097152", "vda"));
  EXPECT_TRUE(mentions("vda: vda1", "vda"));
  EXPECT_FALSE(mentions("[vdab] 2097152", "vda"));
  EXPECT_FALSE(mentions("virtio12: x", "virtio1"));
  EXPECT_TRUE(mentions("virtio12: x virtio1", "virtio1"));
  EXPECT_FALSE(mentions("anything", ""));
}

TEST(KernelLog, queue_split_is_read_from_the_drivers_line) {
  EXPECT_EQ(split_of_line("[7.2] virtio_blk virtio1: 2/0/2 default/read/poll queues"), (QueueSplit{2, 0, 2}));
  EXPECT_EQ(split_of_line("nvme nvme0: 16/3/12 default/read/poll queues"), (QueueSplit{16, 3, 12}));
}

TEST(KernelLog, lines_without_a_sound_split_have_none) {
  for (const char* line :
       {"", "default/read/poll queues", "x: 2/0 default/read/poll queues", "x: 2/0/-1 default/read/poll queues",
        "x: a/b/c default/read/poll queues", "x: 99999999999/0/1 default/read/poll queues", "x: 2/0/2 queues"}) {
    EXPECT_EQ(split_of_line(line), std::nullopt) << line;
  }
}

TEST(KernelLog, warnings_about_modules_are_told_from_other_lines) {
  EXPECT_TRUE(is_module_warning("x: loading out-of-tree module taints kernel."));
  EXPECT_TRUE(is_module_warning("failed to validate module [x] BTF: -22"));
  EXPECT_TRUE(is_module_warning("x: unknown parameter 'y' ignored"));
  EXPECT_FALSE(is_module_warning("virtio_blk virtio1: 2/0/2 default/read/poll queues"));
}

constexpr std::string_view k_interrupts =
    "            CPU0       CPU1\n"
    "  4:         10          0   IO-APIC   4-edge      ttyS0\n"
    " 24:          1          2  PCI-MSIX-0000:01:00.0    0-edge      virtio1-config\n"
    " 25:        100        200  PCI-MSIX-0000:01:00.0    1-edge      virtio1-req.0\n"
    " 26:         30         40  PCI-MSIX-0000:01:00.0    2-edge      virtio1-req.1\n"
    " 27:       5000       6000  PCI-MSIX-0000:02:00.0    1-edge      virtio10-req.0\n"
    " 28:          7          0   IO-APIC  20-fasteoi   virtio3, virtio4\n"
    " 29:          9          1  PCI-MSI 524288-edge      virtio5-virtqueues\n"
    "NMI:          0          0   Non-maskable interrupts\n";

TEST(Interrupts, only_request_vectors_of_this_device_count) {
  EXPECT_EQ(request_interrupts(k_interrupts, "virtio1"), 370u);
  EXPECT_EQ(request_interrupts(k_interrupts, "virtio10"), 11000u);
}

TEST(Interrupts, shared_lines_count_for_each_of_their_devices) {
  EXPECT_EQ(request_interrupts(k_interrupts, "virtio3"), 7u);
  EXPECT_EQ(request_interrupts(k_interrupts, "virtio4"), 7u);
  EXPECT_EQ(request_interrupts(k_interrupts, "virtio5"), 10u);
}

TEST(Interrupts, unknown_device_has_none) {
  EXPECT_EQ(request_interrupts(k_interrupts, "virtio2"), 0u);
  EXPECT_EQ(request_interrupts(k_interrupts, ""), 0u);
  EXPECT_EQ(request_interrupts("", "virtio1"), 0u);
}

TEST(BlockStatistics, reads_writes_discards_and_flushes_are_completed_ios) {
  EXPECT_EQ(completed_ios("  100 1 2 3  20 5 6 7  0 8 9  3 1 1 1  4 2\n"), 127u);
}

TEST(BlockStatistics, older_kernels_have_fewer_fields) {
  EXPECT_EQ(completed_ios("100 1 2 3 20 5 6 7 0 8 9"), 120u);
  EXPECT_EQ(completed_ios(""), 0u);
}

TEST(Scheduler, selected_one_stands_in_brackets) {
  EXPECT_EQ(selected_of("[none] mq-deadline kyber"), "none");
  EXPECT_EQ(selected_of("none [mq-deadline]"), "mq-deadline");
  EXPECT_EQ(selected_of("none\n"), "none");
  EXPECT_EQ(selected_of(""), "");
}

TEST(HardwareQueues, are_counted_by_type) {
  EXPECT_EQ(split_of_types({"default", "poll", "default", "poll", "read", "poll"}), (QueueSplit{2, 1, 3}));
}

TEST(CommandLine, names_the_control_channel) {
  EXPECT_EQ(control_of("console=ttyS0 ringside.control=isa-serial quiet\n"), ControlKind::isa_serial);
  EXPECT_EQ(control_of("console=ttyS0 ringside.control=virtio-serial"), ControlKind::virtio_serial);
  EXPECT_EQ(control_of("console=ttyS0"), ControlKind::virtio_serial);
  EXPECT_EQ(control_of("ringside.control=isa-serial ringside.control=virtio-serial"), ControlKind::virtio_serial);
}

constexpr std::string_view k_zoneinfo =
    "Node 0, zone      DMA\n"
    "  per-node stats\n"
    "      nr_anon_pages 223695\n"
    "  pages free     3840\n"
    "        boost    0\n"
    "        managed  3976\n"
    "  pagesets\n"
    "    cpu: 0\n"
    "              count:    6\n"
    "              high:     12\n"
    "Node 0, zone    DMA32\n"
    "  pages free     1000\n"
    "        managed  9000\n"
    "  pagesets\n"
    "    cpu: 0\n"
    "              count:    10\n"
    "    cpu: 1\n"
    "              count:    20\n";
constexpr std::string_view k_vmstat =
    "nr_free_pages 4840\nnr_anon_pages 500\nnr_file_pages 3000\nnr_kernel_stack 400\nnr_page_table_pages 100\n";

TEST(KernelMemory, is_what_neither_lies_free_nor_belongs_to_others) {
  EXPECT_EQ(kernel_pages(k_zoneinfo, k_vmstat), 12976u - 4840u - 36u - 500u - 3000u - 400u / 4u - 100u);
}

TEST(KernelMemory, is_unknown_where_a_number_is_missing) {
  EXPECT_FALSE(kernel_pages("", k_vmstat));
  EXPECT_FALSE(kernel_pages(k_zoneinfo, "nr_anon_pages 500\nnr_file_pages 3000\n"));
  EXPECT_FALSE(kernel_pages(k_zoneinfo,
                            "nr_anon_pages 99999\nnr_file_pages 3000\nnr_kernel_stack 4\n"
                            "nr_page_table_pages 1\n"));
}

}  // namespace
}  // namespace ringside::agent
