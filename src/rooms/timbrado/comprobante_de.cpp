#include "rooms/timbrado/comprobante_de.hpp"

#include "base/sat.hpp"
#include "base/texto.hpp"
#include "db/rows.hpp"
#include "engine/entorno/alumnos.hpp"
#include "engine/entorno/monedas.hpp"
#include "engine/entorno/series_documento.hpp"
#include "engine/precios/impuestos.hpp"
#include "engine/tipos/bancos.hpp"
#include "engine/tipos/cualidades.hpp"
#include "reflect/decode.hpp"
#include "reflect/objeto.hpp"
#include "rooms/timbrado/anticipo_de.hpp"
#include "rooms/timbrado/carta_porte_de.hpp"
#include "rooms/timbrado/impuesto_dado.hpp"
#include "rooms/timbrado/pagos_de.hpp"

#include <fmt/format.h>

#include <map>
#include <set>

namespace cacao::timbrado {
namespace {

constexpr std::string_view rfc_publico = "XAXX010101000";
constexpr std::string_view rfc_extranjero = "XEXX010101000";
constexpr std::string_view rfc_tercero_extranjero = "EXT990101NI1";
constexpr std::string_view nombre_publico = "PUBLICO EN GENERAL";
constexpr std::string_view peso_mexicano = "MXN";
constexpr std::string_view exportacion_definitiva = "02";
constexpr std::string_view de_nota_credito = "01";
constexpr std::string_view de_devolucion = "03";
constexpr std::string_view de_sustitucion = "04";
constexpr std::string_view uso_devoluciones = "G02";
constexpr std::string_view uso_pagos = "CP01";
constexpr std::string_view uso_sin_efectos = "S01";
// What is taken off something that is still owed is let off (guide of Anexo 20, appendix 5: 15 where the invoice is not paid
// yet).
constexpr std::string_view forma_condonacion = "15";

struct FilaDocumentoFiscal {
    std::string tipo, serie, estado, moneda, metodoPago, formaPago, uuid;
    std::int64_t folio = 0;
    Fecha fecha;
    Precio tipoCambio;
    Importe total;
    std::int64_t sucursalId = 0, entidadId = 0;
    std::string condiciones, exportacion;
    // of the branch
    std::string lugar, zona;
    // of the organization
    std::string emisorRfc, emisorNombre, emisorRegimen, emisorLugar;
    // of the contact
    std::string rfc, nombre, nombreFiscal, regimenFiscal, codigoPostal, usoCfdi;
    // of a global invoice
    std::string periodicidad, meses;
    std::int64_t anio = 0;
    // of the series
    std::string timbrado;
};
DESCRIBE_STRUCT(FilaDocumentoFiscal, (),
                (tipo, serie, estado, moneda, metodoPago, formaPago, uuid, folio, fecha, tipoCambio, total, sucursalId, entidadId,
                 condiciones, exportacion, lugar, zona, emisorRfc, emisorNombre, emisorRegimen, emisorLugar, rfc, nombre,
                 nombreFiscal, regimenFiscal, codigoPostal, usoCfdi, periodicidad, meses, anio, timbrado))

struct FilaPartidaFiscal {
    std::int64_t numeroPartida = 0, productoId = 0, conceptoId = 0, origenId = 0;
    std::string codigo, descripcion, unidad, claveProdServ, claveUnidad, origenTipo, origenSerie, tipoProducto;
    std::int64_t origenFolio = 0;
    Cantidad cantidad;
    Precio precioUnitario;
    Importe importe, descuento, promocion;
    Guardado<std::vector<engine::ImpuestoPartida>> impuestos;
    // Of whom its money is, where it is not ours.
    std::int64_t terceroId = 0;
    Guardado<std::vector<engine::ImpuestoPartida>> impuestosTercero;
    std::string terceroRfc, terceroNombre, terceroRegimen, terceroLugar;
};
DESCRIBE_STRUCT(FilaPartidaFiscal, (),
                (numeroPartida, productoId, conceptoId, origenId, codigo, descripcion, unidad, claveProdServ, claveUnidad,
                 origenTipo, origenSerie, tipoProducto, origenFolio, cantidad, precioUnitario, importe, descuento, promocion,
                 impuestos, terceroId, impuestosTercero, terceroRfc, terceroNombre, terceroRegimen, terceroLugar))

struct FilaRelacionFiscal {
    std::int64_t relacionadoId = 0;
    std::string uuid;
    std::string tipoRelacion;
};
DESCRIBE_STRUCT(FilaRelacionFiscal, (), (relacionadoId, uuid, tipoRelacion))

constexpr std::string_view documento_fiscal = R"(
    SELECT d.tipo, d.serie, d.estado, d.moneda, d.metodoPago, d.formaPago, COALESCE(d.uuid, '') AS uuid, d.folio, d.fecha, d.tipoCambio,
           d.total, d.sucursalId, d.entidadId, COALESCE(n.condiciones, '') AS condiciones,
           COALESCE(n.exportacion, '') AS exportacion, s.codigoPostal AS lugar, s.zona,
           o.rfc AS emisorRfc, o.nombre AS emisorNombre, o.regimenFiscal AS emisorRegimen,
           o.codigoPostal AS emisorLugar, COALESCE(c.rfc, '') AS rfc,
           COALESCE(c.nombre, '') AS nombre, COALESCE(c.nombreFiscal, '') AS nombreFiscal,
           COALESCE(c.regimenFiscal, '') AS regimenFiscal, COALESCE(c.codigoPostal, '') AS codigoPostal,
           COALESCE(c.usoCfdi, '') AS usoCfdi, COALESCE(g.periodicidad, '') AS periodicidad, COALESCE(g.meses, '') AS meses,
           COALESCE(g.anio, 0) AS anio, COALESCE(e.timbrado, '') AS timbrado
    FROM documento d
    JOIN organizacion o ON o.organizacionId = d.organizacionId
    JOIN sucursal s ON s.organizacionId = d.organizacionId AND s.sucursalId = d.sucursalId
    LEFT JOIN contacto c ON c.organizacionId = d.organizacionId AND c.entidadId = d.entidadId
    LEFT JOIN documentoCondicion n ON n.organizacionId = d.organizacionId AND n.transaccionId = d.transaccionId
    LEFT JOIN facturaGlobal g ON g.organizacionId = d.organizacionId AND g.transaccionId = d.transaccionId
    LEFT JOIN serie e ON e.organizacionId = d.organizacionId AND e.tipo = d.tipo AND e.serie = d.serie
    WHERE d.organizacionId = $1 AND d.transaccionId = $2)";

// A key that the line lacks may have been put on its product since; what is no product and has no unit is a unit of service.
constexpr std::string_view partidas_fiscales = R"(
    SELECT p.numeroPartida, p.productoId, p.conceptoId, p.origenId, COALESCE(q.codigo, k.codigo, '') AS codigo, p.descripcion, p.unidad,
           CASE WHEN p.claveProdServ <> '' THEN p.claveProdServ ELSE COALESCE(q.claveProdServ, k.claveProdServ, '') END AS claveProdServ,
           CASE WHEN p.claveUnidad <> '' THEN p.claveUnidad WHEN u.claveUnidad IS NOT NULL THEN u.claveUnidad
                WHEN p.conceptoId <> 0 THEN 'E48' ELSE '' END AS claveUnidad,
           COALESCE(f.tipo, '') AS origenTipo, COALESCE(f.serie, '') AS origenSerie, COALESCE(q.tipo, '') AS tipoProducto,
           COALESCE(f.folio, 0) AS origenFolio, p.cantidad, p.precioUnitario, p.importe, p.descuento, p.promocion, p.impuestos,
           p.terceroId, p.impuestosTercero, COALESCE(t.rfc, '') AS terceroRfc, COALESCE(t.nombreFiscal, '') AS terceroNombre,
           COALESCE(t.regimenFiscal, '') AS terceroRegimen, COALESCE(t.codigoPostal, '') AS terceroLugar
    FROM partida p
    LEFT JOIN producto q ON q.organizacionId = p.organizacionId AND q.productoId = p.productoId
    LEFT JOIN concepto k ON k.organizacionId = p.organizacionId AND k.conceptoId = p.conceptoId
    LEFT JOIN unidadMedida u ON u.organizacionId = p.organizacionId AND u.unidadMedidaId = p.unidadMedidaId
    LEFT JOIN documento f ON f.organizacionId = p.organizacionId AND f.transaccionId = p.origenId
    LEFT JOIN contacto t ON t.organizacionId = p.organizacionId AND t.entidadId = p.terceroId
    WHERE p.organizacionId = $1 AND p.transaccionId = $2 ORDER BY p.numeroPartida)";

