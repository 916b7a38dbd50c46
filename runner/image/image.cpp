// SPDX-License-Identifier: GPL-3.0-or-later
#include "image/image.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <set>

#include "core/elf.h"
#include "host/child.h"
#include "host/paths.h"
#include "host/read_file.h"
#include "host/sha256.h"
#include "image/kernel.h"
#include "image/manifest.h"
#include "image/mapped_file.h"
#include "image/new_file.h"
#include "image/recipe.h"

namespace ringside::image {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t k_kept_builds = 3;  // of one image: a campaign that runs may still boot the one before

fs::path images_folder(const fs::path& cache) {
  return cache / "images";
}

// One builder at a time in a cache folder; the lock goes with the process.
Result<host::Descriptor> lock(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  host::Descriptor file(::open((folder / ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
  if (error || !file.open() || ::flock(file.get(), LOCK_EX) != 0) {
    return fail(
        ErrorCode::infrastructure,
        fmt::format("cannot use the folder {}: {}", folder.string(), error ? error.message() : std::strerror(errno)),
        "make it writable, or put the cache elsewhere with XDG_CACHE_HOME");
  }
  return file;
}

// Images that differ in what was asked for have different names, so that they do not push each other out.
std::string image_name(const BuildRequest& request, const std::string& kernel) {
  std::string out = kernel;
  if (request.with_faults) out += "+faults";
  if (!request.tools.empty()) out += "+tools";
  if (request.real_fio_libraries) out += "+real-fio";
  if (!request.drivers.empty()) {
    std::set<std::string> places;
    for (const fs::path& driver : request.drivers) places.insert(place_of_driver(driver));
    std::string all;
    for (const std::string& place : places) all += place + "\n";
    out += "+drivers-" + sha256(all).substr(0, 8);
  }
  return out;
}

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

// "fio-3.33", "BusyBox v1.35.0 (Debian …) multi-call binary.": the first line that a program says of itself.
std::string version_of(const std::string& name, const fs::path& program) {
  static const std::map<std::string, std::string> k_question = {
      {"fio", "--version"},       {"agent", "--version"},    {"dmsetup", "version"},     {"busybox", "--help"},
      {"fallocate", "--version"}, {"bpftrace", "--version"}, {"biolatency", "--version"}};
  auto finished = host::run({program.string(), k_question.at(name)});
  if (!finished) return "unknown";
  return first_line(finished->output.empty() ? finished->errors : finished->output);
}

Result<Kernel> kernel_for(const BuildRequest& request, Digests& digests) {
  if (request.kernel.empty()) return kernel_of_stage_1(request.name, request.share);
  return kernel_of_user(request.name, request.kernel, request.modules, request.share, request.cache, digests);
}

class Builder {
 public:
  Builder(const BuildRequest& request, const Progress& progress, const std::stop_token& stop)
      : m_request(request), m_progress(progress), m_stop(stop) {}

  Result<Image> build();

 private:
  void tell(std::string_view what) const {
    if (m_progress) m_progress(what);
  }
  Result<void> describe(const Kernel& kernel, const Recipe& recipe, Digests& digests);
  [[nodiscard]] bool is_built() const;
  Result<void> pack(const Recipe& recipe);
  Result<void> write_base(const Recipe& recipe, const NewFile& file);
  void describe_parts(const Recipe& recipe);
  void prune() const;

  const BuildRequest& m_request;
  const Progress& m_progress;
  const std::stop_token& m_stop;
  Manifest m_old;  // empty digests if there is none
  Manifest m_new;
};

// Everything of the new manifest that does not need the image itself.
Result<void> Builder::describe(const Kernel& kernel, const Recipe& recipe, Digests& digests) {
  Image& image = m_new.image;
  const fs::path folder = m_new.image.manifest.parent_path();
  image.kernel_release = kernel.release;
  image.kernel = kernel.vmlinux;
  image.notes = recipe.notes;
  auto kernel_digest = digests.of(kernel.vmlinux);
  if (!kernel_digest) return std::unexpected(std::move(kernel_digest).error());
  auto base = digest_of(recipe.base, digests);
  if (!base) return std::unexpected(std::move(base).error());
  auto upper = digest_of(recipe.upper, digests);
  if (!upper) return std::unexpected(std::move(upper).error());
  image.kernel_digest = std::move(*kernel_digest);
  m_new.base_digest = std::move(base->identity);
  m_new.upper_digest = std::move(upper->identity);
  image.initramfs_digest = sha256(m_new.base_digest + m_new.upper_digest);
  image.initramfs = folder / fmt::format("initramfs-{}.cpio", image.initramfs_digest.substr(0, 16));
  m_new.files = std::move(base->files);
  m_new.files.merge(upper->files);
  return {};
}

bool Builder::is_built() const {
  std::error_code ignored;
  return m_old.base_digest == m_new.base_digest && m_old.upper_digest == m_new.upper_digest &&
         m_old.image.kernel == m_new.image.kernel && m_old.image.kernel_digest == m_new.image.kernel_digest &&
         m_old.image.notes == m_new.image.notes && fs::exists(m_new.image.initramfs, ignored);
}

// The base is taken from the image before where it has not changed.
Result<void> Builder::write_base(const Recipe& recipe, const NewFile& file) {
  std::error_code ignored;
  if (m_old.base_digest == m_new.base_digest && fs::exists(m_old.image.initramfs, ignored)) {
    m_new.base_bytes = m_old.base_bytes;
    return append_file(m_old.image.initramfs, m_old.base_bytes, file.descriptor());
  }
  auto written = write_archive(recipe.base, file.descriptor());
  if (!written) return std::unexpected(std::move(written).error());
  m_new.base_bytes = *written;
  return {};
}

Result<void> Builder::pack(const Recipe& recipe) {
  tell("packing the guest image " + m_new.image.name);
  auto file = NewFile::create(m_new.image.initramfs, size_of(recipe.base) + size_of(recipe.upper));
  if (!file) return std::unexpected(std::move(file).error());
  if (auto done = write_base(recipe, *file); !done) return done;
  if (auto written = write_archive(recipe.upper, file->descriptor()); !written) {
    return std::unexpected(std::move(written).error());
  }
  if (m_stop.stop_requested()) return fail(ErrorCode::interrupted, "interrupted while the guest image was packed");
  return file->keep();
}

void Builder::describe_parts(const Recipe& recipe) {
  for (const auto& [name, program] : recipe.programs) m_new.image.versions[name] = version_of(name, program);
  m_new.image.versions["agent"] = version_of("agent", m_request.share / "agent/ringside-agent");
  for (const Member& member : recipe.upper) {
    if (std::ranges::find(recipe.drivers, member.path) == recipe.drivers.end()) continue;
    auto bytes = MappedFile::open(member.source);
    m_new.image.driver_builds[member.path] = bytes ? build_id_of_elf(bytes->bytes()) : "";
  }
}

void Builder::prune() const {
  std::vector<std::pair<fs::file_time_type, fs::path>> builds;
  std::error_code error;
  for (fs::directory_iterator at(m_new.image.manifest.parent_path(), error), end; !error && at != end;
       at.increment(error)) {
    std::error_code ignored;
    if (at->path().extension() == ".cpio") builds.emplace_back(fs::last_write_time(at->path(), ignored), at->path());
  }
  std::ranges::sort(builds, std::greater());
  for (std::size_t at = k_kept_builds; at < builds.size(); ++at) {
    if (builds[at].second != m_new.image.initramfs) fs::remove(builds[at].second, error);
  }
}

Result<Image> Builder::build() {
  const fs::path images = images_folder(m_request.cache);
  auto locked = lock(images);
  if (!locked) return std::unexpected(std::move(locked).error());
  sweep_parts(images);
  const fs::path stamps_file = images / "stamps.json";
  const Stamps known = read_stamps(stamps_file);
  Digests digests(known);
  auto kernel = kernel_for(m_request, digests);
  if (!kernel) return std::unexpected(std::move(kernel).error());
  m_new.image.name = image_name(m_request, kernel->name);
  m_new.image.manifest = images / m_new.image.name / "manifest.json";
  if (auto old = read_manifest(m_new.image.manifest)) m_old = std::move(*old);
  auto recipe = recipe_for(m_request, *kernel, digests, m_progress, m_stop);
  if (!recipe) return std::unexpected(std::move(recipe).error());
  if (auto done = describe(*kernel, *recipe, digests); !done) return std::unexpected(done.error());
  if (digests.stamps() != known) {
    if (auto done = host::replace_file(stamps_file, to_json(digests.stamps())); !done) {
      return std::unexpected(std::move(done).error());
    }
  }
  if (is_built()) {
    m_old.image.reused = true;
    return m_old.image;
  }
  describe_parts(*recipe);
  if (auto done = pack(*recipe); !done) return std::unexpected(done.error());
  if (auto done = host::replace_file(m_new.image.manifest, to_json(m_new)); !done) return std::unexpected(done.error());
  prune();
  return m_new.image;
}

}  // namespace

Result<Image> build(const BuildRequest& request, const Progress& progress, const std::stop_token& stop) {
  try {
    BuildRequest absolute = request;  // the loader and the manifest are given these paths
    absolute.share = fs::absolute(request.share);
    absolute.cache = fs::absolute(request.cache);
    return Builder(absolute, progress, stop).build();
  } catch (const fs::filesystem_error& error) {
    return fail(ErrorCode::infrastructure, error.what());
  }
}

BuildRequest request_for(const Guest& guest, const std::vector<DriverChoice>& drivers) {
  BuildRequest out;
  out.name = guest.kernel_path.empty() ? guest.kernel : "";
  out.kernel = guest.kernel_path;
  out.modules = guest.modules_path;
  for (const DriverChoice& driver : drivers) {
    if (driver.kind == DriverKind::path) out.drivers.emplace_back(driver.path);
  }
  std::ranges::sort(out.drivers);
  const auto again = std::ranges::unique(out.drivers);
  out.drivers.erase(again.begin(), again.end());
  out.share = host::share_dir();
  out.cache = host::cache_dir();
  return out;
}

Result<Image> ensure(const Guest& guest, const std::vector<DriverChoice>& drivers, const Progress& progress,
                     const std::stop_token& stop) {
  return build(request_for(guest, drivers), progress, stop);
}

std::vector<Image> list(const fs::path& cache) {
  std::vector<Image> out;
  std::error_code error;
  for (fs::directory_iterator at(images_folder(cache), error), end; !error && at != end; at.increment(error)) {
    auto manifest = read_manifest(at->path() / "manifest.json");
    std::error_code ignored;
    if (manifest && fs::exists(manifest->image.initramfs, ignored)) out.push_back(std::move(manifest->image));
  }
  std::ranges::sort(out, {}, &Image::name);
  return out;
}

Result<Image> find(const fs::path& cache, std::string_view name) {
  for (Image& image : list(cache)) {
    if (image.name == name) return std::move(image);
  }
  return fail(ErrorCode::not_found,
              fmt::format("there is no guest image {} in {}", name, images_folder(cache).string()),
              fmt::format("build it: ringside image build {}", name));
}

std::string driver_in_guest(const DriverChoice& driver) {
  switch (driver.kind) {
    case DriverKind::in_tree:
      return "virtio_blk";
    case DriverKind::reference:
      return "virtio_blk_ref";
    case DriverKind::path:
      return place_of_driver(driver.path);
  }
  return {};
}

}  // namespace ringside::image
