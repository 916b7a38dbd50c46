// SPDX-License-Identifier: GPL-3.0-or-later
#include "attachment.h"

#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iterator>
#include <optional>
#include <span>
#include <utility>

#include "libbpf_log.h"
#include "mechanism.skel.h"

namespace ringside::loader {
namespace {

constexpr std::uint32_t k_ring_bytes = 1u << 20;

struct SkeletonDeleter {
  void operator()(mechanism* skeleton) const { mechanism__destroy(skeleton); }
};
using Skeleton = std::unique_ptr<mechanism, SkeletonDeleter>;

struct LinkDeleter {
  void operator()(bpf_link* link) const { bpf_link__destroy(link); }
};
using Link = std::unique_ptr<bpf_link, LinkDeleter>;

// The values of an array map as the kernel keeps them.
template <typename Value>
class MappedArray {
 public:
  MappedArray() = default;
  MappedArray(const bpf_map* map, std::size_t count) : m_count(count) {
    void* at = ::mmap(nullptr, bytes(), PROT_READ | PROT_WRITE, MAP_SHARED, bpf_map__fd(map), 0);
    if (at != MAP_FAILED) m_values = static_cast<Value*>(at);
  }
  MappedArray(MappedArray&& other) noexcept
      : m_values(std::exchange(other.m_values, nullptr)), m_count(other.m_count) {}
  MappedArray& operator=(MappedArray&& other) noexcept {
    std::swap(m_values, other.m_values);
    std::swap(m_count, other.m_count);
    return *this;
  }
  ~MappedArray() {
    if (m_values != nullptr) ::munmap(m_values, bytes());
  }
  [[nodiscard]] bool valid() const { return m_values != nullptr; }
  [[nodiscard]] std::span<Value> values() const { return {m_values, m_count}; }

