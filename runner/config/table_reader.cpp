// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/table_reader.h"

#include <fmt/format.h>

#include <utility>

namespace ringside::config {
namespace {

bool is_one_line(std::string_view text) {
  return std::ranges::none_of(text, [](unsigned char c) { return c < ' ' || c == 0x7f; });
}

}  // namespace

TableReader::TableReader(const Node& table, std::string title) : m_table(table), m_title(std::move(title)) {
  if (table.kind != Node::Kind::table) {
    reject(table.at, fmt::format("{} must be a table, not {}", m_title, name_of(table.kind)));
  }
}

const Entry* TableReader::take(std::string_view key) {
  m_known.push_back(key);
  return m_table.find(key);
}

const Entry* TableReader::take(std::string_view key, Node::Kind kind) {
  const Entry* entry = take(key);
  if (entry == nullptr || entry->value.kind == kind) return entry;
  reject(entry->value.at,
         fmt::format("'{}' in {} must be {}, not {}", key, m_title, name_of(kind), name_of(entry->value.kind)));
  return nullptr;
}

bool TableReader::line(std::string_view key, std::string& out) {
  const Entry* entry = take(key, Node::Kind::text);
  if (entry == nullptr) return false;
  const auto& text = std::get<std::string>(entry->value.value);
  if (!is_one_line(text)) {
    reject(entry->value.at, fmt::format("'{}' in {} must be one line without control characters", key, m_title));
    return false;
  }
  out = text;
  return true;
}

bool TableReader::text(std::string_view key, std::string& out) {
  std::string read;
  if (!line(key, read)) return false;
  if (read.empty()) {
    reject(m_table.find(key)->value.at, fmt::format("'{}' in {} must not be empty", key, m_title));
    return false;
  }
  out = std::move(read);
  return true;
}

bool TableReader::count(std::string_view key, int& out, int least, int most) {
  const Entry* entry = take(key, Node::Kind::whole);
  if (entry == nullptr) return false;
  const auto number = std::get<std::int64_t>(entry->value.value);
  if (number < least || number > most) {
    reject(entry->value.at,
           fmt::format("'{}' in {} is {}, but must be from {} to {}", key, m_title, number, least, most));
    return false;
  }
  out = static_cast<int>(number);
  return true;
}

bool TableReader::flag(std::string_view key, bool& out) {
  const Entry* entry = take(key, Node::Kind::flag);
  if (entry != nullptr) out = std::get<bool>(entry->value.value);
  return entry != nullptr;
}

bool TableReader::seed(std::string_view key, std::uint64_t& out) {
  const Entry* entry = take(key, Node::Kind::whole);
  if (entry == nullptr) return false;
  const auto number = std::get<std::int64_t>(entry->value.value);
  if (number < 0) {
    reject(entry->value.at, fmt::format("'{}' in {} must not be negative", key, m_title));
    return false;
  }
  out = static_cast<std::uint64_t>(number);
  return true;
}

bool TableReader::bytes(std::string_view key, Bytes& out, Bytes least) {
  const Entry* entry = take(key);
  if (entry == nullptr) return false;
  const Node& value = entry->value;
  if (value.kind != Node::Kind::text && value.kind != Node::Kind::whole) {
    reject(value.at,
           fmt::format("'{}' in {} must be a size such as \"1GiB\", not {}", key, m_title, name_of(value.kind)));
    return false;
  }
  const auto bytes = parse_bytes(to_text(value.value));
  if (!bytes) {
    reject(value.at, fmt::format("'{}' in {}: {}", key, m_title, bytes.error().message), bytes.error().hint);
    return false;
  }
  if (*bytes < least) {
    reject(value.at,
           fmt::format("'{}' in {} is {}, but must be at least {}", key, m_title, to_text(*bytes), to_text(least)));
    return false;
  }
  out = *bytes;
  return true;
}

bool TableReader::options(std::string_view key, OptionMap& out) {
  const Node* node = table(key);
  if (node == nullptr) return false;
  for (const Entry& entry : node->entries) {
    if (!entry.value.is_scalar()) {
      reject(entry.value.at, fmt::format("'{}' in '{}' of {} must be a text, a number, true or false, not {}",
                                         entry.key, key, m_title, name_of(entry.value.kind)));
      return false;
    }
    if (!is_one_line(entry.key) || !is_one_line(to_text(entry.value.value))) {
      reject(entry.at, fmt::format("'{}' of {} holds a control character", key, m_title));
      return false;
    }
    out.insert_or_assign(entry.key, entry.value.value);
  }
  return true;
}

bool TableReader::texts(std::string_view key, std::vector<std::string>& out) {
  const Entry* entry = take(key, Node::Kind::list);
  if (entry == nullptr) return false;
  out.clear();
  for (const Node& item : entry->value.items) {
    if (item.kind != Node::Kind::text) {
      reject(item.at, fmt::format("'{}' in {} must be a list of texts", key, m_title));
      return false;
    }
    out.push_back(std::get<std::string>(item.value));
  }
  return true;
}

const Node* TableReader::table(std::string_view key) {
  const Entry* entry = take(key, Node::Kind::table);
  return entry == nullptr ? nullptr : &entry->value;
}

std::optional<std::size_t> TableReader::word(std::string_view key, const std::vector<std::string_view>& valid) {
  const Entry* entry = take(key);
  if (entry == nullptr) return std::nullopt;
  const Node& value = entry->value;
  // A number where the word is one ("tier = 1").
  const bool readable = value.kind == Node::Kind::text || value.kind == Node::Kind::whole;
  const std::string text = readable ? to_text(value.value) : std::string(name_of(value.kind));
  const auto found = readable ? std::ranges::find(valid, text) : valid.end();
  if (found != valid.end()) return static_cast<std::size_t>(found - valid.begin());
  reject(value.at,
         fmt::format("'{}' in {} cannot be {}{}{}", key, m_title, readable ? "'" : "", text, readable ? "'" : ""),
         did_you_mean(text, valid));
  return std::nullopt;
}

void TableReader::reject(const Position& at, std::string_view message, std::string hint) {
  reject(wrong(at, message, std::move(hint)).error());
}

void TableReader::reject(Error error) {
  if (!m_error) m_error = std::move(error);
}

void TableReader::require(std::string_view key, std::string_view example) {
  if (m_table.find(key) != nullptr) return;
  reject(m_table.at, fmt::format("{} has no '{}'", m_title, key), fmt::format("add {}", example));
}

Result<void> TableReader::finish() const {
  for (const Entry& entry : m_table.entries) {
    if (std::ranges::find(m_known, entry.key) != m_known.end()) continue;
    return wrong(entry.at, fmt::format("unknown key '{}' in {}", entry.key, m_title), did_you_mean(entry.key, m_known));
  }
  if (m_error) return std::unexpected(*m_error);
  return {};
}

}  // namespace ringside::config
