# cacao_embed_files(target namespace file…): each file becomes `std::string_view name()` with dots and dashes as underscores. The
# assembler takes the bytes as they are, so the size of a file costs no compile time.
function(cacao_embed_files target namespace)
  set(source "${PROJECT_BINARY_DIR}/generated/${target}_embedded.cpp")
  set(text "#include <string_view>\n\n")
  foreach(file ${ARGN})
    get_filename_component(name "${file}" NAME)
    string(REGEX REPLACE "[^A-Za-z0-9]" "_" symbol "${name}")
    string(APPEND text "__asm__(\".section .rodata\\n.global cacao_embedded_${symbol}\\n.balign 16\\ncacao_embedded_${symbol}:\\n.incbin \\\"${file}\\\"\\n\"\n"
                       "        \".global cacao_embedded_${symbol}_end\\ncacao_embedded_${symbol}_end:\\n.byte 0\\n.previous\\n\");\n"
                       "extern \"C\" const char cacao_embedded_${symbol}[];\nextern \"C\" const char cacao_embedded_${symbol}_end[];\n"
                       "namespace ${namespace} {\nstd::string_view ${symbol}();\nstd::string_view ${symbol}() {\n"
                       "    return {cacao_embedded_${symbol}, static_cast<std::size_t>(cacao_embedded_${symbol}_end - cacao_embedded_${symbol})};\n}\n}\n\n")
    file(SHA256 "${file}" hash)  # in the text, so that a changed file is a changed source also for a compiler cache
    string(APPEND text "// ${name} ${hash}\n")
    set_property(DIRECTORY "${PROJECT_SOURCE_DIR}" APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")
  endforeach()
  file(CONFIGURE OUTPUT "${source}" CONTENT "${text}" @ONLY)
  set_source_files_properties("${source}" PROPERTIES OBJECT_DEPENDS "${ARGN}" SKIP_PRECOMPILE_HEADERS ON)
  target_sources(${target} PRIVATE "${source}")
endfunction()
