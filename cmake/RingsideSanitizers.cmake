# SPDX-License-Identifier: GPL-3.0-or-later
# RINGSIDE_SANITIZE: empty, "address,undefined" or "thread"; applies to everything that runs on the host.
set(RINGSIDE_SANITIZE "" CACHE STRING "Sanitizers for host programs")

add_library(ringside_sanitizers INTERFACE)
if(RINGSIDE_SANITIZE)
  target_compile_options(ringside_sanitizers INTERFACE
    -fsanitize=${RINGSIDE_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(ringside_sanitizers INTERFACE -fsanitize=${RINGSIDE_SANITIZE})
endif()
