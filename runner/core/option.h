// SPDX-License-Identifier: GPL-3.0-or-later
// Option names and values that Ringside passes on verbatim: fio's, QEMU's, module parameters.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <variant>

namespace ringside {

using OptionValue = std::variant<bool, std::int64_t, double, std::string>;

// Sorted by name, so that two equal sets have one spelling.
using OptionMap = std::map<std::string, OptionValue, std::less<>>;

// The value as fio, modprobe and a cell key write it: booleans as 1 and 0, numbers without trailing zeros.
[[nodiscard]] std::string to_text(const OptionValue& value);

// "key=value key=value" in name order; the canonical spelling that ids are made from.
[[nodiscard]] std::string to_text(const OptionMap& options);

// `over` wins where both name a key.
[[nodiscard]] OptionMap merged(OptionMap base, const OptionMap& over);

}  // namespace ringside
