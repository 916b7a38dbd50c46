// SPDX-License-Identifier: GPL-3.0-or-later
// The QEMU plugin, loaded into a QEMU that is made of the few functions it calls.
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <string>
#include <vector>

extern "C" {
#include "tcg/qemu_api.h"
#include "tcg/snapshot_format.h"
}

struct qemu_plugin_insn {
  std::uint64_t address = 0;
  std::uint64_t* counter = nullptr;
  std::uint64_t step = 0;
};

struct qemu_plugin_tb {
  std::vector<qemu_plugin_insn> instructions;
};

namespace {

qemu_plugin_tb_callback g_translated = nullptr;

}  // namespace

extern "C" {
void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t, qemu_plugin_tb_callback callback) {
  g_translated = callback;
}
size_t qemu_plugin_tb_n_insns(const qemu_plugin_tb* tb) {
  return tb->instructions.size();
}
qemu_plugin_insn* qemu_plugin_tb_get_insn(const qemu_plugin_tb* tb, size_t index) {
  return const_cast<qemu_plugin_insn*>(&tb->instructions[index]);
}
uint64_t qemu_plugin_insn_vaddr(const qemu_plugin_insn* insn) {
  return insn->address;
}
void qemu_plugin_register_vcpu_insn_exec_inline(qemu_plugin_insn* insn, qemu_plugin_op, void* target, uint64_t value) {
  insn->counter = static_cast<std::uint64_t*>(target);
  insn->step = value;
}
}

namespace {

constexpr std::uint64_t k_kernel = 0xffffffff81000000;
constexpr std::uint64_t k_module = 0xffffffffc0001000;
constexpr std::uint64_t k_user = 0x00007f0000001000;

qemu_plugin_tb translated(const std::vector<std::uint64_t>& addresses) {
  qemu_plugin_tb block;
  for (const std::uint64_t address : addresses) block.instructions.push_back({address, nullptr, 0});
  g_translated(1, &block);
  return block;
}

// The first `count` instructions: a block may be left in the middle.
void execute(const qemu_plugin_tb& block, std::size_t count) {
  for (std::size_t index = 0; index < count; ++index) {
    const qemu_plugin_insn& one = block.instructions[index];
    if (one.counter != nullptr) *one.counter += one.step;
  }
}

using Install = int (*)(qemu_plugin_id_t, const qemu_info_t*, int, char**);

class Plugin : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, m_ends.data()), 0);
    m_library = ::dlopen(RINGSIDE_PATH_COUNTER, RTLD_NOW);
    ASSERT_NE(m_library, nullptr) << ::dlerror();
    m_install = reinterpret_cast<Install>(::dlsym(m_library, "qemu_plugin_install"));
    ASSERT_NE(m_install, nullptr);
  }
  // The library stays loaded, as in QEMU: its thread may still be leaving.
  void TearDown() override {
    ::close(m_ends[0]);
    g_translated = nullptr;
  }

  int install(int api, const char* target = "x86_64", bool system = true, const std::string& option = {}) {
    qemu_info_t info{};
    info.target_name = target;
    info.version.min = api;
    info.version.cur = api;
    info.system_emulation = system;
    std::string argument = option.empty() ? "fd=" + std::to_string(m_ends[1]) : option;
    std::array<char*, 1> argv{argument.data()};
    return m_install(7, &info, 1, argv.data());
  }

  std::vector<path_snapshot_entry> snapshot() {
    const char request = PATH_SNAPSHOT_REQUEST;
    EXPECT_EQ(::send(m_ends[0], &request, 1, 0), 1);
    path_snapshot_header header{};
    EXPECT_EQ(::recv(m_ends[0], &header, sizeof(header), MSG_WAITALL), static_cast<ssize_t>(sizeof(header)));
    EXPECT_EQ(header.magic, PATH_SNAPSHOT_MAGIC);
    std::vector<path_snapshot_entry> entries(header.entries);
    const auto size = static_cast<ssize_t>(entries.size() * sizeof(path_snapshot_entry));
    if (size == 0) return entries;
    EXPECT_EQ(::recv(m_ends[0], entries.data(), entries.size() * sizeof(entries[0]), MSG_WAITALL), size);
    return entries;
  }

  std::array<int, 2> m_ends{-1, -1};
  void* m_library = nullptr;
  Install m_install = nullptr;
};

std::uint64_t executions_of(const std::vector<path_snapshot_entry>& entries, std::uint64_t address) {
  for (const auto& entry : entries) {
    if (entry.address == address) return entry.executions;
  }
  return 0;
}

TEST_F(Plugin, counts_kernel_and_modules_by_address_and_leaves_user_space_alone) {
  ASSERT_EQ(install(1), 0);
  const auto block = translated({k_kernel, k_kernel + 3, k_module, k_user});
  EXPECT_EQ(block.instructions[3].counter, nullptr);
  execute(block, 4);
  execute(block, 2);
  const auto entries = snapshot();
  EXPECT_EQ(entries.size(), 3u);
  EXPECT_EQ(executions_of(entries, k_kernel), 2u);
  EXPECT_EQ(executions_of(entries, k_kernel + 3), 2u);
  EXPECT_EQ(executions_of(entries, k_module), 1u);
}

TEST_F(Plugin, a_snapshot_has_what_was_executed_since_the_last_one) {
  ASSERT_EQ(install(1), 0);
  const auto block = translated({k_kernel + 0x100, k_kernel + 0x104});
  execute(block, 2);
  EXPECT_EQ(snapshot().size(), 2u);
  EXPECT_TRUE(snapshot().empty());
  execute(block, 1);
  const auto entries = snapshot();
  ASSERT_EQ(entries.size(), 1u);
  EXPECT_EQ(entries[0].address, k_kernel + 0x100);
}

TEST_F(Plugin, code_that_is_translated_again_keeps_its_counter) {
  ASSERT_EQ(install(1), 0);
  const auto first = translated({k_module + 0x200});
  const auto again = translated({k_module + 0x200});
  EXPECT_EQ(first.instructions[0].counter, again.instructions[0].counter);
}

TEST_F(Plugin, refuses_another_api_another_target_and_a_missing_socket) {
  EXPECT_NE(install(2), 0);
  EXPECT_NE(install(1, "aarch64"), 0);
  EXPECT_NE(install(1, "x86_64", false), 0);
  EXPECT_NE(install(1, "x86_64", true, "fd=none"), 0);
  EXPECT_EQ(g_translated, nullptr);
}

TEST_F(Plugin, says_which_api_it_was_made_for) {
  const auto* version = static_cast<const int*>(::dlsym(m_library, "qemu_plugin_version"));
  ASSERT_NE(version, nullptr);
  EXPECT_EQ(*version, 1);
}

}  // namespace
