#pragma once
// Who prints: every document that an operation reads by its identifier, as a form or, where its fiscal XML is kept with it, as
// the printed representation of that; and what others have forms for.

#include "api/impresor.hpp"
#include "papel/formulario.hpp"

#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace cacao {

class ImpresorDeDocumentos final : public api::Impresor {
public:
    // The form of what an operation answers, without who issues it and without style; in a transaction.
    using Forma = std::function<papel::Formulario(const Context&, const void* request)>;
    // In place of its table.
    void agregar(std::string operacion, Forma forma) { otras_.insert_or_assign(std::move(operacion), std::move(forma)); }

    bool imprime(const api::Operation& op) const override;
    api::Impreso leer(const Context& ctx, const api::Operation& op, const api::Executable& x, const void* request,
                      std::int64_t id, api::Formato formato) const override;

private:
    std::map<std::string, Forma, std::less<>> otras_;
};

DESCRIBE_KEY(ArchivoPorImprimir, archivoId)
// A stored CFDI on paper.
Contenido imprimir_archivo(const Context&, const api::Operations&, const ArchivoPorImprimir&);

void register_impresos(api::Operations& ops);

}  // namespace cacao
