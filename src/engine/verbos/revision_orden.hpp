#pragma once
// A change of what a document asks for. Only of one without effects beside itself, as an order is: nothing that was posted or
// moved is ever edited.

#include "engine/emision/solicitud.hpp"

namespace cacao::engine {

struct RevisionPedida {
    std::vector<PartidaCompra> partidas;  // all lines: those with a numeroPartida in the place of that line, the others new
    std::optional<Fecha> entregaFecha;    // what is not given stays as it is
    std::string campo_entrega = "/entregaFecha";
    std::optional<std::string> condiciones;
    std::optional<std::string> notas;
    std::optional<std::int64_t> almacenId;
    std::string motivo;
};

struct Revisado {
    std::int64_t revision = 0;  // from 1 on; the document as it was registered is 0
    Emitido documento;
};

// Replaces the lines of a document in its first state or an authorized one, keeps how they were and who changed them, and brings
// the document back to its first state. What others have used of a line bounds it from below, and such a line stays.
Revisado revisar_documento(Context& ctx, std::int64_t transaccionId, const Documento& tipo, const RevisionPedida& pedida);

// The same of a document of sales, in whatever state it is: whether that one allows it is asked before. Who it is with, where,
// when and in which currency stay; so does a line that derives from another document. A line in the place of another keeps the
// price of that one where it names none.
Revisado revisar_venta(Context& ctx, std::int64_t transaccionId, const Documento& tipo, SolicitudVenta pedida,
                       const std::string& motivo);

}  // namespace cacao::engine
