#include "rooms/viajes/factura_viaje.hpp"

#include "base/digest.hpp"
#include "base/texto.hpp"
#include "db/rows.hpp"
#include "engine/entorno/ajustes.hpp"
#include "engine/entorno/monedas.hpp"
#include "engine/entorno/series_documento.hpp"
#include "engine/liquidacion/liquidar.hpp"
#include "engine/precios/impuestos.hpp"
#include "engine/tipos/bancos.hpp"
#include "engine/tipos/ventas.hpp"
#include "engine/verbos/complemento.hpp"
#include "engine/verbos/emitir.hpp"
#include "reflect/objeto.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace cacao {
namespace {

constexpr std::string_view moneda_de_pagos = "MXN";
const std::string sin_iva = "cargo que no causa IVA";

// What of a service a line of the invoice is.
enum class ParteDeServicio : std::uint8_t { precio, terceros, cargo };

struct LineaDeViaje {
    std::size_t servicio = 0;  // its place in the request
    ParteDeServicio parte{};
};

struct FilaProveedorViaje {
    std::string rfc, nombreFiscal, regimenFiscal, codigoPostal;
    bool ivaFrontera = false;
    bool activo = false;
};
DESCRIBE_STRUCT(FilaProveedorViaje, (), (rfc, nombreFiscal, regimenFiscal, codigoPostal, ivaFrontera, activo))

struct FilaReferido {
    std::int64_t proveedorId = 0;
    std::int64_t referidoId = 0;
};
DESCRIBE_STRUCT(FilaReferido, (), (proveedorId, referidoId))

template <class T>
T monto(const std::optional<NoNegativo<T>>& v) {
    return v ? static_cast<const T&>(*v) : T{};
}

bool es_intermediado(const ServicioViajeDatos& s) {
    return s.modalidad.value_or(ModalidadViaje::reventa) == ModalidadViaje::intermediacion;
}

// Its supplier charges, and nobody said how much.
bool por_saber(const ServicioViajeNuevo& s) {
    using enum TipoServicioViaje;
    const bool propio = s.tipo == comision || s.tipo == penalizacion || s.tipo == cargoPorServicio;
    return !es_intermediado(s) && !propio && s.proveedorId.value_or(0) != 0 && !s.costoEsperado;
}

// What a request calls what it says: the flat one has no lists.
struct NombresDeFactura {
    bool plana = false;

    std::string servicio(std::size_t i) const { return plana ? std::string{} : fmt::format("/servicios/{}", i); }
    std::string pasajero(std::size_t i) const { return plana ? "/pasajero" : fmt::format("/pasajeros/{}/nombre", i); }
    std::string pago(std::size_t i, std::string_view miembro) const {
        if (!plana) return fmt::format("/pagos/{}{}", i, miembro);
        const bool igual = miembro == "/fechaPago" || miembro == "/cuentaBancariaId" || miembro == "/formaPagoId";
        return std::string{miembro} + (igual ? "" : "Pago");
    }
};

// A request, judged and turned into the lines of an invoice.
class FacturadorDeViaje {
public:
    FacturadorDeViaje(Context& ctx, const FacturaViajeNueva& pedida, const NombresDeFactura& nombres)
        : tx_(ctx.db()), p_(pedida), nombres_(nombres) {
        const auto ajustes = engine::leer_ajustes(tx_);
        rfc_ = ajustes.rfc;
        const auto suya = p_.moneda
                              ? std::optional<std::string>{std::string{*p_.moneda}}
                              : tx_.one<std::string>("SELECT moneda FROM contacto WHERE organizacionId = $1 AND entidadId = $2",
                                                     ctx.organizacionId(), std::int64_t{p_.clienteId});
        moneda_ = suya && !suya->empty() ? *suya : ajustes.moneda;
        const auto conocida = engine::moneda_de(tx_, moneda_);
        decimales_ = conocida ? conocida->decimales : ajustes.decimales;
        fecha_ = p_.fecha.value_or(ctx.hoy(p_.sucursalId ? p_.sucursalId->valor : 0));
    }

    engine::SolicitudVenta solicitud() {
        juzgar_viaje();
        // What it comes to has no other name in a request than that of its fare.
        if (nombres_.plana) s_.campos.emplace("/importe", "/tarifa");
        for (std::size_t i = 0; i < p_.servicios.size(); ++i) {
            s_.campos.emplace(nombres_.servicio(i) + "/precioUnitario", nombres_.servicio(i) + "/tarifa");
            facturar(i);
        }
        for (std::size_t i = 0; p_.pagos && i < p_.pagos->size(); ++i) juzgar_pago(i);
        s_.fecha = p_.fecha;
        s_.serie = p_.serie.value_or("");
        s_.sucursalId = p_.sucursalId.value_or(0);
        s_.proyectoId = p_.proyectoId.value_or(0);
        s_.centroCostoId = p_.centroCostoId.value_or(0);
        s_.entidadId = p_.clienteId;
        s_.campo_entidad = "/clienteId";
        s_.vendedorId = p_.vendedorId.value_or(0);
        s_.moneda = p_.moneda.value_or("");
        s_.tipoCambio = p_.tipoCambio;
        s_.vencimiento = p_.vencimiento;
        if (p_.metodoPago) s_.metodoPago = reflect::enum_name(*p_.metodoPago);
        s_.formaPago = p_.formaPago.value_or("");
        s_.autorizaCredito = p_.autorizaCredito.value_or(false);
        s_.notas = p_.notas.value_or("");
        s_.referencia = p_.referencia;
        s_.faltas = std::move(faltas_);
        return std::move(s_);
    }

