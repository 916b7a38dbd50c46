// SPDX-License-Identifier: GPL-3.0-or-later
// How long each view of a store takes.
#pragma once

#include <string>
#include <vector>

#include "core/result.h"
#include "core/units.h"
#include "store/store.h"

namespace ringside::fakestore {

struct QueryTime {
  std::string view;
  std::size_t rows = 0;   // that came back
  Nanoseconds median{0};  // of five
  Nanoseconds cpu{0};     // median of the process's own time: tells the noise of a busy machine
  Nanoseconds first{0};   // of this process
};

// Of a store that holds at least one campaign. Fails as the store does.
[[nodiscard]] Result<std::vector<QueryTime>> query_times(const store::Store& store);

}  // namespace ringside::fakestore
