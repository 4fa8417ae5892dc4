// The documents that an operation on the road is made of.

#include "db/rows.hpp"
#include "engine/entorno/ajustes.hpp"
#include "engine/entorno/jornadas.hpp"
#include "engine/existencia/inventario.hpp"
#include "engine/liquidacion/liquidar.hpp"
#include "engine/precios/precios.hpp"
#include "engine/tipos/bancos.hpp"
#include "engine/tipos/inventario.hpp"
#include "engine/tipos/rutas.hpp"
#include "engine/verbos/concepto_bancario.hpp"
#include "engine/verbos/emitir.hpp"
#include "engine/verbos/nota_credito.hpp"
#include "reflect/objeto.hpp"
#include "rooms/rutas/operacion_interno.hpp"
#include "rooms/rutas/ruta.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace cacao {

template <class Solicitud>
engine::Emitido emitir_en_ruta(Context& ctx, const OperacionEnCurso& o, const engine::Documento& tipo, const Solicitud& s) {
    auto e = engine::emitir(ctx, tipo, s);
    engine::ligar_a_jornada(ctx, o.jornada.transaccionId, e.transaccionId, o.operacionId);
    return e;
}

namespace {

constexpr std::string_view clave_efectivo = "01";

template <class Solicitud>
Solicitud encabezada(const OperacionEnCurso& o) {
    Solicitud s;
    encabezar_de_jornada(s, o.jornada);
    s.notas = o.pedida.notas.value_or("");
    s.entidadId = o.clienteId;
    s.campo_entidad = "/clienteId";
    if constexpr (requires { s.vendedorId; }) s.vendedorId = o.jornada.vendedorId;
    return s;
}

// Goods that move without a contact.
engine::SolicitudInventario movimiento_de_ruta(const OperacionEnCurso& o) {
    auto s = encabezada<engine::SolicitudInventario>(o);
    s.entidadId = 0;
    s.almacenId = o.jornada.almacenId;
    s.motivo = o.pedida.motivo.value_or("");
    return s;
}

struct PrecioDeVersion {
    Precio precioUnitario;
    bool incluyeImpuestos = false;
};
DESCRIBE_STRUCT(PrecioDeVersion, (), (precioUnitario, incluyeImpuestos))

// The price that the device had: the customer's own, otherwise everybody's, from the greatest quantity that is reached.
void poner_precio_de_version(db::Reader& tx, const OperacionEnCurso& o, engine::PartidaVenta& p, Faltas& faltas) {
    const auto precio = tx.one<PrecioDeVersion>(R"(
        SELECT v.precioUnitario, v.incluyeImpuestos FROM precioRuta v
        JOIN producto q ON q.organizacionId = $1 AND q.productoId = v.productoId
        WHERE v.organizacionId = $1 AND v.rutaId = $2 AND v.versionLista = $3 AND v.productoId = $4
          AND v.unidadMedidaId = CASE WHEN $5 = 0 THEN q.unidadMedidaId ELSE $5 END
          AND v.entidadId IN (0, $6) AND v.cantidadMinima <= $7
        ORDER BY v.entidadId DESC, v.cantidadMinima DESC LIMIT 1)",
                                                tx.organizacion(), o.jornada.rutaId, o.pedida.versionLista->valor, p.productoId,
                                                p.unidadMedidaId, o.clienteId, p.cantidad);
    if (!precio) return faltas.agregar(Codigo::sin_precio, p.campo + "/precioUnitario");
    if (p.precioUnitario && *p.precioUnitario != precio->precioUnitario)
        faltas.agregar(Codigo::precio_de_otra_version, p.campo + "/precioUnitario", En::donde_sea,
                       reflect::objeto("precioUnitario", precio->precioUnitario));
    p.precioUnitario = precio->precioUnitario;
    p.incluyeImpuestos = precio->incluyeImpuestos;
}

