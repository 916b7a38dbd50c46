// SPDX-License-Identifier: GPL-3.0-or-later
#include "agent/modules.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <cerrno>
#include <ranges>
#include <thread>

#include "agent/device_events.h"
#include "agent/files.h"
#include "agent/kernel_text/kernel_log.h"
#include "core/elf.h"

namespace ringside::agent {
namespace {

constexpr Milliseconds k_unload_patience{5000};

std::string module_folder(const std::string& name) {
  return "/sys/module/" + name;
}

// A module proper has a state; what is built in only has parameters.
bool is_loaded(const std::string& name) {
  return exists(module_folder(name) + "/initstate");
}

std::string kernel_release() {
  utsname names{};
  ::uname(&names);
  return static_cast<const char*>(names.release);
}

Result<void> check_params(const Params& params, const ModuleInfo& info) {
  for (const auto& [name, value] : params) {
    if (!info.parameters.contains(name)) {
      return fail(ErrorCode::configuration,
                  fmt::format("module {} has no parameter {} (it has: {})", info.name, name,
                              info.parameters.empty() ? "none" : fmt::format("{}", fmt::join(info.parameters, ", "))));
    }
    if (value.find_first_of("\"\n") != std::string::npos) {
      return fail(ErrorCode::configuration, fmt::format("parameter {} holds a quote or a line end", name));
    }
  }
  return {};
}

// The kernel splits at blanks outside quotes.
std::string arguments_of(const Params& params) {
  std::string out;
  for (const auto& [name, value] : params) out += fmt::format("{}{}=\"{}\"", out.empty() ? "" : " ", name, value);
  return out;
}

Params params_in_sysfs(const std::string& name) {
  Params out;
  const std::string folder = module_folder(name) + "/parameters";
  for (const std::string& parameter : names_in(folder)) out[parameter] = read_trimmed(folder + "/" + parameter);
  return out;
}

// Only differences that cannot be another spelling of the same value (Y for 1, 16 for 0x10).
bool clearly_differ(const std::string& wanted, const std::string& found) {
  const auto is_boolean = [](const std::string& text) { return text == "Y" || text == "N"; };
  return wanted != found && !is_boolean(found) && !wanted.starts_with("0");
}

// "virtio:virtio_blk" in the module's drivers folder is the driver virtio_blk of the virtio bus.
std::string bus_driver_of(const std::string& name) {
  for (const std::string& driver : names_in(module_folder(name) + "/drivers")) {
    if (driver.starts_with("virtio:")) return driver.substr(7);
  }
  return exists("/sys/bus/virtio/drivers/" + name) ? name : std::string();
}

wire::DriverLoaded describe(const std::string& name, const Params& wanted) {
  wire::DriverLoaded out;
  out.name = name;
  out.build_id = build_id_of_notes(read_file(module_folder(name) + "/notes/.note.gnu.build-id").value_or(""));
  out.bus_driver = bus_driver_of(name);
  out.params = params_in_sysfs(name);
  for (const auto& [parameter, value] : wanted) {
    const auto found = out.params.find(parameter);
    if (found == out.params.end()) {
      out.warnings.push_back(fmt::format("parameter {} cannot be read back", parameter));
    } else if (clearly_differ(value, found->second)) {
      out.warnings.push_back(fmt::format("parameter {} was set to {} and reads {}", parameter, value, found->second));
    }
  }
  return out;
}

}  // namespace

Modules::Modules(KernelMessages& messages)
    : m_messages(messages),
      m_folder("/lib/modules/" + kernel_release()),
      m_tree(read_file(m_folder + "/modules.dep").value_or("")) {}

Result<void> Modules::insert(const std::string& path, const std::string& arguments) {
  const std::string name = module_name_of(path);
  if (is_loaded(name)) return {};
  const Fd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.open()) return system_error("cannot open " + path);
  if (::syscall(SYS_finit_module, file.get(), arguments.c_str(), 0) == 0 || errno == EEXIST) return {};
  auto error = system_error("the kernel refused module " + path);
  // Its reason stands in the log only.
  const auto lines = m_messages.drain();
  for (const std::string& line : lines | std::views::drop(lines.size() > 5 ? lines.size() - 5 : 0)) {
    error.error().message += "\n" + line;
  }
  return error;
}

