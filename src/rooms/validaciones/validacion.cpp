#include "rooms/validaciones/validacion.hpp"

#include "api/archivos.hpp"
#include "db/rows.hpp"
#include "engine/entorno/eventos.hpp"
#include "engine/entorno/recibidos.hpp"
#include "engine/verbos/adjuntos.hpp"
#include "engine/verbos/archivos_xml.hpp"
#include "engine/verbos/areas.hpp"
#include "fiscal/cfdi.hpp"
#include "fiscal/xml.hpp"
#include "reflect/objeto.hpp"
#include "rooms/validaciones/vigilancia.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace cacao {
namespace {

using fiscal::Paso;
using validacion::DocumentoComparado;
using validacion::Presentado;
using validacion::RenglonDePaso;

// The row as it is kept.
struct FilaValidacion {
    std::int64_t validacionId{};
    std::string resultado;
    std::string origen;
    std::int64_t transaccionId{};
    std::int64_t archivoId{};
    std::string uuid;
    std::string versionCfdi;
    std::string tipoDeComprobante;
    std::string rfcEmisor;
    std::string rfcReceptor;
    std::string moneda;
    Importe total;
    std::string estadoSat;
    std::string codigoEstatus;
    std::string esCancelable;
    std::string estatusCancelacion;
    Instante verificadoEn;
    std::int64_t sinMostrar{};
    std::int64_t version{};
    std::int64_t creadoPor{};
    Instante creadoEn;
    Instante timbradoEn;
    Instante resueltoEn;
    std::string validacionEfos;
};
DESCRIBE_STRUCT(FilaValidacion, (),
                (validacionId, resultado, origen, transaccionId, archivoId, uuid, versionCfdi, tipoDeComprobante, rfcEmisor,
                 rfcReceptor, moneda, total, estadoSat, codigoEstatus, esCancelable, estatusCancelacion, verificadoEn, sinMostrar,
                 version, creadoPor, creadoEn, timbradoEn, resueltoEn, validacionEfos))

constexpr std::string_view columnas_de_validacion =
    "validacionId, resultado, origen, transaccionId, archivoId, uuid, versionCfdi, tipoDeComprobante, rfcEmisor, rfcReceptor, "
    "moneda, "
    "total, estadoSat, codigoEstatus, esCancelable, estatusCancelacion, verificadoEn, sinMostrar, version, creadoPor, creadoEn, "
    "timbradoEn, resueltoEn, validacionEfos";

// What of it may change, for the log.
struct EstadoDeValidacion {
    std::int64_t transaccionId{};
    std::string uuid;
    std::string resultado;
    std::string estadoSat;
    std::string estatusCancelacion;
    std::int64_t version{};
};
DESCRIBE_STRUCT(EstadoDeValidacion, (), (transaccionId, uuid, resultado, estadoSat, estatusCancelacion, version))

EstadoDeValidacion estado_de(const FilaValidacion& f) {
    return {f.transaccionId, f.uuid, f.resultado, f.estadoSat, f.estatusCancelacion, f.version};
}

std::string_view mensaje_de_resultado(std::string_view resultado) {
    if (resultado == "valido") return "El comprobante es válido.";
    if (resultado == "con_avisos") return "El comprobante es válido, con avisos.";
    if (resultado == "no_verificado") return "El comprobante no se ha podido verificar.";
    return "El comprobante no es válido.";
}

// The question to the authority was not understood: nothing is known of the document by it.
std::string estado_visto(const std::optional<fiscal::RespuestaSat>& r) {
    if (!r || r->estado == fiscal::EstadoCfdi::no_valida) return "no_verificado";
    return std::string{nombre(r->estado)};
}

void guardar_pasos(db::Writer& tx, std::int64_t validacionId, std::span<const RenglonDePaso> pasos) {
    for (const auto& p : pasos)
        tx.run(
            R"(INSERT INTO validacionPaso (organizacionId, validacionId, consecutivo, paso, resultado, codigo, donde, detalle, sat)
                  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9))",
            tx.organizacion(), validacionId, p.consecutivo, p.paso, p.resultado, p.codigo, p.donde, p.detalle, p.sat);
}

