// SPDX-License-Identifier: GPL-3.0-or-later
// `ringside replicate`: measures published experiments again and sets both figures side by side.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <utility>

#include "cli/command.h"
#include "cli/database.h"
#include "cli/failure.h"
#include "cli/measuring.h"
#include "cli/output_format.h"
#include "cli/print.h"
#include "engine/plan.h"
#include "host/child.h"
#include "host/paths.h"
#include "replicate/experiments.h"
#include "replicate/replication_document.h"
#include "report/campaign_list.h"
#include "report/figures.h"
#include "report/markdown.h"

namespace ringside::cli {
namespace {

namespace fs = std::filesystem;
using replicate::Replication;

struct ReplicateOptions {
  std::string name;
  bool list = false;
  bool quick = false;
  bool dry_run = false;
  bool resume = false;
  bool stored = false;
  std::string folder;
  std::vector<std::string> overrides;
  std::string tag;
  std::string qemu = k_default_qemu;
  ProgressKind progress = ProgressKind::automatic;
  OutputFormat format = OutputFormat::table;
};

struct Experiment {
  fs::path file;
  Campaign campaign;
};

fs::path folder_of(const ReplicateOptions& options) {
  return options.folder.empty() ? host::share_dir() / "campaigns" / "published" : fs::path(options.folder);
}

Result<void> check(const ReplicateOptions& options) {
  if (options.name.empty() && !options.list) {
    return fail(ErrorCode::usage, "ringside replicate: which experiment?",
                "name one, or all; `ringside replicate --list` shows them");
  }
  if (options.progress == ProgressKind::jsonl && options.format != OutputFormat::table) {
    return fail(ErrorCode::usage, "ringside replicate: --progress=jsonl takes the place of --format",
                "`ringside replicate NAME --stored --format json` has the result afterwards");
  }
  return {};
}

Result<std::vector<Experiment>> load_chosen(const ReplicateOptions& options) {
  const auto files = replicate::experiments_in(folder_of(options));
  if (!files) return std::unexpected(files.error());
  const auto chosen = replicate::choose_experiments(*files, options.name.empty() ? "all" : options.name);
  if (!chosen) return std::unexpected(chosen.error());
  std::vector<Experiment> out;
  for (const fs::path& file : *chosen) {
    auto campaign = replicate::load_experiment(file, options.quick, options.overrides);
    if (!campaign) return std::unexpected(std::move(campaign.error()));
    out.push_back({file, std::move(*campaign)});
  }
  return out;
}

// What there is, and how long it takes.
int list(const std::vector<Experiment>& experiments, const ReplicateOptions& options, Console& console) {
  report::Table table;
  table.columns = {{"name", "experiment", report::Align::left},  {"rows", "rows", report::Align::right},
                   {"arms", "arms", report::Align::right},       {"cells", "cells", report::Align::right},
                   {"blocks", "blocks", report::Align::right},   {"estimate_s", "about", report::Align::right},
                   {"question", "question", report::Align::left}};
  Nanoseconds total{0};
  for (const Experiment& experiment : experiments) {
    const auto plan = engine::make_plan(experiment.campaign);
    total += plan.estimate;
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(plan.estimate).count();
    table.rows.push_back({report::field(experiment.file.stem().string()),
                          report::field(static_cast<std::int64_t>(experiment.campaign.published.size())),
                          report::field(static_cast<std::int64_t>(experiment.campaign.arms.size())),
                          report::field(static_cast<std::int64_t>(plan.cells.size())),
                          report::field(std::int64_t{experiment.campaign.design.blocks}),
                          report::field(std::int64_t{seconds}, report::waiting_text(plan.estimate)),
                          report::field(experiment.campaign.question)});
  }
  print_table(table, options.format, "ringside.experiments/1", "experiments", console);
  console.remark(
      fmt::format("about {} in all{}", report::waiting_text(total), options.quick ? "" : "; see also --quick"));
  return 0;
}

// The stored campaign that was made of exactly this text, the latest one.
Result<std::optional<store::CampaignRecord>> stored_as(const store::Store& store, const Campaign& campaign) {
  store::CampaignFilter filter;
  filter.name = campaign.name;
  const auto campaigns = store.campaigns(filter);
  if (!campaigns) return std::unexpected(campaigns.error());
  for (const store::CampaignSummary& summary : *campaigns) {
    auto record = store.campaign(summary.id);
    if (!record) return std::unexpected(std::move(record.error()));
    if (record->toml == campaign.toml) return std::optional(std::move(*record));
  }
  return std::optional<store::CampaignRecord>();
}

class Replicator {
 public:
  Replicator(const ReplicateOptions& options, const Invocation& invocation)
      : m_options(options), m_invocation(invocation), m_measuring(options.progress, invocation.console) {}

