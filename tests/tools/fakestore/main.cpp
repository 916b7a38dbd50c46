// SPDX-License-Identifier: GPL-3.0-or-later
// ringside-fakestore --db FILE [--measurements N | --cells N] [--seed N] [--replace] [--times]
#include <fmt/format.h>

#include <charconv>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <span>
#include <string>

#include "fakestore/fake_store.h"
#include "fakestore/query_times.h"

namespace {

using namespace ringside;

constexpr const char* k_usage =
    "usage: ringside-fakestore --db FILE [--measurements N | --cells N] [--seed N] [--replace] [--times]\n"
    "Fills a store with made-up measurements (1,000 to 1,000,000; none: only reads what is there).\n"
    "  --cells    one campaign of so many cells, two arms and ten blocks instead\n"
    "  --replace  removes FILE first\n"
    "  --times    prints how long each view of the store takes\n";

struct Arguments {
  std::string db;
  std::int64_t measurements = 0;
  int cells = 0;
  std::uint64_t seed = 1;
  bool replace = false;
  bool times = false;
};

template <typename Number>
bool parse(std::string_view text, Number& number) {
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
  return status == std::errc{} && end == text.data() + text.size();
}

std::optional<Arguments> parse(std::span<char*> words) {
  Arguments arguments;
  for (std::size_t at = 1; at < words.size(); ++at) {
    const std::string_view word = words[at];
    const std::string_view value = at + 1 < words.size() ? words[at + 1] : "";
    if (word == "--replace") {
      arguments.replace = true;
    } else if (word == "--times") {
      arguments.times = true;
    } else if (word == "--db" && !value.empty()) {
      arguments.db = value;
      ++at;
    } else if ((word == "--measurements" && parse(value, arguments.measurements)) ||
               (word == "--cells" && parse(value, arguments.cells)) ||
               (word == "--seed" && parse(value, arguments.seed))) {
      ++at;
    } else {
      return std::nullopt;
    }
  }
  if (arguments.db.empty()) return std::nullopt;
  return arguments;
}

void remove_store(const std::string& db) {
  for (const char* suffix : {"", "-wal", "-shm"}) std::filesystem::remove(db + suffix);
}

Result<void> fill(store::Store& store, const Arguments& arguments) {
  const fakestore::Size size =
      arguments.cells > 0 ? fakestore::Size{.cells = arguments.cells} : fakestore::size_for(arguments.measurements);
  const TimePoint start = SteadyClock::now();
  auto filled = fakestore::fill(store, size, arguments.seed, [&](int done) {
    if (done % 50 == 0) fmt::print(stderr, "{} of {} campaigns\n", done, size.campaigns);
  });
  if (!filled) return filled;
  fmt::print("{} measurements in {} campaigns: {}, {} MiB\n", size.measurements(), size.campaigns,
             to_text(Nanoseconds(SteadyClock::now() - start)), std::filesystem::file_size(arguments.db) >> 20);
  return {};
}

Result<void> print_times(const store::Store& store) {
  const auto times = fakestore::query_times(store);
  if (!times) return std::unexpected(times.error());
  fmt::print("{:<42} {:>8} {:>10} {:>10} {:>10}\n", "view", "rows", "median", "CPU", "first");
  for (const fakestore::QueryTime& time : *times) {
    fmt::print("{:<42} {:>8} {:>10} {:>10} {:>10}\n", time.view, time.rows, to_text(time.median), to_text(time.cpu),
               to_text(time.first));
  }
  return {};
}

Result<void> run(const Arguments& arguments) {
  if (arguments.replace) remove_store(arguments.db);
  auto store = store::Store::open(arguments.db);
  if (!store) return std::unexpected(std::move(store.error()));
  if (arguments.measurements > 0 || arguments.cells > 0) {
    if (auto filled = fill(*store, arguments); !filled) return filled;
  }
  return arguments.times ? print_times(*store) : Result<void>{};
}

}  // namespace

int main(int argc, char** argv) {
  const auto arguments = parse(std::span(argv, static_cast<std::size_t>(argc)));
  if (!arguments) {
    fmt::print(stderr, "{}", k_usage);
    return 2;
  }
  if (const auto done = run(*arguments); !done) {
    fmt::print(stderr, "ringside-fakestore: {}\n", done.error().text());
    return exit_code_of(done.error().code);
  }
  return 0;
}
