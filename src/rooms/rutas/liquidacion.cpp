#include "rooms/rutas/liquidacion.hpp"

#include "api/limites.hpp"
#include "db/rows.hpp"
#include "engine/consulta/pagina_documentos.hpp"
#include "engine/entorno/ajustes.hpp"
#include "engine/entorno/eventos.hpp"
#include "engine/entorno/jornadas.hpp"
#include "engine/entorno/series_documento.hpp"
#include "engine/tipos/bancos.hpp"
#include "engine/tipos/inventario.hpp"
#include "engine/tipos/rutas.hpp"
#include "engine/verbos/emitir.hpp"
#include "reflect/decode.hpp"
#include "reflect/objeto.hpp"
#include "rooms/rutas/operacion_interno.hpp"

#include <map>
#include <set>

namespace cacao {
namespace {

using engine::Estado;

struct CapturaDeLiquidacion {
    std::int64_t devolucionId = 0;
    std::optional<Instante> contadoEn;
    std::optional<Instante> liquidadaEn;
    std::string motivoEfectivo;
    std::string motivoProducto;
    std::string notas;
    std::int64_t autorizadoPor = 0;
    std::optional<Instante> autorizadoEn;
    Importe autorizadoEfectivo;
    Importe autorizadoProducto;
    std::string motivoAutorizacion;
    std::int64_t validadaPor = 0;
    std::optional<Instante> validadaEn;
};
DESCRIBE_STRUCT(CapturaDeLiquidacion, (),
                (devolucionId, contadoEn, liquidadaEn, motivoEfectivo, motivoProducto, notas, autorizadoPor, autorizadoEn,
                 autorizadoEfectivo, autorizadoProducto, motivoAutorizacion, validadaPor, validadaEn))

std::optional<CapturaDeLiquidacion> leer_captura(db::Reader& tx, std::int64_t jornadaId) {
    return tx.one<CapturaDeLiquidacion>(R"(
        SELECT devolucionId, contadoEn, liquidadaEn, motivoEfectivo, motivoProducto, notas, autorizadoPor, autorizadoEn,
               autorizadoEfectivo, autorizadoProducto, motivoAutorizacion, validadaPor, validadaEn
        FROM liquidacionRuta WHERE organizacionId = $1 AND transaccionId = $2)",
                                        tx.organizacion(), jornadaId);
}

struct FormaDeJornada : FormaEntregadaVista {
    std::string serieDocumento;
    std::int64_t numero = 0;
};
DESCRIBE_STRUCT(FormaDeJornada, (FormaEntregadaVista), (serieDocumento, numero))

// Collections in force that were not cash, each beside its slip.
std::vector<FormaEntregadaVista> formas_de(db::Reader& tx, const JornadaFila& j) {
    auto filas = tx.all<FormaDeJornada>(R"(
        SELECT d.transaccionId, '' AS folio, COALESCE(p.claveSAT, '') AS formaPago, d.cuentaBancariaId, d.total AS importe,
               f.importe AS importeFicha, COALESCE(f.referencia, d.referencia) AS referencia, d.serie AS serieDocumento,
               d.folio AS numero
        FROM jornadaDocumento k
        JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = k.transaccionId AND d.tipo = 'Deposito'
                        AND d.estado <> 'cancelado' AND d.cuentaBancariaId <> $3
        LEFT JOIN formaPago p ON p.organizacionId = $1 AND p.formaPagoId = d.formaPagoId
        LEFT JOIN liquidacionForma f ON f.organizacionId = $1 AND f.transaccionId = k.jornadaId AND f.depositoId = d.transaccionId
        WHERE k.organizacionId = $1 AND k.jornadaId = $2 AND k.ajuste = 0 ORDER BY d.transaccionId)",
                                        tx.organizacion(), j.transaccionId, j.cuentaBancariaId);
    std::vector<FormaEntregadaVista> r;
    for (FormaDeJornada& f : filas) {
        f.folio = engine::folio_texto(f.serieDocumento, f.numero);
        r.push_back(std::move(f));
    }
    return r;
}

std::int64_t contacto_del_vendedor(db::Reader& tx, std::int64_t vendedorId) {
    return tx
        .one<std::int64_t>(R"(SELECT c.entidadId FROM vendedor v
                              JOIN contacto c ON c.organizacionId = $1 AND c.entidadId = v.entidadId AND c.esCliente = 1 AND c.activo = 1
                              WHERE v.organizacionId = $1 AND v.vendedorId = $2)",
                           tx.organizacion(), vendedorId)
        .value_or(0);
}

Importe absoluto(Importe i) { return i < Importe{} ? -i : i; }

// ---- What validating posts.

engine::SolicitudImporte importe_de_jornada(const JornadaFila& j, Importe importe) {
    engine::SolicitudImporte s;
    encabezar_de_jornada(s, j);
    s.campos["/fecha"] = "/id";
    s.cuentaBancariaId = j.cuentaBancariaId;
    s.importe = importe;
    return s;
}