    const std::vector<LineaDeViaje>& lineas() const { return lineas_; }

private:
    void juzgar_viaje() {
        faltas_.agregar_si(p_.fechaSalida && p_.fechaRegreso && *p_.fechaRegreso < *p_.fechaSalida, Codigo::fuera_de_rango,
                           "/fechaRegreso");
        for (std::size_t i = 0; p_.pasajeros && i < p_.pasajeros->size(); ++i)
            for (std::size_t j = 0; j < i; ++j)
                if ((*p_.pasajeros)[i].nombre == (*p_.pasajeros)[j].nombre &&
                    (*p_.pasajeros)[i].tipo.value_or(TipoPasajero::adulto) ==
                        (*p_.pasajeros)[j].tipo.value_or(TipoPasajero::adulto))
                    faltas_.agregar(Codigo::duplicado, nombres_.pasajero(i));
    }

    void facturar(std::size_t i) {
        const ServicioViajeNuevo& s = p_.servicios[i];
        const std::string campo = nombres_.servicio(i);
        const auto proveedor = juzgar_servicio(s, campo);
        const Importe bruto = s.tarifa + monto(s.tua) + monto(s.otrosCargos);
        const Importe con_iva = s.baseIva ? static_cast<const Importe&>(*s.baseIva) : bruto;
        const Importe cargo = monto(s.cargoServicio);
        faltas_.agregar_si(bruto.es_cero() && cargo.es_cero(), Codigo::requerido, campo + "/tarifa");
        faltas_.agregar_si(con_iva > bruto, Codigo::fuera_de_rango, campo + "/baseIva");
        faltas_.agregar_si(cargo.es_cero() != (s.conceptoCargoId.value_or(0) == 0),
                           cargo.es_cero() ? Codigo::valor_no_permitido : Codigo::requerido, campo + "/conceptoCargoId");
        if (con_iva > bruto) return;
        if (es_intermediado(s)) {
            if (bruto > Importe{}) cobrar_por_tercero(i, campo, con_iva, bruto - con_iva, proveedor);
        } else {
            if (con_iva > Importe{}) agregar(i, campo, s.conceptoId, con_iva, ParteDeServicio::precio);
            if (bruto > con_iva) {
                auto& l = agregar(i, campo, s.conceptoId, bruto - con_iva, ParteDeServicio::precio);
                l.iva = engine::TratoIva::noObjeto;
                l.motivoIva = sin_iva;
            }
        }
        if (cargo > Importe{} && vende_cargo(s.conceptoCargoId.value_or(0), campo + "/conceptoCargoId")) {
            auto& l = agregar(i, campo, s.conceptoCargoId.value_or(0), cargo, ParteDeServicio::cargo);
            l.descripcion.clear();
        }
    }

    // The engine would tell it of the service's own concept.
    bool vende_cargo(std::int64_t conceptoId, const std::string& donde) {
        if (conceptoId == 0) return false;
        const auto activo =
            tx_.one<std::int64_t>("SELECT activo FROM concepto WHERE organizacionId = $1 AND conceptoId = $2 AND enVenta = 1",
                                  tx_.organizacion(), conceptoId);
        if (!activo) faltas_.agregar(Codigo::no_encontrado, donde);
        else faltas_.agregar_si(*activo == 0, Codigo::inactivo, donde);
        return activo == 1;
    }

    std::optional<FilaProveedorViaje> juzgar_servicio(const ServicioViajeNuevo& s, const std::string& campo) {
        const auto decimales = [&](std::string_view miembro, Importe importe) {
            faltas_.agregar_si(importe.redondeado(decimales_) != importe, Codigo::demasiados_decimales,
                               campo + std::string{miembro});
        };
        decimales("/tarifa", s.tarifa);
        decimales("/tua", monto(s.tua));
        decimales("/otrosCargos", monto(s.otrosCargos));
        decimales("/baseIva", monto(s.baseIva));
        decimales("/impuestos", monto(s.impuestos));
        decimales("/cargoServicio", monto(s.cargoServicio));
        decimales("/comision", monto(s.comision));
        decimales("/costoEsperado", monto(s.costoEsperado));
        decimales("/total", monto(s.total));
        faltas_.agregar_si(s.fechaInicio && s.fechaFin && *s.fechaFin < *s.fechaInicio, Codigo::fuera_de_rango,
                           campo + "/fechaFin");
        for (std::size_t n = 0; s.pasajeros && n < s.pasajeros->size(); ++n)
            faltas_.agregar_si((*s.pasajeros)[n].valor > static_cast<std::int64_t>(p_.pasajeros ? p_.pasajeros->size() : 0),
                               Codigo::fuera_de_rango, fmt::format("{}/pasajeros/{}", campo, n));
        juzgar_referido(s, campo);
        return juzgar_proveedor(s, campo);
    }

