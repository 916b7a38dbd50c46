// SPDX-License-Identifier: GPL-3.0-or-later
#include "validate/selection.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fnmatch.h>

#include <algorithm>

namespace ringside::validate {
namespace {

bool fits(const std::string& glob, const Case& candidate) {
  return ::fnmatch(glob.c_str(), candidate.name.c_str(), 0) == 0;
}

}  // namespace

Result<std::vector<Case>> select(const std::vector<Case>& cases, const std::vector<std::string>& globs, bool smoke) {
  for (const std::string& glob : globs) {
    if (std::ranges::none_of(cases, [&](const Case& one) { return fits(glob, one); })) {
      return fail(ErrorCode::not_found, fmt::format("no case fits '{}'", glob),
                  "`ringside validate --list` has them; '*' stands for anything: 'rings/*'");
    }
  }
  std::vector<Case> out;
  for (const Case& candidate : cases) {
    const bool meant =
        globs.empty() || std::ranges::any_of(globs, [&](const std::string& glob) { return fits(glob, candidate); });
    if (meant && (candidate.smoke || !smoke)) out.push_back(candidate);
  }
  return out;
}

std::optional<std::string> why_not(const Case& the_case, const DriverUnderTest& driver, std::string_view kernel) {
  if (the_case.applies_to == AppliesTo::reference && !driver.is_reference()) {
    return "looks into the reference driver, which this is not";
  }
  const auto begins = [&](const std::string& beginning) { return kernel.starts_with(beginning); };
  if (!the_case.kernels.empty() && std::ranges::none_of(the_case.kernels, begins)) {
    return fmt::format("only on kernel {}", fmt::join(the_case.kernels, ", "));
  }
  return std::nullopt;
}

}  // namespace ringside::validate
