// SPDX-License-Identifier: GPL-3.0-or-later
// For programs that launch Ringside: an object per event and line.
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "cli/progress.h"
#include "core/units.h"

namespace ringside::cli {
namespace {

using Json = nlohmann::ordered_json;

double seconds(Nanoseconds duration) {
  return std::chrono::duration<double>(duration).count();
}

struct Fields {
  Json operator()(const engine::CampaignStarted& e) const {
    return {{"event", "campaign_started"},
            {"campaign", e.campaign.to_text()},
            {"name", e.name},
            {"blocks", e.blocks},
            {"blocks_done", e.blocks_done},
            {"measurements", e.measurements},
            {"remaining_s", seconds(e.estimate)}};
  }
  Json operator()(const engine::BootStarted& e) const {
    return {{"event", "boot_started"}, {"block", e.block}, {"kernel", e.kernel}, {"accelerator", e.accel}};
  }
  Json operator()(const engine::BootReady& e) const {
    return {{"event", "boot_ready"}, {"block", e.block}, {"took_s", seconds(e.took)}};
  }
  Json operator()(const engine::ArmReady& e) const {
    return {{"event", "arm_ready"},
            {"block", e.block},
            {"arm", e.arm},
            {"took_s", seconds(e.took)},
            {"warnings", e.warnings}};
  }
  Json operator()(const engine::CellStarted& e) const {
    return {{"event", "cell_started"}, {"block", e.block}, {"arm", e.arm},
            {"cell", e.cell},          {"run", e.run},     {"expected_s", seconds(e.expected)}};
  }
  Json operator()(const engine::CellDone& e) const {
    return {{"event", "cell_done"},
            {"block", e.block},
            {"arm", e.arm},
            {"cell", e.cell},
            {"status", to_text(e.status)},
            {"reason", e.reason.empty() ? Json(nullptr) : Json(e.reason)},
            {"iops", e.iops > 0 ? Json(e.iops) : Json(nullptr)},
            {"done", e.done},
            {"total", e.total},
            {"remaining_s", seconds(e.remaining)}};
  }
  Json operator()(const engine::BlockBroken& e) const {
    return {{"event", "block_broken"},
            {"block", e.block},
            {"attempt", e.attempt},
            {"reason", e.reason},
            {"repeated", e.repeated}};
  }
  Json operator()(const engine::BlockDone& e) const {
    return {{"event", "block_done"}, {"block", e.block}, {"blocks", e.blocks}};
  }
  Json operator()(const engine::Notice& e) const { return {{"event", "notice"}, {"text", e.text}}; }
  Json operator()(const engine::CampaignEnded& e) const {
    return {{"event", "campaign_ended"}, {"campaign", e.campaign.to_text()}, {"status", e.status}};
  }
};

class JsonlProgress final : public ProgressDisplay {
 public:
  explicit JsonlProgress(ProgressSurroundings surroundings) : m_surroundings(std::move(surroundings)) {}

  void show(const engine::Event& event) override {
    const auto now = std::chrono::floor<std::chrono::milliseconds>(m_surroundings.now());
    Json line{{"schema", "ringside.progress/1"}, {"time", to_text(now)}};
    line.update(std::visit(Fields{}, event));
    m_surroundings.write(line.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n');
  }

  void say(std::string_view line) override { show(engine::Notice{std::string(line)}); }

 private:
  ProgressSurroundings m_surroundings;
};

}  // namespace

std::unique_ptr<ProgressDisplay> jsonl_progress(ProgressSurroundings surroundings) {
  return std::make_unique<JsonlProgress>(std::move(surroundings));
}

}  // namespace ringside::cli
