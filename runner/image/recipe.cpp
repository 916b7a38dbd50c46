// SPDX-License-Identifier: GPL-3.0-or-later
#include "image/recipe.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "host/child.h"
#include "host/sha256.h"
#include "image/libraries.h"
#include "image/modules.h"
#include "image/new_file.h"
#include "image/stand_ins.h"

namespace ringside::image {
namespace {

namespace fs = std::filesystem;

// What scripts of the validation suite call, and what the kernel calls by itself (/sbin/modprobe).
constexpr const char* k_busybox_names[] = {
    "/bin/sh",   "/bin/blkdiscard", "/bin/cat",     "/bin/cmp",    "/bin/dd",     "/bin/dmesg", "/bin/echo",
    "/bin/grep", "/bin/head",       "/bin/ls",      "/bin/mount",  "/bin/od",     "/bin/sleep", "/bin/sync",
    "/bin/tail", "/bin/taskset",    "/bin/timeout", "/bin/umount", "/bin/usleep", "/bin/wc",    "/sbin/modprobe"};
constexpr const char* k_folders[] = {"/bin", "/sbin", "/dev", "/proc", "/sys", "/tmp", "/run", "/drivers"};

bool present(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

std::string content_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream out;
  out << file.rdbuf();
  return std::move(out).str();
}

std::vector<fs::path> modules_in(const fs::path& folder) {
  std::vector<fs::path> out;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    if (at->path().extension() == ".ko") out.push_back(at->path());
  }
  std::ranges::sort(out);
  return out;
}

class Cook {
 public:
  Cook(const BuildRequest& request, const Kernel& kernel, Digests& digests, const Progress& progress,
       const std::stop_token& stop)
      : m_request(request), m_kernel(kernel), m_digests(digests), m_progress(progress), m_stop(stop) {}

  Result<Recipe> cook();

 private:
  Result<void> add_program(const std::string& name, const std::string& package, const std::string& place);
  Result<void> add_fio();
  Result<void> add_libraries(const fs::path& program, const fs::path& stand_ins = {});
  Result<void> add_kernel_modules();
  Result<fs::path> plain_module(const fs::path& source);
  Result<void> add_agent();
  Result<void> add_drivers();
  void add_driver(const std::string& place, const fs::path& source);