void asentar_efectivo(Context& ctx, const JornadaFila& j, const CifrasLiquidacion& c, const CapturaDeLiquidacion& captura) {
    auto& tx = ctx.db();
    const auto emitir = [&](const engine::Documento& tipo, const engine::SolicitudImporte& s) {
        engine::ligar_a_jornada(ctx, j.transaccionId, engine::emitir(ctx, tipo, s).transaccionId);
    };
    if (c.diferenciaEfectivo > Importe{}) {
        auto s = importe_de_jornada(j, c.diferenciaEfectivo);
        s.motivo = captura.motivoEfectivo;
        emitir(engine::SobranteRuta, s);
    }
    if (c.diferenciaEfectivo < Importe{}) {
        auto s = importe_de_jornada(j, -c.diferenciaEfectivo);
        s.motivo = captura.motivoEfectivo;
        s.vendedorId = j.vendedorId;
        s.entidadId = contacto_del_vendedor(tx, j.vendedorId);
        emitir(engine::FaltanteRuta, s);
    }
    Importe en_mano = c.efectivoEntregado;
    for (const auto& f : tx.all<FichaRutaVista>(R"(SELECT numero, cuentaBancariaId, referencia, importe FROM liquidacionFicha
                                                   WHERE organizacionId = $1 AND transaccionId = $2 ORDER BY numero)",
                                                tx.organizacion(), j.transaccionId)) {
        auto s = importe_de_jornada(j, f.importe);
        s.cuentaDestinoId = f.cuentaBancariaId;
        s.referencia = f.referencia;
        emitir(engine::TraspasoBancario, s);
        en_mano -= f.importe;
    }
    if (en_mano.es_cero()) return;
    auto s = importe_de_jornada(j, en_mano);
    s.cuentaDestinoId = j.cuentaEntregaId;
    emitir(engine::TraspasoBancario, s);
}

void asentar_mercancia(Context& ctx, const JornadaFila& j, const EstadoDeLiquidacion& e, const CapturaDeLiquidacion& captura) {
    auto& tx = ctx.db();
    engine::SolicitudInventario falta, sobra;
    for (engine::SolicitudInventario* s : {&falta, &sobra}) {
        encabezar_de_jornada(*s, j);
        s->campos["/fecha"] = "/id";
        s->almacenId = j.almacenId;
        s->motivo = captura.motivoProducto;
    }
    for (const PartidaDevolucionRuta& p : e.partidas) {
        if (!p.diferencia || p.diferencia->es_cero()) continue;
        const bool menos = *p.diferencia < Cantidad{};
        auto& s = menos ? falta : sobra;
        auto& l = s.partidas.emplace_back();
        l.campo = "/partidas/" + std::to_string(s.partidas.size() - 1);
        l.productoId = p.productoId;
        l.cantidad = menos ? -*p.diferencia : *p.diferencia;
        if (!p.lote.empty()) l.lote = engine::LotePedido{p.lote, {}, {}, {}};
        l.precioUnitario = menos ? Precio{} : costo_de_ruta(tx, p.productoId, j).value_or(Precio{});
        const auto series = tx.one<Guardado<std::vector<std::string>>>(
            "SELECT series FROM conteoRuta WHERE organizacionId = $1 AND transaccionId = $2 AND productoId = $3 AND loteId = $4",
            tx.organizacion(), j.transaccionId, p.productoId, p.loteId);
        if (series) l.series = reflect::recuperar(*series);
    }
    const auto emitir = [&](const engine::Documento& tipo, const auto& s) {
        engine::ligar_a_jornada(ctx, j.transaccionId, engine::emitir(ctx, tipo, s).transaccionId);
    };
    if (!sobra.partidas.empty()) emitir(engine::SobranteConteo, sobra);
    if (!falta.partidas.empty()) emitir(engine::FaltanteConteo, falta);
    if (e.cifras.faltanteProducto.es_cero()) return;
    auto cargo = importe_de_jornada(j, e.cifras.faltanteProducto);
    cargo.cuentaBancariaId = 0;
    cargo.vendedorId = j.vendedorId;
    cargo.entidadId = contacto_del_vendedor(tx, j.vendedorId);
    cargo.motivo = captura.motivoProducto;
    emitir(engine::CargoRuta, cargo);
}

