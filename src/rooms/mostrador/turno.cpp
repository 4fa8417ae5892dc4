#include "rooms/mostrador/turno.hpp"

#include "db/rows.hpp"
#include "engine/consulta/pagina_documentos.hpp"
#include "engine/entorno/ajustes.hpp"
#include "engine/entorno/eventos.hpp"
#include "engine/tipos/bancos.hpp"
#include "engine/tipos/mostrador.hpp"
#include "engine/verbos/emitir.hpp"
#include "reflect/objeto.hpp"
#include "rooms/mostrador/caja.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace cacao {
namespace {

using engine::Estado;

std::string candado_de_turno(std::int64_t turnoId) { return "turnoCaja/" + std::to_string(turnoId); }

Importe importe_absoluto(Importe i) { return i < Importe{} ? -i : i; }

// What the books say lies in the drawer.
Importe efectivo_en_libros(db::Reader& tx, std::int64_t cuentaBancariaId) {
    return tx
        .one<Importe>(R"(SELECT CAST(COALESCE(SUM(ingresos - egresos), 0) AS BIGINT) FROM saldoBanco
                         WHERE organizacionId = $1 AND cuentaBancariaId = $2)",
                      tx.organizacion(), cuentaBancariaId)
        .value_or(Importe{});
}

// ---- The figures of a shift that is open.

struct SumaDeClase {
    std::string clase;
    Importe importe;
};
DESCRIBE_STRUCT(SumaDeClase, (), (clase, importe))
struct SumasDeVentas {
    Importe ventas;
    Importe credito;
};
DESCRIBE_STRUCT(SumasDeVentas, (), (ventas, credito))

std::vector<FormaDeTurno> formas_cobradas(db::Reader& tx, const TurnoFila& t) {
    return tx.all<FormaDeTurno>(R"(
        SELECT COALESCE(f.claveSAT, '') AS formaPago, COUNT(*) AS cobros, CAST(SUM(d.total) AS BIGINT) AS cobrado, NULL AS contado
        FROM turnoDocumento k
        JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = k.transaccionId AND d.estado <> 'cancelado'
                        AND d.cuentaBancariaId <> $3
        LEFT JOIN formaPago f ON f.organizacionId = $1 AND f.formaPagoId = d.formaPagoId
        WHERE k.organizacionId = $1 AND k.turnoId = $2 AND k.clase = 'cobro'
        GROUP BY COALESCE(f.claveSAT, '') ORDER BY 1)",
                                tx.organizacion(), t.transaccionId, t.cuentaBancariaId);
}

CifrasTurno cifras_de_turno(db::Reader& tx, const TurnoFila& t) {
    CifrasTurno c;
    c.fondo = t.fondo;
    const auto ventas = tx.one<SumasDeVentas>(R"(
        SELECT CAST(COALESCE(SUM(d.total), 0) AS BIGINT) AS ventas,
               CAST(COALESCE(SUM(d.total - v.cobrado), 0) AS BIGINT) AS credito
        FROM turnoDocumento k
        JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = k.transaccionId AND d.estado <> 'cancelado'
        JOIN ventaCaja v ON v.organizacionId = $1 AND v.transaccionId = k.transaccionId
        WHERE k.organizacionId = $1 AND k.turnoId = $2 AND k.clase = 'venta')",
                                              tx.organizacion(), t.transaccionId)
                            .value();
    c.ventas = ventas.ventas;
    c.ventasCredito = ventas.credito;
    for (const FormaDeTurno& f : formas_cobradas(tx, t)) c.otrasFormas += f.cobrado;
    // What moved in the drawer by the documents of the shift, and what others moved there besides.
    for (const SumaDeClase& s : tx.all<SumaDeClase>(R"(
             SELECT k.clase, CAST(SUM(m.importe) AS BIGINT) AS importe
             FROM turnoDocumento k
             JOIN poliza p ON p.organizacionId = $1 AND p.transaccionId = k.transaccionId
             JOIN movimientoBanco m ON m.organizacionId = $1 AND m.polizaId = p.polizaId AND m.cuentaBancariaId = $3
             WHERE k.organizacionId = $1 AND k.turnoId = $2 AND k.clase <> 'apertura' GROUP BY k.clase)",
                                                    tx.organizacion(), t.transaccionId, t.cuentaBancariaId)) {
        if (s.clase == "cobro") c.efectivoVentas = s.importe;
        if (s.clase == "entrada") c.entradas = s.importe;
        if (s.clase == "retiro") c.retiros = -s.importe;
    }
    c.efectivoEsperado = efectivo_en_libros(tx, t.cuentaBancariaId);
    c.otros = c.efectivoEsperado - c.fondo - c.efectivoVentas - c.entradas + c.retiros;
    return c;
}

