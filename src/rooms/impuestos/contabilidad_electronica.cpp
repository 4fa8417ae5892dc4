#include "rooms/impuestos/contabilidad_electronica.hpp"

#include "base/rfc.hpp"
#include "db/rows.hpp"
#include "engine/entorno/ajustes.hpp"
#include "engine/entorno/meses.hpp"
#include "engine/libros/balanza.hpp"
#include "reflect/objeto.hpp"
#include "rooms/impuestos/claves_contables.hpp"
#include "rooms/impuestos/polizas_contables.hpp"
#include "rooms/impuestos/xml_contable.hpp"
#include "tabla/zip.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <vector>

namespace cacao {
namespace {

using contable::dos_decimales;
using contable::texto_contable;
using contable::XmlContable;

struct CuentaContable {
    std::int64_t cuentaId{};
    std::int64_t padreId{};
    std::string codigo;
    std::string nombre;
    std::int64_t nivel{};
    std::string naturaleza;
    std::string codigoAgrupador;
    bool activo{};
};
DESCRIBE_STRUCT(CuentaContable, (), (cuentaId, padreId, codigo, nombre, nivel, naturaleza, codigoAgrupador, activo))

// What every file begins with.
struct Encabezado {
    std::string rfc;
    std::int64_t anio = 0;
    std::int64_t mes = 0;
    std::string sello;  // once it is known
    std::string noCertificado;
    std::string certificado;
};

std::string mes_contable(std::int64_t mes) { return fmt::format("{:02}", mes); }

// Which accounts the catalog has: those in use, those that ever moved, and what they stand below.
std::vector<CuentaContable> leer_cuentas_contables(db::Reader& tx) {
    auto todas = tx.all<CuentaContable>(R"(
        SELECT c.cuentaId, c.padreId, c.codigo, c.nombre, c.nivel, c.naturaleza, c.codigoAgrupador,
               CASE WHEN c.activo = 1 OR EXISTS (SELECT 1 FROM asiento a WHERE a.organizacionId = $1 AND a.cuentaId = c.cuentaId
                                                 AND c.activo = 0) THEN 1 ELSE 0 END AS activo
        FROM cuenta c WHERE c.organizacionId = $1 ORDER BY c.nivel DESC, c.codigo)",
                                        tx.organizacion());
    std::set<std::int64_t> padres;
    std::vector<CuentaContable> cuentas;
    for (CuentaContable& c : todas) {
        if (!c.activo && !padres.contains(c.cuentaId)) continue;
        padres.insert(c.padreId);
        cuentas.push_back(std::move(c));
    }
    std::ranges::sort(cuentas, {}, &CuentaContable::codigo);
    return cuentas;
}

// What the file of any of them must not lack: nothing is written before all of it is there.
void exigir_claves(const std::vector<CuentaContable>& cuentas, const std::string& rfc, Faltas& faltas) {
    faltas.agregar_si(!Rfc::leer(rfc), Codigo::perfil_incompleto, "/rfc");
    for (const CuentaContable& c : cuentas)
        if (!contable::hay_agrupador(c.codigoAgrupador))
            faltas.agregar(c.codigoAgrupador.empty() ? Codigo::requerido : Codigo::valor_no_permitido, "/codigoAgrupador",
                           En::donde_sea, reflect::objeto("cuentaId", c.cuentaId));
    faltas.agregar_si(cuentas.empty(), Codigo::lista_vacia, "/cuentas");
}

std::map<std::int64_t, engine::SaldoDeCuenta> balanza_contable(db::Reader& tx, std::int64_t periodo) {
    const bool trece = periodo % 100 == 13;
    const Fecha hasta = engine::cierre_del_mes(trece ? periodo - 1 : periodo);
    return engine::balanza(
        tx, {.desde = trece ? hasta : hasta.primero_del_mes(), .hasta = hasta, .desde_cierre = trece, .con_cierre = trece});
}

// As each account is told: what it holds on the side where it grows.
struct SaldoContable {
    Importe inicial;
    Importe debe;
    Importe haber;
    Importe fin;
};
SaldoContable saldo_contable(const engine::SaldoDeCuenta& s, bool deudora) {
    const Importe inicial = deudora ? s.inicial : -s.inicial;
    return {inicial, s.cargos, s.abonos, deudora ? inicial + s.cargos - s.abonos : inicial - s.cargos + s.abonos};
}

constexpr std::string_view espacios_xsi = R"(xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance")";