    // A commission is of a service, and its supplier pays it.
    void juzgar_referido(const ServicioViajeNuevo& s, const std::string& campo) {
        const bool comision = s.tipo == TipoServicioViaje::comision;
        const bool puede = comision || s.tipo == TipoServicioViaje::penalizacion;
        const std::int64_t referidoId = s.servicioReferidoId.value_or(0);
        const std::string donde = campo + "/servicioReferidoId";
        faltas_.agregar_si(comision && referidoId == 0, Codigo::requerido, donde);
        faltas_.agregar_si(!puede && referidoId != 0, Codigo::valor_no_permitido, donde);
        faltas_.agregar_si(puede && es_intermediado(s), Codigo::valor_no_permitido, campo + "/modalidad");
        if (!puede || referidoId == 0) return;
        const auto referido = tx_.one<FilaReferido>(
            "SELECT proveedorId, referidoId FROM servicioViaje WHERE organizacionId = $1 AND servicioId = $2", tx_.organizacion(),
            referidoId);
        if (!referido) return faltas_.agregar(Codigo::no_encontrado, donde);
        faltas_.agregar_si(comision && referido->proveedorId != p_.clienteId, Codigo::otro_contacto, donde);
        faltas_.agregar_si(referido->referidoId != 0, Codigo::valor_no_permitido, donde);
    }

    std::optional<FilaProveedorViaje> juzgar_proveedor(const ServicioViajeNuevo& s, const std::string& campo) {
        const std::int64_t proveedorId = s.proveedorId.value_or(0);
        const std::string donde = campo + "/proveedorId";
        const bool espera = monto(s.comision) > Importe{} || monto(s.costoEsperado) > Importe{};
        if (proveedorId == 0) {
            faltas_.agregar_si(es_intermediado(s) || espera, Codigo::requerido, donde);
            return {};
        }
        auto proveedor = tx_.one<FilaProveedorViaje>(R"(
            SELECT rfc, nombreFiscal, regimenFiscal, codigoPostal, ivaFrontera, activo FROM contacto
            WHERE organizacionId = $1 AND entidadId = $2 AND esProveedor = 1)",
                                                     tx_.organizacion(), proveedorId);
        if (!proveedor) {
            faltas_.agregar(Codigo::no_encontrado, donde);
            return {};
        }
        faltas_.agregar_si(!proveedor->activo, Codigo::inactivo, donde);
        if (!es_intermediado(s)) return proveedor;
        // The fiscal paper says of whom the money is, with all four, and it is of neither side (CFDI40187, CFDI40188).
        std::vector<std::string_view> faltan;
        if (proveedor->rfc.empty()) faltan.emplace_back("rfc");
        if (proveedor->nombreFiscal.empty()) faltan.emplace_back("nombreFiscal");
        if (proveedor->regimenFiscal.empty()) faltan.emplace_back("regimenFiscal");
        if (proveedor->codigoPostal.empty()) faltan.emplace_back("codigoPostal");
        if (!faltan.empty())
            faltas_.agregar(Codigo::dato_fiscal_faltante, donde, En::donde_sea, reflect::objeto("faltan", faltan));
        const bool es_parte = proveedorId == p_.clienteId || (!proveedor->rfc.empty() && proveedor->rfc == rfc_);
        faltas_.agregar_si(es_parte, Codigo::valor_no_permitido, donde);
        return proveedor;
    }

    engine::PartidaVenta& agregar(std::size_t servicio, const std::string& campo, std::int64_t conceptoId, Importe importe,
                                  ParteDeServicio parte) {
        lineas_.push_back({servicio, parte});
        auto& l = s_.partidas.emplace_back();
        l.campo = campo;
        l.conceptoId = conceptoId;
        l.cantidad = Cantidad::de_enteros(1);
        l.precioUnitario = Precio::de_micros(importe.micros());
        l.descripcion = p_.servicios[servicio].descripcion.value_or("");
        l.notas = p_.servicios[servicio].boleto.value_or("");
        return l;
    }