std::vector<RenglonDePaso> leer_pasos(db::Reader& tx, std::int64_t validacionId) {
    return tx.all<RenglonDePaso>(R"(
        SELECT consecutivo, paso, resultado, codigo, donde, detalle, sat FROM validacionPaso
        WHERE organizacionId = $1 AND validacionId = $2 ORDER BY consecutivo)",
                                 tx.organizacion(), validacionId);
}

Validacion vista_de(const Context& ctx, FilaValidacion&& f, const std::vector<RenglonDePaso>& pasos) {
    Validacion v;
    v.validacionId = f.validacionId;
    v.mensaje = mensaje_de_resultado(f.resultado);
    v.resultado = std::move(f.resultado);
    v.origen = std::move(f.origen);
    v.transaccionId = f.transaccionId;
    v.archivoId = f.archivoId;
    v.uuid = std::move(f.uuid);
    v.versionCfdi = std::move(f.versionCfdi);
    v.tipoDeComprobante = std::move(f.tipoDeComprobante);
    v.rfcEmisor = std::move(f.rfcEmisor);
    v.rfcReceptor = std::move(f.rfcReceptor);
    v.moneda = std::move(f.moneda);
    v.total = f.total;
    v.estadoSat = std::move(f.estadoSat);
    v.codigoEstatus = std::move(f.codigoEstatus);
    v.esCancelable = std::move(f.esCancelable);
    v.estatusCancelacion = std::move(f.estatusCancelacion);
    if (f.verificadoEn != Instante{}) v.verificadoEn = hora_local(f.verificadoEn, ctx.sesion().zona);
    v.sinMostrar = f.sinMostrar;
    v.version = f.version;
    v.creadoPor = f.creadoPor;
    v.creadoEn = f.creadoEn;
    for (const auto& p : pasos)
        v.pasos.push_back(
            {p.paso, p.resultado, p.codigo, std::string{validacion::mensaje_de(p.codigo)}, p.donde, p.detalle, p.sat});
    return v;
}

// The one place that takes every step, in their order: those of the judge as they came, then those that need the organization.
std::vector<RenglonDePaso> todos_los_pasos(const Context& ctx, db::Reader& tx, const Presentado& p,
                                           const DocumentoComparado* documento, bool apagada) {
    fiscal::Veredicto propio;
    const auto& d = p.dicho;
    const bool con_partes = !d.rfcEmisor.empty() && !d.rfcReceptor.empty();
    if (con_partes) validacion::revisar_organizacion(tx, d, documento, propio);
    // What has not the form of a document is not asked for.
    const bool sin_forma = p.con_archivo && (p.veredicto.de(Paso::xml) == fiscal::Resultado::mal ||
                                             p.veredicto.de(Paso::estructura) == fiscal::Resultado::mal);
    if (p.respuesta) {
        validacion::revisar_estado(*p.respuesta, d.timbradoEn, ctx.ahora(), propio);
    } else if (!sin_forma && (con_partes || !p.con_archivo)) {
        propio.hecho(Paso::estado_sat);
        propio.hallar(p.expresion.empty() ? fiscal::Falla::estado_sat_sin_datos
                      : apagada           ? fiscal::Falla::estado_sat_apagado
                                          : fiscal::Falla::estado_sat_sin_respuesta,
                      "");
    }
    if (documento != nullptr && con_partes) validacion::revisar_documento(d, *documento, propio);
    validacion::revisar_unicidad(tx, d, documento, propio);
    validacion::revisar_lista(tx, d.rfcEmisor, p.respuesta ? p.respuesta->en_lista() : std::nullopt, propio);

    std::vector<RenglonDePaso> pasos;
    for (std::size_t i = p.con_archivo ? 0 : fiscal::pasos_del_juez; i < fiscal::cuantos_pasos; ++i) {
        const auto paso = static_cast<Paso>(i);
        if (paso == Paso::documento && documento == nullptr) continue;
        auto suyos = validacion::renglones_de(i < fiscal::pasos_del_juez ? p.veredicto : propio, paso);
        pasos.insert(pasos.end(), std::make_move_iterator(suyos.begin()), std::make_move_iterator(suyos.end()));
    }
    return pasos;
}

