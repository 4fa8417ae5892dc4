#include "rooms/impuestos/diot.hpp"

#include "base/rfc.hpp"
#include "db/rows.hpp"
#include "engine/entorno/ajustes.hpp"
#include "engine/entorno/meses.hpp"
#include "engine/entorno/monedas.hpp"
#include "engine/libros/balanza.hpp"
#include "engine/tipos/bancos.hpp"
#include "engine/tipos/compras.hpp"
#include "engine/tipos/contabilidad.hpp"
#include "rooms/impuestos/diot_proveedor.hpp"
#include "rooms/impuestos/impuesto_seguido.hpp"
#include "rooms/impuestos/iva_acreditable.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>

namespace cacao {
namespace {

constexpr std::string_view rfc_global = "XAXX010101000";
constexpr Tasa diot_general = Tasa::de_micros(160'000);
constexpr Tasa diot_frontera = Tasa::de_micros(80'000);

// A category as its figures add up, to the cent.
struct ActosSumados {
    Importe valor;
    Importe devoluciones;
    Importe acreditable;
    Importe acreditableProporcion;
    Importe noAcreditableProporcion;
    Importe noAcreditableRequisitos;
    Tasa tasa = diot_general;
};

struct LlaveDiot {
    std::string tipoTercero;
    std::string tipoOperacion;
    std::string identidad;  // RFC, or number abroad
    auto operator<=>(const LlaveDiot&) const = default;
};

struct LineaSumada {
    DiotLinea linea;  // who it is
    ActosSumados norte{.tasa = diot_frontera}, sur{.tasa = diot_frontera}, general, aduana, intangibles;
    Importe ivaRetenido, exento, tasaCero, noObjeto;
};

struct ProveedorLeido {
    std::int64_t entidadId{};
    std::string nombre;
    std::string rfc;
    std::string tipoTercero;
    std::string tipoOperacion;
    std::string idFiscal;
    std::string pais;
    std::string lugar;
    bool efectosFiscales = true;
};
DESCRIBE_STRUCT(ProveedorLeido, (), (entidadId, nombre, rfc, tipoTercero, tipoOperacion, idFiscal, pais, lugar, efectosFiscales))

// What somebody abroad was paid without any VAT of ours: their documents bear none.
struct PagoAlExtranjero {
    Fecha fecha;
    std::int64_t entidadId{};
    std::int64_t transaccionId{};
    Importe importe;
    Precio tipoCambio;
    bool cancelacion{};
    bool registro{};
};
DESCRIBE_STRUCT(PagoAlExtranjero, (), (fecha, entidadId, transaccionId, importe, tipoCambio, cancelacion, registro))

std::vector<PagoAlExtranjero> leer_pagos_al_extranjero(db::Reader& tx, Fecha desde, Fecha hasta) {
    constexpr std::string_view sin_iva = R"(
        AND NOT EXISTS (SELECT 1 FROM documentoImpuesto i WHERE i.organizacionId = $1 AND i.transaccionId = d.transaccionId
                        AND i.impuesto = 'iva'))";
    const engine::Flujo facturas{
        .columnas = "d.entidadId, d.transaccionId, a.localPago AS importe, 1000000 AS tipoCambio",
        .de = fmt::format(R"(
        FROM aplicacion a
        JOIN documento p ON p.organizacionId = $1 AND p.transaccionId = a.pagoId AND p.tipo = '{}'
        JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = a.documentoId AND d.tipo IN ('{}', '{}')
        JOIN contacto c ON c.organizacionId = $1 AND c.entidadId = d.entidadId AND c.rfc = '{}'
        WHERE a.organizacionId = $1{})",
                          engine::Egreso.tipo, engine::FacturaCompra.tipo, engine::Gasto.tipo, rfc_extranjero, sin_iva),
        .tabla = "a",
        .llave = "aplicacionId"};
    const engine::Flujo directos{
        .columnas = "d.entidadId, d.transaccionId, l.importe - l.descuento - l.promocion AS importe, d.tipoCambio",
        .de = fmt::format(R"(
        FROM documento d
        JOIN contacto c ON c.organizacionId = $1 AND c.entidadId = d.entidadId AND c.rfc = '{}'
        JOIN partida l ON l.organizacionId = $1 AND l.transaccionId = d.transaccionId AND l.conceptoId <> 0
        WHERE d.organizacionId = $1 AND d.tipo = $4{})",
                          rfc_extranjero, sin_iva),
        .tabla = "d",
        .llave = "transaccionId",
        .registro = true};
    std::vector<PagoAlExtranjero> pagos;
    engine::pedir_flujo(tx, pagos, facturas, desde, hasta);
    engine::pedir_flujo(tx, pagos, directos, desde, hasta, engine::Egreso.tipo);
    tx.settle();
    return pagos;
}

// The southern region by the postal codes of its states; the rest of what is stimulated is the northern one.
bool es_region_sur(std::string_view codigoPostal) {
    constexpr std::array<std::string_view, 5> estados{"24", "29", "30", "77", "86"};
    return std::ranges::find(estados, codigoPostal.substr(0, 2)) != estados.end();
}

// To the nearest peso; half away from nothing.
std::int64_t en_pesos(Importe i) {
    constexpr std::int64_t peso = 1'000'000;
    const std::int64_t m = i.micros();
    return m >= 0 ? (m + peso / 2) / peso : -((-m + peso / 2) / peso);
}
std::int64_t tope_de_iva(std::int64_t valor, Tasa tasa) { return en_pesos((Importe::de_enteros(valor) * tasa).redondear(2)); }

class ReunionDiot {
public:
    ReunionDiot(db::Reader& tx, Fecha desde, Fecha hasta)
        : tx_(tx), desde_(desde), hasta_(hasta), decimales_(engine::leer_ajustes(tx).decimales) {}

