// SPDX-License-Identifier: GPL-3.0-or-later
// A campaign as a value: what to boot, what to compare, what to measure. Made by config, run by engine.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/option.h"
#include "core/path_tolerance.h"
#include "core/published.h"
#include "core/units.h"

namespace ringside {

enum class Accel { automatic, kvm, tcg };
enum class TcgThreads { single, multi };
enum class Transport { pci, mmio };
enum class IoThreads { none, shared, per_disk };
enum class Pin { automatic, none };
enum class Control { virtio_serial, isa_serial };
enum class TopologyKind { raw, dm_linear, dm_stripe };
enum class ProbeTier { none, counters, histograms, events };  // written none, 0, 1, 2

[[nodiscard]] std::string_view to_text(Accel);
[[nodiscard]] std::string_view to_text(TcgThreads);
[[nodiscard]] std::string_view to_text(Transport);
[[nodiscard]] std::string_view to_text(IoThreads);
[[nodiscard]] std::string_view to_text(Pin);
[[nodiscard]] std::string_view to_text(Control);
[[nodiscard]] std::string_view to_text(TopologyKind);
[[nodiscard]] std::string_view to_text(ProbeTier);

// The guest's kernel: the name of an image, or a kernel and modules of the user's own.
struct Guest {
  std::string kernel = "debian-6.12";  // image name; empty where `kernel_path` is given
  std::string kernel_path;             // bzImage or vmlinux
  std::string modules_path;            // a lib/modules/RELEASE folder
  int vcpus = 4;
  int max_vcpus = 0;  // hot-pluggable in all (a device may have as many queues); 0 means `vcpus`
  Bytes memory{1ull << 30};
  std::string cmdline;  // added to Ringside's own
  bool operator==(const Guest&) const = default;
};

struct MachineOptions {
  Accel accel = Accel::automatic;
  TcgThreads tcg_threads = TcgThreads::single;
  Transport transport = Transport::pci;
  IoThreads iothread = IoThreads::none;
  Pin pin = Pin::automatic;
  Control control = Control::virtio_serial;
  std::optional<int> poll_max_ns;  // how long an IOThread polls before it sleeps; absent: as QEMU likes
  bool operator==(const MachineOptions&) const = default;
};

// Where a disk's data come from. `options` are the block driver's own, by QEMU's names
// ("latency-ns", "aio", "cache", "path").
struct Backend {
  std::string driver = "null-co";  // null-co | file | host-device | vhost-user-blk
  Bytes size{1ull << 30};
  OptionMap options;
  bool operator==(const Backend&) const = default;
};

struct Topology {
  TopologyKind kind = TopologyKind::raw;
  int disks = 1;
  Bytes chunk{4096};               // dm-stripe only
  std::string scheduler = "none";  // of every disk; a single queue would get mq-deadline by itself
  bool operator==(const Topology&) const = default;
};

enum class DriverKind { in_tree, reference, path };

struct DriverChoice {
  DriverKind kind = DriverKind::in_tree;
  std::string path;  // of a .ko, for DriverKind::path
  bool operator==(const DriverChoice&) const = default;
};

// One of the things compared. Everything is resolved: the campaign's tables with the arm's over them.
struct Arm {
  std::string name;
  DriverChoice driver;
  OptionMap params;                 // module parameters
  OptionMap device;                 // virtio-blk device properties, QEMU's names
  OptionMap fio;                    // the arm's own fio options, never part of a cell
  std::vector<std::string> expect;  // treatment checks by id ("polled")
  Guest guest;
  MachineOptions machine;
  Backend backend;
  Topology topology;

  // Canonical text of everything above but the name; the arm's identity is its SHA-256 with the driver's build id.
  [[nodiscard]] std::string specification() const;
  // Whether both can be measured inside one boot: they differ at most in driver, parameters, devices,
  // backend, topology and fio options.
  [[nodiscard]] bool shares_boot_with(const Arm& other) const;
};

struct Design {
  int blocks = 10;
  int runs = 1;  // fio runs per cell and boot
  std::uint64_t seed = 1;
  std::vector<std::string> cells = {};  // of the matrix only those with such a key, or that fit such a glob; empty: all
};

// An A/A campaign: in place of the file's arms one of them, and the same once more for each entry of `added_ns`.
struct SameArm {
  std::string arm;
  int comparisons = 1;                    // the blocks are cut into this many runs of equal length
  std::vector<std::int64_t> added_ns{0};  // what each request of a copy takes longer, in nanoseconds
  std::string delay_driver;               // a delay build of the driver that adds it; empty: the backend's latency
  std::optional<Fraction> wished;         // the slowdown that this shall come to: a positive control
};

struct GateRule {
  std::string cell;    // glob over the cell's key, "*" for all
  std::string metric;  // empty for all
  std::map<std::string, Fraction> margin;
};

struct Gate {
  std::string baseline;                    // arm; the first one where the file names none
  std::map<std::string, Fraction> margin;  // by metric
  std::vector<GateRule> rules;
  std::optional<PathTolerance> path_length;  // of the exact lane; absent: not gated
  std::vector<std::string> path_functions;   // groups or globs of functions; empty: driver, virtio_ring, scatter-gather
};

struct MatrixAxis {
  std::string option;
  std::vector<OptionValue> values;
};

struct Campaign {
  std::string name;
  std::string question;
  std::vector<Arm> arms;           // in the file's order
  OptionMap fio;                   // options common to all cells
  std::vector<MatrixAxis> matrix;  // in the file's order; crossed into cells
  Design design;
  ProbeTier probes = ProbeTier::none;
  Gate gate;
  std::optional<SameArm> same_arm;      // where the file has [aa]; `arms` are the copies then
  std::vector<PublishedRow> published;  // rows that a replication sets beside what is measured here
  std::vector<std::string> quick;       // overrides that make the campaign short, for `ringside replicate --quick`
  std::string toml;                     // the file's text with the overrides applied as trailing comments
  std::string path;                     // where it was read, for messages

  [[nodiscard]] const Arm& baseline() const;
};

}  // namespace ringside
