#include "rooms/mostrador/venta_caja.hpp"

#include "db/rows.hpp"
#include "db/where.hpp"
#include "engine/entorno/ajustes.hpp"
#include "engine/entorno/series_documento.hpp"
#include "engine/existencia/kits.hpp"
#include "engine/liquidacion/liquidar.hpp"
#include "engine/tipos/bancos.hpp"
#include "engine/tipos/ventas.hpp"
#include "engine/verbos/emitir.hpp"
#include "reflect/objeto.hpp"
#include "rooms/mostrador/caja.hpp"

#include <algorithm>

namespace cacao {
namespace {

// What is handed over, as the books name it.
struct CobroHallado {
    std::string campo;
    std::string clave;
    std::int64_t formaPagoId = 0;
    std::int64_t cuentaBancariaId = 0;
    Importe importe;  // of it, what the sale takes
    std::string referencia;
};

CobroHallado hallar_cobro(db::Reader& tx, const TurnoFila& t, const Caja& caja, const CobroCajaNuevo& c, std::string campo,
                          Faltas& faltas) {
    CobroHallado r;
    r.campo = std::move(campo);
    r.clave = c.formaPago ? std::string{*c.formaPago} : std::string{forma_efectivo};
    r.importe = c.importe;
    r.referencia = c.referencia.value_or("");
    const auto forma = tx.one<std::int64_t>(
        "SELECT MIN(formaPagoId) FROM formaPago WHERE organizacionId = $1 AND claveSAT = $2 AND activo = 1 HAVING COUNT(*) > 0",
        tx.organizacion(), r.clave);
    faltas.agregar_si(!forma, Codigo::no_encontrado, r.campo + "/formaPago");
    r.formaPagoId = forma.value_or(0);
    faltas.agregar_si(r.importe <= Importe{}, Codigo::fuera_de_rango, r.campo + "/importe");
    faltas.agregar_si(r.importe.redondeado(engine::leer_ajustes(tx).decimales) != r.importe, Codigo::demasiados_decimales,
                      r.campo + "/importe");
    const std::int64_t dicha = c.cuentaBancariaId.value_or(0);
    const std::string campo_cuenta = r.campo + "/cuentaBancariaId";
    if (r.clave == forma_efectivo) {
        faltas.agregar_si(dicha != 0 && dicha != t.cuentaBancariaId, Codigo::valor_no_permitido, campo_cuenta);
        r.cuentaBancariaId = t.cuentaBancariaId;
        return r;
    }
    const auto suya = std::ranges::find(caja.formas, r.clave, &FormaDeCaja::formaPago);
    r.cuentaBancariaId = dicha != 0 ? dicha : suya != caja.formas.end() ? suya->cuentaBancariaId : 0;
    faltas.agregar_si(r.cuentaBancariaId == 0, Codigo::requerido, campo_cuenta);
    faltas.agregar_si(dicha != 0 && (dicha == t.cuentaBancariaId || es_cajon_de_otra(tx, dicha, t.cajaId)),
                      Codigo::valor_no_permitido, campo_cuenta);
    return r;
}

Importe suma_de(const std::vector<CobroHallado>& cobros, bool solo_efectivo = false) {
    Importe r;
    for (const CobroHallado& c : cobros)
        if (!solo_efectivo || c.clave == forma_efectivo) r += c.importe;
    return r;
}

// Gives back of the cash what is over. Other forms are charged as they are asked for, so they may not be more than is owed.
Importe dar_cambio(std::vector<CobroHallado>& cobros, Importe total) {
    Importe sobra = suma_de(cobros) - total;
    if (sobra <= Importe{}) return {};
    const Importe cambio = sobra;
    if (sobra > suma_de(cobros, true))
        reject(Codigo::regla_incumplida, "/cobros", reflect::objeto("suma", suma_de(cobros), "total", total));
    for (auto c = cobros.rbegin(); c != cobros.rend() && sobra > Importe{}; ++c) {
        if (c->clave != forma_efectivo) continue;
        const Importe devuelto = std::min(sobra, c->importe);
        c->importe -= devuelto;
        sobra -= devuelto;
    }
    std::erase_if(cobros, [](const CobroHallado& c) { return c.importe.es_cero(); });
    return cambio;
}

engine::Emitido depositar_cobro(Context& ctx, const engine::SolicitudVenta& venta, const CobroHallado& c) {
    engine::SolicitudImporte s;
    s.fecha = venta.fecha;
    s.sucursalId = venta.sucursalId;
    s.entidadId = venta.entidadId;
    s.campo_entidad = "/clienteId";
    s.campos["/fecha"] = "/turnoId";
    s.campos["/importe"] = c.campo + "/importe";
    s.campos["/cuentaBancariaId"] = c.campo + "/cuentaBancariaId";
    s.campos["/moneda"] = c.campo + "/cuentaBancariaId";
    s.campos["/formaPagoId"] = c.campo + "/formaPago";
    s.moneda = venta.moneda;
    s.cuentaBancariaId = c.cuentaBancariaId;
    s.formaPagoId = c.formaPagoId;
    s.referencia = c.referencia;
    s.importe = c.importe;
    return engine::emitir(ctx, engine::Deposito, s);
}

// ---- How they are read.

struct VentaCajaFila : VentaCajaEnLista {
    std::string serieDocumento;
    std::int64_t numero = 0;
};
DESCRIBE_STRUCT(VentaCajaFila, (VentaCajaEnLista), (serieDocumento, numero))
struct CobroDeCajaFila : CobroDeCaja {
    std::string serieDocumento;
    std::int64_t numero = 0;
};
DESCRIBE_STRUCT(CobroDeCajaFila, (CobroDeCaja), (serieDocumento, numero))

constexpr std::string_view ventas_de_caja_sql = R"(
        SELECT d.transaccionId, d.tipo AS tipoDocumento, '' AS folio, d.fecha, d.estado, k.turnoId, d.entidadId AS clienteId,
               COALESCE(c.nombre, '') AS cliente, d.moneda, d.total, v.recibido, v.cobrado, v.cambio,
               d.serie AS serieDocumento, d.folio AS numero
        FROM turnoDocumento k
        JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = k.transaccionId
        JOIN ventaCaja v ON v.organizacionId = $1 AND v.transaccionId = k.transaccionId
        LEFT JOIN contacto c ON c.organizacionId = $1 AND c.entidadId = d.entidadId
        WHERE k.organizacionId = $1 AND k.clase = 'venta')";

VentaCajaEnLista con_folio(VentaCajaFila&& f) {
    f.folio = engine::folio_texto(f.serieDocumento, f.numero);
    return std::move(f);
}

VentaCaja ver_venta_caja(db::Reader& tx, std::int64_t ventaId) {
    auto fila = tx.one<VentaCajaFila>(std::string{ventas_de_caja_sql} + " AND k.transaccionId = $2", tx.organizacion(), ventaId);
    reject_if(!fila, Codigo::no_encontrado, "/id");
    VentaCaja v;
    static_cast<VentaCajaEnLista&>(v) = con_folio(std::move(*fila));
    for (auto& f : tx.all<CobroDeCajaFila>(R"(
             SELECT d.transaccionId, '' AS folio, d.estado, COALESCE(f.claveSAT, '') AS formaPago, d.cuentaBancariaId,
                    d.total AS importe, d.referencia, d.serie AS serieDocumento, d.folio AS numero
             FROM turnoDocumento k
             JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = k.transaccionId
             LEFT JOIN formaPago f ON f.organizacionId = $1 AND f.formaPagoId = d.formaPagoId
             WHERE k.organizacionId = $1 AND k.ventaId = $2 AND k.ventaId <> 0 ORDER BY d.transaccionId)",
                                           tx.organizacion(), ventaId)) {
        f.folio = engine::folio_texto(f.serieDocumento, f.numero);
        v.cobros.push_back(std::move(f));
    }
    return v;
}

}  // namespace

