// SPDX-License-Identifier: GPL-3.0-or-later
// For a terminal: one line with a bar, what is going on, and the time of day at which it will be over. A count-down
// would have to tick while fio runs, and a host that wakes up disturbs what it measures.
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

#include "cli/progress.h"
#include "cli/progress_words.h"
#include "report/figures.h"
#include "report/text_table.h"
#include "report/text_width.h"

namespace ringside::cli {
namespace {

using Clock = std::chrono::system_clock;

constexpr auto k_shortest_pause = std::chrono::milliseconds(100);
constexpr std::size_t k_bar_width = 20;
constexpr std::size_t k_assumed_width = 80;

class LineProgress final : public ProgressDisplay {
 public:
  explicit LineProgress(ProgressSurroundings surroundings) : m_surroundings(std::move(surroundings)) {}
  LineProgress(const LineProgress&) = delete;
  LineProgress& operator=(const LineProgress&) = delete;
  ~LineProgress() override { erase(); }

  void show(const engine::Event& event) override {
    std::visit([this](const auto& known) { take(known); }, event);
    if (const auto line = lasting_line(event, m_surroundings.verbose)) say(*line);
    // Only what is followed by a wait is drawn at once; the rest is part of the next drawing.
    if (std::holds_alternative<engine::BootStarted>(event) || std::holds_alternative<engine::CellStarted>(event) ||
        std::holds_alternative<engine::BootReady>(event)) {
      draw();
    }
    if (std::holds_alternative<engine::CampaignEnded>(event)) erase();
  }

  void say(std::string_view line) override {
    const bool drawn = m_drawn;
    erase();
    m_surroundings.write(report::printable(line) + '\n');
    if (drawn) redraw();
  }

 private:
  void take(const engine::CampaignStarted& event) {
    m_total = event.measurements;
    m_blocks = event.blocks;
    m_end = m_surroundings.now() + std::chrono::duration_cast<Clock::duration>(event.estimate);
  }
  void take(const engine::BootStarted& event) {
    m_block = event.block;
    m_what = fmt::format("booting {} ({})", event.kernel, event.accel);
  }
  void take(const engine::BootReady&) { m_what = "booted"; }
  void take(const engine::ArmReady& event) { m_what = event.arm; }
  void take(const engine::CellStarted& event) {
    m_block = event.block;
    m_what = measurement_words(event.cell, event.arm);
  }
  void take(const engine::CellDone& event) {
    m_done = event.done;
    m_total = event.total;
    m_end = m_surroundings.now() + std::chrono::duration_cast<Clock::duration>(event.remaining);
  }
  void take(const engine::BlockBroken&) {}
  void take(const engine::BlockDone&) {}
  void take(const engine::Notice&) {}
  void take(const engine::CampaignEnded&) {}

  [[nodiscard]] std::string bar() const {
    const std::size_t full = m_total == 0 ? 0 : std::min(k_bar_width, k_bar_width * m_done / m_total);
    std::string text;
    for (std::size_t i = 0; i < k_bar_width; ++i) text += i < full ? "█" : "░";
    return text;
  }

  [[nodiscard]] std::string text() const {
    const std::size_t percent = m_total == 0 ? 0 : std::min<std::size_t>(100, 100 * m_done / m_total);
    const auto end = fmt::localtime(Clock::to_time_t(m_end));
    return fmt::format("{} {:>3}%  done at {:%H:%M:%S}  block {}/{}  {}", bar(), percent, end, m_block, m_blocks,
                       report::printable(m_what));
  }

  void draw() {
    const auto now = m_surroundings.now();
    if (m_drawn && now - m_last < k_shortest_pause && now >= m_last) return;
    m_last = now;
    redraw();
  }

  void redraw() {
    const std::size_t width = m_surroundings.width == 0 ? k_assumed_width : m_surroundings.width;
    // One column stays free: some terminals wrap when the last one is written.
    m_surroundings.write("\r" + report::shortened(text(), width - 1) + "\033[K");
    m_drawn = true;
  }

  void erase() {
    if (!std::exchange(m_drawn, false)) return;
    m_surroundings.write("\r\033[K");
  }

  ProgressSurroundings m_surroundings;
  std::size_t m_done = 0;
  std::size_t m_total = 0;
  int m_block = 0;
  int m_blocks = 0;
  std::string m_what;
  Clock::time_point m_end;
  Clock::time_point m_last;
  bool m_drawn = false;
};

}  // namespace

std::unique_ptr<ProgressDisplay> line_progress(ProgressSurroundings surroundings) {
  return std::make_unique<LineProgress>(std::move(surroundings));
}

}  // namespace ringside::cli
