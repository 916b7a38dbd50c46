# SPDX-License-Identifier: GPL-3.0-or-later
# Warnings as an INTERFACE target; errors where the preset asks for it.
option(RINGSIDE_WERROR "Treat warnings as errors" OFF)

add_library(ringside_warnings INTERFACE)
target_compile_options(ringside_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wnon-virtual-dtor
  -Wold-style-cast -Woverloaded-virtual -Wdouble-promotion
  $<$<BOOL:${RINGSIDE_WERROR}>:-Werror>)