    Diot reunir(std::int64_t periodo) {
        const auto iva = seguir_impuesto(tx_, iva_de_proveedores, desde_, hasta_, decimales_);
        const auto retenido = seguir_impuesto(tx_, iva_que_retenemos, desde_, hasta_, decimales_);
        const auto aduana = leer_iva_de_importacion(tx_, desde_, hasta_);
        const auto fuera = leer_pagos_al_extranjero(tx_, desde_, hasta_);
        std::set<std::int64_t> quienes;
        std::set<std::int64_t> documentos;
        for (const auto* lista : {&iva, &retenido})
            for (const ImpuestoMovido& m : *lista) quienes.insert(m.fila.entidadId), documentos.insert(m.fila.transaccionId);
        for (const IvaDeImportacion& i : aduana) quienes.insert(i.entidadId);
        for (const PagoAlExtranjero& p : fuera) quienes.insert(p.entidadId), documentos.insert(p.transaccionId);
        leer_proveedores(quienes);
        leer_operaciones(documentos);
        leer_sucursales();
        r_.periodo = periodo;
        for (const ImpuestoMovido& m : iva) agregar(m);
        for (const ImpuestoMovido& m : retenido) {
            linea(m.fila.entidadId, m.fila.transaccionId).ivaRetenido += m.importe;
            r_.retenido += m.importe;
        }
        for (const IvaDeImportacion& i : aduana) agregar(i);
        for (const PagoAlExtranjero& p : fuera) agregar(p);
        for (auto& [llave, l] : lineas_) cerrar(l);
        std::ranges::stable_sort(avisos_, {}, [](const auto& a) { return std::tuple{a.first.second, a.first.first}; });
        for (auto& [llave, aviso] : avisos_) r_.avisos.push_back(std::move(aviso));
        return std::move(r_);
    }

private:
    void leer_proveedores(const std::set<std::int64_t>& ids) {
        std::vector<ProveedorLeido> filas;
        for (const auto id : ids)
            tx_.all_later(filas, R"(
                SELECT c.entidadId, CASE WHEN c.nombreFiscal <> '' THEN c.nombreFiscal ELSE c.nombre END AS nombre, c.rfc,
                       COALESCE(p.tipoTercero, '') AS tipoTercero, COALESCE(p.tipoOperacion, '') AS tipoOperacion,
                       COALESCE(p.idFiscal, '') AS idFiscal, COALESCE(p.pais, '') AS pais, COALESCE(p.lugar, '') AS lugar,
                       COALESCE(p.efectosFiscales, 1) AS efectosFiscales
                FROM contacto c
                LEFT JOIN proveedorDiot p ON p.organizacionId = $1 AND p.entidadId = c.entidadId
                WHERE c.organizacionId = $1 AND c.entidadId = $2)",
                          tx_.organizacion(), id);
        tx_.settle();
        for (ProveedorLeido& p : filas) proveedores_.emplace(p.entidadId, std::move(p));
    }

