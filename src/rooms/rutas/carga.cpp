// Loads, reloads and what is unloaded: asked for by one side, moved when both have confirmed it.

#include "db/rows.hpp"
#include "engine/entorno/jornadas.hpp"
#include "engine/entorno/series_documento.hpp"
#include "engine/tipos/rutas.hpp"
#include "engine/verbos/emitir.hpp"
#include "reflect/decode.hpp"
#include "reflect/objeto.hpp"
#include "rooms/rutas/jornada.hpp"
#include "rooms/rutas/precios_ruta.hpp"

#include <array>

namespace cacao {
namespace {

using engine::Estado;

struct CargaFila : CargaResumen {
    std::string serieDocumento;
    std::int64_t numeroDocumento = 0;
    Guardado<std::vector<engine::CartaPorte>> cartaPorte;
};
DESCRIBE_STRUCT(CargaFila, (CargaResumen), (serieDocumento, numeroDocumento, cartaPorte))

constexpr std::string_view cargas_sql = R"(
    SELECT c.cargaId, c.jornadaId, c.numero, c.tipo, c.estado, c.condicion, c.almacenConfirmadoPor, c.almacenConfirmadoEn,
           c.rutaConfirmadoPor, c.rutaConfirmadoEn, c.transaccionId, '' AS folio, c.notas, c.version,
           COALESCE(d.serie, '') AS serieDocumento, COALESCE(d.folio, 0) AS numeroDocumento, c.cartaPorte
    FROM cargaRuta c
    LEFT JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = c.transaccionId
    WHERE c.organizacionId = $1)";

void poner_folio(CargaFila& f) {
    if (f.transaccionId != 0) f.folio = engine::folio_texto(f.serieDocumento, f.numeroDocumento);
}

Carga leer_carga(db::Reader& tx, std::int64_t cargaId) {
    auto f = tx.one<CargaFila>(std::string{cargas_sql} + " AND c.cargaId = $2", tx.organizacion(), cargaId);
    reject_if(!f, Codigo::no_encontrado, "/cargaId");
    poner_folio(*f);
    Carga c;
    static_cast<CargaResumen&>(c) = *f;
    const auto papeles = reflect::recuperar(f->cartaPorte);
    if (!papeles.empty()) c.cartaPorte = papeles.front();
    c.partidas = tx.all<PartidaCarga>(R"(
        SELECT l.numeroPartida, l.productoId, p.codigo, p.nombre AS producto, l.unidadMedidaId, l.cantidad, l.lote, l.series, l.notas
        FROM cargaRutaPartida l
        JOIN producto p ON p.organizacionId = $1 AND p.productoId = l.productoId
        WHERE l.organizacionId = $1 AND l.cargaId = $2 ORDER BY l.numeroPartida)",
                                      tx.organizacion(), cargaId);
    return c;
}

// When what may be moved: the load before it leaves, reloads while it is out, and what comes off until it is validated.
void exigir_momento_de_carga(const JornadaFila& j, std::string_view tipo, std::string_view campo) {
    if (tipo == reflect::enum_name(TipoCarga::carga)) exigir_estado_de_jornada(j, {Estado::abierta, Estado::cargada}, campo);
    else if (tipo == reflect::enum_name(TipoCarga::recarga)) exigir_estado_de_jornada(j, {Estado::enRuta}, campo);
    else exigir_estado_de_jornada(j, {Estado::enRuta, Estado::retorno, Estado::liquidada}, campo);
}

// On a federal road nothing of vehicle, driver and way may be missing (Carta Porte 3.1, autotransporte).
engine::CartaPorte carta_porte_de_carga(const engine::CartaPorteNueva& n, Faltas& faltas) {
    auto c = engine::carta_porte_de(n, faltas);
    if (c.tramoFederal)
        for (const auto campo : engine::lo_que_falta(c)) faltas.agregar(Codigo::requerido, "/cartaPorte/" + std::string{campo});
    return c;
}

// Where it comes from and where it goes.
struct Trayecto {
    std::int64_t de = 0;
    std::int64_t a = 0;
};
Trayecto trayecto_de(db::Reader& tx, const JornadaFila& j, const CargaResumen& c) {
    if (c.tipo != reflect::enum_name(TipoCarga::descarga)) return {j.almacenBaseId, j.almacenId};
    if (c.condicion == reflect::enum_name(CondicionRuta::bueno)) return {j.almacenId, j.almacenBaseId};
    return {j.almacenId, almacen_de_merma_de(tx, j.sucursalId)};
}

