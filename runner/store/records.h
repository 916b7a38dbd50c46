// SPDX-License-Identifier: GPL-3.0-or-later
// What the store holds besides measurements, as values. docs/database.md tells the same from the file's side.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/cell.h"
#include "core/ids.h"
#include "core/measurement.h"
#include "core/option.h"
#include "core/path_length.h"
#include "core/units.h"

namespace ringside::store {

using EnvironmentId = RowId<struct EnvironmentTag>;

enum class EnvironmentKind { host, guest };
enum class CampaignStatus { running, finished, interrupted, failed };
// complete: everything of the block was measured, valid or not, in this attempt. failed: the infrastructure ended
// it early. interrupted: Ctrl-C or a killed runner ended it.
enum class BlockStatus { running, complete, interrupted, failed };
enum class BootStatus { running, finished, interrupted, failed };

[[nodiscard]] std::string_view to_text(EnvironmentKind);
[[nodiscard]] std::string_view to_text(CampaignStatus);
[[nodiscard]] std::string_view to_text(BlockStatus);
[[nodiscard]] std::string_view to_text(BootStatus);

// What was true of a host or a guest while it measured.
struct Environment {
  Uuid uuid;  // public id; given anew for each record
  EnvironmentKind kind = EnvironmentKind::host;
  std::string identity;  // stays the same for the same machine: two hosts are one if these are equal
  std::string name;      // for people: host name, or the guest image's name
  WallTime recorded{};
  std::map<std::string, std::string> facts;  // "kernel", "qemu.version", "cpu.governor"
};

struct ArmRecord {
  ArmId id = {};
  std::string name = {};
  int position = 0;                // in the campaign file, from 0
  std::string specification = {};  // Arm::specification()
  std::string sha256 = {};         // of the specification and the driver's build id
  std::string build_id = {};       // of the driver as loaded; empty until it was
  // How the arm turned out once its driver was loaded: "driver.name", "param.poll_queues" (as read back),
  // "memory.bytes_per_device". Not written by begin_campaign.
  std::map<std::string, std::string> facts = {};
};

struct CellRecord {
  CellId id;
  int position = 0;  // in the matrix's order, from 0
  Cell cell;
  std::string key;  // cell.key()
};

// A margin of the campaign's gate: for cells whose key matches the glob, "*" for all. A later one wins.
struct MarginRecord {
  std::string cell = "*";
  std::string metric;  // "iops"
  Fraction margin;
};

// How a campaign starts. `id`s of arms and cells are ignored: begin_campaign gives them.
struct NewCampaign {
  Uuid uuid = Uuid::random();
  std::string name;
  std::string question;
  std::string toml;         // the file's text as read, overrides applied
  std::string tag;          // may be empty
  std::string baseline;     // an arm's name
  std::string accelerator;  // as it was decided: "kvm", "tcg,thread=single", "tcg,thread=multi"
  std::string ringside_version;
  OptionMap fio;  // options common to all cells
  std::uint64_t seed = 0;
  int blocks = 0;  // planned
  int runs = 1;    // per cell and boot
  WallTime started{};
  EnvironmentId host;
  std::string runner;           // the process that measures, as host::this_process() names it
  std::vector<ArmRecord> arms;  // in the file's order; `position` is set from it
  std::vector<Cell> cells;      // in the matrix's order
  std::vector<MarginRecord> margins;
};

struct CampaignRecord {
  CampaignRow id;
  Uuid uuid;
  std::string name;
  std::string question;
  std::string toml;
  std::string tag;
  std::string baseline;
  std::string accelerator;
  std::string ringside_version;
  OptionMap fio;
  CampaignStatus status = CampaignStatus::running;
  std::uint64_t seed = 0;
  int blocks = 0;
  int runs = 1;
  WallTime started{};
  std::optional<WallTime> ended;
  EnvironmentId host;
  std::string runner;  // the process that measures or did so last; may be empty
  std::vector<MarginRecord> margins;
};

// One line of `ringside list`.
struct CampaignSummary {
  CampaignRow id;
  Uuid uuid;
  std::string name;
  std::string question;
  std::string tag;
  std::string accelerator;
  std::string host_name;
  CampaignStatus status = CampaignStatus::running;
  WallTime started{};
  std::optional<WallTime> ended;
  int arms = 0;
  int cells = 0;
  int planned_blocks = 0;
  int complete_blocks = 0;        // block numbers with a complete attempt
  std::int64_t measurements = 0;  // all attempts, the mechanism pass included
  std::int64_t invalid = 0;       // of them
};

// Empty fields do not filter. Newest first. (Initializers, so that a filter can name the fields it needs only.)
struct CampaignFilter {
  std::string name = {};
  std::string tag = {};
  std::optional<CampaignStatus> status = {};
  std::optional<int> limit = {};
};

// One attempt at a block.
struct BlockRecord {
  BlockId id;
  int number = 1;   // 1 .. design.blocks
  int attempt = 1;  // from 1
  BlockStatus status = BlockStatus::running;
  std::string reason;                   // why it is not complete
  std::vector<std::string> arm_order;   // names, as measured
  std::vector<std::string> cell_order;  // keys, as measured
  WallTime started{};
  std::optional<WallTime> ended;
};

// What is known when QEMU starts.
struct NewBoot {
  std::vector<std::string> argv;  // QEMU's
  std::string accelerator;        // "kvm", "tcg,thread=single", "tcg,thread=multi"
  WallTime started{};
};

// What is known when it ended.
struct BootEnd {
  BootStatus status = BootStatus::finished;
  Nanoseconds boot_time{0};    // QEMU's start to the agent's hello; 0 if it never came
  std::string kernel_release;  // empty if unknown
  EnvironmentId guest;         // 0 if the guest said nothing
  std::string incident;        // panic, oops, WARN, timeout; empty if all went well
  std::string console;
  WallTime ended{};
};

struct BootRecord {
  BootId id;
  BlockId block;
  int number = 1;  // within the block's attempt, from 1
  BootStatus status = BootStatus::running;
  std::string accelerator;
  std::string kernel_release;
  Nanoseconds boot_time{0};
  EnvironmentId guest;
  std::string incident;
  WallTime started{};
  std::optional<WallTime> ended;
  std::vector<std::string> argv;  // empty in lists
  std::string console;            // empty in lists
};

// At least one of campaign and cell must be given (a cell alone: its history over all campaigns).
struct MeasurementFilter {
  std::optional<CampaignRow> campaign = {};
  std::optional<ArmId> arm = {};
  std::optional<CellId> cell = {};
  std::optional<BlockId> block = {};
  std::optional<MeasurementStatus> status = {};
};

// What to read besides the rows and fio's sums, which are always there.
struct MeasurementParts {
  bool remarks = true;     // treatment checks and warnings
  bool latency = false;    // the latency bins
  bool disks = false;      // disk treatments
  bool samples = false;    // fio's IOPS log
  bool raw = false;        // fio's own JSON
  bool mechanism = false;  // what probes counted, where they ran
};

// One valid measurement of a cell's history, one direction of it.
struct HistoryRow {
  ArmId arm;
  int block = 1;    // number
  int attempt = 1;  // of the block; several of one block may be complete, the last one counts
  int run = 1;
  DirectionResult sums;  // direction, ios, runtime and the latency's count, mean and deviation; nothing else
};

struct HistoryArm {
  ArmId id;
  std::string name;
  std::string sha256;
  std::string build_id;
};

// One campaign of a cell's history.
struct HistoryCampaign {
  CampaignRow id;
  Uuid uuid;
  std::string name;
  std::string accelerator;
  CampaignStatus status = CampaignStatus::running;
  WallTime started{};
  std::string host_name;
  std::string host_identity;
  std::vector<std::string> kernels;  // releases that booted, sorted
  std::vector<HistoryArm> arms;      // by position
  std::vector<HistoryRow> rows;      // by arm, block, attempt, run
};

// Whose path was counted.
struct PathKey {
  BlockId block;
  ArmId arm;
  CellId cell;
  auto operator<=>(const PathKey&) const = default;
};

struct PathRecord {
  PathKey key;
  int block = 1;  // its number
  PathProfile profile;
};

// What `--resume` needs.
struct ResumePoint {
  std::vector<int> complete_blocks;  // numbers with a complete attempt, rising
  std::map<int, int> next_attempts;  // by block number, for those that were begun; others start at 1
};

}  // namespace ringside::store
