// SPDX-License-Identifier: GPL-3.0-or-later
// vm-images/extract-vmlinux against small images made here, one for each kind of payload.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <sstream>

#include "command.h"
#include "source_tree.h"

namespace ringside::house {
namespace {

namespace fs = std::filesystem;

std::string little_endian(std::uint64_t value, unsigned bytes) {
  std::string text;
  for (unsigned i = 0; i < bytes; ++i) text += static_cast<char>(value >> (8 * i) & 0xff);
  return text;
}

void write(const fs::path& path, const std::string& content) {
  std::ofstream(path, std::ios::binary).write(content.data(), static_cast<std::streamsize>(content.size()));
}

std::string read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream content;
  content << in.rdbuf();
  return content.str();
}

// The head of an ELF file for x86-64, then bytes that compress neither well nor not at all.
std::string kernel(std::size_t size = 40'000, std::uint64_t machine = 62) {
  std::string elf("\x7f\x45\x4c\x46\x02\x01\x01", 7);
  elf.resize(16);
  elf += little_endian(2, 2) + little_endian(machine, 2);
  std::uint32_t state = 1;
  while (elf.size() < size) {
    state = state * 1'664'525U + 1'013'904'223U;
    elf += static_cast<char>(state >> 30);
  }
  return elf;
}

// What makes up a bzImage. Offsets are those of the x86 boot protocol.
struct Image {
  unsigned setup_sectors = 7;
  std::uint64_t protocol = 0x20f;
  std::uint64_t payload_offset = 3000;
  std::string payload;

  std::string bytes() const {
    const std::size_t setup = (setup_sectors == 0 ? 4U : setup_sectors) * 512UL;
    // The real-mode part is not empty in a real image, and may by chance hold a compressor's magic.
    std::string image(512 + setup, '\x1f');
    put(image, 0x1f1, little_endian(setup_sectors, 1));
    put(image, 0x1fe, "\x55\xaa");
    put(image, 0x202, "HdrS");
    put(image, 0x206, little_endian(protocol, 2));
    put(image, 0x248, little_endian(payload_offset, 4));
    put(image, 0x24c, little_endian(payload.size(), 4));
    image += std::string(payload_offset, '\xfd') + payload;
    return image + "what follows the payload";
  }

 private:
  static void put(std::string& image, std::size_t at, const std::string& value) {
    image.replace(at, value.size(), value);
  }
};

class ExtractVmlinux : public testing::Test {
 protected:
  // Compressed as the kernel's build does it: all but gzip get the uncompressed size appended.
  std::string compressed(const std::string& command, const std::string& content) {
    write(m_folder / "plain", content);
    const Outcome outcome =
        bash(command + " <" + shell_word(m_folder / "plain") + " >" + shell_word(m_folder / "packed"));
    EXPECT_EQ(outcome.status, 0) << outcome.output;
    const bool has_size = command.starts_with("gzip");
    return read(m_folder / "packed") + (has_size ? "" : little_endian(content.size(), 4));
  }

  Outcome extract(const std::string& image) {
    write(m_folder / "image", image);
    return bash(shell_word(root() / "vm-images/extract-vmlinux") + " " + shell_word(m_folder / "image") + " " +
                shell_word(m_folder / "vmlinux"));
  }

  std::string result() const { return read(m_folder / "vmlinux"); }

  // Nothing but what the test itself wrote.
  bool left_nothing() const {
    return std::ranges::all_of(fs::directory_iterator(m_folder.path()), [](const fs::directory_entry& entry) {
      const std::string name = entry.path().filename().string();
      return name == "image" || name == "plain" || name == "packed";
    });
  }

  ScratchFolder m_folder;
};

struct Compressor {
  const char* name;
  const char* command;
};

class ExtractPayload : public ExtractVmlinux, public testing::WithParamInterface<Compressor> {};

}  // namespace

TEST_P(ExtractPayload, gives_back_the_kernel) {
  if (!has_program(GetParam().name)) GTEST_SKIP() << GetParam().name << " is not installed";
  const Image image{.payload = compressed(GetParam().command, kernel())};
  const Outcome outcome = extract(image.bytes());
  ASSERT_EQ(outcome.status, 0) << outcome.output;
  EXPECT_EQ(result(), kernel());
}