std::int64_t mover_carga(Context& ctx, const JornadaFila& j, const Carga& c) {
    const Trayecto trayecto = trayecto_de(ctx.db(), j, c);
    engine::SolicitudInventario s;
    encabezar_de_jornada(s, j);
    s.campos["/almacenDestinoId"] = "/cargaId";
    s.vendedorId = j.vendedorId;
    s.almacenId = trayecto.de;
    s.almacenDestinoId = trayecto.a;
    s.motivo = c.condicion;
    s.notas = c.notas;
    for (const PartidaCarga& p : c.partidas) {
        auto& l = s.partidas.emplace_back();
        l.campo = "/partidas/" + std::to_string(s.partidas.size() - 1);
        l.productoId = p.productoId;
        l.unidadMedidaId = p.unidadMedidaId;
        l.cantidad = p.cantidad;
        l.notas = p.notas;
        if (!p.lote.empty()) l.lote = engine::LotePedido{p.lote, {}, {}, {}};
        l.series = reflect::recuperar(p.series);
    }
    const bool sube = c.tipo != reflect::enum_name(TipoCarga::descarga);
    const auto e = engine::emitir(ctx, sube ? engine::CargaRuta : engine::DescargaRuta, s);
    engine::ligar_a_jornada(ctx, j.transaccionId, e.transaccionId);
    if (c.cartaPorte) engine::guardar_carta_porte(ctx, e.transaccionId, *c.cartaPorte);
    return e.transaccionId;
}

}  // namespace

std::int64_t almacen_de_merma_de(db::Reader& tx, std::int64_t sucursalId) {
    return tx
        .one<std::int64_t>(R"(SELECT almacenId FROM almacen WHERE organizacionId = $1 AND tipo = 'merma' AND activo = 1
                              ORDER BY CASE WHEN sucursalId = $2 THEN 0 ELSE 1 END, almacenId LIMIT 1)",
                           tx.organizacion(), sucursalId)
        .value_or(0);
}

std::vector<CargaResumen> cargas_de(db::Reader& tx, std::int64_t jornadaId) {
    auto filas =
        tx.all<CargaFila>(std::string{cargas_sql} + " AND c.jornadaId = $2 ORDER BY c.numero", tx.organizacion(), jornadaId);
    std::vector<CargaResumen> r;
    for (CargaFila& f : filas) {
        poner_folio(f);
        r.push_back(std::move(f));
    }
    return r;
}

Carga agregar_carga(Context& ctx, const CargaNueva& n) {
    auto& tx = ctx.db();
    const JornadaFila j = tomar_jornada(ctx, n.jornadaId, "/jornadaId");
    exigir_momento_de_carga(j, reflect::enum_name(n.tipo), "/jornadaId");
    Faltas faltas;
    const bool baja = n.tipo == TipoCarga::descarga;
    const auto condicion = n.condicion.value_or(CondicionRuta::bueno);
    faltas.agregar_si(!baja && condicion != CondicionRuta::bueno, Codigo::valor_no_permitido, "/condicion");
    faltas.agregar_si(condicion != CondicionRuta::bueno && almacen_de_merma_de(tx, j.sucursalId) == 0, Codigo::almacen_requerido,
                      "/condicion");
    faltas.agregar_si(baja && n.cartaPorte.has_value(), Codigo::valor_no_permitido, "/cartaPorte");
    std::vector<engine::CartaPorte> papeles;
    if (n.cartaPorte) papeles.push_back(carta_porte_de_carga(*n.cartaPorte, faltas));
    const auto nombrados = engine::productos_nombrados(tx, n.partidas, "/partidas");
    for (std::size_t i = 0; i < n.partidas.size(); ++i) {
        const std::string campo = "/partidas/" + std::to_string(i);
        faltas.agregar_si(n.partidas[i].cantidad <= Cantidad{}, Codigo::fuera_de_rango, campo + "/cantidad");
        if (nombrados[i].falta) {
            faltas.agregar(nombrados[i].falta->codigo, nombrados[i].falta->campo, nombrados[i].falta->en,
                           nombrados[i].falta->datos);
            continue;
        }
        const auto tipo = tx.one<std::string>("SELECT tipo FROM producto WHERE organizacionId = $1 AND productoId = $2",
                                              ctx.organizacionId(), nombrados[i].productoId);
        faltas.agregar_si(!tipo, Codigo::no_encontrado, campo + "/productoId");
        faltas.agregar_si(tipo && *tipo != "producto", Codigo::valor_no_permitido, campo + "/productoId");
    }
    faltas.lanzar();
    const std::int64_t cargaId = tx.next_id();
    tx.run(R"(INSERT INTO cargaRuta (organizacionId, cargaId, jornadaId, numero, tipo, estado, condicion, almacenConfirmadoPor,
                                     almacenConfirmadoEn, rutaConfirmadoPor, rutaConfirmadoEn, transaccionId, cartaPorte, notas,
                                     version, creadoPor, creadoEn)
              VALUES ($1, $2, $3, (SELECT COALESCE(MAX(c.numero), 0) + 1 FROM cargaRuta c
                                   WHERE c.organizacionId = $1 AND c.jornadaId = $3), $4, 'pendiente', $5, 0, NULL, 0, NULL, 0, $6,
                      $7, 1, $8, $9))",
           ctx.organizacionId(), cargaId, j.transaccionId, reflect::enum_name(n.tipo), reflect::enum_name(condicion),
           reflect::to_json(papeles), std::string{n.notas.value_or("")}, ctx.usuarioId(), ctx.ahora());
    for (std::size_t i = 0; i < n.partidas.size(); ++i) {
        const PartidaCargaNueva& p = n.partidas[i];
        std::vector<std::string> series;
        if (p.series) series.assign(p.series->begin(), p.series->end());
        tx.run(
            R"(INSERT INTO cargaRutaPartida (organizacionId, cargaId, numeroPartida, productoId, unidadMedidaId, cantidad, lote,
                                                series, notas)
                  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9))",
            ctx.organizacionId(), cargaId, static_cast<std::int64_t>(i + 1), nombrados[i].productoId,
            p.unidadMedidaId.value_or(0), p.cantidad, std::string{p.lote.value_or("")}, reflect::to_json(series),
            std::string{p.notas.value_or("")});
    }
    auto carga = leer_carga(tx, cargaId);
    ctx.auditar_alta("CargaRuta", cargaId, carga);
    return carga;
}