VentaCaja vender_en_caja(Context& ctx, const VentaCajaNueva& n) {
    auto& tx = ctx.db();
    const TurnoFila t = entrar_al_turno(ctx, n.turnoId, "/turnoId");
    const Caja caja = leer_caja(tx, t.cajaId);
    const bool credito = n.credito.value_or(false);
    const bool factura = n.documento.value_or(PapelCaja::nota) == PapelCaja::factura;
    engine::SolicitudVenta s;
    s.fecha = ctx.hoy(t.sucursalId);
    s.sucursalId = t.sucursalId;
    s.campos = {{"/fecha", "/turnoId"}, {"/sucursalId", "/turnoId"}, {"/almacenId", "/turnoId"}};
    s.entidadId = n.clienteId.value_or(0) != 0 ? std::int64_t{*n.clienteId} : t.clienteId;
    s.campo_entidad = "/clienteId";
    s.vendedorId = n.vendedorId.value_or(0);
    s.canalId = n.canalId.value_or(0);
    s.almacenId = t.almacenId;
    s.moneda = engine::leer_ajustes(tx).moneda;
    s.vencimiento = n.vencimiento;
    s.autorizaCredito = n.autorizaCredito.value_or(false);
    s.referenciaExterna = n.referenciaExterna.value_or("");
    s.notas = n.notas.value_or("");
    for (const engine::PartidaVentaNueva& p : n.partidas) s.partidas.push_back(partida_de_venta(p, s.partidas.size()));
    s.faltas.agregar_si(s.entidadId == 0, Codigo::requerido, "/clienteId");
    s.faltas.agregar_si(!credito && n.vencimiento.has_value(), Codigo::valor_no_permitido, "/vencimiento");
    s.faltas.agregar_si(!credito && (!n.cobros || n.cobros->empty()), Codigo::requerido, "/cobros");
    std::vector<CobroHallado> cobros;
    for (std::size_t i = 0; n.cobros && i < n.cobros->size(); ++i)
        cobros.push_back(hallar_cobro(tx, t, caja, (*n.cobros)[i], "/cobros/" + std::to_string(i), s.faltas));
    const Importe recibido = suma_de(cobros);
    // The paper says by which form most of it was paid.
    if (!credito && !cobros.empty()) s.formaPago = std::ranges::max(cobros, {}, &CobroHallado::importe).clave;
    if (!credito && factura) s.metodoPago = "PUE";
    s.alContado = recibido;
    const auto venta = engine::emitir(ctx, factura ? engine::FacturaVenta : engine::NotaVenta, s);
    if (!credito && recibido < venta.total)
        reject(Codigo::regla_incumplida, "/cobros", reflect::objeto("suma", recibido, "total", venta.total));
    const Importe cambio = dar_cambio(cobros, venta.total);
    ligar_a_turno(ctx, t.transaccionId, venta.transaccionId, ClaseEnTurno::venta);
    tx.run("INSERT INTO ventaCaja (organizacionId, transaccionId, recibido, cobrado, cambio) VALUES ($1, $2, $3, $4, $5)",
           ctx.organizacionId(), venta.transaccionId, recibido, recibido - cambio, cambio);
    for (const CobroHallado& c : cobros) {
        const auto deposito = depositar_cobro(ctx, s, c);
        ligar_a_turno(ctx, t.transaccionId, deposito.transaccionId, ClaseEnTurno::cobro, venta.transaccionId);
        engine::aplicar(ctx, deposito.transaccionId, {{c.campo, venta.transaccionId, c.importe, {}}}, venta.fecha);
    }
    return ver_venta_caja(tx, venta.transaccionId);
}

