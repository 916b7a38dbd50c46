// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/interrupt.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <future>

#include "cli/failure.h"

namespace ringside::cli {
namespace {

using namespace std::chrono_literals;

// Whoever started this test may have ignored them.
void accept_signals() {
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) (void)::signal(number, SIG_DFL);
}

TEST(Interrupt, the_first_signal_requests_a_stop_and_says_so) {
  accept_signals();
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    std::promise<Interrupt::Request> told;
    std::promise<void> stopped;
    const Interrupt interrupt([&](Interrupt::Request request) { told.set_value(request); });
    const std::stop_callback on_stop(interrupt.token(), [&] { stopped.set_value(); });
    EXPECT_FALSE(interrupt.token().stop_requested());
    ::kill(::getpid(), number);
    auto request = told.get_future();
    ASSERT_EQ(request.wait_for(10s), std::future_status::ready);
    EXPECT_EQ(request.get(), Interrupt::Request::stop);
    EXPECT_EQ(stopped.get_future().wait_for(10s), std::future_status::ready);
    EXPECT_TRUE(interrupt.token().stop_requested());
  }
}

TEST(Interrupt, the_second_signal_ends_the_process) {
  ::testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_EXIT(
      {
        accept_signals();
        std::promise<void> first;
        const Interrupt interrupt([&](Interrupt::Request request) {
          if (request == Interrupt::Request::stop) first.set_value();
          if (request == Interrupt::Request::kill) (void)::write(2, "killed", 6);
        });
        ::kill(::getpid(), SIGINT);
        first.get_future().wait();
        ::kill(::getpid(), SIGTERM);
        std::promise<void>().get_future().wait_for(60s);
        ::_exit(0);
      },
      ::testing::ExitedWithCode(k_exit_failure), "killed");
}

TEST(Interrupt, what_is_ignored_stays_ignored) {
  (void)::signal(SIGHUP, SIG_IGN);
  bool told = false;
  {
    const Interrupt interrupt([&](Interrupt::Request) { told = true; });
    ::kill(::getpid(), SIGHUP);
  }
  (void)::signal(SIGHUP, SIG_DFL);
  EXPECT_FALSE(told);
}

TEST(Interrupt, leaves_signals_as_they_were) {
  sigset_t before{};
  ::pthread_sigmask(SIG_SETMASK, nullptr, &before);
  {
    const Interrupt interrupt([](Interrupt::Request) {});
  }
  sigset_t after{};
  ::pthread_sigmask(SIG_SETMASK, nullptr, &after);
  EXPECT_EQ(sigismember(&before, SIGINT), sigismember(&after, SIGINT));
}

}  // namespace
}  // namespace ringside::cli
