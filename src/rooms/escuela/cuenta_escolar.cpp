#include "rooms/escuela/cuenta_escolar.hpp"

#include "db/rows.hpp"
#include "engine/entorno/ajustes.hpp"
#include "engine/entorno/series_documento.hpp"
#include "rooms/escuela/nombre_alumno.hpp"
#include "rooms/escuela/plan_escolar.hpp"
#include "rooms/escuela/referencia.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <tuple>

namespace cacao {
namespace {

// A line of a document of the contacts that a student is charged to; of which student, if of any.
struct FilaAdeudo {
    std::int64_t transaccionId = 0;
    std::string tipoDocumento;
    std::string serie;
    std::int64_t folio = 0;
    std::int64_t numeroPartida = 0;
    std::int64_t entidadId = 0;
    std::int64_t sucursalId = 0;
    Fecha fecha;
    Fecha vencimiento;
    std::string moneda;
    Importe totalDocumento;
    Importe saldo;
    std::string descripcion;
    Importe total;
    std::int64_t alumnoId = 0;
    std::string alumno;
    std::string tipo;
    std::int64_t nivelEscolarId = 0;
    std::int64_t pagadorId = 0;
    std::int64_t cargoId = 0;  // where a plan made it, directly or by the note that is invoiced
    std::optional<Fecha> periodo;
    std::optional<Fecha> prontoPagoHasta;
    Tasa prontoPagoTasa;
    std::optional<Fecha> recargoDesde;
    Tasa recargoTasa;
    Importe recargoImporte;
    std::int64_t conceptoRecargoId = 0;
    std::int64_t recargoMeses = 0;  // charged for already
};
DESCRIBE_STRUCT(FilaAdeudo, (),
                (transaccionId, tipoDocumento, serie, folio, numeroPartida, entidadId, sucursalId, fecha, vencimiento, moneda,
                 totalDocumento, saldo, descripcion, total, alumnoId, alumno, tipo, nivelEscolarId, pagadorId, cargoId, periodo,
                 prontoPagoHasta, prontoPagoTasa, recargoDesde, recargoTasa, recargoImporte, conceptoRecargoId, recargoMeses))

// A charge that was invoiced is due when it was: the surcharge counts from there. What is open of a contact ($2), so that what
// was paid costs nothing; all lines of a document, since each bears its part of what is left. One contact at a time: what SQLite
// takes many to be, it reads tables of the whole school for.
constexpr std::string_view adeudos_sql = R"(
    SELECT d.transaccionId, d.tipo AS tipoDocumento, d.serie, d.folio, p.numeroPartida, d.entidadId, d.sucursalId, d.fecha,
           COALESCE(c.vencimiento, d.vencimiento) AS vencimiento, d.moneda, d.total AS totalDocumento, s.saldo, p.descripcion,
           p.importe - p.descuento - p.promocion + p.iva + p.ieps - p.ivaRetenido - p.isrRetenido AS total,
           COALESCE(x.alumnoId, y.alumnoId, 0) AS alumnoId, COALESCE(a.nombre, '') AS alumno, COALESCE(x.tipo, y.tipo, '') AS tipo,
           COALESCE(x.nivelEscolarId, y.nivelEscolarId, 0) AS nivelEscolarId, COALESCE(x.pagadorId, y.pagadorId, 0) AS pagadorId,
           COALESCE(g.transaccionId, 0) AS cargoId, g.periodo, g.prontoPagoHasta, COALESCE(g.prontoPagoTasa, 0) AS prontoPagoTasa,
           g.recargoDesde, COALESCE(g.recargoTasa, 0) AS recargoTasa, COALESCE(g.recargoImporte, 0) AS recargoImporte,
           COALESCE(g.conceptoRecargoId, 0) AS conceptoRecargoId,
           COALESCE((SELECT CAST(SUM(r.recargoMeses) AS BIGINT) FROM pagoEscolar r
                     JOIN documento n ON n.organizacionId = $1 AND n.transaccionId = r.recargoId AND n.estado <> 'cancelado'
                     WHERE r.organizacionId = $1 AND r.cargoId = g.transaccionId), 0) AS recargoMeses
    FROM saldo s
    JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = s.transaccionId
    JOIN partida p ON p.organizacionId = $1 AND p.transaccionId = d.transaccionId
    LEFT JOIN partidaAlumno x ON x.organizacionId = $1 AND x.transaccionId = p.transaccionId AND x.numeroPartida = p.numeroPartida
    LEFT JOIN partidaAlumno y ON y.organizacionId = $1 AND y.transaccionId = p.origenId AND y.numeroPartida = p.origenPartida
                             AND p.origenId <> 0
    LEFT JOIN alumno a ON a.organizacionId = $1 AND a.alumnoId = COALESCE(x.alumnoId, y.alumnoId)
    LEFT JOIN cargoEscolar g ON g.organizacionId = $1 AND g.transaccionId = COALESCE(x.transaccionId, y.transaccionId)
    LEFT JOIN documento c ON c.organizacionId = $1 AND c.transaccionId = g.transaccionId
    WHERE s.organizacionId = $1 AND s.entidadId = $2 AND s.naturaleza = 'cobrar' AND s.saldo > 0
    ORDER BY d.vencimiento, d.fecha, d.transaccionId, p.numeroPartida)";

// Whom the student ($2), or those of the family, were ever charged to.
constexpr std::string_view contactos_sql = R"(
    SELECT DISTINCT k.entidadId FROM alumno l
    JOIN clienteDeAlumno k ON k.organizacionId = $1 AND k.alumnoId = l.alumnoId
    WHERE l.organizacionId = $1 AND QUIEN ORDER BY k.entidadId)";