Pagina<VentaCajaEnLista> listar_ventas_caja(const Context& ctx, const VentasCajaFiltro& filtro) {
    auto& tx = ctx.db();
    VentasCajaFiltro solo_filtros = filtro;
    static_cast<PaginaPedida&>(solo_filtros) = {};
    const Recorrido recorrido{ctx, filtro, "VentasCaja", reflect::to_json(solo_filtros)};
    db::Where donde{ctx.organizacionId()};
    if (filtro.turnoId) donde.add("k.turnoId = $", filtro.turnoId->valor);
    if (filtro.clienteId) donde.add("d.entidadId = $", filtro.clienteId->valor);
    const Total total = recorrido.contar(tx,
                                         "SELECT 1 FROM turnoDocumento k JOIN documento d ON d.organizacionId = $1 AND "
                                         "d.transaccionId = k.transaccionId WHERE k.organizacionId = $1 AND k.clase = 'venta'" +
                                             donde.and_sql(),
                                         donde.params());
    if (recorrido.desde()) donde.add("k.transaccionId < $", recorrido.desde()->at(0));
    const auto tramo = recorrido.tramo_sql(donde);
    auto filas = tx.all_with<VentaCajaFila>(
        std::string{ventas_de_caja_sql} + donde.and_sql() + " ORDER BY k.transaccionId DESC" + tramo, donde.params());
    return recorrido.pagina(std::move(filas), total, [](const VentaCajaFila& v) { return std::vector{v.transaccionId}; })
        .como([](VentaCajaFila& f) { return con_folio(std::move(f)); });
}

VentaCaja obtener_venta_caja(const Context& ctx, const VentaCajaPedida& pedida) { return ver_venta_caja(ctx.db(), pedida.id); }

void register_ventas_caja(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Mostrador");
    ops.add(POST, "/api/Mostrador/Vender", "CajaVender", vender_en_caja)
        .nuestra()
        .rechaza({Codigo::no_encontrado,
                  Codigo::inactivo,
                  Codigo::requerido,
                  Codigo::valor_no_permitido,
                  Codigo::fuera_de_rango,
                  Codigo::demasiados_decimales,
                  Codigo::base_negativa,
                  Codigo::duplicado,
                  Codigo::unidad_no_convertible,
                  Codigo::sin_precio,
                  Codigo::precio_bajo_minimo,
                  Codigo::estado_invalido,
                  Codigo::existencia_insuficiente,
                  Codigo::lote_requerido,
                  Codigo::lote_no_permitido,
                  Codigo::lote_bloqueado,
                  Codigo::series_incompletas,
                  Codigo::serie_no_disponible,
                  Codigo::origen_no_permitido,
                  Codigo::excede_pendiente,
                  Codigo::otro_contacto,
                  Codigo::documento_cancelado,
                  Codigo::periodo_cerrado,
                  Codigo::moneda_distinta,
                  Codigo::regla_incumplida,
                  Codigo::excede_credito,
                  Codigo::permiso_denegado})
        .rechaza(engine::rechazos_de_kits);
    ops.add(GET, "/api/Mostrador/Ventas", "CajaVentasListar", listar_ventas_caja)
        .nuestra()
        .rechaza({Codigo::cursor_invalido, Codigo::pagina_y_cursor});
    ops.add(GET, "/api/Mostrador/Ventas/{id}", "CajaVentaObtener", obtener_venta_caja).nuestra().rechaza({Codigo::no_encontrado});
}

}  // namespace cacao
