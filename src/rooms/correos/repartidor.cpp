#include "rooms/correos/repartidor.hpp"

#include "api/archivos.hpp"
#include "base/digest.hpp"
#include "base/paso.hpp"
#include "base/texto.hpp"
#include "db/rows.hpp"
#include "engine/entorno/correos.hpp"
#include "engine/verbos/adjuntos.hpp"
#include "engine/verbos/archivos_xml.hpp"
#include "reflect/decode.hpp"
#include "reflect/json_write.hpp"
#include "rooms/correos/correo.hpp"

#include <algorithm>
#include <stdexcept>

namespace cacao::correos {
namespace {

// For a day or so: who is away for longer is away for people to see.
constexpr std::int64_t intentos_de_correo = 12;

// What travels from the part outside to the one inside.
struct Reparto {
    bool hecho{};      // there was something to send
    std::string como;  // entregado, rechazado, sin_respuesta
    std::string mensaje;
    std::vector<AdjuntoEnviado> adjuntos;
};
DESCRIBE_STRUCT(Reparto, (), (hecho, como, mensaje, adjuntos))

struct FilaPorEnviar {
    std::int64_t transaccionId{};
    std::string tipo;
    std::string uuid;
    std::string destinatario;
    std::string asunto;
    std::string texto;
    std::string mensajeId;
    std::string organizacion;
    Instante creadoEn;
};
DESCRIBE_STRUCT(FilaPorEnviar, (), (transaccionId, tipo, uuid, destinatario, asunto, texto, mensajeId, organizacion, creadoEn))

class Envoltura {
public:
    Envoltura(const Ajustes& ajustes, const api::Operations& ops, const api::Impresor& impresor, const api::Afuera& afuera,
              const api::Trabajo& t)
        : ajustes_(ajustes), ops_(ops), impresor_(impresor), afuera_(afuera), correoId_(std::stoll(t.clave)) {
        sesion_.organizacionId = afuera.organizacionId();
        sesion_.usuarioId = t.usuarioId;
    }

    Reparto repartir() {
        if (!leer()) return {};
        red::Mensaje m;
        m.id = fila_.mensajeId;
        m.fecha = fila_.creadoEn;
        m.de = ajustes_.remitente;
        m.nombreDe = configuracion_.nombreRemitente.empty() ? fila_.organizacion : configuracion_.nombreRemitente;
        m.responderA = configuracion_.responderA;
        m.para = fila_.destinatario;
        m.asunto = fila_.asunto;
        m.texto = fila_.texto;
        adjuntar_pdf(m);
        adjuntar_xml(m);
        Reparto r;
        r.hecho = true;
        std::size_t bytes = 0;
        for (const auto& a : m.adjuntos) {
            bytes += a.bytes.size();
            r.adjuntos.push_back({a.nombre, a.tipo, static_cast<std::int64_t>(a.bytes.size()), hexadecimal(sha256(a.bytes))});
        }
        if (bytes > ajustes_.maximo) {
            r.como = "rechazado";
            r.mensaje = "Los archivos adjuntos son más grandes de lo que se envía por correo.";
            return r;
        }
        const auto entrega = red::entregar(ajustes_.servidor, m, [this] { return afuera_.abandonar(); });
        Pasos::alcanzar("correo_entregado");
        using enum red::Entrega::Como;
        r.como = entrega.como == entregado ? "entregado" : entrega.como == rechazado ? "rechazado" : "sin_respuesta";
        r.mensaje = entrega.mensaje;
        return r;
    }

private:
    Context contexto(db::Reader* tx) const {
        return Context{{.sesion = &sesion_, .reloj = &afuera_.reloj(), .database = &afuera_.database()}, nullptr, tx};
    }

