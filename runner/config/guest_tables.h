// SPDX-License-Identifier: GPL-3.0-or-later
// [guest], [machine], [backend] and [topology]: what stands both in a campaign and, laid over it, in an arm.
#pragma once

#include <filesystem>
#include <string>

#include "config/node.h"
#include "core/campaign.h"
#include "core/result.h"

namespace ringside::config {

// Each changes only what the table names. `title` stands for the table in messages; relative paths start at `folder`.
[[nodiscard]] Result<void> read_guest(const Node& table, const std::string& title, const std::filesystem::path& folder,
                                      Guest& guest);
[[nodiscard]] Result<void> read_machine(const Node& table, const std::string& title, MachineOptions& machine);
// Another `driver` starts without the options of the one before.
[[nodiscard]] Result<void> read_backend(const Node& table, const std::string& title,
                                        const std::filesystem::path& folder, Backend& backend);
[[nodiscard]] Result<void> read_topology(const Node& table, const std::string& title, Topology& topology);

}  // namespace ringside::config
