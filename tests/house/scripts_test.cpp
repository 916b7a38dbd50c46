// SPDX-License-Identifier: GPL-3.0-or-later
// The shell scripts: their syntax, and quickstart's decisions (its functions are called one by one).
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>

#include "command.h"
#include "source_tree.h"

namespace ringside::house {
namespace {

namespace fs = std::filesystem;

std::vector<SourceFile> shell_scripts() {
  return files_where([](const std::string& path) {
    std::ifstream in(root() / path);
    std::string first;
    std::getline(in, first);
    return first.starts_with("#!") && first.find("sh") != std::string::npos;
  });
}

// Runs `script` with quickstart's functions at hand, as quickstart itself would.
Outcome in_quickstart(const std::string& script) {
  return bash(". " + shell_word(root() / "quickstart") + "; " + script);
}

void write(const fs::path& path, const std::string& content) {
  std::ofstream(path) << content;
}

std::set<std::string> words(const std::string& text) {
  std::istringstream in(text);
  return {std::istream_iterator<std::string>(in), {}};
}

}  // namespace

TEST(Scripts, have_right_syntax_and_may_be_run) {
  const auto scripts = shell_scripts();
  ASSERT_GE(scripts.size(), 4U);
  for (const SourceFile& script : scripts) {
    const Outcome outcome = bash("bash -n " + shell_word(root() / script.path));
    EXPECT_EQ(outcome.status, 0) << outcome.output;
    EXPECT_EQ(bash("test -x " + shell_word(root() / script.path)).status, 0) << script.path;
  }
}

TEST(Scripts, please_shellcheck) {
  if (!has_program("shellcheck")) GTEST_SKIP() << "shellcheck is not installed";
  for (const SourceFile& script : shell_scripts()) {
    const Outcome outcome = bash("shellcheck -S warning " + shell_word(root() / script.path));
    EXPECT_EQ(outcome.status, 0) << outcome.output;
  }
}

TEST(Sources, are_formatted) {
  if (!has_program("clang-format-19")) GTEST_SKIP() << "clang-format-19 is not installed";
  std::string files;
  for (const SourceFile& file : code_files()) {
    // Kernel code, and what is shared with it, is in kernel style.
    if (file.extension() == ".c" || file.is_under("driver") || file.is_under("probes")) continue;
    files += " " + shell_word(root() / file.path);
  }
  const Outcome outcome =
      bash("clang-format-19 --dry-run --Werror" + files + " 2>&1 | grep -F 'error:' | cut -d: -f1 | sort -u");
  EXPECT_EQ(outcome.output, "") << "clang-format-19 -i the files above";
}

TEST(Scripts, ci_runs_exactly_quickstart_test) {
  ScratchFolder folder;
  fs::create_directories(folder / ".ci");
  fs::copy_file(root() / ".ci/run", folder / ".ci/run");
  write(folder / "quickstart", "#!/bin/bash\necho \"called with $*.\"\n");
  fs::permissions(folder / "quickstart", fs::perms::owner_all);
  const Outcome outcome = bash(shell_word(folder / ".ci/run"));
  EXPECT_EQ(outcome.output, "called with test.\n");
}

TEST(Quickstart, unknown_words_are_a_usage_error) {
  for (const char* words : {"", "bogus", "run now", "test --al"}) {
    const Outcome outcome = bash(shell_word(root() / "quickstart") + " " + words);
    EXPECT_EQ(outcome.status, 2) << words;
    EXPECT_NE(outcome.output.find("usage:"), std::string::npos);
  }
}

TEST(Quickstart, another_distribution_gets_one_clear_line) {
  ScratchFolder folder;
  write(folder / "os-release", "ID=fedora\nVERSION_ID=39\nPRETTY_NAME=\"Fedora Linux 39\"\n");
  const Outcome outcome = in_quickstart("require_debian " + shell_word(folder / "os-release"));
  EXPECT_EQ(outcome.status, 3);
  EXPECT_NE(outcome.output.find("this is Fedora Linux 39"), std::string::npos) << outcome.output;
  EXPECT_EQ(std::ranges::count(outcome.output, '\n'), 1) << outcome.output;
}

TEST(Quickstart, another_debian_is_refused_and_debian_12_is_not) {
  ScratchFolder folder;
  write(folder / "13", "ID=debian\nVERSION_ID=\"13\"\n");
  write(folder / "12", "ID=debian\nVERSION_ID=\"12\"\n");
  EXPECT_EQ(in_quickstart("require_debian " + shell_word(folder / "13")).status, 3);
  EXPECT_EQ(in_quickstart("require_debian " + shell_word(folder / "12")).status, 0);
  EXPECT_EQ(in_quickstart("require_debian " + shell_word(folder / "none")).status, 3);
}

TEST(Quickstart, a_plan_that_removes_or_brings_a_kernel_is_harm) {
  const Outcome outcome = in_quickstart(
      "printf 'Remv libboost1.81-dev [1]\\nInst linux-image-6.12-amd64 (1 Debian)\\n"
      "Inst cmake (3 Debian)\\nConf linux-image-6.12-amd64\\n' | harm");
  EXPECT_EQ(outcome.output, "remove libboost1.81-dev\ninstall the kernel linux-image-6.12-amd64\n");
}

TEST(Quickstart, harm_stops_the_installation_before_it_starts) {
  ScratchFolder folder;
  write(folder / "apt-get",
        "#!/bin/bash\n[[ \" $* \" == *' -s '* ]] && echo 'Remv precious [1]'\n"
        "[[ \" $* \" == *' -y '* ]] && touch \"${0%/*}/installed\"\nexit 0\n");
  fs::permissions(folder / "apt-get", fs::perms::owner_all);
  const Outcome outcome = in_quickstart("PATH=" + shell_word(folder.path()) +
                                        ":$PATH; as_root() { \"$@\"; }; packages_missing() { echo some-package; }; "
                                        "install_packages all");
  EXPECT_EQ(outcome.status, 3);
  EXPECT_NE(outcome.output.find("installing would remove precious; nothing was changed"), std::string::npos)
      << outcome.output;
  EXPECT_FALSE(fs::exists(folder / "installed"));
}

TEST(Quickstart, nothing_missing_means_apt_is_not_called) {
  const Outcome outcome = in_quickstart(
      "packages_missing() { :; }; apt-get() { echo called; }; sudo() { echo called; }; install_packages all");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.output, "==> packages: all there\n");
}

