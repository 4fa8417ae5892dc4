#include "rooms/validaciones/pasos.hpp"

#include "api/organizacion.hpp"
#include "base/texto.hpp"
#include "db/rows.hpp"
#include "engine/entorno/series_documento.hpp"
#include "engine/tipos/documento.hpp"
#include "reflect/decode.hpp"

#include <algorithm>

namespace cacao::validacion {
namespace {

using fiscal::Falla;
using fiscal::Paso;
using fiscal::Resultado;

constexpr std::int64_t dias_para_aparecer = 3;
constexpr std::int64_t dia_segundos = 24 * 3600;
constexpr std::int64_t renglones_por_paso = 1000;  // more than a verdict keeps
constexpr std::string_view en_uuid = "/uuid";

struct OtroDocumento {
    std::string tipo;
    std::string serie;
    std::int64_t folio{};
};
DESCRIBE_STRUCT(OtroDocumento, (), (tipo, serie, folio))

struct SituacionListada {
    std::string situacion;
};
DESCRIBE_STRUCT(SituacionListada, (), (situacion))
struct EmisorListado {
    std::string oficio;
    Guardado<SituacionListada> datos;
};
DESCRIBE_STRUCT(EmisorListado, (), (oficio, datos))

// Whom the document is about, by whose paper it is; `nullptr` when either may be.
const std::string* de_la_otra_parte(const Dicho& d, const engine::Documento& tipo) {
    if (tipo.contacto == engine::Contacto::cliente) return &d.rfcReceptor;
    if (tipo.contacto == engine::Contacto::proveedor) return &d.rfcEmisor;
    return nullptr;
}

}  // namespace

DocumentoComparado exigir_comparado(db::Reader& tx, std::int64_t transaccionId, std::string_view campo) {
    auto d = tx.one<DocumentoComparado>(R"(
        SELECT d.transaccionId, d.tipo, COALESCE(d.uuid, '') AS uuid, d.moneda, d.total, COALESCE(c.rfc, '') AS rfc
        FROM documento d LEFT JOIN contacto c ON c.organizacionId = $1 AND c.entidadId = d.entidadId
        WHERE d.organizacionId = $1 AND d.transaccionId = $2)",
                                        tx.organizacion(), transaccionId);
    reject_if(!d, Codigo::no_encontrado, campo);
    return std::move(*d);
}

bool dicho_por(db::Reader& tx, const DocumentoComparado& documento, Dicho& dicho) {
    const auto contacto = engine::tipo_de(documento.tipo)->contacto;
    const bool emitido = contacto == engine::Contacto::cliente;
    if (documento.uuid.empty() || (!emitido && contacto != engine::Contacto::proveedor)) return false;
    auto nuestro = mayusculas(encabezado_de_organizacion(tx).rfc);
    auto suyo = mayusculas(documento.rfc);
    dicho.uuid = documento.uuid;
    dicho.rfcEmisor = emitido ? nuestro : suyo;
    dicho.rfcReceptor = emitido ? suyo : nuestro;
    dicho.moneda = documento.moneda;
    dicho.total = documento.total;
    return true;
}

void revisar_organizacion(db::Reader& tx, const Dicho& d, const DocumentoComparado* documento, fiscal::Veredicto& v) {
    const auto nuestro = mayusculas(encabezado_de_organizacion(tx).rfc);
    const bool emite = d.rfcEmisor == nuestro;
    const bool recibe = d.rfcReceptor == nuestro;
    v.hecho(Paso::organizacion);
    if (nuestro.empty()) return v.hallar(Falla::organizacion_sin_rfc, "");
    if (!emite && !recibe) return v.hallar(Falla::organizacion_ajena, "/rfcReceptor", d.rfcEmisor + ' ' + d.rfcReceptor);
    if (documento == nullptr) return;
    const auto contacto = engine::tipo_de(documento->tipo)->contacto;
    if (contacto == engine::Contacto::cliente && !emite) v.hallar(Falla::organizacion_no_emisora, "/rfcEmisor", d.rfcEmisor);
    if (contacto == engine::Contacto::proveedor && !recibe)
        v.hallar(Falla::organizacion_no_receptora, "/rfcReceptor", d.rfcReceptor);
}