std::string_view clave_de(engine::Impuesto impuesto) {
    switch (impuesto) {
        case engine::Impuesto::isrRetenido: return "001";
        case engine::Impuesto::ieps: return "003";
        case engine::Impuesto::iva:
        case engine::Impuesto::ivaRetenido: break;
    }
    return "002";
}

void faltar(Faltas& faltas, bool falta, std::string campo, std::string datos = {}) {
    if (falta) faltas.agregar(Codigo::dato_fiscal_faltante, std::move(campo), En::donde_sea, std::move(datos));
}

// The books have one amount for somebody else; the paper says which taxes of theirs are in it, and who they are. A supplier
// abroad has a key of its own (Anexo 20, ACuentaTerceros).
void poner_tercero(const FilaPartidaFiscal& p, fiscal::LineaDada& l) {
    for (const auto& i : reflect::recuperar(p.impuestosTercero)) {
        l.importe -= i.importe;
        if (auto dado = impuesto_dado(i.impuesto, i.factor, i.tasa, i.base, i.importe)) l.impuestos.push_back(std::move(*dado));
    }
    constexpr int decimales_de_precio = 6;
    l.precio = Precio::de_micros(
        engine::proporcion(l.importe, Cantidad::de_enteros(1).micros(), l.cantidad.micros(), decimales_de_precio).micros());
    auto& t = l.concepto.tercero.emplace();
    t.rfc = mayusculas(p.terceroRfc);
    if (t.rfc == rfc_extranjero) t.rfc = rfc_tercero_extranjero;
    t.nombre = mayusculas(p.terceroNombre);
    t.regimenFiscal = p.terceroRegimen;
    t.domicilioFiscal = p.terceroLugar;
}