std::string con_quien(std::string_view sql, bool familia) {
    std::string r{sql};
    constexpr std::string_view marca = "QUIEN";
    r.replace(r.find(marca), marca.size(), familia ? "l.familiaId = $2" : "l.alumnoId = $2");
    return r;
}

std::vector<std::int64_t> contactos_de(db::Reader& tx, bool familia, std::int64_t suyo) {
    return tx.all<std::int64_t>(con_quien(contactos_sql, familia), tx.organizacion(), suyo);
}

// A part of an amount, as `parte` is of `todo`, rounded once.
Importe parte_de_importe(Importe importe, Importe parte, Importe todo, int decimales) {
    if (todo.es_cero()) return {};
    std::int64_t unidad = millonesimas;
    for (int n = 0; n < decimales; ++n) unidad /= 10;
    return Importe::de_micros(unidad * dividir_redondeando(static_cast<__int128>(importe.micros()) * parte.micros(),
                                                           static_cast<__int128>(todo.micros()) * unidad));
}

// What a line bears of an amount of its document: the lines' parts come to the whole. `antes`: what stands before it.
Importe de_la_linea(Importe importe, Importe antes, Importe linea, Importe todo, int decimales) {
    return parte_de_importe(importe, antes + linea, todo, decimales) - parte_de_importe(importe, antes, todo, decimales);
}

struct ImpuestoDeCargo {
    std::string impuesto;
    std::string factor;
    Tasa tasa;
    Importe base;
    Importe importe;
};
DESCRIBE_STRUCT(ImpuestoDeCargo, (), (impuesto, factor, tasa, base, importe))