Carga obtener_carga(const Context& ctx, const CargaPedida& pedida) { return leer_carga(ctx.db(), pedida.cargaId); }

Carga confirmar_carga(Context& ctx, const CargaConfirmacion& p) {
    auto& tx = ctx.db();
    const JornadaFila j = tomar_jornada(ctx, leer_carga(tx, p.cargaId).jornadaId, "/cargaId");
    const Carga antes = leer_carga(tx, p.cargaId);
    if (antes.estado == reflect::enum_name(EstadoCarga::cancelada))
        reject(Codigo::estado_invalido, "/cargaId", reflect::objeto("estado", antes.estado));
    // Said before: what it was.
    const bool por_almacen = p.lado == LadoCarga::almacen;
    if (por_almacen ? antes.almacenConfirmadoEn.has_value() : antes.rutaConfirmadoEn.has_value()) return antes;
    exigir_momento_de_carga(j, antes.tipo, "/cargaId");
    tx.run(por_almacen ? "UPDATE cargaRuta SET almacenConfirmadoPor = $3, almacenConfirmadoEn = $4, version = version + 1 WHERE "
                         "organizacionId = $1 AND cargaId = $2"
                       : "UPDATE cargaRuta SET rutaConfirmadoPor = $3, rutaConfirmadoEn = $4, version = version + 1 WHERE "
                         "organizacionId = $1 AND cargaId = $2",
           ctx.organizacionId(), p.cargaId.valor, ctx.usuarioId(), ctx.ahora());
    if (por_almacen ? antes.rutaConfirmadoEn.has_value() : antes.almacenConfirmadoEn.has_value()) {
        const std::int64_t transaccionId = mover_carga(ctx, j, antes);
        tx.run("UPDATE cargaRuta SET estado = 'confirmada', transaccionId = $3 WHERE organizacionId = $1 AND cargaId = $2",
               ctx.organizacionId(), p.cargaId.valor, transaccionId);
        renovar_precios_de_ruta(ctx, j);
        if (j.es({Estado::abierta})) engine::transitar(ctx, j.transaccionId, "cargar", {engine::JornadaRuta.tipo});
    }
    auto despues = leer_carga(tx, p.cargaId);
    ctx.auditar("CargaRuta", p.cargaId, antes, despues);
    return despues;
}

Carga cancelar_carga(Context& ctx, const CargaPedida& p) {
    auto& tx = ctx.db();
    tomar_jornada(ctx, leer_carga(tx, p.cargaId).jornadaId, "/cargaId");
    const Carga antes = leer_carga(tx, p.cargaId);
    if (antes.estado == reflect::enum_name(EstadoCarga::cancelada)) return antes;
    if (antes.estado != reflect::enum_name(EstadoCarga::pendiente))
        reject(Codigo::estado_invalido, "/cargaId", reflect::objeto("estado", antes.estado));
    tx.run("UPDATE cargaRuta SET estado = 'cancelada', version = version + 1 WHERE organizacionId = $1 AND cargaId = $2",
           ctx.organizacionId(), p.cargaId.valor);
    auto despues = leer_carga(tx, p.cargaId);
    ctx.auditar("CargaRuta", p.cargaId, antes, despues);
    return despues;
}

void register_cargas(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Ruta");
    ops.add(POST, "/api/Ruta/CargaAgregar", "RutaCargaAgregar", agregar_carga)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::estado_invalido, Codigo::valor_no_permitido, Codigo::fuera_de_rango,
                  Codigo::requerido, Codigo::demasiados_decimales});
    ops.add(GET, "/api/Ruta/Cargas/{cargaId}", "RutaCargaObtener", obtener_carga).nuestra().rechaza({Codigo::no_encontrado});
    ops.add(PUT, "/api/Ruta/CargaConfirmar/{cargaId}", "RutaCargaConfirmar", confirmar_carga)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::estado_invalido, Codigo::existencia_insuficiente, Codigo::lote_requerido,
                  Codigo::lote_no_permitido, Codigo::series_incompletas, Codigo::serie_repetida, Codigo::serie_no_disponible,
                  Codigo::periodo_cerrado});
    ops.add(DELETE, "/api/Ruta/CargaCancelar/{cargaId}", "RutaCargaCancelar", cancelar_carga)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::estado_invalido});
}

}  // namespace cacao
