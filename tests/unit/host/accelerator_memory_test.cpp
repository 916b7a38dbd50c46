// SPDX-License-Identifier: GPL-3.0-or-later
#include "host/accelerator_memory.h"

#include <gtest/gtest.h>

#include <fstream>

#include "host/paths.h"

using namespace ringside;
using namespace ringside::host;

namespace {

const AcceleratorKey k_key{"host", "qemu", "kernel"};

class AcceleratorMemoryTest : public testing::Test {
 protected:
  void SetUp() override {
    auto folder = RuntimeFolder::create();
    ASSERT_TRUE(folder);
    m_folder.emplace(std::move(*folder));
  }
  [[nodiscard]] std::filesystem::path file() const { return m_folder->path() / "cache" / "accelerator.json"; }

 private:
  std::optional<RuntimeFolder> m_folder;
};

}  // namespace

TEST_F(AcceleratorMemoryTest, an_answer_is_remembered_for_its_key_only) {
  AcceleratorMemory memory(file());
  EXPECT_FALSE(memory.recall(k_key));
  ASSERT_TRUE(memory.remember(k_key, {Accel::tcg, "KVM aborts while setting an MSR", WallTime(Milliseconds(1234))}));
  const auto answer = AcceleratorMemory(file()).recall(k_key);
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->accel, Accel::tcg);
  EXPECT_EQ(answer->reason, "KVM aborts while setting an MSR");
  EXPECT_EQ(answer->decided, WallTime(Milliseconds(1234)));
  EXPECT_FALSE(memory.recall({"other host", "qemu", "kernel"}));
  EXPECT_FALSE(memory.recall({"host", "other qemu", "kernel"}));
  EXPECT_FALSE(memory.recall({"host", "qemu", "other kernel"}));
}

TEST_F(AcceleratorMemoryTest, a_new_answer_replaces_the_old_and_leaves_the_others) {
  AcceleratorMemory memory(file());
  const AcceleratorKey other{"host", "qemu", "other kernel"};
  ASSERT_TRUE(memory.remember(k_key, {Accel::tcg, "hang", {}}));
  ASSERT_TRUE(memory.remember(other, {Accel::tcg, "abort", {}}));
  ASSERT_TRUE(memory.remember(k_key, {Accel::kvm, "", {}}));
  EXPECT_EQ(memory.recall(k_key)->accel, Accel::kvm);
  EXPECT_EQ(memory.recall(other)->reason, "abort");
  ASSERT_TRUE(memory.forget());
  EXPECT_FALSE(memory.recall(k_key));
}

TEST_F(AcceleratorMemoryTest, a_broken_file_counts_as_empty) {
  std::filesystem::create_directories(file().parent_path());
  for (const char* text :
       {"", "{", "[]", R"({"schema":"ringside.accelerator/1","answers":[3,{"host":5}]})",
        R"({"schema":"ringside.accelerator/1","answers":[{"host":"host","qemu":"qemu","kernel":"kernel"}]})",
        R"({"schema":7})"}) {
    std::ofstream(file()) << text;
    EXPECT_FALSE(AcceleratorMemory(file()).recall(k_key)) << text;
  }
  ASSERT_TRUE(AcceleratorMemory(file()).remember(k_key, {Accel::kvm, "", {}}));
  EXPECT_TRUE(AcceleratorMemory(file()).recall(k_key));
}

TEST(AcceleratorKeyOf, a_missing_qemu_is_not_found) {
  const auto key = accelerator_key("no-such-qemu", "digest");
  ASSERT_FALSE(key);
  EXPECT_EQ(key.error().code, ErrorCode::not_found);
}
