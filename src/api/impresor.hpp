#pragma once
// Who puts answers on paper: what the dispatcher asks when a caller wants a document as a PDF. Documents are printed by those who
// know them, above this floor.

#include "api/formatos.hpp"
#include "api/operations.hpp"
#include "tabla/escritor.hpp"

#include <cstdint>
#include <functional>
#include <string>

namespace cacao::api {

// What was read of it. `escribir` runs after the transaction, with a context that has none: what is kept outside is fetched
// there.
struct Impreso {
    std::string archivo;  // without extension: FacturaVenta-FV-12
    std::function<void(const Context&, const tabla::Salida&)> escribir;
    std::function<std::string()> huella = {};  // of an XML, once it is written: its ETag
};

class Impresor {
public:
    virtual ~Impresor() = default;
    // Whether it prints what the operation answers, in place of a table that it may be as well.
    virtual bool imprime(const Operation& op) const = 0;
    // Refuses as the operation itself does; where it has no fiscal XML (Formato::xml), with sin_xml, then or as it is written.
    // `id`: that its path names.
    virtual Impreso leer(const Context& ctx, const Operation& op, const Executable& x, const void* request, std::int64_t id,
                         Formato formato) const = 0;
};

// Reads a document of any kind, by the operation of that.
inline constexpr std::string_view lectora_de_cualquiera = "DocumentoObtener";

// Every operation that reads one document by its identifier answers it on paper too, and as the fiscal XML that it has, unless
// that is a table already.
inline bool es_de_documento(const Operation& op) {
    return (!op.documentos.empty() || op.id == lectora_de_cualquiera) && op.verb == Verb::GET && op.path_names().size() == 1 &&
           !op.versiones.front().tabular;
}

}  // namespace cacao::api
