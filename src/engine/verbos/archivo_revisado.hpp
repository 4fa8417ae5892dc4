#pragma once
// Files whose contents are to be kept, looked at before anything of them is.

#include "base/archivo.hpp"
#include "base/error.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace cacao::engine {

// What a file is, as far as its bytes and its name tell.
struct ArchivoRevisado {
    NombreDeArchivo nombre;
    std::string tipo;
    std::string uuid;            // of a stamped XML
    std::optional<Falta> falta;  // why it is not taken
};
struct ArchivoDicho {
    std::string_view nombre;
    std::string_view extension;
    std::string_view tipo;
};
ArchivoRevisado revisar_archivo(std::string_view bytes, const ArchivoDicho& dicho, std::string_view campo);

}  // namespace cacao::engine
