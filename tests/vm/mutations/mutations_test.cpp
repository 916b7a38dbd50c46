// SPDX-License-Identifier: GPL-3.0-or-later
// The suite catches broken drivers: the case of each fault passes with the sound build, and fails with the fault build
// every time, with evidence that names the fault.
#include <gmock/gmock.h>

#include <cstdio>
#include <iterator>
#include <regex>

#include "mutations/bench.h"

namespace ringside::test {
namespace {

struct Mutation {
  const char* fault;
  const char* case_name;
  const char* evidence;  // in one of the reasons of the FAIL
};

constexpr Mutation k_short_disk{"short_disk", "fidelity/last-sector", "131071 sectors instead of 131072"};
constexpr Mutation k_lose_flush{"lose_flush", "fidelity/each-fsync-is-a-flush", "\\b0 flushes at the device for 20"};

constexpr Mutation k_mutations[] = {
    k_short_disk,
    k_lose_flush,
    {"short_serial", "fidelity/serials", "10 bytes\\) instead of .* \\(20 bytes\\)"},
    {"ignore_nounmap", "fidelity/nounmap-keeps-blocks", "[1-9][0-9]* bytes were unmapped though NOUNMAP was set"},
    {"wrong_status", "errors/reach-the-program", "the device failed [1-9][0-9]* of the reads, fio got 0 errors"},
    {"notify_locked", "submission/notify-outside-the-lock", "notify under the lock: ([1-9][0-9]*) of \\1 "},
    {"reverse_order", "submission/order-of-arrival", "they reached it in the order [0-9]+, "},
    {"leak_data", "submission/refused-requests-leak-nothing", "[1-9][0-9]* of [0-9]+ lists leaked"},
    {"drop_requeue", "progress/refused-batch", "[1-9][0-9]* requests lie in the requeue list"},
    {"no_restart", "progress/poll-only-on-full-ring", "the poll queue stays stopped"},
    {"use_after_add", "progress/not-touched-after-add", "touched after its add: generation"},
    {"no_reap", "removal/unbound-while-nobody-polls", "waits for [1-9][0-9]* polled requests that nobody polls for"}};

// A reason that names the fault; empty if none does.
std::string evidence_of(const CaseResult& result, const Mutation& mutation) {
  const std::regex names_it(mutation.evidence);
  for (const std::string& reason : result.reasons) {
    if (std::regex_search(reason, names_it)) return reason.substr(0, reason.find('\n'));
  }
  return {};
}

void expect_caught(Bench& bench, const Mutation& mutation, int times) {
  SCOPED_TRACE(mutation.fault);
  const CaseResult sound = bench.run(mutation.case_name, "reference");
  EXPECT_EQ(sound.outcome, CaseOutcome::pass) << testing::PrintToString(sound.reasons) << "\n" << sound.console;
  int caught = 0;
  std::string evidence;
  Nanoseconds longest{0};
  for (int time = 0; time < times; ++time) {
    const CaseResult broken = bench.run(mutation.case_name, std::string("reference+") + mutation.fault);
    const std::string seen = evidence_of(broken, mutation);
    EXPECT_EQ(broken.outcome, CaseOutcome::fail) << "time " << time + 1;
    EXPECT_FALSE(seen.empty()) << "time " << time + 1 << ": " << testing::PrintToString(broken.reasons);
    longest = std::max(longest, broken.elapsed);
    if (broken.outcome != CaseOutcome::fail || seen.empty()) continue;
    ++caught;
    evidence = seen;
  }
  std::printf("| %s | %s | %s, %.1f s | %d of %d, at most %.1f s | %s |\n", mutation.fault, mutation.case_name,
              sound.outcome == CaseOutcome::pass ? "PASS" : "not PASS",
              std::chrono::duration<double>(sound.elapsed).count(), caught, times,
              std::chrono::duration<double>(longest).count(), evidence.c_str());
  std::fflush(stdout);
}

void expect_all_caught(const std::vector<Mutation>& mutations, int times) {
  std::vector<std::string> faults;
  for (const Mutation& mutation : mutations) faults.emplace_back(mutation.fault);
  auto bench = Bench::make(faults);
  if (!bench && bench.error().code == ErrorCode::not_found) GTEST_SKIP() << bench.error().text();
  ASSERT_TRUE(bench) << bench.error().text();
  std::printf("| fault | case | sound build | fault build | evidence |\n|---|---|---|---|---|\n");
  for (const Mutation& mutation : mutations) expect_caught(*bench, mutation, times);
}

TEST(Mutations, a_short_disk_and_a_lost_flush_are_caught) {
  expect_all_caught({k_short_disk, k_lose_flush}, 1);
}

TEST(MutationsLong, every_fault_is_caught_five_times_of_five) {
  expect_all_caught({std::begin(k_mutations), std::end(k_mutations)}, 5);
}

}  // namespace
}  // namespace ringside::test