// What is let off of a note that is paid early, as a credit of it comes to: so much of its base, with its taxes.
void poner_pronto_pago(db::Reader& tx, Adeudo& a, Tasa tasa, int decimales) {
    const auto subtotal = tx.one<Importe>("SELECT subtotal FROM documento WHERE organizacionId = $1 AND transaccionId = $2",
                                          tx.organizacion(), a.transaccionId)
                              .value();
    const Importe queda = parte_de_importe(a.saldo, subtotal, a.total, decimales);
    a.prontoPagoBase = (queda * tasa).redondear(decimales);
    a.prontoPago = a.prontoPagoBase;
    for (const auto& i : tx.all<ImpuestoDeCargo>(R"(SELECT impuesto, factor, tasa, base, importe FROM documentoImpuesto
                                                    WHERE organizacionId = $1 AND transaccionId = $2)",
                                                 tx.organizacion(), a.transaccionId)) {
        const bool por_tasa = i.factor == "tasa" && i.base == subtotal;
        const Importe suyo = por_tasa ? (a.prontoPagoBase * i.tasa).redondear(decimales)
                                      : parte_de_importe(i.importe, a.prontoPagoBase, subtotal, decimales);
        if (i.impuesto == "iva" || i.impuesto == "ieps") a.prontoPago += suyo;
        else a.prontoPago -= suyo;
    }
    a.prontoPago = std::min(a.prontoPago, a.saldo);
}

void poner_recargo(Adeudo& a, const FilaAdeudo& f, Fecha fecha, int decimales) {
    if (!f.recargoDesde) return;
    const std::int64_t meses = meses_de_atraso(*f.recargoDesde, fecha) - f.recargoMeses;
    if (meses <= 0) return;
    a.recargoMeses = meses;
    a.conceptoRecargoId = f.conceptoRecargoId;
    a.recargo = (a.saldo * Tasa::de_micros(f.recargoTasa.micros() * meses)).redondear(decimales);
    if (f.recargoMeses == 0) a.recargo += f.recargoImporte;
}

// What moved of a line, and its document's.
struct FilaMovimientoEscolar {
    Fecha fecha;
    std::int64_t transaccionId = 0;
    std::string tipoDocumento;
    std::string serie;
    std::int64_t folio = 0;
    std::int64_t transaccionId2 = 0;
    std::string serie2;
    std::int64_t folio2 = 0;
    std::int64_t alumnoId = 0;
    std::string alumno;
    std::string descripcion;
    std::string moneda;
    Importe total;  // of the line
    Importe antes;  // of the document, all lines up to this one
    Importe totalDocumento;
    Importe saldoAnterior;  // of an application
    Importe saldoNuevo;
};
DESCRIBE_STRUCT(FilaMovimientoEscolar, (),
                (fecha, transaccionId, tipoDocumento, serie, folio, transaccionId2, serie2, folio2, alumnoId, alumno, descripcion,
                 moneda, total, antes, totalDocumento, saldoAnterior, saldoNuevo))

constexpr std::string_view total_de_partida =
    "p.importe - p.descuento - p.promocion + p.iva + p.ieps - p.ivaRetenido - p.isrRetenido";

