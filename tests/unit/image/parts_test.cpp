// SPDX-License-Identifier: GPL-3.0-or-later
// The pure parts: what ldd, depmod, readelf and kernels say.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "../core/tiny_elf.h"
#include "image/digests.h"
#include "image/kernel.h"
#include "image/libraries.h"
#include "image/modules.h"
#include "image/new_file.h"
#include "image/stand_ins.h"
#include "scratch.h"

namespace ringside::image {
namespace {

using namespace std::string_literals;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(Libraries, ldd_names_libraries_and_loader) {
  const auto libraries = parse_ldd(
      "\tlinux-vdso.so.1 (0x00007f0000000000)\n"
      "\tlibz.so.1 => /lib/x86_64-linux-gnu/libz.so.1 (0x00007f0000000000)\n"
      "\t/lib64/ld-linux-x86-64.so.2 (0x00007f0000000000)\n");
  ASSERT_TRUE(libraries);
  EXPECT_THAT(*libraries, ElementsAre(Library{"libz.so.1", "/lib/x86_64-linux-gnu/libz.so.1"},
                                      Library{"", "/lib64/ld-linux-x86-64.so.2"}));
}

TEST(Libraries, missing_one_is_told_by_name) {
  const auto libraries = parse_ldd("\tlibrbd.so.1 => not found\n");
  ASSERT_FALSE(libraries);
  EXPECT_THAT(libraries.error().message, HasSubstr("librbd.so.1"));
}

TEST(Modules, wanted_ones_come_with_what_they_need) {
  const auto selection = select_modules(
      "kernel/drivers/block/virtio_blk.ko.xz: kernel/drivers/virtio/virtio.ko.xz "
      "kernel/drivers/virtio/virtio_ring.ko.xz\n"
      "kernel/drivers/virtio/virtio.ko.xz: kernel/drivers/virtio/virtio_ring.ko.xz\n"
      "kernel/drivers/virtio/virtio_ring.ko.xz:\n"
      "kernel/drivers/md/dm-mod.ko.xz: kernel/drivers/dax/dax.ko.xz\n"
      "kernel/drivers/dax/dax.ko.xz:\n"
      "kernel/drivers/net/e1000.ko.xz:\n");
  std::vector<std::string> places;
  for (const PackedModule& module : selection.modules) places.push_back(module.place);
  EXPECT_THAT(places, ElementsAre("kernel/drivers/block/virtio_blk.ko", "kernel/drivers/dax/dax.ko",
                                  "kernel/drivers/md/dm-mod.ko", "kernel/drivers/virtio/virtio.ko",
                                  "kernel/drivers/virtio/virtio_ring.ko"));
  EXPECT_EQ(selection.modules.front().source, "kernel/drivers/block/virtio_blk.ko.xz");
  EXPECT_THAT(selection.modules_dep, HasSubstr("kernel/drivers/md/dm-mod.ko: kernel/drivers/dax/dax.ko\n"));
  EXPECT_THAT(selection.modules_dep, testing::Not(HasSubstr(".xz")));
}

TEST(Modules, names_lose_folder_and_suffixes) {
  EXPECT_EQ(module_name("kernel/drivers/md/dm-mod.ko.zst"), "dm_mod");
  EXPECT_EQ(module_name("virtio.ko"), "virtio");
  EXPECT_EQ(module_name("x.ko.gz"), "x");
}

TEST(KernelRelease, is_read_from_the_banner) {
  EXPECT_EQ(release_in("....Linux version %s (%s)\n..Linux version 6.1.0-57-amd64 (debian-kernel@l) (gcc"),
            "6.1.0-57-amd64");
  EXPECT_EQ(release_in("Linux version 6.9.0-rc1+ (me@here)"), "6.9.0-rc1+");
}

TEST(KernelRelease, of_other_bytes_is_nothing) {
  EXPECT_EQ(release_in(""), std::nullopt);
  EXPECT_EQ(release_in("Linux version "), std::nullopt);
  EXPECT_EQ(release_in("Linux version %s (%s)"), std::nullopt);
}

TEST(PvhEntry, is_a_note_of_its_own_type) {
  EXPECT_TRUE(has_pvh_entry(tiny_elf({{".notes", elf_note(6, "Xen", "linux") + elf_note(18, "Xen", "addr")}})));
  EXPECT_FALSE(has_pvh_entry(tiny_elf({{".notes", elf_note(6, "Xen", "linux")}})));
  EXPECT_FALSE(has_pvh_entry(tiny_elf({{".text", "x"}})));
  EXPECT_FALSE(has_pvh_entry("MZ"));
}

TEST(ModulesFolder, is_found_below_what_was_given) {
  const Scratch scratch;
  scratch.write("root/lib/modules/6.9.0/modules.dep", "");
  const auto expected = std::filesystem::canonical(scratch / "root/lib/modules/6.9.0");
  EXPECT_EQ(modules_folder(scratch / "root").value(), expected);
  EXPECT_EQ(modules_folder(scratch / "root/lib/modules").value(), expected);
  EXPECT_EQ(modules_folder(scratch / "root/lib/modules/6.9.0/").value(), expected);
}

TEST(ModulesFolder, of_several_kernels_is_refused) {
  const Scratch scratch;
  scratch.write("6.9.0/modules.dep", "");
  scratch.write("6.1.0/modules.dep", "");
  EXPECT_EQ(modules_folder(scratch.path()).error().code, ErrorCode::configuration);
}

TEST(ModulesFolder, without_modules_is_refused_with_what_to_do) {
  const Scratch scratch;
  const auto folder = modules_folder(scratch.path());
  ASSERT_FALSE(folder);
  EXPECT_THAT(folder.error().hint, HasSubstr("modules_install"));
  EXPECT_EQ(modules_folder(scratch / "nowhere").error().code, ErrorCode::not_found);
}

constexpr std::string_view k_readelf =
    "Dynamic section at offset 0x1 contains 3 entries:\n"
    " 0x0000000000000001 (NEEDED)             Shared library: [libz.so.1]\n"
    " 0x0000000000000001 (NEEDED)             Shared library: [librbd.so.1]\n"
    " 0x0000000000000001 (NEEDED)             Shared library: [libibverbs.so.1]\n"
    "Symbol table '.dynsym' contains 6 entries:\n"
    "   Num:    Value          Size Type    Bind   Vis      Ndx Name\n"
    "     0: 0000000000000000     0 NOTYPE  LOCAL  DEFAULT  UND \n"
    "     1: 0000000000000000     0 FUNC    GLOBAL DEFAULT  UND ibv_open_device@IBVERBS_1.1 (14)\n"
    "     2: 0000000000000000     0 FUNC    GLOBAL DEFAULT  UND rbd_open\n"
    "     3: 0000000000000000     0 FUNC    GLOBAL DEFAULT  UND inflate\n"
    "     4: 0000000000000000     0 NOTYPE  WEAK   DEFAULT  UND __gmon_start__\n"
    "     5: 0000000000001000     8 FUNC    GLOBAL DEFAULT   14 main\n"
    "Version needs section '.gnu.version_r' contains 1 entry:\n"
    "  000000: Version: 1  File: libibverbs.so.1  Cnt: 1\n"
    "  0x0010:   Name: IBVERBS_1.1  Flags: none  Version: 14\n";

TEST(Needs, are_read_with_the_library_that_must_define_a_version) {
  const Needs needs = parse_needs(k_readelf);
  EXPECT_THAT(needs.libraries, ElementsAre("libz.so.1", "librbd.so.1", "libibverbs.so.1"));
  EXPECT_THAT(needs.symbols,
              ElementsAre(NeededSymbol{"ibv_open_device", "IBVERBS_1.1", "libibverbs.so.1", true},
                          NeededSymbol{"rbd_open", "", "", true}, NeededSymbol{"inflate", "", "", true}));
  EXPECT_THAT(needs.defined, ElementsAre("main"));
}

TEST(StandIns, define_what_fio_asks_for_and_leave_the_rest) {
  const auto stand_ins = plan_stand_ins(parse_needs(k_readelf), {"inflate"});
  ASSERT_EQ(stand_ins.size(), 2u);
  EXPECT_EQ(stand_ins[0].library, "libibverbs.so.1");
  EXPECT_THAT(stand_ins[0].source, HasSubstr("ibv_open_device"));
  EXPECT_THAT(stand_ins[0].version_script, HasSubstr("IBVERBS_1.1 { global: ibv_open_device; "));
  EXPECT_EQ(stand_ins[1].library, "librbd.so.1");
  EXPECT_THAT(stand_ins[1].source, HasSubstr("rbd_open"));
  EXPECT_THAT(stand_ins[1].source, testing::Not(HasSubstr("inflate")));
  EXPECT_EQ(stand_ins[1].version_script, "");
}

TEST(StandIns, library_whose_data_are_wanted_stays) {
  std::string text(k_readelf);
  text.replace(text.find("FUNC    GLOBAL DEFAULT  UND ibv"), 4, "OBJECT");
  const auto stand_ins = plan_stand_ins(parse_needs(text), {"inflate"});
  ASSERT_EQ(stand_ins.size(), 1u);
  EXPECT_EQ(stand_ins[0].library, "librbd.so.1");
}

TEST(StandIns, only_engines_that_a_guest_cannot_use_are_replaced) {
  EXPECT_TRUE(is_replaceable("librados.so.2"));
  EXPECT_FALSE(is_replaceable("libaio.so.1"));
  EXPECT_FALSE(is_replaceable("libc.so.6"));
  EXPECT_FALSE(is_replaceable("libnuma.so.1"));
}

TEST(Digests, file_is_read_again_only_when_it_changed) {
  const Scratch scratch;
  scratch.write("a", "one");
  Digests first({});
  const std::string digest = first.of(scratch / "a").value();
  Stamps remembered = first.stamps();
  remembered.begin()->second.sha256 = "remembered";
  Digests second(remembered);
  EXPECT_EQ(second.of(scratch / "a").value(), "remembered");
  scratch.write("a", "other");
  EXPECT_NE(second.of(scratch / "a").value(), "remembered");
  EXPECT_NE(second.of(scratch / "a").value(), digest);
}

TEST(NewFile, that_is_not_kept_leaves_nothing) {
  const Scratch scratch;
  {
    ASSERT_TRUE(NewFile::create(scratch / "x", 10));
  }
  EXPECT_TRUE(std::filesystem::is_empty(scratch.path()));
  auto file = NewFile::create(scratch / "x", 10);
  ASSERT_TRUE(file);
  EXPECT_FALSE(std::filesystem::exists(scratch / "x"));
  ASSERT_TRUE(file->keep());
  EXPECT_TRUE(std::filesystem::exists(scratch / "x"));
}

TEST(NewFile, larger_than_the_disk_is_refused_before_it_is_begun) {
  const Scratch scratch;
  const auto file = NewFile::create(scratch / "deep/x", std::uint64_t{1} << 60);
  ASSERT_FALSE(file);
  EXPECT_THAT(file.error().text(), HasSubstr("no space"));
  EXPECT_FALSE(std::filesystem::exists(scratch / "deep"));
}

TEST(NewFile, what_a_killed_builder_left_is_swept) {
  const Scratch scratch;
  scratch.write("img/x.cpio.part.Ab12Cd", "half");
  scratch.write("img/x.cpio", "whole");
  sweep_parts(scratch.path());
  EXPECT_FALSE(std::filesystem::exists(scratch / "img/x.cpio.part.Ab12Cd"));
  EXPECT_TRUE(std::filesystem::exists(scratch / "img/x.cpio"));
}

}  // namespace
}  // namespace ringside::image
