// SPDX-License-Identifier: GPL-3.0-or-later
// vm-images/fetch-kernel: its failures without network, and what it made in this build.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <sstream>

#include "command.h"
#include "source_tree.h"

namespace ringside::house {
namespace {

namespace fs = std::filesystem;

void write_program(const fs::path& path, const std::string& body) {
  std::ofstream(path) << "#!/bin/bash\n" << body << "\n";
  fs::permissions(path, fs::perms::owner_all);
}

// fetch-kernel with an apt of our own and an empty cache.
class FetchKernel : public testing::Test {
 protected:
  FetchKernel() { fs::create_directory(m_folder / "bin"); }

  Outcome fetch(const std::string& name) {
    return bash("export XDG_CACHE_HOME=" + shell_word(m_folder / "cache") + " PATH=" + shell_word(m_folder / "bin") +
                ":$PATH; " + shell_word(root() / "vm-images/fetch-kernel") + " " + name + " " +
                shell_word(m_folder / "out/k"));
  }

  // A record as apt-cache prints it.
  static std::string record(const std::string& package, const std::string& version, const std::string& depends) {
    return "Package: " + package + "\\nVersion: " + version + "\\nArchitecture: amd64\\nDepends: " + depends +
           "\\nSHA256: 00\\n\\n";
  }

  bool left_nothing() const { return !fs::exists(m_folder / "out/k"); }

  ScratchFolder m_folder;
};

}  // namespace

TEST_F(FetchKernel, empty_package_lists_are_named_with_the_remedy) {
  write_program(m_folder / "bin/apt-cache", "exit 100");
  const Outcome outcome = fetch("debian-6.1");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_NE(outcome.output.find("run apt-get update"), std::string::npos) << outcome.output;
  EXPECT_TRUE(left_nothing());
}

TEST_F(FetchKernel, missing_headers_of_the_image_s_version_are_one_line) {
  const std::string image = "linux-image-6.1.0-9-amd64";
  write_program(m_folder / "bin/apt-cache",
                "case \"$*\" in\n"
                "*linux-image-amd64*) printf '" +
                    record("linux-image-amd64", "6.1.9-1", image + " (= 6.1.9-1)") + "' ;;\n*) printf '" +
                    record(image, "6.1.9-1", "kmod, linux-base") + "' ;;\nesac");
  const Outcome outcome = fetch("debian-6.1");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_NE(outcome.output.find("Debian has " + image + " 6.1.9-1 but not linux-headers-6.1.0-9-amd64"),
            std::string::npos)
      << outcome.output;
  EXPECT_EQ(std::ranges::count(outcome.output, '\n'), 1) << outcome.output;
  EXPECT_TRUE(left_nothing());
}

TEST_F(FetchKernel, an_unknown_name_lists_the_known_ones) {
  const Outcome outcome = fetch("debian-2.4");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_NE(outcome.output.find("debian-6.1 debian-6.12"), std::string::npos) << outcome.output;
}

#ifdef RINGSIDE_KERNEL_FOLDERS

namespace {

std::vector<std::string> kernel_names() {
  std::istringstream in(RINGSIDE_KERNEL_NAMES);
  std::vector<std::string> names;
  for (std::string name; in >> name;) names.push_back(name);
  return names;
}

std::string read(const fs::path& path) {
  std::ifstream in(path);
  std::ostringstream content;
  content << in.rdbuf();
  return content.str();
}

class GuestKernel : public testing::TestWithParam<std::string> {
 protected:
  fs::path folder() const { return fs::path(RINGSIDE_KERNEL_FOLDERS) / GetParam(); }
};

}  // namespace

TEST_P(GuestKernel, manifest_has_the_sums_of_the_files) {
  const std::string manifest = read(folder() / "manifest.json");
  for (const char* name : {"vmlinux", "bzImage", "config"}) {
    const std::string sum = bash("sha256sum <" + shell_word(folder() / name)).output.substr(0, 64);
    EXPECT_NE(manifest.find("\"sha256\": \"" + sum + "\""), std::string::npos) << name;
  }
}

TEST_P(GuestKernel, vmlinux_carries_btf) {
  EXPECT_EQ(bash("readelf -SW " + shell_word(folder() / "vmlinux") + " | grep -q ' \\.BTF '").status, 0);
}

TEST_P(GuestKernel, every_module_of_the_dependency_list_is_there_and_plain) {
  std::ifstream in(folder() / "modules/modules.dep");
  int modules = 0;
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    for (std::string word; words >> word; ++modules) {
      if (word.ends_with(':')) word.pop_back();
      EXPECT_TRUE(word.ends_with(".ko")) << word;
      EXPECT_TRUE(fs::exists(folder() / "modules" / word)) << word;
    }
  }
  EXPECT_GT(modules, 100);
}

TEST_P(GuestKernel, the_modules_of_a_campaign_are_there_or_built_in) {
  const std::string known = read(folder() / "modules/modules.dep") + read(folder() / "modules/modules.builtin");
  for (const char* module : {"virtio_blk.ko", "virtio_pci.ko", "virtio_console.ko", "virtio_mmio.ko", "dm-mod.ko"}) {
    EXPECT_NE(known.find(std::string("/") + module), std::string::npos) << module;
  }
}

TEST_P(GuestKernel, headers_build_a_module_in_any_place) {
  ScratchFolder scratch;
  // Moved, and with nothing of Debian's in its path.
  fs::copy(folder() / "headers", scratch / "moved", fs::copy_options::recursive | fs::copy_options::copy_symlinks);
  fs::create_directory(scratch / "module");
  std::ofstream(scratch / "module/Kbuild") << "obj-m := trivial.o\n";
  std::ofstream(scratch / "module/trivial.c") << "#include <linux/module.h>\n#include <linux/virtio.h>\n"
                                                 "MODULE_LICENSE(\"GPL\");\n";
  const Outcome outcome =
      bash("make -C " + shell_word(scratch / "moved") + " M=" + shell_word(scratch / "module") + " modules");
  EXPECT_EQ(outcome.status, 0) << outcome.output;
  EXPECT_TRUE(fs::exists(scratch / "module/trivial.ko")) << outcome.output;
  const Outcome elsewhere = bash("grep -l /usr/src " + shell_word(scratch / "module") + "/.*.cmd");
  EXPECT_EQ(elsewhere.output, "");
}

TEST_P(GuestKernel, a_second_call_does_nothing) {
  const auto before = fs::last_write_time(folder() / "vmlinux");
  const Outcome outcome =
      bash(shell_word(root() / "vm-images/fetch-kernel") + " " + GetParam() + " " + shell_word(folder()));
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.output, "");
  EXPECT_EQ(fs::last_write_time(folder() / "vmlinux"), before);
}

INSTANTIATE_TEST_SUITE_P(built, GuestKernel, testing::ValuesIn(kernel_names()), [](const auto& instance) {
  std::string name = instance.param;
  for (char& letter : name) letter = std::isalnum(static_cast<unsigned char>(letter)) ? letter : '_';
  return name;
});

#endif

}  // namespace ringside::house
