// SPDX-License-Identifier: GPL-3.0-or-later
// Guest images, stage 2: a kernel of stage 1 (or the user's own) and an initramfs with the agent, fio, busybox,
// dmsetup, kernel modules and drivers. Kept in the cache and made again only where something in it changed.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/campaign.h"
#include "core/result.h"

namespace ringside::image {

struct BuildRequest {
  std::string name;               // a kernel of stage 1 ("debian-6.12"); for the user's own, what to call it (may be
                                  // empty: then its release is the name)
  std::filesystem::path kernel;   // the user's bzImage or vmlinux; empty for a kernel of stage 1
  std::filesystem::path modules;  // the user's lib/modules/RELEASE, or a folder with just one such
  std::vector<std::filesystem::path> drivers;  // the user's own .ko files, see driver_in_guest
  std::vector<std::string> tools;              // tracing programs of the host, packed into /bin with their libraries
  bool with_faults = false;                    // the deliberately broken reference drivers, for tests
  bool real_fio_libraries = false;             // instead of stand-ins for what fio is linked with and never uses here
  std::filesystem::path share;                 // host::share_dir()
  std::filesystem::path cache;                 // host::cache_dir(); images lie in its folder "images"
};

// A built image. Everything it names exists.
struct Image {
  std::string name;                 // the request's, with "+faults" and the like for what is not in every image
  std::string kernel_release;       // "6.1.0-57-amd64"
  std::filesystem::path kernel;     // an ELF vmlinux
  std::filesystem::path initramfs;  // its name changes with its content: a running campaign keeps what it started with
  std::filesystem::path manifest;   // JSON, "ringside.image/1"
  std::string kernel_digest;        // SHA-256
  std::string initramfs_digest;     // SHA-256 over the content's digests and places, not over the file
  std::map<std::string, std::string> versions;       // "fio", "busybox", "agent", … : what they say of themselves
  std::map<std::string, std::string> driver_builds;  // path in the guest: build id
  std::vector<std::string> notes;  // what is not as it should be: no reference driver, no compiler for stand-ins
  bool reused = false;             // nothing had to be done
};

// Called with what is being done now, in a few words ("packing debian-6.12").
using Progress = std::function<void(std::string_view)>;

// Makes the image, or finds that it is there already (reused: a few hundred milliseconds). The new file appears whole
// or not at all. Errors: not_found (kernel, modules, fio, busybox, dmsetup, agent: with what to do), configuration
// (kernel and modules of different releases), infrastructure (no space, a tool failed), interrupted.
[[nodiscard]] Result<Image> build(const BuildRequest& request, const Progress& progress = {},
                                  const std::stop_token& stop = {});

// The request for the guest and the drivers of one boot's arms, with share and cache folders of this host.
[[nodiscard]] BuildRequest request_for(const Guest& guest, const std::vector<DriverChoice>& drivers);
// build(request_for(guest, drivers)): what `ringside run` calls before its first boot.
[[nodiscard]] Result<Image> ensure(const Guest& guest, const std::vector<DriverChoice>& drivers,
                                   const Progress& progress = {}, const std::stop_token& stop = {});

// The images in a cache folder, by name. A missing folder has none; a folder without a readable manifest is left out.
[[nodiscard]] std::vector<Image> list(const std::filesystem::path& cache);
// One of them, as it was built last. not_found says how to build it.
[[nodiscard]] Result<Image> find(const std::filesystem::path& cache, std::string_view name);

// What LoadDriver::module has to be for a driver: "virtio_blk", "virtio_blk_ref", or the path in the guest of one of
// BuildRequest::drivers. Two files of the same name from different folders have different paths there.
[[nodiscard]] std::string driver_in_guest(const DriverChoice& driver);

}  // namespace ringside::image
