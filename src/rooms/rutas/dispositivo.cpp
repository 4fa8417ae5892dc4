// What a device needs on the road: whom it visits, at which prices, what is on board and what is owed.

#include "api/posiciones.hpp"
#include "db/rows.hpp"
#include "engine/entorno/series_documento.hpp"
#include "rooms/rutas/precios_ruta.hpp"
#include "rooms/rutas/sincronizacion.hpp"

namespace cacao {
namespace {

struct ClienteDispositivoFila {
    std::int64_t clienteId = 0;
    std::string codigo;
    std::string cliente;
    std::string rfc;
    std::int64_t secuencia = 0;
    std::int64_t bits = 0;
    std::int64_t diasCredito = 0;
    Importe saldo;
};
DESCRIBE_STRUCT(ClienteDispositivoFila, (), (clienteId, codigo, cliente, rfc, secuencia, bits, diasCredito, saldo))

struct DocumentoAbiertoFila : DocumentoAbierto {
    std::string serieDocumento;
    std::int64_t numero = 0;
};
DESCRIBE_STRUCT(DocumentoAbiertoFila, (DocumentoAbierto), (serieDocumento, numero))

}  // namespace

CargaDispositivo cargar_dispositivo(const Context& ctx, const CargaDispositivoPedida& p) {
    auto& tx = ctx.db();
    const Ruta ruta = leer_ruta(tx, p.rutaId);
    CargaDispositivo r;
    r.dispositivo = p.dispositivo;
    r.horaServidor = ctx.ahora();
    r.posicion = api::last_position(tx);
    reject_if(p.desdePosicion && *p.desdePosicion > r.posicion, Codigo::fuera_de_rango, "/desdePosicion");
    r.rutaId = ruta.rutaId;
    std::int64_t almacenId = ruta.almacenId;
    tx.each(R"(SELECT j.transaccionId, d.estado, j.almacenId FROM jornadaRuta j
               JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = j.transaccionId
               WHERE j.organizacionId = $1 AND j.rutaId = $2 AND j.enCurso = 1)",
            [&](const db::Row& f) {
                r.jornadaId = f.integer(0);
                r.estadoJornada = f.text(1);
                almacenId = f.integer(2);
            },
            tx.organizacion(), ruta.rutaId);
    r.ultimoConsecutivo = tx.one<std::int64_t>(R"(
        SELECT COALESCE(MAX(x.consecutivo), 0) FROM (
            SELECT consecutivo FROM operacionRuta WHERE organizacionId = $1 AND dispositivo <> '' AND dispositivo = $2
            UNION ALL SELECT consecutivo FROM envioRuta WHERE organizacionId = $1 AND dispositivo = $2) x)",
                                               tx.organizacion(), std::string{p.dispositivo})
                              .value_or(0);
    if (const auto version = ultima_version_de_precios(tx, ruta.rutaId)) r.versionLista = version->versionLista;
    r.precios = tx.all<PrecioDispositivo>(R"(
        SELECT v.productoId, q.codigo, q.nombre AS producto, v.unidadMedidaId, v.entidadId AS clienteId, v.cantidadMinima,
               v.precioUnitario, v.incluyeImpuestos
        FROM precioRuta v
        JOIN producto q ON q.organizacionId = $1 AND q.productoId = v.productoId
        WHERE v.organizacionId = $1 AND v.rutaId = $2 AND v.versionLista = $3
        ORDER BY q.codigo, v.productoId, v.unidadMedidaId, v.entidadId, v.cantidadMinima)",
                                          tx.organizacion(), ruta.rutaId, r.versionLista);
    r.existencias = tx.all<ExistenciaAbordo>(R"(
        SELECT x.productoId, x.loteId, COALESCE(l.codigo, '') AS lote, x.cantidad FROM existencia x
        LEFT JOIN lote l ON l.organizacionId = $1 AND l.loteId = x.loteId
        WHERE x.organizacionId = $1 AND x.almacenId = $2 AND x.cantidad <> 0 ORDER BY x.productoId, x.loteId)",
                                             tx.organizacion(), almacenId);
    const std::int64_t desde = p.desdePosicion ? p.desdePosicion->valor : std::int64_t{-1};
    // Behind a position: whoever changed since, or has a document that did.
    for (const auto& f : tx.all<ClienteDispositivoFila>(R"(
             SELECT k.entidadId AS clienteId, c.codigo, c.nombre AS cliente, c.rfc, k.secuencia, k.dias AS bits, c.diasCredito,
                    COALESCE((SELECT CAST(SUM(s.saldo) AS BIGINT) FROM saldo s
                              WHERE s.organizacionId = $1 AND s.entidadId = k.entidadId AND s.naturaleza = 'cobrar' AND s.saldo > 0), 0) AS saldo
             FROM rutaCliente k
             JOIN contacto c ON c.organizacionId = $1 AND c.entidadId = k.entidadId AND c.activo = 1
             WHERE k.organizacionId = $1 AND k.rutaId = $2
               AND ($3 < 0 OR EXISTS (SELECT 1 FROM eventoRegistro e WHERE e.organizacionId = $1 AND e.posicion > $3
                                      AND e.tipo = 'Contacto' AND e.registroId = k.entidadId)
                    OR EXISTS (SELECT 1 FROM eventoRegistro e WHERE e.organizacionId = $1 AND e.posicion > $3
                               AND e.tipo = 'Ruta' AND e.registroId = k.rutaId))
             ORDER BY k.secuencia, k.entidadId)",
                                                        tx.organizacion(), ruta.rutaId, desde))
        r.clientes.push_back({f.clienteId, f.codigo, f.cliente, f.rfc, f.secuencia, dias_de(f.bits), f.diasCredito, f.saldo});
    for (auto& f : tx.all<DocumentoAbiertoFila>(R"(
             SELECT d.transaccionId, d.tipo AS tipoDocumento, '' AS folio, d.entidadId AS clienteId, d.fecha, d.vencimiento, d.moneda,
                    d.total, s.saldo, d.serie AS serieDocumento, d.folio AS numero
             FROM rutaCliente k
             JOIN saldo s ON s.organizacionId = $1 AND s.entidadId = k.entidadId AND s.naturaleza = 'cobrar'
             JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = s.transaccionId
             WHERE k.organizacionId = $1 AND k.rutaId = $2 AND (s.saldo > 0 OR $3 >= 0)
               AND ($3 < 0 OR EXISTS (SELECT 1 FROM evento e WHERE e.organizacionId = $1 AND e.transaccionId = d.transaccionId
                                      AND e.posicion > $3))
             ORDER BY d.entidadId, d.fecha, d.transaccionId)",
                                                tx.organizacion(), ruta.rutaId, desde)) {
        f.folio = engine::folio_texto(f.serieDocumento, f.numero);
        r.documentosAbiertos.push_back(std::move(f));
    }
    r.envases = tx.all<SaldoEnvase>(R"(
        SELECT s.entidadId AS clienteId, c.nombre AS cliente, s.productoId, q.codigo, q.nombre AS producto, s.cantidad
        FROM rutaCliente k
        JOIN saldoEnvase s ON s.organizacionId = $1 AND s.entidadId = k.entidadId AND s.cantidad <> 0
        JOIN contacto c ON c.organizacionId = $1 AND c.entidadId = s.entidadId
        JOIN producto q ON q.organizacionId = $1 AND q.productoId = s.productoId
        WHERE k.organizacionId = $1 AND k.rutaId = $2 ORDER BY s.entidadId, q.codigo)",
                                    tx.organizacion(), ruta.rutaId);
    return r;
}

}  // namespace cacao
