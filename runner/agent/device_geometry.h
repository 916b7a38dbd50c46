// SPDX-License-Identifier: GPL-3.0-or-later
// A program of the guest besides PID 1: the validation suite asks it what an ioctl on a device that has gone says.
#pragma once

namespace ringside::agent {

// HDIO_GETGEO on standard input, which may be a disk that is not there any more. Prints the geometry, or the error's
// words; the exit code.
[[nodiscard]] int print_geometry_of_input();

}  // namespace ringside::agent
