// SPDX-License-Identifier: GPL-3.0-or-later
// Reads one table key by key, and at the end knows which keys nobody asked for.
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "config/node.h"
#include "core/campaign.h"
#include "core/nearest.h"

namespace ringside::config {

// The readers leave `out` alone where the key is absent or wrong, and say whether they set it. The first thing wrong
// is kept; finish() reports it, an unknown key before all else, since a mistyped key makes others look missing.
class TableReader {
 public:
  // `title` names the table in messages: "[guest]", "arm 'irq'".
  TableReader(const Node& table, std::string title);

  // The entry, or nullptr; marks the key as known.
  const Entry* take(std::string_view key);

  bool text(std::string_view key, std::string& out);  // one line, not empty
  bool line(std::string_view key, std::string& out);  // one line, may be empty
  bool count(std::string_view key, int& out, int least, int most);
  bool flag(std::string_view key, bool& out);
  bool seed(std::string_view key, std::uint64_t& out);
  bool bytes(std::string_view key, Bytes& out, Bytes least);
  bool options(std::string_view key, OptionMap& out);  // a table of scalars; laid over what `out` holds
  bool texts(std::string_view key, std::vector<std::string>& out);
  // A sub-table, or nullptr.
  const Node* table(std::string_view key);

  // One of the words that to_text() gives for `valid`.
  template <typename Enum>
  bool choice(std::string_view key, Enum& out, std::initializer_list<Enum> valid) {
    std::vector<std::string_view> words;
    for (const Enum value : valid) words.push_back(ringside::to_text(value));
    const auto index = word(key, words);
    if (index) out = valid.begin()[*index];
    return index.has_value();
  }
  // The same for words: the index of the one that is there.
  std::optional<std::size_t> word(std::string_view key, const std::vector<std::string_view>& valid);

  // Keeps the first error of all.
  void reject(const Position& at, std::string_view message, std::string hint = {});
  void reject(Error error);
  void require(std::string_view key, std::string_view example);

  [[nodiscard]] Result<void> finish() const;

 private:
  const Entry* take(std::string_view key, Node::Kind kind);

  const Node& m_table;
  std::string m_title;
  std::vector<std::string_view> m_known;
  std::optional<Error> m_error;
};

}  // namespace ringside::config
