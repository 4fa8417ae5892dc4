#include "rooms/rutas/operacion.hpp"

#include "base/digest.hpp"
#include "db/rows.hpp"
#include "db/where.hpp"
#include "engine/entorno/jornadas.hpp"
#include "engine/entorno/series_documento.hpp"
#include "reflect/objeto.hpp"
#include "rooms/rutas/operacion_interno.hpp"

#include <array>
#include <map>

namespace cacao {
namespace {

using engine::Estado;

constexpr std::string_view operaciones_sql = R"(
    SELECT o.operacionId, o.jornadaId, o.clase, o.entidadId AS clienteId, COALESCE(c.nombre, '') AS cliente, o.dispositivo,
           o.consecutivo, o.momento, o.instante, o.usuarioId, o.latitud, o.longitud, o.versionLista, o.credito, o.facturacion,
           o.motivo, o.notas, o.autorizadoPor, o.autorizadoEn
    FROM operacionRuta o
    LEFT JOIN contacto c ON c.organizacionId = $1 AND c.entidadId = o.entidadId
    WHERE o.organizacionId = $1)";

struct DocumentoDeOperacion : DocumentoDeRuta {
    std::string serieDocumento;
    std::int64_t numero = 0;
};
DESCRIBE_STRUCT(DocumentoDeOperacion, (DocumentoDeRuta), (serieDocumento, numero))

OperacionRuta leer_operacion(db::Reader& tx, std::int64_t operacionId) {
    auto filas = tx.all<OperacionRuta>(std::string{operaciones_sql} + " AND o.operacionId = $2", tx.organizacion(), operacionId);
    reject_if(filas.empty(), Codigo::no_encontrado, "/operacionId");
    poner_documentos(tx, filas);
    return std::move(filas.front());
}

std::string huella_de(const OperacionRutaNueva& n) {
    constexpr std::string_view cifras = "0123456789abcdef";
    std::string texto;
    for (const char c : sha256(reflect::to_json(n))) {
        const auto byte = static_cast<unsigned char>(c);
        texto.push_back(cifras[byte >> 4U]);
        texto.push_back(cifras[byte & 15U]);
    }
    return texto;
}

// What the device's consecutive stands for already. With other contents it is a mistake.
std::optional<OperacionRuta> operacion_hecha(Context& ctx, const OperacionRutaNueva& n, const std::string& huella) {
    if (!n.dispositivo || !n.consecutivo) return std::nullopt;
    auto& tx = ctx.db();
    tx.lock("dispositivoRuta/" + std::string{*n.dispositivo});
    struct Hecha {
        std::int64_t operacionId = 0;
        std::string huella;
    };
    std::optional<Hecha> hecha;
    tx.each(
        "SELECT operacionId, huella FROM operacionRuta WHERE organizacionId = $1 AND dispositivo <> '' AND dispositivo = $2 AND "
        "consecutivo = $3",
        [&](const db::Row& r) {
            hecha = Hecha{r.integer(0), std::string{r.text(1)}};
        },
        ctx.organizacionId(), std::string{*n.dispositivo}, n.consecutivo->valor);
    if (!hecha) return std::nullopt;
    if (hecha->huella != huella) reject(Codigo::duplicado, "/consecutivo", reflect::objeto("operacionId", hecha->operacionId));
    return leer_operacion(tx, hecha->operacionId);
}

// Each class has what is its own and nothing of the others.
void juzgar_partes(const OperacionRutaNueva& n, Faltas& faltas) {
    const std::array<std::tuple<std::string_view, bool, ClaseOperacion>, 8> partes{
        {{"/venta", n.venta.has_value(), ClaseOperacion::venta},
         {"/preventa", n.preventa.has_value(), ClaseOperacion::preventa},
         {"/cobro", n.cobro.has_value(), ClaseOperacion::cobro},
         {"/cambio", n.cambio.has_value(), ClaseOperacion::cambio},
         {"/devolucion", n.devolucion.has_value(), ClaseOperacion::devolucion},
         {"/gasto", n.gasto.has_value(), ClaseOperacion::gasto},
         {"/envases", n.envases.has_value(), ClaseOperacion::envase},
         {"/mermas", n.mermas.has_value(), ClaseOperacion::merma}}};
    for (const auto& [campo, dicha, clase] : partes) {
        if (n.clase == clase && !dicha) faltas.agregar(Codigo::requerido, std::string{campo});
        if (n.clase != clase && dicha) faltas.agregar(Codigo::valor_no_permitido, std::string{campo});
    }
}

void juzgar_operacion(const Context& ctx, const OperacionRutaNueva& n, Faltas& faltas) {
    faltas.agregar_si(n.dispositivo.has_value() && !n.consecutivo, Codigo::requerido, "/consecutivo");
    faltas.agregar_si(n.consecutivo.has_value() && !n.dispositivo, Codigo::requerido, "/dispositivo");
    faltas.agregar_si(n.momento && *n.momento > ctx.ahora(), Codigo::fuera_de_rango, "/momento");
    faltas.agregar_si(n.latitud.has_value() && !n.longitud, Codigo::requerido, "/longitud");
    faltas.agregar_si(n.longitud.has_value() && !n.latitud, Codigo::requerido, "/latitud");
    const auto dentro = [](const Cantidad& c, int grados) {
        return c <= Cantidad::de_enteros(grados) && -c <= Cantidad::de_enteros(grados);
    };
    faltas.agregar_si(n.latitud && !dentro(*n.latitud, 90), Codigo::fuera_de_rango, "/latitud");
    faltas.agregar_si(n.longitud && !dentro(*n.longitud, 180), Codigo::fuera_de_rango, "/longitud");
    const bool con_cliente = n.clienteId.value_or(0) != 0;
    const bool sin_cliente = n.clase == ClaseOperacion::gasto || n.clase == ClaseOperacion::merma;
    faltas.agregar_si(!con_cliente && !sin_cliente, Codigo::requerido, "/clienteId");
    faltas.agregar_si(con_cliente && sin_cliente, Codigo::valor_no_permitido, "/clienteId");
    const bool con_motivo =
        n.clase == ClaseOperacion::visita || n.clase == ClaseOperacion::merma || n.clase == ClaseOperacion::cambio;
    faltas.agregar_si(con_motivo && (!n.motivo || n.motivo->empty()), Codigo::requerido, "/motivo");
    const bool con_precio = n.clase == ClaseOperacion::venta || n.clase == ClaseOperacion::preventa;
    faltas.agregar_si(n.versionLista.has_value() && !con_precio, Codigo::valor_no_permitido, "/versionLista");
    juzgar_partes(n, faltas);
}

constexpr std::string_view rfc_publico_en_general = "XAXX010101000";

bool es_publico_en_general(db::Reader& tx, std::int64_t clienteId) {
    return tx.one<std::string>("SELECT rfc FROM contacto WHERE organizacionId = $1 AND entidadId = $2", tx.organizacion(),
                               clienteId) == rfc_publico_en_general;
}

// The global invoice has the notes of the public, and of nobody else: one that waited for it would be on no paper.
void exigir_que_entre_en_la_global(db::Reader& tx, FacturacionRuta facturacion, std::int64_t clienteId, std::string_view campo) {
    if (facturacion == FacturacionRuta::global && !es_publico_en_general(tx, clienteId))
        reject(Codigo::valor_no_permitido, std::string{campo}, reflect::objeto("rfc", rfc_publico_en_general));
}

// An invoice is one of its own; a note to the public waits for the global one; of other notes somebody decides.
std::string facturacion_de(db::Reader& tx, const OperacionRutaNueva& n) {
    if (n.clase != ClaseOperacion::venta) return {};
    if (n.venta->facturacion) {
        exigir_que_entre_en_la_global(tx, *n.venta->facturacion, n.clienteId->valor, "/venta/facturacion");
        return std::string{reflect::enum_name(*n.venta->facturacion)};
    }
    if (n.venta->documento.value_or(PapelVenta::nota) == PapelVenta::factura)
        return std::string{reflect::enum_name(FacturacionRuta::individual)};
    const bool del_publico = es_publico_en_general(tx, n.clienteId->valor);
    return std::string{reflect::enum_name(del_publico ? FacturacionRuta::global : FacturacionRuta::sinDecidir)};
}

void hacer_operacion(Context& ctx, const OperacionEnCurso& o) {
    switch (o.pedida.clase) {
        case ClaseOperacion::venta: return vender_en_ruta(ctx, o);
        case ClaseOperacion::preventa: return prevender_en_ruta(ctx, o);
        case ClaseOperacion::cobro: return cobrar_en_ruta(ctx, o);
        case ClaseOperacion::cambio: return cambiar_en_ruta(ctx, o);
        case ClaseOperacion::devolucion: return devolver_en_ruta(ctx, o);
        case ClaseOperacion::gasto: return gastar_en_ruta(ctx, o);
        case ClaseOperacion::envase: return mover_envases(ctx, o);
        case ClaseOperacion::merma: return mermar_en_ruta(ctx, o);
        case ClaseOperacion::visita: break;
    }
}

constexpr std::initializer_list<Estado> en_la_calle{Estado::enRuta, Estado::retorno, Estado::liquidada};

}  // namespace

