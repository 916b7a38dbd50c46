// SPDX-License-Identifier: GPL-3.0-or-later
// `ringside show`: one campaign, down to the raw output of a single fio run.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "analysis/arm_summary.h"
#include "analysis/path_lengths.h"
#include "cli/command.h"
#include "cli/database.h"
#include "cli/output_format.h"
#include "cli/print.h"
#include "report/path_document.h"
#include "report/stored_lists.h"
#include "report/text_width.h"

namespace ringside::cli {
namespace {

struct ShowOptions {
  std::string address;
  bool measurements = false;
  bool boots = false;
  bool toml = false;
  std::int64_t raw = 0;
  std::int64_t console = 0;
  OutputFormat format = OutputFormat::table;
};

Result<int> show_measurements(const store::Store& store, CampaignRow campaign, OutputFormat format, Console& console) {
  store::MeasurementFilter filter;
  filter.campaign = campaign;
  const auto measurements = store.measurements(filter);
  if (!measurements) return std::unexpected(measurements.error());
  const auto blocks = store.blocks(campaign);
  if (!blocks) return std::unexpected(blocks.error());
  const auto arms = store.arms(campaign);
  if (!arms) return std::unexpected(arms.error());
  const auto cells = store.cells(campaign);
  if (!cells) return std::unexpected(cells.error());
  print_table(report::measurement_list(*measurements, *blocks, *arms, *cells), format, "ringside.measurements/1",
              "measurements", console);
  return 0;
}

Result<int> show_boots(const store::Store& store, CampaignRow campaign, OutputFormat format, Console& console) {
  const auto boots = store.boots(campaign);
  if (!boots) return std::unexpected(boots.error());
  const auto blocks = store.blocks(campaign);
  if (!blocks) return std::unexpected(blocks.error());
  print_table(report::boot_list(*boots, *blocks), format, "ringside.boots/1", "boots", console);
  return 0;
}

Result<int> show_raw(const store::Store& store, std::int64_t number, Console& console) {
  const auto measurement = store.measurement(MeasurementId{number});
  if (!measurement) return std::unexpected(measurement.error());
  if (measurement->fio_json.empty()) {
    return fail(ErrorCode::not_found, fmt::format("measurement {} has no output of fio", number), measurement->reason);
  }
  console.out(measurement->fio_json);
  if (!measurement->fio_json.ends_with('\n')) console.out("\n");
  return 0;
}

Result<int> show_console(const store::Store& store, std::int64_t number, Console& console) {
  const auto boot = store.boot(BootId{number});
  if (!boot) return std::unexpected(boot.error());
  std::string text = boot->console;
  std::erase(text, '\r');
  // A guest may write what it likes; a terminal must not obey it.
  console.out(report::printable(text));
  if (!text.ends_with('\n')) console.out("\n");
  return 0;
}

// Below the figures, where the campaign was counted. In other formats `ringside pathlen --stored` has them.
Result<int> show_path_lengths(const store::Store& store, CampaignRow campaign, Console& console) {
  const auto lengths = analysis::path_lengths(store, campaign);
  if (!lengths) return std::unexpected(lengths.error());
  if (!lengths->empty()) console.out("\n" + report::to_text(report::path_document(*lengths, {}), console.out_style()));
  return 0;
}

Result<int> show(const ShowOptions& options, const Invocation& invocation) {
  const auto store = open_results(invocation.global);
  if (!store) return std::unexpected(store.error());
  Console& console = invocation.console;
  if (options.raw > 0) return show_raw(*store, options.raw, console);
  if (options.console > 0) return show_console(*store, options.console, console);
  const auto campaign = store->find_campaign(options.address);
  if (!campaign) return std::unexpected(campaign.error());
  if (options.measurements) return show_measurements(*store, *campaign, options.format, console);
  if (options.boots) return show_boots(*store, *campaign, options.format, console);
  if (options.toml) {
    const auto record = store->campaign(*campaign);
    if (!record) return std::unexpected(record.error());
    console.out(record->toml);
    return 0;
  }
  const auto detail = analysis::summarise_campaign(*store, *campaign);
  if (!detail) return std::unexpected(detail.error());
  const auto mechanism = analysis::load_mechanism(*store, *campaign);
  if (!mechanism) return std::unexpected(mechanism.error());
  print_campaign(*detail, *mechanism, options.format, console);
  return options.format == OutputFormat::table ? show_path_lengths(*store, *campaign, console) : 0;
}

}  // namespace

Command add_show(CLI::App& root) {
  auto options = std::make_shared<ShowOptions>();
  auto* command = root.add_subcommand("show", "One campaign: what was measured where, arm by arm");
  command->add_option("ID", options->address,
                      "Campaign: beginning of its id, name, name~1 (the one before), tag; default: the latest");
  auto* what = command->add_option_group("What to show instead of the figures");
  what->add_flag("--measurements", options->measurements, "Every fio run, with its number");
  what->add_flag("--boots", options->boots, "Every boot, with its number");
  what->add_flag("--toml", options->toml, "The campaign file as it was read");
  what->add_option("--raw", options->raw, "fio's own JSON of measurement N")
      ->type_name("N")
      ->check(CLI::PositiveNumber);
  what->add_option("--console", options->console, "The guest's console of boot N")
      ->type_name("N")
      ->check(CLI::PositiveNumber);
  what->require_option(0, 1);
  add_format(*command, options->format);
  command->footer(
      "Examples:\n"
      "  ringside show\n"
      "  ringside show poll-split~1 --format json\n"
      "  ringside show 1a2b3c4d --measurements\n"
      "  ringside show --raw 17");
  return {command, [options](const Invocation& invocation) { return show(*options, invocation); }};
}

}  // namespace ringside::cli