// What it came to, as it stays.
void guardar_validada(Context& ctx, const JornadaFila& j, const EstadoDeLiquidacion& e) {
    auto& tx = ctx.db();
    const CifrasLiquidacion& c = e.cifras;
    tx.run(R"(UPDATE liquidacionRuta SET validadaPor = $3, validadaEn = $4, ventasContado = $5, ventasCredito = $6, cobranza = $7,
                     efectivoVentas = $8, efectivoCobranza = $9, reembolsos = $10, gastos = $11, efectivoEsperado = $12,
                     efectivoEntregado = $13, diferenciaEfectivo = $14, otrasFormas = $15, faltanteProducto = $16,
                     sobranteProducto = $17
              WHERE organizacionId = $1 AND transaccionId = $2)",
           ctx.organizacionId(), j.transaccionId, ctx.usuarioId(), ctx.ahora(), c.ventasContado, c.ventasCredito, c.cobranza,
           c.efectivoVentas, c.efectivoCobranza, c.reembolsos, c.gastos, c.efectivoEsperado, c.efectivoEntregado,
           c.diferenciaEfectivo, c.otrasFormas, c.faltanteProducto, c.sobranteProducto);
    for (const PartidaDevolucionRuta& p : e.partidas)
        tx.run(R"(UPDATE conteoRuta SET inicial = $5, carga = $6, recarga = $7, devolucion = $8, cambioRecibido = $9, venta = $10,
                         cambioEntregado = $11, merma = $12, envases = $13, descarga = $14, otros = $15, existencia = $16,
                         valorUnitario = $17, importe = $18, validado = 1
                  WHERE organizacionId = $1 AND transaccionId = $2 AND productoId = $3 AND loteId = $4)",
               ctx.organizacionId(), j.transaccionId, p.productoId, p.loteId, p.inicial, p.carga, p.recarga, p.devolucion,
               p.cambioRecibido, p.venta, p.cambioEntregado, p.merma, p.envases, p.descarga, p.otros, p.existencia,
               p.valorUnitario, p.importe);
}

// ---- How it is read.

struct LiquidacionFila : LiquidacionEnLista {
    std::string serieDocumento;
    std::int64_t numero = 0;
};
DESCRIBE_STRUCT(LiquidacionFila, (LiquidacionEnLista), (serieDocumento, numero))

constexpr std::string_view columnas_de_liquidacion =
    "d.transaccionId, '' AS folio, d.fecha, d.estado, d.sucursalId, j.rutaId, COALESCE(r.nombre, '') AS ruta, j.vendedorId, "
    "COALESCE(v.nombre, '') AS vendedor, j.almacenId, j.salidaEn, j.regresoEn, d.version, d.moneda, l.liquidadaEn, l.validadaEn, "
    "l.ventasContado, l.ventasCredito, l.cobranza, l.efectivoVentas, l.efectivoCobranza, l.reembolsos, l.gastos, "
    "l.efectivoEsperado, l.efectivoEntregado, l.diferenciaEfectivo, l.otrasFormas, l.faltanteProducto, l.sobranteProducto, "
    "d.serie AS serieDocumento, d.folio AS numero";
constexpr std::string_view tablas_de_liquidacion =
    " JOIN jornadaRuta j ON j.organizacionId = $1 AND j.transaccionId = d.transaccionId"
    " JOIN liquidacionRuta l ON l.organizacionId = $1 AND l.transaccionId = d.transaccionId"
    " LEFT JOIN ruta r ON r.organizacionId = $1 AND r.rutaId = j.rutaId"
    " LEFT JOIN vendedor v ON v.organizacionId = $1 AND v.vendedorId = j.vendedorId";

// Of one that is not validated the figures are what its documents say now.
LiquidacionEnLista al_dia(db::Reader& tx, LiquidacionFila&& f) {
    f.folio = engine::folio_texto(f.serieDocumento, f.numero);
    if (!f.validadaEn) static_cast<CifrasLiquidacion&>(f) = calcular_liquidacion(tx, leer_jornada(tx, f.transaccionId)).cifras;
    return std::move(f);
}

struct DocumentoLiquidadoFila : DocumentoLiquidado {
    std::string serieDocumento;
    std::int64_t numero = 0;
};
DESCRIBE_STRUCT(DocumentoLiquidadoFila, (DocumentoLiquidado), (serieDocumento, numero))

std::vector<DocumentoLiquidado> documentos_de_liquidacion(db::Reader& tx, std::int64_t jornadaId) {
    auto filas = tx.all<DocumentoLiquidadoFila>(R"(
        SELECT d.transaccionId, d.tipo AS tipoDocumento, '' AS folio, d.fecha, d.estado, d.total, k.ajuste, k.motivo,
               d.serie AS serieDocumento, d.folio AS numero
        FROM jornadaDocumento k
        JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = k.transaccionId
        WHERE k.organizacionId = $1 AND k.jornadaId = $2 AND k.operacionId = 0
          AND (k.ajuste = 1 OR d.tipo IN ('TraspasoBancario', 'FaltanteRuta', 'SobranteRuta', 'CargoRuta', 'FaltanteConteo',
                                          'SobranteConteo'))
        ORDER BY k.ajuste, d.transaccionId)",
                                                tx.organizacion(), jornadaId);
    std::vector<DocumentoLiquidado> r;
    for (DocumentoLiquidadoFila& f : filas) {
        f.folio = engine::folio_texto(f.serieDocumento, f.numero);
        r.push_back(std::move(f));
    }
    return r;
}