// By the route's list, where it has one and nobody said a price.
void poner_precios_de_lista(db::Reader& tx, const OperacionEnCurso& o, std::vector<engine::PartidaVenta>& partidas,
                            Faltas& faltas) {
    std::vector<engine::PrecioPedido> pedidos;
    std::vector<engine::PartidaVenta*> de;
    for (engine::PartidaVenta& p : partidas) {
        if (p.precioUnitario || p.origenId != 0 || p.productoId == 0 || p.cantidad <= Cantidad{}) continue;
        pedidos.push_back({p.productoId, p.unidadMedidaId, p.cantidad});
        de.push_back(&p);
    }
    if (pedidos.empty()) return;
    engine::MarcoPrecios marco;
    marco.clienteId = o.clienteId;
    marco.sucursalId = o.jornada.sucursalId;
    marco.listaRutaId = o.jornada.listaPreciosId;
    marco.fecha = o.jornada.fecha;
    Faltas de_marco;  // the document judges its header
    const auto precios = engine::resolver_precios(tx, marco, pedidos, true, de_marco);
    for (std::size_t i = 0; i < de.size(); ++i) {
        for (const Falta& f : precios[i].faltas) faltas.agregar(f.codigo, de[i]->campo + f.campo, f.en, f.datos);
        if (!precios[i].precio) continue;
        de[i]->precioUnitario = precios[i].precio->precioUnitario;
        de[i]->incluyeImpuestos = precios[i].precio->incluyeImpuestos;
    }
}

// The organization's payment method of a key of the authority, and the own account that takes it.
struct FormaHallada {
    std::int64_t formaPagoId = 0;
    std::int64_t cuentaBancariaId = 0;
    std::string clave;
};
FormaHallada hallar_forma(db::Reader& tx, const OperacionEnCurso& o, const FormaCobroRuta& f, const std::string& campo,
                          Faltas& faltas) {
    FormaHallada r;
    r.clave = f.formaPago ? std::string{*f.formaPago} : std::string{clave_efectivo};
    const auto forma = tx.one<std::int64_t>(
        "SELECT MIN(formaPagoId) FROM formaPago WHERE organizacionId = $1 AND claveSAT = $2 AND activo = 1 HAVING COUNT(*) > 0",
        tx.organizacion(), r.clave);
    if (!forma) faltas.agregar(Codigo::no_encontrado, campo + "/formaPago");
    r.formaPagoId = forma.value_or(0);
    const std::int64_t dicha = f.cuentaBancariaId.value_or(0);
    const bool efectivo = r.clave == clave_efectivo;
    faltas.agregar_si(efectivo && dicha != 0 && dicha != o.jornada.cuentaBancariaId, Codigo::valor_no_permitido,
                      campo + "/cuentaBancariaId");
    faltas.agregar_si(!efectivo && dicha == 0, Codigo::requerido, campo + "/cuentaBancariaId");
    faltas.agregar_si(!efectivo && dicha == o.jornada.cuentaBancariaId, Codigo::valor_no_permitido, campo + "/cuentaBancariaId");
    faltas.agregar_si(f.importe <= Importe{}, Codigo::fuera_de_rango, campo + "/importe");
    r.cuentaBancariaId = efectivo ? o.jornada.cuentaBancariaId : dicha;
    return r;
}

engine::Emitido depositar(Context& ctx, const OperacionEnCurso& o, const FormaCobroRuta& f, const FormaHallada& forma,
                          const std::string& campo) {
    auto s = encabezada<engine::SolicitudImporte>(o);
    s.vendedorId = 0;
    s.campos["/importe"] = campo + "/importe";
    s.campos["/cuentaBancariaId"] = campo + "/cuentaBancariaId";
    s.campos["/formaPagoId"] = campo + "/formaPago";
    s.campos["/moneda"] = campo + "/cuentaBancariaId";
    s.cuentaBancariaId = forma.cuentaBancariaId;
    s.formaPagoId = forma.formaPagoId;
    s.referencia = f.referencia.value_or("");
    s.moneda = engine::leer_ajustes(ctx.db()).moneda;
    s.importe = f.importe;
    return emitir_en_ruta(ctx, o, engine::Deposito, s);
}

}  // namespace

