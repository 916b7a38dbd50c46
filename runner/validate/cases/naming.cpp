// SPDX-License-Identifier: GPL-3.0-or-later
// What users and scripts go by: the line in the log, types in debugfs, names of interrupts.
#include <fmt/format.h>

#include <algorithm>

#include "validate/cases.h"
#include "validate/path_named.h"
#include "validate/stage.h"

namespace ringside::validate {
namespace {

std::string text_of(const std::optional<QueueSplit>& split) {
  if (!split) return "nothing";
  return fmt::format("{}/{}/{}", split->default_queues, split->read_queues, split->poll_queues);
}

void log_line_and_types(Stage& stage) {
  for (const Path& path : stage.paths()) {
    stage.scene(path.name);
    const auto disk = stage.take(path.params, null_disk(2));
    const QueueSplit expected = path.name == k_polled ? QueueSplit{1, 0, 1} : QueueSplit{2, 0, 0};
    stage.expect(disk.treatment.log_line == expected, "the log says default/read/poll queues as they are",
                 text_of(disk.treatment.log_line) + " instead of " + text_of(expected));
    stage.expect(disk.treatment.hctx == expected, "debugfs types agree with the log",
                 text_of(disk.treatment.hctx) + " instead of " + text_of(expected));
    stage.drop();
  }
}

// Names of the disk's request vectors in /proc/interrupts, in their order: "req.0 req.1".
std::string vectors_of(Stage& stage, const wire::DiskReady& disk) {
  std::string out = stage.shell("grep -o '" + disk.virtio_device + "-[a-z_]*[.0-9]*' /proc/interrupts || true");
  std::ranges::replace(out, '\n', ' ');
  return out;
}

void interrupt_names(Stage& stage) {
  const auto plain = stage.take({}, null_disk(2));
  const std::string device = plain.virtio_device;
  stage.expect_equal(vectors_of(stage, plain), fmt::format("{0}-config {0}-req.0 {0}-req.1 ", device),
                     "a vector for changes and one for each queue, by name");
  stage.drop();
  const Path path = path_named(stage, k_polled);
  const auto polled = stage.take(path.params, null_disk(2));
  stage.expect_equal(vectors_of(stage, polled), fmt::format("{0}-config {0}-req.0 ", polled.virtio_device),
                     "no vector for a poll queue");
}

void disk_name(Stage& stage) {
  const std::string prefix = stage.driver().is_reference() ? "vr" : "vd";
  const auto disk = stage.take({}, null_disk(1));
  if (stage.driver().choice.kind == DriverKind::path)
    stage.skip("a driver of one's own may name its disks as it likes");
  stage.expect(disk.name.starts_with(prefix), "the disk is named after its driver: " + prefix, disk.name);
}

}  // namespace

std::vector<Case> naming_cases() {
  return {{.name = "naming/log-line-and-types",
           .proves = "The log line and debugfs agree on default, read and poll queues, on every path",
           .reference = "V6",
           .run = log_line_and_types,
           .smoke = true},
          {.name = "naming/interrupts",
           .proves = "/proc/interrupts names a vector req.N for each default queue and none for poll queues",
           .reference = "V6",
           .run = interrupt_names},
          {.name = "naming/disk",
           .proves = "Disks of the in-tree driver are vda, vdb, …, those of the reference driver vra, vrb, …",
           .reference = "V6",
           .run = disk_name}};
}

}  // namespace ringside::validate
