// SPDX-License-Identifier: GPL-3.0-or-later
// `ringside image build` and `list`: what guests boot from.
#include "image/image.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/output_format.h"
#include "cli/print.h"
#include "core/units.h"
#include "host/paths.h"

namespace ringside::cli {
namespace {

struct BuildOptions {
  std::vector<std::string> kernels;  // of stage 1
  std::string kernel;                // the user's own
  std::string modules;
  std::string name;
  std::vector<std::string> drivers;
  bool real_fio_libraries = false;
};

Result<std::vector<image::BuildRequest>> requests_of(const BuildOptions& options) {
  image::BuildRequest common;
  common.real_fio_libraries = options.real_fio_libraries;
  common.share = host::share_dir();
  common.cache = host::cache_dir();
  common.drivers.assign(options.drivers.begin(), options.drivers.end());
  if (!options.kernel.empty()) {
    if (!options.kernels.empty()) {
      return fail(ErrorCode::usage, "ringside image build: either a kernel of Ringside's or --kernel, not both",
                  "call it --name NAME, if that is what the other word is for");
    }
    common.name = options.name;
    common.kernel = options.kernel;
    common.modules = options.modules;
    return std::vector{common};
  }
  if (!options.name.empty()) {
    return fail(ErrorCode::usage, "ringside image build: --name is for an image of --kernel");
  }
  std::vector<image::BuildRequest> requests;
  const std::vector<std::string> all{"debian-6.1", "debian-6.12"};
  for (const auto& kernel : options.kernels.empty() ? all : options.kernels) {
    requests.push_back(common);
    requests.back().name = kernel;
  }
  return requests;
}

void print_image(const image::Image& image, Console& console) {
  console.out(fmt::format("{}: kernel {}, {}\n  {}\n", image.name, image.kernel_release,
                          image.reused ? "was up to date" : "built", image.initramfs.string()));
  for (const auto& note : image.notes) console.remark("  note: " + note);
}

Result<int> build(const BuildOptions& options, const Invocation& invocation) {
  const auto requests = requests_of(options);
  if (!requests) return std::unexpected(requests.error());
  Console& console = invocation.console;
  const Interrupt interrupt([&](Interrupt::Request) { console.remark("\nstopping"); });
  host::sweep_runtime_folders();
  for (const auto& request : *requests) {
    const auto built = image::build(request, [&](std::string_view text) { console.remark(text); }, interrupt.token());
    if (!built) return std::unexpected(built.error());
    print_image(*built, console);
  }
  return 0;
}

report::Field size_field(const std::filesystem::path& file) {
  std::error_code error;
  const auto size = std::filesystem::file_size(file, error);
  if (error) return report::unknown_field();
  return report::field(static_cast<std::int64_t>(size), fmt::format("{:.1f} MiB", static_cast<double>(size) / 1048576));
}

Result<int> list(OutputFormat format, const Invocation& invocation) {
  using report::Align;
  using report::field;
  const auto images = image::list(host::cache_dir());
  if (images.empty() && format == OutputFormat::table) {
    invocation.console.remark("no images yet; `ringside image build` makes them, and so does `ringside run`");
    return 0;
  }
  report::Table table;
  table.columns = {{"name", "name", Align::left},
                   {"kernel", "kernel", Align::left},
                   {"size_bytes", "initramfs", Align::right},
                   {"fio", "fio", Align::left},
                   {"initramfs", "file", Align::left}};
  for (const auto& image : images) {
    const auto fio = image.versions.find("fio");
    table.rows.push_back({field(image.name), field(image.kernel_release), size_field(image.initramfs),
                          fio == image.versions.end() ? report::unknown_field() : field(fio->second),
                          field(image.initramfs.string())});
  }
  print_table(table, format, "ringside.images/1", "images", invocation.console);
  return 0;
}

Command add_build(CLI::App& group) {
  auto options = std::make_shared<BuildOptions>();
  auto* command = group.add_subcommand("build", "Build images; those that are up to date stay");
  command->add_option("NAME", options->kernels, "Kernels that came with Ringside (default: debian-6.1 debian-6.12)");
  auto* kernel = command->add_option("--kernel", options->kernel, "Your own bzImage or vmlinux");
  kernel->type_name("FILE");
  auto* modules = command->add_option("--modules", options->modules, "Its lib/modules/RELEASE");
  modules->type_name("DIR")->needs(kernel);
  kernel->needs(modules);
  command->add_option("--name", options->name, "What to call the image of --kernel (default: its release)")
      ->type_name("NAME");
  command->add_option("--driver", options->drivers, "A driver module of your own to pack; repeatable")
      ->type_name("FILE.ko")
      ->allow_extra_args(false);
  command->add_flag("--real-fio-libraries", options->real_fio_libraries,
                    "Pack all libraries of fio instead of stand-ins for those that a guest does not need");
  command->footer(
      "Examples:\n"
      "  ringside image build\n"
      "  ringside image build --kernel linux/arch/x86/boot/bzImage --modules /tmp/inst/lib/modules/6.15.0 --name mine");
  return {command, [options](const Invocation& invocation) { return build(*options, invocation); }};
}

Command add_image_list(CLI::App& group) {
  auto format = std::make_shared<OutputFormat>(OutputFormat::table);
  auto* command = group.add_subcommand("list", "The images that are there");
  add_format(*command, *format);
  command->footer("Example:\n  ringside image list --format json");
  return {command, [format](const Invocation& invocation) { return list(*format, invocation); }};
}

}  // namespace

std::vector<Command> add_image(CLI::App& root) {
  auto* group = root.add_subcommand("image", "Guest images: kernel, agent, fio, drivers");
  group->require_subcommand(1);
  group->footer("Example:\n  ringside image build debian-6.12");
  return {add_build(*group), add_image_list(*group)};
}

}  // namespace ringside::cli