std::int64_t venta_del_dispositivo(db::Reader& tx, const OperacionEnCurso& o, std::int64_t consecutivo,
                                   const std::string& campo) {
    const auto venta = tx.one<std::int64_t>(R"(
        SELECT k.transaccionId FROM operacionRuta p
        JOIN jornadaDocumento k ON k.organizacionId = $1 AND k.operacionId = p.operacionId AND k.operacionId <> 0
        JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = k.transaccionId AND d.tipo IN ('NotaVenta', 'FacturaVenta')
        WHERE p.organizacionId = $1 AND p.dispositivo <> '' AND p.dispositivo = $2 AND p.consecutivo = $3)",
                                            tx.organizacion(), o.dispositivo, consecutivo);
    if (!venta) reject(Codigo::origen_sin_llegar, campo, reflect::objeto("consecutivo", consecutivo));
    return *venta;
}

std::optional<Precio> costo_de_ruta(db::Reader& tx, std::int64_t productoId, const JornadaFila& j) {
    return engine::costo_conocido(tx, productoId, std::array{j.almacenId, j.almacenBaseId});
}

engine::SolicitudVenta venta_de_ruta(Context& ctx, const OperacionEnCurso& o, const Lista<PartidaVentaRuta, 1000, 1>& partidas,
                                     const std::string& lista) {
    auto& tx = ctx.db();
    auto s = encabezada<engine::SolicitudVenta>(o);
    const auto nombrados = engine::productos_nombrados(tx, partidas, lista);
    for (std::size_t i = 0; i < partidas.size(); ++i) {
        const PartidaVentaRuta& n = partidas[i];
        auto& p = s.partidas.emplace_back();
        poner_mercancia_de_ruta(p, n, lista + "/" + std::to_string(i));
        if (nombrados[i].falta)
            s.faltas.agregar(nombrados[i].falta->codigo, nombrados[i].falta->campo, En::cuerpo, nombrados[i].falta->datos);
        p.productoId = nombrados[i].productoId;
        p.codigo.clear();
        p.precioUnitario = n.precioUnitario;
        p.incluyeImpuestos = n.incluyeImpuestos.value_or(false);
        p.descuento = n.descuento.value_or(Importe{});
        p.notas = n.notas.value_or("");
        p.origenId = n.transaccionIdOrigen.value_or(0);
        p.origenPartida = n.partidaOrigen.value_or(0);
    }
    s.faltas.lanzar();
    if (!o.pedida.versionLista) {
        poner_precios_de_lista(tx, o, s.partidas, s.faltas);
        return s;
    }
    const auto version = tx.one<std::int64_t>(
        "SELECT versionLista FROM versionPrecioRuta WHERE organizacionId = $1 AND rutaId = $2 AND versionLista = $3",
        ctx.organizacionId(), o.jornada.rutaId, o.pedida.versionLista->valor);
    reject_if(!version, Codigo::no_encontrado, "/versionLista");
    for (engine::PartidaVenta& p : s.partidas)
        if (p.origenId == 0) poner_precio_de_version(tx, o, p, s.faltas);
    return s;
}

