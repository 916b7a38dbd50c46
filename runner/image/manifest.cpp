// SPDX-License-Identifier: GPL-3.0-or-later
#include "image/manifest.h"

#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

namespace ringside::image {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

constexpr const char* k_schema = "ringside.image/1";

Result<Json> read_json(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return fail(ErrorCode::not_found, fmt::format("cannot read {}", path.string()));
  Json json = Json::parse(file, nullptr, false);
  if (!json.is_object()) return fail(ErrorCode::infrastructure, fmt::format("{} is damaged", path.string()));
  return json;
}

Manifest manifest_in(const Json& json, const fs::path& path) {
  Manifest out;
  Image& image = out.image;
  image.name = json.at("name").get<std::string>();
  const Json& kernel = json.at("kernel");
  image.kernel_release = kernel.at("release").get<std::string>();
  image.kernel = kernel.at("path").get<std::string>();
  image.kernel_digest = kernel.at("sha256").get<std::string>();
  const Json& initramfs = json.at("initramfs");
  // Only the name is kept, so that a cache folder may be moved.
  image.initramfs = path.parent_path() / fs::path(initramfs.at("file").get<std::string>()).filename();
  image.initramfs_digest = initramfs.at("content_sha256").get<std::string>();
  image.manifest = path;
  out.base_bytes = initramfs.at("base_bytes").get<std::uint64_t>();
  out.base_digest = initramfs.at("base_sha256").get<std::string>();
  out.upper_digest = initramfs.at("upper_sha256").get<std::string>();
  image.versions = json.at("versions").get<std::map<std::string, std::string>>();
  image.driver_builds = json.at("driver_build_ids").get<std::map<std::string, std::string>>();
  image.notes = json.at("notes").get<std::vector<std::string>>();
  out.files = json.at("files").get<std::map<std::string, std::string>>();
  return out;
}

}  // namespace

Result<Manifest> read_manifest(const fs::path& path) {
  auto json = read_json(path);
  if (!json) return std::unexpected(std::move(json).error());
  try {
    if (json->value("schema", "") == k_schema) return manifest_in(*json, path);
  } catch (const Json::exception&) {
  }
  return fail(ErrorCode::infrastructure, fmt::format("{} is not a manifest of this version", path.string()));
}

std::string to_json(const Manifest& manifest) {
  const Image& image = manifest.image;
  const Json json = {
      {"schema", k_schema},
      {"name", image.name},
      {"kernel", {{"release", image.kernel_release}, {"path", image.kernel.string()}, {"sha256", image.kernel_digest}}},
      {"initramfs",
       {{"file", image.initramfs.filename().string()},
        {"content_sha256", image.initramfs_digest},
        {"base_bytes", manifest.base_bytes},
        {"base_sha256", manifest.base_digest},
        {"upper_sha256", manifest.upper_digest}}},
      {"versions", image.versions},
      {"driver_build_ids", image.driver_builds},
      {"notes", image.notes},
      {"files", manifest.files},
  };
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Stamps read_stamps(const fs::path& path) {
  Stamps out;
  auto json = read_json(path);
  if (!json) return out;
  try {
    for (const auto& [file, stamp] : json->items()) {
      out[file] = {stamp.at("bytes").get<std::uint64_t>(), stamp.at("mtime_ns").get<std::int64_t>(),
                   stamp.at("inode").get<std::uint64_t>(), stamp.at("sha256").get<std::string>()};
    }
  } catch (const Json::exception&) {
    out.clear();
  }
  return out;
}

std::string to_json(const Stamps& stamps) {
  Json json = Json::object();
  for (const auto& [file, stamp] : stamps) {
    json[file] = {
        {"bytes", stamp.size}, {"mtime_ns", stamp.changed_ns}, {"inode", stamp.inode}, {"sha256", stamp.sha256}};
  }
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<std::string> release_of_stage_1(const fs::path& manifest) {
  auto json = read_json(manifest);
  if (!json) return std::unexpected(std::move(json).error());
  const auto release = json->find("release");
  if (release != json->end() && release->is_string()) return release->get<std::string>();
  return fail(ErrorCode::infrastructure, fmt::format("{} names no kernel release", manifest.string()));
}

}  // namespace ringside::image