  const BuildRequest& m_request;
  const Kernel& m_kernel;
  Digests& m_digests;
  const Progress& m_progress;
  const std::stop_token& m_stop;
  Recipe m_recipe;
};

Result<void> Cook::add_libraries(const fs::path& program, const fs::path& stand_ins) {
  auto libraries = libraries_of(program, stand_ins);
  if (!libraries) return std::unexpected(std::move(libraries).error());
  for (const Library& library : *libraries) {
    // A stand-in goes where the guest's loader looks by itself.
    const bool stands_in = !stand_ins.empty() && library.path.parent_path() == stand_ins;
    const std::string place = stands_in ? "/usr/lib/" + library.name : library.path.string();
    const bool known = std::ranges::any_of(m_recipe.base, [&](const Member& member) { return member.path == place; });
    if (!known) m_recipe.base.push_back(copy(place, library.path, 0755));
  }
  return {};
}

Result<void> Cook::add_program(const std::string& name, const std::string& package, const std::string& place) {
  auto program = host_program(name, package);
  if (!program) return std::unexpected(std::move(program).error());
  m_recipe.base.push_back(copy(place, *program, 0755));
  m_recipe.programs[name] = *program;
  return add_libraries(*program);
}

Result<void> Cook::add_fio() {
  auto fio = host_program("fio", "fio");
  if (!fio) return std::unexpected(std::move(fio).error());
  m_recipe.base.push_back(copy("/bin/fio", *fio, 0755));
  m_recipe.programs["fio"] = *fio;
  fs::path stand_ins;
  if (!m_request.real_fio_libraries) {
    auto digest = m_digests.of(*fio);
    if (!digest) return std::unexpected(std::move(digest).error());
    auto made = stand_ins_for(*fio, m_request.cache / "stand-ins" / digest->substr(0, 16), m_progress);
    if (made) stand_ins = std::move(*made);
    if (!made) {
      m_recipe.notes.push_back("fio is packed with all its libraries, which makes its start slower: " +
                               made.error().message);
    }
  }
  return add_libraries(*fio, stand_ins);
}

// The module as the agent can load it: unpacked into the cache if it is compressed.
Result<fs::path> Cook::plain_module(const fs::path& source) {
  const std::string suffix = source.extension().string();
  if (suffix == ".ko") return source;
  const std::string tool = suffix == ".xz" ? "xz" : suffix == ".zst" ? "zstd" : "gzip";
  auto digest = m_digests.of(source);
  if (!digest) return std::unexpected(std::move(digest).error());
  const fs::path out =
      m_request.cache / "modules" / fmt::format("{}-{}", digest->substr(0, 16), source.stem().string());
  if (present(out)) return out;
  host::RunOptions options;
  options.stop = m_stop;
  auto plain = host::output_of({tool, "-dc", source.string()}, options);
  if (!plain) return std::unexpected(std::move(plain).error().within("module " + source.string()));
  auto file = NewFile::create(out, plain->size());
  if (!file) return std::unexpected(std::move(file).error());
  if (::write(file->descriptor().get(), plain->data(), plain->size()) != static_cast<ssize_t>(plain->size())) {
    return fail(ErrorCode::infrastructure, fmt::format("{} cannot be written", out.string()));
  }
  if (auto kept = file->keep(); !kept) return std::unexpected(std::move(kept).error());
  return out;
}

Result<void> Cook::add_kernel_modules() {
  if (m_kernel.modules.empty()) return {};
  const ModuleSelection selection = select_modules(content_of(m_kernel.modules / "modules.dep"));
  const std::string place = "/lib/modules/" + m_kernel.release + "/";
  for (const PackedModule& module : selection.modules) {
    auto plain = plain_module(m_kernel.modules / module.source);
    if (!plain) return std::unexpected(std::move(plain).error());
    m_recipe.base.push_back(copy(place + module.place, *plain));
  }
  m_recipe.base.push_back(text(place + "modules.dep", selection.modules_dep));
  for (const char* name : {"modules.alias", "modules.builtin", "modules.softdep", "modules.symbols"}) {
    if (present(m_kernel.modules / name)) m_recipe.base.push_back(copy(place + name, m_kernel.modules / name));
  }
  return {};
}

Result<void> Cook::add_agent() {
  const fs::path agent = m_request.share / "agent/ringside-agent";
  if (!present(agent)) {
    return fail(ErrorCode::not_found, fmt::format("there is no guest agent in {}", agent.string()),
                "run ./quickstart build");
  }
  m_recipe.upper.push_back(copy("/init", agent, 0755));
  // Without it everything but the mechanism pass works.
  const fs::path loader = m_request.share / "agent/ringside-probe";
  if (present(loader)) {
    m_recipe.upper.push_back(copy("/bin/ringside-probe", loader, 0755));
  } else {
    m_recipe.notes.push_back("there is no probe loader in " + loader.string());
  }
  m_recipe.upper.push_back(text("/etc/ringside/modules", fmt::format("{}\n", fmt::join(boot_modules(), "\n"))));
  return {};
}

void Cook::add_driver(const std::string& place, const fs::path& source) {
  m_recipe.upper.push_back(copy(place, source));
  m_recipe.drivers.push_back(place);
}

Result<void> Cook::add_drivers() {
  const fs::path folder = m_request.share / "drivers" / m_kernel.name;
  const auto ours = modules_in(folder);
  for (const fs::path& driver : ours) add_driver("/drivers/" + driver.filename().string(), driver);
  if (ours.empty()) {
    m_recipe.notes.push_back(
        fmt::format("there is no reference driver for {}: {} holds none", m_kernel.name, folder.string()));
  }
  if (m_request.with_faults) {
    const auto faults = modules_in(folder / "faults");
    for (const fs::path& driver : faults) add_driver("/drivers/faults/" + driver.filename().string(), driver);
    if (faults.empty()) m_recipe.notes.push_back("there are no faulty drivers in " + (folder / "faults").string());
  }
  for (const fs::path& driver : m_request.drivers) {
    if (!present(driver)) return fail(ErrorCode::not_found, fmt::format("there is no driver {}", driver.string()));
    add_driver(place_of_driver(driver), driver);
  }
  return {};
}

Result<Recipe> Cook::cook() {
  m_recipe.notes = m_kernel.notes;
  for (const char* path : k_folders) m_recipe.base.push_back(folder(path));
  m_recipe.base.push_back({"/dev/console", MemberKind::console, {}, {}, 0600});
  for (const auto& step : {&Cook::add_fio, &Cook::add_kernel_modules, &Cook::add_agent, &Cook::add_drivers}) {
    if (auto done = (this->*step)(); !done) return std::unexpected(std::move(done).error());
  }
  if (auto done = add_program("busybox", "busybox-static", "/bin/busybox"); !done) return std::unexpected(done.error());
  if (auto done = add_program("dmsetup", "dmsetup", "/sbin/dmsetup"); !done) return std::unexpected(done.error());
  // busybox's knows neither -p nor -z, which make a block device write zeroes.
  if (auto done = add_program("fallocate", "util-linux", "/bin/fallocate"); !done) return std::unexpected(done.error());
  for (const std::string& tool : m_request.tools) {
    if (auto done = add_program(tool, tool == "bpftrace" ? "bpftrace" : "libbpf-tools", "/bin/" + tool); !done) {
      return std::unexpected(done.error());
    }
  }
  for (const char* name : k_busybox_names) m_recipe.base.push_back(link(name, "/bin/busybox"));
  return std::move(m_recipe);
}

}  // namespace

Result<Recipe> recipe_for(const BuildRequest& request, const Kernel& kernel, Digests& digests, const Progress& progress,
                          const std::stop_token& stop) {
  return Cook(request, kernel, digests, progress, stop).cook();
}

std::string place_of_driver(const fs::path& driver) {
  std::error_code ignored;
  const fs::path absolute = fs::absolute(driver, ignored).lexically_normal();
  return fmt::format("/drivers/{}/{}", sha256(absolute.string()).substr(0, 8), absolute.filename().string());
}

}  // namespace ringside::image