std::string espacios_de(std::string_view prefijo, std::string_view cual) {
    const auto uri = fmt::format("http://www.sat.gob.mx/esquemas/ContabilidadE/1_3/{}", cual);
    return fmt::format(R"(xmlns:{0}="{1}" {2} xsi:schemaLocation="{1} {1}/{3}_1_3.xsd")", prefijo, uri, espacios_xsi, cual);
}

// One file: how it is called, and who writes its nodes.
struct ArchivoContable {
    std::string_view clase;  // CT, BN …
    std::string_view prefijo;
    std::function<void(db::Reader&, const Encabezado&, XmlContable&)> escribir;
};

// Once for the seal, if one is wanted, and once to be kept: neither holds more than a page of it.
Contenido hacer_archivo(const Context& ctx, const MediosContables& medios, const ArchivoContable& archivo, Encabezado e,
                        bool sellar) {
    auto& tx = ctx.db();
    const std::string prefijo = std::string{archivo.prefijo} + ":";
    if (sellar) {
        const auto csd = medios.csd ? medios.csd(tx, ctx.ahora()) : std::nullopt;
        reject_if(!csd, Codigo::sin_certificado, "/sellar");
        fiscal::SelloPorPartes sello{*csd};
        XmlContable xml{prefijo, nullptr, [&](std::string_view texto) { sello.agregar(texto); }};
        archivo.escribir(tx, e, xml);
        e.sello = sello.terminar();
        e.noCertificado = csd->certificado().numero();
        e.certificado = csd->base64_de_cer();
    }
    const auto nombre = fmt::format("{}{}{}{}", e.rfc, e.anio, mes_contable(e.mes), archivo.clase);
    const auto spool = std::make_shared<api::Spool>(medios.carpeta);
    tabla::Zip zip{[&](std::string_view bytes) { spool->write(bytes); }};
    zip.entrada(nombre + ".xml");
    XmlContable xml{prefijo, [&](std::string_view texto) { zip.escribir(texto); }, nullptr};
    archivo.escribir(tx, e, xml);
    zip.terminar();
    spool->finish();
    Contenido c;
    c.tipo = "application/zip";
    c.nombre = nombre + ".zip";
    if (spool->has_file()) c.archivo = spool;
    else c.bytes = std::make_shared<const std::string>(spool->take());
    return c;
}

void escribir_catalogo(const std::vector<CuentaContable>& cuentas, const Encabezado& e, XmlContable& xml) {
    std::map<std::int64_t, std::string_view> codigos;
    for (const CuentaContable& c : cuentas) codigos.emplace(c.cuentaId, c.codigo);
    xml.raiz("Catalogo", espacios_de("catalogocuentas", "CatalogoCuentas"),
             {{"Version", "1.3"},
              {"RFC", e.rfc},
              {"Mes", mes_contable(e.mes)},
              {"Anio", std::to_string(e.anio)},
              {"Sello", e.sello, false},
              {"noCertificado", e.noCertificado, false},
              {"Certificado", e.certificado, false}});
    for (const CuentaContable& c : cuentas) {
        const auto padre = codigos.find(c.padreId);
        xml.hoja("Ctas", {{"CodAgrup", c.codigoAgrupador},
                          {"NumCta", texto_contable(c.codigo, 100)},
                          {"Desc", texto_contable(c.nombre, 400)},
                          {"SubCtaDe", padre == codigos.end() ? "" : texto_contable(padre->second, 100)},
                          {"Nivel", std::to_string(c.nivel)},
                          {"Natur", c.naturaleza == "deudora" ? "D" : "A"}});
    }
    xml.cerrar("Catalogo");
    xml.terminar();
}

// Of the accounts that hold others too: what those come to.
std::map<std::int64_t, engine::SaldoDeCuenta> con_los_de_arriba(const std::vector<CuentaContable>& cuentas,
                                                                const std::map<std::int64_t, engine::SaldoDeCuenta>& hojas) {
    std::map<std::int64_t, std::int64_t> padres;
    for (const CuentaContable& c : cuentas) padres.emplace(c.cuentaId, c.padreId);
    std::map<std::int64_t, engine::SaldoDeCuenta> todas;
    for (const auto& [hoja, s] : hojas)
        for (std::int64_t id = hoja; id != 0; id = padres.contains(id) ? padres.at(id) : 0) todas[id].sumar(s);
    return todas;
}