// ---- How it is read.

struct TurnoListado : TurnoEnLista {
    std::string serieDocumento;
    std::int64_t numero = 0;
    std::int64_t cuentaBancariaId = 0;
};
DESCRIBE_STRUCT(TurnoListado, (TurnoEnLista), (serieDocumento, numero, cuentaBancariaId))

constexpr std::string_view columnas_de_turno =
    "t.fondo, t.ventas, t.ventasCredito, t.efectivoVentas, t.otrasFormas, t.entradas, t.retiros, t.otros, t.efectivoEsperado, "
    "t.efectivoContado, t.diferencia, t.fondoSiguiente, d.transaccionId, '' AS folio, d.fecha, d.estado, d.sucursalId, t.cajaId, "
    "COALESCE(c.nombre, '') AS caja, t.usuarioId, COALESCE(u.nombre, '') AS usuario, t.abiertoEn, t.cerradoEn, d.moneda, "
    "d.version, "
    "d.serie AS serieDocumento, d.folio AS numero, t.cuentaBancariaId";
constexpr std::string_view tablas_de_turno =
    " JOIN turnoCaja t ON t.organizacionId = $1 AND t.transaccionId = d.transaccionId"
    " LEFT JOIN caja c ON c.organizacionId = $1 AND c.cajaId = t.cajaId"
    " LEFT JOIN usuario u ON u.organizacionId = $1 AND u.usuarioId = t.usuarioId";

TurnoEnLista turno_al_dia(db::Reader& tx, TurnoListado&& l) {
    l.folio = engine::folio_texto(l.serieDocumento, l.numero);
    if (!l.cerradoEn && l.estado == reflect::enum_name(EstadoTurno::abierta)) {
        TurnoFila t;
        t.transaccionId = l.transaccionId;
        t.cuentaBancariaId = l.cuentaBancariaId;
        t.fondo = l.fondo;
        static_cast<CifrasTurno&>(l) = cifras_de_turno(tx, t);
    }
    return std::move(l);
}

struct RestoDeTurno {
    std::int64_t almacenId = 0;
    std::int64_t cuentaEntregaId = 0;
    std::int64_t clienteId = 0;
    std::int64_t cerradoPor = 0;
    std::string motivo;
    std::string referenciaExterna;
    std::string notas;
};
DESCRIBE_STRUCT(RestoDeTurno, (), (almacenId, cuentaEntregaId, clienteId, cerradoPor, motivo, referenciaExterna, notas))

struct MovimientoDeTurnoFila : MovimientoDeTurno {
    std::string serieDocumento;
    std::int64_t numero = 0;
};
DESCRIBE_STRUCT(MovimientoDeTurnoFila, (MovimientoDeTurno), (serieDocumento, numero))

