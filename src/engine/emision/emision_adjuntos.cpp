// Registration: what a document carries beside its figures.

#include "engine/emision/emision.hpp"

#include "db/rows.hpp"

#include <algorithm>
#include <array>

namespace cacao::engine {
namespace {

// c_TipoRelacion of CFDI 4.0 (SAT).
constexpr std::array<std::string_view, 7> tipos_de_relacion{"01", "02", "03", "04", "05", "06", "07"};

}  // namespace

void Emision::pedir_relacionados() {
    for (const RelacionPedida& r : pedida_.relacionados)
        if (r.transaccionId != 0)
            ctx_.db().all_later(relacionados_,
                                "SELECT transaccionId FROM documento WHERE organizacionId = $1 AND transaccionId = $2",
                                ctx_.organizacionId(), r.transaccionId);
}

void Emision::revisar_adjuntos() {
    for (const RelacionPedida& r : pedida_.relacionados) {
        if (r.transaccionId == 0 && r.uuid.empty()) faltas_.agregar(Codigo::requerido, r.campo + "/transaccionId");
        if (r.transaccionId != 0 && std::ranges::find(relacionados_, r.transaccionId) == relacionados_.end())
            faltas_.agregar(Codigo::no_encontrado, r.campo + "/transaccionId");
        if (!r.tipoRelacion.empty() && std::ranges::find(tipos_de_relacion, r.tipoRelacion) == tipos_de_relacion.end())
            faltas_.agregar(Codigo::valor_no_permitido, r.campo + "/tipoRelacion");
    }
    faltas_.agregar_si(pedida_.vigenciaFecha && *pedida_.vigenciaFecha < fecha_, Codigo::fuera_de_rango, "/vigenciaFecha");
    faltas_.agregar_si(pedida_.entregaFecha && *pedida_.entregaFecha < fecha_, Codigo::fuera_de_rango, pedida_.campo_entrega);
}

void Emision::guardar_adjuntos() {
    auto& tx = ctx_.db();
    if (pedida_.vigenciaFecha || pedida_.entregaFecha || !pedida_.direccionEntrega.empty() || !pedida_.condiciones.empty())
        tx.run(R"(INSERT INTO documentoCondicion (organizacionId, transaccionId, vigenciaFecha, entregaFecha, direccionEntrega,
                                                  condiciones)
                  VALUES ($1, $2, $3, $4, $5, $6))",
               ctx_.organizacionId(), transaccionId_, pedida_.vigenciaFecha, pedida_.entregaFecha, pedida_.direccionEntrega,
               pedida_.condiciones);
    if (!pedida_.serieProveedor.empty() || !pedida_.folioProveedor.empty())
        tx.run(R"(INSERT INTO documentoProveedor (organizacionId, transaccionId, entidadId, serie, folio)
                  VALUES ($1, $2, $3, $4, $5))",
               ctx_.organizacionId(), transaccionId_, pedida_.entidadId, pedida_.serieProveedor, pedida_.folioProveedor);
    for (const Linea& l : lineas_)
        if (!l.pedida->condicion.empty())
            tx.run(R"(INSERT INTO partidaCondicion (organizacionId, transaccionId, numeroPartida, condicion)
                      VALUES ($1, $2, $3, $4))",
                   ctx_.organizacionId(), transaccionId_, l.numero, l.pedida->condicion);
    std::int64_t consecutivo = 0;
    for (const RelacionPedida& r : pedida_.relacionados)
        tx.run(R"(INSERT INTO documentoRelacionado (organizacionId, transaccionId, consecutivo, relacionadoId, uuid, tipoRelacion)
                  VALUES ($1, $2, $3, $4, $5, $6))",
               ctx_.organizacionId(), transaccionId_, ++consecutivo, r.transaccionId, r.uuid, r.tipoRelacion);
    consecutivo = 0;
    for (const ArchivoPedido& a : pedida_.archivos)
        tx.run(R"(INSERT INTO documentoArchivo (organizacionId, transaccionId, consecutivo, nombre, extension, url)
                  VALUES ($1, $2, $3, $4, $5, $6))",
               ctx_.organizacionId(), transaccionId_, ++consecutivo, a.nombre, a.extension, a.url);
    if (addenda_) guardar_addenda(ctx_, transaccionId_, *addenda_, addenda_llena_);
}

}  // namespace cacao::engine