// Lines of documents of those contacts from a day on ($3), or what was applied to them since. What was cancelled is left out,
// with what paid it. The kind is hidden from its index, which has those of everybody.
std::string movimientos_sql(bool familia, bool abonos) {
    const std::string linea = R"(
        JOIN partida p ON p.organizacionId = $1 AND p.transaccionId = d.transaccionId
        LEFT JOIN partidaAlumno x ON x.organizacionId = $1 AND x.transaccionId = p.transaccionId AND x.numeroPartida = p.numeroPartida
        LEFT JOIN partidaAlumno y ON y.organizacionId = $1 AND y.transaccionId = p.origenId AND y.numeroPartida = p.origenPartida
                                 AND p.origenId <> 0
        JOIN alumno l ON l.organizacionId = $1 AND l.alumnoId = COALESCE(x.alumnoId, y.alumnoId) AND QUIEN)";
    const std::string antes = R"(COALESCE((SELECT CAST(SUM(b.importe - b.descuento - b.promocion + b.iva + b.ieps - b.ivaRetenido
                                                           - b.isrRetenido) AS BIGINT)
                                           FROM partida b WHERE b.organizacionId = $1 AND b.transaccionId = d.transaccionId
                                             AND b.numeroPartida < p.numeroPartida), 0) AS antes)";
    const std::string total = std::string{total_de_partida} + " AS total, " + antes;
    std::string sql =
        abonos ? "SELECT i.fecha, g.transaccionId, g.tipo AS tipoDocumento, g.serie, g.folio, d.transaccionId AS transaccionId2, "
                 "d.serie AS serie2, d.folio AS folio2, l.alumnoId, l.nombre AS alumno, p.descripcion, d.moneda, " +
                     total + ", d.total AS totalDocumento, i.saldoAnterior, i.saldoNuevo" + R"(
        FROM aplicacion i
        JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = i.documentoId
        JOIN documento g ON g.organizacionId = $1 AND g.transaccionId = i.pagoId
        LINEA
        WHERE i.organizacionId = $1 AND i.clienteId = $4 AND i.clienteId <> 0 AND i.estado = 'vigente' AND i.fecha >= $3
                     ORDER BY 1, 2, 6, p.numeroPartida)"
               : "SELECT d.fecha, d.transaccionId, d.tipo AS tipoDocumento, d.serie, d.folio, 0 AS transaccionId2, '' AS serie2, "
                 "0 AS folio2, l.alumnoId, l.nombre AS alumno, p.descripcion, d.moneda, " +
                     total + ", d.total AS totalDocumento, 0 AS saldoAnterior, 0 AS saldoNuevo" + R"(
        FROM documento d
        LINEA
        WHERE d.organizacionId = $1 AND d.entidadId = $4 AND d.entidadId <> 0 AND d.fecha >= $3
                       AND (d.tipo || '') IN ('NotaVenta', 'FacturaVenta') AND d.estado <> 'cancelado'
                     ORDER BY 1, 2, p.numeroPartida)";
    constexpr std::string_view marca = "LINEA";
    sql.replace(sql.find(marca), marca.size(), linea);
    return con_quien(sql, familia);
}

}  // namespace

std::int64_t meses_de_atraso(Fecha desde, Fecha fecha) {
    int n = 0;
    while (periodo_de_plan(desde, n) <= fecha) ++n;
    return n;
}

