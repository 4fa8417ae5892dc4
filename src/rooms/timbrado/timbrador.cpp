#include "rooms/timbrado/timbrador.hpp"

#include "base/digest.hpp"
#include "base/paso.hpp"
#include "base/texto.hpp"
#include "base/uuid.hpp"
#include "db/rows.hpp"
#include "engine/entorno/candados.hpp"
#include "engine/entorno/series_documento.hpp"
#include "engine/entorno/timbrado.hpp"
#include "engine/verbos/adjuntos.hpp"
#include "engine/verbos/cancelar.hpp"
#include "fiscal/cadena.hpp"
#include "fiscal/cancelacion.hpp"
#include "fiscal/timbre.hpp"
#include "fiscal/veredicto.hpp"
#include "reflect/decode.hpp"
#include "reflect/json_write.hpp"
#include "reflect/types.hpp"
#include "rooms/timbrado/comprobante_de.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace cacao::timbrado {
namespace {

using engine::EstadoTimbrado;
using Como = Respuesta::Como;

// As long as nobody answers it is asked again, for some days: then a person must look.
constexpr std::int64_t intentos_de_timbrado = 40;
constexpr std::int64_t espera_minima_s = 60;
constexpr std::int64_t espera_maxima_s = 3600;

// An invoice of 5,000 lines with an addendum comes to some megabytes.
constexpr std::size_t xml_maximo = 100'000'000;

// What travels from the part outside to the one inside: the state in which it was found, and that to which it goes.
struct PasoFiscal {
    std::string de;
    std::string a;  // "" when there is nothing to do
    Texto<xml_maximo> xml;
    std::string proveedor;
    Importe total;
    std::string uuid;
    std::string fechaTimbrado;
    std::string codigo;
    std::string mensaje;
    std::vector<engine::AnticipoDicho> anticipos;
};
DESCRIBE_STRUCT(PasoFiscal, (), (de, a, xml, proveedor, total, uuid, fechaTimbrado, codigo, mensaje, anticipos))

struct DatosDeCancelacion {
    std::string rfcEmisor, rfcReceptor, sello, zona;
};

std::string_view texto_de(EstadoTimbrado estado) { return reflect::enum_name(estado); }

[[noreturn]] void sin_respuesta(const Respuesta& r) {
    throw std::runtime_error(r.mensaje.empty() ? "El proveedor no contestó." : r.mensaje);
}

// What our own judge found, as comprobante_de.cpp tells it.
struct HallazgoDicho {
    std::string codigo, sat, mensaje, detalle;
};
DESCRIBE_STRUCT(HallazgoDicho, (), (codigo, sat, mensaje, detalle))

// The finding, the key of the authority, where, and what to do instead where that is known.
std::string palabras_de_hallazgo(const Falta& f) {
    const auto h = reflect::recuperar(Guardado<HallazgoDicho>{f.datos});
    auto texto = h.mensaje;
    if (texto.ends_with('.')) texto.pop_back();
    std::string entre = h.sat;
    for (const auto& otro : {f.campo.empty() ? std::string{} : "en " + f.campo, h.detalle})
        if (!otro.empty()) entre += (entre.empty() ? "" : ", ") + otro;
    if (!entre.empty()) texto += " (" + entre + ")";
    texto += '.';
    if (h.codigo == fiscal::nombre(fiscal::Falla::informacion_global_falta))
        texto += " Las ventas al público en general se facturan con FacturaGlobal.";
    return texto;
}

// All that a refusal of ours says, in sentences that people read: each field and its code.
std::string palabras_de(const Error& error) {
    std::string todas;
    for (const auto& f : error.faltas()) {
        if (!todas.empty()) todas += todas.ends_with('.') ? " " : "; ";
        if (!f.datos.empty() && f.codigo == Codigo::comprobante_invalido) todas += palabras_de_hallazgo(f);
        else todas += fmt::format("{}: {}", f.campo, mensaje(f.codigo, Idioma::es));
    }
    return todas;
}

class Paso {
public:
    Paso(const Emisor& emisor, const api::Afuera& afuera, const api::Trabajo& trabajo)
        : emisor_(emisor), afuera_(afuera), trabajo_(trabajo), transaccionId_(std::stoll(trabajo.clave)) {}

