// SPDX-License-Identifier: GPL-3.0-or-later
// The results database: the only place that knows SQL. The schema is in results-schema/, its story in
// docs/database.md.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "store/gate_records.h"
#include "store/records.h"

namespace ringside::store {

struct Connection;

struct StoredPlan {
  CampaignRow campaign;
  std::vector<ArmId> arms;    // in the order given
  std::vector<CellId> cells;  // in the order given
};

// An open store. Every write is one transaction: after a crash or SIGKILL at any point the file opens and holds
// everything whose call had returned. One Store per thread; several processes may use one file (a writer waits up
// to ten seconds for another, readers never wait).
//
// Errors of all members, besides those named: infrastructure (locked, disk full, I/O error, damaged file), each
// with what to do.
class Store {
 public:
  // Opens for writing; creates the file and its parent folders, migrates an older schema after a backup copy
  // FILE.backup-vN. Fails (usage) on a file that is no Ringside store, (unsupported) on a schema newer than this
  // program or a network file system, (infrastructure) where the place cannot be written.
  [[nodiscard]] static Result<Store> open(const std::filesystem::path& path);
  // Opens an existing store that this object will never write to. An older schema is migrated first, as open() does;
  // where that cannot be, it fails as open() does. Fails (not_found) without a file or with an empty one.
  [[nodiscard]] static Result<Store> open_read_only(const std::filesystem::path& path);

  Store(Store&&) noexcept;
  Store& operator=(Store&&) noexcept;
  ~Store();

  [[nodiscard]] const std::filesystem::path& path() const;
  // Number of migrations applied.
  [[nodiscard]] int schema_version() const;

  // --- writing -------------------------------------------------------------------------------------------

  [[nodiscard]] Result<EnvironmentId> add_environment(const Environment& environment);

  // Stores the campaign with its arms and cells; status running. Fails (usage) on a repeated UUID or arm name.
  [[nodiscard]] Result<StoredPlan> begin_campaign(const NewCampaign& campaign);
  // Once the driver is loaded: its build id, and the arm's SHA-256 with it.
  [[nodiscard]] Result<void> set_arm_driver(ArmId arm, std::string_view build_id, std::string_view sha256);
  // Replaces the arm's facts.
  [[nodiscard]] Result<void> set_arm_facts(ArmId arm, const std::map<std::string, std::string>& facts);
  [[nodiscard]] Result<void> finish_campaign(CampaignRow campaign, CampaignStatus status, WallTime ended);
  // Several campaigns may carry one tag: the latest is meant by it. Empty removes it.
  [[nodiscard]] Result<void> set_tag(CampaignRow campaign, std::string_view tag);

  // Number, attempt, orders and start are taken from `block`; its status is running then.
  // Fails (usage) if this attempt exists.
  [[nodiscard]] Result<BlockId> begin_block(CampaignRow campaign, const BlockRecord& block);
  [[nodiscard]] Result<void> end_block(BlockId block, BlockStatus status, std::string_view reason, WallTime ended);

  [[nodiscard]] Result<BootId> begin_boot(BlockId block, const NewBoot& boot);
  [[nodiscard]] Result<void> end_boot(BootId boot, const BootEnd& end);

  // `id` is ignored. Fails (usage) if block, boot, arm or cell do not belong together, the attempt is not the
  // block's, or this (block, arm, cell, run, probed) is stored already.
  [[nodiscard]] Result<MeasurementId> insert_measurement(const Measurement& measurement);
  // All of them or none, in one transaction (imports).
  [[nodiscard]] Result<std::vector<MeasurementId>> insert_measurements(std::span<const Measurement> measurements);

  // The exact lane's result for one arm and cell of a block. Fails (usage) if there is one already.
  [[nodiscard]] Result<void> insert_path_profile(const PathKey& key, const PathProfile& profile);

  // Takes up a campaign whose runner has ended: blocks and boots still "running" become interrupted, or complete
  // where every measurement of the block is there and valid; the campaign's status becomes running, its runner
  // `runner`. Fails (usage) where the campaign is running and `still_runs` says so of its present runner.
  [[nodiscard]] Result<ResumePoint> resume_campaign(
      CampaignRow campaign, std::string_view runner = {},
      const std::function<bool(std::string_view)>& still_runs = [](std::string_view) { return false; });