    // Of each document, the operation of the concept that most of it is of; only where some concept has one.
    void leer_operaciones(const std::set<std::int64_t>& documentos) {
        if (!tx_.one<std::int64_t>("SELECT 1 FROM conceptoDiot WHERE organizacionId = $1 LIMIT 1", tx_.organizacion())) return;
        for (const auto id : documentos)
            tx_.each(R"(SELECT k.tipoOperacion FROM partida p
                        JOIN conceptoDiot k ON k.organizacionId = $1 AND k.conceptoId = p.conceptoId
                        WHERE p.organizacionId = $1 AND p.transaccionId = $2
                        GROUP BY k.tipoOperacion ORDER BY SUM(p.importe) DESC, k.tipoOperacion LIMIT 1)",
                     [&](const db::Row& f) { operaciones_[id] = f.text(0); }, tx_.organizacion(), id);
    }

    void leer_sucursales() {
        tx_.each(
            "SELECT sucursalId, codigoPostal FROM sucursal WHERE organizacionId = $1",
            [&](const db::Row& f) {
                if (es_region_sur(f.text(1))) del_sur_.insert(f.integer(0));
            },
            tx_.organizacion());
    }

    void avisar(AvisoDeDiot que, std::int64_t proveedorId, const std::string& proveedor, Importe importe) {
        for (auto& [llave, aviso] : avisos_)
            if (llave == std::pair{que, proveedorId}) {
                aviso.importe += importe;
                return;
            }
        avisos_.push_back({{que, proveedorId}, {que, proveedorId, proveedor, importe}});
    }

    // Who it is to the return, by what its contact and the document say.
    LineaSumada& linea(std::int64_t entidadId, std::int64_t documentoId) {
        const auto hallado = proveedores_.find(entidadId);
        static const ProveedorLeido nadie;
        const ProveedorLeido& p = hallado == proveedores_.end() ? nadie : hallado->second;
        const auto rfc = Rfc::leer(p.rfc);
        const bool propio = rfc && !rfc->es_generico();
        DiotLinea d;
        d.proveedorId = entidadId;
        d.proveedor = p.nombre;
        d.efectosFiscales = p.efectosFiscales;
        const bool de_fuera = p.rfc == rfc_extranjero || !p.idFiscal.empty();
        d.tipoTercero = !p.tipoTercero.empty() ? p.tipoTercero : propio ? "04" : de_fuera ? "05" : "15";
        // A national one without an RFC cannot be named.
        if (d.tipoTercero == "04" && !propio) d.tipoTercero = "15";
        const auto operacion = operaciones_.find(documentoId);
        for (const std::string& una : {p.tipoOperacion, operacion == operaciones_.end() ? std::string{} : operacion->second})
            if (d.tipoOperacion.empty() && operacion_de_tercero(d.tipoTercero, una)) d.tipoOperacion = una;
        const bool omitida = d.tipoOperacion.empty();
        std::string identidad;
        if (d.tipoTercero == "15") {
            d.tipoOperacion = "87";
            d.rfc = identidad = rfc_global;
            d.proveedorId = 0;
            d.proveedor.clear();
        } else if (d.tipoTercero == "04") {
            if (omitida) d.tipoOperacion = "85";
            d.rfc = identidad = rfc->texto();
        } else {
            if (omitida) d.tipoOperacion = "03";
            if (propio) d.rfc = rfc->texto();
            d.idFiscal = p.idFiscal;
            d.nombre = p.nombre;
            d.pais = p.pais;
            d.lugar = p.lugar;
            identidad = !d.idFiscal.empty() ? d.idFiscal : !d.rfc.empty() ? d.rfc : std::to_string(entidadId);
            if (omitida) avisar(AvisoDeDiot::operacionOmitida, entidadId, p.nombre, {});
            if (d.idFiscal.empty() || d.pais.empty() || (d.pais == "ZZZ" && d.lugar.empty()))
                avisar(AvisoDeDiot::sinDatosExtranjero, entidadId, p.nombre, {});
        }
        const LlaveDiot llave{d.tipoTercero, d.tipoOperacion, identidad};
        LineaSumada& l = lineas_[llave];
        if (l.linea.tipoTercero.empty()) l.linea = std::move(d);
        return l;
    }

    // What cannot be named is told, with what it comes to.
    void avisar_de_quien(std::int64_t entidadId, const std::string& proveedor, const LineaSumada& l, Importe importe) {
        if (l.linea.tipoTercero != "15") return;
        if (entidadId == 0) return avisar(AvisoDeDiot::sinProveedor, 0, "", importe);
        const auto& p = proveedores_.at(entidadId);
        if (p.tipoTercero != "15") avisar(AvisoDeDiot::sinRfc, entidadId, proveedor, importe);
    }

    void agregar(const ImpuestoMovido& m) {
        const FilaSeguida& f = m.fila;
        LineaSumada& l = linea(f.entidadId, f.transaccionId);
        avisar_de_quien(f.entidadId, f.contacto, l, m.base);
        r_.pagado += m.base;
        r_.acreditable += m.importe;
        // What is bought abroad is an import, whatever its documents say of our VAT.
        if (l.linea.tipoTercero == "05" && f.factor == "noObjeto") sumar(categoria(l, f), m);
        else if (f.factor == "exento") l.exento += m.base;
        else if (f.factor == "noObjeto") l.noObjeto += m.base;
        else if (f.tasa == Tasa{}) l.tasaCero += m.base;
        else sumar(categoria(l, f), m);
    }

    ActosSumados& categoria(LineaSumada& l, const FilaSeguida& f) {
        if (l.linea.tipoTercero == "05") return l.linea.tipoOperacion == "07" ? l.aduana : l.intangibles;
        if (f.tasa == diot_frontera) return del_sur_.contains(f.sucursalId) ? l.sur : l.norte;
        if (f.tasa != diot_general) avisar(AvisoDeDiot::otraTasa, f.entidadId, f.contacto, f.base);
        return l.general;
    }

    static void sumar(ActosSumados& a, const ImpuestoMovido& m) {
        if (m.resta) a.devoluciones -= m.base;
        else a.valor += m.base;
        if (m.alCosto.es_cero()) {
            a.acreditable += m.importe;
        } else {
            a.acreditableProporcion += m.importe;
            (m.importe.es_cero() ? a.noAcreditableRequisitos : a.noAcreditableProporcion) += m.alCosto;
        }
    }

    // Customs say their VAT: what it is of follows from the rate.
    void agregar(const IvaDeImportacion& i) {
        LineaSumada& l = linea(i.entidadId, i.transaccionId);
        const Importe base = Importe::de_micros(i.importe.micros() / diot_general.micros() * 1'000'000 +
                                                i.importe.micros() % diot_general.micros() * 1'000'000 / diot_general.micros());
        avisar_de_quien(i.entidadId, i.contacto, l, base);
        avisar(AvisoDeDiot::baseEstimada, i.entidadId, i.contacto, base);
        l.aduana.valor += base;
        l.aduana.acreditable += i.importe;
        r_.pagado += base;
        r_.acreditable += i.importe;
    }

    void agregar(const PagoAlExtranjero& p) {
        LineaSumada& l = linea(p.entidadId, p.transaccionId);
        Importe importe = engine::convertir(p.importe, p.tipoCambio, decimales_);
        if (p.cancelacion) importe = -importe;
        (l.linea.tipoOperacion == "07" ? l.aduana : l.intangibles).valor += importe;
        r_.pagado += importe;
    }

    DiotActos redondear(const DiotLinea& l, ActosSumados a) {
        // What was undone of a return was paid after all.
        if (a.devoluciones < Importe{}) {
            a.valor -= a.devoluciones;
            a.devoluciones = {};
        }
        DiotActos d;
        d.valor = std::max<std::int64_t>(0, en_pesos(a.valor));
        d.devoluciones = std::min(d.valor, en_pesos(a.devoluciones));
        if (a.devoluciones > a.valor && !a.devoluciones.es_cero())
            avisar(AvisoDeDiot::devolucionMayor, l.proveedorId, l.proveedor, a.devoluciones - a.valor);
        else if (a.valor < Importe{}) avisar(AvisoDeDiot::devolucionMayor, l.proveedorId, l.proveedor, -a.valor);
        // The whole figures hold together, whatever rounding makes of each.
        std::int64_t queda = tope_de_iva(d.valor, a.tasa);
        const auto tomar = [&](Importe iva) {
            const std::int64_t pesos = std::max<std::int64_t>(0, en_pesos(iva));
            const std::int64_t cabe = std::min(queda, pesos);
            if (pesos - cabe > 1)
                avisar(AvisoDeDiot::sobreLoPagado, l.proveedorId, l.proveedor, Importe::de_enteros(pesos - cabe));
            queda -= cabe;
            return cabe;
        };
        d.acreditable = tomar(a.acreditable);
        d.acreditableProporcion = tomar(a.acreditableProporcion);
        d.noAcreditableProporcion = tomar(a.noAcreditableProporcion);
        d.noAcreditableRequisitos = tomar(a.noAcreditableRequisitos);
        return d;
    }

    std::int64_t redondear(const DiotLinea& l, Importe importe) {
        if (importe < Importe{}) avisar(AvisoDeDiot::devolucionMayor, l.proveedorId, l.proveedor, -importe);
        return std::max<std::int64_t>(0, en_pesos(importe));
    }

    void cerrar(LineaSumada& l) {
        DiotLinea& d = l.linea;
        d.norte = redondear(d, l.norte);
        d.sur = redondear(d, l.sur);
        d.general = redondear(d, l.general);
        d.aduana = redondear(d, l.aduana);
        d.intangibles = redondear(d, l.intangibles);
        d.ivaRetenido = redondear(d, l.ivaRetenido);
        d.exento = redondear(d, l.exento);
        d.tasaCero = redondear(d, l.tasaCero);
        d.noObjeto = redondear(d, l.noObjeto);
        const bool algo = d.norte.valor + d.sur.valor + d.general.valor + d.aduana.valor + d.intangibles.valor + d.ivaRetenido +
                              d.exento + d.tasaCero + d.noObjeto >
                          0;
        if (algo) r_.lineas.push_back(std::move(d));
    }

    db::Reader& tx_;
    Fecha desde_;
    Fecha hasta_;
    int decimales_;
    Diot r_;
    std::map<std::int64_t, ProveedorLeido> proveedores_;
    std::map<std::int64_t, std::string> operaciones_;
    std::set<std::int64_t> del_sur_;
    std::map<LlaveDiot, LineaSumada> lineas_;
    std::vector<std::pair<std::pair<AvisoDeDiot, std::int64_t>, DiotAviso>> avisos_;
};