fiscal::LineaDada linea_de(const FilaPartidaFiscal& p) {
    fiscal::LineaDada l;
    l.concepto.claveProdServ = p.claveProdServ;
    l.concepto.noIdentificacion = p.codigo;
    l.concepto.claveUnidad = p.claveUnidad;
    l.concepto.unidad = p.unidad;
    l.concepto.descripcion = p.descripcion;
    l.cantidad = p.cantidad;
    l.precio = p.precioUnitario;
    l.importe = p.importe;
    l.descuento = p.descuento + p.promocion;
    for (const auto& i : reflect::recuperar(p.impuestos))
        if (auto dado = impuesto_dado(i.impuesto, i.factor, i.tasa, i.base, i.importe)) l.impuestos.push_back(std::move(*dado));
    if (p.terceroId != 0) poner_tercero(p, l);
    return l;
}

// A global invoice has a line for each note, whatever was sold with it (RMF 2.7.1.21).
std::vector<fiscal::LineaDada> lineas_por_nota(const std::vector<FilaPartidaFiscal>& partidas) {
    std::vector<fiscal::LineaDada> lineas;
    std::map<std::int64_t, std::size_t> lugar;
    for (const auto& p : partidas) {
        const auto una = linea_de(p);
        const auto [este, nueva] = lugar.try_emplace(p.origenId, lineas.size());
        if (nueva) {
            auto& l = lineas.emplace_back();
            l.concepto.claveProdServ = "01010101";
            l.concepto.noIdentificacion = engine::folio_texto(p.origenSerie, p.origenFolio);
            l.concepto.claveUnidad = "ACT";
            l.concepto.descripcion = "Venta";
            l.cantidad = Cantidad::de_enteros(1);
        }
        auto& l = lineas[este->second];
        l.importe += una.importe;
        l.descuento += una.descuento;
        l.precio = Precio::de_micros(l.importe.micros());
        for (const auto& i : una.impuestos) {
            const auto suyo = std::ranges::find_if(l.impuestos, [&](const fiscal::ImpuestoDado& x) {
                return x.retencion == i.retencion && x.impuesto == i.impuesto && x.factor == i.factor && x.tasa == i.tasa;
            });
            if (suyo == l.impuestos.end()) {
                l.impuestos.push_back(i);
                continue;
            }
            suyo->base += i.base;
            suyo->importe += i.importe;
        }
    }
    return lineas;
}