LiquidacionVista leer_liquidacion(db::Reader& tx, std::int64_t jornadaId) {
    auto fila = tx.one<LiquidacionFila>(
        "SELECT " + std::string{columnas_de_liquidacion} + " FROM (SELECT * FROM documento WHERE organizacionId = $1) d" +
            std::string{tablas_de_liquidacion} + " WHERE d.organizacionId = $1 AND d.transaccionId = $2 AND l.liquidadaPor > 0",
        tx.organizacion(), jornadaId);
    reject_if(!fila, Codigo::no_encontrado, "/id");
    LiquidacionVista v;
    static_cast<LiquidacionEnLista&>(v) = al_dia(tx, std::move(*fila));
    const CapturaDeLiquidacion c = leer_captura(tx, jornadaId).value();
    v.devolucionId = c.devolucionId;
    v.contadoEn = c.contadoEn;
    v.motivoEfectivo = c.motivoEfectivo;
    v.motivoProducto = c.motivoProducto;
    v.notas = c.notas;
    v.autorizadoPor = c.autorizadoPor;
    v.autorizadoEn = c.autorizadoEn;
    v.motivoAutorizacion = c.motivoAutorizacion;
    v.validadaPor = c.validadaPor;
    tx.each(R"(SELECT denominacion, cantidad FROM liquidacionEfectivo WHERE organizacionId = $1 AND transaccionId = $2
               ORDER BY denominacion DESC)",
            [&](const db::Row& r) {
                v.efectivo.push_back(
                    {Importe::de_micros(r.integer(0)), r.integer(1), Importe::de_micros(r.integer(0) * r.integer(1))});
            },
            tx.organizacion(), jornadaId);
    v.fichas = tx.all<FichaRutaVista>(R"(SELECT numero, cuentaBancariaId, referencia, importe FROM liquidacionFicha
                                         WHERE organizacionId = $1 AND transaccionId = $2 ORDER BY numero)",
                                      tx.organizacion(), jornadaId);
    v.formas = formas_de(tx, leer_jornada(tx, jornadaId));
    v.documentos = documentos_de_liquidacion(tx, jornadaId);
    return v;
}

void juzgar_captura(Context& ctx, const JornadaFila& j, const LiquidacionCaptura& p, Faltas& faltas) {
    auto& tx = ctx.db();
    const int decimales = engine::leer_ajustes(tx).decimales;
    const auto importe_bien = [&](Importe i, const std::string& campo) {
        faltas.agregar_si(i <= Importe{}, Codigo::fuera_de_rango, campo);
        faltas.agregar_si(i.redondeado(decimales) != i, Codigo::demasiados_decimales, campo);
    };
    std::set<std::int64_t> vistas;
    for (std::size_t i = 0; p.efectivo && i < p.efectivo->size(); ++i) {
        const std::string campo = "/efectivo/" + std::to_string(i) + "/denominacion";
        importe_bien((*p.efectivo)[i].denominacion, campo);
        faltas.agregar_si(!vistas.insert((*p.efectivo)[i].denominacion.micros()).second, Codigo::duplicado, campo);
        constexpr Importe mayor = Importe::de_micros(100'000 * millonesimas);
        faltas.agregar_si((*p.efectivo)[i].denominacion > mayor, Codigo::fuera_de_rango, campo);
    }
    for (std::size_t i = 0; p.fichas && i < p.fichas->size(); ++i) {
        const FichaRutaNueva& f = (*p.fichas)[i];
        const std::string campo = "/fichas/" + std::to_string(i);
        importe_bien(f.importe, campo + "/importe");
        const auto moneda = tx.one<std::string>(
            "SELECT moneda FROM cuentaBancaria WHERE organizacionId = $1 AND cuentaBancariaId = $2 AND activo = 1",
            ctx.organizacionId(), f.cuentaBancariaId.valor);
        faltas.agregar_si(!moneda, Codigo::no_encontrado, campo + "/cuentaBancariaId");
        faltas.agregar_si(moneda && *moneda != engine::leer_ajustes(tx).moneda, Codigo::moneda_distinta,
                          campo + "/cuentaBancariaId");
        faltas.agregar_si(f.cuentaBancariaId == j.cuentaBancariaId, Codigo::valor_no_permitido, campo + "/cuentaBancariaId");
    }
    std::set<std::int64_t> propios;
    for (const FormaEntregadaVista& f : formas_de(tx, j)) propios.insert(f.transaccionId);
    std::set<std::int64_t> dichos;
    for (std::size_t i = 0; p.otrasFormas && i < p.otrasFormas->size(); ++i) {
        const FormaEntregadaNueva& f = (*p.otrasFormas)[i];
        const std::string campo = "/otrasFormas/" + std::to_string(i);
        importe_bien(f.importe, campo + "/importe");
        faltas.agregar_si(!propios.contains(f.transaccionId), Codigo::no_encontrado, campo + "/transaccionId");
        faltas.agregar_si(!dichos.insert(f.transaccionId).second, Codigo::duplicado, campo + "/transaccionId");
    }
}

}  // namespace