void vender_en_ruta(Context& ctx, const OperacionEnCurso& o) {
    auto& tx = ctx.db();
    const VentaRutaNueva& v = *o.pedida.venta;
    const bool credito = v.credito.value_or(false);
    const bool factura = v.documento.value_or(PapelVenta::nota) == PapelVenta::factura;
    auto s = venta_de_ruta(ctx, o, v.partidas, "/venta/partidas");
    s.almacenId = o.jornada.almacenId;
    for (engine::PartidaVenta& p : s.partidas) p.almacenId = o.jornada.almacenId;
    s.vencimiento = v.vencimiento;
    s.autorizaCredito = v.autorizaCredito.value_or(false);
    for (const char* campo : {"/vencimiento", "/autorizaCredito", "/partidas"}) s.campos[campo] = std::string{"/venta"} + campo;
    s.faltas.agregar_si(!credito && v.vencimiento.has_value(), Codigo::valor_no_permitido, "/venta/vencimiento");
    s.faltas.agregar_si(factura && v.facturacion && *v.facturacion != FacturacionRuta::individual, Codigo::valor_no_permitido,
                        "/venta/facturacion");
    static const Lista<FormaCobroRuta, 20> ninguno;
    const auto& cobros = v.cobros ? *v.cobros : ninguno;
    s.faltas.agregar_si(!credito && cobros.empty(), Codigo::requerido, "/venta/cobros");
    std::vector<FormaHallada> formas;
    Importe cobrado;
    std::size_t mayor = 0;
    for (std::size_t i = 0; i < cobros.size(); ++i) {
        formas.push_back(hallar_forma(tx, o, cobros[i], "/venta/cobros/" + std::to_string(i), s.faltas));
        cobrado += cobros[i].importe;
        if (cobros[i].importe > cobros[mayor].importe) mayor = i;
    }
    s.faltas.lanzar();
    if (!credito) s.formaPago = formas[mayor].clave;
    if (!credito && factura) s.metodoPago = "PUE";
    // What is paid at once asks for no credit: the money comes first.
    std::vector<std::int64_t> depositos;
    for (std::size_t i = 0; i < cobros.size(); ++i)
        depositos.push_back(depositar(ctx, o, cobros[i], formas[i], "/venta/cobros/" + std::to_string(i)).transaccionId);
    const auto venta = emitir_en_ruta(ctx, o, factura ? engine::FacturaVenta : engine::NotaVenta, s);
    if (credito ? cobrado > venta.total : cobrado != venta.total)
        reject(Codigo::regla_incumplida, "/venta/cobros", reflect::objeto("suma", cobrado, "total", venta.total));
    for (std::size_t i = 0; i < cobros.size(); ++i)
        engine::aplicar(ctx, depositos[i], {{"/venta/cobros/" + std::to_string(i), venta.transaccionId, cobros[i].importe, {}}},
                        venta.fecha);
}

void prevender_en_ruta(Context& ctx, const OperacionEnCurso& o) {
    const PreventaRutaNueva& v = *o.pedida.preventa;
    auto s = venta_de_ruta(ctx, o, v.partidas, "/preventa/partidas");
    s.almacenId = o.jornada.almacenBaseId;
    s.entregaFecha = v.entregaFecha;
    s.campo_entrega = "/preventa/entregaFecha";
    s.sin_existencia = true;
    emitir_en_ruta(ctx, o, engine::PedidoCliente, s);
}

void cobrar_en_ruta(Context& ctx, const OperacionEnCurso& o) {
    auto& tx = ctx.db();
    const CobroRutaNuevo& c = *o.pedida.cobro;
    Faltas faltas;
    const auto forma = hallar_forma(tx, o, c, "/cobro", faltas);
    std::vector<engine::AplicacionPedida> pagos;
    for (std::size_t i = 0; c.asignaciones && i < c.asignaciones->size(); ++i) {
        const AsignacionRutaNueva& a = (*c.asignaciones)[i];
        const std::string campo = "/cobro/asignaciones/" + std::to_string(i);
        const std::int64_t dicha = a.transaccionId.value_or(0);
        faltas.agregar_si((dicha == 0) == !a.consecutivo.has_value(), dicha == 0 ? Codigo::requerido : Codigo::valor_no_permitido,
                          campo + (dicha == 0 ? "/transaccionId" : "/consecutivo"));
        pagos.push_back({campo, dicha, a.importe, {}});
    }
    faltas.lanzar();
    for (std::size_t i = 0; i < pagos.size(); ++i)
        if (pagos[i].transaccionId == 0)
            pagos[i].transaccionId =
                venta_del_dispositivo(tx, o, (*c.asignaciones)[i].consecutivo->valor, pagos[i].campo + "/consecutivo");
    const auto e = depositar(ctx, o, c, forma, "/cobro");
    if (!pagos.empty()) engine::aplicar(ctx, e.transaccionId, pagos, e.fecha);
}

