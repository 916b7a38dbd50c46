// SPDX-License-Identifier: GPL-3.0-or-later
#include "plan.h"

#include <optional>

#include "../abi/probe_abi.h"

namespace ringside::loader {
namespace {

enum class Target { block_tracepoint, function, queue_rq, queue_rqs, commit_rqs, poll, transport, driver_tracepoint };

struct Row {
  const char* program;
  Target target;
  const char* name;  // of the function or the tracepoint
  int tier;          // from which on it does something
  std::vector<std::pair<std::string, bool>> twins;
};

const std::vector<Row>& rows() {
  static const std::vector<Row> table{
      {"issue", Target::block_tracepoint, "", 0, {}},
      {"complete", Target::block_tracepoint, "", 0, {}},
      {"requeue", Target::block_tracepoint, "", 0, {}},
      {"queue_rq_entry", Target::queue_rq, "", 1, {}},
      {"queue_rq", Target::queue_rq, "", 0, {{"queue_rq_entry_kprobe", false}, {"queue_rq_kprobe", true}}},
      {"queue_rqs", Target::queue_rqs, "", 0, {{"queue_rqs_kprobe", false}}},
      {"queue_rqs_exit", Target::queue_rqs, "", 0, {}},
      {"commit_rqs", Target::commit_rqs, "", 0, {{"commit_rqs_kprobe", false}}},
      {"poll_entry", Target::poll, "", 1, {}},
      {"poll", Target::poll, "", 0, {{"poll_entry_kprobe", false}, {"poll_kprobe", true}}},
      {"kick", Target::function, "virtqueue_kick_prepare", 0, {}},
      {"kick_exit", Target::function, "virtqueue_kick_prepare", 0, {}},
      {"notify", Target::transport, "", 0, {{"notify_kprobe", false}}},
      {"interrupt_entry", Target::function, "vring_interrupt", 1, {}},
      {"interrupt", Target::function, "vring_interrupt", 0, {}},
      {"stop", Target::function, "blk_mq_stop_hw_queue", 0, {}},
      {"bio_poll", Target::function, "bio_poll", 0, {}},
      {"dm_poll", Target::function, "dm_poll_bio", 0, {}},
      {"driver_kick", Target::driver_tracepoint, "kick", 0, {}},
      {"driver_batch", Target::driver_tracepoint, "batch", 0, {}},
      {"driver_lock", Target::driver_tracepoint, "lock", 1, {}},
  };
  return table;
}

void set_function(PlannedProbe& probe, const std::string& name, const Symbols& symbols) {
  const auto named = symbols.named(name);
  probe.target = name;
  if (named.empty()) {
    probe.why = "this kernel has no " + name;
  } else if (named.size() > 1) {
    probe.why = std::to_string(named.size()) + " functions are called " + name;
  } else {
    probe.module = named.front().module;
    probe.how = How::btf;
  }
}

void set_operation(PlannedProbe& probe, std::uint64_t address, const Symbols& symbols) {
  if (address == 0) {
    probe.how = How::absent;
    probe.why = "the driver has none";
    return;
  }
  const auto symbol = symbols.at(address);
  if (symbol) return set_function(probe, symbol->name, symbols);
  probe.why = "the function has no name in /proc/kallsyms";
}

// A tracepoint goes by its bare name; another module's of the same name must not be taken for the driver's.
void set_tracepoint(PlannedProbe& probe, const std::string& name, const Discovery& found) {
  const auto named = found.symbols.named("__traceiter_" + name);
  probe.target = name;
  if (named.empty() || found.module.empty() || (named.size() == 1 && named.front().module != found.module)) {
    probe.why = "the driver has no tracepoint " + name;
  } else if (named.size() > 1) {
    probe.why = std::to_string(named.size()) + " tracepoints are called " + name;
  } else {
    probe.module = found.module;
    probe.how = How::btf;
  }
}

void set_target(PlannedProbe& probe, const Row& row, const Discovery& found) {
  const Disk& disk = found.disks.front();
  switch (row.target) {
    case Target::block_tracepoint:
      probe.how = How::btf;
      return;
    case Target::function:
      return set_function(probe, row.name, found.symbols);
    case Target::transport:
      return set_function(probe, disk.on_pci ? "vp_notify" : "vm_notify", found.symbols);
    case Target::queue_rq:
      return set_operation(probe, disk.found.queue_rq, found.symbols);
    case Target::queue_rqs:
      return set_operation(probe, disk.found.queue_rqs, found.symbols);
    case Target::commit_rqs:
      return set_operation(probe, disk.found.commit_rqs, found.symbols);
    case Target::poll:
      return set_operation(probe, disk.found.poll, found.symbols);
    case Target::driver_tracepoint:
      return set_tracepoint(probe, row.name, found);
  }
}

}  // namespace

std::string_view to_text(How how) {
  switch (how) {
    case How::btf:
      return "attached";
    case How::kprobe:
      return "degraded";
    case How::absent:
      return "absent";
    case How::missing:
      return "missing";
  }
  return "missing";
}

std::vector<PlannedProbe> make_plan(const Options& options, const Discovery& found) {
  std::vector<PlannedProbe> plan;
  for (const Row& row : rows()) {
    if (row.tier > options.tier && row.tier > 0) continue;
    if (std::string_view(row.program) == "dm_poll" && found.mapper_device == 0) continue;
    PlannedProbe probe;
    probe.program = row.program;
    probe.twins = row.twins;
    set_target(probe, row, found);
    if (options.without.contains(row.program)) {
      probe.how = How::missing;
      probe.why = "left out as asked";
    }
    plan.push_back(std::move(probe));
  }
  return plan;
}

void fall_back(PlannedProbe& probe, const std::string& why) {
  if (!probe.why.empty()) probe.why += "; ";
  probe.why += why;
  probe.how = probe.how == How::btf && !probe.twins.empty() && !probe.target.empty() ? How::kprobe : How::missing;
}

std::set<std::string, std::less<>> fixed_functions() {
  std::set<std::string, std::less<>> names{"vp_notify", "vm_notify"};
  for (const Row& row : rows()) {
    if (row.target == Target::function) names.insert(row.name);
    if (row.target == Target::driver_tracepoint) names.insert(std::string("__traceiter_") + row.name);
  }
  return names;
}

}  // namespace ringside::loader
