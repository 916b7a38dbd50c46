// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/node.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace ringside::config {

std::string Position::text() const {
  return line == 0 ? origin : fmt::format("{}:{}:{}", origin, line, column);
}

bool Node::is_scalar() const {
  return kind == Kind::text || kind == Kind::whole || kind == Kind::real || kind == Kind::flag;
}

const Entry* Node::find(std::string_view key) const {
  const auto found = std::ranges::find(entries, key, &Entry::key);
  return found == entries.end() ? nullptr : &*found;
}

Entry* Node::find(std::string_view key) {
  return const_cast<Entry*>(std::as_const(*this).find(key));
}

Entry& Node::find_or_add(std::string_view key, const Position& where) {
  if (Entry* found = find(key)) return *found;
  Entry entry{std::string(key), where, {}};
  entry.value.at = where;
  return entries.emplace_back(std::move(entry));
}

std::string_view name_of(Node::Kind kind) {
  switch (kind) {
    case Node::Kind::text:
      return "a text";
    case Node::Kind::whole:
      return "a whole number";
    case Node::Kind::real:
      return "a number";
    case Node::Kind::flag:
      return "true or false";
    case Node::Kind::list:
      return "a list";
    case Node::Kind::table:
      return "a table";
    case Node::Kind::other:
      return "a date or time";
  }
  return "?";
}

std::unexpected<Error> wrong(const Position& at, std::string_view message, std::string hint) {
  return fail(ErrorCode::configuration, fmt::format("{}: {}", at.text(), message), std::move(hint));
}

}  // namespace ringside::config