// What the authority said last of the same question, and when: it stands until it says something else.
struct DichoAntes {
    std::string estadoSat;
    std::string codigoEstatus;
    std::string esCancelable;
    std::string estatusCancelacion;
    std::string validacionEfos;
    Instante verificadoEn;
};
DESCRIBE_STRUCT(DichoAntes, (), (estadoSat, codigoEstatus, esCancelable, estatusCancelacion, validacionEfos, verificadoEn))

// The question by which a document was asked for, and what was told of its issuer then.
struct PreguntadoPorFolio {
    std::string expresion;
    std::string validacionEfos;
};
DESCRIBE_STRUCT(PreguntadoPorFolio, (), (expresion, validacionEfos))

std::optional<Instante> recordar(db::Reader& tx, Presentado& p) {
    const auto antes = tx.one<DichoAntes>(R"(
        SELECT estadoSat, codigoEstatus, esCancelable, estatusCancelacion, validacionEfos, verificadoEn FROM validacion
        WHERE organizacionId = $1 AND expresion = $2 AND expresion <> '' AND ultima = 1 AND estadoSat <> 'no_verificado'
        ORDER BY verificadoEn DESC, validacionId DESC LIMIT 1)",
                                          tx.organizacion(), p.expresion);
    if (!antes) return std::nullopt;
    p.respuesta = fiscal::RespuestaSat{fiscal::estado_de(antes->estadoSat).value(), antes->codigoEstatus, antes->esCancelable,
                                       antes->estatusCancelacion, antes->validacionEfos};
    return antes->verificadoEn;
}

// Whether the document's own validation was of its file: one by its folio alone knows less, and does not take its place.
bool hay_de_archivo(db::Reader& tx, std::int64_t transaccionId) {
    return tx
        .one<std::int64_t>(R"(SELECT 1 FROM validacion WHERE organizacionId = $1 AND transaccionId = $2 AND ultima = 1
                              AND transaccionId <> 0 AND huella <> '')",
                           tx.organizacion(), transaccionId)
        .has_value();
}

// A received document follows what is found in it by itself, not compared with one of ours. By its folio alone only the
// authority's word is known.
void avisar_al_buzon(Context& ctx, const FilaValidacion& f) {
    const bool con_archivo = !f.versionCfdi.empty();
    engine::recibido_segun_sat(ctx, f.uuid, con_archivo || f.estadoSat == "cancelado" ? f.resultado : std::string{}, f.estadoSat);
}

struct Validaciones {
    const api::Operations& ops;
    std::shared_ptr<const validacion::Validador> validador;

    // Of the document that is named, if one is: the caller may write in its area, because it will say what was found.
    std::optional<DocumentoComparado> comparado(const Context& ctx, db::Reader& tx, std::int64_t transaccionId) const {
        if (transaccionId == 0) return std::nullopt;
        auto d = validacion::exigir_comparado(tx, transaccionId, "/transaccionId");
        engine::exigir_area(ctx, ops, d.tipo, true, "/transaccionId");
        return d;
    }

    // Before the authority is asked.
    void exigir_antes(const Context& ctx, std::int64_t transaccionId) const {
        if (transaccionId != 0) ctx.leer(ctx.organizacionId(), [&](db::Reader& tx) { comparado(ctx, tx, transaccionId); });
    }

    Validacion guardar(Context& ctx, Presentado p, OrigenDeValidacion origen, std::int64_t transaccionId,
                       std::int64_t archivoId) const {
        const auto documento = comparado(ctx, ctx.db(), transaccionId);
        return guardar_de(ctx, std::move(p), origen, documento, archivoId);
    }

