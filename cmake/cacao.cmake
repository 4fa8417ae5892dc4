# How the tree is built (docs/decisions/0026-the-build.md): libraries by floor, files gathered in units, precompiled headers shared.

# Files are compiled in units, many as one: what they have in common, headers and what is made of templates, is compiled once. A
# unit holds files of one folder (src/<floor>, src/engine/<floor>, src/rooms/<area>), so private names meet only there
# (tests/tidy holds them apart), and ends at so many bytes, so that there is work for several cores. Tests have far more in common
# than they have of their own: theirs hold files of a whole floor.
set(CACAO_UNIT_BYTES 110000)
set(CACAO_UNIT_FOLDER "^(src/(engine|rooms)/[^/]+|[^/]+/[^/]+)")
set(CACAO_UNIT_FOLDER_OF_TESTS "^[^/]+/[^/]+")
# cacao_units(target folder): its sources so far, in units of the folders that the expression tells.
function(cacao_units target folder_of)
  if(NOT CACAO_UNITS)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  get_target_property(sources ${target} SOURCES)
  list(SORT sources)
  set(last "")
  foreach(source ${sources})
    file(REAL_PATH "${source}" source)
    file(RELATIVE_PATH path "${PROJECT_SOURCE_DIR}" "${source}")
    string(REGEX MATCH "${folder_of}" folder "${path}")
    file(SIZE "${source}" size)
    if(NOT folder STREQUAL last)
      set(last ${folder})
      set(number 1)
      set(filled 0)
    endif()
    math(EXPR filled "${filled} + ${size}")
    if(filled GREATER CACAO_UNIT_BYTES)
      math(EXPR number "${number} + 1")
      set(filled ${size})
    endif()
    string(REGEX REPLACE "[^A-Za-z0-9]" "_" name "${folder}")
    set_source_files_properties("${source}" PROPERTIES UNITY_GROUP "${name}_${number}")
  endforeach()
endfunction()

# One precompiled header per set of options, and a library that holds nothing else.
function(cacao_precompiled name)
  set(source "${PROJECT_BINARY_DIR}/generated/${name}.cpp")
  file(CONFIGURE OUTPUT "${source}" CONTENT "")
  add_library(${name} OBJECT "${source}")
  target_include_directories(${name} PRIVATE "${PROJECT_SOURCE_DIR}/src")
  # Only what every user of it is compiled with: a definition more, and the compiler would refuse the header.
  target_link_libraries(${name} PRIVATE Boost::headers fmt::fmt date::date date::date-tz Threads::Threads)
  target_precompile_headers(${name} PRIVATE ${ARGN})
  set_target_properties(${name} PROPERTIES CXX_COMPILER_LAUNCHER "${PROJECT_SOURCE_DIR}/cmake/fresh.sh;${CMAKE_CXX_COMPILER_LAUNCHER}")
endfunction()
set(pch "${PROJECT_SOURCE_DIR}/cmake/pch.hpp")
set(pch_rooms "${PROJECT_SOURCE_DIR}/cmake/pch_rooms.hpp")
cacao_precompiled(cacao_pch "${pch}")
cacao_precompiled(cacao_pch_rooms "${pch}" "${pch_rooms}")  # for whoever enters operations and reads rows
# Tests are compiled without optimization: they run once for each time they are compiled, and what they call is optimized.
set(CACAO_TEST_OPTIONS -O0 -U_FORTIFY_SOURCE)
if(CACAO_TESTS)
  add_custom_target(floor_tests)
  cacao_precompiled(cacao_pch_tests "${pch}" "${pch_rooms}" <gtest/gtest.h>)
  target_compile_options(cacao_pch_tests PRIVATE ${CACAO_TEST_OPTIONS})
  target_link_libraries(cacao_pch_tests PRIVATE GTest::gtest)
endif()

# cacao_library(target precompiled SOURCES… LIBS… [LEVEL n]): a library of src/.
function(cacao_library target precompiled)
  cmake_parse_arguments(A "" "LEVEL" "SOURCES;LIBS" ${ARGN})
  add_library(${target} STATIC ${A_SOURCES})
  target_include_directories(${target} PUBLIC "${PROJECT_SOURCE_DIR}/src" "${PROJECT_BINARY_DIR}/generated")
  target_link_libraries(${target} PUBLIC ${A_LIBS})
  target_precompile_headers(${target} REUSE_FROM ${precompiled})
  if(A_LEVEL AND CMAKE_BUILD_TYPE STREQUAL "Release" AND CACAO_UNITS)
    target_compile_options(${target} PRIVATE -O${A_LEVEL})
  endif()
  cacao_units(${target} "${CACAO_UNIT_FOLDER}")
