// What comes back on a vehicle: counted at the end of the day, unloaded on the way, or brought back by customers.

#include "base/texto.hpp"
#include "db/rows.hpp"
#include "engine/consulta/pagina_documentos.hpp"
#include "engine/entorno/jornadas.hpp"
#include "engine/entorno/series_documento.hpp"
#include "engine/tipos/rutas.hpp"
#include "engine/verbos/emitir.hpp"
#include "reflect/objeto.hpp"
#include "rooms/rutas/liquidacion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>

namespace cacao {
namespace {

using engine::Estado;

struct DevolucionRutaFila : DevolucionRutaEnLista {
    std::string serieDocumento;
    std::int64_t numero = 0;
    std::string tipoDocumento;
    std::string notas;
};
DESCRIBE_STRUCT(DevolucionRutaFila, (DevolucionRutaEnLista), (serieDocumento, numero, tipoDocumento, notas))

constexpr std::string_view columnas_de_devolucion =
    "d.transaccionId, '' AS folio, d.fecha, d.estado, '' AS tipoOperacion, d.sucursalId, COALESCE(s.nombre, '') AS sucursal, "
    "k.jornadaId, j.rutaId, COALESCE(r.nombre, '') AS ruta, j.vendedorId, COALESCE(v.nombre, '') AS vendedor, d.entidadId AS "
    "clienteId, COALESCE(c.nombre, '') AS cliente, d.serie AS serieDocumento, d.folio AS numero, d.tipo AS tipoDocumento, "
    "d.notas";
constexpr std::string_view tablas_de_devolucion =
    " JOIN jornadaDocumento k ON k.organizacionId = $1 AND k.transaccionId = d.transaccionId"
    " JOIN jornadaRuta j ON j.organizacionId = $1 AND j.transaccionId = k.jornadaId"
    " LEFT JOIN ruta r ON r.organizacionId = $1 AND r.rutaId = j.rutaId"
    " LEFT JOIN vendedor v ON v.organizacionId = $1 AND v.vendedorId = j.vendedorId"
    " LEFT JOIN sucursal s ON s.organizacionId = $1 AND s.sucursalId = d.sucursalId"
    " LEFT JOIN contacto c ON c.organizacionId = $1 AND c.entidadId = d.entidadId";

void poner_tipo(DevolucionRutaFila& f) {
    f.folio = engine::folio_texto(f.serieDocumento, f.numero);
    f.tipoOperacion = f.tipoDocumento == "DevolucionRuta" ? TipoDevolucionRuta::retorno
                      : f.tipoDocumento == "DescargaRuta" ? TipoDevolucionRuta::descarga
                                                          : TipoDevolucionRuta::cliente;
}

// Whose name has all the words, whatever their accents and capitals, which neither engine folds as we do.
std::vector<std::int64_t> vendedores_que_dicen(db::Reader& tx, const std::string& busqueda) {
    std::vector<std::int64_t> ids;
    const std::string buscada = plegado(busqueda);
    tx.each(
        "SELECT vendedorId, codigo, nombre FROM vendedor WHERE organizacionId = $1",
        [&](const db::Row& r) {
            const std::string nombre = plegado(std::string{r.text(1)} + " " + std::string{r.text(2)});
            if (nombre.find(buscada) != std::string::npos) ids.push_back(r.integer(0));
        },
        tx.organizacion());
    return ids;
}

bool parece_folio(const std::string& texto) {
    const auto guion = texto.rfind('-');
    std::int64_t numero = 0;
    const char* fin = texto.data() + texto.size();
    return guion != std::string::npos && guion > 0 && std::from_chars(texto.data() + guion + 1, fin, numero).ptr == fin &&
           numero > 0;
}

struct PartidaDeDocumento {
    std::int64_t productoId = 0;
    std::string codigo;
    std::string producto;
    std::int64_t loteId = 0;
    std::string lote;
    Cantidad cantidad;
};
DESCRIBE_STRUCT(PartidaDeDocumento, (), (productoId, codigo, producto, loteId, lote, cantidad))

// What a document of the day brought back: both sides agree on it as it changes hands.
std::vector<PartidaDevolucionRuta> partidas_de_documento(db::Reader& tx, std::int64_t transaccionId, TipoDevolucionRuta tipo) {
    std::vector<PartidaDevolucionRuta> r;
    for (const auto& f : tx.all<PartidaDeDocumento>(R"(
             SELECT m.productoId, p.codigo, p.nombre AS producto, m.loteId, COALESCE(l.codigo, '') AS lote,
                    CAST(SUM(m.cantidad) AS BIGINT) AS cantidad
             FROM movimiento m
             JOIN producto p ON p.organizacionId = $1 AND p.productoId = m.productoId
             LEFT JOIN lote l ON l.organizacionId = $1 AND l.loteId = m.loteId
             WHERE m.organizacionId = $1 AND m.transaccionId = $2 AND m.cantidad > 0 AND m.revierteId = 0
             GROUP BY m.productoId, p.codigo, p.nombre, m.loteId, l.codigo ORDER BY p.codigo, m.loteId)",
                                                    tx.organizacion(), transaccionId)) {
        PartidaDevolucionRuta& p = r.emplace_back();
        p.productoId = f.productoId;
        p.codigo = f.codigo;
        p.producto = f.producto;
        p.loteId = f.loteId;
        p.lote = f.lote;
        (tipo == TipoDevolucionRuta::descarga ? p.descarga : p.devolucion) = f.cantidad;
        p.existencia = f.cantidad;
        p.conteo = f.cantidad;
        p.diferencia = Cantidad{};
    }
    return r;
}

void sumar_devuelta(TotalesDevolucionRuta& t, const PartidaDevolucionRuta& p) {
    t.existencia += p.existencia;
    t.conteo += p.conteo.value_or(Cantidad{});
    t.diferencia += p.diferencia.value_or(Cantidad{});
    (p.importe < Importe{} ? t.faltante : t.sobrante) += p.importe < Importe{} ? -p.importe : p.importe;
}

std::int64_t lote_de(db::Reader& tx, std::int64_t productoId, const std::string& codigo, const std::string& campo,
                     Faltas& faltas) {
    if (codigo.empty()) return 0;
    const auto lote =
        tx.one<std::int64_t>("SELECT loteId FROM lote WHERE organizacionId = $1 AND productoId = $2 AND codigo = $3",
                             tx.organizacion(), productoId, codigo);
    faltas.agregar_si(!lote, Codigo::no_encontrado, campo + "/lote");
    return lote.value_or(0);
}

}  // namespace