    // One amount in the books, with the taxes of the supplier inside, which the paper shows.
    void cobrar_por_tercero(std::size_t i, const std::string& campo, Importe con_iva, Importe sin,
                            const std::optional<FilaProveedorViaje>& proveedor) {
        const ServicioViajeNuevo& s = p_.servicios[i];
        auto perfil = tx_.one<engine::PerfilImpuestos>(R"(
            SELECT iva, ivaFrontera, iepsTasa, iepsCuota, ivaRetenido, isrRetenido, isrPor, ivaNoAcreditable, iepsAlCosto
            FROM concepto WHERE organizacionId = $1 AND conceptoId = $2)",
                                                       tx_.organizacion(), std::int64_t{s.conceptoId});
        if (perfil) {
            perfil->iepsTasa = perfil->ivaRetenido = perfil->isrRetenido = {};
            perfil->iepsCuota = {};
        }
        engine::Circunstancia quien;
        quien.frontera = proveedor && proveedor->ivaFrontera;
        const auto poner = [&](Importe importe, bool grava) {
            engine::PartidaGravada g;
            g.cantidad = g.cantidadBase = Cantidad::de_enteros(1);
            g.precioUnitario = Precio::de_micros(importe.micros());
            std::vector<engine::ImpuestoDebido> debidos;
            if (grava && perfil) debidos = engine::debidos(*perfil, quien, fecha_);
            auto suyas = engine::calcular(g, debidos, decimales_);
            if (grava) estado_por_el_boleto(s, campo, suyas);
            engine::CifrasPartida c;
            c.importe = c.neto = suyas.total();
            c.precioNeto = Precio::de_micros(c.importe.micros());
            c.impuestosTercero = std::move(suyas.impuestos);
            auto& l = agregar(i, campo, s.conceptoId, c.importe, ParteDeServicio::terceros);
            l.precioUnitario.reset();
            l.terceroId = s.proveedorId.value_or(0);
            l.cifras = std::move(c);
        };
        if (con_iva > Importe{}) poner(con_iva, true);
        else faltas_.agregar_si(monto(s.impuestos) > Importe{}, Codigo::valor_no_permitido, campo + "/impuestos");
        if (sin > Importe{}) poner(sin, false);
    }

    // What the ticket states is what its issuer charged: a cent is its rounding, more is something else.
    void estado_por_el_boleto(const ServicioViajeNuevo& s, const std::string& campo, engine::CifrasPartida& c) {
        if (!s.impuestos) return;
        const Importe dicho = monto(s.impuestos);
        const Importe diferencia = dicho - c.iva;
        const Importe centavo = engine::unidad_de(decimales_);
        if (diferencia > centavo || -diferencia > centavo || (c.iva.es_cero() && !dicho.es_cero())) {
            faltas_.agregar(Codigo::valor_no_permitido, campo + "/impuestos", En::donde_sea, reflect::objeto("calculado", c.iva));
            return;
        }
        for (engine::ImpuestoPartida& i : c.impuestos)
            if (!i.importe.es_cero()) i.importe += diferencia;
        c.iva = dicho;
    }

    // What the engine would tell of the deposit alone, told with the rest.
    void juzgar_pago(std::size_t i) {
        const PagoViajeNuevo& g = (*p_.pagos)[i];
        const auto campo = [&](std::string_view miembro) { return nombres_.pago(i, miembro); };
        const std::string moneda = g.moneda ? std::string{*g.moneda} : std::string{moneda_de_pagos};
        const auto cuenta = tx_.one<std::string>(
            "SELECT moneda FROM cuentaBancaria WHERE organizacionId = $1 AND cuentaBancariaId = $2 AND activo = 1",
            tx_.organizacion(), std::int64_t{g.cuentaBancariaId});
        faltas_.agregar_si(!cuenta, Codigo::no_encontrado, campo("/cuentaBancariaId"));
        faltas_.agregar_si(cuenta && *cuenta != moneda, Codigo::moneda_distinta, campo("/moneda"));
        faltas_.agregar_si(g.importe <= Importe{}, Codigo::fuera_de_rango, campo("/importe"));
        const std::int64_t forma = g.formaPagoId.value_or(0);
        const bool conocida = forma == 0 || tx_.one<std::int64_t>(R"(SELECT 1 FROM formaPago
                                                WHERE organizacionId = $1 AND formaPagoId = $2 AND activo = 1)",
                                                                  tx_.organizacion(), forma);
        faltas_.agregar_si(!conocida, Codigo::no_encontrado, campo("/formaPagoId"));
    }

    db::Writer& tx_;
    const FacturaViajeNueva& p_;
    const NombresDeFactura& nombres_;
    std::string rfc_;
    std::string moneda_;
    int decimales_ = 2;
    Fecha fecha_;
    Faltas faltas_;
    engine::SolicitudVenta s_;
    std::vector<LineaDeViaje> lineas_;
};