void escribir_balanza(const std::vector<CuentaContable>& cuentas, const std::map<std::int64_t, engine::SaldoDeCuenta>& hojas,
                      const BalanzaContablePedida& pedida, const Encabezado& e, XmlContable& xml) {
    const auto saldos = con_los_de_arriba(cuentas, hojas);
    xml.raiz("Balanza", espacios_de("BCE", "BalanzaComprobacion"),
             {{"Version", "1.3"},
              {"RFC", e.rfc},
              {"Mes", mes_contable(e.mes)},
              {"Anio", std::to_string(e.anio)},
              {"TipoEnvio", pedida.tipoEnvio == TipoEnvio::C ? "C" : "N"},
              {"FechaModBal", pedida.fechaModificacion ? pedida.fechaModificacion->iso() : ""},
              {"Sello", e.sello, false},
              {"noCertificado", e.noCertificado, false},
              {"Certificado", e.certificado, false}});
    for (const CuentaContable& c : cuentas) {
        const auto suyo = saldos.find(c.cuentaId);
        const auto s = saldo_contable(suyo == saldos.end() ? engine::SaldoDeCuenta{} : suyo->second, c.naturaleza == "deudora");
        xml.hoja("Ctas", {{"NumCta", texto_contable(c.codigo, 100)},
                          {"SaldoIni", dos_decimales(s.inicial)},
                          {"Debe", dos_decimales(s.debe)},
                          {"Haber", dos_decimales(s.haber)},
                          {"SaldoFin", dos_decimales(s.fin)}});
    }
    xml.cerrar("Balanza");
    xml.terminar();
}

// ---- What is asked for by the authority alone.

void raiz_solicitada(XmlContable& xml, std::string_view raiz, const std::string& espacios, const SolicitudContable& s,
                     const Encabezado& e) {
    xml.raiz(raiz, espacios,
             {{"Version", "1.3"},
              {"RFC", e.rfc},
              {"Mes", mes_contable(e.mes)},
              {"Anio", std::to_string(e.anio)},
              {"TipoSolicitud", std::string{reflect::enum_name(s.tipoSolicitud)}},
              {"NumOrden", s.numOrden.value_or("")},
              {"NumTramite", s.numTramite.value_or("")},
              {"Sello", e.sello, false},
              {"noCertificado", e.noCertificado, false},
              {"Certificado", e.certificado, false}});
}

// So many letters, digits and what stands between them: ABC1234567/26.
bool tiene_forma(std::string_view texto, std::string_view forma) {
    return texto.size() == forma.size() && std::ranges::equal(texto, forma, [](char c, char f) {
               if (f == 'A') return c >= 'A' && c <= 'Z';
               if (f == '9') return c >= '0' && c <= '9';
               return c == f;
           });
}

void exigir_solicitud(const SolicitudContable& s, Faltas& faltas) {
    const bool revision = s.tipoSolicitud == TipoSolicitudContable::AF || s.tipoSolicitud == TipoSolicitudContable::FC;
    const auto exigir = [&](bool toca, const auto& numero, std::string_view forma, std::string campo) {
        const bool hay = numero && !numero->empty();
        if (toca && !hay) faltas.agregar(Codigo::requerido, std::move(campo));
        else if (!toca && hay) faltas.agregar(Codigo::valor_no_permitido, std::move(campo));
        else if (hay && !tiene_forma(*numero, forma)) faltas.agregar(Codigo::caracter_no_permitido, std::move(campo));
    };
    exigir(revision, s.numOrden, "AAA9999999/99", "/numOrden");
    exigir(!revision, s.numTramite, "AA999999999999", "/numTramite");
}

void exigir_mes(std::int64_t periodo, bool con_trece, Faltas& faltas) {
    const std::int64_t mes = periodo % 100;
    faltas.agregar_si(mes < 1 || mes > (con_trece ? 13 : 12), Codigo::fuera_de_rango, "/periodo");
}