void revisar_documento(const Dicho& d, const DocumentoComparado& documento, fiscal::Veredicto& v) {
    v.hecho(Paso::documento);
    const auto contra = [](std::string_view suyo, std::string_view nuestro) {
        return std::string{suyo} + " ≠ " + std::string{nuestro};
    };
    if (!documento.uuid.empty() && documento.uuid != d.uuid)
        v.hallar(Falla::documento_uuid, std::string{en_uuid}, contra(d.uuid, documento.uuid));
    const auto* otro = de_la_otra_parte(d, *engine::tipo_de(documento.tipo));
    const auto rfc = mayusculas(documento.rfc);
    if (rfc.empty()) v.hallar(Falla::documento_no_comparable, "/rfc");
    else if (otro != nullptr ? *otro != rfc : d.rfcEmisor != rfc && d.rfcReceptor != rfc)
        v.hallar(Falla::documento_rfc, otro == &d.rfcReceptor ? "/rfcReceptor" : "/rfcEmisor",
                 contra(otro != nullptr ? *otro : d.rfcEmisor + ' ' + d.rfcReceptor, rfc));
    // A receipt of payments has no total of its own: what it says is what was paid.
    const bool de_pagos = d.tipoDeComprobante == "P";
    const auto& total = de_pagos ? d.pagado : d.total;
    const auto& moneda = de_pagos ? d.monedaPagada : d.moneda;
    if (!total) return v.hallar(Falla::documento_no_comparable, "/total");
    if (*total != documento.total) v.hallar(Falla::documento_total, "/total", contra(total->texto(), documento.total.texto()));
    if (!moneda.empty() && moneda != documento.moneda)
        v.hallar(Falla::documento_moneda, "/moneda", contra(moneda, documento.moneda));
}

void revisar_unicidad(db::Reader& tx, const Dicho& d, const DocumentoComparado* documento, fiscal::Veredicto& v) {
    if (d.uuid.empty()) return;
    v.hecho(Paso::unicidad);
    // By its own folio, or because another document was found to be that of this one.
    const auto otros = tx.all<OtroDocumento>(R"(
        SELECT tipo, serie, folio FROM documento
        WHERE organizacionId = $1 AND uuid = $2 AND canceladoEn IS NULL AND transaccionId <> $3
        UNION
        SELECT d.tipo, d.serie, d.folio FROM validacion a
        JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = a.transaccionId AND d.canceladoEn IS NULL
        WHERE a.organizacionId = $1 AND a.uuid = $2 AND a.uuid <> '' AND a.ultima = 1 AND a.transaccionId NOT IN (0, $3) AND a.resultado <> 'no_valido'
        ORDER BY 1, 2, 3 LIMIT 10)",
                                             tx.organizacion(), d.uuid, documento == nullptr ? 0 : documento->transaccionId);
    for (const auto& otro : otros)
        v.hallar(documento == nullptr ? Falla::unicidad_ya_registrado : Falla::unicidad_en_otro, std::string{en_uuid},
                 otro.tipo + ' ' + engine::folio_texto(otro.serie, otro.folio));
}

void revisar_estado(const fiscal::RespuestaSat& r, std::optional<Instante> timbradoEn, Instante ahora, fiscal::Veredicto& v) {
    v.hecho(Paso::estado_sat);
    switch (r.estado) {
        case fiscal::EstadoCfdi::vigente:
            if (r.estatusCancelacion == "En proceso") v.hallar(Falla::estado_sat_en_cancelacion, "", r.estatusCancelacion);
            return;
        case fiscal::EstadoCfdi::cancelado: return v.hallar(Falla::estado_sat_cancelado, "", r.estatusCancelacion);
        case fiscal::EstadoCfdi::no_valida: return v.hallar(Falla::estado_sat_no_valida, "", r.codigoEstatus);
        case fiscal::EstadoCfdi::no_encontrado: break;
    }
    // A stamp of days to come is none that was late.
    const bool reciente = timbradoEn && ahora < timbradoEn->mas_segundos(dias_para_aparecer * dia_segundos) &&
                          *timbradoEn < ahora.mas_segundos(dia_segundos);
    v.hallar(reciente ? Falla::estado_sat_reciente : Falla::estado_sat_no_encontrado, "", r.codigoEstatus);
}