// The booking of the locator, made when it is the first time, with those who travel and were not in it.
std::int64_t guardar_reservacion(Context& ctx, const FacturaViajeNueva& p) {
    auto& tx = ctx.db();
    auto id = reservacion_de(tx, p.localizador);
    if (!id) {
        id = tx.next_id();
        tx.run(R"(INSERT INTO reservacionViaje (organizacionId, reservacionId, localizador, fechaSalida, fechaRegreso, creadoEn)
                  VALUES ($1, $2, $3, $4, $5, $6))",
               ctx.organizacionId(), *id, std::string{p.localizador}, p.fechaSalida, p.fechaRegreso, ctx.ahora());
    } else if (p.fechaSalida || p.fechaRegreso) {
        const auto bien = tx.count(R"(UPDATE reservacionViaje SET fechaSalida = COALESCE($3, fechaSalida),
                                             fechaRegreso = COALESCE($4, fechaRegreso)
                                      WHERE organizacionId = $1 AND reservacionId = $2
                                        AND (COALESCE($4, fechaRegreso) IS NULL OR COALESCE($3, fechaSalida) IS NULL
                                             OR COALESCE($4, fechaRegreso) >= COALESCE($3, fechaSalida)))",
                                   ctx.organizacionId(), *id, p.fechaSalida, p.fechaRegreso);
        reject_if(bien == 0, Codigo::fuera_de_rango, p.fechaRegreso ? "/fechaRegreso" : "/fechaSalida");
    }
    return *id;
}

// Their numbers in the booking, in the order of the request.
std::vector<std::int64_t> guardar_pasajeros(Context& ctx, const FacturaViajeNueva& p, std::int64_t reservacionId) {
    auto& tx = ctx.db();
    std::vector<std::int64_t> numeros;
    for (std::size_t i = 0; p.pasajeros && i < p.pasajeros->size(); ++i) {
        const std::string nombre = (*p.pasajeros)[i].nombre;
        const auto tipo = reflect::enum_name((*p.pasajeros)[i].tipo.value_or(TipoPasajero::adulto));
        tx.run(R"(INSERT INTO pasajeroViaje (organizacionId, reservacionId, consecutivo, nombre, tipo)
                  SELECT $1, $2, COALESCE(MAX(x.consecutivo), 0) + 1, $3, $4 FROM pasajeroViaje x
                  WHERE x.organizacionId = $1 AND x.reservacionId = $2
                  HAVING COUNT(CASE WHEN x.nombre = $3 AND x.tipo = $4 THEN 1 END) = 0)",
               ctx.organizacionId(), reservacionId, nombre, tipo);
        numeros.push_back(tx.one<std::int64_t>(R"(SELECT consecutivo FROM pasajeroViaje
                                                  WHERE organizacionId = $1 AND reservacionId = $2 AND nombre = $3 AND tipo = $4)",
                                               ctx.organizacionId(), reservacionId, nombre, tipo)
                              .value());
    }
    return numeros;
}

struct TotalDePartida {
    std::int64_t numeroPartida = 0;
    Importe total;
    Importe impuestos;
    Guardado<std::vector<engine::ImpuestoPartida>> impuestosTercero;
};
DESCRIBE_STRUCT(TotalDePartida, (), (numeroPartida, total, impuestos, impuestosTercero))

struct CifrasDeServicio {
    Importe total;
    Importe terceros;
    Importe impuestos;  // of its price, or of what is somebody else's
};

// What each service came to, by its lines.
std::vector<CifrasDeServicio> cifras_de_servicios(db::Reader& tx, std::int64_t transaccionId, std::size_t cuantos,
                                                  const std::vector<LineaDeViaje>& lineas) {
    std::vector<CifrasDeServicio> cifras(cuantos);
    for (const auto& t : tx.all<TotalDePartida>(R"(
             SELECT numeroPartida, importe - descuento - promocion + iva + ieps - ivaRetenido - isrRetenido AS total,
                    iva + ieps AS impuestos, impuestosTercero
             FROM partida WHERE organizacionId = $1 AND transaccionId = $2)",
                                                tx.organizacion(), transaccionId)) {
        const LineaDeViaje& l = lineas.at(static_cast<std::size_t>(t.numeroPartida - 1));
        CifrasDeServicio& c = cifras[l.servicio];
        c.total += t.total;
        if (l.parte == ParteDeServicio::precio) c.impuestos += t.impuestos;
        if (l.parte != ParteDeServicio::terceros) continue;
        c.terceros += t.total;
        for (const auto& i : reflect::recuperar(t.impuestosTercero)) c.impuestos += i.importe;
    }
    return cifras;
}

// What a request says that a service comes to is compared with what it came to.
void comparar_con_lo_dicho(const FacturaViajeNueva& p, const NombresDeFactura& nombres,
                           const std::vector<CifrasDeServicio>& cifras) {
    Faltas faltas;
    for (std::size_t i = 0; i < cifras.size(); ++i) {
        const auto comparar = [&](const auto& dicho, Importe calculado, std::string_view miembro) {
            if (dicho && monto(dicho) != calculado)
                faltas.agregar(Codigo::valor_no_permitido, nombres.servicio(i) + std::string{miembro}, En::donde_sea,
                               reflect::objeto("calculado", calculado));
        };
        comparar(p.servicios[i].impuestos, cifras[i].impuestos, "/impuestos");
        comparar(p.servicios[i].total, cifras[i].total, "/total");
    }
    faltas.lanzar();
}

