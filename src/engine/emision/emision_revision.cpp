// Documents without effects written anew, orders and requests: the steps of a registration that look and add up, over a document
// that is there already.

#include "engine/cadena/pendientes.hpp"
#include "engine/emision/emision.hpp"
#include "engine/entorno/eventos.hpp"

#include "db/rows.hpp"
#include "reflect/json_write.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace cacao::engine {

// Lines that nobody used go, the others stay where they are: what was used of them hangs on their number.
void Emision::rehacer(std::int64_t transaccionId, const std::function<void(const Linea&, Faltas&)>& juzgar) {
    if (en_libros() || tipo_.saldo != Saldo::ninguno || tipo_.existencia != Existencia::ninguna)
        throw std::logic_error("a document with effects was about to be written anew");
    transaccionId_ = transaccionId;
    recoger();
    revisar_cabecera();
    revisar_partidas();
    for (Linea& l : lineas_) {
        if (l.pedida->numeroPartida != 0) l.numero = l.pedida->numeroPartida;
        if (juzgar) juzgar(l, faltas_);
    }
    lanzar();
    auto& tx = ctx_.db();
    tx.run("DELETE FROM pendiente WHERE organizacionId = $1 AND transaccionId = $2", ctx_.organizacionId(), transaccionId_);
    tx.run(R"(DELETE FROM partida WHERE organizacionId = $1 AND transaccionId = $2 AND NOT EXISTS (
                  SELECT 1 FROM avance a WHERE a.organizacionId = $1 AND a.transaccionId = partida.transaccionId
                  AND a.numeroPartida = partida.numeroPartida))",
           ctx_.organizacionId(), transaccionId_);
    tx.run("DELETE FROM documentoImpuesto WHERE organizacionId = $1 AND transaccionId = $2", ctx_.organizacionId(),
           transaccionId_);
    guardar_partidas();
    tx.run(R"(UPDATE documento SET subtotal = $3, descuento = $4, iva = $5, ieps = $6, ivaRetenido = $7, isrRetenido = $8,
                                   total = $9, notas = $10
              WHERE organizacionId = $1 AND transaccionId = $2)",
           ctx_.organizacionId(), transaccionId_, subtotal_, descuento_, iva_, ieps_, ivaRetenido_, isrRetenido_, total_,
           pedida_.notas);
}

// What a revision stores beside lines and figures.
Emitido Emision::revisar(std::int64_t transaccionId, const std::function<void(const Linea&, Faltas&)>& juzgar) {
    rehacer(transaccionId, juzgar);
    auto& tx = ctx_.db();
    for (const Linea& l : lineas_) {
        tx.run(R"(UPDATE avance SET limite = CASE WHEN cantidad > $4 THEN cantidad ELSE $4 END
                  WHERE organizacionId = $1 AND transaccionId = $2 AND numeroPartida = $3)",
               ctx_.organizacionId(), transaccionId_, l.numero, l.cantidadBase);
        if (const auto espera = espera_de(tipo_)) esperar(ctx_, transaccionId_, l.numero, espera->avance);
    }
    tx.run("UPDATE documento SET estado = $3, almacenId = $4 WHERE organizacionId = $1 AND transaccionId = $2",
           ctx_.organizacionId(), transaccionId_, nombre(tipo_.inicial), pedida_.almacenId);
    tx.run(
        R"(INSERT INTO documentoCondicion (organizacionId, transaccionId, vigenciaFecha, entregaFecha, direccionEntrega, condiciones)
              VALUES ($1, $2, NULL, $3, '', $4)
              ON CONFLICT (organizacionId, transaccionId) DO UPDATE SET entregaFecha = excluded.entregaFecha,
                  condiciones = excluded.condiciones)",
        ctx_.organizacionId(), transaccionId_, pedida_.entregaFecha, pedida_.condiciones);
    return {transaccionId_,
            std::string{tipo_.tipo},
            {},
            0,
            fecha_,
            std::string{nombre(tipo_.inicial)},
            moneda_,
            subtotal_,
            iva_,
            ieps_,
            ivaRetenido_,
            isrRetenido_,
            total_,
            0};
}

// A request may also have changed whom and how it pays, and its files.
void Emision::reemplazar(std::int64_t transaccionId) {
    rehacer(transaccionId);
    auto& tx = ctx_.db();
    // What was added since is nobody's to take away.
    tx.run("DELETE FROM documentoArchivo WHERE organizacionId = $1 AND transaccionId = $2 AND version = 0", ctx_.organizacionId(),
           transaccionId_);
    tx.run(R"(UPDATE documento SET entidadId = $3, formaPagoId = $4, motivo = $5
              WHERE organizacionId = $1 AND transaccionId = $2)",
           ctx_.organizacionId(), transaccionId_, pedida_.entidadId, pedida_.formaPagoId, pedida_.motivo);
    guardar_adjuntos();
}

}  // namespace cacao::engine