void devolver_en_ruta(Context& ctx, const OperacionEnCurso& o) {
    auto& tx = ctx.db();
    const DevolucionClienteRuta& d = *o.pedida.devolucion;
    auto s = encabezada<engine::SolicitudInventario>(o);
    s.almacenId = o.jornada.almacenId;
    s.motivo = o.pedida.motivo.value_or("");
    std::set<std::int64_t> ventas;
    for (std::size_t i = 0; i < d.partidas.size(); ++i) {
        const PartidaDevueltaRuta& n = d.partidas[i];
        const std::string campo = "/devolucion/partidas/" + std::to_string(i);
        std::int64_t origenId = n.transaccionIdOrigen.value_or(0);
        if (origenId == 0 && !n.consecutivo) s.faltas.agregar(Codigo::requerido, campo + "/transaccionIdOrigen");
        if (origenId != 0 && n.consecutivo) s.faltas.agregar(Codigo::valor_no_permitido, campo + "/consecutivo");
        if (origenId == 0 && n.consecutivo) origenId = venta_del_dispositivo(tx, o, n.consecutivo->valor, campo + "/consecutivo");
        auto& p = s.partidas.emplace_back();
        p.campo = campo;
        p.cantidad = n.cantidad;
        p.origenId = origenId;
        p.origenPartida = n.partidaOrigen;
        tx.each(
            "SELECT productoId, unidadMedidaId FROM partida WHERE organizacionId = $1 AND transaccionId = $2 AND numeroPartida = "
            "$3",
            [&](const db::Row& r) {
                p.productoId = r.integer(0);
                p.unidadMedidaId = r.integer(1);
            },
            ctx.organizacionId(), origenId, n.partidaOrigen.valor);
        if (origenId != 0 && p.productoId == 0) s.faltas.agregar(Codigo::no_encontrado, campo + "/partidaOrigen");
        if (n.lote) p.lote = engine::LotePedido{n.lote->codigo, n.lote->caducidad, n.lote->fechaFabricacion, {}};
        if (n.series) p.series.assign(n.series->begin(), n.series->end());
        const auto condicion = n.condicion.value_or(CondicionRuta::bueno);
        p.condicion = reflect::enum_name(condicion);
        p.almacenId = condicion == CondicionRuta::bueno ? o.jornada.almacenId : almacen_de_merma_de(tx, o.jornada.sucursalId);
        ventas.insert(origenId);
    }
    const bool reembolso = d.reembolso.value_or(false);
    // Money goes back of what was paid.
    if (reembolso)
        for (const std::int64_t venta : ventas) {
            const auto saldo = tx.one<Importe>(
                "SELECT saldo FROM saldo WHERE organizacionId = $1 AND transaccionId = $2 AND naturaleza = 'cobrar'",
                ctx.organizacionId(), venta);
            s.faltas.agregar_si(saldo && !saldo->es_cero(), Codigo::valor_no_permitido, "/devolucion/reembolso");
        }
    s.faltas.lanzar();
    const auto vuelta = emitir_en_ruta(ctx, o, engine::NotaDevolucionCliente, s);
    engine::CreditoPedido credito;
    credito.encabezado = encabezada<engine::SolicitudCredito>(o);
    credito.aplicar = !reembolso;
    for (std::size_t i = 0; i < d.partidas.size(); ++i) {
        auto& p = credito.partidas.emplace_back();
        p.transaccionIdOrigen = IdOpcional{vuelta.transaccionId};
        p.partidaOrigen = Entero<0, 5000>{static_cast<std::int64_t>(i + 1)};
        p.cantidad = d.partidas[i].cantidad;
    }
    const auto nota = engine::registrar_nota_credito(ctx, engine::NotaCreditoCliente, credito);
    engine::ligar_a_jornada(ctx, o.jornada.transaccionId, nota.transaccionId, o.operacionId);
    if (!reembolso) return;
    auto pago = encabezada<engine::SolicitudImporte>(o);
    pago.vendedorId = 0;
    pago.cuentaBancariaId = o.jornada.cuentaBancariaId;
    pago.importe = nota.total;
    pago.relacionados.push_back({"/devolucion", nota.transaccionId, {}, {}});
    const auto e = emitir_en_ruta(ctx, o, engine::Reembolso, pago);
    engine::aplicar(ctx, nota.transaccionId, {{"/devolucion", e.transaccionId, nota.total, {}}}, e.fecha);
}