TurnoVista ver_turno(db::Reader& tx, std::int64_t turnoId) {
    const std::string donde = std::string{" FROM (SELECT * FROM documento WHERE organizacionId = $1) d"} +
                              std::string{tablas_de_turno} +
                              " WHERE d.organizacionId = $1 AND d.transaccionId = $2 AND d.tipo = 'TurnoCaja'";
    auto fila = tx.one<TurnoListado>("SELECT " + std::string{columnas_de_turno} + donde, tx.organizacion(), turnoId);
    reject_if(!fila, Codigo::no_encontrado, "/id");
    TurnoVista v;
    v.cuentaBancariaId = fila->cuentaBancariaId;
    static_cast<TurnoEnLista&>(v) = turno_al_dia(tx, std::move(*fila));
    const auto resto = tx.one<RestoDeTurno>(
                             "SELECT t.almacenId, t.cuentaEntregaId, t.clienteId, t.cerradoPor, t.motivo, "
                             "COALESCE(d.referenciaExterna, '') AS referenciaExterna, d.notas" +
                                 donde,
                             tx.organizacion(), turnoId)
                           .value();
    v.almacenId = resto.almacenId;
    v.cuentaEntregaId = resto.cuentaEntregaId;
    v.clienteId = resto.clienteId;
    v.cerradoPor = resto.cerradoPor;
    v.motivo = resto.motivo;
    v.referenciaExterna = resto.referenciaExterna;
    v.notas = resto.notas;
    v.formas = formas_cobradas(tx, leer_turno(tx, turnoId, "/id"));
    // As it was closed: later cancellations are another shift's.
    if (v.cerradoEn) {
        std::map<std::string, std::int64_t> cobros;
        for (const FormaDeTurno& f : v.formas) cobros[f.formaPago] = f.cobros;
        v.formas = tx.all<FormaDeTurno>(R"(SELECT formaPago, 0 AS cobros, cobrado, contado FROM turnoForma
                                           WHERE organizacionId = $1 AND turnoId = $2 ORDER BY formaPago)",
                                        tx.organizacion(), turnoId);
        for (FormaDeTurno& f : v.formas) f.cobros = cobros[f.formaPago];
    }
    tx.each(R"(SELECT denominacion, cantidad FROM turnoEfectivo WHERE organizacionId = $1 AND turnoId = $2
               ORDER BY denominacion DESC)",
            [&](const db::Row& r) {
                v.efectivo.push_back(
                    {Importe::de_micros(r.integer(0)), r.integer(1), Importe::de_micros(r.integer(0) * r.integer(1))});
            },
            tx.organizacion(), turnoId);
    for (auto& f : tx.all<MovimientoDeTurnoFila>(R"(
             SELECT d.transaccionId, d.tipo AS tipoDocumento, '' AS folio, d.estado, k.clase, d.total AS importe, d.motivo,
                    d.serie AS serieDocumento, d.folio AS numero
             FROM turnoDocumento k
             JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = k.transaccionId
             WHERE k.organizacionId = $1 AND k.turnoId = $2 AND k.clase IN ('entrada', 'retiro', 'apertura', 'cierre')
             ORDER BY d.transaccionId)",
                                                 tx.organizacion(), turnoId)) {
        f.folio = engine::folio_texto(f.serieDocumento, f.numero);
        v.movimientos.push_back(std::move(f));
    }
    return v;
}

// ---- What moves money of the drawer.

void pasar_efectivo(Context& ctx, const TurnoFila& t, std::int64_t de, std::int64_t a, Importe importe, ClaseEnTurno clase,
                    std::string_view motivo, std::map<std::string, std::string, std::less<>> campos = {}) {
    engine::SolicitudImporte s;
    s.fecha = ctx.hoy(t.sucursalId);
    s.sucursalId = t.sucursalId;
    for (auto& [suyo, nuestro] : campos) s.campos[suyo] = nuestro;
    s.cuentaBancariaId = de;
    s.cuentaDestinoId = a;
    s.importe = importe;
    s.motivo = motivo;
    ligar_a_turno(ctx, t.transaccionId, engine::emitir(ctx, engine::TraspasoBancario, s).transaccionId, clase);
}

void asentar_diferencia(Context& ctx, const TurnoFila& t, Importe diferencia, const TurnoCierre& p) {
    if (diferencia.es_cero()) return;
    engine::SolicitudImporte s;
    s.fecha = ctx.hoy(t.sucursalId);
    s.sucursalId = t.sucursalId;
    s.cuentaBancariaId = t.cuentaBancariaId;
    s.importe = importe_absoluto(diferencia);
    s.motivo = p.motivo.value_or("");
    s.entidadId = p.cargarA.value_or(0);
    s.campo_entidad = "/cargarA";
    const engine::Documento& tipo = diferencia > Importe{} ? engine::SobranteCaja
                                    : s.entidadId != 0     ? engine::CargoFaltanteCaja
                                                           : engine::FaltanteCaja;
    ligar_a_turno(ctx, t.transaccionId, engine::emitir(ctx, tipo, s).transaccionId, ClaseEnTurno::cierre);
}

struct Contado {
    Importe efectivo;
    std::vector<FormaDeTurno> formas;
    bool formas_distintas = false;
};

