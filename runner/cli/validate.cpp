// SPDX-License-Identifier: GPL-3.0-or-later
// `ringside validate`: the validation suite against one or several drivers and kernels.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>

#include "cli/choice.h"
#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/measuring.h"
#include "cli/output_format.h"
#include "cli/print.h"
#include "cli/whole_file.h"
#include "host/paths.h"
#include "report/csv.h"
#include "report/markdown.h"
#include "report/text_width.h"
#include "report/validation_report.h"
#include "validate/cases.h"
#include "validate/selection.h"
#include "validate/suite.h"

namespace ringside::cli {
namespace {

// In the order of the words of --format.
enum class Format { table, junit, json, csv, markdown };

struct ValidateOptions {
  std::vector<std::string> drivers;
  std::vector<std::string> kernels;
  std::string modules;
  std::vector<std::string> globs;
  bool smoke = false;
  bool list = false;
  int workers = 2;
  Accel accel = Accel::automatic;
  std::string qemu = k_default_qemu;
  ProgressKind progress = ProgressKind::automatic;
  Format format = Format::table;
  std::string junit;
  std::string json;
};

// A name is an image of Ringside's, anything that looks like a file the user's own kernel.
Result<Guest> kernel_of(const std::string& text, const std::string& modules) {
  Guest out;
  if (text.find('/') == std::string::npos) {
    out.kernel = text;
    return out;
  }
  if (modules.empty()) {
    return fail(ErrorCode::usage, fmt::format("ringside validate: the kernel {} needs its modules", text),
                "--modules DIR, its lib/modules/RELEASE");
  }
  out.kernel.clear();
  out.kernel_path = text;
  out.modules_path = modules;
  return out;
}

Result<validate::SuiteRequest> request_of(const ValidateOptions& options) {
  validate::SuiteRequest out;
  auto cases = validate::select(validate::all_cases(), options.globs, options.smoke);
  if (!cases) return std::unexpected(std::move(cases.error()));
  if (cases->empty()) {
    return fail(ErrorCode::not_found, "ringside validate: none of these cases is in the smoke subset",
                "leave --smoke away, or see `ringside validate --list`");
  }
  out.cases = std::move(*cases);
  for (const std::string& name : options.drivers) {
    auto driver = validate::parse_driver(name);
    if (!driver) return std::unexpected(std::move(driver.error()));
    out.drivers.push_back(std::move(*driver));
  }
  for (const std::string& name : options.kernels) {
    auto kernel = kernel_of(name, options.modules);
    if (!kernel) return std::unexpected(std::move(kernel.error()));
    out.kernels.push_back(std::move(*kernel));
  }
  out.qemu = options.qemu;
  out.accel = options.accel;
  out.workers = options.workers;
  return out;
}

Result<void> check(const ValidateOptions& options) {
  for (const std::string& path : {options.junit, options.json}) {
    if (path.empty()) continue;
    if (auto checked = check_writable(path); !checked) return checked;
  }
  if (options.progress == ProgressKind::jsonl && options.format != Format::table) {
    return fail(ErrorCode::usage, "ringside validate: --progress=jsonl takes the place of --format",
                "the document can be written to a file: --json FILE");
  }
  return {};
}

Result<int> list(const ValidateOptions& options, Console& console) {
  const auto cases = validate::select(validate::all_cases(), options.globs, options.smoke);
  if (!cases) return std::unexpected(cases.error());
  if (options.format == Format::junit) {
    return fail(ErrorCode::usage, "ringside validate: a list is not written as JUnit");
  }
  std::vector<report::CaseListing> listing;
  for (const validate::Case& one : *cases) listing.push_back({one.name, one.proves, one.reference, one.smoke});
  const OutputFormat format = options.format == Format::json       ? OutputFormat::json
                              : options.format == Format::csv      ? OutputFormat::csv
                              : options.format == Format::markdown ? OutputFormat::markdown
                                                                   : OutputFormat::table;
  print_table(report::case_list(listing), format, "ringside.cases/1", "cases", console);
  return 0;
}

report::Tone tone_of(CaseOutcome outcome) {
  if (outcome == CaseOutcome::pass) return report::Tone::good;
  if (outcome == CaseOutcome::skip) return report::Tone::dim;
  return outcome == CaseOutcome::known ? report::Tone::doubtful : report::Tone::bad;
}

std::string line_of(const CaseResult& result, std::size_t done, std::size_t planned, bool colour) {
  std::string line =
      fmt::format("{}/{} {} {} ({} on {}, {})", done, planned,
                  report::coloured(fmt::format("{:5}", to_text(result.outcome)), tone_of(result.outcome), colour),
                  result.name, result.driver, result.kernel, to_text(result.elapsed));
  if (result.outcome != CaseOutcome::pass && !result.reasons.empty()) {
    const std::string& first = result.reasons.front();
    line += ": " + report::printable(first.substr(0, first.find('\n')));
  }
  return line + '\n';
}

validate::Watcher watcher_for(const ValidateOptions& options, Console& console) {
  validate::Watcher out;
  if (options.progress == ProgressKind::none || (options.progress == ProgressKind::automatic && console.quiet())) {
    return out;
  }
  out.notice = [&console](const std::string& text) { console.err(report::printable(text) + '\n'); };
  const bool as_json = options.progress == ProgressKind::jsonl;
  out.finished = [&console, as_json](const CaseResult& result, std::size_t done, std::size_t planned) {
    if (as_json) return console.out(report::progress_line(result, done, planned));
    console.err(line_of(result, done, planned, console.err_style().colour));
  };
  return out;
}

void print(const ValidationReport& found, const ValidateOptions& options, Console& console) {
  if (options.progress == ProgressKind::jsonl) return console.out(on_one_line(report::to_json(found)));
  switch (options.format) {
    case Format::table:
      return console.out(to_text(report::validation_document(found), console.out_style()));
    case Format::junit:
      return console.out(report::to_junit(found));
    case Format::json:
      return console.out(report::to_json(found));
    case Format::csv:
      return console.out(report::to_csv(report::validation_table(found)));
    case Format::markdown:
      return console.out(report::to_markdown(report::validation_document(found)));
  }
}

Result<int> validate_all(const ValidateOptions& options, Console& console) {
  auto request = request_of(options);
  if (!request) return std::unexpected(std::move(request.error()));
  host::sweep_runtime_folders();
  // Before the workers: they inherit which signals are blocked.
  Interrupt interrupt([&console](Interrupt::Request asked) {
    console.err(asked == Interrupt::Request::stop
                    ? "\nringside: stopping; what has a verdict is reported; interrupt again to end at once\n"
                    : "\nringside: ended\n");
  });
  request->stop = interrupt.token();
  const auto found = validate::run(*request, watcher_for(options, console));
  if (!found) return std::unexpected(found.error());
  if (!options.junit.empty()) {
    if (auto written = write_whole(options.junit, report::to_junit(*found)); !written) {
      return std::unexpected(std::move(written.error()));
    }
  }
  if (!options.json.empty()) {
    if (auto written = write_whole(options.json, report::to_json(*found)); !written) {
      return std::unexpected(std::move(written.error()));
    }
  }
  print(*found, options, console);
  return exit_code_of(*found);
}

Result<int> run(const ValidateOptions& options, Console& console) {
  if (auto good = check(options); !good) return std::unexpected(std::move(good.error()));
  return options.list ? list(options, console) : validate_all(options, console);
}

void add_what(CLI::App& command, ValidateOptions& options) {
  command
      .add_option("--driver", options.drivers,
                  "reference, in-tree, a .ko, or reference+FAULT for a fault build; repeatable (default: reference)")
      ->type_name("DRIVER")
      ->allow_extra_args(false);
  command
      .add_option("--kernel", options.kernels,
                  "An image (debian-6.1, debian-6.12), or the path of your own bzImage; repeatable (default: "
                  "debian-6.12)")
      ->type_name("KERNEL")
      ->allow_extra_args(false);
  command.add_option("--modules", options.modules, "lib/modules/RELEASE of your own kernel")->type_name("DIR");
  command.add_option("--case", options.globs, "Only cases whose name fits, e.g. 'rings/*'; repeatable")
      ->type_name("GLOB")
      ->allow_extra_args(false);
  command.add_flag("--smoke", options.smoke, "Only the subset that takes a few minutes");
  command.add_flag("--list", options.list, "Show the cases and run none");
}

void add_how(CLI::App& command, ValidateOptions& options) {
  add_choice(
      command, "--format", {"table", "junit", "json", "csv", "markdown"},
      [&options](std::size_t place) { options.format = static_cast<Format>(place); },
      "table (default), junit, json, csv or markdown")
      ->type_name("FORMAT");
  command.add_option("--junit", options.junit, "Also write JUnit there")->type_name("FILE");
  command.add_option("--json", options.json, "Also write JSON there")->type_name("FILE");
  add_choice(
      command, "--accel", {"auto", "kvm", "tcg"},
      [&options](std::size_t place) { options.accel = static_cast<Accel>(place); },
      "auto (default), kvm or tcg (with one thread)")
      ->type_name("KIND");
  command.add_option("--guests", options.workers, "Guests side by side")
      ->type_name("N")
      ->check(CLI::Range(1, 64))
      ->capture_default_str();
  add_qemu(command, options.qemu);
  add_progress(command, options.progress);
}

}  // namespace

Command add_validate(CLI::App& root) {
  auto options = std::make_shared<ValidateOptions>();
  auto* command = root.add_subcommand("validate", "Whether a driver still works: the validation suite");
  add_what(*command, *options);
  add_how(*command, *options);
  command->footer(
      "Examples:\n"
      "  ringside validate --smoke\n"
      "  ringside validate --driver reference --driver in-tree --kernel debian-6.1 --kernel debian-6.12\n"
      "  ringside validate --driver ./virtio_blk.ko --case 'unplug/*' --junit validate.xml\n"
      "  ringside validate --list --format markdown\n"
      "\n"
      "Exit codes: 0 nothing failed (SKIP and KNOWN count as such); 1 a case failed; 2 usage; 3 a case could not be\n"
      "run, or the suite was interrupted. See docs/validation.md.");
  return {command, [options](const Invocation& invocation) {
            if (options->drivers.empty()) options->drivers = {"reference"};
            if (options->kernels.empty()) options->kernels = {"debian-6.12"};
            return run(*options, invocation.console);
          }};
}

}  // namespace ringside::cli