void cambiar_en_ruta(Context& ctx, const OperacionEnCurso& o) {
    auto& tx = ctx.db();
    const CambioRutaNuevo& c = *o.pedida.cambio;
    auto sale = movimiento_de_ruta(o);
    for (std::size_t i = 0; i < c.entregado.size(); ++i)
        poner_mercancia_de_ruta(sale.partidas.emplace_back(), c.entregado[i], "/cambio/entregado/" + std::to_string(i));
    auto entra = movimiento_de_ruta(o);
    const auto bueno = [](const MercanciaRecibida& r) {
        return r.condicion.value_or(CondicionRuta::bueno) == CondicionRuta::bueno;
    };
    const auto buenos = std::ranges::count_if(c.recibido, bueno);
    const auto nombrados = engine::productos_nombrados(tx, c.recibido, "/cambio/recibido");
    for (std::size_t i = 0; i < c.recibido.size(); ++i) {
        const MercanciaRecibida& r = c.recibido[i];
        const std::string campo = "/cambio/recibido/" + std::to_string(i);
        auto& p = entra.partidas.emplace_back();
        poner_mercancia_de_ruta(p, r, campo);
        if (nombrados[i].falta)
            sale.faltas.agregar(nombrados[i].falta->codigo, nombrados[i].falta->campo, En::cuerpo, nombrados[i].falta->datos);
        p.productoId = nombrados[i].productoId;
        p.codigo.clear();
        // At what it costs, which is known of its base unit.
        sale.faltas.agregar_si(p.unidadMedidaId != 0, Codigo::valor_no_permitido, campo + "/unidadMedidaId");
        const auto costo = p.productoId != 0 ? costo_de_ruta(tx, p.productoId, o.jornada) : std::nullopt;
        p.precioUnitario = costo.value_or(Precio{});
        // One that is good for one that is not would be a sale.
        sale.faltas.agregar_si(buenos != 0 && !bueno(r), Codigo::valor_no_permitido, campo + "/condicion");
    }
    sale.faltas.lanzar();
    // What is changed for something that cannot be sold again is lost; the rest changes places.
    emitir_en_ruta(ctx, o, buenos == 0 ? engine::Merma : engine::SalidaInventario, sale);
    if (buenos != 0) emitir_en_ruta(ctx, o, engine::EntradaInventario, entra);
}

void gastar_en_ruta(Context& ctx, const OperacionEnCurso& o) {
    auto& tx = ctx.db();
    const GastoRutaNuevo& g = *o.pedida.gasto;
    auto s = encabezada<engine::SolicitudEgreso>(o);
    s.entidadId = g.beneficiarioId.value_or(0);
    s.campo_entidad = "/gasto/beneficiarioId";
    s.referencia = g.referencia.value_or("");
    s.cuentaBancariaId = o.jornada.cuentaBancariaId;
    auto& p = s.partidas.emplace_back();
    p.campo = "/gasto";
    p.campo_importe = "/importe";
    p.conceptoId = g.conceptoId;
    p.importe = g.importe;
    engine::exigir_concepto_suyo(tx, s, s.faltas);
    s.faltas.lanzar();
    emitir_en_ruta(ctx, o, engine::Egreso, s);
}