// The hour of the paper: now, or noon of an earlier day of those in which it may still be stamped.
std::string fecha_de_emision(Fecha fecha, std::string_view zona, Instante ahora, Faltas& faltas) {
    constexpr int dias_para_timbrar = 2;  // 72 hours before now, at noon of the day
    const Fecha hoy = dia_en_zona(ahora, zona);
    if (fecha == hoy) return hora_local(ahora, zona);
    if (fecha > hoy || hoy - fecha > dias_para_timbrar)
        faltas.agregar(Codigo::fuera_de_plazo, "/fecha", En::donde_sea, reflect::objeto("fecha", fecha, "hoy", hoy));
    return fecha.iso() + "T12:00:00";
}

// Folios of what a credit is about: of its invoices, or of those whose goods came back.
std::vector<FilaRelacionFiscal> acreditadas_de(db::Reader& tx, std::int64_t transaccionId) {
    static const std::string sql = R"(SELECT DISTINCT d.transaccionId AS relacionadoId, COALESCE(d.uuid, '') AS uuid, ')" +
                                   std::string{de_nota_credito} +
                                   R"(' AS tipoRelacion FROM partida p
           JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = p.origenId
           WHERE p.organizacionId = $1 AND p.transaccionId = $2 AND p.origenId <> 0 AND )" +
                                   engine::en_sql("d.tipo", engine::es_acreditable) +
                                   R"( UNION
           SELECT d.transaccionId, COALESCE(d.uuid, ''), ')" +
                                   std::string{de_nota_credito} +
                                   R"(' FROM documento n
           JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = n.origenId
           WHERE n.organizacionId = $1 AND n.transaccionId = $2 AND n.origenId <> 0 AND )" +
                                   engine::en_sql("d.tipo", engine::es_acreditable) +
                                   R"( UNION
           SELECT DISTINCT d.transaccionId, COALESCE(d.uuid, ''), ')" +
                                   std::string{de_devolucion} +
                                   R"(' FROM partida p
           JOIN documento v ON v.organizacionId = $1 AND v.transaccionId = p.origenId
           JOIN partida r ON r.organizacionId = $1 AND r.transaccionId = p.origenId AND r.numeroPartida = p.origenPartida
           JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = r.origenId
           WHERE p.organizacionId = $1 AND p.transaccionId = $2 AND p.origenId <> 0 AND )" +
                                   engine::en_sql("v.tipo", engine::devuelve_venta) + " ORDER BY 3, 1";
    return tx.all<FilaRelacionFiscal>(sql, tx.organizacion(), transaccionId);
}

std::vector<FilaRelacionFiscal> relaciones_de(db::Reader& tx, std::int64_t transaccionId, bool acredita) {
    auto dichas = tx.all<FilaRelacionFiscal>(R"(
        SELECT r.relacionadoId, CASE WHEN r.uuid <> '' THEN r.uuid ELSE COALESCE(d.uuid, '') END AS uuid, r.tipoRelacion
        FROM documentoRelacionado r
        LEFT JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = r.relacionadoId AND r.relacionadoId <> 0
        WHERE r.organizacionId = $1 AND r.transaccionId = $2 AND r.tipoRelacion <> '' ORDER BY r.consecutivo)",
                                             tx.organizacion(), transaccionId);
    return dichas.empty() && acredita ? acreditadas_de(tx, transaccionId) : dichas;
}

void poner_relaciones(fiscal::Cfdi& cfdi, const std::vector<FilaRelacionFiscal>& filas, Faltas& faltas) {
    for (const auto& r : filas) {
        faltar(faltas, r.uuid.empty(), "/relacionados/uuid", reflect::objeto("transaccionId", r.relacionadoId));
        auto suya = std::ranges::find(cfdi.relaciones, r.tipoRelacion, &fiscal::RelacionCfdi::tipoRelacion);
        if (suya == cfdi.relaciones.end()) suya = cfdi.relaciones.insert(cfdi.relaciones.end(), {r.tipoRelacion, {}});
        suya->uuids.push_back(mayusculas(r.uuid));
    }
}