void guardar_servicios(Context& ctx, const FacturaViajeNueva& p, const NombresDeFactura& nombres, std::int64_t reservacionId,
                       std::int64_t transaccionId, const std::vector<std::int64_t>& pasajeros,
                       const std::vector<LineaDeViaje>& lineas) {
    auto& tx = ctx.db();
    const auto cifras = cifras_de_servicios(tx, transaccionId, p.servicios.size(), lineas);
    comparar_con_lo_dicho(p, nombres, cifras);
    std::vector<std::int64_t> ids;
    for (std::size_t i = 0; i < p.servicios.size(); ++i) {
        const ServicioViajeNuevo& s = p.servicios[i];
        std::vector<std::int64_t> suyos;
        if (s.pasajeros)
            for (const auto& n : *s.pasajeros) suyos.push_back(pasajeros.at(static_cast<std::size_t>(n.valor - 1)));
        else suyos = pasajeros;
        // For somebody else, what was charged for them is what they are to get.
        const Importe espera = es_intermediado(s) ? cifras[i].terceros : monto(s.costoEsperado);
        ids.push_back(tx.next_id());
        tx.run(
            R"(INSERT INTO servicioViaje (organizacionId, servicioId, reservacionId, transaccionId, consecutivo, tipo, modalidad,
                                             proveedorId, referidoId, descripcion, boleto, pasajeros, fechaInicio, fechaFin, tarifa,
                                             tua, otrosCargos, impuestos, cargoServicio, comision, costoEsperado, terceros, total,
                                             costoPorSaber)
                  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24))",
            ctx.organizacionId(), ids.back(), reservacionId, transaccionId, static_cast<std::int64_t>(i + 1),
            reflect::enum_name(s.tipo), reflect::enum_name(s.modalidad.value_or(ModalidadViaje::reventa)),
            s.proveedorId.value_or(0), s.servicioReferidoId.value_or(0), std::string{s.descripcion.value_or("")},
            std::string{s.boleto.value_or("")}, reflect::guardar(suyos).texto, s.fechaInicio, s.fechaFin, Importe{s.tarifa},
            monto(s.tua), monto(s.otrosCargos), cifras[i].impuestos, monto(s.cargoServicio), monto(s.comision), espera,
            cifras[i].terceros, cifras[i].total, por_saber(s));
    }
    for (std::size_t n = 0; n < lineas.size(); ++n)
        tx.run("INSERT INTO partidaViaje (organizacionId, transaccionId, numeroPartida, servicioId) VALUES ($1, $2, $3, $4)",
               ctx.organizacionId(), transaccionId, static_cast<std::int64_t>(n + 1), ids[lineas[n].servicio]);
}

void cobrar(Context& ctx, const FacturaViajeNueva& p, const NombresDeFactura& nombres, const engine::Emitido& factura) {
    for (std::size_t i = 0; p.pagos && i < p.pagos->size(); ++i) {
        const PagoViajeNuevo& g = (*p.pagos)[i];
        const auto campo = [&](std::string_view miembro) { return nombres.pago(i, miembro); };
        engine::SolicitudImporte s;
        s.fecha = g.fechaPago;
        s.campos = {{"/fecha", campo("/fechaPago")},
                    {"/moneda", campo("/moneda")},
                    {"/tipoCambio", campo("/tipoCambio")},
                    {"/importe", campo("/importe")}};
        s.sucursalId = p.sucursalId.value_or(0);
        s.proyectoId = p.proyectoId.value_or(0);
        s.centroCostoId = p.centroCostoId.value_or(0);
        s.entidadId = p.clienteId;
        s.campo_entidad = "/clienteId";
        s.cuentaBancariaId = g.cuentaBancariaId;
        s.formaPagoId = g.formaPagoId.value_or(0);
        s.moneda = g.moneda ? std::string{*g.moneda} : std::string{moneda_de_pagos};
        s.tipoCambio = g.tipoCambio;
        s.referencia = g.referencia.value_or("");
        s.importe = g.importe;
        const auto deposito = engine::emitir(ctx, engine::Deposito, s);
        engine::AplicacionPedida a;
        const std::string importe = campo("/importe");  // its name outlives what looks at it
        a.campo_importe = importe;
        a.transaccionId = factura.transaccionId;
        a.importe = g.importe;
        a.importe2 = g.importe2;
        engine::aplicar(ctx, deposito.transaccionId, {a}, std::max(deposito.fecha, factura.fecha));
        engine::advertir_forma_que_falta(ctx, deposito.transaccionId);
    }
}

struct CabeceraDeFactura {
    std::string tipo, serie, estado, moneda, referencia, localizador;
    std::int64_t folio = 0, reservacionId = 0;
    Fecha fecha;
    Importe subtotal, iva, ieps, ivaRetenido, isrRetenido, total, saldo;
    FechaOVacia fechaSalida;
    FechaOVacia fechaRegreso;
};
DESCRIBE_STRUCT(CabeceraDeFactura, (),
                (tipo, serie, estado, moneda, referencia, localizador, folio, reservacionId, fecha, subtotal, iva, ieps,
                 ivaRetenido, isrRetenido, total, saldo, fechaSalida, fechaRegreso))

