// SPDX-License-Identifier: GPL-3.0-or-later
#include "image/cpio.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <functional>
#include <string>

#include "scratch.h"

namespace ringside::image {
namespace {

std::string archive(const std::filesystem::path& path, const std::function<void(CpioWriter&)>& fill) {
  {
    const host::Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
    CpioWriter cpio(file);
    fill(cpio);
    const auto size = cpio.finish();
    EXPECT_TRUE(size);
    EXPECT_EQ(size.value_or(0), std::filesystem::file_size(path));
  }
  return content_of(path);
}

TEST(Cpio, header_is_that_of_the_format) {
  const Scratch scratch;
  const std::string bytes = archive(scratch / "a.cpio", [](CpioWriter& cpio) { cpio.file("/init", "hello", 0755); });
  EXPECT_EQ(bytes.substr(0, 110),
            "070701"
            "00000001"  // inode
            "000081ED"  // regular file, 0755
            "00000000"  // user
            "00000000"  // group
            "00000001"  // links
            "00000000"  // time
            "00000005"  // size
            "00000000"  // device
            "00000000"
            "00000000"  // device number
            "00000000"
            "00000005"    // name with its end
            "00000000");  // checksum
  EXPECT_EQ(bytes.substr(110, 5), std::string("init\0", 5));
  EXPECT_EQ(bytes.substr(116, 5), "hello");  // at the next multiple of 4
  EXPECT_EQ(bytes.size() % 512, 0u);
}

TEST(Cpio, same_members_give_the_same_bytes) {
  const Scratch scratch;
  const auto fill = [&](CpioWriter& cpio) {
    cpio.folder("/bin");
    cpio.file_from("/bin/self", "/proc/self/exe", 0755);
    cpio.link("/bin/sh", "/bin/self");
    cpio.character_device("/dev/console", 5, 1);
  };
  EXPECT_EQ(archive(scratch / "a.cpio", fill), archive(scratch / "b.cpio", fill));
}

TEST(Cpio, long_content_comes_from_a_file_as_it_is) {
  const Scratch scratch;
  const std::string content(3'000'001, 'x');
  scratch.write("big", content);
  const std::string bytes =
      archive(scratch / "a.cpio", [&](CpioWriter& cpio) { cpio.file_from("/big", scratch / "big"); });
  EXPECT_NE(bytes.find(content), std::string::npos);
}

TEST(Cpio, source_that_cannot_be_read_is_told_at_the_end) {
  const Scratch scratch;
  const host::Descriptor file(::open((scratch / "a.cpio").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644));
  CpioWriter cpio(file);
  cpio.file_from("/x", scratch / "no-such-file");
  cpio.file("/y", "later members do not hide it");
  const auto size = cpio.finish();
  ASSERT_FALSE(size);
  EXPECT_THAT(size.error().message, testing::HasSubstr("no-such-file"));
}

TEST(Cpio, full_disk_is_told_with_what_to_do) {
  const host::Descriptor full(::open("/dev/full", O_WRONLY | O_CLOEXEC));
  CpioWriter cpio(full);
  cpio.file("/x", "content");
  const auto size = cpio.finish();
  ASSERT_FALSE(size);
  EXPECT_THAT(size.error().hint, testing::HasSubstr("space"));
}

}  // namespace
}  // namespace ringside::image
