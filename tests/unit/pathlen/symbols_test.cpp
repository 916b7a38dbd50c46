// SPDX-License-Identifier: GPL-3.0-or-later
#include "pathlen/symbols.h"

#include <gtest/gtest.h>

namespace ringside::pathlen {
namespace {

constexpr std::string_view k_kallsyms =
    "ffffffff81000000 T _text\n"
    "ffffffff81000100 t bio_alloc\n"
    "ffffffff81000180 d some_data\n"
    "ffffffff81000200 t helper\n"
    "ffffffff81000300 t helper\n"
    "ffffffffc0001000 t vbr_done\t[virtio_blk_ref]\n"
    "ffffffffc0001000 T cleanup_module\t[virtio_blk_ref]\n"
    "ffffffffc0001040 t helper\t[virtio_blk_ref]\n"
    "ffffffffc0002000 t bpf_prog_1a2b_probe\t[bpf]\n";

TEST(Symbols, an_address_belongs_to_the_function_that_starts_at_or_before_it) {
  const auto table = SymbolTable::parse(k_kallsyms);
  ASSERT_TRUE(table) << table.error().text();
  EXPECT_EQ(table->find(0xffffffff81000100)->name, "bio_alloc");
  EXPECT_EQ(table->find(0xffffffff810001ff)->name, "bio_alloc");
  EXPECT_EQ(table->find(0xffffffff81000200)->name, "helper");
  EXPECT_EQ(table->find(0xffffffffc0002fff)->module, "bpf");
  EXPECT_EQ(table->find(0xffffffff80ffffff), nullptr);
}

TEST(Symbols, modules_and_the_kernel_are_told_apart) {
  const auto table = SymbolTable::parse(k_kallsyms);
  ASSERT_TRUE(table);
  EXPECT_EQ(table->find(0xffffffff81000000)->module, "vmlinux");
  EXPECT_EQ(table->find(0xffffffffc0001041)->module, "virtio_blk_ref");
}

TEST(Symbols, functions_of_one_name_are_numbered_within_their_module) {
  const auto table = SymbolTable::parse(k_kallsyms);
  ASSERT_TRUE(table);
  EXPECT_EQ(table->find(0xffffffff81000300)->name, "helper#2");
  EXPECT_EQ(table->find(0xffffffffc0001040)->name, "helper");
}

TEST(Symbols, of_two_names_of_one_address_the_global_one_counts) {
  const auto table = SymbolTable::parse(k_kallsyms);
  ASSERT_TRUE(table);
  EXPECT_EQ(table->find(0xffffffffc0001000)->name, "cleanup_module");
}

TEST(Symbols, hidden_addresses_and_damage_are_errors) {
  EXPECT_FALSE(SymbolTable::parse("0000000000000000 T _text\n0000000000000000 t bio_alloc\n"));
  EXPECT_FALSE(SymbolTable::parse("ffffffff81000000 T _text\nnot a line\n"));
  EXPECT_FALSE(SymbolTable::parse("ffffffffc0001000 t vbr_done\t[virtio_blk\n"));
  EXPECT_FALSE(SymbolTable::parse(""));
}

}  // namespace
}  // namespace ringside::pathlen