void exigir_liquidacion(Context& ctx, std::int64_t jornadaId) {
    ctx.db().run(R"(
        INSERT INTO liquidacionRuta (organizacionId, transaccionId, devolucionId, contadoEn, liquidadaPor, liquidadaEn, motivoEfectivo,
                                     motivoProducto, notas, autorizadoPor, autorizadoEn, autorizadoEfectivo, autorizadoProducto,
                                     motivoAutorizacion, validadaPor, validadaEn, ventasContado, ventasCredito, cobranza,
                                     efectivoVentas, efectivoCobranza, reembolsos, gastos, efectivoEsperado, efectivoEntregado,
                                     diferenciaEfectivo, otrasFormas, faltanteProducto, sobranteProducto)
        VALUES ($1, $2, 0, NULL, 0, NULL, '', '', '', 0, NULL, 0, 0, '', 0, NULL, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        ON CONFLICT (organizacionId, transaccionId) DO NOTHING)",
                 ctx.organizacionId(), jornadaId);
}

DevolucionRutaVista contar_jornada(Context& ctx, const JornadaConteo& n) {
    auto& tx = ctx.db();
    const JornadaFila j = tomar_jornada(ctx, n.id);
    exigir_estado_de_jornada(j, {Estado::retorno, Estado::liquidada});
    Faltas faltas;
    const auto nombrados = engine::productos_nombrados(tx, n.partidas, "/partidas");
    std::set<std::pair<std::int64_t, std::int64_t>> vistos;
    std::vector<std::int64_t> lotes;
    for (std::size_t i = 0; i < n.partidas.size(); ++i) {
        const std::string campo = "/partidas/" + std::to_string(i);
        const std::int64_t productoId = nombrados[i].productoId;
        if (nombrados[i].falta) {
            faltas.agregar(nombrados[i].falta->codigo, nombrados[i].falta->campo, En::cuerpo, nombrados[i].falta->datos);
            lotes.push_back(0);
            continue;
        }
        const auto seguimiento = tx.one<std::string>(
            "SELECT seguimiento FROM producto WHERE organizacionId = $1 AND productoId = $2 AND tipo = 'producto'",
            ctx.organizacionId(), productoId);
        faltas.agregar_si(!seguimiento, Codigo::no_encontrado, campo + "/productoId");
        const std::string lote = n.partidas[i].lote.value_or("");
        const bool con_lote = seguimiento && (*seguimiento == "lote" || *seguimiento == "loteSerie");
        faltas.agregar_si(con_lote && lote.empty(), Codigo::lote_requerido, campo + "/lote");
        faltas.agregar_si(seguimiento && !con_lote && !lote.empty(), Codigo::lote_no_permitido, campo + "/lote");
        lotes.push_back(lote_de(tx, productoId, lote, campo, faltas));
        faltas.agregar_si(!vistos.insert({productoId, lotes.back()}).second, Codigo::duplicado, campo + "/productoId");
    }
    faltas.lanzar();
    exigir_liquidacion(ctx, j.transaccionId);
    auto devolucionId =
        tx.one<std::int64_t>("SELECT devolucionId FROM liquidacionRuta WHERE organizacionId = $1 AND transaccionId = $2",
                             ctx.organizacionId(), j.transaccionId)
            .value();
    if (devolucionId == 0) {
        engine::SolicitudInventario s;
        encabezar_de_jornada(s, j);
        s.vendedorId = j.vendedorId;
        s.notas = n.notas.value_or("");
        devolucionId = engine::emitir(ctx, engine::DevolucionRuta, s).transaccionId;
        engine::ligar_a_jornada(ctx, j.transaccionId, devolucionId);
    }
    tx.run("UPDATE liquidacionRuta SET devolucionId = $3, contadoEn = $4 WHERE organizacionId = $1 AND transaccionId = $2",
           ctx.organizacionId(), j.transaccionId, devolucionId, ctx.ahora());
    tx.run("DELETE FROM conteoRuta WHERE organizacionId = $1 AND transaccionId = $2", ctx.organizacionId(), j.transaccionId);
    for (std::size_t i = 0; i < n.partidas.size(); ++i) {
        std::vector<std::string> series;
        if (n.partidas[i].series) series.assign(n.partidas[i].series->begin(), n.partidas[i].series->end());
        tx.run(
            R"(INSERT INTO conteoRuta (organizacionId, transaccionId, productoId, loteId, conteo, series, inicial, carga, recarga,
                                          devolucion, cambioRecibido, venta, cambioEntregado, merma, envases, descarga, otros,
                                          existencia, valorUnitario, importe, validado)
                  VALUES ($1, $2, $3, $4, $5, $6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))",
            ctx.organizacionId(), j.transaccionId, nombrados[i].productoId, lotes[i], n.partidas[i].conteo,
            reflect::to_json(series));
    }
    auto vista = obtener_devolucion_ruta(ctx, {Id{devolucionId}});
    ctx.auditar_alta("ConteoRuta", j.transaccionId, n);
    return vista;
}

