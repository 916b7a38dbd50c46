// SPDX-License-Identifier: GPL-3.0-or-later
// Probes in real guests: what they count against what others count, and what happens where they cannot be attached.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <iostream>

#include "fio/job.h"
#include "fio/result.h"
#include "fixture/guest_test.h"
#include "host/child.h"
#include "probe/loader_output.h"
#include "probe/mechanism_checks.h"

namespace ringside::test {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr std::int64_t k_ios = 10'000;

const Mechanism k_nothing{};

class ProbeTest : public GuestTest {
 protected:
  // The reference driver comes with every image; this is a copy of it whose types nobody can know.
  [[nodiscard]] std::vector<DriverChoice> drivers() const override {
    static const std::string path = without_btf();
    if (path.empty()) return {};
    return {{DriverKind::path, path}};
  }

  static std::string without_btf() {
    const fs::path driver = fs::path(RINGSIDE_SHARE) / "drivers" / kernel_name() / "virtio_blk_ref.ko";
    static const fs::path copy = fs::temp_directory_path() / ("virtio_blk_ref_" + std::to_string(::getpid()) + ".ko");
    std::atexit([] {
      std::error_code ignored;
      fs::remove(copy, ignored);
    });
    const auto made = host::output_of({"objcopy", "--remove-section=.BTF", driver.string(), copy.string()});
    return made ? copy.string() : std::string();
  }

  wire::DiskReady plug(const std::string& module, int poll_queues) {
    std::map<std::string, std::string> params;
    if (poll_queues > 0) params["poll_queues"] = std::to_string(poll_queues);
    m_driver = load(module, params);
    vm::DiskPlan disk;
    disk.id = "probed";
    disk.backend.driver = "null-co";
    disk.device = {{"num-queues", std::int64_t{2}}};
    m_disk = bind(m_driver.bus_driver, {disk}).front();
    m_arm.device = disk.device;
    m_arm.params = {{"poll_queues", std::int64_t{poll_queues}}};
    return m_disk;
  }

  wire::FioDone run_fio(bool polled, std::vector<std::string> probes, std::int64_t ios = k_ios) {
    const OptionMap options{{"ioengine", std::string("io_uring")},
                            {"hipri", std::int64_t{polled}},
                            {"rw", std::string("randread")},
                            {"bs", std::string("4k")},
                            {"iodepth", std::int64_t{32}},
                            {"iodepth_batch_submit", std::int64_t{16}},
                            {"iodepth_batch_complete_min", std::int64_t{16}},
                            {"number_ios", ios}};
    wire::RunFio request;
    request.job = fio::job_file({options, {m_disk.name}});
    request.disks = {m_disk.name};
    request.deadline = 120s;
    request.probes = std::move(probes);
    auto done = guest().ask_for<wire::FioDone>(request, in(400s));
    EXPECT_TRUE(done) << done.error().text();
    return done ? std::move(*done) : wire::FioDone{};
  }

  std::vector<std::string> probes(const std::string& tier) const { return {"--tier", tier, "--disk", m_disk.name}; }

  static Mechanism seen_in(const wire::FioDone& done) {
    EXPECT_EQ(done.probe_failure, "");
    auto seen = probe::parse_loader_output(done.probes);
    EXPECT_TRUE(seen) << seen.error().text() << done.probes.substr(0, 500);
    return seen ? *std::move(seen) : k_nothing;
  }

  static std::uint64_t ios_of(const wire::FioDone& done) {
    const auto result = fio::parse_result(done.output);
    EXPECT_TRUE(result) << done.errors;
    std::uint64_t ios = 0;
    if (result) {
      for (const DirectionResult& direction : result->directions) ios += direction.ios;
    }
    return ios;
  }

  // Every check that the arm expects, and conservation against fio and the disk, to the last event.
  void expect_all_passed(const wire::FioDone& done, const Mechanism& seen) {
    std::vector<DiskTreatment> disks = done.disks;
    for (DiskTreatment& disk : disks) disk.hctx = m_disk.treatment.hctx;
    for (const TreatmentCheck& check : probe::check_mechanism(m_arm, seen, {disks, ios_of(done)})) {
      EXPECT_EQ(check.outcome, CheckOutcome::passed) << check.id << ": " << check.evidence;
      std::cout << check.id << ": " << check.evidence << '\n';
    }
    const std::uint64_t interrupts = seen.total("interrupts").value_or(0);
    const std::uint64_t by_kernel = done.disks.front().interrupts;
    std::cout << "interrupts: " << interrupts << ", " << by_kernel << " in /proc/interrupts; " << seen.misses()
              << " missed\n";
    EXPECT_LE(interrupts > by_kernel ? interrupts - by_kernel : by_kernel - interrupts, seen.misses());
    EXPECT_EQ(seen.total("issued"), static_cast<std::uint64_t>(k_ios));
    EXPECT_THAT(seen.degradations(), IsEmpty());
  }