Result<void> Modules::ensure(const std::string& name) {
  for (const std::string& path : m_tree.load_order(name)) {
    if (auto done = insert(m_folder + "/" + path, ""); !done) return done;
  }
  return {};
}

std::string Modules::locate(const std::string& module) const {
  if (module.contains('/')) return exists(module) ? module : std::string();
  if (const auto order = m_tree.load_order(module); !order.empty()) return m_folder + "/" + order.back();
  for (const char* folder : {"/drivers/", "/drivers/faults/"}) {
    const std::string path = folder + module_name_of(module) + ".ko";
    if (exists(path)) return path;
  }
  return {};
}

Result<void> Modules::load_needed(const std::string& path, const ModuleInfo& info) {
  for (const std::string& name : info.depends) {
    if (auto done = ensure(name); !done) return std::unexpected(std::move(done).error().within("needed by " + path));
  }
  return {};
}

Result<wire::DriverLoaded> Modules::load(const wire::LoadDriver& request) {
  const std::string path = locate(request.module);
  if (path.empty()) return configure_builtin(request);
  auto info = module_info(read_file(path).value_or(""));
  if (!info) return std::unexpected(std::move(info).error().within(path));
  if (is_loaded(info->name)) {
    return fail(ErrorCode::configuration, fmt::format("module {} is loaded already", info->name));
  }
  if (auto sound = check_params(request.params, *info); !sound) return std::unexpected(std::move(sound).error());
  if (auto done = load_needed(path, *info); !done) return std::unexpected(std::move(done).error());
  (void)m_messages.drain();
  if (auto done = insert(path, arguments_of(request.params)); !done) return std::unexpected(std::move(done).error());
  wire::DriverLoaded out = describe(info->name, request.params);
  for (std::string& line : m_messages.drain()) {
    if (is_module_warning(line)) out.warnings.push_back(std::move(line));
  }
  return out;
}

Result<wire::DriverLoaded> Modules::configure_builtin(const wire::LoadDriver& request) {
  const std::string name = module_name_of(request.module);
  if (!exists(module_folder(name)) && !exists("/sys/bus/virtio/drivers/" + name)) {
    return fail(ErrorCode::not_found,
                fmt::format("the guest has no module {}: not in {}, not in /drivers, not built into the kernel",
                            request.module, m_folder));
  }
  for (const auto& [parameter, value] : request.params) {
    const std::string file = module_folder(name) + "/parameters/" + parameter;
    if (!exists(file)) {
      return fail(ErrorCode::configuration, fmt::format("{} is built in and shows no parameter {}", name, parameter));
    }
    if (auto done = write_file(file, value); !done) return std::unexpected(std::move(done).error());
  }
  wire::DriverLoaded out = describe(name, request.params);
  out.warnings.push_back(name + " is built into the kernel");
  return out;
}

Result<void> Modules::unload(const std::string& name) {
  if (!is_loaded(name)) {
    const std::string driver = "/sys/bus/virtio/drivers/" + name;
    if (!exists(driver)) return fail(ErrorCode::not_found, fmt::format("module {} is not loaded", name));
    for (const std::string& device : names_in(driver)) {
      if (!device.starts_with("virtio")) continue;
      if (auto done = write_file(driver + "/unbind", device); !done) return done;
    }
    return {};
  }
  DeviceEvents events;
  const TimePoint deadline = SteadyClock::now() + k_unload_patience;
  while (::syscall(SYS_delete_module, name.c_str(), O_NONBLOCK) != 0) {
    if (errno != EAGAIN && errno != EBUSY) return system_error("cannot remove module " + name);
    const auto blocked =
        system_error(fmt::format("module {} is still in use ({} references) after {} ms", name,
                                 read_trimmed(module_folder(name) + "/refcnt"), k_unload_patience.count()));
    // The last reference may go without a device event (a file that is closed), so do not wait for one alone.
    const TimePoint again = std::min(deadline, SteadyClock::now() + Milliseconds(20));
    if (!events.wait_until(again) && SteadyClock::now() >= deadline) return blocked;
  }
  return {};
}

}  // namespace ringside::agent
