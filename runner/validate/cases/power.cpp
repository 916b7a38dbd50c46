// SPDX-License-Identifier: GPL-3.0-or-later
// A power cut of the guest: what was flushed is there afterwards.
//
// What QEMU has written to a raw file survives its end in the host's page cache, flushed or not: killing it could never
// show that a flush was lost. So the image is qcow2, whose tables QEMU keeps in its own memory until the guest flushes;
// a block that was written first and not flushed is lost with them.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "host/child.h"
#include "validate/cases.h"
#include "validate/path_named.h"
#include "validate/stage.h"
#include "vm/scratch_file.h"

namespace ringside::validate {
namespace {

using namespace std::chrono_literals;

constexpr Bytes k_size{64u << 20};
constexpr int k_enough = 40;  // flushed blocks before the cut

// An image without a name that outlives QEMU.
class Image {
 public:
  explicit Image(Stage& stage) {
    auto file = vm::scratch_file(k_size);
    stage.require(file.has_value(), "there is room for an image", file ? "" : file.error().text());
    m_file = std::move(*file);
    const auto made =
        host::output_of({"qemu-img", "create", "-q", "-f", "qcow2", path(), fmt::format("{}", k_size.value)});
    stage.require(made.has_value(), "qemu-img makes an image", made ? "" : made.error().text());
  }
  [[nodiscard]] vm::DiskPlan disk() const {
    vm::DiskPlan out = file_disk(2);
    out.backend.options["path"] = path();
    out.qcow2 = true;
    return out;
  }

 private:
  // As another process finds it, whether it is open there or not.
  [[nodiscard]] std::string path() const { return fmt::format("/proc/{}/fd/{}", ::getpid(), m_file.get()); }
  host::Descriptor m_file;
};

// Writes its number to the beginning of each cluster of the disk's first half, flushes, and says so on the console.
constexpr const char* k_writer =
    "(i=0; while [ $i -lt 500 ]; do printf 'block-%04d' $i | dd of=/dev/{0} bs=4k seek=$((i * 16)) "
    "conv=sync,fsync,notrunc "
    "2>/dev/null || exit; echo \"flushed $i.\" >/dev/console; i=$((i + 1)); done) </dev/null >/dev/null 2>&1 &";

// The last number that was said to be flushed; -1: none. A line that was cut off has no full stop.
int last_flushed(const std::string& console) {
  int last = -1;
  for (auto at = console.find("flushed "); at != std::string::npos; at = console.find("flushed ", at + 1)) {
    char* end = nullptr;
    const long number = std::strtol(console.c_str() + at + 8, &end, 10);
    if (end != nullptr && *end == '.') last = std::max(last, static_cast<int>(number));
  }
  return last;
}

void wait_until_enough(Stage& stage) {
  const TimePoint deadline = stage.in(60s);
  while (last_flushed(stage.console()) < k_enough) {
    stage.require(SteadyClock::now() < deadline, "blocks are written and flushed",
                  fmt::format("the last is {}", last_flushed(stage.console())));
    stage.shell("usleep 100000");
  }
}

void power_cut(Stage& stage, const char* name) {
  const Path path = path_named(stage, name);
  const Image image(stage);
  auto disk = stage.take(path.params, image.disk());
  // Something else to do meanwhile, in the other half.
  stage.start_fio(disk.name, endless(over({{"size", "16m"}, {"offset", "32m"}, {"fsync", "8"}}, path)));
  stage.shell(fmt::format(fmt::runtime(k_writer), disk.name));
  wait_until_enough(stage);
  const int last = last_flushed(stage.console());
  stage.cut_power();
  disk = stage.take(path.params, image.disk());
  const auto missing = stage.shell(fmt::format(
      R"(i=0; while [ $i -le {} ]; do
           found=$(dd if=/dev/{} bs=4k count=1 skip=$((i * 16)) 2>/dev/null | head -c 10 | busybox tr '\0' '?')
           [ "$found" = $(printf 'block-%04d' $i) ] || echo -n "$i "
           i=$((i + 1))
         done)",
      last, disk.name));
  stage.expect(missing.empty(), fmt::format("all blocks up to {}, which were flushed, are there", last),
               "missing: " + missing);
  stage.note(fmt::format("{} blocks flushed before the cut", last + 1));
}

}  // namespace

std::vector<Case> power_cases() {
  return {{.name = "power/cut-under-io",
           .proves = "What was flushed before a power cut of the guest is there after it",
           .reference = "data integrity",
           .run = [](Stage& stage) { power_cut(stage, k_interrupt); },
           .guest = {.own = true},
           .deadline = 240s},
          {.name = "power/cut-under-polled-io",
           .proves = "The same under polled I/O",
           .reference = "data integrity",
           .run = [](Stage& stage) { power_cut(stage, k_polled); },
           .guest = {.own = true},
           .deadline = 240s}};
}

}  // namespace ringside::validate