    Validacion guardar_de(Context& ctx, Presentado p, OrigenDeValidacion origen,
                          const std::optional<DocumentoComparado>& documento, std::int64_t archivoId) const {
        auto& tx = ctx.db();
        const std::int64_t transaccionId = documento ? documento->transaccionId : 0;
        // The folio is of one document: two at once would each find it free. And one validation is the last.
        if (!p.dicho.uuid.empty()) tx.lock("folio/" + p.dicho.uuid);
        tx.lock("validacion/" + (documento ? std::to_string(transaccionId) : p.expresion));
        // Whoever asks while the authority is silent hears what it said before.
        const bool contesto = p.respuesta.has_value();
        const auto dicho_en = contesto ? std::optional{ctx.ahora()} : recordar(tx, p);
        const bool ultima = !documento || p.con_archivo || !hay_de_archivo(tx, transaccionId);
        const auto pasos = todos_los_pasos(ctx, tx, p, documento ? &*documento : nullptr, validador->consulta().apagada());
        FilaValidacion f;
        f.validacionId = tx.next_id();
        f.resultado = validacion::resultado_de(pasos);
        f.origen = reflect::enum_name(origen);
        f.transaccionId = transaccionId;
        f.archivoId = archivoId;
        const auto& d = p.dicho;
        f.uuid = d.uuid;
        f.versionCfdi = d.versionCfdi;
        f.tipoDeComprobante = d.tipoDeComprobante;
        f.rfcEmisor = d.rfcEmisor;
        f.rfcReceptor = d.rfcReceptor;
        f.moneda = d.moneda;
        f.total = d.total.value_or(Importe{});
        f.timbradoEn = d.timbradoEn.value_or(Instante{});
        f.estadoSat = estado_visto(p.respuesta);
        if (p.respuesta) {
            f.codigoEstatus = p.respuesta->codigoEstatus;
            f.esCancelable = p.respuesta->esCancelable;
            f.estatusCancelacion = p.respuesta->estatusCancelacion;
            f.validacionEfos = p.respuesta->validacionEfos;
            f.verificadoEn = *dicho_en;
        }
        f.sinMostrar = static_cast<std::int64_t>(p.veredicto.sin_mostrar());
        f.version = 1;
        f.creadoPor = ctx.usuarioId();
        f.creadoEn = ctx.ahora();
        insertar(ctx, f, p, ultima);
        guardar_pasos(tx, f.validacionId, pasos);
        ctx.auditar_alta("Validacion", f.validacionId, estado_de(f));
        if (documento && ultima)
            engine::tocar_documento(ctx, transaccionId, engine::evento::Validado{f.validacionId, f.resultado, f.estadoSat});
        if (!documento) avisar_al_buzon(ctx, f);
        // What was said before is asked again now, unless nothing else can come of it.
        const bool final = p.respuesta && p.respuesta->estado == fiscal::EstadoCfdi::cancelado;
        if (ultima && !p.expresion.empty() && !final)
            validacion::vigilar(ctx, p.expresion, contesto ? p.respuesta : std::nullopt, d.timbradoEn.value_or(ctx.ahora()),
                                validador->cada());
        return vista_de(ctx, std::move(f), pasos);
    }

