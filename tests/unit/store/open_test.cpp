// SPDX-License-Identifier: GPL-3.0-or-later
// Opening: places, other people's files, schemas of other versions, locks.
#include <SQLiteCpp/SQLiteCpp.h>
#include <gmock/gmock.h>

#include <fstream>
#include <latch>
#include <sstream>
#include <thread>

#include "sample.h"
#include "store/guard.h"
#include "store/migrate.h"
#include "store/place.h"
#include "store/schema.h"

namespace ringside::store::test {
namespace {

using testing::HasSubstr;
namespace fs = std::filesystem;

// All objects of a database, as results-schema/schema.sql has them.
std::string dump(SQLite::Database& database) {
  std::string out;
  SQLite::Statement rows(database,
                         "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY "
                         "tbl_name, type DESC, name");
  while (rows.executeStep()) out += rows.getColumn(0).getString() + ";\n\n";
  return out + "PRAGMA application_id = " + database.execAndGet("PRAGMA application_id").getString() +
         ";\nPRAGMA user_version = " + database.execAndGet("PRAGMA user_version").getString() + ";\n";
}

std::string read_file(const fs::path& path) {
  std::ostringstream content;
  content << std::ifstream(path, std::ios::binary).rdbuf();
  return content.str();
}

// Without the comments up to the first empty line.
std::string golden_schema() {
  const std::string file = read_file(fs::path(RINGSIDE_SOURCE_DIR) / "results-schema" / "schema.sql");
  return file.substr(file.find("\n\n") + 2);
}

TEST(Schema, the_migrations_give_the_golden_schema) {
  const TemporaryFolder folder;
  {
    ASSERT_TRUE(Store::open(folder / "a.db"));
  }
  SQLite::Database database(folder / "a.db", SQLite::OPEN_READONLY);
  EXPECT_EQ(dump(database), golden_schema());
}

TEST(Schema, every_table_is_strict) {
  const TemporaryFolder folder;
  {
    ASSERT_TRUE(Store::open(folder / "a.db"));
  }
  SQLite::Database database(folder / "a.db", SQLite::OPEN_READONLY);
  EXPECT_EQ(database
                .execAndGet("SELECT COUNT(*) FROM pragma_table_list WHERE type = 'table' AND strict = 0 "
                            "AND name NOT LIKE 'sqlite_%'")
                .getInt(),
            0);
}

TEST(Open, missing_folders_are_created_and_the_store_opens_again) {
  const TemporaryFolder folder;
  const fs::path path = folder / "deep/er/results.db";
  ASSERT_TRUE(Store::open(path));
  const auto again = Store::open(path);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->path(), path);
  EXPECT_EQ(again->schema_version(), static_cast<int>(migrations().size()));
  EXPECT_FALSE(fs::exists(path.string() + ".backup-v1")) << "nothing to migrate, nothing to copy";
}

TEST(Open, read_only_reads_and_refuses_to_write) {
  const TemporaryFolder folder;
  const fs::path path = folder / "with ?#% in it.db";
  Store writer = Store::open(path).value();
  auto reader = Store::open_read_only(path);
  ASSERT_TRUE(reader) << reader.error().text();
  EXPECT_TRUE(reader->campaigns());
  const auto refused = reader->add_environment(sample_host());
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::infrastructure);
}

TEST(Open, a_reader_sees_what_a_writer_has_committed) {
  const TemporaryFolder folder;
  Store writer = Store::open(folder / "a.db").value();
  const Store reader = Store::open_read_only(folder / "a.db").value();
  const EnvironmentId host = writer.add_environment(sample_host()).value();
  ASSERT_TRUE(writer.begin_campaign(sample_campaign(host)));
  EXPECT_EQ(reader.campaigns()->size(), 1U);
}

TEST(Open, a_missing_file_is_not_found_and_not_made) {
  const TemporaryFolder folder;
  const auto store = Store::open_read_only(folder / "none.db");
  ASSERT_FALSE(store);
  EXPECT_EQ(store.error().code, ErrorCode::not_found);
  EXPECT_FALSE(fs::exists(folder / "none.db"));
}

TEST(Open, a_text_file_is_refused_and_left_alone) {
  const TemporaryFolder folder;
  const std::string text =
      "this is a text of somebody's, and long enough to have a header's length: keep it, please, "
      "whatever happens";
  std::ofstream(folder / "notes.txt") << text;
  for (const auto& store : {Store::open(folder / "notes.txt"), Store::open_read_only(folder / "notes.txt")}) {
    ASSERT_FALSE(store);
    EXPECT_EQ(store.error().code, ErrorCode::usage);
    EXPECT_THAT(store.error().message, HasSubstr("not a database"));
  }
  EXPECT_EQ(read_file(folder / "notes.txt"), text);
}