void escribir_polizas(db::Reader& tx, const std::vector<CuentaContable>&, const SolicitudContable& s, const Encabezado& e,
                      XmlContable& xml) {
    raiz_solicitada(xml, "Polizas", espacios_de("PLZ", "PolizasPeriodo"), s, e);
    contable::recorrer_polizas(tx, s.periodo, [&](const contable::PolizaDelMes& p) { contable::escribir_poliza(p, xml); });
    xml.cerrar("Polizas");
    xml.terminar();
}

void escribir_folios(db::Reader& tx, const std::vector<CuentaContable>&, const SolicitudContable& s, const Encabezado& e,
                     XmlContable& xml) {
    raiz_solicitada(xml, "RepAuxFol", espacios_de("RepAux", "AuxiliarFolios"), s, e);
    contable::recorrer_polizas(tx, s.periodo, [&](const contable::PolizaDelMes& p) { contable::escribir_folios(p, xml); });
    xml.cerrar("RepAuxFol");
    xml.terminar();
}

void escribir_auxiliar(db::Reader& tx, const std::vector<CuentaContable>& cuentas, const SolicitudContable& s,
                       const Encabezado& e, XmlContable& xml) {
    raiz_solicitada(xml, "AuxiliarCtas", espacios_de("AuxiliarCtas", "AuxiliarCtas"), s, e);
    const auto saldos = balanza_contable(tx, s.periodo);
    for (const CuentaContable& c : cuentas) {
        const auto suyo = saldos.find(c.cuentaId);
        if (suyo == saldos.end() || (suyo->second.cargos.es_cero() && suyo->second.abonos.es_cero())) continue;
        const auto saldo = saldo_contable(suyo->second, c.naturaleza == "deudora");
        xml.abrir("Cuenta", {{"NumCta", texto_contable(c.codigo, 100)},
                             {"DesCta", texto_contable(c.nombre, 100)},
                             {"SaldoIni", dos_decimales(saldo.inicial)},
                             {"SaldoFin", dos_decimales(saldo.fin)}});
        contable::recorrer_cuenta(tx, s.periodo, c.cuentaId, [&](const contable::MovimientoDeCuenta& m) {
            xml.hoja("DetalleAux", {{"Fecha", m.fecha.iso()},
                                    {"NumUnIdenPol", m.numero},
                                    {"Concepto", texto_contable(m.concepto, 200)},
                                    {"Debe", dos_decimales(m.cargo)},
                                    {"Haber", dos_decimales(m.abono)}});
        });
        xml.cerrar("Cuenta");
    }
    xml.cerrar("AuxiliarCtas");
    xml.terminar();
}

bool hay_polizas(db::Reader& tx, std::int64_t periodo) {
    return tx
        .one<std::int64_t>("SELECT 1 FROM saldoCuenta WHERE organizacionId = $1 AND periodo = $2 LIMIT 1", tx.organizacion(),
                           periodo)
        .has_value();
}

Encabezado encabezado_de(db::Reader& tx, std::int64_t periodo) {
    return {engine::leer_ajustes(tx).rfc, periodo / 100, periodo % 100, {}, {}, {}};
}

using Medios = std::shared_ptr<const MediosContables>;

auto catalogo_contable(const Medios& medios) {
    return [medios](const Context& ctx, const CatalogoContablePedido& pedido) {
        const auto cuentas = leer_cuentas_contables(ctx.db());
        const auto e = encabezado_de(ctx.db(), pedido.periodo);
        Faltas faltas;
        exigir_mes(pedido.periodo, false, faltas);
        exigir_claves(cuentas, e.rfc, faltas);
        faltas.lanzar();
        const auto escribir = [&](db::Reader&, const Encabezado& con, XmlContable& xml) { escribir_catalogo(cuentas, con, xml); };
        return hacer_archivo(ctx, *medios, {"CT", "catalogocuentas", escribir}, e, pedido.sellar.value_or(false));
    };
}