struct FilaCobroViaje : CobroViaje {
    std::string serie;
    std::int64_t numero{};
};
DESCRIBE_STRUCT(FilaCobroViaje, (CobroViaje), (serie, numero))

// As it stands now.
FacturaViajeCreada leer_factura_viaje(db::Reader& tx, std::int64_t transaccionId, bool repetida) {
    const auto c = tx.one<CabeceraDeFactura>(R"(
        SELECT d.tipo, d.serie, d.estado, d.moneda,
               CASE WHEN f.referenciaCancelada <> '' THEN f.referenciaCancelada ELSE f.referencia END AS referencia, r.localizador, d.folio, r.reservacionId, d.fecha, d.subtotal, d.iva,
               d.ieps, d.ivaRetenido, d.isrRetenido, d.total, COALESCE(s.saldo, 0) AS saldo, r.fechaSalida, r.fechaRegreso
        FROM facturaViaje f
        JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = f.transaccionId
        JOIN reservacionViaje r ON r.organizacionId = $1 AND r.reservacionId = f.reservacionId
        LEFT JOIN saldo s ON s.organizacionId = $1 AND s.transaccionId = f.transaccionId AND s.naturaleza = 'cobrar'
        WHERE f.organizacionId = $1 AND f.transaccionId = $2)",
                                             tx.organizacion(), transaccionId)
                       .value();
    FacturaViajeCreada r;
    r.transaccionId = transaccionId;
    r.tipoDocumento = c.tipo;
    r.folio = engine::folio_texto(c.serie, c.folio);
    r.fecha = c.fecha;
    r.estado = c.estado;
    r.moneda = c.moneda;
    r.subtotal = c.subtotal;
    r.iva = c.iva;
    r.ieps = c.ieps;
    r.ivaRetenido = c.ivaRetenido;
    r.isrRetenido = c.isrRetenido;
    r.total = c.total;
    r.referencia = c.referencia;
    r.reservacion = {c.reservacionId, c.localizador, c.fechaSalida, c.fechaRegreso};
    r.saldo = c.saldo;
    r.repetida = repetida;
    r.pasajeros = tx.all<PasajeroViaje>(R"(SELECT consecutivo, nombre, tipo FROM pasajeroViaje
                                           WHERE organizacionId = $1 AND reservacionId = $2 ORDER BY consecutivo)",
                                        tx.organizacion(), c.reservacionId);
    static const std::string suyos = std::string{servicios_de_viaje} + " AND s.transaccionId = $2 ORDER BY s.consecutivo";
    r.servicios = tx.all<ServicioViaje>(suyos, tx.organizacion(), transaccionId);
    for (const ServicioViaje& s : r.servicios) r.terceros += s.terceros;
    for (auto& f : tx.all<FilaCobroViaje>(R"(
             SELECT a.pagoId AS transaccionId, '' AS folio, a.fecha, p.moneda, a.importe, a.importe2, p.serie, p.folio AS numero
             FROM aplicacion a
             JOIN documento p ON p.organizacionId = $1 AND p.transaccionId = a.pagoId
             WHERE a.organizacionId = $1 AND a.documentoId = $2 AND a.estado = 'vigente' ORDER BY a.consecutivo)",
                                          tx.organizacion(), transaccionId)) {
        f.folio = engine::folio_texto(f.serie, f.numero);
        r.pagos.push_back(f);
    }
    return r;
}

struct FacturaYaRegistrada {
    std::int64_t transaccionId = 0;
    std::string huella;
    std::string estado;
};
DESCRIBE_STRUCT(FacturaYaRegistrada, (), (transaccionId, huella, estado))

// Another one takes the reference of an invoice that was cancelled: that keeps what it was called, and has a reference longer
// than anybody can send.
void soltar_referencia(db::Writer& tx, std::int64_t transaccionId) {
    constexpr std::size_t mas_larga = 101;
    tx.run(
        "UPDATE facturaViaje SET referenciaCancelada = referencia, referencia = $3 WHERE organizacionId = $1 AND transaccionId = "
        "$2",
        tx.organizacion(), transaccionId, std::string(mas_larga, '#') + std::to_string(transaccionId));
}

FacturaViajeNueva con_listas(const FacturaViajePlana& plana) {
    FacturaViajeNueva n;
    static_cast<FacturaViajeEncabezado&>(n) = plana;
    auto& s = n.servicios.emplace_back();
    static_cast<ServicioViajeDatos&>(s) = plana;
    if (plana.pasajero) n.pasajeros.emplace().push_back({*plana.pasajero, plana.tipoPasajero});
    if (!plana.fechaPago) return n;
    auto& g = n.pagos.emplace().emplace_back();
    g.fechaPago = *plana.fechaPago;
    g.cuentaBancariaId = Id{plana.cuentaBancariaId.value_or(0)};
    g.formaPagoId = plana.formaPagoId;
    g.moneda = plana.monedaPago;
    g.tipoCambio = plana.tipoCambioPago;
    g.importe = plana.importePago.value_or(Importe{});
    g.importe2 = plana.importe2Pago;
    g.referencia = plana.referenciaPago;
    return n;
}

