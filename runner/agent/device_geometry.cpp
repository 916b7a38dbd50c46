// SPDX-License-Identifier: GPL-3.0-or-later
#include "agent/device_geometry.h"

#include <fmt/format.h>
#include <linux/hdreg.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace ringside::agent {

int print_geometry_of_input() {
  hd_geometry geometry{};
  if (::ioctl(STDIN_FILENO, HDIO_GETGEO, &geometry) != 0) {
    fmt::print("{}\n", std::strerror(errno));
    return 1;
  }
  fmt::print("{} heads, {} sectors, {} cylinders\n", geometry.heads, geometry.sectors, geometry.cylinders);
  return 0;
}

}  // namespace ringside::agent
