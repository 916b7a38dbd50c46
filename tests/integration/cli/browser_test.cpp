// SPDX-License-Identifier: GPL-3.0-or-later
// A report in a real browser: it must not complain, and must not ask anybody for anything.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "fakestore/fake_store.h"
#include "program_fixture.h"
#include "store/store.h"

namespace ringside {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

class Browser : public ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    if (!host::find_program("chromium")) GTEST_SKIP() << "chromium is not installed (quickstart build installs it)";
  }

  // What chromium wrote to standard error; its log of the network is in net.json.
  [[nodiscard]] host::Finished open_page(const std::string& file) const {
    return run_argv({"chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run",
                     "--disable-background-networking", "--disable-component-update", "--disable-sync",
                     "--host-resolver-rules=MAP * ~NOTFOUND", "--enable-logging=stderr",
                     "--user-data-dir=" + (m_folder / "profile").string(),
                     "--log-net-log=" + (m_folder / "net.json").string(), "--dump-dom",
                     "file://" + (m_folder / file).string()});
  }

  // Addresses that the page itself asked for. Chromium's own requests (updates, accounts) have no page as initiator.
  [[nodiscard]] std::vector<std::string> requests() const {
    std::ifstream file(m_folder / "net.json");
    const json log = json::parse(file, nullptr, false);
    EXPECT_TRUE(log.contains("events")) << "chromium wrote no log of the network";
    std::vector<std::string> out;
    for (const json& event : log.value("events", json::array())) {
      const json parameters = event.value("params", json::object());
      const std::string url = parameters.value("url", "");
      const std::string initiator = parameters.value("initiator", "not an origin");
      if (!url.empty() && initiator != "not an origin") out.push_back(url);
    }
    return out;
  }
};

TEST_F(Browser, a_report_of_a_hundred_cells_opens_without_errors_and_asks_nobody) {
  {
    auto store = store::Store::open(m_folder / "results.db");
    ASSERT_TRUE(store) << store.error().text();
    const auto filled = fakestore::fill(*store, {.campaigns = 1, .cells = 100, .arms = 2, .blocks = 10}, 1);
    ASSERT_TRUE(filled) << filled.error().text();
  }
  const auto written = ringside({"report", "-o", "page.html", "--db", "results.db"});
  ASSERT_EQ(written.exit.code, 0) << written.errors;
  EXPECT_LT(std::filesystem::file_size(m_folder / "page.html"), 2'000'000u);

  const auto browser = open_page("page.html");
  ASSERT_EQ(browser.exit.code, 0) << browser.errors;
  EXPECT_THAT(browser.output, HasSubstr("<h2>Raw measurements</h2>"));
  EXPECT_THAT(browser.errors, Not(HasSubstr("CONSOLE")));
  EXPECT_THAT(requests(), ::testing::IsEmpty());
}

// The two checks above can fail: a page with a picture from elsewhere does.
TEST_F(Browser, a_page_that_asks_and_complains_is_noticed) {
  write("bad.html",
        "<!DOCTYPE html><title>x</title><img src=\"http://pictures.example/a.png\">"
        "<script>console.error('complaint')</script>");
  const auto browser = open_page("bad.html");
  EXPECT_THAT(browser.errors, HasSubstr("CONSOLE"));
  EXPECT_THAT(requests(), ::testing::Contains(HasSubstr("pictures.example")));
}

}  // namespace
}  // namespace ringside
