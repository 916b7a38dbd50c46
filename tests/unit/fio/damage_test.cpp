// SPDX-License-Identifier: GPL-3.0-or-later
// Outputs cut off and damaged: an error, never a number that was not there, never a crash.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "fio/envelope.h"
#include "fio/result.h"
#include "samples.h"

namespace ringside::fio {
namespace {

class Damaged : public testing::TestWithParam<std::string_view> {};

std::size_t end_of_last_document(const std::string& output) {
  const auto document = last_document(output);
  EXPECT_TRUE(document);
  return static_cast<std::size_t>(document->data() + document->size() - output.data());
}

// Every place near the ends and the brackets, and a thousand others.
std::vector<std::size_t> cuts(const std::string& output, std::size_t end) {
  std::vector<std::size_t> out;
  for (std::size_t at = 0; at < end; ++at) {
    const bool at_an_edge = at < 64 || at + 64 > end || output[at] == '{' || (at > 0 && output[at - 1] == '}');
    if (at_an_edge || at % (end / 1000 + 1) == 0) out.push_back(at);
  }
  return out;
}

TEST_P(Damaged, output_cut_off_anywhere_before_its_end_is_an_error) {
  const std::string output = sample(GetParam());
  for (const std::size_t at : cuts(output, end_of_last_document(output))) {
    const auto result = parse_result(std::string_view(output).substr(0, at));
    ASSERT_FALSE(result) << "cut at byte " << at;
    EXPECT_EQ(result.error().code, ErrorCode::invalid_result);
  }
}

void expect_possible(const FioResult& result) {
  for (const DirectionResult& part : result.directions) {
    EXPECT_GT(part.ios, 0U);
    EXPECT_GT(part.lat_count, 0U);
    EXPECT_TRUE(std::isfinite(part.iops) && part.iops > 0);
    EXPECT_TRUE(std::isfinite(part.lat_mean_ns) && part.lat_mean_ns > 0);
    EXPECT_TRUE(std::isfinite(part.lat_stddev_ns));
  }
}

void damage(std::string& text, std::mt19937& random) {
  static constexpr std::string_view k_bytes = "{}[]\":,0123456789.-eE\\ \n\0\xff";
  const auto below = [&](std::size_t limit) { return static_cast<std::size_t>(random() % limit); };
  const std::size_t at = below(text.size());
  switch (below(4)) {
    case 0:
      text[at] = k_bytes[below(k_bytes.size())];
      break;
    case 1:
      text.erase(at, 1 + below(200));
      break;
    case 2:
      text.insert(at, text, below(text.size()), below(200));
      break;
    default:
      text.insert(at, 1, k_bytes[below(k_bytes.size())]);
  }
}

TEST_P(Damaged, output_is_an_error_or_possible_figures_but_never_a_crash) {
  const std::string output = sample(GetParam());
  std::mt19937 random(20220324);  // NOLINT: the same damage each time
  const std::size_t rounds = std::max<std::size_t>(50, 16'000'000 / output.size());
  for (std::size_t round = 0; round < rounds; ++round) {
    std::string text = output;
    for (std::size_t times = 1 + random() % 3; times > 0; --times) damage(text, random);
    if (const auto result = parse_result(text)) expect_possible(*result);
  }
}

TEST(DeepNesting, is_survived) {
  EXPECT_FALSE(parse_result("{\"fio version\": " + std::string(200'000, '[')));
  EXPECT_FALSE(parse_result("{\"fio version\": " + std::string(200'000, '[') + std::string(200'000, ']') + "}"));
}

INSTANTIATE_TEST_SUITE_P(Samples, Damaged, testing::ValuesIn(k_samples));

}  // namespace
}  // namespace ringside::fio