void poner_documentos(db::Reader& tx, std::vector<OperacionRuta>& operaciones) {
    for (OperacionRuta& o : operaciones) {
        auto filas = tx.all<DocumentoDeOperacion>(R"(
            SELECT d.transaccionId, d.tipo AS tipoDocumento, '' AS folio, d.estado, d.total, d.serie AS serieDocumento, d.folio AS numero
            FROM jornadaDocumento k
            JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = k.transaccionId
            WHERE k.organizacionId = $1 AND k.operacionId = $2 AND k.operacionId <> 0 ORDER BY k.transaccionId)",
                                                  tx.organizacion(), o.operacionId);
        for (DocumentoDeOperacion& f : filas) {
            f.folio = engine::folio_texto(f.serieDocumento, f.numero);
            o.documentos.push_back(std::move(f));
        }
    }
}

std::int64_t consecutivo_maximo(db::Reader& tx, std::string_view dispositivo) {
    return salto_de_consecutivos + tx.one<std::int64_t>(R"(
            SELECT COALESCE(MAX(x.n), 0) FROM (
                SELECT MAX(consecutivo) AS n FROM operacionRuta WHERE organizacionId = $1 AND dispositivo <> '' AND dispositivo = $2
                UNION ALL SELECT MAX(consecutivo) FROM envioRuta WHERE organizacionId = $1 AND dispositivo = $2) x)",
                                                        tx.organizacion(), dispositivo)
                                       .value_or(0);
}

