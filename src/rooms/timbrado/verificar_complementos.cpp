#include "rooms/timbrado/verificar.hpp"

#include "api/archivos.hpp"
#include "base/texto.hpp"
#include "db/rows.hpp"
#include "engine/tipos/bancos.hpp"
#include "engine/tipos/cualidades.hpp"
#include "engine/verbos/adjuntos.hpp"
#include "fiscal/cfdi.hpp"

#include <fmt/format.h>

#include <map>
#include <vector>

namespace cacao {
namespace {

struct ComplementoRevisado {
    std::int64_t complementoId = 0;
    std::int64_t archivoId = 0;
    Importe total;
};
DESCRIBE_STRUCT(ComplementoRevisado, (), (complementoId, archivoId, total))

// What a payment paid of an invoice, by the folio of that and the number of the part.
struct ParteRevisada {
    std::string uuid;
    std::int64_t parcialidad = 0;
    Importe importe, importe2, saldoAnterior;
};
DESCRIBE_STRUCT(ParteRevisada, (), (uuid, parcialidad, importe, importe2, saldoAnterior))

using PorFactura = std::map<std::pair<std::string, std::string>, std::pair<Importe, Importe>>;

// What its stored bytes tell and the books do not, or the other way round; "" when they agree.
std::string contra_aplicaciones(db::Reader& tx, const ComplementoRevisado& c) {
    PorFactura en_libros;
    Importe monto;
    for (const auto& p : tx.all<ParteRevisada>(R"(
             SELECT COALESCE(d.uuid, '') AS uuid, a.parcialidad, a.importe, a.importe2, a.saldoAnterior
             FROM complementoAplicacion k
             JOIN aplicacion a ON a.organizacionId = $1 AND a.aplicacionId = k.aplicacionId
             JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = a.documentoId
             WHERE k.organizacionId = $1 AND k.complementoId = $2)",
                                               tx.organizacion(), c.complementoId)) {
        auto& suya = en_libros[{mayusculas(p.uuid), std::to_string(p.parcialidad)}];
        suya.first += p.importe2;
        suya.second += p.saldoAnterior;
        monto += p.importe;
    }
    auto archivo = engine::leer_archivo(tx, c.archivoId);
    if (!archivo) return "its stamped XML is not there";
    const fiscal::Xml xml{api::bytes_de(std::move(archivo->contenido))};
    if (!xml.bien()) return "its stamped XML cannot be read";
    PorFactura en_papel;
    Importe pagado;
    for (const auto& pagos : fiscal::leer_cfdi(xml).pagos)
        for (const auto& p : pagos.pagos) {
            if (p.monto) pagado += p.monto->valor;
            for (const auto& d : p.documentos) {
                auto& suya = en_papel[{mayusculas(d.idDocumento), d.numParcialidad}];
                if (d.pagado) suya.first += d.pagado->valor;
                if (d.saldoAnterior) suya.second += d.saldoAnterior->valor;
            }
        }
    if (en_papel != en_libros) return "its stamped XML tells of other parts than the books";
    if (pagado != monto || pagado != c.total)
        return fmt::format("its stamped XML tells of {}, the books of {}, the document of {}", pagado.texto(), monto.texto(),
                           c.total.texto());
    return {};
}

}  // namespace