    std::string dar() {
        std::optional<engine::FilaTimbrado> fila;
        afuera_.leer([&](db::Reader& tx) {
            fila = engine::leer_timbrado(tx, transaccionId_);
            configuracion_ = leer_configuracion_fiscal(tx);
        });
        PasoFiscal p;
        if (fila) {
            p.de = fila->estado;
            if (fila->es(EstadoTimbrado::porTimbrar)) sellar(p);
            else if (fila->es(EstadoTimbrado::enviado)) enviar(*fila, p);
            else if (fila->es(EstadoTimbrado::porCancelar)) cancelar(*fila, p);
            else if (fila->es(EstadoTimbrado::enCancelacion)) consultar(*fila, p);
        }
        return reflect::to_json(p);
    }

private:
    void sellar(PasoFiscal& p) const {
        try {
            auto sellado = sellar_comprobante(
                emisor_, [&](FunctionRef<void(db::Reader&)> con) { afuera_.leer(con); }, transaccionId_, afuera_.ahora());
            p.a = texto_de(EstadoTimbrado::enviado);
            p.xml = std::move(sellado.xml);
            p.proveedor = std::move(sellado.proveedor);
            p.total = sellado.total;
            p.anticipos = std::move(sellado.anticipos);
        } catch (const Error& e) {
            // What it names is on its way: it waits for that.
            if (std::ranges::any_of(e.faltas(), [](const Falta& f) { return f.codigo == Codigo::comprobante_en_proceso; }))
                throw std::runtime_error(palabras_de(e));
            p.a = texto_de(EstadoTimbrado::rechazado);
            p.codigo = e.faltas().size() == 1 ? nombre(e.faltas().front().codigo) : nombre(Codigo::dato_fiscal_faltante);
            p.mensaje = palabras_de(e);
        }
    }

    std::shared_ptr<const Proveedor> proveedor(const engine::FilaTimbrado& fila) const {
        auto quien = emisor_.proveedor(fila.proveedor, configuracion_);
        if (quien == nullptr) throw std::runtime_error("No hay un proveedor " + fila.proveedor + ".");
        return quien;
    }
    Abandonar abandonar() const {
        return [this] { return afuera_.abandonar(); };
    }
    std::string zona() const {
        std::string zona;
        afuera_.leer([&](db::Reader& tx) {
            zona = tx.one<std::string>(R"(SELECT s.zona FROM documento d
                                          JOIN sucursal s ON s.organizacionId = $1 AND s.sucursalId = d.sucursalId
                                          WHERE d.organizacionId = $1 AND d.transaccionId = $2)",
                                       tx.organizacion(), transaccionId_)
                       .value_or(std::string{zona_predeterminada});
        });
        return zona;
    }

    void enviar(const engine::FilaTimbrado& fila, PasoFiscal& p) const {
        // Whoever comes right after it was sealed is the first; others do not know how far those before them came.
        const bool primero = fila.trabajoId == trabajo_.trabajoId && fila.toma + 1 == trabajo_.toma;
        std::shared_ptr<const Proveedor> quien;
        try {
            quien = proveedor(fila);
        } catch (const std::runtime_error& e) {
            if (!primero) throw;
            return devolver({Como::sin_entregar, {}, {}, e.what()}, p);
        }
        // By what is sent: identifiers of ours are another installation's too, which may have the same provider.
        const Envio envio{hexadecimal(sha256(fila.xml)), fila.xml, fiscal::hora_de_timbrado(afuera_.ahora())};
        Respuesta r;
        if (!primero) r = quien->recuperar(envio, abandonar());
        if (!primero && r.como == Como::sin_respuesta) sin_respuesta(r);
        if (primero || r.como == Como::desconocido) r = quien->timbrar(envio, abandonar());
        // Nobody has it, and nobody was asked before: it is sealed anew, for whoever stamps then.
        if (primero && r.como == Como::sin_entregar) return devolver(std::move(r), p);
        if (r.como == Como::previo && r.xml.empty()) r = quien->recuperar(envio, abandonar());
        // What was refused is sealed anew, and would have two stamps if this answer was another's: one refusal alone is not believed.
        if (r.como == Como::rechazado) {
            if (auto otra = quien->recuperar(envio, abandonar()); otra.como != Como::desconocido) r = std::move(otra);
        }
        Pasos::alcanzar("timbrado_contestado");
        switch (r.como) {
            case Como::hecho:
            case Como::previo: break;
            case Como::rechazado:
                p.a = texto_de(EstadoTimbrado::rechazado);
                p.codigo = std::move(r.codigo);
                p.mensaje = std::move(r.mensaje);
                return;
            case Como::desconocido:
            case Como::sin_entregar:
            case Como::sin_respuesta: sin_respuesta(r);
        }
        auto estampa = comprobar_estampa(fila.xml, r.xml);
        p.a = texto_de(EstadoTimbrado::timbrado);
        p.uuid = std::move(estampa.uuid);
        p.fechaTimbrado = std::move(estampa.fechaTimbrado);
        p.total = estampa.total;
        p.xml = std::move(r.xml);
        p.codigo = std::move(r.codigo);
        p.mensaje = std::move(r.mensaje);
    }

