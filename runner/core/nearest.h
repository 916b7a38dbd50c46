// SPDX-License-Identifier: GPL-3.0-or-later
// "Did you mean …": which of the known words a mistyped one probably stands for.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace ringside {

// Insertions, deletions, substitutions and swaps of neighbours that turn one word into the other
// (optimal string alignment). Case and the difference between '-' and '_' count for nothing.
[[nodiscard]] std::size_t edit_distance(std::string_view one, std::string_view other);

// The word at the smallest distance, the first of several; empty only if there is no word.
[[nodiscard]] std::string_view nearest(std::string_view word, std::span<const std::string_view> words);

// A hint for a message: "did you mean 'vcpus'? (valid here: cmdline, kernel, …)". Names the nearest word in any
// case, the others only if they are few.
[[nodiscard]] std::string did_you_mean(std::string_view word, std::span<const std::string_view> words);

}  // namespace ringside