Pagina<DevolucionRutaEnLista> listar_devoluciones_ruta(const Context& ctx, const DevolucionesRutaFiltro& filtro) {
    auto& tx = ctx.db();
    auto f = filtro_de_documentos(filtro);
    std::vector<engine::OtroFiltro> otros{
        {"d.transaccionId IN (SELECT k.transaccionId FROM jornadaDocumento k WHERE k.organizacionId = $1 AND k.ajuste = 0 AND "
         "k.jornadaId > $)",
         0}};
    std::string de_vendedores;
    if (filtro.busqueda && parece_folio(*filtro.busqueda)) {
        f.folio = Texto<60, 1>{*filtro.busqueda};
    } else if (filtro.busqueda) {
        auto ids = vendedores_que_dicen(tx, *filtro.busqueda);
        if (ids.empty()) ids.push_back(-1);
        de_vendedores = fmt::format("d.vendedorId IN ({}) AND d.vendedorId <> $", fmt::join(ids, ", "));
        otros.push_back({de_vendedores, 0});
    }
    const auto listar = [&](std::string_view lista, std::initializer_list<std::string_view> tipos) {
        const engine::PaginaDocumentos pagina{ctx, f, lista, tipos, otros};
        auto filas = tx.all_with<DevolucionRutaFila>("SELECT " + std::string{columnas_de_devolucion} + " FROM " + pagina.de() +
                                                         std::string{tablas_de_devolucion} + pagina.orden(),
                                                     pagina.params());
        for (DevolucionRutaFila& d : filas) poner_tipo(d);
        return pagina.con(std::move(filas)).como([](DevolucionRutaFila& d) { return DevolucionRutaEnLista{std::move(d)}; });
    };
    if (!filtro.tipoOperacion) return listar("DevolucionesRuta", {"DevolucionRuta", "DescargaRuta", "NotaDevolucionCliente"});
    switch (*filtro.tipoOperacion) {
        case TipoDevolucionRuta::retorno: return listar("DevolucionesRuta/retorno", {"DevolucionRuta"});
        case TipoDevolucionRuta::descarga: return listar("DevolucionesRuta/descarga", {"DescargaRuta"});
        case TipoDevolucionRuta::cliente: break;
    }
    return listar("DevolucionesRuta/cliente", {"NotaDevolucionCliente"});
}