std::vector<Adeudo> adeudos_de(db::Reader& tx, const DeQuienDebe& quien, Fecha fecha) {
    std::int64_t alumnoId = quien.alumnoId;
    if (quien.cargoId != 0)
        alumnoId = tx.one<std::int64_t>("SELECT alumnoId FROM cargoEscolar WHERE organizacionId = $1 AND transaccionId = $2",
                                        tx.organizacion(), quien.cargoId)
                       .value_or(0);
    const bool familia = quien.familiaId != 0;
    const std::int64_t suyo = familia ? quien.familiaId : alumnoId;
    std::set<std::int64_t> de_ellos{suyo};
    if (familia) {
        const auto suyos = tx.all<std::int64_t>("SELECT alumnoId FROM alumno WHERE organizacionId = $1 AND familiaId = $2",
                                                tx.organizacion(), suyo);
        de_ellos = {suyos.begin(), suyos.end()};
    }
    const int decimales = engine::leer_ajustes(tx).decimales;
    std::vector<Adeudo> r;
    std::int64_t documento = 0;
    Importe antes;
    std::vector<FilaAdeudo> filas;
    for (const auto contacto : contactos_de(tx, familia, suyo))
        std::ranges::move(tx.all<FilaAdeudo>(adeudos_sql, tx.organizacion(), contacto), std::back_inserter(filas));
    std::ranges::stable_sort(filas, {}, [](const FilaAdeudo& f) { return std::tuple{f.vencimiento, f.fecha, f.transaccionId}; });
    for (FilaAdeudo& f : filas) {
        if (f.transaccionId != documento) antes = {};
        documento = f.transaccionId;
        const Importe saldo = de_la_linea(f.saldo, antes, f.total, f.totalDocumento, decimales);
        antes += f.total;
        if (f.alumnoId == 0 || !de_ellos.contains(f.alumnoId) || saldo.es_cero()) continue;
        if (quien.cargoId != 0 && f.cargoId != quien.cargoId) continue;
        Adeudo a;
        a.transaccionId = f.transaccionId;
        a.tipoDocumento = f.tipoDocumento;
        a.folio = engine::folio_texto(f.serie, f.folio);
        a.numeroPartida = f.numeroPartida;
        a.clienteId = f.entidadId;
        a.alumnoId = f.alumnoId;
        a.alumno = std::move(f.alumno);
        a.tipo = std::move(f.tipo);
        a.descripcion = std::move(f.descripcion);
        if (f.periodo) a.periodo = FechaOVacia{*f.periodo};
        a.fecha = f.fecha;
        a.vencimiento = f.vencimiento;
        a.moneda = std::move(f.moneda);
        a.total = f.total;
        a.saldo = saldo;
        a.cargoId = f.cargoId;
        a.nivelEscolarId = f.nivelEscolarId;
        a.pagadorId = f.pagadorId;
        a.sucursalId = f.sucursalId;
        if (f.cargoId != 0) a.referencia = referencia_escolar(ClaseDeReferencia::cargo, f.cargoId);
        // What was invoiced is owed as the invoice says; and who is late by the plan is not early, whatever its days say.
        const bool tarde = f.recargoDesde && fecha >= *f.recargoDesde;
        if (f.cargoId == f.transaccionId && !tarde && f.prontoPagoHasta && fecha <= *f.prontoPagoHasta)
            poner_pronto_pago(tx, a, f.prontoPagoTasa, decimales);
        poner_recargo(a, f, fecha, decimales);
        a.porPagar = a.saldo - a.prontoPago + a.recargo;
        r.push_back(std::move(a));
    }
    return r;
}

namespace {

EstadoCuentaEscolar estado_de(const Context& ctx, const PeriodoDeEstado& pedido, const DeQuienDebe& quien,
                              std::string referencia) {
    auto& tx = ctx.db();
    EstadoCuentaEscolar r;
    r.referencia = std::move(referencia);
    r.fecha = pedido.fecha.value_or(ctx.hoy());
    r.fechaFinal = pedido.fechaFinal.value_or(r.fecha);
    constexpr int un_anio = 365;
    r.fechaInicial = pedido.fechaInicial.value_or((r.fechaFinal + -un_anio).primero_del_mes());
    reject_if(r.fechaInicial > r.fechaFinal, Codigo::fuera_de_rango, "/fechaInicial");
    std::map<std::string, SumaEscolar, std::less<>> sumas;
    const auto de = [&](const std::string& moneda) -> SumaEscolar& {
        auto& s = sumas[moneda];
        s.moneda = moneda;
        return s;
    };
    const NombresDeAlumnos visto{ctx};
    for (Adeudo& a : adeudos_de(tx, quien, r.fecha)) {
        a.alumno = visto(a.alumno);
        auto& s = de(a.moneda);
        s.saldo += a.saldo;
        if (a.vencimiento < r.fecha) s.vencido += a.saldo;
        s.prontoPago += a.prontoPago;
        s.recargos += a.recargo;
        s.porPagar += a.porPagar;
        r.pendientes.push_back(a);
    }
    const bool familia = quien.familiaId != 0;
    const int decimales = engine::leer_ajustes(tx).decimales;
    std::map<std::string, Importe, std::less<>> despues;
    const std::int64_t suyo_id = familia ? quien.familiaId : quien.alumnoId;
    const auto contactos = contactos_de(tx, familia, suyo_id);
    for (const bool abonos : {false, true}) {
        const auto sql = movimientos_sql(familia, abonos);
        std::vector<FilaMovimientoEscolar> filas;
        for (const auto contacto : contactos)
            std::ranges::move(tx.all<FilaMovimientoEscolar>(sql, tx.organizacion(), suyo_id, r.fechaInicial, contacto),
                              std::back_inserter(filas));
        for (FilaMovimientoEscolar& f : filas) {
            const auto suyo = [&](Importe i) { return de_la_linea(i, f.antes, f.total, f.totalDocumento, decimales); };
            const Importe cargo = abonos ? Importe{} : f.total;
            const Importe abono = abonos ? suyo(f.saldoAnterior) - suyo(f.saldoNuevo) : Importe{};
            if (f.fecha > r.fechaFinal) {
                despues[f.moneda] += cargo - abono;
                continue;
            }
            auto& s = de(f.moneda);
            s.cargos += cargo;
            s.abonos += abono;
            r.movimientos.push_back({f.fecha, f.transaccionId, std::move(f.tipoDocumento), engine::folio_texto(f.serie, f.folio),
                                     f.transaccionId2, f.transaccionId2 == 0 ? "" : engine::folio_texto(f.serie2, f.folio2),
                                     f.alumnoId, visto(f.alumno), std::move(f.descripcion), std::move(f.moneda), cargo, abono});
        }
    }
    for (const auto contacto : contactos)
        tx.each(R"(SELECT moneda, CAST(SUM(saldo) AS BIGINT) FROM saldo
                   WHERE organizacionId = $1 AND entidadId = $2 AND naturaleza = 'favorCliente' AND saldo > 0 GROUP BY moneda)",
                [&](const db::Row& f) { de(std::string{f.text(0)}).aFavor += Importe::de_micros(f.integer(1)); },
                tx.organizacion(), contacto);
    std::ranges::stable_sort(r.movimientos, {}, &MovimientoEscolar::fecha);
    // Back from what is owed today.
    for (auto& [moneda, s] : sumas) {
        s.saldoFinal = s.saldo - despues[moneda];
        s.saldoInicial = s.saldoFinal - s.cargos + s.abonos;
        r.monedas.push_back(std::move(s));
    }
    return r;
}