  void observe(const std::string& module, bool polled, const std::string& tier, std::vector<std::string> expect) {
    plug(module, polled ? 1 : 0);
    m_arm.expect = std::move(expect);
    const wire::FioDone done = run_fio(polled, probes(tier));
    const Mechanism seen = seen_in(done);
    expect_all_passed(done, seen);
    EXPECT_EQ(seen.module, m_driver.name);
    EXPECT_EQ(seen.histograms.empty(), tier == "0");
    for (const ProbeHistogram& histogram : seen.histograms) {
      if (histogram.name == "issue_to_complete_ns") {
        EXPECT_EQ(histogram.histogram.total(), seen.counters.at("completed").at(histogram.queue));
      }
    }
  }

  wire::DriverLoaded m_driver;
  wire::DiskReady m_disk;
  Arm m_arm;
};

TEST_F(ProbeTest, interrupts_of_the_in_tree_driver_are_counted_exactly) {
  observe("virtio_blk", false, "0", {"not_polled", "batched"});
}

TEST_F(ProbeTest, polls_of_the_in_tree_driver_are_counted_exactly) {
  observe("virtio_blk", true, "1", {"polled", "no_poll_irqs", "batched"});
}

TEST_F(ProbeTest, interrupts_of_the_reference_driver_are_counted_exactly) {
  observe("virtio_blk_ref", false, "1", {"not_polled", "batched", "notify_unlocked"});
}

TEST_F(ProbeTest, polls_of_the_reference_driver_are_counted_exactly) {
  observe("virtio_blk_ref", true, "0", {"polled", "no_poll_irqs", "batched", "notify_unlocked"});
}

TEST_F(ProbeTest, asking_to_poll_without_poll_queues_is_caught) {
  plug("virtio_blk", 0);
  const wire::FioDone done = run_fio(true, probes("0"), 1000);
  if (done.exit_code != 0) {  // 6.12
    const auto result = fio::parse_result(done.output);
    ASSERT_FALSE(result);
    EXPECT_THAT(result.error().message + done.errors, HasSubstr("not supported"));
    return;
  }
  m_arm.expect = {"polled"};
  const auto checks = probe::check_mechanism(m_arm, seen_in(done), {done.disks, std::nullopt});
  EXPECT_EQ(checks.back().outcome, CheckOutcome::failed);
  EXPECT_THAT(checks.back().evidence, HasSubstr("asked to poll, never polled"));
}

TEST_F(ProbeTest, a_module_without_btf_is_counted_by_kprobes_and_marked) {
  const auto choice = drivers();
  ASSERT_THAT(choice, Not(IsEmpty())) << "objcopy failed";
  plug(image::driver_in_guest(choice.front()), 1);
  const wire::FioDone done = run_fio(true, probes("0"), 1000);
  const Mechanism seen = seen_in(done);
  ASSERT_NE(seen.probe("poll"), nullptr);
  EXPECT_EQ(seen.probe("poll")->state, "degraded") << seen.probe("poll")->why;
  EXPECT_EQ(seen.total("poll_completions"), 1000u);
  EXPECT_EQ(seen.total("issued"), 1000u);
  EXPECT_EQ(seen.total("notified_unlocked"), std::nullopt) << "its tracepoints are typed";
  EXPECT_THAT(seen.degradations(), testing::Contains(HasSubstr("kprobe")));
}

TEST_F(ProbeTest, a_probe_that_is_missing_leaves_its_counts_unknown) {
  plug("virtio_blk", 0);
  auto arguments = probes("0");
  arguments.insert(arguments.end(), {"--without", "notify"});
  const Mechanism seen = seen_in(run_fio(false, arguments, 500));
  EXPECT_EQ(seen.total("notifications"), std::nullopt);
  EXPECT_EQ(seen.total("issued"), 500u);
}

TEST_F(ProbeTest, a_kernel_without_btf_costs_the_mechanism_and_not_the_run) {
  plug("virtio_blk", 0);
  ASSERT_EQ(run({"mount", "-o", "bind", "/dev/null", "/sys/kernel/btf/vmlinux"}).exit_code, 0);
  const wire::FioDone done = run_fio(false, probes("0"), 500);
  EXPECT_EQ(run({"umount", "/sys/kernel/btf/vmlinux"}).exit_code, 0);
  EXPECT_EQ(done.exit_code, 0);
  EXPECT_EQ(ios_of(done), 500u);
  EXPECT_EQ(done.probes, "");
  EXPECT_THAT(done.probe_failure, HasSubstr("discovery program cannot be"));
  EXPECT_THAT(done.probe_failure, Not(HasSubstr("\n")));
  std::cout << done.probe_failure << '\n';
}

}  // namespace
}  // namespace ringside::test