    static void devolver(Respuesta r, PasoFiscal& p) {
        p.a = texto_de(EstadoTimbrado::porTimbrar);
        p.codigo = std::move(r.codigo);
        p.mensaje = r.mensaje.empty() ? "El proveedor no recibió el comprobante." : std::move(r.mensaje);
        Pasos::alcanzar("timbrado_contestado");
    }

    // The parties as the stamped document has them: catalogs may say otherwise by now.
    DatosDeCancelacion datos_de_cancelacion(const engine::FilaTimbrado& fila) const {
        std::optional<engine::ArchivoGuardado> archivo;
        afuera_.leer([&](db::Reader& tx) { archivo = engine::leer_archivo(tx, fila.archivoId); });
        if (!archivo) throw std::runtime_error("El XML timbrado no está.");
        const auto bytes = api::bytes_de(std::move(archivo->contenido));
        const fiscal::Xml xml{bytes};
        if (!xml.bien()) throw std::runtime_error("El XML timbrado no se puede leer.");
        const auto cfdi = fiscal::leer_cfdi(xml);
        return {cfdi.emisor.rfc, cfdi.receptor.rfc, cfdi.sello, zona()};
    }

    void cancelar(const engine::FilaTimbrado& fila, PasoFiscal& p) const {
        const auto quien = proveedor(fila);
        const auto datos = datos_de_cancelacion(fila);
        std::optional<fiscal::Csd> csd;
        auto falta = Codigo::sin_certificado;
        try {
            afuera_.leer([&](db::Reader& tx) { csd = emisor_.csd(tx, afuera_.ahora()); });
        } catch (const Error& e) {
            falta = e.faltas().front().codigo;
        }
        if (!csd) {
            p.a = texto_de(EstadoTimbrado::cancelacionRechazada);
            p.codigo = nombre(falta);
            p.mensaje = mensaje(falta, Idioma::es);
            return;
        }
        const auto uuid = mayusculas(fila.uuid);
        const auto sustituto = mayusculas(fila.uuidSustitucion);
        EnvioDeCancelacion envio{uuid, datos.rfcEmisor, fila.motivo, sustituto, {}};
        envio.xml = fiscal::solicitud_de_cancelacion(
            {datos.rfcEmisor, hora_local(afuera_.ahora(), datos.zona), uuid, fila.motivo, sustituto}, *csd);
        // Asked twice, the authority answers that it was asked before (202): nothing is lost by asking.
        auto r = quien->cancelar(envio, abandonar());
        Pasos::alcanzar("timbrado_contestado");
        switch (r.como) {
            case Como::hecho:
            case Como::previo: p.a = texto_de(EstadoTimbrado::enCancelacion); break;
            // The answer may be another's, or to the second time of asking: what the authority says counts.
            case Como::rechazado:
                p.a = texto_de(sigue_vigente(estado_dicho(*quien, fila, datos)) ? EstadoTimbrado::cancelacionRechazada
                                                                                : EstadoTimbrado::enCancelacion);
                break;
            case Como::desconocido:  // the authority's register is minutes behind the stamp
            case Como::sin_entregar:
            case Como::sin_respuesta: sin_respuesta(r);
        }
        p.codigo = std::move(r.codigo);
        p.mensaje = std::move(r.mensaje);
        p.xml = std::move(r.xml);
    }

    fiscal::RespuestaSat estado_dicho(const Proveedor& quien, const engine::FilaTimbrado& fila,
                                      const DatosDeCancelacion& datos) const {
        ConsultaDeEstado consulta;
        consulta.consulta = {datos.rfcEmisor, datos.rfcReceptor, fila.total, mayusculas(fila.uuid), datos.sello};
        consulta.cancelacion_pedida = true;
        auto r = quien.estado(consulta, abandonar());
        if (!r) throw std::runtime_error("El SAT no contestó.");
        return *r;
    }
    static bool sigue_vigente(const fiscal::RespuestaSat& r) {
        return r.estado != fiscal::EstadoCfdi::cancelado && r.estatusCancelacion != "En proceso";
    }

