// SPDX-License-Identifier: GPL-3.0-or-later
#include "host/accelerator_memory.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "host/child.h"
#include "host/environment.h"
#include "host/paths.h"
#include "host/read_file.h"

namespace ringside::host {
namespace {

using nlohmann::json;

constexpr auto k_schema = "ringside.accelerator/1";

// Nothing in the file is worth an error: what is not understood is asked again.
json answers_in(const std::filesystem::path& file) {
  const auto text = read_small_file(file);
  json document = json::parse(text.value_or(""), nullptr, false);
  if (!document.is_object()) return json::array();
  if (const auto schema = document.find("schema"); schema == document.end() || *schema != k_schema)
    return json::array();
  const auto answers = document.find("answers");
  return answers != document.end() && answers->is_array() ? *answers : json::array();
}

bool has(const json& answer, const AcceleratorKey& key) {
  const auto text = [&](const char* name) {
    const auto at = answer.find(name);
    return at != answer.end() && at->is_string() ? at->get<std::string>() : std::string();
  };
  return answer.is_object() && text("host") == key.host && text("qemu") == key.qemu &&
         text("kernel") == key.kernel_digest;
}

}  // namespace

Result<AcceleratorKey> accelerator_key(const std::filesystem::path& qemu, const std::string& kernel_digest) {
  const auto path = find_program(qemu.string());
  if (!path) {
    return fail(ErrorCode::not_found, fmt::format("there is no QEMU {}", qemu.string()),
                "install qemu-system-x86 or name one with --qemu");
  }
  std::error_code error;
  const auto real = std::filesystem::canonical(*path, error);
  const auto size = std::filesystem::file_size(real, error);
  const auto changed = std::filesystem::last_write_time(real, error).time_since_epoch().count();
  const Environment record = read_environment(*path);
  const auto fact = [&](const char* key) {
    const auto at = record.find(key);
    return at != record.end() ? at->second : std::string();
  };
  return AcceleratorKey{fact("host.id") + " " + fact("host.kernel") + " " + fact("cpu.microcode"),
                        fmt::format("{} {} {} {}", real.string(), fact("qemu.version"), size, changed), kernel_digest};
}

AcceleratorMemory::AcceleratorMemory() : m_file(cache_dir() / "accelerator.json") {}
AcceleratorMemory::AcceleratorMemory(std::filesystem::path file) : m_file(std::move(file)) {}

std::optional<AcceleratorAnswer> AcceleratorMemory::recall(const AcceleratorKey& key) const {
  try {
    for (const json& answer : answers_in(m_file)) {
      if (!has(answer, key)) continue;
      const auto accel = answer.at("accel").get<std::string>();
      if (accel != "kvm" && accel != "tcg") return std::nullopt;
      return AcceleratorAnswer{accel == "kvm" ? Accel::kvm : Accel::tcg, answer.at("reason").get<std::string>(),
                               WallTime(Milliseconds(answer.at("decided_ms").get<std::int64_t>()))};
    }
  } catch (const json::exception&) {
    // as above: ask again
  }
  return std::nullopt;
}

Result<void> AcceleratorMemory::remember(const AcceleratorKey& key, const AcceleratorAnswer& answer) {
  try {
    json answers = json::array();
    for (const json& old : answers_in(m_file)) {
      if (!has(old, key)) answers.push_back(old);
    }
    answers.push_back({{"host", key.host},
                       {"qemu", key.qemu},
                       {"kernel", key.kernel_digest},
                       {"accel", std::string(to_text(answer.accel))},
                       {"reason", answer.reason},
                       {"decided_ms", answer.decided.time_since_epoch().count()}});
    const json document{{"schema", k_schema}, {"answers", std::move(answers)}};
    return replace_file(m_file, document.dump(2, ' ', false, json::error_handler_t::replace) + "\n");
  } catch (const json::exception& error) {
    return fail(ErrorCode::infrastructure, fmt::format("cannot write {}: {}", m_file.string(), error.what()));
  }
}

Result<void> AcceleratorMemory::forget() {
  std::error_code error;
  std::filesystem::remove(m_file, error);
  if (error)
    return fail(ErrorCode::infrastructure, fmt::format("cannot remove {}: {}", m_file.string(), error.message()));
  return {};
}

}  // namespace ringside::host
