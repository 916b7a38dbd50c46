// SPDX-License-Identifier: GPL-3.0-or-later
// What a published table says, and which arms and cell of a campaign measure the same today.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ringside {

// What the authors say of the change.
enum class Claim { gain, loss, none };  // none: "no difference"
[[nodiscard]] std::string_view to_text(Claim);

// A row: two lines of a published table, before and after.
struct PublishedRow {
  std::string table;       // "000a_poll_queues": campaigns/published/000a_poll_queues.csv
  std::vector<int> lines;  // of that file, the head being 1
  std::string title;       // "512 randread qd64 jobs 1"
  Claim claim = Claim::gain;
  std::optional<double> before;  // IOPS; many mails round to thousands
  std::optional<double> after;
  std::optional<double> change;  // (after − before)/before, where it was published without IOPS
  std::string cell;              // key or glob that fits exactly one cell of the matrix
  std::string baseline;          // arms
  std::string candidate;
  std::string note;              // what differs from the original in this row, or a doubt about the figures
  std::string not_reproducible;  // why nothing here can measure it; then there are no cell and no arms

  // The published change as a fraction, 0.12 for 12 % more IOPS; nothing where the mail gives no number.
  [[nodiscard]] std::optional<double> effect() const {
    if (before && after) return *after / *before - 1;
    return change;
  }
};

}  // namespace ringside