FacturaViajeCreada registrar_viaje(Context& ctx, const FacturaViajeNueva& pedida, const NombresDeFactura& nombres) {
    auto& tx = ctx.db();
    tx.lock("reservacionesViaje");  // two that send one reference, or one locator, come after each other
    const std::string huella = hexadecimal(sha256(reflect::to_json(pedida)));
    const auto ya = tx.one<FacturaYaRegistrada>(
        R"(SELECT f.transaccionId, f.huella, d.estado FROM facturaViaje f
           JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = f.transaccionId
           WHERE f.organizacionId = $1 AND f.referencia = $2)",
        ctx.organizacionId(), std::string{pedida.referencia});
    // The same request is that registration, whatever became of it: who sends it late makes no second one.
    const bool otra = ya && ya->huella != huella && ya->estado == engine::nombre(engine::Estado::cancelado);
    if (otra) soltar_referencia(tx, ya->transaccionId);
    if (ya && !otra) {
        if (ya->huella != huella) reject(Codigo::duplicado, "/referencia", reflect::objeto("transaccionId", ya->transaccionId));
        return leer_factura_viaje(tx, ya->transaccionId, true);
    }
    FacturadorDeViaje facturador{ctx, pedida, nombres};
    const auto solicitud = facturador.solicitud();
    const auto factura = engine::emitir(ctx, engine::FacturaVenta, solicitud);
    const std::int64_t reservacionId = guardar_reservacion(ctx, pedida);
    const auto pasajeros = guardar_pasajeros(ctx, pedida, reservacionId);
    tx.run(R"(INSERT INTO facturaViaje (organizacionId, transaccionId, reservacionId, referencia, huella)
              VALUES ($1, $2, $3, $4, $5))",
           ctx.organizacionId(), factura.transaccionId, reservacionId, std::string{pedida.referencia}, huella);
    guardar_servicios(ctx, pedida, nombres, reservacionId, factura.transaccionId, pasajeros, facturador.lineas());
    cobrar(ctx, pedida, nombres, factura);
    auto creada = leer_factura_viaje(tx, factura.transaccionId, false);
    ctx.auditar_alta("FacturaViaje", factura.transaccionId, creada);
    return creada;
}

}  // namespace

FacturaViajeCreada registrar_factura_viaje_v2(Context& ctx, const FacturaViajeNueva& pedida) {
    return registrar_viaje(ctx, pedida, {.plana = false});
}

FacturaViajeCreada registrar_factura_viaje(Context& ctx, const FacturaViajePlana& plana) {
    Faltas faltas;
    if (plana.fechaPago) {
        faltas.agregar_si(plana.cuentaBancariaId.value_or(0) == 0, Codigo::requerido, "/cuentaBancariaId");
        faltas.agregar_si(!plana.importePago, Codigo::requerido, "/importePago");
    } else {
        const bool paga = plana.cuentaBancariaId.value_or(0) != 0 || plana.importePago || plana.importe2Pago ||
                          plana.formaPagoId.value_or(0) != 0 || plana.monedaPago || plana.tipoCambioPago || plana.referenciaPago;
        faltas.agregar_si(paga, Codigo::requerido, "/fechaPago");
    }
    faltas.agregar_si(plana.tipoPasajero && !plana.pasajero, Codigo::requerido, "/pasajero");
    faltas.lanzar();
    return registrar_viaje(ctx, con_listas(plana), {.plana = true});
}

void register_factura_viaje(api::Operations& ops) {
    using enum api::Verb;
    static const std::vector<Codigo> rechazos{Codigo::no_encontrado,
                                              Codigo::inactivo,
                                              Codigo::requerido,
                                              Codigo::duplicado,
                                              Codigo::fuera_de_rango,
                                              Codigo::valor_no_permitido,
                                              Codigo::demasiados_decimales,
                                              Codigo::dato_fiscal_faltante,
                                              Codigo::otro_contacto,
                                              Codigo::moneda_distinta,
                                              Codigo::moneda_sin_tipo_cambio,
                                              Codigo::excede_saldo,
                                              Codigo::excede_credito,
                                              Codigo::cuenta_sin_definir,
                                              Codigo::permiso_denegado,
                                              Codigo::periodo_cerrado,
                                              Codigo::serie_de_otra_sucursal};
    ops.group("AgenciaViaje");
    ops.add(POST, "/api/AgenciaViaje/RegistrarFactura", "AgenciaViajeRegistrarFactura", registrar_factura_viaje)
        .rechaza(rechazos);
    ops.add(POST, "/api/AgenciaViaje/RegistrarFacturaV2", "AgenciaViajeRegistrarFacturaV2", registrar_factura_viaje_v2)
        .rechaza(rechazos);
}

}  // namespace cacao
