// SPDX-License-Identifier: GPL-3.0-or-later
// ringside-probe: runs in the guest beside the load. Attaches, says "ready", waits until its standard input ends, and
// prints what was counted in between as one line of JSON. Whatever keeps it from that is one line on standard error
// and exit code 1.
#include <cstdio>
#include <exception>

#include "attachment.h"
#include "canary.h"
#include "discovery.h"
#include "libbpf_log.h"
#include "observer.h"
#include "options.h"
#include "plan.h"
#include "report.h"
#include "wait_for_input.h"

namespace ringside::loader {
namespace {

constexpr std::size_t k_most_events = 10'000;

Result<void> observe(const Options& options) {
  keep_libbpf_warnings();
  const auto found = discover(options);
  if (!found) return std::unexpected(found.error());
  Observation seen;
  seen.tier = options.tier;
  seen.module = found->module;
  seen.plan = make_plan(options, *found);
  auto attachment = Attachment::attach(options, *found, seen.plan);
  if (!attachment) return std::unexpected(attachment.error());
  if (options.tier >= RS_TIER_COUNTERS) {
    if (auto proven = prove_by_reading(*found, *attachment, seen.plan); !proven) return proven;
  }
  attachment->clear_histograms();
  if (options.tier >= RS_TIER_EVENTS) (void)attachment->take_events(0);
  seen.before = attachment->totals();
  std::puts("ready");
  std::fflush(stdout);

  wait_for_end_of_input();
  seen.after = attachment->totals();
  seen.histograms = attachment->histograms();
  if (options.tier >= RS_TIER_EVENTS) seen.events = attachment->take_events(k_most_events);
  for (const PlannedProbe& probe : seen.plan) seen.misses.push_back(attachment->misses_of(probe));
  std::puts(to_json(seen).c_str());
  return {};
}

int fail(const std::string& why, int code) {
  std::fprintf(stderr, "ringside-probe: %s\n", why.c_str());
  return code;
}

}  // namespace
}  // namespace ringside::loader

int main(int count, char** arguments) {
  namespace loader = ringside::loader;
  try {
    const auto options = loader::parse_options({arguments + 1, arguments + count});
    if (!options) return loader::fail(options.error(), 2);
    const auto observed =
        options->observer.empty() ? loader::observe(*options) : loader::run_observer(options->observer);
    return observed ? 0 : loader::fail(observed.error(), 1);
  } catch (const std::exception& exception) {
    return loader::fail(exception.what(), 1);
  }
}