OperacionRuta agregar_operacion(Context& ctx, const OperacionRutaNueva& n) {
    auto& tx = ctx.db();
    const JornadaFila jornada = tomar_jornada(ctx, n.jornadaId, "/jornadaId");
    const std::string huella = huella_de(n);
    if (auto hecha = operacion_hecha(ctx, n, huella)) return std::move(*hecha);
    exigir_estado_de_jornada(jornada, en_la_calle, "/jornadaId");
    Faltas faltas;
    juzgar_operacion(ctx, n, faltas);
    if (n.dispositivo && n.consecutivo && n.consecutivo->valor > salto_de_consecutivos) {
        const auto maximo = consecutivo_maximo(tx, *n.dispositivo);
        if (n.consecutivo->valor > maximo)
            faltas.agregar(Codigo::fuera_de_rango, "/consecutivo", En::donde_sea, reflect::objeto("maximo", maximo));
    }
    faltas.lanzar();
    const OperacionEnCurso o{n, jornada, tx.next_id(), n.clienteId.value_or(0),
                             n.dispositivo ? std::string{*n.dispositivo} : std::string{}};
    if (o.clienteId != 0) {
        const auto activo =
            tx.one<bool>("SELECT activo FROM contacto WHERE organizacionId = $1 AND entidadId = $2 AND esCliente = 1",
                         ctx.organizacionId(), o.clienteId);
        reject_if(!activo, Codigo::no_encontrado, "/clienteId");
        reject_if(!*activo, Codigo::inactivo, "/clienteId");
    }
    hacer_operacion(ctx, o);
    tx.run(
        R"(INSERT INTO operacionRuta (organizacionId, operacionId, jornadaId, clase, entidadId, dispositivo, consecutivo, momento,
                                         instante, usuarioId, latitud, longitud, versionLista, credito, facturacion, motivo, notas,
                                         autorizadoPor, autorizadoEn, huella)
              VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, 0, NULL, $18))",
        ctx.organizacionId(), o.operacionId, jornada.transaccionId, reflect::enum_name(n.clase), o.clienteId, o.dispositivo,
        n.consecutivo ? n.consecutivo->valor : std::int64_t{0}, n.momento.value_or(ctx.ahora()), ctx.ahora(), ctx.usuarioId(),
        n.latitud, n.longitud, n.versionLista ? n.versionLista->valor : std::int64_t{0},
        n.venta && n.venta->credito.value_or(false), facturacion_de(tx, n), std::string{n.motivo.value_or("")},
        std::string{n.notas.value_or("")}, huella);
    auto hecha = leer_operacion(tx, o.operacionId);
    ctx.auditar_alta("OperacionRuta", o.operacionId, hecha);
    return hecha;
}

