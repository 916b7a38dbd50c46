// SPDX-License-Identifier: GPL-3.0-or-later
// From a request to the list of what its image holds.
#pragma once

#include <filesystem>
#include <map>
#include <stop_token>
#include <string>
#include <vector>

#include "core/result.h"
#include "image/content.h"
#include "image/digests.h"
#include "image/image.h"
#include "image/kernel.h"

namespace ringside::image {

struct Recipe {
  Content base;                                           // busybox, fio, dmsetup with their libraries; kernel modules
  Content upper;                                          // the agent, drivers, what the agent reads
  std::vector<std::string> drivers;                       // places of the drivers in the guest
  std::map<std::string, std::filesystem::path> programs;  // whose versions the manifest has, by name
  std::vector<std::string> notes;
};

// Looks the parts up; unpacks compressed modules and makes stand-in libraries into `cache` where they are missing.
[[nodiscard]] Result<Recipe> recipe_for(const BuildRequest& request, const Kernel& kernel, Digests& digests,
                                        const Progress& progress, const std::stop_token& stop);

// "/drivers/1a2b3c4d/x.ko": the place of a user's driver in the guest.
[[nodiscard]] std::string place_of_driver(const std::filesystem::path& driver);

}  // namespace ringside::image
