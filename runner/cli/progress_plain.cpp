// SPDX-License-Identifier: GPL-3.0-or-later
// For logs and pipes: whole lines, in order, nothing redrawn.
#include <fmt/format.h>

#include <string>
#include <utility>

#include "cli/progress.h"
#include "cli/progress_words.h"
#include "report/figures.h"
#include "report/text_width.h"

namespace ringside::cli {
namespace {

class PlainProgress final : public ProgressDisplay {
 public:
  explicit PlainProgress(ProgressSurroundings surroundings) : m_surroundings(std::move(surroundings)) {}

  void show(const engine::Event& event) override {
    if (const auto line = lasting_line(event, m_surroundings.verbose)) say(*line);
    if (const auto* done = std::get_if<engine::CellDone>(&event); done != nullptr) say_done(*done);
    if (const auto* block = std::get_if<engine::BlockDone>(&event); block != nullptr) {
      say(fmt::format("block {} of {} done", block->block, block->blocks));
    }
  }

  void say(std::string_view line) override { m_surroundings.write(report::printable(line) + '\n'); }

 private:
  void say_done(const engine::CellDone& done) {
    if (done.status != MeasurementStatus::valid) return;  // told as trouble
    say(fmt::format("{}/{} block {}: {}: {} IOPS; about {} left", done.done, done.total, done.block,
                    measurement_words(done.cell, done.arm), report::si_text(done.iops),
                    report::waiting_text(done.remaining)));
  }

  ProgressSurroundings m_surroundings;
};

}  // namespace

std::unique_ptr<ProgressDisplay> plain_progress(ProgressSurroundings surroundings) {
  return std::make_unique<PlainProgress>(std::move(surroundings));
}

}  // namespace ringside::cli