OperacionRuta obtener_operacion(const Context& ctx, const OperacionRutaPedida& pedida) {
    return leer_operacion(ctx.db(), pedida.operacionId);
}

Pagina<OperacionRuta> listar_operaciones(const Context& ctx, const OperacionesRutaFiltro& filtro) {
    auto& tx = ctx.db();
    OperacionesRutaFiltro solo_filtros = filtro;
    static_cast<PaginaPedida&>(solo_filtros) = {};
    const Recorrido recorrido{ctx, filtro, "OperacionesRuta", reflect::to_json(solo_filtros)};
    db::Where donde{ctx.organizacionId()};
    if (filtro.jornadaId) donde.add("o.jornadaId = $", filtro.jornadaId->valor);
    if (filtro.clase) donde.add("o.clase = $", reflect::enum_name(*filtro.clase));
    if (filtro.clienteId) donde.add("o.entidadId <> 0 AND o.entidadId = $", filtro.clienteId->valor);
    const Total total =
        recorrido.contar(tx, "SELECT 1 FROM operacionRuta o WHERE o.organizacionId = $1" + donde.and_sql(), donde.params());
    if (recorrido.desde()) donde.add("o.operacionId < $", recorrido.desde()->at(0));
    const auto tramo = recorrido.tramo_sql(donde);
    auto filas = tx.all_with<OperacionRuta>(
        std::string{operaciones_sql} + donde.and_sql() + " ORDER BY o.operacionId DESC" + tramo, donde.params());
    auto pagina = recorrido.pagina(std::move(filas), total, [](const OperacionRuta& o) { return std::vector{o.operacionId}; });
    poner_documentos(tx, pagina.data);
    return pagina;
}

OperacionRuta autorizar_gasto(Context& ctx, const OperacionRutaPedida& pedida) {
    auto& tx = ctx.db();
    const JornadaFila j = tomar_jornada(ctx, leer_operacion(tx, pedida.operacionId).jornadaId, "/operacionId");
    const OperacionRuta antes = leer_operacion(tx, pedida.operacionId);
    reject_if(antes.clase != reflect::enum_name(ClaseOperacion::gasto), Codigo::valor_no_permitido, "/operacionId");
    if (antes.autorizadoEn) return antes;
    exigir_estado_de_jornada(j, en_la_calle, "/operacionId");
    tx.run("UPDATE operacionRuta SET autorizadoPor = $3, autorizadoEn = $4 WHERE organizacionId = $1 AND operacionId = $2",
           ctx.organizacionId(), pedida.operacionId.valor, ctx.usuarioId(), ctx.ahora());
    auto despues = leer_operacion(tx, pedida.operacionId);
    ctx.auditar("OperacionRuta", pedida.operacionId, antes, despues);
    return despues;
}

