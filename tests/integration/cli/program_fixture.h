// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the built program in an empty home of its own.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "core/ids.h"
#include "host/child.h"

namespace ringside {

class ProgramTest : public ::testing::Test {
 protected:
  void SetUp() override {
    m_folder = std::filesystem::temp_directory_path() / ("ringside-cli-" + Uuid::random().to_text());
    std::filesystem::create_directories(m_folder);
  }
  void TearDown() override { std::filesystem::remove_all(m_folder); }

  [[nodiscard]] host::Finished run_argv(const std::vector<std::string>& argv) const {
    host::RunOptions options;
    options.timeout = std::chrono::seconds(60);
    options.child.folder = m_folder;
    options.child.environment = {{"RINGSIDE_DB", ""},
                                 {"NO_COLOR", ""},
                                 {"XDG_DATA_HOME", (m_folder / "data").string()},
                                 {"XDG_CACHE_HOME", (m_folder / "cache").string()}};
    auto finished = host::run(argv, options);
    EXPECT_TRUE(finished) << (finished ? "" : finished.error().text());
    return finished ? *finished : host::Finished{};
  }

  [[nodiscard]] host::Finished ringside(const std::vector<std::string>& arguments) const {
    std::vector<std::string> argv{RINGSIDE_PROGRAM};
    argv.insert(argv.end(), arguments.begin(), arguments.end());
    return run_argv(argv);
  }

  // A line of bash in which $R is the program.
  [[nodiscard]] host::Finished shell(const std::string& line) const {
    return run_argv({"bash", "-c", "R=" + host::shell_quoted({RINGSIDE_PROGRAM}) + "; " + line});
  }

  std::filesystem::path write(const std::string& name, std::string_view text) const {
    std::ofstream(m_folder / name) << text;
    return m_folder / name;
  }

  std::filesystem::path m_folder;
};

inline constexpr std::string_view k_good_campaign = R"([campaign]
name = "poll-split"
question = "Do poll queues help?"
[guest]
kernel = "debian-6.12"
vcpus = 4
[[arm]]
name = "irq"
device = { num-queues = 4 }
fio = { hipri = 0 }
[[arm]]
name = "poll-2"
params = { poll_queues = 2 }
device = { num-queues = 4 }
fio = { hipri = 1 }
expect = ["polled"]
[fio]
ioengine = "io_uring"
runtime = "1s"
[matrix]
rw = ["randread"]
bs = ["4k"]
numjobs = [1, 2]
[design]
blocks = 6
seed = 1
)";

}  // namespace ringside