void mover_envases(Context& ctx, const OperacionEnCurso& o) {
    auto& tx = ctx.db();
    const auto& envases = *o.pedida.envases;
    const std::int64_t lejos = leer_configuracion_ruta(tx).almacenEnvasesId;
    Faltas faltas;
    faltas.agregar_si(lejos == 0, Codigo::almacen_requerido, "/envases");
    const auto nombrados = engine::productos_nombrados(tx, envases, "/envases");
    auto presta = encabezada<engine::SolicitudInventario>(o);
    presta.almacenId = o.jornada.almacenId;
    presta.almacenDestinoId = lejos;
    auto recibe = encabezada<engine::SolicitudInventario>(o);
    recibe.almacenId = lejos;
    recibe.almacenDestinoId = o.jornada.almacenId;
    for (std::size_t i = 0; i < envases.size(); ++i) {
        const std::string campo = "/envases/" + std::to_string(i);
        if (nombrados[i].falta) {
            faltas.agregar(nombrados[i].falta->codigo, nombrados[i].falta->campo, En::cuerpo, nombrados[i].falta->datos);
            continue;
        }
        const auto es = tx.one<std::int64_t>("SELECT productoId FROM envaseRuta WHERE organizacionId = $1 AND productoId = $2",
                                             ctx.organizacionId(), nombrados[i].productoId);
        faltas.agregar_si(!es, Codigo::valor_no_permitido, campo + "/productoId");
        faltas.agregar_si(envases[i].cantidad <= Cantidad{}, Codigo::fuera_de_rango, campo + "/cantidad");
        auto& s = envases[i].sentido == SentidoEnvase::prestado ? presta : recibe;
        auto& p = s.partidas.emplace_back();
        poner_mercancia_de_ruta(p, envases[i], campo);
        p.productoId = nombrados[i].productoId;
        p.codigo.clear();
    }
    faltas.lanzar();
    const auto sumar = [&](std::int64_t productoId, Cantidad cantidad) {
        tx.run(R"(INSERT INTO saldoEnvase (organizacionId, entidadId, productoId, cantidad) VALUES ($1, $2, $3, $4)
                  ON CONFLICT (organizacionId, entidadId, productoId) DO UPDATE SET cantidad = saldoEnvase.cantidad + excluded.cantidad)",
               ctx.organizacionId(), o.clienteId, productoId, cantidad);
    };
    for (const auto& p : presta.partidas) sumar(p.productoId, p.cantidad);
    for (const auto& p : recibe.partidas) {
        // A customer gives back what he has.
        if (tx.count(R"(UPDATE saldoEnvase SET cantidad = cantidad - $4
                        WHERE organizacionId = $1 AND entidadId = $2 AND productoId = $3 AND cantidad >= $4)",
                     ctx.organizacionId(), o.clienteId, p.productoId, p.cantidad) != 0)
            continue;
        const auto tiene =
            tx.one<Cantidad>("SELECT cantidad FROM saldoEnvase WHERE organizacionId = $1 AND entidadId = $2 AND productoId = $3",
                             ctx.organizacionId(), o.clienteId, p.productoId);
        reject(Codigo::excede_pendiente, p.campo + "/cantidad",
               reflect::objeto("pendiente", tiene.value_or(Cantidad{}), "requerido", p.cantidad));
    }
    if (!presta.partidas.empty()) emitir_en_ruta(ctx, o, engine::PrestamoEnvase, presta);
    if (!recibe.partidas.empty()) emitir_en_ruta(ctx, o, engine::DevolucionEnvase, recibe);
}

void mermar_en_ruta(Context& ctx, const OperacionEnCurso& o) {
    auto s = movimiento_de_ruta(o);
    for (std::size_t i = 0; i < o.pedida.mermas->size(); ++i)
        poner_mercancia_de_ruta(s.partidas.emplace_back(), (*o.pedida.mermas)[i], "/mermas/" + std::to_string(i));
    emitir_en_ruta(ctx, o, engine::Merma, s);
}

}  // namespace cacao
