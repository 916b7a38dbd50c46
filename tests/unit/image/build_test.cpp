// SPDX-License-Identifier: GPL-3.0-or-later
// Whole images of a kernel that nobody boots: what is in them, and when they are made anew.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <set>
#include <string>

#include "../core/tiny_elf.h"
#include "host/child.h"
#include "image/image.h"
#include "image/manifest.h"
#include "scratch.h"

namespace ringside::image {
namespace {

namespace fs = std::filesystem;
using namespace std::string_literals;
using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

// Names of an archive's members, of all archives in the file.
std::set<std::string> members(const fs::path& cpio) {
  const std::string bytes = content_of(cpio);
  std::set<std::string> out;
  std::size_t at = 0;
  const auto field = [&](std::size_t index) { return std::stoul(bytes.substr(at + 6 + 8 * index, 8), nullptr, 16); };
  while ((at = bytes.find("070701", at)) != std::string::npos) {
    const std::size_t name_size = field(11);
    out.insert(bytes.substr(at + 110, name_size - 1));
    at += (110 + name_size + 3) / 4 * 4 + (field(6) + 3) / 4 * 4;
  }
  return out;
}

// Of this process and its finished children: unlike the time on the wall it does not grow with what else runs here.
double cpu_seconds() {
  double sum = 0;
  for (const auto who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    rusage usage{};
    ::getrusage(who, &usage);
    for (const timeval& time : {usage.ru_utime, usage.ru_stime}) {
      sum += static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
    }
  }
  return sum;
}

class BuildTest : public testing::Test {
 protected:
  BuildTest() {
    for (const char* program : {"fio", "busybox"}) {
      if (!host::find_program(program)) m_missing = program;
    }
    m_scratch.write("share/kernels/k/manifest.json", R"({"schema":"ringside.kernel/1","release":"6.9.0-test"})");
    m_scratch.write("share/kernels/k/vmlinux", "kernel");
    m_scratch.write("share/kernels/k/modules/modules.dep",
                    "kernel/virtio_blk.ko: kernel/virtio.ko\nkernel/virtio.ko:\nkernel/e1000.ko:\n");
    for (const char* name : {"virtio_blk", "virtio", "e1000"}) {
      m_scratch.write("share/kernels/k/modules/kernel/"s + name + ".ko", name);
    }
    m_scratch.write("share/agent/ringside-agent", "#!/bin/sh\necho ringside-agent test\n");
    fs::permissions(m_scratch / "share/agent/ringside-agent", fs::perms::owner_all);
    m_request.name = "k";
    m_request.share = m_scratch / "share";
    m_request.cache = m_scratch / "cache";
    // Made once for all tests: nine compilations each time would be most of their time.
    fs::create_directories(m_request.cache);
    fs::create_directory_symlink(shared_stand_ins(), m_request.cache / "stand-ins");
  }
  static fs::path shared_stand_ins() {
    static const Scratch k_shared;
    return k_shared.path();
  }
  void SetUp() override {
    if (!m_missing.empty()) GTEST_SKIP() << m_missing << " is not installed";
  }

  Image build() {
    auto image = ::ringside::image::build(m_request);
    EXPECT_TRUE(image) << image.error().text();
    return image.value_or(Image{});
  }
  Error refusal() {
    auto image = ::ringside::image::build(m_request);
    EXPECT_FALSE(image);
    return image ? Error{} : image.error();
  }