void exigir_quien(db::Reader& tx, std::string_view sql, std::int64_t id, std::string_view campo) {
    reject_if(!tx.one<std::int64_t>(sql, tx.organizacion(), id), Codigo::no_encontrado, campo);
}

}  // namespace

EstadoCuentaEscolar estado_de_alumno(const Context& ctx, const EstadoDeAlumno& pedido) {
    exigir_quien(ctx.db(), "SELECT 1 FROM alumno WHERE organizacionId = $1 AND alumnoId = $2", pedido.alumnoId, "/alumnoId");
    return estado_de(ctx, pedido, {.alumnoId = pedido.alumnoId}, referencia_escolar(ClaseDeReferencia::alumno, pedido.alumnoId));
}
EstadoCuentaEscolar estado_de_familia(const Context& ctx, const EstadoDeFamilia& pedido) {
    exigir_quien(ctx.db(), "SELECT 1 FROM familia WHERE organizacionId = $1 AND familiaId = $2", pedido.familiaId, "/familiaId");
    return estado_de(ctx, pedido, {.familiaId = pedido.familiaId},
                     referencia_escolar(ClaseDeReferencia::familia, pedido.familiaId));
}

void register_cuenta_escolar(api::Operations& ops) {
    using enum api::Verb;
    ops.group("EscuelaPrivada");
    ops.add(GET, "/api/EscuelaPrivada/Alumnos/{alumnoId}/EstadoCuenta", "EstadoCuentaAlumno", estado_de_alumno)
        .nuestra()
        .reporte()
        .rechaza({Codigo::no_encontrado, Codigo::fuera_de_rango});
    ops.add(GET, "/api/EscuelaPrivada/Familias/{familiaId}/EstadoCuenta", "EstadoCuentaFamilia", estado_de_familia)
        .nuestra()
        .reporte()
        .rechaza({Codigo::no_encontrado, Codigo::fuera_de_rango});
}

}  // namespace cacao