OperacionRuta decidir_facturacion(Context& ctx, const FacturacionDecidida& p) {
    auto& tx = ctx.db();
    const JornadaFila j = tomar_jornada(ctx, leer_operacion(tx, p.operacionId).jornadaId, "/operacionId");
    const OperacionRuta antes = leer_operacion(tx, p.operacionId);
    reject_if(antes.clase != reflect::enum_name(ClaseOperacion::venta), Codigo::valor_no_permitido, "/operacionId");
    exigir_estado_de_jornada(j, en_la_calle, "/operacionId");
    bool con_factura = false;
    for (const DocumentoDeRuta& d : antes.documentos) con_factura = con_factura || d.tipoDocumento == "FacturaVenta";
    reject_if(con_factura && p.facturacion != FacturacionRuta::individual, Codigo::valor_no_permitido, "/facturacion");
    exigir_que_entre_en_la_global(tx, p.facturacion, antes.clienteId, "/facturacion");
    tx.run("UPDATE operacionRuta SET facturacion = $3 WHERE organizacionId = $1 AND operacionId = $2", ctx.organizacionId(),
           p.operacionId.valor, reflect::enum_name(p.facturacion));
    auto despues = leer_operacion(tx, p.operacionId);
    ctx.auditar("OperacionRuta", p.operacionId, antes, despues);
    return despues;
}

std::vector<SaldoEnvase> listar_saldos_envases(const Context& ctx, const SaldosEnvaseFiltro& filtro) {
    db::Where donde{ctx.organizacionId()};
    if (filtro.clienteId) donde.add("s.entidadId = $", filtro.clienteId->valor);
    if (filtro.productoId) donde.add("s.productoId = $", filtro.productoId->valor);
    return ctx.db().all_with<SaldoEnvase>(R"(
        SELECT s.entidadId AS clienteId, c.nombre AS cliente, s.productoId, p.codigo, p.nombre AS producto, s.cantidad
        FROM saldoEnvase s
        JOIN contacto c ON c.organizacionId = $1 AND c.entidadId = s.entidadId
        JOIN producto p ON p.organizacionId = $1 AND p.productoId = s.productoId
        WHERE s.organizacionId = $1 AND s.cantidad <> 0)" +
                                              donde.and_sql() + " ORDER BY c.nombre, s.entidadId, p.codigo",
                                          donde.params());
}

void register_operaciones_ruta(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Ruta");
    ops.add(POST, "/api/Ruta/OperacionAgregar", "RutaOperacionAgregar", agregar_operacion)
        .nuestra()
        .rechaza({Codigo::no_encontrado,
                  Codigo::inactivo,
                  Codigo::requerido,
                  Codigo::valor_no_permitido,
                  Codigo::fuera_de_rango,
                  Codigo::demasiados_decimales,
                  Codigo::estado_invalido,
                  Codigo::duplicado,
                  Codigo::regla_incumplida,
                  Codigo::sin_precio,
                  Codigo::origen_sin_llegar,
                  Codigo::origen_no_permitido,
                  Codigo::excede_pendiente,
                  Codigo::excede_saldo,
                  Codigo::excede_credito,
                  Codigo::otro_contacto,
                  Codigo::documento_cancelado,
                  Codigo::almacen_requerido,
                  Codigo::lote_requerido,
                  Codigo::lote_no_permitido,
                  Codigo::existencia_insuficiente,
                  Codigo::series_incompletas,
                  Codigo::base_negativa,
                  Codigo::unidad_no_convertible,
                  Codigo::moneda_distinta,
                  Codigo::periodo_cerrado,
                  Codigo::precio_de_otra_version,
                  Codigo::lote_bloqueado,
                  Codigo::serie_no_disponible,
                  Codigo::serie_repetida});
    ops.add(GET, "/api/Ruta/Operaciones/{operacionId}", "RutaOperacionObtener", obtener_operacion)
        .nuestra()
        .rechaza({Codigo::no_encontrado});
    ops.add(GET, "/api/Ruta/Operaciones", "RutaOperacionesListar", listar_operaciones)
        .nuestra()
        .rechaza({Codigo::cursor_invalido, Codigo::pagina_y_cursor});
    ops.add(PUT, "/api/Ruta/GastoAutorizar/{operacionId}", "RutaGastoAutorizar", autorizar_gasto)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::valor_no_permitido});
    ops.add(PUT, "/api/Ruta/FacturacionDecidir/{operacionId}", "RutaFacturacionDecidir", decidir_facturacion)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::valor_no_permitido, Codigo::estado_invalido});
    ops.add(GET, "/api/Ruta/SaldosEnvases", "RutaSaldosEnvases", listar_saldos_envases).nuestra().totales(&SaldoEnvase::cantidad);
}

}  // namespace cacao
