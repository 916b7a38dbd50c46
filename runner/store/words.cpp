// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/words.h"

#include <initializer_list>

namespace ringside::store {
namespace {

template <typename Value>
std::optional<Value> find(std::initializer_list<Value> values, std::string_view word) {
  for (const Value value : values) {
    if (to_text(value) == word) return value;
  }
  return std::nullopt;
}

// Blocks and boots pass through the same states, with one word of difference.
template <typename Status>
std::string_view progress_text(Status status, Status running, Status interrupted, Status failed,
                               std::string_view done) {
  if (status == running) return "running";
  if (status == interrupted) return "interrupted";
  if (status == failed) return "failed";
  return done;
}

}  // namespace

std::string_view to_text(EnvironmentKind kind) {
  return kind == EnvironmentKind::host ? "host" : "guest";
}

std::string_view to_text(CampaignStatus status) {
  using enum CampaignStatus;
  return progress_text(status, running, interrupted, failed, "finished");
}

std::string_view to_text(BlockStatus status) {
  using enum BlockStatus;
  return progress_text(status, running, interrupted, failed, "complete");
}

std::string_view to_text(BootStatus status) {
  using enum BootStatus;
  return progress_text(status, running, interrupted, failed, "finished");
}

std::optional<EnvironmentKind> environment_kind_of(std::string_view word) {
  return find({EnvironmentKind::host, EnvironmentKind::guest}, word);
}

std::optional<CampaignStatus> campaign_status_of(std::string_view word) {
  using enum CampaignStatus;
  return find({running, finished, interrupted, failed}, word);
}

std::optional<BlockStatus> block_status_of(std::string_view word) {
  using enum BlockStatus;
  return find({running, complete, interrupted, failed}, word);
}

std::optional<BootStatus> boot_status_of(std::string_view word) {
  using enum BootStatus;
  return find({running, finished, interrupted, failed}, word);
}

std::optional<MeasurementStatus> measurement_status_of(std::string_view word) {
  return find({MeasurementStatus::valid, MeasurementStatus::invalid}, word);
}

std::optional<Direction> direction_of(std::string_view word) {
  return find({Direction::read, Direction::write, Direction::trim}, word);
}

std::optional<CheckOutcome> check_outcome_of(std::string_view word) {
  return find({CheckOutcome::passed, CheckOutcome::failed, CheckOutcome::unknown}, word);
}

}  // namespace ringside::store
