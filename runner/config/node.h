// SPDX-License-Identifier: GPL-3.0-or-later
// A campaign file as a tree of values that know where they stand: all that the readers of tables see of TOML.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/option.h"
#include "core/result.h"

namespace ringside::config {

// A place in the file, or the override that put a value there (then without a line).
struct Position {
  std::string origin;  // file name, or "--set guest.vcpus=2"
  int line = 0;        // from 1; 0 for an override
  int column = 0;

  // "quick.toml:12:3" or "--set guest.vcpus=2".
  [[nodiscard]] std::string text() const;
};

struct Entry;

struct Node {
  enum class Kind { text, whole, real, flag, list, table, other };

  Kind kind = Kind::table;
  Position at;
  OptionValue value;           // of the first four kinds
  std::vector<Node> items;     // of a list
  std::vector<Entry> entries;  // of a table, in the file's order

  [[nodiscard]] bool is_scalar() const;
  [[nodiscard]] const Entry* find(std::string_view key) const;
  [[nodiscard]] Entry* find(std::string_view key);
  // The entry of that key, made (with an empty table) where there is none.
  Entry& find_or_add(std::string_view key, const Position& at);
};

struct Entry {
  std::string key;
  Position at;  // of the key
  Node value;
};

// "a text", "a whole number", for messages.
[[nodiscard]] std::string_view name_of(Node::Kind kind);

// ErrorCode::configuration with the place in front.
[[nodiscard]] std::unexpected<Error> wrong(const Position& at, std::string_view message, std::string hint = {});

}  // namespace ringside::config
