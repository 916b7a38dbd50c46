// SPDX-License-Identifier: GPL-3.0-or-later
#include "validate/driver_under_test.h"

#include <fmt/format.h>

#include <filesystem>

#include "image/image.h"

namespace ringside::validate {
namespace {

constexpr std::string_view k_fault_prefix = "reference+";

DriverUnderTest named(std::string name, DriverChoice choice) {
  DriverUnderTest out;
  out.name = std::move(name);
  out.module = image::driver_in_guest(choice);
  out.choice = std::move(choice);
  return out;
}

}  // namespace

Result<DriverUnderTest> parse_driver(std::string_view text) {
  if (text == "reference") return named("reference", {DriverKind::reference, {}});
  if (text == "in-tree") return named("in-tree", {DriverKind::in_tree, {}});
  if (text.starts_with(k_fault_prefix) && text.size() > k_fault_prefix.size()) {
    DriverUnderTest out = named(std::string(text), {DriverKind::reference, {}});
    out.fault = text.substr(k_fault_prefix.size());
    out.module += "_" + out.fault;
    return out;
  }
  const std::filesystem::path file(text);
  std::error_code ignored;
  if (file.extension() == ".ko" && std::filesystem::is_regular_file(file, ignored)) {
    return named(file.filename().string(), {DriverKind::path, std::filesystem::absolute(file).string()});
  }
  const bool names_a_file = file.extension() == ".ko" || text.find('/') != std::string_view::npos;
  return fail(names_a_file ? ErrorCode::not_found : ErrorCode::usage,
              fmt::format("there is no driver {}'{}'", names_a_file ? "file " : "", text),
              "valid are reference, in-tree, the path of a .ko, and reference+FAULT for a fault build");
}

}  // namespace ringside::validate
