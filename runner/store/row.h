// SPDX-License-Identifier: GPL-3.0-or-later
// Our types into and out of statements. Templates over the statement, so that this header needs no library.
// Private to runner/store.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/ids.h"
#include "core/units.h"
#include "store/guard.h"

namespace ringside::store {

// A BLOB; a plain string is bound as TEXT.
struct BlobView {
  std::string_view data;
};

template <typename Statement>
class Binder {
 public:
  explicit Binder(Statement& statement) : m_statement(statement) {}

  void put(std::integral auto value) { m_statement.bind(m_next++, static_cast<std::int64_t>(value)); }
  void put(double value) { m_statement.bind(m_next++, value); }
  void put(std::string_view text) { m_statement.bind(m_next++, std::string(text)); }
  void put(BlobView blob) {
    // A null pointer would be bound as NULL.
    m_statement.bind(m_next++, blob.data.empty() ? static_cast<const void*>("") : blob.data.data(),
                     static_cast<int>(blob.data.size()));
  }
  void put(WallTime time) { put(time.time_since_epoch().count()); }
  void put(Nanoseconds duration) { put(duration.count()); }
  template <typename Tag>
  void put(RowId<Tag> id) {
    put(id.value);
  }
  template <typename Value>
  void put(const std::optional<Value>& value) {
    if (value) {
      put(*value);
    } else {
      m_statement.bind(m_next++);
    }
  }

 private:
  Statement& m_statement;
  int m_next = 1;
};

// Binds all parameters in order.
template <typename Statement, typename... Values>
void bind_all(Statement& statement, const Values&... values) {
  Binder<Statement> binder(statement);
  (binder.put(values), ...);
}

// Binds and runs a statement that returns no rows.
template <typename Statement, typename... Values>
int run(Statement& statement, const Values&... values) {
  bind_all(statement, values...);
  return statement.exec();
}

// Reads the columns of the current row in order.
template <typename Statement>
class Row {
 public:
  explicit Row(Statement& statement) : m_statement(statement) {}

  std::int64_t integer() { return column().getInt64(); }
  int small() { return column().getInt(); }
  std::uint64_t count() { return static_cast<std::uint64_t>(integer()); }
  bool flag() { return integer() != 0; }
  double real() { return column().getDouble(); }
  std::string text() { return column().getString(); }
  // A BLOB's bytes, good until the statement goes on.
  std::string_view blob() {
    const auto here = column();
    const void* bytes = here.getBlob();
    return bytes == nullptr ? std::string_view()
                            : std::string_view(static_cast<const char*>(bytes), static_cast<std::size_t>(here.size()));
  }
  WallTime time() { return WallTime(std::chrono::milliseconds(integer())); }
  Nanoseconds duration() { return Nanoseconds(integer()); }
  template <typename Id>
  Id id() {
    return Id{integer()};
  }
  [[nodiscard]] bool next_is_null() const { return m_statement.getColumn(m_next).isNull(); }
  std::optional<WallTime> optional_time() {
    if (!next_is_null()) return time();
    ++m_next;
    return std::nullopt;
  }
  Uuid uuid() {
    const auto uuid = Uuid::parse(text());
    if (!uuid) throw DamagedStore(uuid.error().message);
    return *uuid;
  }
  // A word that `parse` turns into an optional.
  template <typename Parse>
  auto word(Parse parse) {
    const std::string found = text();
    const auto value = parse(found);
    if (!value) throw DamagedStore("the word '" + found + "' is not known");
    return *value;
  }

 private:
  auto column() { return m_statement.getColumn(m_next++); }

  Statement& m_statement;
  int m_next = 0;
};

// The value of a Result that only damage can make fail.
template <typename Value>
[[nodiscard]] Value intact(Result<Value> value) {
  if (!value) throw DamagedStore(value.error().message);
  return *std::move(value);
}

}  // namespace ringside::store