// A credit is paid as what it is about was; of what is still owed nothing was.
std::string forma_de_credito(db::Reader& tx, const FilaDocumentoFiscal& d, const std::vector<FilaRelacionFiscal>& relaciones) {
    std::string forma = d.formaPago;
    for (const auto& r : relaciones)
        if (forma.empty() || forma == sat::forma_por_definir)
            forma = tx.one<std::string>("SELECT formaPago FROM documento WHERE organizacionId = $1 AND transaccionId = $2",
                                        tx.organizacion(), r.relacionadoId)
                        .value_or("");
    return forma.empty() || forma == sat::forma_por_definir ? std::string{forma_condonacion} : forma;
}

bool de_global(db::Reader& tx, const std::vector<FilaRelacionFiscal>& relaciones) {
    return std::ranges::any_of(relaciones, [&](const FilaRelacionFiscal& r) {
        return tx
            .one<std::int64_t>("SELECT 1 FROM facturaGlobal WHERE organizacionId = $1 AND transaccionId = $2", tx.organizacion(),
                               r.relacionadoId)
            .has_value();
    });
}

// `uso`: what its kind prescribes; "" where the customer says it.
void poner_partes(fiscal::Cfdi& cfdi, const FilaDocumentoFiscal& d, std::string_view uso, Faltas& faltas) {
    faltar(faltas, d.emisorRfc.empty(), "/organizacion/rfc");
    faltar(faltas, d.emisorNombre.empty(), "/organizacion/nombre");
    faltar(faltas, d.emisorRegimen.empty(), "/organizacion/regimenFiscal");
    faltar(faltas, d.lugar.empty(), "/sucursal/codigoPostal", reflect::objeto("sucursalId", d.sucursalId));
    cfdi.emisor.rfc = mayusculas(d.emisorRfc);
    cfdi.emisor.nombre = mayusculas(d.emisorNombre);
    cfdi.emisor.regimenFiscal = d.emisorRegimen;
    const auto de_quien = reflect::objeto("entidadId", d.entidadId);
    auto& r = cfdi.receptor;
    r.rfc = mayusculas(d.rfc);
    const bool generico = r.rfc == rfc_publico || r.rfc == rfc_extranjero;
    r.nombre = !d.periodicidad.empty() ? std::string{nombre_publico}
                                       : mayusculas(d.nombreFiscal.empty() && generico ? d.nombre : d.nombreFiscal);
    // However somebody wrote it, it is the public: what is sold to it says of which days it is.
    if (r.rfc == rfc_publico && plegado(r.nombre) == plegado(nombre_publico)) r.nombre = nombre_publico;
    r.domicilioFiscal = generico ? d.lugar : d.codigoPostal;
    r.regimenFiscal = generico ? "616" : d.regimenFiscal;
    if (uso == uso_pagos) r.usoCfdi = uso;
    else r.usoCfdi = generico ? "S01" : uso.empty() ? d.usoCfdi : std::string{uso};
    faltar(faltas, r.rfc.empty(), "/cliente/rfc", de_quien);
    if (generico) return;
    faltar(faltas, r.nombre.empty(), "/cliente/nombreFiscal", de_quien);
    faltar(faltas, r.domicilioFiscal.empty(), "/cliente/codigoPostal", de_quien);
    faltar(faltas, r.regimenFiscal.empty(), "/cliente/regimenFiscal", de_quien);
    faltar(faltas, r.usoCfdi.empty(), "/cliente/usoCfdi", de_quien);
}

void exigir_claves(const FilaPartidaFiscal& p, const std::string& donde, Faltas& faltas) {
    const auto de_que =
        p.productoId != 0 ? reflect::objeto("productoId", p.productoId) : reflect::objeto("conceptoId", p.conceptoId);
    faltar(faltas, p.claveProdServ.empty(), donde + "/claveProdServ", de_que);
    faltar(faltas, p.claveUnidad.empty(), donde + "/claveUnidad", de_que);
}

