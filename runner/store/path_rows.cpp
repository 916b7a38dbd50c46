// SPDX-License-Identifier: GPL-3.0-or-later
// Path profiles of the exact lane: their rows, in and out.
#include <SQLiteCpp/SQLiteCpp.h>

#include "store/connection.h"
#include "store/guard.h"
#include "store/row.h"
#include "store/store.h"

namespace ringside::store {
namespace {

void insert_function(Connection& connection, const PathKey& key, std::int64_t ios, const FunctionPath& path) {
  run(connection.prepared("INSERT INTO path_length (block_id, arm_id, cell_id, module, function, instructions, calls, "
                          "ios) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"),
      key.block, key.arm, key.cell, path.module, path.function, path.instructions(), path.calls, ios);
  auto& insert = connection.prepared(
      "INSERT INTO path_stretch (block_id, arm_id, cell_id, module, function, offset, "
      "instructions, executions) VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
  for (const PathStretch& stretch : path.stretches) {
    insert.reset();
    run(insert, key.block, key.arm, key.cell, path.module, path.function, stretch.offset, stretch.instructions,
        stretch.executions);
  }
}

// The functions of one profile, without their stretches.
template <typename Statement>
PathProfile functions_of(Statement& rows) {
  PathProfile profile;
  while (rows.executeStep()) {
    Row row(rows);
    FunctionPath path;
    path.module = row.text();
    path.function = row.text();
    path.calls = row.integer();
    profile.ios = row.integer();
    profile.functions.push_back(std::move(path));
  }
  return profile;
}

// Both lists are in the order of module and function.
template <typename Statement>
void add_stretches(Statement& rows, PathProfile& profile) {
  auto at = profile.functions.begin();
  while (rows.executeStep()) {
    Row row(rows);
    const std::string module = row.text();
    const std::string function = row.text();
    while (at != profile.functions.end() && (at->module != module || at->function != function)) ++at;
    if (at == profile.functions.end()) return;
    PathStretch stretch;
    stretch.offset = static_cast<std::uint32_t>(row.integer());
    stretch.instructions = static_cast<std::uint32_t>(row.integer());
    stretch.executions = row.integer();
    at->stretches.push_back(stretch);
  }
}

PathProfile read_profile(const Connection& connection, const PathKey& key) {
  auto functions = connection.query(
      "SELECT module, function, calls, ios FROM path_length WHERE block_id = ? AND arm_id = ? AND cell_id = ? "
      "ORDER BY module, function");
  bind_all(functions, key.block, key.arm, key.cell);
  PathProfile profile = functions_of(functions);
  auto stretches = connection.query(
      "SELECT module, function, offset, instructions, executions FROM path_stretch "
      "WHERE block_id = ? AND arm_id = ? AND cell_id = ? ORDER BY module, function, offset");
  bind_all(stretches, key.block, key.arm, key.cell);
  add_stretches(stretches, profile);
  return profile;
}

}  // namespace

Result<void> Store::insert_path_profile(const PathKey& key, const PathProfile& profile) {
  return guarded(path(), [&]() -> Result<void> {
    SQLite::Transaction transaction(*m_connection->database, SQLite::TransactionBehavior::IMMEDIATE);
    for (const FunctionPath& function : profile.functions) {
      insert_function(*m_connection, key, profile.ios, function);
    }
    transaction.commit();
    return {};
  });
}

Result<std::vector<PathRecord>> Store::path_profiles(CampaignRow campaign) const {
  return guarded(path(), [&]() -> Result<std::vector<PathRecord>> {
    auto keys = m_connection->query(
        "SELECT DISTINCT block.id, block.number, path_length.arm_id, path_length.cell_id FROM block "
        "JOIN path_length ON path_length.block_id = block.id JOIN arm ON arm.id = path_length.arm_id "
        "WHERE block.campaign_id = ?1 AND block.status = 'complete' AND block.attempt = "
        "(SELECT MAX(other.attempt) FROM block AS other WHERE other.campaign_id = ?1 AND other.number = block.number "
        "AND other.status = 'complete') ORDER BY block.number, arm.position, path_length.cell_id");
    bind_all(keys, campaign);
    std::vector<PathRecord> records;
    while (keys.executeStep()) {
      Row row(keys);
      PathRecord record;
      record.key.block = row.template id<BlockId>();
      record.block = row.small();
      record.key.arm = row.template id<ArmId>();
      record.key.cell = row.template id<CellId>();
      record.profile = read_profile(*m_connection, record.key);
      records.push_back(std::move(record));
    }
    return records;
  });
}

}  // namespace ringside::store
