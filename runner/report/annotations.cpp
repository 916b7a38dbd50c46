// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include "report/gate_report.h"
#include "report/text_width.h"

namespace ringside::report {
namespace {

// What is shown of one kind.
constexpr std::size_t k_most = 10;

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
  return text;
}

// A line break would end the command, and what follows it could be another one.
std::string message_text(std::string_view raw) {
  std::string text = replaced(printable(raw), "%", "%25");
  text = replaced(std::move(text), "\xC2\xA0", " ");
  text = replaced(std::move(text), "\r", "%0D");
  return replaced(std::move(text), "\n", "%0A");
}

std::string property_text(std::string_view raw) {
  return replaced(replaced(message_text(raw), ":", "%3A"), ",", "%2C");
}

struct Annotation {
  std::string title;
  std::string message;
};

std::string written(std::string_view command, const std::string& file, const std::vector<Annotation>& all) {
  std::string out;
  const std::string where = file.empty() ? std::string() : "file=" + property_text(file) + ",";
  const std::size_t shown = all.size() > k_most ? k_most - 1 : all.size();
  for (std::size_t i = 0; i < shown; ++i) {
    out +=
        fmt::format("::{} {}title={}::{}\n", command, where, property_text(all[i].title), message_text(all[i].message));
  }
  if (all.size() > shown) {
    out += fmt::format("::{} {}title=ringside::and {} more, see the report\n", command, where, all.size() - shown);
  }
  return out;
}

}  // namespace

std::string annotations(const GateReport& report) {
  std::vector<Annotation> errors;
  std::vector<Annotation> warnings;
  if (report.failure) {
    errors.push_back({"ringside: " + report.failure->id, gate_headline(report) + "\n" + report.failure->error.text()});
  }
  if (report.judgement) {
    const auto& judgement = *report.judgement;
    for (const auto& candidate : judgement.candidates) {
      for (const auto& entry : candidate.entries) {
        const bool strict = fails_strictly(judgement, entry);
        if (entry.outcome == GateOutcome::pass && !strict) continue;
        const bool fails = strict || entry.outcome != GateOutcome::warn;
        const std::string word = strict ? "INCONCLUSIVE" : std::string(to_text(entry.outcome));
        (fails ? errors : warnings)
            .push_back({fmt::format("ringside: {} in {}", word, entry.key), entry_text(judgement, candidate, entry)});
      }
    }
    for (const auto& warning : judgement.warnings) warnings.push_back({"ringside", warning});
  }
  return written("error", report.file, errors) + written("warning", report.file, warnings);
}

}  // namespace ringside::report
