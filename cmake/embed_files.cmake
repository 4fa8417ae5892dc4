# Files inside the binary. The assembler takes the bytes as they are, so the size of a file costs no compile time; a changed file is a
# changed source, also for a compiler cache, by its hash.

# cacao_embed_symbol(out file symbol): appends to `out` the C++ by which the bytes of `file` stand at `cacao_embedded_<symbol>`.
function(cacao_embed_symbol out file symbol)
  set(start "cacao_embedded_${symbol}")
  file(SHA256 "${file}" hash)
  string(APPEND ${out} "// ${symbol} ${hash}\n"
                       "__asm__(\".section .rodata\\n.global ${start}\\n.balign 16\\n${start}:\\n.incbin \\\"${file}\\\"\\n\"\n"
                       "        \".global ${start}_end\\n${start}_end:\\n.byte 0\\n.previous\\n\");\n"
                       "extern \"C\" const char ${start}[];\nextern \"C\" const char ${start}_end[];\n")
  set(${out} "${${out}}" PARENT_SCOPE)
  set_property(DIRECTORY "${PROJECT_SOURCE_DIR}" APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")
endfunction()

function(cacao_embed_source target name text)
  set(source "${PROJECT_BINARY_DIR}/generated/${name}_embedded.cpp")
  file(CONFIGURE OUTPUT "${source}" CONTENT "${text}" @ONLY)
  set_source_files_properties("${source}" PROPERTIES OBJECT_DEPENDS "${ARGN}" SKIP_PRECOMPILE_HEADERS ON)
  target_sources(${target} PRIVATE "${source}")
endfunction()

# cacao_embed_files(target namespace file…): each file becomes `std::string_view name()` with dots and dashes as underscores.
function(cacao_embed_files target namespace)
  set(text "#include <string_view>\n\n")
  foreach(file ${ARGN})
    get_filename_component(name "${file}" NAME)
    string(REGEX REPLACE "[^A-Za-z0-9]" "_" symbol "${name}")
    cacao_embed_symbol(text "${file}" "${symbol}")
    string(APPEND text "namespace ${namespace} {\nstd::string_view ${symbol}();\nstd::string_view ${symbol}() {\n"
                       "    return {cacao_embedded_${symbol}, static_cast<std::size_t>(cacao_embedded_${symbol}_end - cacao_embedded_${symbol})};\n}\n}\n\n")
  endforeach()
  cacao_embed_source(${target} ${target} "${text}" ${ARGN})
endfunction()

# cacao_embed_list(target namespace function root file…): all files as one list, `std::span<const cacao::Embedded> function()`, each
# with its path from `root`.
function(cacao_embed_list target namespace function root)
  set(text "#include \"base/embedded.hpp\"\n\n#include <vector>\n\n")
  set(list "")
  foreach(file ${ARGN})
    file(RELATIVE_PATH path "${root}" "${file}")
    string(REGEX REPLACE "[^A-Za-z0-9]" "_" symbol "${function}_${path}")
    cacao_embed_symbol(text "${file}" "${symbol}")
    set(start "cacao_embedded_${symbol}")
    string(APPEND list "        {\"${path}\", {${start}, static_cast<std::size_t>(${start}_end - ${start})}},\n")
  endforeach()
  string(APPEND text "\nnamespace ${namespace} {\nstd::span<const cacao::Embedded> ${function}();\n"
                     "std::span<const cacao::Embedded> ${function}() {\n    static const std::vector<cacao::Embedded> list{\n${list}    };\n"
                     "    return list;\n}\n}\n")
  cacao_embed_source(${target} ${target}_${function} "${text}" ${ARGN})
endfunction()
