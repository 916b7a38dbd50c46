# SPDX-License-Identifier: GPL-3.0-or-later
# One static library per folder of runner/, one test program per folder of tests/unit/.
include(GoogleTest)

# ringside_library(NAME [DEPS folder...] [PUBLIC lib...] [PRIVATE lib...])
#   builds every *.cpp of the current folder into ringside_NAME.
#   DEPS are other folders of runner/ (public: their headers are visible to users);
#   PRIVATE are outside libraries that only this folder may see.
function(ringside_library name)
  cmake_parse_arguments(arg "" "" "DEPS;PUBLIC;PRIVATE" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS *.cpp)
  if(sources)
    add_library(ringside_${name} STATIC ${sources})
    set(scope PUBLIC)
    target_link_libraries(ringside_${name} PRIVATE ringside_warnings ringside_sanitizers ${arg_PRIVATE})
  else()
    add_library(ringside_${name} INTERFACE)
    set(scope INTERFACE)
  endif()
  target_include_directories(ringside_${name} ${scope} ${CMAKE_SOURCE_DIR}/runner)
  list(TRANSFORM arg_DEPS PREPEND ringside_)
  target_link_libraries(ringside_${name} ${scope} ${arg_DEPS} ${arg_PUBLIC})
endfunction()

# ringside_test(NAME [LIBS target...] [LABELS label...])
#   builds every *.cpp of the current folder into one GoogleTest program and registers its cases.
function(ringside_test name)
  cmake_parse_arguments(arg "" "TIMEOUT" "LIBS;LABELS" ${ARGN})
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 60)
  endif()
  file(GLOB sources CONFIGURE_DEPENDS *.cpp)
  if(NOT sources)
    return()
  endif()
  add_executable(${name} ${sources})
  target_link_libraries(${name} PRIVATE ringside_warnings ringside_sanitizers
    ${arg_LIBS} GTest::gmock GTest::gtest GTest::gtest_main)
  # Tests are compiled far more often than they run, and gmock's templates are what an optimiser chews on longest.
  target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:-O0>)
  target_compile_definitions(${name} PRIVATE
    RINGSIDE_TEST_DATA="${CMAKE_SOURCE_DIR}/tests/data"
    RINGSIDE_SOURCE_DIR="${CMAKE_SOURCE_DIR}"
    RINGSIDE_BINARY_DIR="${CMAKE_BINARY_DIR}")
  # An empty value would drop out of the list and make a label of the next word.
  set(properties TIMEOUT ${arg_TIMEOUT})
  if(arg_LABELS)
    list(APPEND properties LABELS "${arg_LABELS}")
  endif()
  gtest_discover_tests(${name} TEST_PREFIX "${name}." DISCOVERY_MODE PRE_TEST PROPERTIES ${properties})
endfunction()
