// Registration, second step: who, where, when, in which currency, and what goes beside the figures.

#include "engine/emision/juzgar.hpp"

#include "api/registros.hpp"
#include "base/sat.hpp"
#include "reflect/decode.hpp"
#include "reflect/objeto.hpp"

#include <algorithm>
#include <array>

namespace cacao::engine {
namespace {

// c_TipoRelacion of CFDI 4.0 (SAT).
constexpr std::array<std::string_view, 7> tipos_de_relacion{"01", "02", "03", "04", "05", "06", "07"};

void juzgar_lugar(const Juicio& j, Juzgado& d) {
    const CabeceraHallada& h = j.hallado.cabecera;
    const Cabecera& c = j.pedida.cabecera;
    if (d.encabezado.sucursalId == 0) {
        j.faltas.agregar(Codigo::sucursal_requerida, "/sucursalId");
    } else if (h.sucursales.empty()) {
        j.faltas.agregar(Codigo::no_encontrado, "/sucursalId");
    } else {
        d.sucursal = &h.sucursales.front();
        j.faltas.agregar_si(!d.sucursal->activo, Codigo::inactivo, "/sucursalId");
    }
    if (!c.serie.empty() && !h.sucursal_de_serie) j.faltas.agregar(Codigo::no_encontrado, "/serie");
    else if (h.sucursal_de_serie && d.sucursal != nullptr && *h.sucursal_de_serie != d.encabezado.sucursalId)
        j.faltas.agregar(Codigo::serie_de_otra_sucursal, "/serie");
    // What is written anew keeps the one that it has.
    const std::int64_t almacenId = j.pedida.almacen.almacenId;
    if (almacenId != 0 && j.hallado.rehecho == 0) {
        const auto almacen = std::ranges::find(j.hallado.almacenes, almacenId, &AlmacenFila::almacenId);
        if (almacen == j.hallado.almacenes.end()) j.faltas.agregar(Codigo::no_encontrado, "/almacenId");
        else if (!almacen->activo) j.faltas.agregar(Codigo::inactivo, "/almacenId");
    }
}

void juzgar_contacto(const Juicio& j, Juzgado& d) {
    const Cabecera& c = j.pedida.cabecera;
    if (c.entidadId == 0) {
        const bool exige = j.tipo.contacto == Contacto::cliente || j.tipo.contacto == Contacto::proveedor;
        j.faltas.agregar_si(exige, Codigo::requerido, c.campo_entidad);
        return;
    }
    // The beneficiary of an egress is stored as sent; everywhere else a contact is one of the organization's.
    if (j.hallado.cabecera.contactos.empty()) {
        j.faltas.agregar_si(!es_egreso(j.tipo), Codigo::no_encontrado, c.campo_entidad);
        return;
    }
    d.contacto = &j.hallado.cabecera.contactos.front();
    // Money that may come without a name comes from a customer if it has one.
    const bool de_cliente = j.tipo.contacto == Contacto::cliente || j.tipo.saldo == Saldo::favor_cliente;
    const bool papel =
        (de_cliente && !d.contacto->esCliente) || (j.tipo.contacto == Contacto::proveedor && !d.contacto->esProveedor);
    j.faltas.agregar_si(papel, Codigo::valor_no_permitido, c.campo_entidad);
    j.faltas.agregar_si(!d.contacto->activo, Codigo::inactivo, c.campo_entidad);
    // A refund is due as it is paid.
    const bool a_plazo =
        (j.tipo.saldo == Saldo::por_cobrar || j.tipo.saldo == Saldo::por_pagar) && !j.tipo.banco && !j.tipo.banco_sale;
    if (!j.pedida.papel.vencimiento && a_plazo) d.vencimiento = d.encabezado.fecha + d.contacto->diasCredito;
}

// How it is paid (Anexo 20 and RMF 2.7.1.32). In one payment: by the end of the month, and in a form that is known (CFDI40105);
// otherwise later, in a form that nobody knows yet. Where nothing is said it is the latter, which is always true.
void juzgar_forma_de_pago(const Juicio& j, Juzgado& d) {
    if (!es_venta(j.tipo) || j.tipo.saldo != Saldo::por_cobrar) return;
    const DeCliente& c = j.pedida.cliente;
    d.formaPago = c.formaPago;
    j.faltas.agregar_si(!c.formaPago.empty() && !sat::es_forma_pago(c.formaPago), Codigo::valor_no_permitido, "/formaPago");
    if (!j.tipo.fiscal) return;
    const bool definida = !c.formaPago.empty() && c.formaPago != sat::forma_por_definir;
    d.metodoPago = !c.metodoPago.empty() ? c.metodoPago : std::string{definida ? sat::en_una_exhibicion : sat::en_parcialidades};
    if (d.metodoPago == sat::en_parcialidades) {
        d.formaPago = sat::forma_por_definir;
        j.faltas.agregar_si(definida, Codigo::valor_no_permitido, "/formaPago");
        return;
    }
    j.faltas.agregar_si(c.formaPago.empty(), Codigo::requerido, "/formaPago");
    j.faltas.agregar_si(!c.formaPago.empty() && !definida, Codigo::valor_no_permitido, "/formaPago");
    const Fecha limite = d.encabezado.fecha.ultimo_del_mes();
    if (!j.pedida.papel.vencimiento) d.vencimiento = std::min(d.vencimiento, limite);
    if (d.vencimiento > limite)
        j.faltas.agregar(Codigo::valor_no_permitido, "/metodoPago", En::donde_sea, reflect::objeto("vencimiento", d.vencimiento));
}

void juzgar_bancos(const Juicio& j, Juzgado& d) {
    const auto& bancos = j.hallado.cabecera.bancos;
    const auto buscar = [&](std::int64_t id, std::string_view donde) -> const BancoFila* {
        const auto it = std::ranges::find(bancos, id, &BancoFila::cuentaBancariaId);
        if (it == bancos.end()) {
            j.faltas.agregar(id == 0 ? Codigo::requerido : Codigo::no_encontrado, std::string{donde});
            return nullptr;
        }
        j.faltas.agregar_si(!it->activo, Codigo::inactivo, donde);
        return &*it;
    };
    const DeBanco& pedido = j.pedida.banco;
    if (j.tipo.banco || j.tipo.banco_sale) d.banco = buscar(pedido.cuentaBancariaId, "/cuentaBancariaId");
    if (std::ranges::find(j.tipo.asientos, Cuenta::banco_destino, &Asiento::cuenta) == j.tipo.asientos.end()) return;
    d.destino = buscar(pedido.cuentaDestinoId, "/cuentaDestinoId");
    j.faltas.agregar_si(d.destino != nullptr && pedido.cuentaDestinoId == pedido.cuentaBancariaId, Codigo::valor_no_permitido,
                        "/cuentaDestinoId");
}

// Between accounts of one currency the same comes in as goes out; between two, what the bank says of each. What both are worth in
// the books follows from the rate of each currency, given or of the day.
void juzgar_entrada(const Juicio& j, Juzgado& d) {
    const DeBanco& pedido = j.pedida.banco;
    if (d.destino == nullptr || d.banco == nullptr) return;
    const auto& dado = pedido.importeDestino;
    const auto& cambio = pedido.tipoCambioDestino;
    if (d.destino->moneda == d.encabezado.moneda) {
        j.faltas.agregar_si(dado && *dado != j.pedida.entero.importe, Codigo::valor_no_permitido, "/importeDestino");
        j.faltas.agregar_si(cambio && *cambio != d.encabezado.tipoCambio, Codigo::valor_no_permitido, "/tipoCambioDestino");
        return;
    }
    const CabeceraHallada& h = j.hallado.cabecera;
    const bool local = d.destino->moneda == j.hallado.ajustes.moneda;
    if (!h.moneda_destino) j.faltas.agregar(Codigo::valor_no_permitido, "/cuentaDestinoId");
    else if (local)
        j.faltas.agregar_si(cambio && *cambio != Precio::de_enteros(1), Codigo::valor_no_permitido, "/tipoCambioDestino");
    else if (!h.cambio_destino) j.faltas.agregar(Codigo::moneda_sin_tipo_cambio, "/tipoCambioDestino");
    else j.faltas.agregar_si(*h.cambio_destino <= Precio{}, Codigo::fuera_de_rango, "/tipoCambioDestino");
    if (!dado) j.faltas.agregar(Codigo::requerido, "/importeDestino");
    else if (*dado <= Importe{}) j.faltas.agregar(Codigo::fuera_de_rango, "/importeDestino");
    else if (h.moneda_destino && dado->redondeado(h.moneda_destino->decimales) != *dado)
        j.faltas.agregar(Codigo::demasiados_decimales, "/importeDestino");
    if (!j.faltas.vacia()) return;
    d.entrada = {*dado, *h.cambio_destino, convertir(*dado, *h.cambio_destino, j.hallado.ajustes.decimales)};
}

void juzgar_moneda(const Juicio& j, const Juzgado& d) {
    const auto& dicho = j.pedida.cabecera.tipoCambio;
    const CabeceraHallada& h = j.hallado.cabecera;
    if (d.encabezado.moneda == j.hallado.ajustes.moneda)
        j.faltas.agregar_si(dicho && *dicho != Precio::de_enteros(1), Codigo::valor_no_permitido, "/tipoCambio");
    else if (!h.otra_moneda) j.faltas.agregar(Codigo::valor_no_permitido, "/moneda");
    else if (!dicho && !h.cambio_del_dia) j.faltas.agregar(Codigo::moneda_sin_tipo_cambio, "/tipoCambio");
    else j.faltas.agregar_si(d.encabezado.tipoCambio <= Precio{}, Codigo::fuera_de_rango, "/tipoCambio");
    j.faltas.agregar_si(d.banco != nullptr && d.banco->moneda != d.encabezado.moneda, Codigo::moneda_distinta, "/moneda");
}

void juzgar_adjuntos(const Juicio& j, const Juzgado& d) {
    const auto& hay = j.hallado.cabecera.relacionados;
    for (const RelacionPedida& r : j.pedida.cabecera.relacionados) {
        if (r.transaccionId == 0 && r.uuid.empty()) j.faltas.agregar(Codigo::requerido, r.campo + "/transaccionId");
        if (r.transaccionId != 0 && std::ranges::find(hay, r.transaccionId) == hay.end())
            j.faltas.agregar(Codigo::no_encontrado, r.campo + "/transaccionId");
        if (!r.tipoRelacion.empty() && std::ranges::find(tipos_de_relacion, r.tipoRelacion) == tipos_de_relacion.end())
            j.faltas.agregar(Codigo::valor_no_permitido, r.campo + "/tipoRelacion");
    }
    const DePapel& papel = j.pedida.papel;
    const Fecha fecha = d.encabezado.fecha;
    j.faltas.agregar_si(papel.vigenciaFecha && *papel.vigenciaFecha < fecha, Codigo::fuera_de_rango, "/vigenciaFecha");
    j.faltas.agregar_si(papel.entregaFecha && *papel.entregaFecha < fecha, Codigo::fuera_de_rango, papel.campo_entrega);
}

// Values for the XML that the customer wants behind the document.
void juzgar_addenda(const Juicio& j, Juzgado& d) {
    const auto& forma = j.hallado.cabecera.addenda;
    const auto& pedida = j.pedida.cliente.addenda;
    if (!forma) {
        j.faltas.agregar_si(pedida.has_value(), Codigo::no_encontrado, "/addenda");
        return;
    }
    const auto campos = reflect::recuperar(forma->campos);
    const std::size_t antes = j.faltas.cuantas();
    d.addenda = llenar_addenda(campos, pedida.value_or(ValoresDeAddenda{}), j.pedida.partidas.size(), "/addenda", j.faltas);
    // Refused now if it is larger than anybody would read, not when somebody does.
    if (j.faltas.cuantas() == antes) exigir_que_quepa(campos, forma->plantilla, d.addenda, "/addenda", j.faltas);
}

}  // namespace

void juzgar_cabecera(const Juicio& j, Juzgado& d) {
    const CabeceraHallada& h = j.hallado.cabecera;
    const Cabecera& c = j.pedida.cabecera;
    juzgar_lugar(j, d);
    d.vencimiento = j.pedida.papel.vencimiento.value_or(d.encabezado.fecha);
    j.faltas.agregar_si(d.vencimiento < d.encabezado.fecha, Codigo::fuera_de_rango, "/vencimiento");
    juzgar_contacto(j, d);
    juzgar_forma_de_pago(j, d);
    juzgar_bancos(j, d);
    juzgar_moneda(j, d);
    juzgar_entrada(j, d);
    // One that was closed since takes what follows from its documents.
    const std::int64_t proyectoId = d.encabezado.proyectoId;
    const bool heredado = c.proyectoId == 0 && proyectoId != j.hallado.divisionId;
    if (proyectoId != 0 && !heredado && std::ranges::find(h.proyectos, proyectoId) == h.proyectos.end())
        j.faltas.agregar(Codigo::no_encontrado, "/proyectoId");
    // One that was put away takes nothing new.
    j.faltas.agregar_si(d.encabezado.centroCostoId != 0 && !h.centro_activo, Codigo::no_encontrado, "/centroCostoId");
    j.faltas.agregar_si(!h.centro_activo.value_or(true) && !h.centro_heredado, Codigo::inactivo, "/centroCostoId");
    j.faltas.agregar_si(j.pedida.banco.formaPagoId != 0 && h.formas.empty(), Codigo::no_encontrado, "/formaPagoId");
    const auto exigir = [&](std::int64_t id, const std::optional<bool>& activo, std::string_view cual) {
        j.faltas.agregar_si(id != 0 && !activo, Codigo::no_encontrado, cual);
        j.faltas.agregar_si(activo && !*activo, Codigo::inactivo, cual);
    };
    exigir(j.pedida.cliente.vendedorId, h.vendedor_activo, "/vendedorId");
    exigir(j.pedida.cliente.canalId, h.canal_activo, "/canalId");
    const auto primero = [](const std::vector<std::int64_t>& ids) {
        return ids.empty() ? std::nullopt : std::optional{ids.front()};
    };
    duplicado_si(primero(h.repetidas), 0, "/referenciaExterna", j.faltas);
    duplicado_si(primero(h.timbradas), 0, "/uuid", j.faltas);
    juzgar_adjuntos(j, d);
    juzgar_addenda(j, d);
}

}  // namespace cacao::engine