Contado juzgar_conteo(Context& ctx, const TurnoFila& t, const TurnoCierre& p, Faltas& faltas) {
    auto& tx = ctx.db();
    const int decimales = engine::leer_ajustes(tx).decimales;
    Contado r;
    std::set<std::int64_t> vistas;
    for (std::size_t i = 0; i < p.efectivo.size(); ++i) {
        const DenominacionNueva& d = p.efectivo[i];
        const std::string campo = "/efectivo/" + std::to_string(i) + "/denominacion";
        constexpr Importe mayor = Importe::de_micros(100'000 * millonesimas);
        faltas.agregar_si(d.denominacion <= Importe{} || d.denominacion > mayor, Codigo::fuera_de_rango, campo);
        faltas.agregar_si(d.denominacion.redondeado(decimales) != d.denominacion, Codigo::demasiados_decimales, campo);
        faltas.agregar_si(!vistas.insert(d.denominacion.micros()).second, Codigo::duplicado, campo);
        if (d.denominacion > Importe{} && d.denominacion <= mayor)
            r.efectivo += Importe::de_micros(d.denominacion.micros() * d.cantidad.valor);
    }
    r.formas = formas_cobradas(tx, t);
    for (FormaDeTurno& f : r.formas) f.contado = Importe{};
    std::set<std::string> dichas;
    for (std::size_t i = 0; p.formas && i < p.formas->size(); ++i) {
        const FormaContada& f = (*p.formas)[i];
        const std::string campo = "/formas/" + std::to_string(i);
        const std::string clave{f.formaPago};
        faltas.agregar_si(!dichas.insert(clave).second, Codigo::duplicado, campo + "/formaPago");
        faltas.agregar_si(f.importe.redondeado(decimales) != f.importe, Codigo::demasiados_decimales, campo + "/importe");
        const auto suya = std::ranges::find(r.formas, clave, &FormaDeTurno::formaPago);
        if (suya == r.formas.end()) faltas.agregar(Codigo::no_encontrado, campo + "/formaPago");
        else suya->contado = f.importe;
    }
    r.formas_distintas = std::ranges::any_of(r.formas, [](const FormaDeTurno& f) { return *f.contado != f.cobrado; });
    return r;
}

void guardar_cierre(Context& ctx, const TurnoFila& t, const CifrasTurno& c, const Contado& contado, const TurnoCierre& p) {
    auto& tx = ctx.db();
    tx.run(R"(UPDATE turnoCaja SET enCurso = 0, cerradoEn = $3, cerradoPor = $4, ventas = $5, ventasCredito = $6,
                     efectivoVentas = $7, otrasFormas = $8, entradas = $9, retiros = $10, otros = $11, efectivoEsperado = $12,
                     efectivoContado = $13, diferencia = $14, fondoSiguiente = $15, motivo = $16
              WHERE organizacionId = $1 AND transaccionId = $2)",
           ctx.organizacionId(), t.transaccionId, ctx.ahora(), ctx.usuarioId(), c.ventas, c.ventasCredito, c.efectivoVentas,
           c.otrasFormas, c.entradas, c.retiros, c.otros, c.efectivoEsperado, c.efectivoContado, c.diferencia, c.fondoSiguiente,
           std::string{p.motivo.value_or("")});
    for (const DenominacionNueva& d : p.efectivo)
        tx.run("INSERT INTO turnoEfectivo (organizacionId, turnoId, denominacion, cantidad) VALUES ($1, $2, $3, $4)",
               ctx.organizacionId(), t.transaccionId, d.denominacion, d.cantidad.valor);
    for (const FormaDeTurno& f : contado.formas)
        tx.run("INSERT INTO turnoForma (organizacionId, turnoId, formaPago, cobrado, contado) VALUES ($1, $2, $3, $4, $5)",
               ctx.organizacionId(), t.transaccionId, f.formaPago, f.cobrado, *f.contado);
}

}  // namespace

TurnoFila leer_turno(db::Reader& tx, std::int64_t turnoId, std::string_view campo) {
    auto t = tx.one<TurnoFila>(R"(
        SELECT d.transaccionId, d.estado, d.sucursalId, t.cajaId, t.almacenId, t.cuentaBancariaId, t.cuentaEntregaId, t.clienteId,
               t.fondo
        FROM documento d
        JOIN turnoCaja t ON t.organizacionId = $1 AND t.transaccionId = d.transaccionId
        WHERE d.organizacionId = $1 AND d.transaccionId = $2 AND d.tipo = 'TurnoCaja')",
                               tx.organizacion(), turnoId);
    reject_if(!t, Codigo::no_encontrado, std::string{campo});
    return std::move(*t);
}

