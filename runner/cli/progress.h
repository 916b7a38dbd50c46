// SPDX-License-Identifier: GPL-3.0-or-later
// How a running campaign is shown. Everything is written when an event comes and at no other time: the host must be
// quiet while fio runs in the guest, so there is no clock that ticks.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string_view>

#include "engine/event.h"

namespace ringside::cli {

enum class ProgressKind { automatic, plain, jsonl, none };

class ProgressDisplay {
 public:
  virtual ~ProgressDisplay() = default;
  virtual void show(const engine::Event& event) = 0;
  // A line that a person should read, between two events. May come from another thread than the events.
  virtual void say(std::string_view line) = 0;
};

// Where a display writes to, and the time it goes by: for tests, these are not the real ones.
struct ProgressSurroundings {
  std::function<void(std::string_view)> write;
  std::function<std::chrono::system_clock::time_point()> now = std::chrono::system_clock::now;
  std::size_t width = 0;  // of the terminal; 0: unknown
  bool colour = false;
  bool verbose = false;
};

// One line, redrawn at most ten times a second; notices and trouble stay above it.
[[nodiscard]] std::unique_ptr<ProgressDisplay> line_progress(ProgressSurroundings surroundings);
// A line per measurement.
[[nodiscard]] std::unique_ptr<ProgressDisplay> plain_progress(ProgressSurroundings surroundings);
// A JSON object per line, "ringside.progress/1", described in docs/json.md.
[[nodiscard]] std::unique_ptr<ProgressDisplay> jsonl_progress(ProgressSurroundings surroundings);
[[nodiscard]] std::unique_ptr<ProgressDisplay> no_progress();

// Passes on to `inner`, one call at a time.
[[nodiscard]] std::unique_ptr<ProgressDisplay> synchronised(std::unique_ptr<ProgressDisplay> inner);

}  // namespace ringside::cli