endfunction()
# cacao_examples(file): the C++ that a text in Markdown shows, each block fenced as ```cpp NAME, to generated/examples/NAME.inc, for a
# test that compiles it.
function(cacao_examples markdown)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${markdown}")
  file(READ "${markdown}" text)
  string(FIND "${text}" "```cpp " start)
  while(start GREATER -1)
    math(EXPR start "${start} + 7")
    string(SUBSTRING "${text}" ${start} -1 text)
    string(FIND "${text}" "\n" name_end)
    string(FIND "${text}" "\n```" end)
    string(SUBSTRING "${text}" 0 ${name_end} name)
    math(EXPR length "${end} - ${name_end}")
    string(SUBSTRING "${text}" ${name_end} ${length} code)
    file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/generated/examples/${name}.inc" CONTENT "${code}\n" @ONLY)
    string(SUBSTRING "${text}" ${end} -1 text)
    string(FIND "${text}" "```cpp " start)
  endwhile()
endfunction()

# cacao_test_settings(target): what tests and what they stand on have in common.
function(cacao_test_settings target)
  target_compile_options(${target} PRIVATE ${CACAO_TEST_OPTIONS})
  target_precompile_headers(${target} REUSE_FROM cacao_pch_tests)
  cacao_units(${target} "${CACAO_UNIT_FOLDER_OF_TESTS}")
endfunction()

# cacao_floor(name LIBS… TEST_LIBS… [APART…] [UPPER] [ROOMS] [LEVEL n]): one static library per folder of src/, but for its folders
# named APART, which are libraries of their own. Tests (_test.cpp) stand beside the code and are gathered into one binary per floor,
# `<name>_test`, registered with ctest; from db upward they name cacao_test_db in TEST_LIBS. All but UPPER ones run under
# sanitizers as well: the target `floor_tests`, the label `floor`. ROOMS: enters operations and reads rows. LEVEL: how hard a release
# is optimized, where not as the rest: 3 what every request passes through, 1 what only says what is to be done, which is a third
# less to compile and shows in no figure of the benchmark.
function(cacao_floor name)
  cmake_parse_arguments(A "UPPER;ROOMS" "LEVEL" "LIBS;TEST_LIBS;APART" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*.cpp" "${CMAKE_CURRENT_SOURCE_DIR}/*/*.cpp"
       "${CMAKE_CURRENT_SOURCE_DIR}/*/*/*.cpp")
  set(tests ${sources})
  list(FILTER sources EXCLUDE REGEX "_(test|fuzz)\\.cpp$")
  list(FILTER tests INCLUDE REGEX "_test\\.cpp$")
  set(precompiled cacao_pch)
  if(A_ROOMS)
    set(precompiled cacao_pch_rooms)
  endif()
  foreach(part ${A_APART})
    set(own ${sources})
    list(FILTER own INCLUDE REGEX "/${part}/")
    list(REMOVE_ITEM sources ${own})
    cacao_library(cacao_${part} ${precompiled} SOURCES ${own} LIBS ${A_LIBS} LEVEL ${A_LEVEL})
    list(APPEND A_LIBS cacao_${part})
  endforeach()
  string(REPLACE "/" "_" target "cacao_${name}")
  cacao_library(${target} ${precompiled} SOURCES ${sources} LIBS ${A_LIBS} LEVEL ${A_LEVEL})
  if(CACAO_TESTS AND tests)
    add_executable(${target}_test ${tests})
    cacao_test_settings(${target}_test)
    target_link_libraries(${target}_test PRIVATE ${target} ${A_TEST_LIBS} cacao_test_support GTest::gtest GTest::gmock)
    add_test(NAME ${name} COMMAND ${target}_test)
    # Long ones first, so that none is left alone at the end of a first run; later ones go by what each took.
    list(LENGTH tests cost)
    math(EXPR cost "3 * ${cost}")  # seconds, about
    set_tests_properties(${name} PROPERTIES TIMEOUT 1800 COST ${cost} ENVIRONMENT CACAO_TEST_HANGS_AFTER=600)
    if(NOT A_UPPER)
      set_tests_properties(${name} PROPERTIES LABELS floor)
      add_dependencies(floor_tests ${target}_test)
    endif()
  endif()
endfunction()