    // The one of before, of the same document or of the same question, is the last no more.
    static void insertar(Context& ctx, const FilaValidacion& f, const Presentado& p, bool ultima) {
        auto& tx = ctx.db();
        if (!ultima) {
            // It takes nobody's place.
        } else if (f.transaccionId != 0) {
            tx.run(
                "UPDATE validacion SET ultima = 0 WHERE organizacionId = $1 AND transaccionId = $2 AND ultima = 1 AND "
                "transaccionId <> 0",
                tx.organizacion(), f.transaccionId);
        } else if (!p.expresion.empty()) {
            tx.run(
                R"(UPDATE validacion SET ultima = 0 WHERE organizacionId = $1 AND expresion = $2 AND ultima = 1 AND expresion <> ''
                      AND transaccionId = 0)",
                tx.organizacion(), p.expresion);
        }
        tx.run(R"(INSERT INTO validacion (organizacionId, validacionId, origen, transaccionId, archivoId, huella, uuid, expresion,
                      versionCfdi, tipoDeComprobante, rfcEmisor, rfcReceptor, moneda, total, timbradoEn, resultado, estadoSat,
                      codigoEstatus, esCancelable, estatusCancelacion, validacionEfos, verificadoEn, resueltoEn, sinMostrar, ultima,
                      version, creadoPor, creadoEn)
                  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $22, $23, $26, 1,
                          $24, $25))",
               tx.organizacion(), f.validacionId, f.origen, f.transaccionId, f.archivoId, p.huella, f.uuid, p.expresion,
               f.versionCfdi, f.tipoDeComprobante, f.rfcEmisor, f.rfcReceptor, f.moneda, f.total, f.timbradoEn, f.resultado,
               f.estadoSat, f.codigoEstatus, f.esCancelable, f.estatusCancelacion, f.validacionEfos, f.verificadoEn, f.sinMostrar,
               f.creadoPor, f.creadoEn, ultima);
    }

    Validacion obtener(const Context& ctx, const ValidacionPedida& pedida) const {
        auto& tx = ctx.db();
        auto f = tx.one<FilaValidacion>(
            "SELECT " + std::string{columnas_de_validacion} + " FROM validacion WHERE organizacionId = $1 AND validacionId = $2",
            tx.organizacion(), pedida.validacionId);
        reject_if(!f, Codigo::no_encontrado, "/validacionId");
        if (f->transaccionId != 0)
            engine::exigir_area(ctx, ops, validacion::exigir_comparado(tx, f->transaccionId, "/validacionId").tipo, false,
                                "/validacionId");
        const auto pasos = leer_pasos(tx, f->validacionId);
        return vista_de(ctx, std::move(*f), pasos);
    }
};

// What a document has to be verified by; nothing when it has none.
struct PorVerificar {
    std::optional<Presentado> presentado;
    std::int64_t archivoId = 0;
};

PorVerificar por_verificar(const Validaciones& v, const Context& ctx, const VerificacionPedida& pedida) {
    validacion::Dicho d;
    bool con_folio = false;
    PorVerificar p;
    std::string uuid;
    std::vector<std::int64_t> archivos;
    ctx.leer(ctx.organizacionId(), [&](db::Reader& tx) {
        const auto documento = *v.comparado(ctx, tx, pedida.transaccionId);
        uuid = documento.uuid;
        archivos = engine::xml_de_documento(tx, pedida.transaccionId);
        if (archivos.empty()) con_folio = validacion::dicho_por(tx, documento, d);
    });
    // One after the other, so that one at a time is held; what is kept outside is fetched after the snapshot.
    auto mejor = engine::ParecidoFiscal::nada;
    std::string bytes;
    for (const auto archivoId : archivos) {
        std::optional<engine::ArchivoGuardado> archivo;
        ctx.leer(ctx.organizacionId(), [&](db::Reader& tx) { archivo = engine::leer_archivo(tx, archivoId); });
        if (!archivo) continue;
        auto suyos = api::bytes_de(std::move(archivo->contenido));
        // Of one alone there is nothing to choose.
        const auto cuanto = archivos.size() == 1 ? engine::ParecidoFiscal::nada : engine::parecido_fiscal(suyos, uuid);
        if (p.archivoId != 0 && cuanto <= mejor) continue;
        p.archivoId = archivoId;
        mejor = cuanto;
        bytes = std::move(suyos);
        if (mejor == engine::ParecidoFiscal::el_suyo || (mejor == engine::ParecidoFiscal::comprobante && uuid.empty())) break;
    }
    if (p.archivoId != 0) p.presentado = v.validador->archivo(ctx, bytes);
    else if (con_folio) p.presentado = v.validador->folio(ctx, std::move(d));
    return p;
}

