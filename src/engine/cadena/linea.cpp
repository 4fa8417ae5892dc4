#include "engine/cadena/linea.hpp"

#include "db/rows.hpp"

namespace cacao::engine {

std::optional<LineaDeDocumento> exigir_linea(db::Reader& tx, LlavePartida llave, FunctionRef<bool(const LineaDeDocumento&)> sirve,
                                             std::string_view campo, Faltas& faltas) {
    auto l = tx.one<LineaDeDocumento>(R"(
        SELECT d.tipo, d.estado, d.fecha, d.sucursalId, l.proyectoId, l.cuentaId,
               l.importe - l.descuento - l.promocion + l.alCosto AS importe, d.tipoCambio
        FROM documento d
        JOIN partida l ON l.organizacionId = $1 AND l.transaccionId = d.transaccionId AND l.numeroPartida = $3
        WHERE d.organizacionId = $1 AND d.transaccionId = $2)",
                                      tx.organizacion(), llave.transaccionId, llave.numeroPartida);
    const auto falta = !l                                       ? std::optional{Codigo::no_encontrado}
                       : !sirve(*l)                             ? std::optional{Codigo::origen_no_permitido}
                       : l->estado == nombre(Estado::cancelado) ? std::optional{Codigo::documento_cancelado}
                                                                : std::nullopt;
    if (!falta) return l;
    faltas.agregar(*falta, std::string{campo});
    return std::nullopt;
}

}  // namespace cacao::engine
