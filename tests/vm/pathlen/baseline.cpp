// SPDX-License-Identifier: GPL-3.0-or-later
#include "baseline.h"

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/elf.h"

namespace ringside::test {
namespace {

using Json = nlohmann::ordered_json;

bool is_for(const Json& entry, const BaselineKey& key) {
  return entry.at("kernel") == key.kernel && entry.at("qemu") == key.qemu && entry.at("cpu_model") == key.cpu_model &&
         entry.at("compiler") == key.compiler;
}

std::string content_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream content;
  content << file.rdbuf();
  return content.str();
}

}  // namespace

std::optional<FunctionLengths> read_baseline(const std::filesystem::path& file, const BaselineKey& key) {
  const Json document = Json::parse(content_of(file));
  for (const Json& entry : document.at("baselines")) {
    if (is_for(entry, key)) return entry.at("instructions").get<FunctionLengths>();
  }
  return std::nullopt;
}

std::string to_text(const BaselineKey& key) {
  return "kernel " + key.kernel + ", QEMU " + key.qemu + ", CPU model " + key.cpu_model + ", compiler " + key.compiler;
}

std::string entry_text(const BaselineKey& key, const FunctionLengths& lengths) {
  const Json entry{{"kernel", key.kernel},
                   {"qemu", key.qemu},
                   {"cpu_model", key.cpu_model},
                   {"compiler", key.compiler},
                   {"instructions", lengths}};
  return entry.dump(2);
}

std::string compiler_of(const std::filesystem::path& module) {
  const std::string content = content_of(module);
  const auto comment = elf_section(content, ".comment");
  if (!comment) return "unknown";
  // The section repeats one text for each object, with zero bytes around.
  const auto start = comment->find_first_not_of('\0');
  if (start == std::string_view::npos) return "unknown";
  return std::string(comment->substr(start, comment->find('\0', start) - start));
}

}  // namespace ringside::test
