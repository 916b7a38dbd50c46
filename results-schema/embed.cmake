# SPDX-License-Identifier: GPL-3.0-or-later
# cmake -D MIGRATIONS=a.sql;b.sql -D OUTPUT=migrations.cpp -P embed.cmake
set(text "// Generated from results-schema/migrations.\n#include \"store/schema.h\"\n\n#include <array>\n\n")
string(APPEND text "namespace ringside::store {\nnamespace {\n\nconstexpr auto k_migrations = std::to_array<std::string_view>({\n")
foreach(migration IN LISTS MIGRATIONS)
  file(READ ${migration} sql)
  string(APPEND text "R\"--sql--(${sql})--sql--\",\n")
endforeach()
string(APPEND text "});\n\n}  // namespace\n\n")
string(APPEND text "std::span<const std::string_view> migrations() {\n  return k_migrations;\n}\n\n}  // namespace ringside::store\n")
file(WRITE ${OUTPUT} "${text}")