    bool leer() {
        bool hay = false;
        afuera_.leer([&](db::Reader& tx) {
            auto fila = tx.one<FilaPorEnviar>(R"(
                SELECT m.transaccionId, d.tipo, COALESCE(d.uuid, '') AS uuid, m.destinatario, m.asunto, m.texto, m.mensajeId,
                       o.nombre AS organizacion, m.creadoEn
                FROM correoEnviado m
                JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = m.transaccionId
                JOIN organizacion o ON o.organizacionId = $1
                WHERE m.organizacionId = $1 AND m.correoId = $2 AND m.estado = 'porEnviar')",
                                              tx.organizacion(), correoId_);
            if (!fila) return;
            hay = true;
            fila_ = std::move(*fila);
            configuracion_ = leer_configuracion_correo(tx);
            api::poner_zonas(tx, sesion_);
            const auto* op = ops_.reader_of(fila_.tipo);
            if (op == nullptr) throw std::runtime_error("El documento no se imprime.");
            impreso_ = impresor_.leer(contexto(&tx), *op, op->versiones.front(), nullptr, fila_.transaccionId, api::Formato::pdf);
            if (!fila_.uuid.empty()) archivos_ = engine::xml_de_documento(tx, fila_.transaccionId);
        });
        return hay;
    }

    void adjuntar_pdf(red::Mensaje& m) const {
        std::string pdf;
        impreso_.escribir(contexto(nullptr), [&](std::string_view bytes) { pdf += bytes; });
        m.adjuntos.push_back({impreso_.archivo + ".pdf", "application/pdf", std::move(pdf)});
    }
    void adjuntar_xml(red::Mensaje& m) const {
        const auto leer = [&](FunctionRef<void(db::Reader&)> con) { afuera_.leer(con); };
        auto xml = engine::xml_propio(leer, archivos_, fila_.uuid);
        if (xml.empty()) return;
        m.adjuntos.push_back(
            {impreso_.archivo + ".xml", "application/xml", engine::xml_con_addenda(leer, fila_.transaccionId, std::move(xml))});
    }

    const Ajustes& ajustes_;
    const api::Operations& ops_;
    const api::Impresor& impresor_;
    const api::Afuera& afuera_;
    std::int64_t correoId_;
    api::Sesion sesion_;
    FilaPorEnviar fila_;
    ConfiguracionCorreo configuracion_;
    api::Impreso impreso_;
    std::vector<std::int64_t> archivos_;
};

// "550 5.1.1 no such mailbox" begins with it.
std::string codigo_smtp(std::string_view dicho) {
    const auto cifra = [](char c) { return c >= '0' && c <= '9'; };
    return dicho.size() >= 3 && std::all_of(dicho.begin(), dicho.begin() + 3, cifra) ? std::string{dicho.substr(0, 3)}
                                                                                     : std::string{};
}

api::Fin asentar_correo(Context& ctx, const api::Trabajo& t, const Reparto& r) {
    if (!r.hecho) return api::Fin::hecho("Nada que enviar.");
    auto& tx = ctx.db();
    const bool acaba = r.como != "sin_respuesta";
    const auto estado = r.como == "entregado"   ? EstadoCorreo::enviado
                        : r.como == "rechazado" ? EstadoCorreo::rechazado
                                                : EstadoCorreo::porEnviar;
    const auto tocados =
        tx.count(R"(
        UPDATE correoEnviado SET estado = $3, adjuntos = $4, codigo = $5, respuesta = $6, intentos = intentos + 1, terminadoEn = $7
        WHERE organizacionId = $1 AND correoId = $2 AND estado = 'porEnviar')",
                 tx.organizacion(), std::int64_t{std::stoll(t.clave)}, reflect::enum_name(estado), reflect::to_json(r.adjuntos),
                 codigo_smtp(r.mensaje), r.mensaje, acaba ? std::optional{ctx.ahora()} : std::nullopt);
    Pasos::alcanzar("correo_asentado");
    if (tocados == 0) return api::Fin::hecho("Nada que enviar.");
    if (!acaba) return api::Fin::insistir(r.mensaje);
    return api::Fin::hecho(r.como + (r.mensaje.empty() ? "" : ": " + r.mensaje));
}

}  // namespace

api::Oficio oficio_de_correo(Ajustes ajustes, const api::Operations& ops, const api::Impresor& impresor) {
    api::Oficio o;
    o.tipo = engine::oficio_correo;
    o.intentos = intentos_de_correo;
    o.afuera = [ajustes = std::move(ajustes), &ops, &impresor](const api::Afuera& afuera, const api::Trabajo& t) {
        return reflect::to_json(Envoltura{ajustes, ops, impresor, afuera, t}.repartir());
    };
    o.asentar = [](Context& ctx, const api::Trabajo& t, const std::string& respuesta) {
        return asentar_correo(ctx, t, reflect::recuperar(Guardado<Reparto>{respuesta}));
    };
    return o;
}

}  // namespace cacao::correos
