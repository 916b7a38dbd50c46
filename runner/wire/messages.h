// SPDX-License-Identifier: GPL-3.0-or-later
// What host and guest say to each other, as values. The JSON spelling is in message_fields.h only.
//
// The guest says {hello: {...}} once, unasked, when it is ready. Then the host sends a Request {id, op, args} and
// the guest answers it with {id, kind, ok: {...}} or {id, error: "..."}, one at a time and in order.
// The guest's side is untrusted: decoding checks every type and range and fails with ErrorCode::protocol.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/measurement.h"
#include "core/result.h"
#include "core/units.h"

namespace ringside::wire {

// Raised with every change of a message. A hello of another version ends the boot with a clear message.
inline constexpr int k_protocol_version = 3;

struct Hello {
  int protocol = k_protocol_version;
  std::string agent_version;
  std::string kernel_release;
  Milliseconds uptime{0};
};

// --- requests; each names its answer ----------------------------------------------------------------------

// Loads a module, and before it what it depends on, by name (from the image's modules or drivers) or by a path in the
// guest. Answer: DriverLoaded. Parameters are checked: one the module does not have is an error, and so is a module
// that is loaded already. A driver that is built into the kernel has its parameters written through sysfs.
struct LoadDriver {
  std::string module;  // "virtio_blk", "virtio_blk_ref", "/drivers/mine.ko"
  std::map<std::string, std::string> params;
};
struct DriverLoaded {
  std::string name;                           // as in /sys/module, "virtio_blk_ref"
  std::string build_id;                       // of the loaded module's note, hexadecimal; empty if it has none
  std::string bus_driver;                     // as in /sys/bus/virtio/drivers, "virtio_blk"
  std::map<std::string, std::string> params;  // as read back from sysfs
  std::vector<std::string> warnings;          // "taints kernel", "module BTF mismatch"
};

// Removes a module, after its devices were unplugged; waits up to 5 s for the last user to go. A driver that is built
// into the kernel lets go of its devices instead. Answer: Done.
struct UnloadDriver {
  std::string name;
};

// Waits until a disk with each serial is on the virtio bus, binds the unbound virtio-blk devices to the driver and
// waits for their block devices. Disks that another driver holds are taken from it. An empty `scheduler` leaves the
// kernel's choice. Answer: DisksReady, in the order of the serials.
struct BindDisks {
  std::string bus_driver;
  std::vector<std::string> serials;
  std::string scheduler = "none";
  Milliseconds deadline{10'000};
};
struct DiskReady {
  std::string serial;
  std::string name;           // "vda"
  std::string virtio_device;  // "virtio2"
  std::uint64_t bytes = 0;
  DiskTreatment treatment;                   // split by log and debugfs, scheduler; counts are zero here
  std::map<std::string, std::string> queue;  // /sys/block/NAME/queue, name to content
  std::vector<std::string> log;              // kernel log lines about this disk since the bind
  // What the kernel holds more since before the bind: rings, tags, slab, without page cache. In whole pages; slab that
  // stood half empty takes some objects for nothing, so small differences mean little. Nothing where the disk was
  // bound before, or where the kernel does not tell.
  std::optional<std::uint64_t> memory_bytes;
};
struct DisksReady {
  std::vector<DiskReady> disks;
};

// Runs fio on a job file given as text, reading counters right before and after. Answer: FioDone, also when
// fio failed or was killed: that is the host's to judge.
struct RunFio {
  std::string job;                 // text of the job file
  std::vector<std::string> disks;  // block device names whose counters are read
  Milliseconds deadline{60'000};   // then fio's process group is killed
  // Of the probe loader that runs beside it ("--tier", "0", …); empty: no probes.
  std::vector<std::string> probes;
};
struct FioDone {
  int exit_code = 0;  // fio's; -1 if it was ended by a signal
  int signal = 0;
  bool timed_out = false;
  std::string output;                        // standard output; a long one is cut at 4 MiB
  std::string errors;                        // standard error, its last 64 KiB
  std::map<std::string, std::string> files;  // logs that the job wrote, by name
  std::vector<DiskTreatment> disks;          // deltas over the run
  std::vector<std::string> log;              // kernel log lines that came during the run
  Milliseconds elapsed{0};
  std::string probes;         // what the loader said, JSON of its own
  std::string probe_failure;  // why there are no probes' counts although they were asked for; fio ran all the same
};

// Runs a program without a shell. Answer: CommandDone. For tests, topologies and the validation suite.
struct RunCommand {
  std::vector<std::string> argv;
  std::string input;
  Milliseconds deadline{10'000};
};
struct CommandDone {
  int exit_code = 0;  // -1 if it was ended by a signal
  int signal = 0;
  bool timed_out = false;
  std::string output;  // cut at 4 MiB
  std::string errors;  // its last 64 KiB
};

// Whole files of /proc and /sys, 14 MiB in all; one that cannot be read is left out. Answer: Files.
struct ReadFiles {
  std::vector<std::string> paths;
};
struct Files {
  std::map<std::string, std::string> content;
};

// Writes one file with one write: sysfs, procfs, or (made if it is not there) below /tmp or /run. Answer: Done.
struct WriteFile {
  std::string path;
  std::string content;
};

// Syncs and powers off; Done is answered before. Answer: Done.
struct PowerOff {};

struct Done {};

using Request = std::variant<LoadDriver, UnloadDriver, BindDisks, RunFio, RunCommand, ReadFiles, WriteFile, PowerOff>;
using Answer = std::variant<Done, DriverLoaded, DisksReady, FioDone, CommandDone, Files>;

struct NumberedRequest {
  std::int64_t id = 0;
  Request request;
};

// The answer of a request, or the guest's own words why it failed.
struct Reply {
  std::int64_t id = 0;
  std::variant<Answer, std::string> outcome;
};

// Payloads of frames. Encoding replaces bytes that are not UTF-8, and cannot fail; what it gives may still be too
// large for a frame.
[[nodiscard]] std::string encode(const Hello& hello);
[[nodiscard]] std::string encode(const NumberedRequest& request);
[[nodiscard]] std::string encode(const Reply& reply);

// A hello of another protocol version decodes with nothing but that version filled in: the caller compares it.
[[nodiscard]] Result<Hello> decode_hello(std::string_view payload);
[[nodiscard]] Result<NumberedRequest> decode_request(std::string_view payload);
[[nodiscard]] Result<Reply> decode_reply(std::string_view payload);

}  // namespace ringside::wire