  // Measures one experiment, or what is left of it, and reads it back. False: interrupted.
  Result<bool> take(const Experiment& experiment, std::size_t number, std::size_t of);
  [[nodiscard]] const std::vector<Replication>& replications() const { return m_done; }
  [[nodiscard]] bool whole() const { return m_whole; }

 private:
  Result<bool> measure(const Experiment& experiment, std::optional<CampaignRow> resume);
  Result<void> read_back(CampaignRow campaign);

  const ReplicateOptions& m_options;
  const Invocation& m_invocation;
  Measuring m_measuring;
  std::vector<Replication> m_done;
  bool m_whole = true;
};

Result<void> Replicator::read_back(CampaignRow campaign) {
  const auto store = open_results(m_invocation.global);
  if (!store) return std::unexpected(store.error());
  auto replication = replicate::load_replication(*store, campaign);
  if (!replication) return std::unexpected(std::move(replication.error()));
  if (*replication) m_done.push_back(std::move(**replication));
  return {};
}

Result<bool> Replicator::measure(const Experiment& experiment, std::optional<CampaignRow> resume) {
  engine::RunRequest request;
  request.campaign = experiment.campaign;
  request.database = database_path(m_invocation.global);
  request.qemu = m_options.qemu;
  request.tag = m_options.tag;
  request.resume = resume;
  const auto outcome = m_measuring.run(std::move(request));
  if (!outcome) {
    // One experiment that cannot be begun (a kernel that is missing) does not keep the others from being measured.
    if (outcome.error().code == ErrorCode::interrupted) return false;
    m_invocation.console.err(failure_text(outcome.error()));
    m_whole = false;
    return true;
  }
  if (outcome->failure) {
    m_invocation.console.err(failure_text(*outcome->failure));
    m_whole = false;
  }
  if (auto read = read_back(outcome->campaign); !read) return std::unexpected(std::move(read.error()));
  return !outcome->interrupted;
}

Result<bool> Replicator::take(const Experiment& experiment, std::size_t number, std::size_t of) {
  if (m_measuring.stopped()) return false;
  std::optional<CampaignRow> resume;
  std::error_code error;
  if (m_options.resume && fs::exists(database_path(m_invocation.global), error)) {
    const auto store = open_results(m_invocation.global);
    if (!store) return std::unexpected(store.error());
    const auto record = stored_as(*store, experiment.campaign);
    if (!record) return std::unexpected(record.error());
    if (*record && (*record)->status == store::CampaignStatus::finished) {
      if (auto read = read_back((*record)->id); !read) return std::unexpected(std::move(read.error()));
      return true;
    }
    if (*record) resume = (*record)->id;
  }
  if (of > 1) m_measuring.say(fmt::format("experiment {} of {}: {}", number, of, experiment.campaign.name));
  return measure(experiment, resume);
}

void print(const std::vector<Replication>& replications, OutputFormat format, Console& console) {
  if (format == OutputFormat::table) {
    return console.out(report::to_text(replicate::replication_document(replications), console.out_style()));
  }
  if (format == OutputFormat::markdown) {
    return console.out(report::to_markdown(replicate::replication_document(replications)));
  }
  print_table(replicate::replication_table(replications), format, "ringside.replication/1", "rows", console);
}

std::string resume_command(const ReplicateOptions& options, const GlobalOptions& global) {
  std::string command = "ringside replicate " + options.name;
  if (options.quick) command += " --quick";
  if (!options.folder.empty()) command += " --campaigns " + host::shell_quoted({options.folder});
  for (const auto& change : options.overrides) command += " --set " + host::shell_quoted({change});
  if (options.qemu != k_default_qemu) command += " --qemu " + host::shell_quoted({options.qemu});
  return command + database_flag(global) + " --resume";
}

bool all_measured(const std::vector<Replication>& replications) {
  for (const Replication& replication : replications) {
    for (const auto& row : replication.rows) {
      if (row.judgement.outcome == replicate::Outcome::not_measured) return false;
    }
  }
  return true;
}

Result<int> measure_all(const std::vector<Experiment>& experiments, const ReplicateOptions& options,
                        const Invocation& invocation) {
  Replicator replicator(options, invocation);
  bool ended = true;
  for (std::size_t at = 0; at < experiments.size() && ended; ++at) {
    const auto taken = replicator.take(experiments[at], at + 1, experiments.size());
    if (!taken) return std::unexpected(taken.error());
    ended = *taken;
  }
  if (options.progress != ProgressKind::jsonl) print(replicator.replications(), options.format, invocation.console);
  const std::string counts = replicate::outcome_counts(replicator.replications());
  if (!counts.empty()) invocation.console.remark(counts);
  if (!ended)
    invocation.console.err("ringside: interrupted; to go on: " + resume_command(options, invocation.global) + '\n');
  return ended && replicator.whole() && all_measured(replicator.replications()) ? k_exit_success : k_exit_failure;
}

// What is stored of the latest campaigns of these names, whatever their overrides were.
Result<int> show_stored(const std::vector<Experiment>& experiments, const ReplicateOptions& options,
                        const Invocation& invocation) {
  const auto store = open_results(invocation.global);
  if (!store) return std::unexpected(store.error());
  std::vector<Replication> found;
  for (const Experiment& experiment : experiments) {
    const auto row = store->find_campaign(experiment.campaign.name);
    if (!row) {
      if (experiments.size() == 1) return std::unexpected(row.error());
      continue;
    }
    auto replication = replicate::load_replication(*store, *row);
    if (!replication) return std::unexpected(std::move(replication.error()));
    if (*replication) found.push_back(std::move(**replication));
  }
  print(found, options.format, invocation.console);
  const std::string counts = replicate::outcome_counts(found);
  if (!counts.empty()) invocation.console.remark(counts);
  return k_exit_success;
}

Result<int> run(const ReplicateOptions& options, const Invocation& invocation) {
  if (auto good = check(options); !good) return std::unexpected(std::move(good.error()));
  const auto experiments = load_chosen(options);
  if (!experiments) return std::unexpected(experiments.error());
  if (options.list || options.dry_run) return list(*experiments, options, invocation.console);
  if (options.stored) return show_stored(*experiments, options, invocation);
  return measure_all(*experiments, options, invocation);
}

void add_options(CLI::App& command, ReplicateOptions& options) {
  command.add_option("NAME", options.name, "Experiment, or all");
  command.add_flag("--list", options.list, "Show the experiments, their rows and how long they take");
  command.add_flag("--quick", options.quick, "Few blocks and short runs: directions, within minutes");
  auto* dry = command.add_flag("--dry-run", options.dry_run, "Show what would be measured and how long; start nothing");
  auto* resume = command.add_flag("--resume", options.resume,
                                  "Take over what is stored of the same experiments and options, and go on with it");
  command.add_flag("--stored", options.stored, "Judge the latest stored campaigns; measure nothing")
      ->excludes(dry)
      ->excludes(resume);
  command.add_option("--campaigns", options.folder, "Folder of the experiments (default: those that came along)")
      ->type_name("FOLDER");
  add_overrides(command, options.overrides);
  command.add_option("--tag", options.tag, "A name for these campaigns besides their own")->type_name("NAME");
  add_qemu(command, options.qemu);
  add_progress(command, options.progress);
  add_format(command, options.format);
}

}  // namespace

Command add_replicate(CLI::App& root) {
  auto options = std::make_shared<ReplicateOptions>();
  auto* command = root.add_subcommand("replicate", "Measure published experiments again, and judge them");
  add_options(*command, *options);
  command->footer(
      "Examples:\n"
      "  ringside replicate --list --quick\n"
      "  ringside replicate poll-queues --quick\n"
      "  ringside replicate all --quick --format markdown\n"
      "  ringside replicate poll-queues --stored\n"
      "\n"
      "Ctrl-C ends after the current measurement and says how to go on; a second one ends at once.\n"
      "Exit codes: 0 every row that can be reproduced was measured, whatever came out; 2 usage or configuration; 3\n"
      "otherwise. docs/replications.md tells what the mails claim and what came out.");
  return {command, [options](const Invocation& invocation) { return run(*options, invocation); }};
}

}  // namespace ringside::cli
