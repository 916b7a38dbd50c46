// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>

#include <iostream>

#include "fixture/guest_test.h"
namespace ringside::test {
namespace {
class ProbeTest : public GuestTest {
 protected:
  [[nodiscard]] std::vector<DriverChoice> drivers() const override { return {{DriverKind::reference, {}}}; }
  void observe(const std::string& module, bool poll, const std::string& tier) {
    const auto driver = load(
        module, poll ? std::map<std::string, std::string>{{"poll_queues", "1"}} : std::map<std::string, std::string>{});
    vm::DiskPlan disk;
    disk.id = "d0";
    disk.backend.driver = "null-co";
    disk.device = {{"num-queues", std::int64_t{2}}};
    disk.iothread = vm::iothread_for_disk(IoThreads::per_disk, 0);
    const auto ready = bind(driver.bus_driver, {disk});
    const std::string name = ready.front().name;
    const std::string fio = "fio --name=x --filename=/dev/" + name +
                            " --ioengine=io_uring --hipri=" + (poll ? "1" : "0") +
                            " --direct=1 --rw=randread --norandommap --bs=4k --iodepth=32 --iodepth_batch_submit=16 "
                            "--iodepth_batch_complete_min=16 --number_ios=3000 --minimal >/tmp/fio.out 2>&1";
    const auto done = run({"sh", "-c",
                           "rm -f /tmp/o; ( until grep -q . /tmp/o 2>/dev/null; do usleep 50000; done; " + fio +
                               "; cat /sys/block/" + name + "/stat >&2 ) | ringside-probe --tier " + tier + " --disk " +
                               name + " >/tmp/o 2>/tmp/e; cat /tmp/o; cat /tmp/e; tail -c 600 /tmp/fio.out"});
    std::cout << module << " poll=" << poll << "\n" << done.output << done.errors << std::endl;
  }
};
TEST_F(ProbeTest, tree_irq) {
  observe("virtio_blk", false, "0");
}
TEST_F(ProbeTest, tree_poll) {
  observe("virtio_blk", true, "1");
}
TEST_F(ProbeTest, ref_irq) {
  observe("virtio_blk_ref", false, "0");
}
TEST_F(ProbeTest, ref_poll) {
  observe("virtio_blk_ref", true, "1");
}
}  // namespace
}  // namespace ringside::test