auto balanza_de_comprobacion(const Medios& medios) {
    return [medios](const Context& ctx, const BalanzaContablePedida& pedida) {
        const auto cuentas = leer_cuentas_contables(ctx.db());
        const auto e = encabezado_de(ctx.db(), pedida.periodo);
        const bool complementaria = pedida.tipoEnvio == TipoEnvio::C;
        Faltas faltas;
        exigir_mes(pedida.periodo, true, faltas);
        faltas.agregar_si(complementaria && !pedida.fechaModificacion, Codigo::requerido, "/fechaModificacion");
        faltas.agregar_si(!complementaria && pedida.fechaModificacion, Codigo::valor_no_permitido, "/fechaModificacion");
        faltas.agregar_si(complementaria && pedida.fechaModificacion && pedida.fechaModificacion->anio() < 2015,
                          Codigo::fuera_de_rango, "/fechaModificacion");
        exigir_claves(cuentas, e.rfc, faltas);
        faltas.lanzar();
        const auto hojas = balanza_contable(ctx.db(), pedida.periodo);
        const auto escribir = [&](db::Reader&, const Encabezado& con, XmlContable& xml) {
            escribir_balanza(cuentas, hojas, pedida, con, xml);
        };
        return hacer_archivo(ctx, *medios, {complementaria ? "BC" : "BN", "BCE", escribir}, e, pedida.sellar.value_or(false));
    };
}

// `escribir` writes the nodes of one of the three that are asked for.
template <class Escribir>
auto archivo_solicitado(const Medios& medios, std::string_view clase, std::string_view prefijo, Escribir escribir) {
    return [medios, clase, prefijo, escribir](const Context& ctx, const SolicitudContable& pedida) {
        const auto cuentas = leer_cuentas_contables(ctx.db());
        const auto e = encabezado_de(ctx.db(), pedida.periodo);
        Faltas faltas;
        exigir_mes(pedida.periodo, false, faltas);
        exigir_solicitud(pedida, faltas);
        exigir_claves(cuentas, e.rfc, faltas);
        faltas.agregar_si(faltas.vacia() && !hay_polizas(ctx.db(), pedida.periodo), Codigo::lista_vacia, "/periodo");
        faltas.lanzar();
        const auto suyo = [&](db::Reader& tx, const Encabezado& con, XmlContable& xml) {
            escribir(tx, cuentas, pedida, con, xml);
        };
        return hacer_archivo(ctx, *medios, {clase, prefijo, suyo}, e, pedida.sellar.value_or(false));
    };
}

}  // namespace

void register_contabilidad_electronica(api::Operations& ops, MediosContables dados) {
    using enum api::Verb;
    ops.group("Impuestos");
    const auto medios = std::make_shared<const MediosContables>(std::move(dados));
    ops.add(GET, "/api/Impuestos/ContabilidadElectronica/Catalogo", "ContabilidadCatalogo", catalogo_contable(medios))
        .nuestra()
        .rechaza({Codigo::fuera_de_rango, Codigo::requerido, Codigo::perfil_incompleto, Codigo::valor_no_permitido,
                  Codigo::sin_certificado});
    ops.add(GET, "/api/Impuestos/ContabilidadElectronica/Balanza", "ContabilidadBalanza", balanza_de_comprobacion(medios))
        .nuestra()
        .rechaza({Codigo::fuera_de_rango, Codigo::requerido, Codigo::perfil_incompleto, Codigo::valor_no_permitido,
                  Codigo::sin_certificado});
    const std::initializer_list<Codigo> rechazos{
        Codigo::fuera_de_rango,    Codigo::requerido,   Codigo::valor_no_permitido, Codigo::caracter_no_permitido,
        Codigo::perfil_incompleto, Codigo::lista_vacia, Codigo::sin_certificado};
    ops.add(GET, "/api/Impuestos/ContabilidadElectronica/Polizas", "ContabilidadPolizas",
            archivo_solicitado(medios, "PL", "PLZ", escribir_polizas))
        .nuestra()
        .rechaza(rechazos);
    ops.add(GET, "/api/Impuestos/ContabilidadElectronica/AuxiliarCuentas", "ContabilidadAuxiliarCuentas",
            archivo_solicitado(medios, "XC", "AuxiliarCtas", escribir_auxiliar))
        .nuestra()
        .rechaza(rechazos);
    ops.add(GET, "/api/Impuestos/ContabilidadElectronica/AuxiliarFolios", "ContabilidadAuxiliarFolios",
            archivo_solicitado(medios, "XF", "RepAux", escribir_folios))
        .nuestra()
        .rechaza(rechazos);
}

}  // namespace cacao