// A text between two bars.
std::string campo_de_diot(std::string_view texto) {
    std::string limpio;
    for (const char c : texto)
        if (c != '|' && c != '\n' && c != '\r') limpio += c;
    return limpio;
}

}  // namespace

Diot consultar_diot(const Context& ctx, const DiotPedida& pedida) {
    auto& tx = ctx.db();
    const auto [desde, hasta] = engine::dias_del_mes(pedida.periodo);
    Diot r = ReunionDiot{tx, desde, hasta}.reunir(pedida.periodo);
    const auto libro =
        engine::saldo_de_papeles_sin(tx, engine::LiquidacionIva.tipo, {engine::Cuenta::iva_acreditable_pagado}, desde, hasta);
    r.diferencia = r.acreditable - (libro.cargos - libro.abonos);
    for (const IvaDeImportacion& i : leer_iva_de_importacion(tx, desde, hasta)) r.diferencia -= i.importe;
    return r;
}

std::string archivo_de_diot(const std::vector<DiotLinea>& lineas) {
    std::string texto;
    for (const DiotLinea& l : lineas) {
        std::vector<std::string> campos{l.tipoTercero,
                                        l.tipoOperacion,
                                        l.rfc,
                                        campo_de_diot(l.idFiscal),
                                        campo_de_diot(l.nombre),
                                        campo_de_diot(l.pais),
                                        l.pais == "ZZZ" ? campo_de_diot(l.lugar) : ""};
        const auto cifra = [&](std::int64_t n) { campos.push_back(n == 0 ? std::string{} : std::to_string(n)); };
        const std::array<const DiotActos*, 5> categorias{&l.norte, &l.sur, &l.general, &l.aduana, &l.intangibles};
        for (const DiotActos* a : categorias) cifra(a->valor), cifra(a->devoluciones);
        for (const DiotActos* a : categorias) cifra(a->acreditable), cifra(a->acreditableProporcion);
        for (const DiotActos* a : categorias) {
            cifra(a->noAcreditableProporcion);
            cifra(a->noAcreditableRequisitos);
            cifra(a->noAcreditableExento);
            cifra(a->noAcreditableNoObjeto);
        }
        for (const std::int64_t n :
             {l.ivaRetenido, l.importacionExenta, l.exento, l.tasaCero, l.noObjeto, l.noObjetoSinEstablecimiento})
            cifra(n);
        campos.emplace_back(l.efectosFiscales ? "01" : "02");
        for (std::size_t i = 0; i < campos.size(); ++i) texto.append(i == 0 ? "" : "|").append(campos[i]);
        texto += "\r\n";
    }
    return texto;
}

Contenido descargar_diot(const Context& ctx, const DiotPedida& pedida) {
    const Diot r = consultar_diot(ctx, pedida);
    const auto rfc = engine::leer_ajustes(ctx.db()).rfc;
    Contenido c;
    c.tipo = "text/plain; charset=utf-8";
    c.bytes = std::make_shared<const std::string>(archivo_de_diot(r.lineas));
    c.nombre = rfc + "_DIOT_" + std::to_string(r.periodo) + ".txt";
    return c;
}

void register_diot(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Impuestos");
    ops.add(GET, "/api/Impuestos/Diot", "Diot", consultar_diot)
        .renglones(&Diot::lineas)
        .cierran(&Diot::avisos)
        .nuestra()
        .rechaza({Codigo::fuera_de_rango});
    ops.add(GET, "/api/Impuestos/Diot/Archivo", "DiotArchivo", descargar_diot).nuestra().rechaza({Codigo::fuera_de_rango});
}

}  // namespace cacao
