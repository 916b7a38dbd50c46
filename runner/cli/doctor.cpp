// SPDX-License-Identifier: GPL-3.0-or-later
// `ringside doctor`: what is wrong with this host, and how fast guests boot on it.
#include "host/doctor.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "cli/command.h"
#include "cli/doctor_document.h"
#include "cli/failure.h"
#include "cli/interrupt.h"
#include "cli/output_format.h"
#include "host/accelerator_memory.h"
#include "host/paths.h"
#include "image/image.h"

namespace ringside::cli {
namespace {

struct DoctorOptions {
  std::string qemu = "qemu-system-x86_64";
  bool boot_bench = false;
  std::vector<std::string> kernels{"debian-6.1", "debian-6.12"};
  int boots = 5;
  OutputFormat format = OutputFormat::table;
};

// What earlier runs found out by booting; a check by itself boots nothing.
host::Check accelerator_check(const image::Image& image, const std::string& qemu) {
  host::Check check;
  check.id = fmt::format("accelerator.{}", image.name);
  const auto key = host::accelerator_key(qemu, image.kernel_digest);
  const auto answer = key ? host::AcceleratorMemory().recall(*key) : std::nullopt;
  if (!answer) {
    check.what = "not known yet whether KVM runs this guest";
    check.what_to_do = "nothing: the first `ringside run` tries it and remembers";
  } else if (answer->accel == Accel::kvm) {
    check.what = "KVM runs this guest";
  } else {
    check.status = host::CheckStatus::warn;
    check.what = fmt::format("emulation (TCG): {}", answer->reason);
    check.what_to_do = "read timings as ratios only; for real ones use a host whose KVM runs guests";
  }
  return check;
}

std::vector<host::Check> checks_of(const DoctorOptions& options) {
  std::vector<host::Check> checks;
  for (auto& check : host::host_checks(host::read_host_facts(options.qemu))) {
    checks.push_back(std::move(check));
    if (checks.back().id != "kvm-node") continue;
    // Next to the question whether there is a KVM at all.
    for (const auto& image : image::list(host::cache_dir())) {
      checks.push_back(accelerator_check(image, options.qemu));
    }
  }
  return checks;
}

Result<std::vector<engine::BootBench>> bench(const DoctorOptions& options, Console& console) {
  const Interrupt interrupt([&](Interrupt::Request) { console.remark("\nstopping"); });
  host::sweep_runtime_folders();
  std::vector<engine::BootBench> benches;
  for (const auto& kernel : options.kernels) {
    auto one = engine::boot_bench(
        kernel, options.qemu, options.boots, [&](const std::string& text) { console.remark(text); }, interrupt.token());
    if (!one) return std::unexpected(std::move(one.error()).within("boot bench of " + kernel));
    benches.push_back(std::move(*one));
  }
  return benches;
}

Result<int> doctor(const DoctorOptions& options, const Invocation& invocation) {
  Console& console = invocation.console;
  Diagnosis diagnosis;
  diagnosis.checks = checks_of(options);
  if (options.boot_bench) {
    auto boots = bench(options, console);
    if (!boots) return std::unexpected(std::move(boots.error()));
    diagnosis.boots = std::move(*boots);
  }
  if (options.format == OutputFormat::json) {
    console.out(doctor_json(diagnosis));
  } else {
    console.out(report::to_text(doctor_document(diagnosis), console.out_style()));
  }
  const bool failed = std::ranges::any_of(
      diagnosis.checks, [](const host::Check& check) { return check.status == host::CheckStatus::fail; });
  return failed ? k_exit_failure : k_exit_success;
}

}  // namespace

Command add_doctor(CLI::App& root) {
  auto options = std::make_shared<DoctorOptions>();
  auto* command = root.add_subcommand("doctor", "What is wrong with this host, and what to do about it");
  command->add_option("--qemu", options->qemu, "QEMU to look at")->type_name("PATH")->capture_default_str();
  auto* bench = command->add_flag("--boot-bench", options->boot_bench,
                                  "Time boots: our vmlinux with a plain initramfs against bzImage with a gzip one");
  command->add_option("--kernel", options->kernels, "Kernels for --boot-bench; repeatable")
      ->type_name("NAME")
      ->needs(bench)
      ->allow_extra_args(false)
      ->capture_default_str();
  command->add_option("--boots", options->boots, "Boots each way and kernel")
      ->type_name("N")
      ->needs(bench)
      ->check(CLI::Range(1, 100))
      ->capture_default_str();
  add_table_or_json(*command, options->format);
  command->footer(
      "Examples:\n"
      "  ringside doctor\n"
      "  ringside doctor --boot-bench --kernel debian-6.1\n"
      "\n"
      "Exit codes: 0, or 3 where a check failed.");
  return {command, [options](const Invocation& invocation) { return doctor(*options, invocation); }};
}

}  // namespace ringside::cli