TEST(Open, a_database_of_another_program_is_refused_and_left_alone) {
  const TemporaryFolder folder;
  {
    SQLite::Database other(folder / "other.db", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    other.exec("CREATE TABLE t (x); PRAGMA user_version = 1");
  }
  const std::string before = read_file(folder / "other.db");
  const auto store = Store::open(folder / "other.db");
  ASSERT_FALSE(store);
  EXPECT_EQ(store.error().code, ErrorCode::usage);
  EXPECT_EQ(read_file(folder / "other.db"), before);
}

TEST(Open, a_newer_schema_is_refused_and_left_alone) {
  const TemporaryFolder folder;
  {
    ASSERT_TRUE(Store::open(folder / "a.db"));
  }
  {
    SQLite::Database database(folder / "a.db", SQLite::OPEN_READWRITE);
    database.exec("PRAGMA user_version = 99");
  }
  for (const auto& store : {Store::open(folder / "a.db"), Store::open_read_only(folder / "a.db")}) {
    ASSERT_FALSE(store);
    EXPECT_EQ(store.error().code, ErrorCode::unsupported);
    EXPECT_THAT(store.error().message, HasSubstr("schema 99"));
  }
}

TEST(Open, a_folder_in_the_way_is_told) {
  const TemporaryFolder folder;
  fs::create_directory(folder / "results.db");
  EXPECT_EQ(Store::open(folder / "results.db").error().code, ErrorCode::usage);
  EXPECT_EQ(Store::open_read_only(folder / "results.db").error().code, ErrorCode::usage);
}

TEST(Open, a_place_that_cannot_be_written_is_told) {
  const auto store = Store::open("/proc/ringside/results.db");
  ASSERT_FALSE(store);
  EXPECT_EQ(store.error().code, ErrorCode::infrastructure);
  EXPECT_THAT(store.error().message, HasSubstr("/proc/ringside"));
}

TEST(Open, network_file_systems_are_known_by_name) {
  EXPECT_EQ(network_file_system(0x6969), "NFS");
  EXPECT_EQ(network_file_system(0xff534d42), "CIFS");
  EXPECT_EQ(network_file_system(0xfe534d42), "SMB");
  EXPECT_EQ(network_file_system(0x01021997), "9p");
  EXPECT_EQ(network_file_system(0x65735546), "FUSE");
  EXPECT_FALSE(network_file_system(0xef53)) << "ext4";
  EXPECT_FALSE(network_file_system(0x01021994)) << "tmpfs";
  EXPECT_FALSE(network_file_system(0x9123683e)) << "btrfs";
}

TEST(Open, several_at_once_make_one_store) {
  const TemporaryFolder folder;
  constexpr int k_threads = 4;
  std::latch start(k_threads);
  std::array<bool, k_threads> opened{};
  {
    std::vector<std::jthread> threads;
    for (bool& result : opened) {
      threads.emplace_back([&] {
        start.arrive_and_wait();
        const auto store = Store::open(folder / "a.db");
        result = store.has_value();
        if (!store) ADD_FAILURE() << store.error().text();
      });
    }
  }
  EXPECT_THAT(opened, testing::Each(true));
}

// --- migration -------------------------------------------------------------------------------------------

constexpr std::string_view k_first = "CREATE TABLE a (id INTEGER PRIMARY KEY) STRICT;";
constexpr std::string_view k_second = "CREATE TABLE b (a_id INTEGER NOT NULL REFERENCES a (id)) STRICT;";

SQLite::Database open_raw(const fs::path& path) {
  return SQLite::Database(path, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE, 10'000);
}

TEST(Migration, an_older_store_is_copied_then_brought_up) {
  const TemporaryFolder folder;
  const fs::path path = folder / "a.db";
  auto database = open_raw(path);
  ASSERT_EQ(migrate(database, path, std::array{k_first}), 1);
  database.exec("INSERT INTO a VALUES (7)");
  ASSERT_EQ(migrate(database, path, std::array{k_first, k_second}), 2);
  EXPECT_EQ(database.execAndGet("SELECT id FROM a").getInt(), 7);
  EXPECT_EQ(database.execAndGet("SELECT COUNT(*) FROM b").getInt(), 0);
  SQLite::Database backup(path.string() + ".backup-v1", SQLite::OPEN_READONLY);
  EXPECT_EQ(backup.execAndGet("PRAGMA user_version").getInt(), 1);
  EXPECT_EQ(backup.execAndGet("SELECT id FROM a").getInt(), 7);
}

TEST(Migration, an_earlier_backup_is_not_overwritten) {
  const TemporaryFolder folder;
  const fs::path path = folder / "a.db";
  std::ofstream(path.string() + ".backup-v1") << "precious";
  auto database = open_raw(path);
  ASSERT_TRUE(migrate(database, path, std::array{k_first}));
  ASSERT_TRUE(migrate(database, path, std::array{k_first, k_second}));
  EXPECT_EQ(read_file(path.string() + ".backup-v1"), "precious");
  EXPECT_TRUE(fs::exists(path.string() + ".backup-v1.2"));
}

TEST(Migration, one_that_fails_changes_nothing) {
  const TemporaryFolder folder;
  const fs::path path = folder / "a.db";
  auto database = open_raw(path);
  ASSERT_TRUE(migrate(database, path, std::array{k_first}));
  constexpr std::string_view broken = "CREATE TABLE half (x INTEGER) STRICT; CREATE TABLE a (x INTEGER) STRICT;";
  EXPECT_THROW(static_cast<void>(migrate(database, path, std::array{k_first, broken})), SQLite::Exception);
  EXPECT_EQ(database.execAndGet("PRAGMA user_version").getInt(), 1);
  EXPECT_FALSE(database.tableExists("half"));
}

TEST(Migration, one_that_leaves_dangling_rows_changes_nothing) {
  const TemporaryFolder folder;
  const fs::path path = folder / "a.db";
  auto database = open_raw(path);
  ASSERT_TRUE(migrate(database, path, std::array{k_first, k_second}));
  constexpr std::string_view dangling = "INSERT INTO b VALUES (999);";
  const auto result = migrate(database, path, std::array{k_first, k_second, dangling});
  ASSERT_FALSE(result);
  EXPECT_THAT(result.error().message, HasSubstr("'b'"));
  EXPECT_EQ(database.execAndGet("SELECT COUNT(*) FROM b").getInt(), 0);
  EXPECT_EQ(database.execAndGet("PRAGMA user_version").getInt(), 2);
}

TEST(Migration, a_store_of_each_earlier_schema_keeps_its_rows) {
  const auto scripts = migrations();
  for (std::size_t version = 1; version < scripts.size(); ++version) {
    const TemporaryFolder folder;
    const fs::path path = folder / "a.db";
    {
      auto database = open_raw(path);
      ASSERT_TRUE(migrate(database, path, scripts.first(version)));
      // Only what every schema has: this test stays as it is when tables change.
      database.exec(
          "INSERT INTO environment VALUES (1, '5b1d0c3e-8a53-4a0e-9c38-0f60dc22a001', 'host', 'm', 'old', 7)");
    }
    // Whoever opens it first, also to read.
    const auto store = version % 2 == 1 ? Store::open_read_only(path) : Store::open(path);
    ASSERT_TRUE(store) << store.error().text();
    EXPECT_EQ(store->environment(EnvironmentId{1})->name, "old");
    EXPECT_TRUE(fs::exists(path.string() + ".backup-v" + std::to_string(version)));
    SQLite::Database database(path, SQLite::OPEN_READONLY);
    EXPECT_EQ(dump(database), golden_schema());
  }
}

// --- what goes wrong while writing -----------------------------------------------------------------------

Error error_for(int code) {
  return error_of(SQLite::Exception("what SQLite says", code), "results.db");
}

TEST(Failure, each_kind_says_what_happened_and_what_to_do) {
  EXPECT_THAT(error_for(5).message, HasSubstr("locked"));
  EXPECT_THAT(error_for(13).message, HasSubstr("no space"));
  EXPECT_THAT(error_for(11).message, HasSubstr("damaged"));
  EXPECT_THAT(error_for(10).message, HasSubstr("what SQLite says"));
  for (const int code : {5, 6, 8, 10, 11, 13, 14, 26}) {
    EXPECT_THAT(error_for(code).message, HasSubstr("results.db"));
    EXPECT_FALSE(error_for(code).hint.empty()) << code;
  }
}

TEST(Failure, a_damaged_row_is_an_error_that_names_the_damage) {
  const TemporaryFolder folder;
  Store store = Store::open(folder / "a.db").value();
  const EnvironmentId host = store.add_environment(sample_host()).value();
  const CampaignRow campaign = store.begin_campaign(sample_campaign(host)).value().campaign;
  {
    SQLite::Database database(folder / "a.db", SQLite::OPEN_READWRITE);
    database.exec("UPDATE campaign SET uuid = 'no uuid'");
  }
  const auto read = store.campaign(campaign);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code, ErrorCode::infrastructure);
  EXPECT_THAT(read.error().message, HasSubstr("damaged"));
  EXPECT_THAT(read.error().message, HasSubstr("no uuid"));
}

TEST(Failure, a_damaged_histogram_is_an_error) {
  const TemporaryFolder folder;
  Store store = Store::open(folder / "a.db").value();
  const EnvironmentId host = store.add_environment(sample_host()).value();
  const StoredPlan plan = store.begin_campaign(sample_campaign(host)).value();
  const BlockId block = store.begin_block(plan.campaign, {}).value();
  Measurement measurement = sample_measurement();
  measurement.block = block;
  measurement.boot = store.begin_boot(block, {}).value();
  measurement.arm = plan.arms[0];
  measurement.cell = plan.cells[0];
  const MeasurementId id = store.insert_measurement(measurement).value();
  {
    SQLite::Database database(folder / "a.db", SQLite::OPEN_READWRITE);
    database.exec("UPDATE latency SET bins = x'0106'");
  }
  const auto read = store.measurement(id);
  ASSERT_FALSE(read);
  EXPECT_THAT(read.error().message, HasSubstr("histogram"));
  EXPECT_TRUE(store.measurements({.campaign = plan.campaign})) << "what needs no bins reads none";
}

}  // namespace
}  // namespace ringside::store::test
