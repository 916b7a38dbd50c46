// SPDX-License-Identifier: GPL-3.0-or-later
#include "fio/envelope.h"

#include <gtest/gtest.h>

#include <string>

namespace ringside::fio {
namespace {

const std::string k_one = "{\n  \"fio version\" : \"fio-3.33\",\n  \"jobs\" : []\n}";

TEST(Envelope, is_found_between_text) {
  const std::string output = "fio: note\nStarting 1 process\n" + k_one + "\n\nrand: (groupid=0)\n  read: {x}\n";
  const auto found = last_document(output);
  ASSERT_TRUE(found) << found.error().text();
  EXPECT_EQ(*found, k_one);
}

TEST(Envelope, is_found_after_text_without_a_line_break) {
  const std::string output = "fio: unfinished note " + k_one;
  const auto found = last_document(output);
  ASSERT_TRUE(found) << found.error().text();
  EXPECT_EQ(*found, k_one);
}

TEST(Envelope, last_of_several_counts) {
  const std::string other = "{\n\"fio version\" : \"fio-9.9\"}";
  const std::string output = k_one + "\n" + other + "\n";
  const auto found = last_document(output);
  ASSERT_TRUE(found);
  EXPECT_EQ(*found, other);
}

TEST(Envelope, braces_and_quotes_inside_strings_are_text) {
  const std::string tricky = R"({ "fio version" : "f", "name" : "a } \" { b\\" })";
  const auto found = last_document(tricky);
  ASSERT_TRUE(found) << found.error().text();
  EXPECT_EQ(*found, tricky);
}

TEST(Envelope, cut_off_after_a_whole_document_is_an_error) {
  for (const char* rest : {"{", "{\n  \"fio ver", "{\n  \"fio version\" : \"fio-3.33\",\n  \"jobs\" : [ {"}) {
    const auto found = last_document(k_one + "\n" + rest);
    ASSERT_FALSE(found) << rest;
    EXPECT_EQ(found.error().code, ErrorCode::invalid_result);
  }
}

TEST(Envelope, other_json_is_not_taken_for_fios) {
  EXPECT_FALSE(last_document("{ \"version\" : \"fio-3.33\" }"));
  const std::string output = k_one + "\n{ \"other\" : 1 }\n";
  const auto found = last_document(output);
  ASSERT_TRUE(found);
  EXPECT_EQ(*found, k_one);
}

TEST(Envelope, of_nothing_says_so) {
  const auto found = last_document(" \n");
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().message, "fio wrote nothing");
}

TEST(Complaint, is_the_first_line_of_fios_own) {
  EXPECT_EQ(first_complaint("note\nfio: file hash not empty on exit\r\nfio: second\n"),
            "fio: file hash not empty on exit");
  EXPECT_EQ(first_complaint("nothing of fio: here"), "");
}

}  // namespace
}  // namespace ringside::fio
