// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/stored_lists.h"

#include <algorithm>

#include "core/units.h"
#include "report/figures.h"

namespace ringside::report {
namespace {

// The row with this id; a default one where the store holds none.
template <typename Record, typename Id>
Record found_or_empty(const std::vector<Record>& records, Id id) {
  const auto found = std::ranges::find(records, id, &Record::id);
  return found == records.end() ? Record{} : *found;
}

Field iops_field(const Measurement& measurement) {
  if (!measurement.fio) return unknown_field();
  double iops = 0;
  for (const auto& direction : measurement.fio->directions) iops += direction.iops;
  return field(iops, si_text(iops));
}

// People see the first line; the lines of a console that may follow are in the other formats.
Field reason_field(const std::string& reason) {
  if (reason.empty()) return {std::monostate{}, "", Tone::plain};
  return field(reason, reason.substr(0, reason.find('\n')));
}

Field seconds_field(Nanoseconds duration) {
  if (duration.count() == 0) return unknown_field();
  return field(std::chrono::duration<double>(duration).count(), to_text(duration));
}

}  // namespace

Table measurement_list(const std::vector<Measurement>& measurements, const std::vector<store::BlockRecord>& blocks,
                       const std::vector<store::ArmRecord>& arms, const std::vector<store::CellRecord>& cells) {
  Table table;
  table.columns = {{"measurement", "number", Align::right}, {"block", "block", Align::right},
                   {"attempt", "attempt", Align::right},    {"arm", "arm", Align::left},
                   {"cell", "cell", Align::left},           {"run", "run", Align::right},
                   {"probed", "probed", Align::left},       {"status", "status", Align::left},
                   {"iops", "IOPS", Align::right},          {"duration_s", "took", Align::right},
                   {"boot", "boot", Align::right},          {"reason", "reason", Align::left}};
  for (const auto& one : measurements) {
    const bool valid = one.status == MeasurementStatus::valid;
    table.rows.push_back({field(one.id.value), field(found_or_empty(blocks, one.block).number), field(one.attempt),
                          field(found_or_empty(arms, one.arm).name), field(found_or_empty(cells, one.cell).key),
                          field(one.run), field(one.probed, one.probed ? "yes" : ""),
                          field(std::string(to_text(one.status)), valid ? Tone::plain : Tone::bad), iops_field(one),
                          seconds_field(one.duration), field(one.boot.value), reason_field(one.reason)});
  }
  return table;
}

Table boot_list(const std::vector<store::BootRecord>& boots, const std::vector<store::BlockRecord>& blocks) {
  Table table;
  table.columns = {{"boot", "number", Align::right},
                   {"block", "block", Align::right},
                   {"attempt", "attempt", Align::right},
                   {"status", "status", Align::left},
                   {"boot_s", "to hello", Align::right},
                   {"kernel", "kernel", Align::left},
                   {"accelerator", "accelerator", Align::left},
                   {"incident", "incident", Align::left}};
  for (const auto& boot : boots) {
    const auto block = found_or_empty(blocks, boot.block);
    const bool bad = boot.status == store::BootStatus::failed;
    table.rows.push_back(
        {field(boot.id.value), field(block.number), field(block.attempt),
         field(std::string(to_text(boot.status)), bad ? Tone::bad : Tone::plain), seconds_field(boot.boot_time),
         boot.kernel_release.empty() ? unknown_field() : field(boot.kernel_release),
         boot.accelerator.empty() ? unknown_field() : field(boot.accelerator), reason_field(boot.incident)});
  }
  return table;
}

}  // namespace ringside::report
