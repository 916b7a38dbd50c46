// SPDX-License-Identifier: GPL-3.0-or-later
// What all commands that measure have in common: the progress display and Ctrl-C, over one or several campaigns.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "core/result.h"
#include "engine/run.h"

namespace CLI {
class App;
}

namespace ringside::cli {

inline constexpr const char* k_default_qemu = "qemu-system-x86_64";

// Must be made before any other thread, see cli/interrupt.h.
class Measuring {
 public:
  Measuring(ProgressKind kind, Console& console);

  // `also` hears every event besides the display.
  [[nodiscard]] Result<engine::RunOutcome> run(engine::RunRequest request, const engine::Observer& also = {});
  // A line for a person, above the progress.
  void say(std::string_view line) { m_display->say(line); }
  [[nodiscard]] bool stopped() const { return m_interrupt.token().stop_requested(); }

 private:
  void told(Interrupt::Request asked);

  Console& m_console;
  std::unique_ptr<ProgressDisplay> m_display;
  Interrupt m_interrupt;
};

// --progress, --qemu and --set as every such command has them.
void add_progress(CLI::App& command, ProgressKind& kind);
void add_qemu(CLI::App& command, std::string& qemu);
void add_overrides(CLI::App& command, std::vector<std::string>& overrides);

}  // namespace ringside::cli
