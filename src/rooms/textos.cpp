#include "rooms/textos.hpp"

#include "palabras/secciones.hpp"

namespace cacao {

void explicar_operaciones(api::Operations& ops) {
    for (const Embedded& archivo : textos_de_operaciones())
        for (const auto& s : glosario::secciones(archivo.text)) ops.explain(s.titulo, s.resumen, s.cuerpo);
}

}  // namespace cacao
