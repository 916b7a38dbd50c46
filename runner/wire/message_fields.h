// SPDX-License-Identifier: GPL-3.0-or-later
// The names that the members of messages have in JSON: the one place that spells them. Knows nothing of JSON itself.
#pragma once

#include <concepts>
#include <iterator>
#include <string_view>
#include <type_traits>
#include <variant>

#include "wire/messages.h"

namespace ringside::wire {

// T is Message or const Message: one list of fields serves reading and writing.
template <typename T, typename Message>
concept Of = std::same_as<std::remove_const_t<T>, Message>;

template <typename V>
void fields(V& v, Of<Hello> auto& m) {
  v("protocol", m.protocol);
  v("agent_version", m.agent_version);
  v("kernel_release", m.kernel_release);
  v("uptime_ms", m.uptime);
}

template <typename V>
void fields(V& v, Of<LoadDriver> auto& m) {
  v("module", m.module);
  v("params", m.params);
}

template <typename V>
void fields(V& v, Of<DriverLoaded> auto& m) {
  v("name", m.name);
  v("build_id", m.build_id);
  v("bus_driver", m.bus_driver);
  v("params", m.params);
  v("warnings", m.warnings);
}

template <typename V>
void fields(V& v, Of<UnloadDriver> auto& m) {
  v("name", m.name);
}

template <typename V>
void fields(V& v, Of<BindDisks> auto& m) {
  v("bus_driver", m.bus_driver);
  v("serials", m.serials);
  v("scheduler", m.scheduler);
  v("deadline_ms", m.deadline);
}

template <typename V>
void fields(V& v, Of<QueueSplit> auto& m) {
  v.queues("default", m.default_queues);
  v.queues("read", m.read_queues);
  v.queues("poll", m.poll_queues);
}

template <typename V>
void fields(V& v, Of<DiskTreatment> auto& m) {
  v("disk", m.disk);
  v("log_line", m.log_line);
  v("hctx", m.hctx);
  v("scheduler", m.scheduler);
  v("completed", m.completed);
  v("interrupts", m.interrupts);
}

template <typename V>
void fields(V& v, Of<DiskReady> auto& m) {
  v("serial", m.serial);
  v("name", m.name);
  v("virtio_device", m.virtio_device);
  v("bytes", m.bytes);
  v("treatment", m.treatment);
  v("queue", m.queue);
  v("log", m.log);
  v("memory_bytes", m.memory_bytes);
}

template <typename V>
void fields(V& v, Of<DisksReady> auto& m) {
  v("disks", m.disks);
}

template <typename V>
void fields(V& v, Of<RunFio> auto& m) {
  v("job", m.job);
  v("disks", m.disks);
  v("deadline_ms", m.deadline);
  v("probes", m.probes);
}

template <typename V>
void fields(V& v, Of<FioDone> auto& m) {
  v("exit_code", m.exit_code);
  v("signal", m.signal);
  v("timed_out", m.timed_out);
  v("output", m.output);
  v("errors", m.errors);
  v("files", m.files);
  v("disks", m.disks);
  v("log", m.log);
  v("elapsed_ms", m.elapsed);
  v("probes", m.probes);
  v("probe_failure", m.probe_failure);
}

template <typename V>
void fields(V& v, Of<RunCommand> auto& m) {
  v("argv", m.argv);
  v("input", m.input);
  v("deadline_ms", m.deadline);
}

template <typename V>
void fields(V& v, Of<CommandDone> auto& m) {
  v("exit_code", m.exit_code);
  v("signal", m.signal);
  v("timed_out", m.timed_out);
  v("output", m.output);
  v("errors", m.errors);
}

template <typename V>
void fields(V& v, Of<ReadFiles> auto& m) {
  v("paths", m.paths);
}

template <typename V>
void fields(V& v, Of<Files> auto& m) {
  v("content", m.content);
}

template <typename V>
void fields(V& v, Of<WriteFile> auto& m) {
  v("path", m.path);
  v("content", m.content);
}

template <typename V>
void fields(V&, Of<PowerOff> auto&) {}

template <typename V>
void fields(V&, Of<Done> auto&) {}

// Names of the alternatives, in the order of the variants.
inline constexpr std::string_view k_ops[] = {"load_driver", "unload_driver", "bind_disks", "run_fio",
                                             "run_command", "read_files",    "write_file", "power_off"};
inline constexpr std::string_view k_kinds[] = {"done",     "driver_loaded", "disks_ready",
                                               "fio_done", "command_done",  "files"};
static_assert(std::size(k_ops) == std::variant_size_v<Request>);
static_assert(std::size(k_kinds) == std::variant_size_v<Answer>);

}  // namespace ringside::wire
