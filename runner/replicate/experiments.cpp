// SPDX-License-Identifier: GPL-3.0-or-later
#include "replicate/experiments.h"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>

#include "config/load.h"
#include "core/nearest.h"

namespace ringside::replicate {

namespace fs = std::filesystem;

Result<Campaign> load_experiment(const fs::path& file, bool quick, std::span<const std::string> overrides) {
  auto campaign = config::load(file, overrides);
  if (!campaign || !quick) return campaign;
  std::vector<std::string> all = campaign->quick;
  all.insert(all.end(), overrides.begin(), overrides.end());
  return config::load(file, all);
}

Result<std::vector<fs::path>> experiments_in(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    if (at->path().extension() == ".toml") files.push_back(at->path());
  }
  if (files.empty()) {
    return fail(ErrorCode::not_found, fmt::format("there are no published experiments in {}", folder.string()),
                "they are in campaigns/published of the source tree: --campaigns FOLDER");
  }
  std::ranges::sort(files);
  return files;
}

Result<std::vector<fs::path>> choose_experiments(const std::vector<fs::path>& files, std::string_view name) {
  if (name == "all") return files;
  const auto found = std::ranges::find_if(files, [&](const fs::path& file) { return file.stem() == name; });
  if (found != files.end()) return std::vector{*found};
  std::vector<std::string> names;
  for (const fs::path& file : files) names.push_back(file.stem());
  const std::vector<std::string_view> views(names.begin(), names.end());
  return fail(ErrorCode::usage, fmt::format("there is no published experiment '{}'", name),
              did_you_mean(name, views) + "; `ringside replicate --list` has them all");
}

}  // namespace ringside::replicate
