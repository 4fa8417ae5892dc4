#pragma once
// The authority's metadata of documents: lines of fields between `~`, one for each document, in one or more texts of a ZIP. Read
// as they are inflated: a text may have a million of them.

#include "base/function_ref.hpp"
#include "tabla/zip_lectura.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace cacao::buzon {

struct FilaDeMetadata {
    std::string uuid;  // in lower case; "" when the line is not understood
    std::string rfcEmisor;
    bool cancelado = false;
    std::string fechaCancelacion;
};

// Each line from that position on, over all texts of the package, until `toma` wants no more. The position where it went on to,
// and whether that is the end. False when the package is damaged there.
struct RecorridoDeMetadata {
    std::int64_t posicion = 0;
    bool fin = false;
};
bool recorrer_metadata(const tabla::ZipLeido& zip, std::int64_t desde, FunctionRef<bool(FilaDeMetadata)> toma,
                       RecorridoDeMetadata& recorrido);

}  // namespace cacao::buzon
