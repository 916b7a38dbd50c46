// SPDX-License-Identifier: GPL-3.0-or-later
// What libbpf says when it fails, kept for a message of one line.
#pragma once

#include <string>

namespace ringside::loader {

// From now on libbpf's warnings are kept instead of printed.
void keep_libbpf_warnings();
// All of them since they were taken last.
[[nodiscard]] std::string take_libbpf_warnings();
// Their first line: the cause of the others. Takes them.
[[nodiscard]] std::string take_first_warning();

}  // namespace ringside::loader
