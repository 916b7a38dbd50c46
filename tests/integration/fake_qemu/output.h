// SPDX-License-Identifier: GPL-3.0-or-later
// Writing to the channels.
#pragma once

#include <string_view>

// Writes all of it, waiting as needed. Ends the program where nobody reads any more.
void write_all(int fd, std::string_view bytes);

// Writes the same bytes until somebody kills us.
[[noreturn]] void flood(int fd, std::string_view bytes);

// Waits to be killed.
[[noreturn]] void hang();
