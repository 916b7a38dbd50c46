// SPDX-License-Identifier: GPL-3.0-or-later
#include "host/environment.h"

#include <gtest/gtest.h>

#include "host/doctor.h"

using namespace ringside;
using namespace ringside::host;

namespace {

HostFiles two_sockets() {
  HostFiles files;
  files["/proc/cpuinfo"] =
      "processor\t: 0\nvendor_id\t: GenuineIntel\nmodel name\t: Intel(R) Xeon(R) Gold\nmicrocode\t: 0x5003604\n"
      "physical id\t: 0\ncore id\t\t: 0\nflags\t\t: fpu vmx\n\n"
      "processor\t: 1\nphysical id\t: 0\ncore id\t\t: 0\nflags\t\t: fpu vmx\n\n"
      "processor\t: 2\nphysical id\t: 1\ncore id\t\t: 0\nflags\t\t: fpu vmx\n";
  files["/proc/meminfo"] = "MemTotal:       16384 kB\nMemAvailable:    8192 kB\nHugePages_Total:       0\n";
  files["/proc/loadavg"] = "0.25 1.50 0.85 6/121 14126\n";
  files["/proc/sys/kernel/osrelease"] = "6.1.0-57-amd64\n";
  files["/etc/machine-id"] = "3d1219c7c4c5404aaa1f6d2a48adfda4\n";
  files["/etc/os-release"] = "PRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\nNAME=\"Debian GNU/Linux\"\n";
  files["/sys/devices/system/cpu/online"] = "0-2,8\n";
  files["/sys/devices/system/cpu/smt/active"] = "1\n";
  files["/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"] = "powersave\n";
  files["/sys/devices/system/cpu/cpu1/cpufreq/scaling_governor"] = "performance\n";
  files["/sys/devices/system/cpu/intel_pstate/no_turbo"] = "1\n";
  files["/sys/kernel/mm/transparent_hugepage/enabled"] = "always [madvise] never\n";
  files["/sys/devices/system/cpu/vulnerabilities/meltdown"] = "Mitigation: PTI\n";
  return files;
}

}  // namespace

TEST(Environment, facts_are_read_from_the_files) {
  const Environment record = environment_of(two_sockets());
  EXPECT_EQ(record.at("cpu.model"), "Intel(R) Xeon(R) Gold");
  EXPECT_EQ(record.at("cpu.microcode"), "0x5003604");
  EXPECT_EQ(record.at("cpu.online"), "4");
  EXPECT_EQ(record.at("cpu.cores"), "2");
  EXPECT_EQ(record.at("cpu.smt"), "on");
  EXPECT_EQ(record.at("cpu.governor"), "performance powersave");
  EXPECT_EQ(record.at("cpu.turbo"), "off");
  EXPECT_EQ(record.at("host.kernel"), "6.1.0-57-amd64");
  EXPECT_EQ(record.at("host.os"), "Debian GNU/Linux 12 (bookworm)");
  EXPECT_EQ(record.at("host.hypervisor"), "no");
  EXPECT_EQ(record.at("memory.total_bytes"), "16777216");
  EXPECT_EQ(record.at("memory.thp"), "madvise");
  EXPECT_EQ(record.at("load.1min"), "0.25");
  EXPECT_EQ(record.at("load.5min"), "1.50");
  EXPECT_EQ(record.at("mitigations.meltdown"), "Mitigation: PTI");
}

TEST(Environment, what_the_host_does_not_tell_is_left_out) {
  const Environment record = environment_of({});
  EXPECT_EQ(record.size(), 1u);
  EXPECT_TRUE(record.contains("host.id"));
}

TEST(Environment, this_host_tells_the_main_facts) {
  const Environment record = environment_of(read_host_files());
  for (const char* key : {"host.id", "host.kernel", "cpu.model", "cpu.online", "memory.total_bytes", "load.1min"}) {
    EXPECT_TRUE(record.contains(key)) << key;
  }
}

TEST(HostId, it_is_stable_and_hides_the_machine_id) {
  const HostFiles files = two_sockets();
  const std::string id = host_id(files).to_text();
  EXPECT_EQ(id, host_id(files).to_text());
  EXPECT_EQ(id.find("3d1219c7"), std::string::npos);
  EXPECT_NE(host_id(files), Uuid());
  EXPECT_EQ(id[14], '8');
  EXPECT_NE(std::string("89ab").find(id[19]), std::string::npos);
  HostFiles other = files;
  other["/etc/machine-id"] = "00000000000000000000000000000001\n";
  EXPECT_NE(host_id(files), host_id(other));
}

TEST(QemuVersion, it_is_cut_from_the_first_line) {
  EXPECT_EQ(qemu_version_in("QEMU emulator version 7.2.22 (Debian 1:7.2+dfsg-7+deb12u18)\nCopyright"), "7.2.22");
  EXPECT_EQ(qemu_version_in("QEMU emulator version 9.1.0\nCopyright"), "9.1.0");
  EXPECT_EQ(qemu_version_in("fio-3.33"), "");
}

namespace {

HostFacts healthy() {
  HostFacts facts;
  facts.environment = {{"memory.available_bytes", "17179869184"},
                       {"cpu.online", "16"},
                       {"cpu.model", "x"},
                       {"cpu.smt", "off"},
                       {"load.1min", "0.10"},
                       {"cpu.governor", "performance"},
                       {"clocksource", "tsc"},
                       {"qemu.path", "/q"},
                       {"qemu.version", "7.2.22"}};
  facts.kvm_node = facts.kvm_opens = true;
  facts.tools = {
      {"fio", "/usr/bin/fio"}, {"busybox", "/bin/busybox"}, {"dmsetup", "/sbin/dmsetup"}, {"modprobe", "/x"}};
  facts.cache_free_bytes = facts.data_free_bytes = 100ull << 30;
  return facts;
}

const Check& find(const std::vector<Check>& checks, const std::string& id) {
  for (const Check& check : checks) {
    if (check.id == id) return check;
  }
  throw std::out_of_range(id);
}

}  // namespace

TEST(Doctor, a_healthy_host_has_nothing_to_do) {
  for (const Check& check : host_checks(healthy())) {
    EXPECT_EQ(check.status, CheckStatus::ok) << check.id << ": " << check.what;
    EXPECT_EQ(check.what_to_do, "") << check.id;
  }
}

TEST(Doctor, each_shortcoming_says_what_to_do) {
  HostFacts facts = healthy();
  facts.kvm_opens = false;
  facts.kvm_error = "Permission denied";
  facts.tools["fio"] = "";
  facts.environment["memory.available_bytes"] = "1000000000";
  facts.environment["cpu.online"] = "2";
  facts.environment["cpu.smt"] = "on";
  facts.environment["cpu.governor"] = "powersave";
  facts.environment["load.1min"] = "1.50";
  facts.environment["clocksource"] = "hpet";
  facts.environment.erase("qemu.version");
  facts.cache_free_bytes = 1000;
  const auto checks = host_checks(facts);
  for (const char* id : {"kvm-node", "cpus", "smt", "governor", "load", "clocksource"}) {
    EXPECT_EQ(find(checks, id).status, CheckStatus::warn) << id;
    EXPECT_NE(find(checks, id).what_to_do, "") << id;
  }
  for (const char* id : {"tool.fio", "tool.qemu", "memory", "disk.cache"}) {
    EXPECT_EQ(find(checks, id).status, CheckStatus::fail) << id;
    EXPECT_NE(find(checks, id).what_to_do, "") << id;
  }
  EXPECT_EQ(find(checks, "disk.data").status, CheckStatus::ok);
}