Verificacion verificar(const Validaciones& v, Context& ctx, const VerificacionPedida& pedida, const PorVerificar& p) {
    Verificacion r;
    r.transaccionId = pedida.transaccionId;
    if (!p.presentado) {
        v.comparado(ctx, ctx.db(), pedida.transaccionId);
        r.codigo = CodigoDeVerificacion::sin_comprobante;
        r.mensaje = "El documento no tiene archivo ni folio fiscal que verificar.";
        return r;
    }
    auto hecha = v.guardar(ctx, *p.presentado, OrigenDeValidacion::transaccion, pedida.transaccionId, p.archivoId);
    r.codigo = std::string{hecha.resultado};
    r.mensaje = hecha.mensaje;
    // The first thing that made it so says more than the word for it.
    const auto primero = [&](auto cual) {
        const auto este = std::ranges::find_if(hecha.pasos, cual);
        if (este == hecha.pasos.end()) return false;
        r.mensaje += ' ' + este->mensaje;
        return true;
    };
    const auto como = [](std::string_view resultado) {
        return [resultado](const PasoValidado& x) { return x.resultado == resultado; };
    };
    if (hecha.resultado == "no_valido") primero(como("mal"));
    else if (hecha.resultado == "no_verificado")
        primero(
            [&](const PasoValidado& x) { return como("no_verificado")(x) && validacion::decisivo(std::string_view{x.paso}); });
    else if (!primero(como("aviso"))) primero(como("no_verificado"));
    r.validacionId = hecha.validacionId;
    r.estadoSat = hecha.estadoSat;
    r.verificadoEn = hecha.verificadoEn;
    return r;
}

struct Almacenado {
    Presentado presentado;
    std::int64_t transaccionId = 0;
};

Almacenado por_validar(const Validaciones& v, const Context& ctx, const AlmacenadoPorValidar& pedido) {
    std::optional<engine::ArchivoGuardado> archivo;
    ctx.leer(ctx.organizacionId(), [&](db::Reader& tx) {
        archivo = engine::leer_archivo(tx, pedido.id);
        reject_if(!archivo, Codigo::no_encontrado, "/id");
        engine::exigir_area(ctx, v.ops, archivo->tipoDocumento, true, "/id");
        if (archivo->contenido.tipo != "application/xml" && archivo->extension != "xml")
            reject(Codigo::archivo_otro_tipo, "/id", reflect::objeto("tipo", archivo->contenido.tipo));
    });
    Almacenado a;
    a.transaccionId = archivo->transaccionId;
    a.presentado = v.validador->archivo(ctx, api::bytes_de(std::move(archivo->contenido)));
    return a;
}

std::int64_t documento_pedido(const std::optional<IdOpcional>& id) { return id ? id->valor : 0; }

}  // namespace

