// SPDX-License-Identifier: GPL-3.0-or-later
// `ringside list`: the campaigns in the database.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "cli/command.h"
#include "cli/database.h"
#include "cli/output_format.h"
#include "cli/print.h"
#include "report/campaign_list.h"

namespace ringside::cli {
namespace {

struct ListOptions {
  std::string name;
  std::string tag;
  int limit = 0;
  OutputFormat format = OutputFormat::table;
};

Result<std::vector<store::CampaignSummary>> read(const ListOptions& options, const GlobalOptions& global) {
  const auto path = database_path(global);
  std::error_code error;
  // Before the first run there is no database, and that is nothing wrong, unless one was named.
  if (global.database.empty() && !std::filesystem::exists(path, error) && !error) {
    return std::vector<store::CampaignSummary>{};
  }
  const auto store = open_results(global);
  if (!store) return std::unexpected(store.error());
  store::CampaignFilter filter;
  filter.name = options.name;
  filter.tag = options.tag;
  if (options.limit > 0) filter.limit = options.limit;
  return store->campaigns(filter);
}

Result<int> list(const ListOptions& options, const Invocation& invocation) {
  const auto campaigns = read(options, invocation.global);
  if (!campaigns) return std::unexpected(campaigns.error());
  if (campaigns->empty() && options.format == OutputFormat::table) {
    const bool filtered = !options.name.empty() || !options.tag.empty();
    invocation.console.remark(filtered ? std::string("no campaign fits")
                                       : fmt::format("no campaigns in {} yet; `ringside run FILE` makes one",
                                                     database_path(invocation.global).string()));
    return 0;
  }
  print_table(report::campaign_list(*campaigns), options.format, "ringside.list/1", "campaigns", invocation.console);
  return 0;
}

}  // namespace

Command add_list(CLI::App& root) {
  auto options = std::make_shared<ListOptions>();
  auto* command = root.add_subcommand("list", "The campaigns in the database, newest first");
  command->add_option("--name", options->name, "Only campaigns of this name")->type_name("NAME");
  command->add_option("--tag", options->tag, "Only campaigns with this tag")->type_name("TAG");
  command->add_option("--limit", options->limit, "At most so many")->type_name("N")->check(CLI::PositiveNumber);
  add_format(*command, options->format);
  command->footer(
      "Examples:\n"
      "  ringside list\n"
      "  ringside list --name poll-split --limit 5 --format csv");
  return {command, [options](const Invocation& invocation) { return list(*options, invocation); }};
}

}  // namespace ringside::cli
