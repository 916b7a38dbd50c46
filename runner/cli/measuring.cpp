// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/measuring.h"

#include <CLI/CLI.hpp>
#include <utility>

#include "cli/choice.h"
#include "host/paths.h"

namespace ringside::cli {
namespace {

std::unique_ptr<ProgressDisplay> display_for(ProgressKind kind, Console& console) {
  ProgressSurroundings around;
  around.write = [&console](std::string_view text) { console.err(text); };
  around.width = console.err_style().width;
  around.colour = console.err_style().colour;
  around.verbose = console.verbose();
  if (kind == ProgressKind::automatic) {
    if (console.quiet()) return no_progress();
    if (console.err_is_terminal()) return line_progress(std::move(around));
    return plain_progress(std::move(around));
  }
  if (kind == ProgressKind::plain) return plain_progress(std::move(around));
  if (kind == ProgressKind::none) return no_progress();
  around.write = [&console](std::string_view text) { console.out(text); };
  return jsonl_progress(std::move(around));
}

}  // namespace

Measuring::Measuring(ProgressKind kind, Console& console)
    : m_console(console),
      m_display(synchronised(display_for(kind, console))),
      m_interrupt([this](Interrupt::Request asked) { told(asked); }) {}

void Measuring::told(Interrupt::Request asked) {
  if (asked == Interrupt::Request::stop) {
    m_display->say("stopping after the current measurement; interrupt again to end at once");
  } else {
    // Not through the display: the thread that it may be waiting for is the one to be ended.
    m_console.err("\nringside: ended; every finished measurement is stored\n");
  }
}

Result<engine::RunOutcome> Measuring::run(engine::RunRequest request, const engine::Observer& also) {
  host::sweep_runtime_folders();
  request.stop = m_interrupt.token();
  return engine::run(request, [&](const engine::Event& event) {
    if (also) also(event);
    m_display->show(event);
  });
}

void add_progress(CLI::App& command, ProgressKind& kind) {
  // In the order of the enumerators.
  add_choice(
      command, "--progress", {"auto", "plain", "jsonl", "none"},
      [&kind](std::size_t place) { kind = static_cast<ProgressKind>(place); },
      "auto (default: a line on a terminal, else plain), plain, jsonl (on standard output, in place of the table) or "
      "none")
      ->type_name("KIND");
}

void add_qemu(CLI::App& command, std::string& qemu) {
  command.add_option("--qemu", qemu, "QEMU to boot guests with")->type_name("PATH")->capture_default_str();
}

void add_overrides(CLI::App& command, std::vector<std::string>& overrides) {
  auto* set = command.add_option("--set", overrides, "Override a key of the file, e.g. guest.vcpus=2; repeatable");
  set->type_name("KEY=VALUE")->take_all()->allow_extra_args(false);
}

}  // namespace ringside::cli
