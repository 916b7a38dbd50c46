// SPDX-License-Identifier: GPL-3.0-or-later
// `ringside report`: a campaign as one self-contained page.
#include <CLI/CLI.hpp>
#include <memory>

#include "cli/choice.h"
#include "cli/command.h"
#include "cli/console.h"
#include "cli/database.h"
#include "cli/whole_file.h"
#include "replicate/replication_document.h"
#include "report/campaign_page.h"
#include "report/stored_lists.h"

namespace ringside::cli {
namespace {

enum class PageFormat { html, markdown };

struct ReportArguments {
  std::string address;
  std::string output;
  PageFormat format = PageFormat::html;
};

Result<void> add_comparison(const store::Store& store, CampaignRow campaign, report::CampaignPage& page) {
  if (page.detail.arms.size() < 2) return {};
  auto comparison = analysis::compare_campaign(store, campaign);
  if (!comparison) return std::unexpected(std::move(comparison.error()));
  page.comparison = std::move(*comparison);
  return {};
}

Result<void> add_cells(const store::Store& store, CampaignRow campaign, report::CampaignPage& page) {
  const auto cells = store.cells(campaign);
  if (!cells) return std::unexpected(cells.error());
  for (const store::CellRecord& cell : *cells) {
    auto detail = analysis::cell_detail(store, campaign, cell.key);
    if (!detail) return std::unexpected(std::move(detail.error()));
    page.cells.push_back(std::move(*detail));
  }
  store::MeasurementFilter filter;
  filter.campaign = campaign;
  const auto measurements = store.measurements(filter);
  if (!measurements) return std::unexpected(measurements.error());
  const auto blocks = store.blocks(campaign);
  if (!blocks) return std::unexpected(blocks.error());
  const auto arms = store.arms(campaign);
  if (!arms) return std::unexpected(arms.error());
  page.measurements = report::measurement_list(*measurements, *blocks, *arms, *cells);
  return {};
}

Result<report::CampaignPage> load_page(const store::Store& store, CampaignRow campaign) {
  auto detail = analysis::summarise_campaign(store, campaign);
  if (!detail) return std::unexpected(std::move(detail.error()));
  auto mechanism = analysis::load_mechanism(store, campaign);
  if (!mechanism) return std::unexpected(std::move(mechanism.error()));
  report::CampaignPage page;
  page.detail = std::move(*detail);
  page.mechanism = std::move(*mechanism);
  auto replication = replicate::load_replication(store, campaign);
  if (!replication) return std::unexpected(std::move(replication.error()));
  if (*replication) page.replication = replicate::replication_document(std::vector{std::move(**replication)});
  if (auto added = add_comparison(store, campaign, page); !added) return std::unexpected(std::move(added.error()));
  if (auto added = add_cells(store, campaign, page); !added) return std::unexpected(std::move(added.error()));
  return page;
}

Result<int> write_report(const ReportArguments& arguments, const Invocation& invocation) {
  if (!arguments.output.empty()) {
    if (auto writable = check_writable(arguments.output); !writable) return std::unexpected(writable.error());
  }
  const auto store = open_results(invocation.global);
  if (!store) return std::unexpected(store.error());
  const auto campaign = store->find_campaign(arguments.address);
  if (!campaign) return std::unexpected(campaign.error());
  const auto page = load_page(*store, *campaign);
  if (!page) return std::unexpected(page.error());
  const std::string text =
      arguments.format == PageFormat::html ? report::campaign_page(*page) : report::campaign_markdown(*page);
  if (arguments.output.empty()) {
    invocation.console.out(text);
    return 0;
  }
  if (auto written = write_whole(arguments.output, text); !written) return std::unexpected(written.error());
  return 0;
}

}  // namespace

Command add_report(CLI::App& root) {
  auto arguments = std::make_shared<ReportArguments>();
  auto* command = root.add_subcommand("report", "A campaign as one self-contained page");
  command->add_option("ID", arguments->address,
                      "Campaign: beginning of its id, name, name~1 (the one before), tag; default: the latest");
  command->add_option("-o,--output", arguments->output, "Write to this file instead of standard output")
      ->type_name("FILE");
  // In the order of the enumerators.
  add_choice(
      *command, "--format", {"html", "markdown"},
      [arguments](std::size_t place) { arguments->format = static_cast<PageFormat>(place); },
      "html (default): a page with drawings and raw figures; markdown: the tables, for a cover letter")
      ->type_name("FORMAT");
  command->footer(
      "Examples:\n"
      "  ringside report -o quick.html\n"
      "  ringside report poll-split~1 --format markdown");
  return {command, [arguments](const Invocation& invocation) { return write_report(*arguments, invocation); }};
}

}  // namespace ringside::cli
