// SPDX-License-Identifier: GPL-3.0-or-later
// A folder that goes away, and rows with a value in every column.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>

#include "store/store.h"

namespace ringside::store::test {

class TemporaryFolder {
 public:
  TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder();
  [[nodiscard]] std::filesystem::path operator/(const char* name) const { return m_path / name; }

 private:
  std::filesystem::path m_path;
};

[[nodiscard]] WallTime at(std::int64_t milliseconds);

// Two arms, two cells, two blocks.
[[nodiscard]] NewCampaign sample_campaign(EnvironmentId host, std::string name = "poll-split");
[[nodiscard]] Environment sample_host();
// Every field differs from its default.
[[nodiscard]] Measurement sample_measurement();

// A test with an open store.
class StoreTest : public testing::Test {
 protected:
  StoreTest();
  // Host and campaign, as stored.
  StoredPlan begin(std::string name = "poll-split", std::int64_t started = 1'000);
  BlockId begin_block(CampaignRow campaign, int number, int attempt = 1);
  // Row ids of a measurement of this block, in its first boot.
  Measurement measurement_of(const StoredPlan& plan, BlockId block, BootId boot, std::size_t arm, std::size_t cell);
  // Everything of a block, valid.
  void measure_all(const StoredPlan& plan, BlockId block);

  TemporaryFolder m_folder;
  Store m_store;
};

}  // namespace ringside::store::test