TurnoFila entrar_al_turno(Context& ctx, std::int64_t turnoId, std::string_view campo) {
    ctx.db().lock_shared(candado_de_turno(turnoId));
    auto t = leer_turno(ctx.db(), turnoId, campo);
    if (t.estado != engine::nombre(Estado::abierta))
        reject(Codigo::estado_invalido, std::string{campo}, reflect::objeto("estado", t.estado));
    return t;
}

void ligar_a_turno(Context& ctx, std::int64_t turnoId, std::int64_t transaccionId, ClaseEnTurno clase, std::int64_t ventaId) {
    ctx.db().run(R"(INSERT INTO turnoDocumento (organizacionId, transaccionId, turnoId, clase, ventaId)
                    VALUES ($1, $2, $3, $4, $5))",
                 ctx.organizacionId(), transaccionId, turnoId, reflect::enum_name(clase), ventaId);
}

engine::DocumentoCreado abrir_turno(Context& ctx, const TurnoNuevo& n) {
    auto& tx = ctx.db();
    tx.lock("cajas");
    const Caja caja = leer_caja(tx, n.cajaId);
    Faltas faltas;
    faltas.agregar_si(!caja.activo, Codigo::inactivo, "/cajaId");
    const Importe fondo = n.fondo ? Importe{*n.fondo} : caja.fondo;
    faltas.agregar_si(fondo.redondeado(engine::leer_ajustes(tx).decimales) != fondo, Codigo::demasiados_decimales, "/fondo");
    faltas.lanzar();
    const auto otro = tx.one<std::int64_t>(R"(SELECT transaccionId FROM turnoCaja WHERE organizacionId = $1 AND enCurso = 1
                                              AND (cajaId = $2 OR cuentaBancariaId = $3) LIMIT 1)",
                                           ctx.organizacionId(), caja.cajaId, caja.cuentaBancariaId);
    if (otro) reject(Codigo::conflicto, "/cajaId", reflect::objeto("turnoId", *otro));
    engine::SolicitudInventario s;
    s.fecha = ctx.hoy(caja.sucursalId);
    s.sucursalId = caja.sucursalId;
    s.campos = {{"/sucursalId", "/cajaId"}};
    s.referenciaExterna = n.referenciaExterna.value_or("");
    s.notas = n.notas.value_or("");
    const auto e = engine::emitir(ctx, engine::TurnoCaja, s);
    tx.run(R"(INSERT INTO turnoCaja (organizacionId, transaccionId, cajaId, usuarioId, almacenId, cuentaBancariaId,
                     cuentaEntregaId, clienteId, enCurso, abiertoEn, cerradoEn, cerradoPor, fondo, ventas, ventasCredito,
                     efectivoVentas, otrasFormas, entradas, retiros, otros, efectivoEsperado, efectivoContado, diferencia,
                     fondoSiguiente, motivo)
              VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 1, $9, NULL, 0, $10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ''))",
           ctx.organizacionId(), e.transaccionId, caja.cajaId, ctx.usuarioId(), caja.almacenId, caja.cuentaBancariaId,
           caja.cuentaEntregaId, caja.clienteId, ctx.ahora(), fondo);
    // The drawer starts with its float: what lacks is brought, what is over is taken to where it is handed over.
    const TurnoFila t = leer_turno(tx, e.transaccionId, "/id");
    const Importe falta = fondo - efectivo_en_libros(tx, caja.cuentaBancariaId);
    const std::map<std::string, std::string, std::less<>> campos{
        {"/fecha", "/cajaId"}, {"/importe", "/fondo"}, {"/cuentaBancariaId", "/cajaId"}, {"/cuentaDestinoId", "/cajaId"}};
    if (falta > Importe{}) {
        // Cash that is there may not be posted yet: the shop opens all the same, and whoever opens it is told.
        if (const Importe saldo = efectivo_en_libros(tx, caja.cuentaEntregaId); falta > saldo)
            ctx.advertir(Codigo::excede_saldo, "/fondo", reflect::objeto("saldo", saldo));
        pasar_efectivo(ctx, t, caja.cuentaEntregaId, caja.cuentaBancariaId, falta, ClaseEnTurno::apertura, "Fondo de caja",
                       campos);
    }
    if (falta < Importe{})
        pasar_efectivo(ctx, t, caja.cuentaBancariaId, caja.cuentaEntregaId, -falta, ClaseEnTurno::apertura,
                       "Efectivo sobre el fondo", campos);
    return engine::creado(e);
}