void buscar_causas(Context& ctx, const JornadaFila& j, const EstadoDeLiquidacion& e, Faltas& faltas) {
    auto& tx = ctx.db();
    const auto org = ctx.organizacionId();
    const auto causa = [&](Codigo codigo, const std::string& campo, std::string datos = {}) {
        faltas.agregar(codigo, campo, En::donde_sea, std::move(datos));
    };
    tx.each(
        "SELECT cargaId, numero FROM cargaRuta WHERE organizacionId = $1 AND jornadaId = $2 AND estado = 'pendiente' ORDER BY "
        "numero",
        [&](const db::Row& r) {
            causa(Codigo::carga_pendiente, "/cargas", reflect::objeto("cargaId", r.integer(0), "numero", r.integer(1)));
        },
        org, j.transaccionId);
    for (const ConsecutivosFaltantes& f : consecutivos_faltantes(tx, j.transaccionId))
        causa(Codigo::consecutivo_faltante, "/dispositivos",
              reflect::objeto("dispositivo", f.dispositivo, "faltantes", f.faltantes, "total", f.total));
    tx.each(R"(SELECT dispositivo, consecutivo FROM envioRuta
               WHERE organizacionId = $1 AND jornadaId = $2 AND estado = 'pendiente' ORDER BY dispositivo, consecutivo)",
            [&](const db::Row& r) {
                causa(Codigo::envio_pendiente, "/dispositivos",
                      reflect::objeto("dispositivo", r.text(0), "consecutivo", r.integer(1)));
            },
            org, j.transaccionId);
    Importe mercancia;
    bool hay_diferencia = false;
    for (const PartidaDevolucionRuta& p : e.partidas) {
        if (!p.conteo)
            causa(Codigo::conteo_faltante, "/partidas",
                  reflect::objeto("productoId", p.productoId, "codigo", p.codigo, "lote", p.lote, "existencia", p.existencia));
        else hay_diferencia = hay_diferencia || !p.diferencia->es_cero();
    }
    mercancia = e.cifras.faltanteProducto + e.cifras.sobranteProducto;
    const CapturaDeLiquidacion c = leer_captura(tx, j.transaccionId).value();
    const ConfiguracionRuta limites = leer_configuracion_ruta(tx);
    const Importe efectivo = e.cifras.diferenciaEfectivo;
    faltas.agregar_si(!efectivo.es_cero() && c.motivoEfectivo.empty(), Codigo::requerido, "/motivoEfectivo");
    faltas.agregar_si(hay_diferencia && c.motivoProducto.empty(), Codigo::requerido, "/motivoProducto");
    if (absoluto(efectivo) > limites.toleranciaEfectivo && (!c.autorizadoEn || c.autorizadoEfectivo != efectivo))
        causa(Codigo::diferencia_por_autorizar, "/efectivo",
              reflect::objeto("diferencia", efectivo, "tolerancia", limites.toleranciaEfectivo));
    if (mercancia > limites.toleranciaProducto && (!c.autorizadoEn || c.autorizadoProducto != mercancia))
        causa(Codigo::diferencia_por_autorizar, "/partidas",
              reflect::objeto("diferencia", mercancia, "tolerancia", limites.toleranciaProducto));
    // An expense that was cancelled is none.
    tx.each(
        R"(SELECT o.operacionId FROM operacionRuta o
               WHERE o.organizacionId = $1 AND o.jornadaId = $2 AND o.clase = 'gasto' AND o.autorizadoEn IS NULL
                 AND EXISTS (SELECT 1 FROM jornadaDocumento k
                             JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = k.transaccionId AND d.estado <> 'cancelado'
                             WHERE k.organizacionId = $1 AND k.operacionId = o.operacionId AND k.operacionId <> 0)
               ORDER BY o.operacionId)",
        [&](const db::Row& r) { causa(Codigo::gasto_por_autorizar, "/gastos", reflect::objeto("operacionId", r.integer(0))); },
        org, j.transaccionId);
    tx.each(R"(SELECT o.operacionId FROM operacionRuta o
               WHERE o.organizacionId = $1 AND o.jornadaId = $2 AND o.clase = 'venta' AND o.facturacion = 'sinDecidir'
                 AND EXISTS (SELECT 1 FROM jornadaDocumento k
                             JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = k.transaccionId AND d.estado <> 'cancelado'
                             WHERE k.organizacionId = $1 AND k.operacionId = o.operacionId AND k.operacionId <> 0
                               AND d.tipo IN ('NotaVenta', 'FacturaVenta'))
               ORDER BY o.operacionId)",
            [&](const db::Row& r) { causa(Codigo::cfdi_sin_decidir, "/ventas", reflect::objeto("operacionId", r.integer(0))); },
            org, j.transaccionId);
    for (const FormaEntregadaVista& f : formas_de(tx, j))
        if (!f.importeFicha || *f.importeFicha != f.importe)
            causa(Codigo::fichas_no_cuadran, "/otrasFormas",
                  reflect::objeto("transaccionId", f.transaccionId, "folio", f.folio, "importe", f.importe, "ficha",
                                  f.importeFicha.value_or(Importe{})));
    const bool cobra = efectivo < Importe{} || !e.cifras.faltanteProducto.es_cero();
    faltas.agregar_si(cobra && contacto_del_vendedor(tx, j.vendedorId) == 0, Codigo::vendedor_sin_contacto, "/vendedorId");
}