// All four are required of whoever the money is for.
void exigir_tercero(const FilaPartidaFiscal& p, Faltas& faltas) {
    if (p.terceroId == 0) return;
    const auto de_quien = reflect::objeto("entidadId", p.terceroId);
    faltar(faltas, p.terceroRfc.empty(), "/tercero/rfc", de_quien);
    faltar(faltas, p.terceroNombre.empty(), "/tercero/nombreFiscal", de_quien);
    faltar(faltas, p.terceroRegimen.empty(), "/tercero/regimenFiscal", de_quien);
    faltar(faltas, p.terceroLugar.empty(), "/tercero/codigoPostal", de_quien);
}

// Goods that leave for good with a key of their own (02, also where nobody says how) need the foreign-trade complement, which is
// not written here; what leaves for a time (03), or without being sold (04), needs none.
void poner_lineas(fiscal::Comprobante& c, const std::vector<FilaPartidaFiscal>& partidas, bool global, Faltas& faltas) {
    if (global) {
        c.lineas = lineas_por_nota(partidas);
        return;
    }
    for (const auto& p : partidas) {
        const auto donde = fmt::format("/partidas/{}", p.numeroPartida - 1);
        exigir_claves(p, donde, faltas);
        exigir_tercero(p, faltas);
        for (const auto& i : reflect::recuperar(p.impuestos))
            if (c.cfdi.exportacion.empty() && engine::es_de_exportacion(i) && p.tipoProducto == "producto")
                faltas.agregar(Codigo::comercio_exterior, donde, En::donde_sea, reflect::objeto("exportacion", "02"));
        c.lineas.push_back(linea_de(p));
    }
}

// A receipt of payments is issued now, whenever they were made: each says its own day.
void complementar(db::Reader& tx, std::int64_t transaccionId, const FilaDocumentoFiscal& d, Instante ahora, PorSellar& p,
                  Faltas& faltas) {
    auto& cfdi = p.comprobante.cfdi;
    cfdi.version = "4.0";
    cfdi.serie = d.serie;
    cfdi.folio = std::to_string(d.folio);
    cfdi.fecha = hora_local(ahora, d.zona);
    cfdi.tipoDeComprobante = "P";
    cfdi.exportacion = "01";
    cfdi.lugarExpedicion = d.lugar;
    poner_partes(cfdi, d, uso_pagos, faltas);
    for (const auto& uuid : sustituidos_por(tx, transaccionId)) {
        if (cfdi.relaciones.empty()) cfdi.relaciones.push_back({std::string{de_sustitucion}, {}});
        cfdi.relaciones.front().uuids.push_back(mayusculas(uuid));
    }
    p.comprobante.pagos = pagos_de(tx, transaccionId, faltas);
}

PartesDelPorte partes_del_porte(const FilaDocumentoFiscal& d) {
    return {d.emisorRfc, d.emisorNombre, d.rfc, d.nombreFiscal.empty() ? d.nombre : d.nombreFiscal, d.zona};
}

// Goods that ride from us to ourselves, or to a customer before they are invoiced: quantities and no money, with a Carta Porte
// where they ride on federal roads (RMF 2.7.7.2.1). The receiver is the issuer.
void trasladar(db::Reader& tx, std::int64_t transaccionId, const FilaDocumentoFiscal& d, Instante ahora, PorSellar& p,
               Faltas& faltas) {
    auto& cfdi = p.comprobante.cfdi;
    cfdi.version = "4.0";
    cfdi.serie = d.serie;
    cfdi.folio = std::to_string(d.folio);
    cfdi.fecha = fecha_de_emision(d.fecha, d.zona, ahora, faltas);
    cfdi.tipoDeComprobante = "T";
    cfdi.moneda = "XXX";
    cfdi.lugarExpedicion = d.lugar;
    poner_relaciones(cfdi, relaciones_de(tx, transaccionId, false), faltas);
    auto nuestro = d;
    nuestro.rfc = d.emisorRfc;
    nuestro.nombreFiscal = d.emisorNombre;
    nuestro.regimenFiscal = d.emisorRegimen;
    nuestro.codigoPostal = d.emisorLugar.empty() ? d.lugar : d.emisorLugar;
    poner_partes(cfdi, nuestro, uso_sin_efectos, faltas);
    for (const auto& fila : tx.all<FilaPartidaFiscal>(partidas_fiscales, tx.organizacion(), transaccionId)) {
        exigir_claves(fila, fmt::format("/partidas/{}", fila.numeroPartida - 1), faltas);
        auto& l = p.comprobante.lineas.emplace_back(linea_de(fila));
        l.precio = {};
        l.importe = l.descuento = {};
        l.impuestos.clear();
    }
    poner_carta_porte(tx, transaccionId, partes_del_porte(d), p.comprobante, faltas);
}

