// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/doctor_document.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/units.h"
#include "report/figures.h"

namespace ringside::cli {
namespace {

using report::Align;
using report::field;
using report::Tone;

report::Field status_field(host::CheckStatus status) {
  const std::string word(to_text(status));
  switch (status) {
    case host::CheckStatus::ok:
      return field(word, "✓ " + word, Tone::good);
    case host::CheckStatus::warn:
      return field(word, "! " + word, Tone::doubtful);
    case host::CheckStatus::fail:
      break;
  }
  return field(word, "✗ " + word, Tone::bad);
}

report::Section checks_section(const std::vector<host::Check>& checks) {
  report::Section section;
  section.title = "this host";
  section.table.columns = {{"status", "", Align::left},
                           {"id", "check", Align::left},
                           {"what", "found", Align::left},
                           {"what_to_do", "what to do", Align::left}};
  for (const auto& check : checks) {
    section.table.rows.push_back(
        {status_field(check.status), field(check.id), field(check.what), field(check.what_to_do)});
  }
  return section;
}

report::Section boots_section(const std::vector<engine::BootBench>& boots) {
  report::Section section;
  section.title = "boot, QEMU's start to the agent's hello";
  section.table.columns = {{"kernel", "kernel", Align::left},
                           {"accelerator", "accelerator", Align::left},
                           {"boots", "boots each", Align::right},
                           {"direct", "vmlinux, plain initramfs", Align::right},
                           {"compressed", "bzImage, gzip initramfs", Align::right},
                           {"ratio", "ratio of medians", Align::right}};
  const auto text = [](const std::vector<Nanoseconds>& times, Nanoseconds median) {
    const auto [shortest, longest] = std::ranges::minmax(times);
    return fmt::format("{} ({} … {})", to_text(median), to_text(shortest), to_text(longest));
  };
  for (const auto& bench : boots) {
    section.table.rows.push_back(
        {field(bench.kernel), field(bench.accel), field(static_cast<std::int64_t>(bench.direct.size())),
         field(text(bench.direct, bench.direct_median())), field(text(bench.compressed, bench.compressed_median())),
         field(fmt::format("{:.2f}", bench.ratio()))});
  }
  return section;
}

}  // namespace

report::Document doctor_document(const Diagnosis& diagnosis) {
  report::Document document;
  document.sections.push_back(checks_section(diagnosis.checks));
  if (diagnosis.boots && !diagnosis.boots->empty()) {
    document.sections.push_back(boots_section(*diagnosis.boots));
    document.notes.emplace_back("median (shortest … longest); the two ways alternate in one run");
  }
  return document;
}

}  // namespace ringside::cli