Pagina<TurnoEnLista> listar_turnos(const Context& ctx, const TurnosFiltro& filtro) {
    auto& tx = ctx.db();
    engine::DocumentosFiltro f;
    static_cast<PaginaPedida&>(f) = filtro;
    f.orden = engine::Orden::descendente;
    f.fechaInicial = filtro.fechaInicial;
    f.fechaFinal = filtro.fechaFinal;
    f.sucursalId = filtro.sucursalId;
    f.folio = filtro.folio;
    if (filtro.estado) f.estado = engine::estado_de(reflect::enum_name(*filtro.estado));
    std::vector<engine::OtroFiltro> otros;
    if (filtro.cajaId)
        otros.push_back(
            {"d.transaccionId IN (SELECT k.transaccionId FROM turnoCaja k WHERE k.organizacionId = $1 AND k.cajaId "
             "= $)",
             *filtro.cajaId});
    const engine::PaginaDocumentos pagina{ctx, f, "TurnoCaja", {engine::TurnoCaja.tipo}, otros};
    auto filas = tx.all_with<TurnoListado>(
        "SELECT " + std::string{columnas_de_turno} + " FROM " + pagina.de() + std::string{tablas_de_turno} + pagina.orden(),
        pagina.params());
    return pagina.con(std::move(filas)).como([&](TurnoListado& l) { return turno_al_dia(tx, std::move(l)); });
}

TurnoVista obtener_turno(const Context& ctx, const TurnoPedido& pedido) { return ver_turno(ctx.db(), pedido.id); }

TurnoVista mover_efectivo(Context& ctx, const TurnoEfectivoNuevo& p) {
    // Who takes money out looks at what is there, and nobody else takes it meanwhile.
    if (p.sentido == SentidoEfectivo::retiro) ctx.db().lock(candado_de_turno(p.turnoId));
    const TurnoFila t = entrar_al_turno(ctx, p.turnoId, "/turnoId");
    const std::int64_t otra = p.cuentaBancariaId.value_or(0) != 0 ? *p.cuentaBancariaId : IdOpcional{t.cuentaEntregaId};
    reject_if(otra == t.cuentaBancariaId || es_cajon_de_otra(ctx.db(), otra, t.cajaId), Codigo::valor_no_permitido,
              "/cuentaBancariaId");
    const bool entra = p.sentido == SentidoEfectivo::entrada;
    // One of the two is named by the till, the other by whoever asks.
    pasar_efectivo(ctx, t, entra ? otra : t.cuentaBancariaId, entra ? t.cuentaBancariaId : otra, p.importe,
                   entra ? ClaseEnTurno::entrada : ClaseEnTurno::retiro, std::string_view{p.motivo},
                   {{"/fecha", "/turnoId"},
                    {"/cuentaBancariaId", entra ? "/cuentaBancariaId" : "/turnoId"},
                    {"/cuentaDestinoId", entra ? "/turnoId" : "/cuentaBancariaId"}});
    if (!entra)
        if (const Importe queda = cifras_de_turno(ctx.db(), t).efectivoEsperado; queda < Importe{})
            reject(Codigo::excede_saldo, "/importe", reflect::objeto("saldo", queda + p.importe));
    return ver_turno(ctx.db(), t.transaccionId);
}