LiquidacionVista capturar_liquidacion(Context& ctx, const LiquidacionCaptura& p) {
    auto& tx = ctx.db();
    const JornadaFila j = tomar_jornada(ctx, p.id);
    exigir_estado_de_jornada(j, {Estado::retorno, Estado::liquidada});
    Faltas faltas;
    juzgar_captura(ctx, j, p, faltas);
    faltas.lanzar();
    exigir_liquidacion(ctx, j.transaccionId);
    tx.run(R"(UPDATE liquidacionRuta SET liquidadaPor = $3, liquidadaEn = $4, motivoEfectivo = $5, motivoProducto = $6, notas = $7
              WHERE organizacionId = $1 AND transaccionId = $2)",
           ctx.organizacionId(), p.id.valor, ctx.usuarioId(), ctx.ahora(), std::string{p.motivoEfectivo.value_or("")},
           std::string{p.motivoProducto.value_or("")}, std::string{p.notas.value_or("")});
    for (const std::string_view tabla : {"DELETE FROM liquidacionEfectivo WHERE organizacionId = $1 AND transaccionId = $2",
                                         "DELETE FROM liquidacionFicha WHERE organizacionId = $1 AND transaccionId = $2",
                                         "DELETE FROM liquidacionForma WHERE organizacionId = $1 AND transaccionId = $2"})
        tx.run(tabla, ctx.organizacionId(), p.id.valor);
    for (const EfectivoEntregado& e : p.efectivo.value_or(Lista<EfectivoEntregado, 50>{}))
        tx.run("INSERT INTO liquidacionEfectivo (organizacionId, transaccionId, denominacion, cantidad) VALUES ($1, $2, $3, $4)",
               ctx.organizacionId(), p.id.valor, e.denominacion, e.cantidad.valor);
    std::int64_t numero = 0;
    for (const FichaRutaNueva& f : p.fichas.value_or(Lista<FichaRutaNueva, 100>{}))
        tx.run(R"(INSERT INTO liquidacionFicha (organizacionId, transaccionId, numero, cuentaBancariaId, referencia, importe)
                  VALUES ($1, $2, $3, $4, $5, $6))",
               ctx.organizacionId(), p.id.valor, ++numero, f.cuentaBancariaId.valor, std::string{f.referencia}, f.importe);
    for (const FormaEntregadaNueva& f : p.otrasFormas.value_or(Lista<FormaEntregadaNueva, 1000>{}))
        tx.run(R"(INSERT INTO liquidacionForma (organizacionId, transaccionId, depositoId, referencia, importe)
                  VALUES ($1, $2, $3, $4, $5))",
               ctx.organizacionId(), p.id.valor, f.transaccionId.valor, std::string{f.referencia.value_or("")}, f.importe);
    if (j.es({Estado::retorno})) engine::transitar(ctx, p.id, "liquidar", {engine::JornadaRuta.tipo});
    else engine::tocar_documento(ctx, p.id, engine::evento::Transitado{Estado::liquidada});
    auto despues = leer_liquidacion(tx, p.id);
    ctx.auditar_alta("LiquidacionRuta", p.id, despues);
    return despues;
}