TEST(Quickstart, missing_packages_are_those_of_the_list_that_dpkg_does_not_have) {
  const Outcome outcome = in_quickstart(
      "dpkg-query() { packages_wanted all | sed 's/^/installed /' | grep -v fio; echo 'config-files fio'; }; "
      "packages_missing all");
  EXPECT_EQ(outcome.output, "fio\n");
}

TEST(Quickstart, a_run_does_not_wait_for_what_only_tests_need) {
  const std::set<std::string> run = words(in_quickstart("packages_wanted run").output);
  const std::set<std::string> all = words(in_quickstart("packages_wanted all").output);
  EXPECT_TRUE(std::ranges::includes(all, run));
  EXPECT_TRUE(run.contains("fio"));
  EXPECT_FALSE(run.contains("libgtest-dev"));
  EXPECT_TRUE(all.contains("libgtest-dev"));
}

TEST(Quickstart, without_root_and_sudo_it_says_what_to_do) {
  const Outcome outcome =
      in_quickstart("id() { echo 1000; }; command() { [[ $2 != sudo ]]; }; as_root touch somewhere");
  EXPECT_EQ(outcome.status, 3);
  EXPECT_NE(outcome.output.find("not root"), std::string::npos) << outcome.output;
}

TEST(Quickstart, its_list_holds_each_package_once_and_no_kernel) {
  const Outcome outcome = in_quickstart("packages_wanted all");
  const std::set<std::string> packages = words(outcome.output);
  EXPECT_EQ(packages.size(), static_cast<std::size_t>(std::ranges::count(outcome.output, '\n')));
  EXPECT_TRUE(packages.contains("cmake"));
  for (const std::string& package : packages) {
    EXPECT_FALSE(package.starts_with("linux-image") || package.starts_with("linux-headers")) << package;
    EXPECT_EQ(package.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789+-."), std::string::npos) << package;
  }
}

}  // namespace ringside::house