// Tuition says whose it is (IEDU 1.0). Lines stand in the order of their numbers, which may have gaps.
void poner_alumnos(db::Reader& tx, std::int64_t transaccionId, const std::vector<FilaPartidaFiscal>& partidas,
                   fiscal::Comprobante& c) {
    for (auto& a : engine::colegiaturas_de(tx, transaccionId)) {
        const auto suya = std::ranges::find(partidas, a.numeroPartida, &FilaPartidaFiscal::numeroPartida);
        c.lineas[static_cast<std::size_t>(suya - partidas.begin())].concepto.alumnos.push_back(
            {std::move(a.nombre), std::move(a.curp), std::move(a.nivelEducativo), std::move(a.autRvoe), std::move(a.rfcPago)});
    }
}

void agregar_hallazgos(const std::vector<fiscal::Hallazgo>& hallazgos, Faltas& faltas) {
    for (const auto& h : hallazgos)
        faltas.agregar(Codigo::comprobante_invalido, h.donde, En::donde_sea,
                       reflect::objeto("codigo", fiscal::nombre(h.falla), "sat", h.sat, "mensaje", fiscal::mensaje(h.falla),
                                       "detalle", h.detalle));
}

}  // namespace

std::optional<fiscal::ImpuestoDado> impuesto_dado(std::string_view cual, std::string_view como, Tasa tasa, Importe base,
                                                  Importe importe) {
    const auto impuesto = engine::impuesto_de(cual);
    const auto factor = engine::factor_de(como);
    if (factor == engine::Factor::noObjeto) return std::nullopt;
    fiscal::ImpuestoDado d;
    d.retencion = impuesto == engine::Impuesto::ivaRetenido || impuesto == engine::Impuesto::isrRetenido;
    d.impuesto = clave_de(impuesto);
    d.factor = factor == engine::Factor::tasa ? "Tasa" : factor == engine::Factor::cuota ? "Cuota" : "Exento";
    d.tasa = tasa;
    d.base = base;
    d.importe = importe;
    return d;
}