LiquidacionVista autorizar_liquidacion(Context& ctx, const LiquidacionAutorizacion& p) {
    auto& tx = ctx.db();
    const JornadaFila j = tomar_jornada(ctx, p.id);
    exigir_estado_de_jornada(j, {Estado::liquidada});
    const CifrasLiquidacion c = calcular_liquidacion(tx, j).cifras;
    const Importe mercancia = c.faltanteProducto + c.sobranteProducto;
    const std::string moneda = engine::leer_ajustes(tx).moneda;
    const Importe suma = absoluto(c.diferenciaEfectivo) + mercancia;
    exigir_limite(ctx, {"RutaLiquidacionAutorizar", "Ruta", moneda, suma, moneda, suma});
    const auto antes = leer_liquidacion(tx, p.id);
    tx.run(R"(UPDATE liquidacionRuta SET autorizadoPor = $3, autorizadoEn = $4, autorizadoEfectivo = $5, autorizadoProducto = $6,
                     motivoAutorizacion = $7
              WHERE organizacionId = $1 AND transaccionId = $2)",
           ctx.organizacionId(), p.id.valor, ctx.usuarioId(), ctx.ahora(), c.diferenciaEfectivo, mercancia,
           std::string{p.motivo});
    auto despues = leer_liquidacion(tx, p.id);
    ctx.auditar("LiquidacionRuta", p.id, antes, despues);
    return despues;
}

LiquidacionVista validar_liquidacion(Context& ctx, const JornadaPedida& p) {
    auto& tx = ctx.db();
    const JornadaFila j = tomar_jornada(ctx, p.id);
    if (j.es({Estado::validada, Estado::cerrada})) return leer_liquidacion(tx, p.id);
    exigir_estado_de_jornada(j, {Estado::liquidada});
    const EstadoDeLiquidacion e = calcular_liquidacion(tx, j);
    Faltas faltas;
    buscar_causas(ctx, j, e, faltas);
    faltas.lanzar();
    const CapturaDeLiquidacion captura = leer_captura(tx, p.id).value();
    asentar_mercancia(ctx, j, e, captura);
    asentar_efectivo(ctx, j, e.cifras, captura);
    guardar_validada(ctx, j, e);
    tx.run("UPDATE jornadaRuta SET enCurso = 0 WHERE organizacionId = $1 AND transaccionId = $2", ctx.organizacionId(),
           p.id.valor);
    engine::transitar(ctx, p.id, "validar", {engine::JornadaRuta.tipo});
    return leer_liquidacion(tx, p.id);
}

Pagina<LiquidacionEnLista> listar_liquidaciones(const Context& ctx, const LiquidacionesFiltro& filtro) {
    auto& tx = ctx.db();
    const auto f = filtro_de_documentos(filtro);
    std::vector<engine::OtroFiltro> otros{
        {"d.transaccionId IN (SELECT k.transaccionId FROM liquidacionRuta k WHERE k.organizacionId = $1 AND k.liquidadaPor > 0 "
         "AND "
         "k.transaccionId > $)",
         0}};
    if (filtro.rutaId) otros.push_back({documento_de_ruta, *filtro.rutaId});
    const engine::PaginaDocumentos pagina{ctx, f, "LiquidacionesRuta", {engine::JornadaRuta.tipo}, otros};
    auto filas = tx.all_with<LiquidacionFila>("SELECT " + std::string{columnas_de_liquidacion} + " FROM " + pagina.de() +
                                                  std::string{tablas_de_liquidacion} + pagina.orden(),
                                              pagina.params());
    return pagina.con(std::move(filas)).como([&](LiquidacionFila& l) { return al_dia(tx, std::move(l)); });
}

LiquidacionVista obtener_liquidacion(const Context& ctx, const JornadaPedida& pedida) {
    return leer_liquidacion(ctx.db(), pedida.id);
}

std::vector<LiquidacionesSucursal> listar_liquidaciones_sucursales(const Context& ctx,
                                                                   const LiquidacionesSucursalFiltro& filtro) {
    auto& tx = ctx.db();
    Faltas faltas;
    faltas.agregar_si(filtro.fechaInicial && filtro.fechaFinal && *filtro.fechaFinal < *filtro.fechaInicial,
                      Codigo::fuera_de_rango, "/fechaFinal");
    faltas.lanzar();
    db::Where donde{ctx.organizacionId()};
    donde.add_if(filtro.fechaInicial, "d.fecha >= $");
    donde.add_if(filtro.fechaFinal, "d.fecha <= $");
    if (filtro.sucursalId) donde.add("d.sucursalId = $", filtro.sucursalId->valor);
    std::map<std::int64_t, LiquidacionesSucursal> por_sucursal;
    auto filas = tx.all_with<LiquidacionFila>(
        "SELECT " + std::string{columnas_de_liquidacion} + " FROM (SELECT * FROM documento WHERE organizacionId = $1) d" +
            std::string{tablas_de_liquidacion} +
            " WHERE d.organizacionId = $1 AND d.tipo = 'JornadaRuta' AND l.liquidadaPor > 0" + donde.and_sql() +
            " ORDER BY d.fecha, d.transaccionId",
        donde.params());
    for (LiquidacionFila& fila : filas) {
        const LiquidacionEnLista l = al_dia(tx, std::move(fila));
        LiquidacionesSucursal& s = por_sucursal[l.sucursalId];
        s.sucursalId = l.sucursalId;
        s.moneda = l.moneda;
        ++s.liquidaciones;
        if (!l.validadaEn) ++s.porValidar;
        for (const auto campo :
             {&CifrasLiquidacion::ventasContado, &CifrasLiquidacion::ventasCredito, &CifrasLiquidacion::cobranza,
              &CifrasLiquidacion::efectivoVentas, &CifrasLiquidacion::efectivoCobranza, &CifrasLiquidacion::reembolsos,
              &CifrasLiquidacion::gastos, &CifrasLiquidacion::efectivoEsperado, &CifrasLiquidacion::efectivoEntregado,
              &CifrasLiquidacion::diferenciaEfectivo, &CifrasLiquidacion::otrasFormas, &CifrasLiquidacion::faltanteProducto,
              &CifrasLiquidacion::sobranteProducto})
            s.*campo += l.*campo;
    }
    std::vector<LiquidacionesSucursal> r;
    for (auto& [sucursalId, s] : por_sucursal) {
        s.sucursal = tx.one<std::string>("SELECT nombre FROM sucursal WHERE organizacionId = $1 AND sucursalId = $2",
                                         ctx.organizacionId(), sucursalId)
                         .value_or("");
        r.push_back(std::move(s));
    }
    return r;
}