namespace validacion {

// The steps that hang on the authority's word are taken again; the others stand.
Asentada asentar_respuesta(Context& ctx, const std::string& expresion, const fiscal::RespuestaSat& r) {
    auto& tx = ctx.db();
    Asentada hecho;
    hecho.encontrada = r.estado != fiscal::EstadoCfdi::no_encontrado;
    for (auto& f : tx.all<FilaValidacion>("SELECT " + std::string{columnas_de_validacion} +
                                              " FROM validacion WHERE organizacionId = $1 AND expresion = $2 AND ultima = 1 "
                                              "AND expresion <> '' ORDER BY validacionId",
                                          tx.organizacion(), expresion)) {
        const Instante suyo = f.timbradoEn != Instante{} ? f.timbradoEn : f.creadoEn;
        hecho.desde = hecho.alguna ? std::min(hecho.desde, suyo) : suyo;
        hecho.alguna = true;
        fiscal::Veredicto v;
        revisar_estado(r, f.timbradoEn != Instante{} ? std::optional{f.timbradoEn} : std::nullopt, ctx.ahora(), v);
        revisar_lista(tx, f.rfcEmisor, r.en_lista(), v);
        auto nuevos = renglones_de(v, Paso::estado_sat);
        for (auto& p : renglones_de(v, Paso::lista_69b)) nuevos.push_back(std::move(p));
        tx.run(
            "DELETE FROM validacionPaso WHERE organizacionId = $1 AND validacionId = $2 AND paso IN ('estado_sat', 'lista_69b')",
            tx.organizacion(), f.validacionId);
        guardar_pasos(tx, f.validacionId, nuevos);
        const auto antes = estado_de(f);
        f.resultado = resultado_de(leer_pasos(tx, f.validacionId));
        f.estadoSat = estado_visto(r);
        f.estatusCancelacion = r.estatusCancelacion;
        const bool cambio =
            f.resultado != antes.resultado || f.estadoSat != antes.estadoSat || f.estatusCancelacion != antes.estatusCancelacion;
        ++f.version;
        tx.run(
            R"(UPDATE validacion SET resultado = $3, estadoSat = $4, codigoEstatus = $5, esCancelable = $6, estatusCancelacion = $7,
                      validacionEfos = $8, verificadoEn = $9, version = $10, resueltoEn = $11
                  WHERE organizacionId = $1 AND validacionId = $2)",
            tx.organizacion(), f.validacionId, f.resultado, f.estadoSat, r.codigoEstatus, r.esCancelable, r.estatusCancelacion,
            r.validacionEfos, ctx.ahora(), f.version, cambio ? ctx.ahora() : f.resueltoEn);
        if (!cambio) continue;
        hecho.cambio = true;
        ctx.auditar("Validacion", f.validacionId, antes, estado_de(f));
        if (f.transaccionId == 0) avisar_al_buzon(ctx, f);
        if (f.transaccionId != 0)
            engine::tocar_documento(ctx, f.transaccionId, engine::evento::Validado{f.validacionId, f.resultado, f.estadoSat});
    }
    return hecho;
}

void asentar_cancelado(Context& ctx, const std::string& uuid, const std::string& dicho) {
    auto& tx = ctx.db();
    for (const auto& p : tx.all<PreguntadoPorFolio>(R"(
             SELECT DISTINCT expresion, validacionEfos FROM validacion
             WHERE organizacionId = $1 AND uuid = $2 AND uuid <> '' AND ultima = 1 AND expresion <> '' AND estadoSat <> 'cancelado'
             ORDER BY expresion)",
                                                    tx.organizacion(), uuid))
        asentar_respuesta(
            ctx, p.expresion,
            {fiscal::EstadoCfdi::cancelado, "S - Comprobante obtenido satisfactoriamente.", "", dicho, p.validacionEfos});
}

Validacion guardar_presentado(Context& ctx, const api::Operations& ops, std::shared_ptr<const Validador> validador,
                              const Presentado& presentado, std::int64_t transaccionId, std::int64_t archivoId) {
    const Validaciones v{ops, std::move(validador)};
    std::optional<DocumentoComparado> documento;
    if (transaccionId != 0) documento = exigir_comparado(ctx.db(), transaccionId, "/transaccionId");
    return v.guardar_de(ctx, presentado, transaccionId == 0 ? OrigenDeValidacion::archivo : OrigenDeValidacion::almacenado,
                        documento, archivoId);
}

}  // namespace validacion