PorSellar comprobante_de(db::Reader& tx, std::int64_t transaccionId, Instante ahora, Faltas& faltas) {
    PorSellar p;
    const auto d = tx.one<FilaDocumentoFiscal>(documento_fiscal, tx.organizacion(), transaccionId);
    reject_if(!d, Codigo::no_encontrado, "/transaccionId");
    const auto& tipo = *engine::tipo_de(d->tipo);
    if (!engine::emite_cfdi(tipo) || d->timbrado == reflect::enum_name(engine::TimbradoDeSerie::nunca))
        reject(Codigo::no_se_timbra, "/transaccionId", reflect::objeto("tipo", d->tipo, "serie", d->serie));
    reject_if(d->estado == "cancelado", Codigo::documento_cancelado, "/transaccionId");
    auto& cfdi = p.comprobante.cfdi;
    p.zona = d->zona;
    const bool de_aplicar = d->tipo == engine::AplicacionAnticipo.tipo;
    if (engine::es_complemento(tipo) && !de_aplicar) {
        complementar(tx, transaccionId, *d, ahora, p, faltas);
        return p;
    }
    if (tipo.traslado) {
        trasladar(tx, transaccionId, *d, ahora, p, faltas);
        return p;
    }
    const bool anticipo = engine::es_anticipo(tipo);
    const bool egreso = engine::acredita_venta(tipo) || de_aplicar;
    const bool global = !d->periodicidad.empty();
    cfdi.version = "4.0";
    cfdi.serie = d->serie;
    cfdi.folio = std::to_string(d->folio);
    // What the work makes of what was applied is issued now, as a receipt of payments is.
    cfdi.fecha = de_aplicar ? hora_local(ahora, d->zona) : fecha_de_emision(d->fecha, d->zona, ahora, faltas);
    cfdi.tipoDeComprobante = egreso ? "E" : "I";
    cfdi.moneda = d->moneda;
    if (d->moneda != peso_mexicano) cfdi.tipoCambio = d->tipoCambio.texto();
    cfdi.exportacion = d->exportacion;  // the writer says 01 where nothing is said
    if (d->exportacion == exportacion_definitiva)
        faltas.agregar(Codigo::comercio_exterior, "/exportacion", En::donde_sea, reflect::objeto("exportacion", d->exportacion));
    cfdi.lugarExpedicion = d->lugar;
    cfdi.condicionesDePago = d->condiciones;
    if (de_aplicar) {
        poner_partes(cfdi, *d, uso_devoluciones, faltas);
        egresar_anticipo(tx, transaccionId, p.comprobante, faltas);
        return p;
    }
    const auto relaciones = relaciones_de(tx, transaccionId, egreso);
    faltar(faltas, egreso && relaciones.empty(), "/relacionados");
    poner_relaciones(cfdi, relaciones, faltas);
    cfdi.metodoPago = egreso || anticipo ? std::string{sat::en_una_exhibicion} : d->metodoPago;
    cfdi.formaPago = egreso     ? forma_de_credito(tx, *d, relaciones)
                     : anticipo ? forma_del_anticipo(tx, transaccionId, faltas)
                                : d->formaPago;
    if (global) {
        auto& g = cfdi.informacionGlobal.emplace();
        g.periodicidad = d->periodicidad;
        g.meses = d->meses;
        g.anio = std::to_string(d->anio);
    }
    poner_partes(cfdi, *d, egreso ? uso_devoluciones : "", faltas);
    // What is taken off a global invoice, as before one of its notes is invoiced to somebody, is the public's as that is.
    if (egreso && cfdi.receptor.rfc == rfc_publico && de_global(tx, relaciones)) cfdi.receptor.nombre = nombre_publico;
    const auto partidas = tx.all<FilaPartidaFiscal>(partidas_fiscales, tx.organizacion(), transaccionId);
    poner_lineas(p.comprobante, partidas, global, faltas);
    if (!egreso && !anticipo && !global) poner_alumnos(tx, transaccionId, partidas, p.comprobante);
    if (anticipo)
        for (auto& l : p.comprobante.lineas) prescribir_concepto(l);
    if (!egreso && !anticipo && !global) poner_carta_porte(tx, transaccionId, partes_del_porte(*d), p.comprobante, faltas);
    if (!egreso && !anticipo) p.anticipos = poner_anticipos(tx, transaccionId, global, p.comprobante, faltas);
    return p;
}

ComprobanteSellado sellar_comprobante(const Emisor& emisor, FunctionRef<void(FunctionRef<void(db::Reader&)>)> leer,
                                      std::int64_t transaccionId, Instante ahora) {
    Faltas faltas;
    PorSellar p;
    ComprobanteSellado r;
    std::optional<fiscal::Csd> csd;
    bool cerrado = false;
    leer([&](db::Reader& tx) {
        p = comprobante_de(tx, transaccionId, ahora, faltas);
        r.proveedor = leer_configuracion_fiscal(tx).proveedor;
        try {
            csd = emisor.csd(tx, ahora);
        } catch (const Error& e) {  // told with the rest
            cerrado = true;
            for (const auto& f : e.faltas()) faltas.agregar(f.codigo, f.campo, f.en, f.datos);
        }
    });
    faltas.agregar_si(r.proveedor == "ninguno", Codigo::sin_proveedor, "/organizacion/proveedor");
    faltas.agregar_si(!csd && !cerrado, Codigo::sin_certificado, "/organizacion/certificado");
    faltas.lanzar();
    auto armado = fiscal::armar(p.comprobante);
    agregar_hallazgos(armado.hallazgos, faltas);
    faltas.lanzar();
    // Of an invoice that advances are taken off, what is left; that of payments comes to nothing itself.
    const auto total = armado.cfdi.total ? armado.cfdi.total->valor : Importe{};
    auto sellado = fiscal::sellar(std::move(armado.cfdi), *csd);
    agregar_hallazgos(sellado.hallazgos, faltas);
    faltas.lanzar();
    r.xml = std::move(sellado.xml);
    r.total = total;
    r.anticipos = std::move(p.anticipos);
    return r;
}

}  // namespace cacao::timbrado
