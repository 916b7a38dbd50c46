// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/stored_lists.h"

#include <gtest/gtest.h>

namespace ringside::report {
namespace {

TEST(MeasurementList, names_block_arm_and_cell_and_adds_up_directions) {
  Measurement measurement;
  measurement.id = MeasurementId{7};
  measurement.block = BlockId{1};
  measurement.arm = ArmId{2};
  measurement.cell = CellId{3};
  measurement.fio = FioResult{};
  measurement.fio->directions.resize(2);
  measurement.fio->directions[0].iops = 1000;
  measurement.fio->directions[1].iops = 500;
  store::BlockRecord block;
  block.id = BlockId{1};
  block.number = 4;
  store::ArmRecord arm;
  arm.id = ArmId{2};
  arm.name = "irq";
  store::CellRecord cell;
  cell.id = CellId{3};
  cell.key = "bs=4k";
  const auto table = measurement_list({measurement}, {block}, {arm}, {cell});
  const auto& row = table.rows.at(0);
  ASSERT_EQ(row.size(), table.columns.size());
  EXPECT_EQ(row[0].text, "7");
  EXPECT_EQ(row[1].text, "4");
  EXPECT_EQ(row[3].text, "irq");
  EXPECT_EQ(row[4].text, "bs=4k");
  EXPECT_EQ(row[8].value, Value(1500.0));
}

TEST(MeasurementList, without_a_result_the_rate_is_unknown) {
  const auto table = measurement_list({Measurement{}}, {}, {}, {});
  EXPECT_EQ(table.rows.at(0)[8].value, Value(std::monostate{}));
}

TEST(BootList, people_see_the_first_line_of_an_incident_and_programs_all) {
  store::BootRecord boot;
  boot.incident = "no hello; last lines:\n[ 0.1] tsc\n";
  const auto table = boot_list({boot}, {});
  const auto& incident = table.rows.at(0).back();
  EXPECT_EQ(incident.text, "no hello; last lines:");
  EXPECT_EQ(incident.value, Value(boot.incident));
}

}  // namespace
}  // namespace ringside::report