TurnoVista cerrar_turno(Context& ctx, const TurnoCierre& p) {
    auto& tx = ctx.db();
    tx.lock(candado_de_turno(p.id));
    const TurnoFila t = leer_turno(tx, p.id, "/id");
    if (t.estado != engine::nombre(Estado::abierta)) reject(Codigo::estado_invalido, "/id", reflect::objeto("estado", t.estado));
    Faltas faltas;
    const Contado contado = juzgar_conteo(ctx, t, p, faltas);
    CifrasTurno c = cifras_de_turno(tx, t);
    c.efectivoContado = contado.efectivo;
    c.diferencia = c.efectivoContado - c.efectivoEsperado;
    c.fondoSiguiente = p.fondo ? Importe{*p.fondo} : Importe{};
    const int decimales = engine::leer_ajustes(tx).decimales;
    faltas.agregar_si(c.fondoSiguiente > c.efectivoContado, Codigo::fuera_de_rango, "/fondo");
    faltas.agregar_si(c.fondoSiguiente.redondeado(decimales) != c.fondoSiguiente, Codigo::demasiados_decimales, "/fondo");
    const bool difiere = !c.diferencia.es_cero() || contado.formas_distintas;
    faltas.agregar_si(difiere && p.motivo.value_or("").empty(), Codigo::requerido, "/motivo");
    faltas.agregar_si(p.cargarA.value_or(0) != 0 && c.diferencia >= Importe{}, Codigo::valor_no_permitido, "/cargarA");
    const Importe tolerancia = leer_caja(tx, t.cajaId).tolerancia;
    if (importe_absoluto(c.diferencia) > tolerancia && !api::tiene_derecho(ctx.sesion(), derecho_de_diferencia, "Mostrador"))
        faltas.agregar(Codigo::diferencia_por_autorizar, "/efectivo", En::donde_sea, reflect::objeto("tolerancia", tolerancia));
    faltas.lanzar();
    asentar_diferencia(ctx, t, c.diferencia, p);
    const Importe entregado = c.efectivoContado - c.fondoSiguiente;
    if (!entregado.es_cero())
        pasar_efectivo(ctx, t, t.cuentaBancariaId, t.cuentaEntregaId, entregado, ClaseEnTurno::cierre, "Entrega de caja",
                       {{"/fecha", "/id"}, {"/cuentaBancariaId", "/id"}, {"/cuentaDestinoId", "/id"}});
    guardar_cierre(ctx, t, c, contado, p);
    engine::transitar(ctx, p.id, "cerrar", {engine::TurnoCaja.tipo});
    auto despues = ver_turno(tx, p.id);
    ctx.auditar_alta("TurnoCaja", p.id, despues);
    return despues;
}

engine::Cancelado cancelar_turno(Context& ctx, const engine::CancelacionPedida& p) {
    auto& tx = ctx.db();
    tx.lock(candado_de_turno(p.id));
    const TurnoFila t = leer_turno(tx, p.id, "/id");
    // Nothing was done in it but its opening.
    if (t.estado == engine::nombre(Estado::abierta)) {
        const auto hecho = tx.one<std::int64_t>(R"(SELECT transaccionId FROM turnoDocumento
                                                   WHERE organizacionId = $1 AND turnoId = $2 AND clase <> 'apertura' LIMIT 1)",
                                                ctx.organizacionId(), t.transaccionId);
        if (hecho) reject(Codigo::conflicto, "/id", reflect::objeto("transaccionId", *hecho));
    }
    const auto cancelado = engine::cancelar(ctx, p, {engine::TurnoCaja.tipo});
    tx.run("UPDATE turnoCaja SET enCurso = 0 WHERE organizacionId = $1 AND transaccionId = $2", ctx.organizacionId(), p.id.valor);
    return cancelado;
}

void register_turnos(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Mostrador");
    ops.right(derecho_de_diferencia);
    ops.add(GET, "/api/Mostrador/Turnos", "TurnosListar", listar_turnos).nuestra().rechaza(engine::rechazos_de_lista);
    ops.add(GET, "/api/Mostrador/Turnos/{id}", "TurnoObtener", obtener_turno)
        .nuestra()
        .lee({engine::TurnoCaja.tipo})
        .rechaza({Codigo::no_encontrado});
    ops.add(POST, "/api/Mostrador/TurnoAbrir", "TurnoAbrir", abrir_turno)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::inactivo, Codigo::conflicto, Codigo::demasiados_decimales, Codigo::duplicado});
    ops.add(POST, "/api/Mostrador/TurnoEfectivo", "TurnoEfectivo", mover_efectivo)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::estado_invalido, Codigo::valor_no_permitido, Codigo::fuera_de_rango,
                  Codigo::demasiados_decimales, Codigo::inactivo, Codigo::excede_saldo});
    ops.add(PUT, "/api/Mostrador/TurnoCerrar/{id}", "TurnoCerrar", cerrar_turno)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::estado_invalido, Codigo::requerido, Codigo::valor_no_permitido,
                  Codigo::fuera_de_rango, Codigo::demasiados_decimales, Codigo::duplicado, Codigo::diferencia_por_autorizar,
                  Codigo::precondicion_fallida});
    ops.add(DELETE, "/api/Mostrador/TurnoCancelar/{id}", "TurnoCancelar", cancelar_turno)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::estado_invalido, Codigo::conflicto, Codigo::precondicion_fallida});
}

}  // namespace cacao