void register_validaciones(api::Operations& ops, std::shared_ptr<const validacion::Validador> validador) {
    using enum api::Verb;
    ops.group("ArchivosDigitales");
    const auto v = std::make_shared<const Validaciones>(Validaciones{ops, std::move(validador)});
    ops.add(
           POST, "/api/ArchivosDigitales/ValidarArchivo", "ValidarArchivo",
           [v](const Context& ctx, const ArchivoPorValidar& p) {
               v->exigir_antes(ctx, documento_pedido(p.transaccionId));
               return v->validador->archivo(ctx, p.archivo.contenido);
           },
           [v](Context& ctx, const ArchivoPorValidar& p, const Presentado& presentado) {
               return v->guardar(ctx, presentado, OrigenDeValidacion::archivo, documento_pedido(p.transaccionId), 0);
           })
        .por_fuera()
        .multiparte(0)
        .en_consulta("transaccionId")
        .rechaza({Codigo::no_encontrado, Codigo::permiso_denegado});
    ops.add(
           POST, "/api/ArchivosDigitales/ValidarFolioFiscal", "ValidarFolioFiscal",
           [v](const Context& ctx, const FolioPorValidar& p) {
               // An RFC may be empty where somebody has none; whom the authority is asked for has one.
               Faltas faltas;
               faltas.agregar_si(p.rfcEmisor.texto().empty(), Codigo::requerido, "/rfcEmisor");
               faltas.agregar_si(p.rfcReceptor.texto().empty(), Codigo::requerido, "/rfcReceptor");
               faltas.agregar_si(p.sello && !fiscal::es_base64(std::string_view{*p.sello}), Codigo::base64_invalido, "/sello");
               faltas.lanzar();
               v->exigir_antes(ctx, documento_pedido(p.transaccionId));
               validacion::Dicho d;
               d.uuid = p.uuid.texto();
               d.rfcEmisor = p.rfcEmisor.texto();
               d.rfcReceptor = p.rfcReceptor.texto();
               d.total = p.total;
               d.sello = p.sello.value_or("");
               return v->validador->folio(ctx, std::move(d));
           },
           [v](Context& ctx, const FolioPorValidar& p, const Presentado& presentado) {
               return v->guardar(ctx, presentado, OrigenDeValidacion::folio, documento_pedido(p.transaccionId), 0);
           })
        .por_fuera()
        .rechaza({Codigo::no_encontrado, Codigo::permiso_denegado, Codigo::base64_invalido});
    ops.add(
           POST, "/api/ArchivosDigitales/ValidarAlmacenado/{id}", "ValidarAlmacenado",
           [v](const Context& ctx, const AlmacenadoPorValidar& p) { return por_validar(*v, ctx, p); },
           [v](Context& ctx, const AlmacenadoPorValidar& p, const Almacenado& a) {
               return v->guardar(ctx, a.presentado, OrigenDeValidacion::almacenado, a.transaccionId, p.id);
           })
        .por_fuera()
        .rechaza({Codigo::no_encontrado, Codigo::permiso_denegado, Codigo::archivo_otro_tipo});
    ops.add(
           POST, "/api/Transacciones/VerificarArchivo", "VerificarArchivo",
           [v](const Context& ctx, const VerificacionPedida& p) { return por_verificar(*v, ctx, p); },
           [v](Context& ctx, const VerificacionPedida& p, const PorVerificar& preparado) {
               return verificar(*v, ctx, p, preparado);
           })
        .por_fuera()
        .en_consulta("transaccionId")
        .rechaza({Codigo::no_encontrado, Codigo::permiso_denegado});
    ops.add(GET, "/api/ArchivosDigitales/Validaciones", "ValidacionesListar",
            [&ops](const Context& ctx, const ValidacionesFiltro& f) { return listar_validaciones(ctx, ops, f); })
        .nuestra()
        .rechaza({Codigo::cursor_invalido, Codigo::pagina_y_cursor});
    ops.add(GET, "/api/ArchivosDigitales/CodigosDeValidacion", "CodigosDeValidacionListar", codigos_de_validacion).nuestra();
    ops.add(GET, "/api/ArchivosDigitales/Validaciones/{validacionId}", "ValidacionObtener",
            [v](const Context& ctx, const ValidacionPedida& p) { return v->obtener(ctx, p); })
        .nuestra()
        .lectura_puntual()
        .rechaza({Codigo::no_encontrado, Codigo::permiso_denegado});
}

}  // namespace cacao