TEST_P(ExtractPayload, damage_is_refused_and_leaves_nothing) {
  if (!has_program(GetParam().name)) GTEST_SKIP() << GetParam().name << " is not installed";
  Image image{.payload = compressed(GetParam().command, kernel())};
  image.payload.replace(image.payload.size() / 2, 200, 200, '\0');
  const Outcome outcome = extract(image.bytes());
  EXPECT_EQ(outcome.status, 1) << outcome.output;
  EXPECT_NE(outcome.output.find("payload"), std::string::npos) << outcome.output;
  EXPECT_TRUE(left_nothing());
}

INSTANTIATE_TEST_SUITE_P(all, ExtractPayload,
                         testing::Values(Compressor{"xz", "xz --check=crc32 --x86 --lzma2=dict=1MiB"},
                                         Compressor{"zstd", "zstd -q -19"}, Compressor{"gzip", "gzip -n -9"},
                                         Compressor{"lz4", "lz4 -l -9 -q"}),
                         [](const auto& instance) { return std::string(instance.param.name); });

TEST_F(ExtractVmlinux, zero_setup_sectors_mean_four) {
  const Image image{.setup_sectors = 0, .payload = compressed("gzip -n", kernel())};
  const Outcome outcome = extract(image.bytes());
  ASSERT_EQ(outcome.status, 0) << outcome.output;
  EXPECT_EQ(result(), kernel());
}

TEST_F(ExtractVmlinux, an_elf_kernel_is_copied) {
  ASSERT_EQ(extract(kernel()).status, 0);
  EXPECT_EQ(result(), kernel());
}

TEST_F(ExtractVmlinux, an_uncompressed_payload_is_taken) {
  const Image image{.payload = kernel()};
  ASSERT_EQ(extract(image.bytes()).status, 0);
  EXPECT_EQ(result(), kernel());
}

TEST_F(ExtractVmlinux, an_image_cut_off_is_refused) {
  std::string image = Image{.payload = compressed("gzip -n", kernel())}.bytes();
  image.resize(image.size() - 1000);
  const Outcome outcome = extract(image);
  EXPECT_EQ(outcome.status, 1);
  EXPECT_NE(outcome.output.find("cut off"), std::string::npos) << outcome.output;
  EXPECT_TRUE(left_nothing());
}

TEST_F(ExtractVmlinux, a_size_other_than_promised_is_refused) {
  Image image{.payload = compressed("xz --check=crc32", kernel())};
  image.payload.replace(image.payload.size() - 4, 4, little_endian(kernel().size() + 1, 4));
  const Outcome outcome = extract(image.bytes());
  EXPECT_EQ(outcome.status, 1);
  EXPECT_NE(outcome.output.find("promises"), std::string::npos) << outcome.output;
  EXPECT_TRUE(left_nothing());
}

TEST_F(ExtractVmlinux, another_machine_s_kernel_is_refused) {
  constexpr std::uint64_t k_aarch64 = 183;
  const Image image{.payload = compressed("gzip -n", kernel(40'000, k_aarch64))};
  const Outcome outcome = extract(image.bytes());
  EXPECT_EQ(outcome.status, 1);
  EXPECT_NE(outcome.output.find("x86-64"), std::string::npos) << outcome.output;
  EXPECT_TRUE(left_nothing());
}

TEST_F(ExtractVmlinux, other_compressors_are_named) {
  const Outcome outcome = extract(Image{.payload = "BZh91AY&SY and so on"}.bytes());
  EXPECT_EQ(outcome.status, 1);
  EXPECT_NE(outcome.output.find("bzip2"), std::string::npos) << outcome.output;
}

TEST_F(ExtractVmlinux, a_file_that_is_no_kernel_is_refused) {
  for (const std::string& content : {std::string(), std::string("text"), std::string(100'000, 'x')}) {
    const Outcome outcome = extract(content);
    EXPECT_EQ(outcome.status, 1);
    EXPECT_NE(outcome.output.find("neither an x86 bzImage nor an ELF kernel"), std::string::npos) << outcome.output;
    EXPECT_TRUE(left_nothing());
  }
}

TEST_F(ExtractVmlinux, a_protocol_without_payload_fields_is_refused) {
  const Outcome outcome = extract(Image{.protocol = 0x207, .payload = compressed("gzip -n", kernel())}.bytes());
  EXPECT_EQ(outcome.status, 1);
  EXPECT_NE(outcome.output.find("2.08"), std::string::npos) << outcome.output;
}

TEST_F(ExtractVmlinux, an_earlier_result_survives_a_failure) {
  write(m_folder / "vmlinux", "the earlier one");
  EXPECT_EQ(extract("text").status, 1);
  EXPECT_EQ(result(), "the earlier one");
}

}  // namespace ringside::house
