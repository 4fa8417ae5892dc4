include_guard(GLOBAL)

# cacao_fuzz(name file libs…): one libFuzzer program, `<name>_fuzz`. The libraries it names are built with coverage, without
# which the fuzzer would not see where its inputs lead. Only for clang, under CACAO_FUZZ.
function(cacao_fuzz name file)
  foreach(library ${ARGN})
    if(library MATCHES "^cacao_")
      target_compile_options(${library} PRIVATE -fsanitize=fuzzer-no-link)
    endif()
  endforeach()
  add_executable(${name}_fuzz ${file})
  target_compile_options(${name}_fuzz PRIVATE -fsanitize=fuzzer)
  target_link_options(${name}_fuzz PRIVATE -fsanitize=fuzzer)
  target_link_libraries(${name}_fuzz PRIVATE ${ARGN})
endfunction()
