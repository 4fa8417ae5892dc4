// Registration: values for the XML that the customer wants behind the document.

#include "engine/emision/emision.hpp"

#include "db/rows.hpp"
#include "reflect/decode.hpp"

namespace cacao::engine {

void Emision::pedir_addenda() {
    if (tipo_.addenda && pedida_.entidadId != 0)
        ctx_.db().one_later(addenda_, addenda_de_cliente, ctx_.organizacionId(), pedida_.entidadId);
}

void Emision::revisar_addenda() {
    if (!addenda_) {
        faltas_.agregar_si(pedida_.addenda.has_value(), Codigo::no_encontrado, "/addenda");
        return;
    }
    const auto campos = reflect::recuperar(addenda_->campos);
    const std::size_t antes = faltas_.lista().size();
    addenda_llena_ =
        llenar_addenda(campos, pedida_.addenda.value_or(ValoresDeAddenda{}), pedida_.partidas.size(), "/addenda", faltas_);
    // Refused now if it is larger than anybody would read, not when somebody does.
    if (faltas_.lista().size() == antes) escribir_addenda(campos, addenda_->plantilla, addenda_llena_);
}

}  // namespace cacao::engine
