// Registration: values for the XML that the customer wants behind the document.

#include "engine/emision.hpp"

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
    addenda_llena_ = llenar_addenda(reflect::recuperar(addenda_->campos), pedida_.addenda.value_or(ValoresDeAddenda{}),
                                    pedida_.partidas.size(), "/addenda", faltas_);
}

}  // namespace cacao::engine