    void consultar(const engine::FilaTimbrado& fila, PasoFiscal& p) const {
        const auto quien = proveedor(fila);
        const auto r = estado_dicho(*quien, fila, datos_de_cancelacion(fila));
        Pasos::alcanzar("timbrado_contestado");
        p.codigo = r.codigoEstatus;
        p.mensaje = r.estatusCancelacion.empty() ? r.esCancelable : r.estatusCancelacion;
        const bool no = r.estatusCancelacion == "Solicitud rechazada" ||
                        (r.esCancelable == "No cancelable" && r.estatusCancelacion.empty());
        if (r.estado == fiscal::EstadoCfdi::cancelado) p.a = texto_de(EstadoTimbrado::cancelado);
        else if (r.estado == fiscal::EstadoCfdi::vigente && no) p.a = texto_de(EstadoTimbrado::cancelacionRechazada);
        else p.a = texto_de(EstadoTimbrado::enCancelacion);  // the receiver has days to accept
    }

    const Emisor& emisor_;
    const api::Afuera& afuera_;
    const api::Trabajo& trabajo_;
    std::int64_t transaccionId_;
    FilaConfiguracionFiscal configuracion_;
};

std::string nombre_de_xml(db::Reader& tx, std::int64_t transaccionId) {
    std::string nombre;
    tx.each(
        "SELECT serie, folio FROM documento WHERE organizacionId = $1 AND transaccionId = $2",
        [&](const db::Row& r) { nombre = engine::folio_texto(r.text(0), r.integer(1)); }, tx.organizacion(), transaccionId);
    return nombre;
}

api::Fin guardar_timbrado(Context& ctx, std::int64_t transaccionId, const PasoFiscal& p) {
    const auto abierto = engine::exigir_cualquiera(ctx.db(), transaccionId);
    engine::apartar_archivos(ctx, transaccionId);
    const engine::ArchivoPorGuardar archivo{
        nombre_de_xml(ctx.db(), transaccionId), "xml", {hexadecimal(sha256(p.xml)), "application/xml", {}}};
    const auto guardado = engine::agregar_digital(ctx, abierto, archivo, p.xml);
    engine::anotar_timbrado(
        ctx, transaccionId,
        {p.uuid, fiscal::momento_de_timbrado(p.fechaTimbrado).value_or(ctx.ahora()), guardado.archivoId, p.codigo, p.mensaje});
    return api::Fin::hecho("timbrado " + p.uuid);
}

// The books follow, or it is said what they wait for: the authority does not take its word back.
api::Fin guardar_cancelado(Context& ctx, const engine::FilaTimbrado& fila, const PasoFiscal& p) {
    const auto impiden = engine::impedimentos_de(ctx, fila.transaccionId, fila.conAplicaciones);
    auto mensaje = p.mensaje;
    for (const auto& cual : impiden) mensaje += " Impide cancelar el documento: " + cual;
    engine::anotar_fin(ctx, fila.transaccionId, EstadoTimbrado::cancelado, {p.codigo, mensaje});
    if (impiden.empty())
        engine::cancelar(ctx, fila.transaccionId,
                         {.fecha = fila.cancelacionFecha,
                          .motivo = fila.motivo,
                          .con_aplicaciones = fila.conAplicaciones,
                          .uuidSustitucion = fila.uuidSustitucion,
                          .por_autoridad = true});
    return api::Fin::hecho("cancelado");
}

