// SPDX-License-Identifier: GPL-3.0-or-later
// Campaign files: TOML in, a checked and resolved Campaign out. docs/campaign-file.md describes every key.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "core/campaign.h"
#include "core/result.h"

namespace ringside::config {

// Reads and checks a campaign file.
//
// `overrides` are the `--set` strings of the command line, applied in their order: "guest.kernel=debian-6.12",
// "arm.irq.params.poll_queues=1", "matrix.bs=[\"4k\", \"8k\"]". The value is TOML; what is not TOML is taken as a
// string. A value for a matrix key may be a single one.
//
// Paths of kernels, modules, drivers and backends are resolved against the folder of the file and come back absolute;
// whether they exist is not looked at.
//
// Errors: ErrorCode::not_found if the file cannot be read; ErrorCode::configuration for everything that is wrong in
// it, the message starting with "FILE:LINE:COLUMN: ", the hint naming the nearest valid key where there is one.
// An error in an override names the override instead of a line.
[[nodiscard]] Result<Campaign> load(const std::filesystem::path& path, std::span<const std::string> overrides = {});

// The same for text that is already in memory. `name` stands for the file in messages, and its folder is what
// relative paths are resolved against. Accepts the text of Campaign::toml again, and makes the same campaign of it.
[[nodiscard]] Result<Campaign> parse(std::string_view text, std::string_view name,
                                     std::span<const std::string> overrides = {});

}  // namespace ringside::config