DevolucionRutaVista obtener_devolucion_ruta(const Context& ctx, const DevolucionRutaPedida& pedida) {
    auto& tx = ctx.db();
    auto fila = tx.one<DevolucionRutaFila>(
        "SELECT " + std::string{columnas_de_devolucion} + " FROM (SELECT * FROM documento WHERE organizacionId = $1) d" +
            std::string{tablas_de_devolucion} +
            " WHERE d.organizacionId = $1 AND d.transaccionId = $2 AND k.ajuste = 0 AND d.tipo IN "
            "('DevolucionRuta', 'DescargaRuta', 'NotaDevolucionCliente')",
        tx.organizacion(), pedida.id.valor);
    reject_if(!fila, Codigo::no_encontrado, "/id");
    poner_tipo(*fila);
    DevolucionRutaVista v;
    v.notas = fila->notas;
    const bool retorno = fila->tipoDocumento == "DevolucionRuta";
    const auto tipo = fila->tipoDocumento == "DescargaRuta" ? TipoDevolucionRuta::descarga : TipoDevolucionRuta::cliente;
    static_cast<DevolucionRutaEnLista&>(v) = std::move(*fila);
    auto partidas =
        retorno ? estado_de_liquidacion(tx, leer_jornada(tx, v.jornadaId)).partidas : partidas_de_documento(tx, pedida.id, tipo);
    std::set<std::int64_t> envases;
    tx.each(
        "SELECT productoId FROM envaseRuta WHERE organizacionId = $1", [&](const db::Row& r) { envases.insert(r.integer(0)); },
        tx.organizacion());
    for (PartidaDevolucionRuta& p : partidas) {
        const bool envase = envases.contains(p.productoId);
        sumar_devuelta(envase ? v.totalesEnvases : v.totales, p);
        (envase ? v.envases : v.partidas).push_back(std::move(p));
    }
    return v;
}

void register_devoluciones_ruta(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Ruta");
    ops.add(PUT, "/api/Ruta/JornadaContar/{id}", "RutaJornadaContar", contar_jornada)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::estado_invalido, Codigo::duplicado, Codigo::lote_requerido,
                  Codigo::lote_no_permitido});
    ops.add(GET, "/api/Ruta/Devoluciones", "RutaDevoluciones", listar_devoluciones_ruta)
        .rechaza({Codigo::fuera_de_rango, Codigo::cursor_invalido, Codigo::pagina_y_cursor});
    ops.add(GET, "/api/Ruta/Devoluciones/{id}", "RutaDevolucionObtener", obtener_devolucion_ruta)
        .lee({engine::DevolucionRuta.tipo, engine::DescargaRuta.tipo})
        .rechaza({Codigo::no_encontrado});
}

}  // namespace cacao