LiquidacionVista agregar_ajuste_jornada(Context& ctx, const AjusteJornadaNuevo& p) {
    auto& tx = ctx.db();
    const JornadaFila j = tomar_jornada(ctx, p.jornadaId, "/jornadaId");
    exigir_estado_de_jornada(j, {Estado::validada}, "/jornadaId");
    const auto fecha =
        tx.one<Fecha>("SELECT fecha FROM documento WHERE organizacionId = $1 AND transaccionId = $2 AND tipo <> 'JornadaRuta'",
                      ctx.organizacionId(), p.transaccionId.valor);
    reject_if(!fecha, Codigo::no_encontrado, "/transaccionId");
    reject_if(*fecha < j.fecha, Codigo::fuera_de_rango, "/transaccionId");
    engine::ligar_ajuste(ctx, j.transaccionId, p.transaccionId, std::string{p.motivo});
    engine::tocar_documento(ctx, j.transaccionId, engine::evento::Transitado{Estado::validada});
    auto despues = leer_liquidacion(tx, j.transaccionId);
    ctx.auditar_alta("AjusteJornada", p.transaccionId, p);
    return despues;
}

void register_liquidaciones(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Ruta");
    ops.add(GET, "/api/Ruta/Liquidaciones", "RutaLiquidaciones", listar_liquidaciones)
        .totales(&LiquidacionEnLista::efectivoEsperado, &LiquidacionEnLista::efectivoEntregado,
                 &LiquidacionEnLista::diferenciaEfectivo)
        .rechaza(engine::rechazos_de_lista);
    ops.add(GET, "/api/Ruta/Liquidaciones/{id}", "RutaLiquidacionObtener", obtener_liquidacion)
        .nuestra()
        .rechaza({Codigo::no_encontrado});
    ops.add(PUT, "/api/Ruta/LiquidacionCapturar/{id}", "RutaLiquidacionCapturar", capturar_liquidacion)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::estado_invalido, Codigo::duplicado, Codigo::fuera_de_rango,
                  Codigo::demasiados_decimales, Codigo::moneda_distinta, Codigo::valor_no_permitido});
    ops.add(PUT, "/api/Ruta/LiquidacionAutorizar/{id}", "RutaLiquidacionAutorizar", autorizar_liquidacion)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::estado_invalido, Codigo::excede_limite});
    ops.add(PUT, "/api/Ruta/LiquidacionValidar/{id}", "RutaLiquidacionValidar", validar_liquidacion)
        .rechaza({Codigo::no_encontrado, Codigo::estado_invalido, Codigo::carga_pendiente, Codigo::consecutivo_faltante,
                  Codigo::envio_pendiente, Codigo::conteo_faltante, Codigo::diferencia_por_autorizar, Codigo::gasto_por_autorizar,
                  Codigo::cfdi_sin_decidir, Codigo::fichas_no_cuadran, Codigo::vendedor_sin_contacto, Codigo::requerido,
                  Codigo::precondicion_fallida});
    ops.add(POST, "/api/Ruta/AjusteAgregar", "RutaAjusteAgregar", agregar_ajuste_jornada)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::estado_invalido, Codigo::duplicado, Codigo::fuera_de_rango});
    ops.group("Contabilidad");
    ops.add(GET, "/api/Sucursales/Liquidaciones", "SucursalesLiquidaciones", listar_liquidaciones_sucursales)
        .totales(&LiquidacionesSucursal::efectivoEsperado, &LiquidacionesSucursal::efectivoEntregado,
                 &LiquidacionesSucursal::diferenciaEfectivo)
        .rechaza({Codigo::fuera_de_rango});
}

}  // namespace cacao