void verificar_complementos(db::Reader& tx, const std::function<void(const std::string&)>& diferencia) {
    const auto org = tx.organizacion();
    const auto decir = [&](std::string_view tabla, std::string_view llave, std::int64_t id, std::string_view que) {
        diferencia(fmt::format("{}: organizacionId {}, {} {}: {}", tabla, org, llave, id, que));
    };
    // Every part of an invoice that is paid later has a number, and only those have.
    static const std::string sin_numero =
        R"(SELECT a.aplicacionId, a.parcialidad FROM aplicacion a
           JOIN documento p ON p.organizacionId = $1 AND p.transaccionId = a.pagoId
           JOIN documento f ON f.organizacionId = $1 AND f.transaccionId = a.documentoId
           WHERE a.organizacionId = $1 AND a.estado = 'vigente'
             AND (a.parcialidad <> 0) <> (f.metodoPago = 'PPD' AND )" +
        engine::en_sql("f.tipo", engine::emite_cfdi) + " AND " + engine::en_sql("p.tipo", engine::cobra) +
        ") ORDER BY a.aplicacionId LIMIT 1000";
    tx.each(
        sin_numero,
        [&](const db::Row& r) {
            decir("aplicacion", "aplicacionId", r.integer(0), fmt::format("has the number {} of its invoice", r.integer(1)));
        },
        org);
    tx.each(R"(SELECT a.aplicacionId, a.parcialidad FROM aplicacion a
               WHERE a.organizacionId = $1 AND a.parcialidad > 1 AND a.estado = 'vigente'
                 AND NOT EXISTS (SELECT 1 FROM aplicacion b WHERE b.organizacionId = $1 AND b.documentoId = a.documentoId
                                 AND b.parcialidad = a.parcialidad - 1)
               ORDER BY a.aplicacionId LIMIT 1000)",
            [&](const db::Row& r) {
                decir("aplicacion", "aplicacionId", r.integer(0),
                      fmt::format("is part {} of its invoice, which never had the one before", r.integer(1)));
            },
            org);
    // A complement in force is of a document that stands; one that was cancelled is in force of nothing.
    tx.each(R"(SELECT k.complementoId, k.aplicacionId FROM complementoAplicacion k
               JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = k.complementoId
               WHERE k.organizacionId = $1 AND k.vigente = 1 AND d.estado = 'cancelado' ORDER BY k.complementoId LIMIT 1000)",
            [&](const db::Row& r) {
                decir("complementoAplicacion", "complementoId", r.integer(0),
                      fmt::format("was cancelled and is in force of aplicacionId {}", r.integer(1)));
            },
            org);
    // What a payment of ours changed and its complements do not tell yet, somebody is at.
    tx.each(R"(SELECT c.complementoId FROM complementoPago c
               JOIN timbrado t ON t.organizacionId = $1 AND t.transaccionId = c.complementoId AND t.estado = 'timbrado'
               WHERE c.organizacionId = $1
                 AND EXISTS (SELECT 1 FROM complementoAplicacion k JOIN aplicacion a ON a.organizacionId = $1 AND a.aplicacionId = k.aplicacionId
                             WHERE k.organizacionId = $1 AND k.complementoId = c.complementoId AND k.vigente = 1 AND a.estado <> 'vigente')
                 AND NOT EXISTS (SELECT 1 FROM documento s WHERE s.organizacionId = $1 AND s.transaccionId = c.sustituidoPorId
                                 AND s.estado <> 'cancelado')
                 AND NOT EXISTS (SELECT 1 FROM trabajo w WHERE w.organizacionId = $1 AND w.tipo = 'Complementos'
                                 AND w.clave = CAST(c.pagoId AS TEXT) AND w.estado <> 'hecho')
               ORDER BY c.complementoId LIMIT 1000)",
            [&](const db::Row& r) {
                decir("complementoPago", "complementoId", r.integer(0), "tells of what was undone, and nobody is at it");
            },
            org);
    tx.each(R"(SELECT a.aplicacionId FROM aplicacion a
               JOIN timbrado t ON t.organizacionId = $1 AND t.transaccionId = a.documentoId AND t.estado = 'timbrado'
               JOIN documento p ON p.organizacionId = $1 AND p.transaccionId = a.pagoId
               WHERE a.organizacionId = $1 AND a.parcialidad <> 0 AND a.estado = 'vigente'
                 AND NOT EXISTS (SELECT 1 FROM complementoAplicacion k WHERE k.organizacionId = $1 AND k.aplicacionId = a.aplicacionId
                                 AND k.vigente = 1)
                 AND EXISTS (SELECT 1 FROM configuracionFiscal g WHERE g.organizacionId = $1 AND g.proveedor <> 'ninguno')
                 AND NOT EXISTS (SELECT 1 FROM serie s WHERE s.organizacionId = $1 AND s.tipo = 'ComplementoPago'
                                 AND s.sucursalId = p.sucursalId AND s.predeterminada = 1 AND s.timbrado = 'nunca')
                 AND NOT EXISTS (SELECT 1 FROM aplicacion x JOIN timbrado y ON y.organizacionId = $1 AND y.transaccionId = x.documentoId
                                 WHERE x.organizacionId = $1 AND x.pagoId = a.pagoId AND x.estado = 'vigente'
                                   AND y.estado IN ('porTimbrar', 'enviado', 'porCancelar', 'enCancelacion'))
                 AND NOT EXISTS (SELECT 1 FROM trabajo w WHERE w.organizacionId = $1 AND w.tipo = 'Complementos'
                                 AND w.clave = CAST(a.pagoId AS TEXT) AND w.estado <> 'hecho')
               ORDER BY a.aplicacionId LIMIT 1000)",
            [&](const db::Row& r) {
                decir("aplicacion", "aplicacionId", r.integer(0),
                      "paid a stamped invoice, has no complement, and nobody is at it");
            },
            org);
    verificar_anticipos(tx, diferencia);
    constexpr std::int64_t por_vez = 1000;
    std::int64_t desde = 0;
    for (;;) {
        const auto filas = tx.all<ComplementoRevisado>(R"(
            SELECT c.complementoId, t.archivoId, d.total FROM complementoPago c
            JOIN timbrado t ON t.organizacionId = $1 AND t.transaccionId = c.complementoId AND t.uuid <> '' AND t.estado <> 'cancelado'
            JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = c.complementoId AND d.tipo = $4
            WHERE c.organizacionId = $1 AND c.complementoId > $2 ORDER BY c.complementoId LIMIT $3)",
                                                       org, desde, por_vez, engine::ComplementoPago.tipo);
        for (const auto& c : filas)
            if (const auto que = contra_aplicaciones(tx, c); !que.empty())
                decir("complementoPago", "complementoId", c.complementoId, que);
        if (static_cast<std::int64_t>(filas.size()) < por_vez) break;
        desde = filas.back().complementoId;
    }
}

}  // namespace cacao