api::Fin asentar_paso(Context& ctx, const api::Trabajo& t, const PasoFiscal& p) {
    const std::int64_t transaccionId = std::stoll(t.clave);
    if (p.a.empty()) return api::Fin::hecho("Nada que hacer.");
    engine::retener_solo(ctx.db(), transaccionId);
    const auto fila = engine::leer_timbrado(ctx.db(), transaccionId);
    // Somebody was faster, or cancelled it meanwhile: it is looked at again.
    if (!fila || fila->estado != p.de) return api::Fin::de_nuevo("Cambió mientras tanto.", ctx.ahora());
    const engine::Dicho dicho{p.codigo, p.mensaje, {}};
    if (p.a == texto_de(EstadoTimbrado::enviado)) {
        if (!engine::siguen_aplicados(ctx.db(), transaccionId, p.anticipos))
            return api::Fin::de_nuevo("Los anticipos aplicados cambiaron.", ctx.ahora());
        engine::anotar_anticipos(ctx, transaccionId, p.anticipos);
        engine::anotar_enviado(ctx, transaccionId, {p.proveedor, p.xml, p.total, t.trabajoId, t.toma});
        return api::Fin::de_nuevo("enviado", ctx.ahora());
    }
    if (p.a == texto_de(EstadoTimbrado::porTimbrar)) {
        engine::anotar_fin(ctx, transaccionId, EstadoTimbrado::porTimbrar, dicho);
        // Its work goes well every other time, as it is sealed: how often it was in vain the row counts.
        const auto intentos = fila->intentos + 1;
        if (intentos % intentos_de_timbrado == 0) return api::Fin::fallido(p.mensaje);
        return api::Fin::de_nuevo(p.mensaje, ctx.ahora().mas_segundos(api::espera_tras(intentos).count()));
    }
    if (p.a == texto_de(EstadoTimbrado::timbrado)) return guardar_timbrado(ctx, transaccionId, p);
    if (p.a == texto_de(EstadoTimbrado::rechazado)) {
        engine::anotar_fin(ctx, transaccionId, EstadoTimbrado::rechazado, dicho);
        return api::Fin::hecho("rechazado " + p.codigo);
    }
    if (p.a == texto_de(EstadoTimbrado::cancelado)) return guardar_cancelado(ctx, *fila, p);
    if (p.a == texto_de(EstadoTimbrado::cancelacionRechazada)) {
        engine::anotar_fin(ctx, transaccionId, EstadoTimbrado::cancelacionRechazada, dicho);
        return api::Fin::hecho("cancelación rechazada " + p.codigo);
    }
    if (p.de == texto_de(EstadoTimbrado::porCancelar)) {
        engine::anotar_fin(ctx, transaccionId, EstadoTimbrado::enCancelacion, {p.codigo, p.mensaje, p.xml});
        return api::Fin::de_nuevo("en cancelación", ctx.ahora());
    }
    // It waits for others: looked at every minute at first, and every hour in the end.
    const auto lleva = ctx.ahora().segundos() - fila->modificadoEn.segundos();
    return api::Fin::de_nuevo(p.mensaje, ctx.ahora().mas_segundos(std::clamp(lleva / 4, espera_minima_s, espera_maxima_s)));
}

}  // namespace

Estampa comprobar_estampa(const std::string& enviado, const std::string& estampado) {
    const fiscal::Xml suyo{estampado};
    const fiscal::Xml nuestro{enviado};
    if (!suyo.bien() || suyo.raiz().nombre != "Comprobante")
        throw std::runtime_error("El proveedor contestó otra cosa que un CFDI.");
    const auto c = fiscal::leer_cfdi(suyo);
    const auto n = fiscal::leer_cfdi(nuestro);
    if (c.timbres.size() != 1) throw std::runtime_error("El proveedor contestó un CFDI sin timbre.");
    const auto& t = c.timbres.front();
    const auto& esquema = fiscal::Esquema::sat();
    if (c.sello != n.sello || t.selloCfd != n.sello ||
        fiscal::cadena_original(suyo.raiz(), esquema).texto != fiscal::cadena_original(nuestro.raiz(), esquema).texto)
        throw std::runtime_error("El proveedor contestó el timbre de otro comprobante.");
    const auto uuid = Uuid::leer(t.uuid);
    if (!uuid) throw std::runtime_error("El proveedor contestó un timbre sin folio fiscal.");
    return {uuid->texto(), t.fechaTimbrado, c.total ? c.total->valor : Importe{}};
}

api::Oficio oficio_de_timbrado(std::shared_ptr<const Emisor> emisor) {
    api::Oficio o;
    o.tipo = engine::oficio_timbrado;
    o.intentos = intentos_de_timbrado;
    o.afuera = [emisor](const api::Afuera& afuera, const api::Trabajo& t) { return Paso{*emisor, afuera, t}.dar(); };
    o.asentar = [](Context& ctx, const api::Trabajo& t, const std::string& respuesta) {
        return asentar_paso(ctx, t, reflect::recuperar(Guardado<PasoFiscal>{respuesta}));
    };
    return o;
}

}  // namespace cacao::timbrado