 private:
  [[nodiscard]] std::size_t bytes() const {
    const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    return (m_count * sizeof(Value) + page - 1) / page * page;
  }
  Value* m_values = nullptr;
  std::size_t m_count = 0;
};

struct Shape {
  std::uint32_t disks = 0;
  std::uint32_t queues = 0;  // without the one for the device
  std::uint32_t depth = 0;
  std::uint32_t cpus = 0;
  [[nodiscard]] std::uint32_t places() const { return disks * (queues + 1) * cpus; }
};

void configure(mechanism& skeleton, const Options& options, const Discovery& found, const Shape& shape) {
  auto& rodata = *skeleton.rodata;
  rodata.tier = options.tier;
  rodata.disk_count = shape.disks;
  rodata.queues = shape.queues;
  rodata.depth = shape.depth;
  rodata.cpus = shape.cpus;
  rodata.mapper_dev = found.mapper_device;
  for (std::size_t at = 0; at < found.disks.size(); ++at) {
    const Disk& disk = found.disks[at];
    rodata.disk_queue[at] = disk.found.queue;
    rodata.virtio_index[at] = disk.virtio_index;
    rodata.polled_dev[at] = kernel_device(disk.major, disk.minor);
  }
  const bool histograms = options.tier >= RS_TIER_HISTOGRAMS;
  bpf_map__set_max_entries(skeleton.maps.cells, shape.places());
  bpf_map__set_max_entries(skeleton.maps.runs, shape.places());
  bpf_map__set_max_entries(skeleton.maps.bins, histograms ? shape.places() * RS_HISTOGRAM_COUNT : 1);
  bpf_map__set_max_entries(skeleton.maps.slots, histograms ? shape.disks * shape.queues * shape.depth : 1);
  if (options.tier >= RS_TIER_EVENTS) bpf_map__set_max_entries(skeleton.maps.events, k_ring_bytes);
}

// Loads only what the plan attaches. A target that BTF does not know shows here already, and changes the plan.
void choose_programs(bpf_object* object, std::vector<PlannedProbe>& plan) {
  bpf_program* program = nullptr;
  bpf_object__for_each_program(program, object) bpf_program__set_autoload(program, false);
  for (PlannedProbe& probe : plan) {
    program = bpf_object__find_program_by_name(object, probe.program.c_str());
    if (probe.how == How::btf && !probe.target.empty() &&
        bpf_program__set_attach_target(program, 0, probe.target.c_str()) != 0) {
      (void)take_libbpf_warnings();
      fall_back(probe, "BTF does not know " + probe.target +
                           (probe.module.empty() ? std::string() : " of module " + probe.module));
    }
    if (probe.how == How::btf) bpf_program__set_autoload(program, true);
    if (probe.how != How::kprobe) continue;
    for (const auto& [twin, at_return] : probe.twins) {
      bpf_program__set_autoload(bpf_object__find_program_by_name(object, twin.c_str()), true);
    }
  }
}

// "libbpf: prog 'poll': BPF program load failed: …" names the program that failed; twins stand for their probe.
PlannedProbe* failed_probe(std::vector<PlannedProbe>& plan, const std::string& warnings) {
  const auto start = warnings.find("prog '");
  if (start == std::string::npos) return nullptr;
  const std::string name = warnings.substr(start + 6, warnings.find('\'', start + 6) - start - 6);
  for (PlannedProbe& probe : plan) {
    const bool twin = std::ranges::any_of(probe.twins, [&](const auto& one) { return one.first == name; });
    if (probe.program == name || (twin && probe.how == How::kprobe)) return &probe;
  }
  return nullptr;
}

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

// Opens and loads until what is left of the plan loads.
Result<Skeleton> load(const Options& options, const Discovery& found, const Shape& shape,
                      std::vector<PlannedProbe>& plan) {
  for (;;) {
    Skeleton skeleton(mechanism__open());
    if (!skeleton) return std::unexpected("the programs cannot be opened: " + take_first_warning());
    configure(*skeleton, options, found, shape);
    choose_programs(skeleton->obj, plan);
    if (mechanism__load(skeleton.get()) == 0) return skeleton;
    const std::string warnings = take_libbpf_warnings();
    PlannedProbe* failed = failed_probe(plan, warnings);
    if (failed == nullptr || failed->how == How::missing) {
      return std::unexpected("the programs cannot be loaded: " + first_line(warnings));
    }
    fall_back(*failed, "not accepted by this kernel: " + first_line(warnings));
  }
}

// Empty where the program is not attached.
std::vector<Link> attach_one(bpf_object* object, const PlannedProbe& probe) {
  std::vector<Link> links;
  const auto keep = [&](bpf_link* link) {
    if (link != nullptr) links.emplace_back(link);
    return link != nullptr;
  };
  if (probe.how == How::btf) {
    keep(bpf_program__attach(bpf_object__find_program_by_name(object, probe.program.c_str())));
  } else if (probe.how == How::kprobe) {
    for (const auto& [twin, at_return] : probe.twins) {
      bpf_program* program = bpf_object__find_program_by_name(object, twin.c_str());
      if (!keep(bpf_program__attach_kprobe(program, at_return, probe.target.c_str()))) return {};
    }
  }
  return links;
}

}  // namespace

struct Attachment::State {
  Shape shape;
  Skeleton skeleton;
  std::vector<Link> links;  // after the skeleton: they go first
  MappedArray<rs_cell> cells;
  MappedArray<rs_bins> bins;
};

Attachment::Attachment(std::unique_ptr<State> state) : m_state(std::move(state)) {}
Attachment::Attachment(Attachment&&) noexcept = default;
Attachment& Attachment::operator=(Attachment&&) noexcept = default;
Attachment::~Attachment() = default;

Result<Attachment> Attachment::attach(const Options& options, const Discovery& found, std::vector<PlannedProbe>& plan) {
  auto state = std::make_unique<State>();
  state->shape = {static_cast<std::uint32_t>(found.disks.size()), found.queues, found.depth,
                  static_cast<std::uint32_t>(libbpf_num_possible_cpus())};
  for (bool again = true; again;) {
    again = false;
    state->links.clear();
    auto skeleton = load(options, found, state->shape, plan);
    if (!skeleton) return std::unexpected(skeleton.error());
    state->skeleton = std::move(*skeleton);
    for (PlannedProbe& probe : plan) {
      if (probe.how != How::btf && probe.how != How::kprobe) continue;
      auto links = attach_one(state->skeleton->obj, probe);
      if (links.empty()) {
        fall_back(probe, "cannot be attached: " + take_first_warning());
        again = again || probe.how == How::kprobe;  // its twin has to be loaded first
      }
      std::ranges::move(links, std::back_inserter(state->links));
    }
  }
  if (state->links.empty()) return std::unexpected("none of the programs could be attached");
  state->cells = {state->skeleton->maps.cells, state->shape.places()};
  if (options.tier >= RS_TIER_HISTOGRAMS) {
    state->bins = {state->skeleton->maps.bins, std::size_t{state->shape.places()} * RS_HISTOGRAM_COUNT};
    if (!state->bins.valid()) return std::unexpected(std::string("the histograms cannot be mapped"));
  }
  if (!state->cells.valid()) return std::unexpected(std::string("the counters cannot be mapped"));
  return Attachment(std::move(state));
}

Totals Attachment::totals() const {
  const Shape& shape = m_state->shape;
  Totals out(shape.queues + 1, rs_cell{});
  const auto cells = m_state->cells.values();
  for (std::size_t place = 0; place < cells.size(); ++place) {
    rs_cell& sum = out[place / shape.cpus % (shape.queues + 1)];
    for (std::size_t counter = 0; counter < RS_COUNTER_COUNT; ++counter) {
      sum.counter[counter] += cells[place].counter[counter];
    }
  }
  return out;
}

std::vector<NamedBins> Attachment::histograms() const {
  static const char* const names[] = {
#define X(name, program) #name,
      RS_HISTOGRAMS(X)
#undef X
  };
  std::vector<NamedBins> out;
  if (!m_state->bins.valid()) return out;
  const Shape& shape = m_state->shape;
  const auto all = m_state->bins.values();
  for (std::uint32_t histogram = 0; histogram < RS_HISTOGRAM_COUNT; ++histogram) {
    for (std::uint32_t queue = 0; queue <= shape.queues; ++queue) {
      std::vector<std::uint64_t> sums(RS_BUCKETS);
      for (std::uint32_t place = 0; place < shape.places(); ++place) {
        if (place / shape.cpus % (shape.queues + 1) != queue) continue;
        const rs_bins& bins = all[std::size_t{place} * RS_HISTOGRAM_COUNT + histogram];
        for (std::size_t bucket = 0; bucket < RS_BUCKETS; ++bucket) sums[bucket] += bins.count[bucket];
      }
      NamedBins named{names[histogram], queue == shape.queues ? -1 : static_cast<int>(queue), {}};
      for (std::uint32_t bucket = 0; bucket < RS_BUCKETS; ++bucket) {
        if (sums[bucket] > 0) named.bins.emplace_back(bucket, sums[bucket]);
      }
      if (!named.bins.empty()) out.push_back(std::move(named));
    }
  }
  return out;
}

void Attachment::clear_histograms() {
  if (m_state->bins.valid()) std::ranges::fill(m_state->bins.values(), rs_bins{});
}

std::uint64_t Attachment::misses_of(const PlannedProbe& probe) const {
  if (probe.how != How::btf) return 0;
  const bpf_program* program = bpf_object__find_program_by_name(m_state->skeleton->obj, probe.program.c_str());
  bpf_prog_info info{};
  std::uint32_t size = sizeof(info);
  if (bpf_obj_get_info_by_fd(bpf_program__fd(program), &info, &size) != 0) return 0;
  return info.recursion_misses;
}

std::vector<rs_event> Attachment::take_events(std::size_t most) {
  struct Taken {
    std::vector<rs_event> events;
    std::size_t most = 0;
  } taken{{}, most};
  const auto keep = [](void* context, void* data, std::size_t size) {
    auto& into = *static_cast<Taken*>(context);
    rs_event event{};
    if (size < sizeof(event) || into.events.size() == into.most) return 0;
    std::memcpy(&event, data, sizeof(event));
    into.events.push_back(event);
    return 0;
  };
  ring_buffer* ring = ring_buffer__new(bpf_map__fd(m_state->skeleton->maps.events), keep, &taken, nullptr);
  if (ring == nullptr) return {};
  ring_buffer__consume(ring);
  ring_buffer__free(ring);
  return std::move(taken.events);
}

}  // namespace ringside::loader