void revisar_lista(db::Reader& tx, const std::string& rfcEmisor, std::optional<bool> efos, fiscal::Veredicto& v) {
    if (rfcEmisor.empty()) return;
    v.hecho(Paso::lista_69b);
    const bool hay = tx.one<std::int64_t>("SELECT registros FROM satCatalogo WHERE catalogo = 'Lista69B'").value_or(0) > 0;
    if (!hay && !efos) return v.hallar(Falla::lista_69b_ausente, "");
    // Of several, what weighs most: who was cleared of one may have been held to another.
    bool presunto = false;
    for (const auto& l : tx.all<EmisorListado>(R"(
             SELECT k.padre AS oficio, k.datos FROM satCatalogo c
             JOIN satClave k ON k.catalogo = c.catalogo AND k.generacion = c.generacion AND k.clave = $1
             WHERE c.catalogo = 'Lista69B' ORDER BY k.padre, k.desde)",
                                               rfcEmisor)) {
        const auto situacion = plegado(reflect::recuperar(l.datos).situacion);
        if (situacion == "definitivo") return v.hallar(Falla::lista_69b_definitivo, "/rfcEmisor", l.oficio);
        if (situacion == "presunto") {
            presunto = true;
            v.hallar(Falla::lista_69b_presunto, "/rfcEmisor", l.oficio);
        }
    }
    if (efos.value_or(false) && !presunto) v.hallar(Falla::lista_69b_segun_sat, "/rfcEmisor", rfcEmisor);
}

std::vector<RenglonDePaso> renglones_de(const fiscal::Veredicto& v, Paso paso) {
    std::vector<RenglonDePaso> lista;
    const std::int64_t primero = static_cast<std::int64_t>(paso) * renglones_por_paso;
    const auto agregar = [&](Resultado resultado, std::string_view codigo, const fiscal::Hallazgo& h) {
        lista.push_back({primero + static_cast<std::int64_t>(lista.size()), std::string{nombre(paso)},
                         std::string{nombre(resultado)}, std::string{codigo}, h.donde,
                         std::string{principio_utf8(h.detalle, 500)}, h.sat});
    };
    for (const auto& h : v.hallazgos())
        if (fiscal::paso(h.falla) == paso) agregar(fiscal::resultado(h.falla), nombre(h.falla), h);
    // Its findings may all be among those that are not kept.
    if (lista.empty()) {
        const auto resultado = v.de(paso);
        agregar(resultado,
                resultado == Resultado::bien            ? codigo_bien
                : resultado == Resultado::no_verificado ? codigo_no_revisado
                                                        : codigo_sin_mostrar,
                {});
    }
    return lista;
}

std::string_view mensaje_de(std::string_view codigo) {
    if (codigo == codigo_bien) return "Sin observaciones.";
    if (codigo == codigo_no_revisado) return "No se llegó a este paso por lo que se halló antes, o por lo que falta.";
    if (codigo == codigo_sin_mostrar) return "Hay hallazgos de este paso entre los que no se muestran.";
    const auto todas = fiscal::todas_las_fallas();
    const auto este = std::ranges::find_if(todas, [&](Falla f) { return nombre(f) == codigo; });
    return este == todas.end() ? std::string_view{} : fiscal::mensaje(*este);
}

bool decisivo(std::string_view paso) { return paso == nombre(Paso::estado_sat) || paso == nombre(Paso::sello); }

std::string resultado_de(const std::vector<RenglonDePaso>& pasos) {
    const auto alguno = [&](Resultado resultado, auto donde) {
        return std::ranges::any_of(pasos,
                                   [&](const RenglonDePaso& p) { return p.resultado == nombre(resultado) && donde(p.paso); });
    };
    const auto cualquiera = [](std::string_view) { return true; };
    if (alguno(Resultado::mal, cualquiera)) return "no_valido";
    if (alguno(Resultado::no_verificado, decisivo)) return "no_verificado";
    if (alguno(Resultado::no_verificado, cualquiera) || alguno(Resultado::aviso, cualquiera)) return "con_avisos";
    return "valido";
}

}  // namespace cacao::validacion
