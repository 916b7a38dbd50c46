// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdio>
#include <string>
#include <variant>

#include "simulate/arguments.h"
#include "simulate/headline.h"
#include "simulate/print.h"
#include "simulate/tables.h"

int main(int argc, char** argv) {
  using namespace ringside::simulate;
  const auto parsed = parse_arguments(argc, argv);
  if (const auto* end = std::get_if<EndNow>(&parsed)) {
    std::fputs(end->text.c_str(), end->exit_code == 0 ? stdout : stderr);
    return end->exit_code;
  }
  const auto& arguments = std::get<Arguments>(parsed);

  Report report{arguments.options, all_tables(arguments.options), {}};
  report.promises = promises(report.tables.front(), arguments.options);
  std::fputs(print(report, arguments.format).c_str(), stdout);
  for (const Promise& promise : report.promises) {
    if (!promise.kept) return 1;
  }
  return 0;
}