  Scratch m_scratch;
  BuildRequest m_request;
  std::string m_missing;
};

TEST_F(BuildTest, image_holds_agent_programs_and_needed_modules) {
  const Image image = build();
  EXPECT_EQ(image.name, "k");
  EXPECT_EQ(image.kernel_release, "6.9.0-test");
  EXPECT_EQ(image.kernel, m_scratch / "share/kernels/k/vmlinux");
  EXPECT_FALSE(image.reused);
  EXPECT_THAT(members(image.initramfs),
              AllOf(Contains("init"), Contains("bin/fio"), Contains("bin/busybox"), Contains("sbin/dmsetup"),
                    Contains("dev/console"), Contains("etc/ringside/modules"),
                    Contains("lib/modules/6.9.0-test/kernel/virtio_blk.ko"),
                    Contains("lib/modules/6.9.0-test/kernel/virtio.ko"), Contains("lib/modules/6.9.0-test/modules.dep"),
                    Contains("lib64/ld-linux-x86-64.so.2"), Not(Contains("lib/modules/6.9.0-test/kernel/e1000.ko"))));
  EXPECT_THAT(image.versions.at("fio"), HasSubstr("fio-"));
  EXPECT_EQ(image.versions.at("agent"), "ringside-agent test");
  EXPECT_THAT(image.notes, Contains(HasSubstr("no reference driver")));
}

TEST_F(BuildTest, second_call_does_nothing_and_takes_less_than_a_second) {
  const Image first = build();
  const auto written = fs::last_write_time(first.initramfs);
  const double before = cpu_seconds();
  const Image second = build();
  EXPECT_LT(cpu_seconds() - before, 1.0);
  EXPECT_TRUE(second.reused);
  EXPECT_EQ(second.initramfs, first.initramfs);
  EXPECT_EQ(fs::last_write_time(second.initramfs), written);
  EXPECT_EQ(second.versions, first.versions);
}

TEST_F(BuildTest, touched_file_with_the_same_content_is_no_change) {
  const Image first = build();
  m_scratch.write("share/kernels/k/modules/kernel/virtio.ko", "virtio");
  EXPECT_TRUE(build().reused);
}

TEST_F(BuildTest, changed_agent_gives_a_new_file_with_the_base_of_the_old_one) {
  const Image first = build();
  const auto base = read_manifest(first.manifest).value().base_bytes;
  m_scratch.write("share/agent/ringside-agent", "#!/bin/sh\necho ringside-agent newer\n");
  const Image second = build();
  EXPECT_FALSE(second.reused);
  EXPECT_NE(second.initramfs, first.initramfs);
  EXPECT_NE(second.initramfs_digest, first.initramfs_digest);
  const std::string old_bytes = content_of(first.initramfs);  // a campaign that runs still has it
  const std::string new_bytes = content_of(second.initramfs);
  EXPECT_EQ(old_bytes.substr(0, base), new_bytes.substr(0, base));
  EXPECT_THAT(new_bytes.substr(base), HasSubstr("ringside-agent newer"));
}

TEST_F(BuildTest, image_made_over_an_old_base_equals_one_made_from_nothing) {
  build();
  m_scratch.write("share/agent/ringside-agent", "#!/bin/sh\necho ringside-agent newer\n");
  const std::string over = content_of(build().initramfs);
  fs::remove_all(m_scratch / "cache/images");
  EXPECT_EQ(content_of(build().initramfs), over);
}

TEST_F(BuildTest, drivers_come_with_their_build_ids) {
  m_scratch.write("share/drivers/k/virtio_blk_ref.ko",
                  tiny_elf({{".note.gnu.build-id", elf_note(NT_GNU_BUILD_ID, "GNU", "\xab\xcd")}}));
  m_scratch.write("share/drivers/k/faults/virtio_blk_ref_bad.ko", "bad");
  const Image plain = build();
  EXPECT_EQ(plain.driver_builds.at("/drivers/virtio_blk_ref.ko"), "abcd");
  EXPECT_THAT(members(plain.initramfs), Not(Contains("drivers/faults/virtio_blk_ref_bad.ko")));
  m_request.with_faults = true;
  const Image faulty = build();
  EXPECT_EQ(faulty.name, "k+faults");
  EXPECT_THAT(members(faulty.initramfs), Contains("drivers/faults/virtio_blk_ref_bad.ko"));
}

TEST_F(BuildTest, two_drivers_of_one_name_have_places_of_their_own) {
  m_scratch.write("old/x.ko", "old");
  m_scratch.write("new/x.ko", "new");
  m_request.drivers = {m_scratch / "old/x.ko", m_scratch / "new/x.ko"};
  const Image image = build();
  const std::string one = driver_in_guest({DriverKind::path, (m_scratch / "old/x.ko").string()});
  const std::string other = driver_in_guest({DriverKind::path, (m_scratch / "new/x.ko").string()});
  EXPECT_NE(one, other);
  EXPECT_THAT(members(image.initramfs), AllOf(Contains(one.substr(1)), Contains(other.substr(1))));
  EXPECT_NE(image.name, "k");
}

TEST_F(BuildTest, images_are_listed_and_found) {
  EXPECT_TRUE(list(m_request.cache).empty());
  const Image image = build();
  ASSERT_EQ(list(m_request.cache).size(), 1u);
  const Image found = find(m_request.cache, "k").value();
  EXPECT_EQ(found.initramfs, image.initramfs);
  EXPECT_EQ(found.versions, image.versions);
  const auto missing = find(m_request.cache, "other");
  ASSERT_FALSE(missing);
  EXPECT_THAT(missing.error().hint, HasSubstr("ringside image build other"));
}

TEST_F(BuildTest, damaged_manifest_is_made_anew) {
  const Image first = build();
  m_scratch.write("cache/images/k/manifest.json", "{\"schema\": \"ringside.image/1\", \"name\": 7}");
  const Image second = build();
  EXPECT_FALSE(second.reused);
  EXPECT_EQ(second.initramfs, first.initramfs);
}

TEST_F(BuildTest, unknown_kernel_is_refused_with_those_there_are) {
  m_request.name = "debian-9.9";
  const Error error = refusal();
  EXPECT_EQ(error.code, ErrorCode::not_found);
  EXPECT_THAT(error.text(), AllOf(HasSubstr("debian-9.9"), HasSubstr("(there: k)"), HasSubstr("quickstart")));
}

TEST_F(BuildTest, missing_agent_or_driver_is_refused_and_nothing_is_left) {
  m_request.drivers = {"/no/such/driver.ko"};
  EXPECT_THAT(refusal().text(), HasSubstr("/no/such/driver.ko"));
  m_request.drivers.clear();
  fs::remove(m_scratch / "share/agent/ringside-agent");
  EXPECT_THAT(refusal().text(), HasSubstr("agent"));
  EXPECT_TRUE(list(m_request.cache).empty());
  EXPECT_FALSE(fs::exists(m_scratch / "cache/images/k"));
}

TEST_F(BuildTest, kernel_of_the_user_is_named_by_its_release) {
  m_request.name.clear();
  m_request.kernel = m_scratch / "vmlinux";
  m_request.modules = m_scratch / "mods/lib/modules/6.9.0-mine";
  m_scratch.write("vmlinux",
                  tiny_elf({{".rodata", "Linux version 6.9.0-mine (me)"}, {".notes", elf_note(18, "Xen", "addr")}}));
  m_scratch.write("mods/lib/modules/6.9.0-mine/modules.dep", "kernel/virtio_blk.ko:\n");
  m_scratch.write("mods/lib/modules/6.9.0-mine/kernel/virtio_blk.ko", "plain");
  const Image image = build();
  EXPECT_EQ(image.name, "6.9.0-mine");
  EXPECT_EQ(image.kernel, m_scratch / "vmlinux");
  EXPECT_THAT(members(image.initramfs), Contains("lib/modules/6.9.0-mine/kernel/virtio_blk.ko"));
}

TEST_F(BuildTest, compressed_modules_are_unpacked) {
  if (!host::find_program("xz")) GTEST_SKIP() << "xz is not installed";
  m_request.name = "mine";
  m_request.kernel = m_scratch / "vmlinux";
  m_request.modules = m_scratch / "6.9.0-mine";
  m_scratch.write("vmlinux",
                  tiny_elf({{".rodata", "Linux version 6.9.0-mine (me)"}, {".notes", elf_note(18, "Xen", "addr")}}));
  m_scratch.write("6.9.0-mine/modules.dep", "kernel/virtio_blk.ko.xz:\n");
  m_scratch.write("6.9.0-mine/kernel/virtio_blk.ko", "the plain bytes of a module");
  ASSERT_TRUE(host::output_of({"xz", (m_scratch / "6.9.0-mine/kernel/virtio_blk.ko").string()}));
  const Image image = build();
  EXPECT_THAT(members(image.initramfs), Contains("lib/modules/6.9.0-mine/kernel/virtio_blk.ko"));
  EXPECT_THAT(content_of(image.initramfs), HasSubstr("the plain bytes of a module"));
}

TEST_F(BuildTest, kernel_and_modules_of_different_releases_are_refused) {
  m_request.kernel = m_scratch / "vmlinux";
  m_request.modules = m_scratch / "6.1.0-other";
  m_scratch.write("vmlinux",
                  tiny_elf({{".rodata", "Linux version 6.9.0-mine (me)"}, {".notes", elf_note(18, "Xen", "addr")}}));
  m_scratch.write("6.1.0-other/modules.dep", "");
  const Error error = refusal();
  EXPECT_EQ(error.code, ErrorCode::configuration);
  EXPECT_THAT(error.message, AllOf(HasSubstr("6.9.0-mine"), HasSubstr("6.1.0-other")));
}

TEST_F(BuildTest, file_that_is_no_kernel_is_refused) {
  m_request.kernel = m_scratch / "vmlinux";
  m_scratch.write("vmlinux", tiny_elf({{".rodata", "nothing"}}));
  EXPECT_EQ(refusal().code, ErrorCode::configuration);
  m_request.kernel = m_scratch / "nowhere";
  EXPECT_EQ(refusal().code, ErrorCode::not_found);
}

TEST_F(BuildTest, cache_that_cannot_be_used_is_told_with_what_to_do) {
  fs::remove_all(m_request.cache);
  m_scratch.write("cache", "a file, not a folder");
  EXPECT_THAT(refusal().hint, HasSubstr("XDG_CACHE_HOME"));
}

// The engines that campaigns use must work with the libraries the image has instead of fio's own.
TEST_F(BuildTest, fio_with_stand_ins_runs_the_wanted_engines) {
  if (!host::find_program("gcc")) GTEST_SKIP() << "gcc is not installed: fio is packed with its real libraries";
  build();
  fs::path stand_ins;
  for (const auto& entry : fs::directory_iterator(shared_stand_ins())) stand_ins = entry.path();
  ASSERT_FALSE(stand_ins.empty());
  for (const char* engine : {"psync", "pvsync2", "libaio", "io_uring"}) {
    host::RunOptions options;
    options.child.environment["LD_LIBRARY_PATH"] = stand_ins.string();
    const auto finished = host::run({"fio", "--name=x", "--size=64k", "--bs=4k", "--rw=write", "--ioengine="s + engine,
                                     "--filename=" + (m_scratch / "data").string()},
                                    options);
    ASSERT_TRUE(finished);
    if (engine == "io_uring"s && finished->errors.find("not permitted") != std::string::npos) {
      GTEST_SKIP() << "this host forbids io_uring: " << finished->errors;
    }
    EXPECT_TRUE(finished->exit.success()) << engine << ": " << finished->errors << finished->output;
  }
}

}  // namespace
}  // namespace ringside::image