  // What a gate decided; replaces earlier rows of the same candidate, cell, metric and stage. All or none.
  [[nodiscard]] Result<void> store_gate_verdicts(std::span<const GateVerdictRecord> verdicts);
  // Says that `second` measures the cells again that a gate has flagged in `first`.
  [[nodiscard]] Result<void> link_gate_stages(CampaignRow first, CampaignRow second);
  // Replaces an earlier result of the same campaign.
  [[nodiscard]] Result<void> store_aa_result(const AaRecord& result);

  // --- reading -------------------------------------------------------------------------------------------

  [[nodiscard]] Result<std::vector<CampaignSummary>> campaigns(const CampaignFilter& filter = {}) const;
  // Fails (not_found), as do the other readers of one thing.
  [[nodiscard]] Result<CampaignRecord> campaign(CampaignRow campaign) const;
  [[nodiscard]] Result<Environment> environment(EnvironmentId environment) const;
  [[nodiscard]] Result<std::vector<ArmRecord>> arms(CampaignRow campaign) const;      // by position
  [[nodiscard]] Result<std::vector<CellRecord>> cells(CampaignRow campaign) const;    // by position
  [[nodiscard]] Result<std::vector<BlockRecord>> blocks(CampaignRow campaign) const;  // by number and attempt
  [[nodiscard]] Result<std::vector<BootRecord>> boots(CampaignRow campaign) const;    // without argv and console
  [[nodiscard]] Result<BootRecord> boot(BootId boot) const;                           // with them
  // By block number, attempt, arm, cell, run. Fails (usage) on a filter without campaign, cell and block.
  [[nodiscard]] Result<std::vector<Measurement>> measurements(const MeasurementFilter& filter,
                                                              const MeasurementParts& parts = {}) const;
  // Called for each direction once it is read, in the order of the measurements; what `sums` gives away (its bins) is
  // missing in the result.
  using DirectionReader = std::function<void(const Measurement& measurement, DirectionResult& sums)>;
  [[nodiscard]] Result<std::vector<Measurement>> measurements(const MeasurementFilter& filter,
                                                              const MeasurementParts& parts,
                                                              const DirectionReader& reader) const;
  // The campaigns that measured a cell, oldest first, with its valid, unprobed measurements in complete blocks.
  [[nodiscard]] Result<std::vector<HistoryCampaign>> cell_history(CellId cell) const;
  // Of complete blocks, by block number, arm and cell; the last complete attempt of a block.
  [[nodiscard]] Result<std::vector<PathRecord>> path_profiles(CampaignRow campaign) const;
  // With all its parts.
  [[nodiscard]] Result<Measurement> measurement(MeasurementId measurement) const;
  [[nodiscard]] Result<ResumePoint> resume_point(CampaignRow campaign) const;
  // By candidate, cell and metric.
  [[nodiscard]] Result<std::vector<GateVerdictRecord>> gate_verdicts(CampaignRow campaign) const;
  // The campaign that is linked with this one as its second stage, or as its first; the latest of several.
  [[nodiscard]] Result<std::optional<CampaignRow>> second_stage_of(CampaignRow first) const;
  [[nodiscard]] Result<std::optional<CampaignRow>> first_stage_of(CampaignRow second) const;
  // A/A results of a host (by Environment::identity), the latest first.
  [[nodiscard]] Result<std::vector<AaRecord>> aa_results(std::string_view host_identity) const;

  // A campaign as people name it: its name (the latest of that name), a tag (likewise), either with "~N" for the
  // N-th before, or at least four characters of its UUID; in this order. Empty: the latest of all.
  // Fails (not_found) with the nearest name, (usage) where a prefix fits several, listing them.
  [[nodiscard]] Result<CampaignRow> find_campaign(std::string_view address) const;
  struct ArmAddress {
    CampaignRow campaign;
    ArmId arm;
    auto operator<=>(const ArmAddress&) const = default;
  };
  // "[CAMPAIGN:]ARM"; without a campaign the latest one. Fails as above, and (not_found) listing the arms.
  [[nodiscard]] Result<ArmAddress> find_arm(std::string_view address) const;

 private:
  explicit Store(std::unique_ptr<Connection> connection);
  std::unique_ptr<Connection> m_connection;
};

}  // namespace ringside::store
