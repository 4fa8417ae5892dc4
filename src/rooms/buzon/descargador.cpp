#include "rooms/buzon/descargador.hpp"

#include "api/aparte.hpp"
#include "api/archivos.hpp"
#include "base/paso.hpp"
#include "base/texto.hpp"
#include "db/conjunto.hpp"
#include "db/rows.hpp"
#include "engine/entorno/recibidos.hpp"
#include "reflect/decode.hpp"
#include "reflect/json_write.hpp"
#include "rooms/buzon/metadata.hpp"
#include "rooms/buzon/recibido.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>

namespace cacao::buzon {
namespace {

using enum EstadoDeDescarga;

constexpr std::string_view operacion_de_descarga = "BuzonDescargar";
constexpr std::chrono::seconds arriendo_de_descarga{600};
// As long as nobody answers it is asked again, for some days: then a person must look.
constexpr std::int64_t intentos_de_descarga = 40;
constexpr std::int64_t espera_corta_s = 60;
constexpr std::int64_t espera_larga_s = 1800;
constexpr std::int64_t vigencia_s = 72 * 3600;  // of a request and its packages, at the authority
constexpr std::int64_t mas_corrimiento = 10;
constexpr std::int64_t mas_solicitudes = 2;
constexpr std::int64_t mas_intentos_de_paquete = 2;  // the authority hands out a package twice
constexpr std::size_t mas_avisos = 100;
constexpr std::size_t comprobantes_por_paquete = 200'000;
constexpr std::size_t bytes_por_paquete = std::size_t{4} << 30U;
constexpr std::size_t bytes_por_metadata = std::size_t{1} << 30U;
constexpr std::size_t cancelados_por_tanda = 20;
constexpr std::size_t folios_por_consulta = 500;
constexpr std::int64_t dia_de_descarga_s = 24 * 3600;
constexpr std::int64_t hora_de_programada_s = 3 * 3600;

// What came of a part of a package.
struct Cuenta {
    std::int64_t recibidos{};
    std::int64_t repetidos{};
    std::int64_t rechazados{};
    std::int64_t cancelados{};
    std::int64_t desconocidos{};
};
DESCRIBE_STRUCT(Cuenta, (), (recibidos, repetidos, rechazados, cancelados, desconocidos))

// What travels from the part outside to the one inside: the state in which it was found, and that to which it goes.
struct PasoDeDescarga {
    std::string de;
    std::int64_t version{};
    std::string a;    // "" when there is nothing to do
    bool correr{};    // asked for anew, a second earlier
    bool de_nuevo{};  // asked for anew, the same
    bool aceptada{};  // the authority took the request
    std::string inicio;
    std::string fin;
    std::string idSolicitud;
    std::string codigo;
    std::string mensaje;
    std::int64_t numero{};
    std::vector<std::string> paquetes;
    std::int64_t espera{};  // seconds
    // Of one package.
    std::int64_t paquete{};
    std::string estadoPaquete;
    std::int64_t intentos{};
    std::string codigoPaquete;
    std::string mensajePaquete;
    std::int64_t desde{};
    std::int64_t hasta{};
    Cuenta cuenta;
    std::string avisos;
};
DESCRIBE_STRUCT(PasoDeDescarga, (),
                (de, version, a, correr, de_nuevo, aceptada, inicio, fin, idSolicitud, codigo, mensaje, numero, paquetes, espera,
                 paquete, estadoPaquete, intentos, codigoPaquete, mensajePaquete, desde, hasta, cuenta, avisos))

struct FilaPaquete {
    std::int64_t numero{};
    std::string idPaquete;
    std::string estado;
    std::int64_t intentos{};
    std::string sha256;
    std::int64_t posicion{};
    Guardado<std::vector<AvisoDeDescarga>> avisos;
};
DESCRIBE_STRUCT(FilaPaquete, (), (numero, idPaquete, estado, intentos, sha256, posicion, avisos))

std::string_view texto_de_estado(EstadoDeDescarga e) { return reflect::enum_name(e); }

std::int64_t descarga_de(const api::Trabajo& t) { return std::stoll(t.clave); }

// The authority speaks its own hour.
constexpr std::string_view zona_del_sat = zona_predeterminada;

std::string un_segundo_antes(Fecha dia, std::int64_t segundos) {
    if (segundos == 0) return dia.iso() + "T00:00:00";
    constexpr std::int64_t ultimo = dia_de_descarga_s;
    const auto s = ultimo - segundos;
    return fmt::format("{}T{:02}:{:02}:{:02}", (dia + -1).iso(), s / 3600, s / 60 % 60, s % 60);
}

class PasoDelSat {
public:
    PasoDelSat(const MediosDeDescarga& medios, const api::Afuera& afuera, const api::Trabajo& trabajo)
        : medios_(medios), afuera_(afuera) {
        sesion_.organizacionId = afuera.organizacionId();
        sesion_.usuarioId = trabajo.usuarioId;
        afuera_.leer([&](db::Reader& tx) {
            api::poner_zonas(tx, sesion_);
            d_ = leer_descarga(tx, descarga_de(trabajo));
        });
    }

    std::string dar() {
        if (d_) {
            p_.de = d_->estado;
            p_.version = d_->version;
            if (d_->es(porSolicitar)) fijar_periodo();
            else if (d_->es(solicitada)) solicitar();
            else if (d_->es(enProceso)) verificar();
            else if (d_->es(descargando)) descargar();
        }
        return reflect::to_json(p_);
    }

private:
    ServicioDeDescarga::Abandonar abandonar() const {
        return [this] { return afuera_.abandonar(); };
    }

    const fiscal::Csd& efirma() {
        if (!efirma_) afuera_.leer([&](db::Reader& tx) { efirma_ = medios_.efirma(tx, afuera_.ahora()); });
        if (!efirma_) throw std::runtime_error(std::string{mensaje(Codigo::sin_efirma, Idioma::es)});
        return *efirma_;
    }

    // With a token; one that is not taken, or not any more, is asked for anew, once. 300 is the authority's word for it as well.
    template <class F>
    auto con_token(F pedir) {
        const auto token = [&] { return medios_.servicio->autenticar(efirma(), afuera_.ahora(), abandonar()); };
        try {
            auto r = pedir(token());
            if (r.codigo != "300") return r;
        } catch (const TokenRechazado&) {
            // Below, with another.
        }
        return pedir(token());
    }

    void fijar_periodo() {
        p_.a = texto_de_estado(solicitada);
        p_.inicio = un_segundo_antes(d_->fechaInicial, corrimiento());
        p_.fin = d_->fechaFinal.iso() + "T23:59:59";
        // What has not been yet is not asked for.
        p_.fin = std::min(p_.fin, hora_local(afuera_.ahora(), zona_del_sat));
    }
    std::int64_t corrimiento() const { return d_->corrimiento; }

    void terminar(EstadoDeDescarga como) { p_.a = texto_de_estado(como); }
    // The same period may be asked for twice, and not while one is under way: beginning a second earlier it is another.
    void correr() {
        if (corrimiento() >= mas_corrimiento) return terminar(rechazada);
        p_.correr = true;
        terminar(porSolicitar);
    }
    void pedir_de_nuevo(EstadoDeDescarga si_no) {
        if (d_->solicitudes >= mas_solicitudes) return terminar(si_no);
        p_.de_nuevo = true;
        terminar(porSolicitar);
    }

    // What a code means wherever it stands. False for one that says nothing of the request as a whole.
    bool segun_codigo(const std::string& codigo) {
        if (codigo == "404" || codigo == "5006")
            throw std::runtime_error(fmt::format("El SAT no pudo atender: {} {}", codigo, p_.mensaje));
        if (codigo == "5002" || codigo == "5005") correr();
        else if (codigo == "5004") terminar(terminada);
        else return false;
        return true;
    }

    void anotar(const fiscal::RespuestaDeDescarga& r) {
        p_.codigo = r.codigo;
        p_.mensaje = principio_utf8(r.mensaje, 500);
    }

    void solicitar() {
        const fiscal::SolicitudDeRecibidos que{.inicio = d_->inicio, .fin = d_->fin, .metadata = d_->tipo == "metadata"};
        const auto r =
            con_token([&](const std::string& token) { return medios_.servicio->solicitar(efirma(), token, que, abandonar()); });
        Pasos::alcanzar("descarga_contestada");
        anotar(r);
        if (r.codigo == "5000" && !r.idSolicitud.empty()) {
            p_.idSolicitud = r.idSolicitud;
            p_.aceptada = true;
            p_.espera = espera_corta_s;
            return terminar(enProceso);
        }
        if (!segun_codigo(r.codigo)) terminar(rechazada);
    }

    void verificar() {
        const auto r = con_token(
            [&](const std::string& token) { return medios_.servicio->verificar(efirma(), token, d_->idSolicitud, abandonar()); });
        Pasos::alcanzar("descarga_contestada");
        anotar(r);
        if (r.codigo != "5000") {
            // It does not know the request.
            if (r.codigo == "5004") return pedir_de_nuevo(vencida);
            if (!segun_codigo(r.codigo)) terminar(rechazada);
            return;
        }
        if (!r.codigoEstado.empty()) p_.codigo = r.codigoEstado;
        p_.numero = r.numero;
        const auto lleva = afuera_.ahora().segundos() - d_->solicitadaEn.segundos();
        switch (r.estado) {
            case fiscal::EstadoSolicitud::aceptada:
            case fiscal::EstadoSolicitud::en_proceso:
                if (lleva > vigencia_s) return pedir_de_nuevo(vencida);
                p_.espera = std::clamp(lleva / 4, espera_corta_s, espera_larga_s);
                return terminar(enProceso);
            case fiscal::EstadoSolicitud::terminada:
                p_.paquetes = r.paquetes;
                return terminar(r.paquetes.empty() ? terminada : descargando);
            case fiscal::EstadoSolicitud::error: return pedir_de_nuevo(rechazada);
            case fiscal::EstadoSolicitud::rechazada:
                if (!segun_codigo(r.codigoEstado)) terminar(rechazada);
                return;
            case fiscal::EstadoSolicitud::vencida: return pedir_de_nuevo(vencida);
            case fiscal::EstadoSolicitud::ninguno: break;
        }
        throw std::runtime_error("El SAT no dijo en qué estado está la solicitud.");
    }

    void descargar() {
        std::optional<FilaPaquete> paquete;
        bool danados = false;
        afuera_.leer([&](db::Reader& tx) {
            paquete = tx.one<FilaPaquete>(R"(
                SELECT numero, idPaquete, estado, intentos, COALESCE(sha256, '') AS sha256, posicion, avisos FROM descargaPaquete
                WHERE organizacionId = $1 AND descargaId = $2 AND estado IN ('porBajar', 'bajado') ORDER BY numero LIMIT 1)",
                                          tx.organizacion(), d_->descargaId);
            danados = tx.one<std::int64_t>(R"(SELECT 1 FROM descargaPaquete WHERE organizacionId = $1 AND descargaId = $2
                                              AND estado = 'danado' LIMIT 1)",
                                           tx.organizacion(), d_->descargaId)
                          .has_value();
        });
        p_.codigo = d_->codigo;
        p_.mensaje = d_->mensaje;
        p_.numero = d_->numeroCfdis;
        if (!paquete) return terminar(danados ? incompleta : terminada);
        terminar(descargando);
        p_.paquete = paquete->numero;
        if (paquete->estado == "porBajar") bajar(*paquete);
        else abrir(*paquete);
    }

    void danar(std::string_view codigo, std::string_view porque) {
        p_.estadoPaquete = reflect::enum_name(EstadoDePaquete::danado);
        p_.codigoPaquete = codigo;
        p_.mensajePaquete = principio_utf8(porque, 500);
    }

    void bajar(const FilaPaquete& paquete) {
        const auto b = con_token([&](const std::string& token) {
            return medios_.servicio->descargar(efirma(), token, paquete.idPaquete, abandonar());
        });
        Pasos::alcanzar("descarga_contestada");
        if (b.codigo == "404" || b.codigo == "5006")
            throw std::runtime_error(fmt::format("El SAT no pudo dar el paquete: {} {}", b.codigo, b.mensaje));
        // Packages go after some days, with their request.
        if (b.codigo == "5004" || b.codigo == "5007") {
            anotar(b);
            return pedir_de_nuevo(vencida);
        }
        if (b.codigo != "5000") return danar(b.codigo, b.mensaje);
        if (!tabla::parece_zip(b.bytes) || tabla::leer_zip(b.bytes, limites_de_zip()).falla != tabla::FallaZip::ninguna) {
            p_.intentos = paquete.intentos + 1;
            if (p_.intentos >= mas_intentos_de_paquete)
                return danar(nombre(Codigo::archivo_otro_tipo), "El paquete que dio el SAT no es un ZIP, o está dañado.");
            p_.estadoPaquete = reflect::enum_name(EstadoDePaquete::porBajar);
            return;
        }
        guardar(paquete, b.bytes);
    }

    tabla::LimitesZip limites_de_zip() const {
        const bool metadata = d_->tipo == "metadata";
        return {.entradas = comprobantes_por_paquete,
                .por_entrada = metadata ? bytes_por_metadata : static_cast<std::size_t>(api::archivos().maximo),
                .bytes = bytes_por_paquete};
    }

    Context contexto() const {
        return {{.sesion = &sesion_,
                 .reloj = &afuera_.reloj(),
                 .idioma = Idioma::es,
                 .operacion = operacion_de_descarga,
                 .database = &afuera_.database()},
                nullptr,
                nullptr};
    }
    void aparte(FunctionRef<void(Context&)> parte) const {
        const auto ctx = contexto();
        if (const auto faltas = api::aparte(ctx, operacion_de_descarga, parte); !faltas.empty()) throw Error{faltas};
    }

    // Here, and said to be here, at once: the authority does not give it many times.
    void guardar(const FilaPaquete& paquete, const std::string& bytes) const {
        const auto listo = api::preparar_contenido(contexto(), bytes, "application/zip");
        aparte([&](Context& suyo) {
            api::guardar_contenido(suyo, listo, bytes);
            suyo.db().run(R"(UPDATE descargaPaquete SET estado = 'bajado', sha256 = $4, posicion = 0
                             WHERE organizacionId = $1 AND descargaId = $2 AND numero = $3 AND estado = 'porBajar')",
                          suyo.organizacionId(), d_->descargaId, paquete.numero, listo.sha256);
        });
        Pasos::alcanzar("descarga_bajada");
    }

    void abrir(const FilaPaquete& paquete) {
        std::optional<api::ContenidoGuardado> guardado;
        afuera_.leer([&](db::Reader& tx) { guardado = api::leer_contenido(tx, paquete.sha256); });
        if (!guardado) throw std::runtime_error("El paquete no está donde se guardó.");
        const auto bytes = api::bytes_de(std::move(*guardado));
        p_.desde = paquete.posicion;
        avisos_ = reflect::recuperar(paquete.avisos);
        if (d_->tipo == "metadata") leer_metadata(bytes);
        else recibir_comprobantes(paquete, bytes);
        Pasos::alcanzar("descarga_recibida");
        p_.avisos = reflect::to_json(avisos_);
    }

    void avisar(AvisoDeDescarga aviso) {
        if (avisos_.size() < mas_avisos) avisos_.push_back(std::move(aviso));
    }

    void recibir_comprobantes(const FilaPaquete& paquete, const std::string& bytes) {
        const auto ctx = contexto();
        const std::vector<Archivo> archivos{{paquete.idPaquete + ".zip", "", bytes}};
        auto d = desempacar(ctx, archivos, {comprobantes_por_paquete, bytes_por_paquete});
        const auto hay = static_cast<std::int64_t>(d.comprobantes.size());
        p_.hasta = std::min(hay, p_.desde + medios_.por_vez);
        // What cannot be unpacked is told once, with the first part.
        if (p_.desde > 0) d.rechazados.clear();
        Desempacado parte{{std::make_move_iterator(d.comprobantes.begin() + static_cast<std::ptrdiff_t>(std::min(p_.desde, hay))),
                           std::make_move_iterator(d.comprobantes.begin() + static_cast<std::ptrdiff_t>(p_.hasta))},
                          std::move(d.rechazados)};
        const auto entrada = recibir(ctx, *medios_.vecinos, parte, Procedencia{OrigenRecibido::descarga, d_->descargaId});
        p_.cuenta.recibidos = entrada.recibidos;
        p_.cuenta.repetidos = entrada.repetidos;
        p_.cuenta.rechazados = entrada.rechazados;
        for (const auto& a : entrada.archivos)
            if (!a.codigo.empty()) avisar({a.nombre, a.uuid, a.codigo, a.mensaje});
        p_.estadoPaquete = reflect::enum_name(p_.hasta >= hay ? EstadoDePaquete::terminado : EstadoDePaquete::bajado);
    }

    void leer_metadata(const std::string& bytes) {
        std::vector<FilaDeMetadata> filas;
        RecorridoDeMetadata recorrido;
        const auto toma = [&](FilaDeMetadata f) {
            if (static_cast<std::int64_t>(filas.size()) >= medios_.renglones_por_vez) return false;
            filas.push_back(std::move(f));
            return true;
        };
        const bool sana = recorrer_metadata(tabla::leer_zip(bytes, limites_de_zip()), p_.desde, toma, recorrido);
        p_.hasta = recorrido.posicion;
        std::vector<std::pair<std::string, std::string>> cancelados;  // and when
        for (auto desde = filas.begin(); desde != filas.end();) {
            const auto cuantos = std::min<std::ptrdiff_t>(filas.end() - desde, folios_por_consulta);
            comparar({desde, desde + cuantos}, cancelados);
            desde += cuantos;
        }
        p_.cuenta.cancelados = static_cast<std::int64_t>(cancelados.size());
        // By their folios, as everybody takes them.
        std::ranges::sort(cancelados);
        for (std::size_t i = 0; i < cancelados.size(); i += cancelados_por_tanda)
            aparte([&](Context& suyo) {
                for (std::size_t k = i; k < std::min(i + cancelados_por_tanda, cancelados.size()); ++k) {
                    const auto& [uuid, cuando] = cancelados[k];
                    engine::apartar_folio_fiscal(suyo, uuid);
                    medios_.vecinos->cancelado_segun_sat(suyo, uuid, cuando.empty() ? "Cancelado" : "Cancelado el " + cuando);
                    engine::recibido_segun_sat(suyo, uuid, "", "cancelado");
                }
            });
        if (!sana) return danar(nombre(Codigo::archivo_otro_tipo), "La metadata que dio el SAT está dañada.");
        p_.estadoPaquete = reflect::enum_name(recorrido.fin ? EstadoDePaquete::terminado : EstadoDePaquete::bajado);
    }

    // Which of them the mailbox has.
    void comparar(std::vector<FilaDeMetadata> filas, std::vector<std::pair<std::string, std::string>>& cancelados) {
        std::vector<std::string> uuids;
        for (const auto& f : filas)
            if (!f.uuid.empty()) uuids.push_back(f.uuid);
        std::set<std::string> conocidos;
        afuera_.leer([&](db::Reader& tx) {
            for (auto& uuid : tx.all<std::string>("SELECT r.uuid FROM " + db::textos_sql(tx.motor(), "folio", "$2") +
                                                      " f JOIN recibido r ON r.organizacionId = $1 AND r.uuid = f.folio",
                                                  tx.organizacion(), reflect::to_json(uuids)))
                conocidos.insert(std::move(uuid));
        });
        for (const auto& f : filas) {
            if (f.uuid.empty()) {
                ++p_.cuenta.rechazados;
            } else if (!conocidos.contains(f.uuid)) {
                ++p_.cuenta.desconocidos;
                avisar({f.rfcEmisor, f.uuid, std::string{nombre(Codigo::no_encontrado)},
                        f.cancelado ? "No está en el buzón; su emisor lo canceló." : "No está en el buzón."});
            } else {
                ++p_.cuenta.repetidos;
                if (f.cancelado) cancelados.emplace_back(f.uuid, f.fechaCancelacion);
            }
        }
    }

    const MediosDeDescarga& medios_;
    const api::Afuera& afuera_;
    api::Sesion sesion_;
    std::optional<FilaDescarga> d_;
    std::optional<fiscal::Csd> efirma_;
    PasoDeDescarga p_;
    std::vector<AvisoDeDescarga> avisos_;
};

void asentar_paquete(Context& ctx, const FilaDescarga& d, const PasoDeDescarga& p) {
    auto& tx = ctx.db();
    if (p.estadoPaquete == "porBajar") {
        tx.run(R"(UPDATE descargaPaquete SET intentos = $4 WHERE organizacionId = $1 AND descargaId = $2 AND numero = $3)",
               tx.organizacion(), d.descargaId, p.paquete, p.intentos);
        return;
    }
    const auto& c = p.cuenta;
    tx.run(R"(UPDATE descargaPaquete SET estado = $4, sha256 = CASE WHEN $4 = 'danado' THEN NULL ELSE sha256 END, posicion = $5,
                  recibidos = recibidos + $6, repetidos = repetidos + $7, rechazados = rechazados + $8, cancelados = cancelados + $9,
                  desconocidos = desconocidos + $10, codigo = $11, mensaje = $12,
                  avisos = CASE WHEN $13 = '' THEN avisos ELSE $13 END
              WHERE organizacionId = $1 AND descargaId = $2 AND numero = $3)",
           tx.organizacion(), d.descargaId, p.paquete, p.estadoPaquete, p.hasta, c.recibidos, c.repetidos, c.rechazados,
           c.cancelados, c.desconocidos, p.codigoPaquete, p.mensajePaquete, p.avisos);
}

void agregar_paquetes(Context& ctx, const FilaDescarga& d, const std::vector<std::string>& paquetes) {
    auto& tx = ctx.db();
    auto numero =
        tx.one<std::int64_t>("SELECT COALESCE(MAX(numero), 0) FROM descargaPaquete WHERE organizacionId = $1 AND descargaId = $2",
                             tx.organizacion(), d.descargaId)
            .value_or(0);
    for (const auto& id : paquetes)
        tx.run(
            R"(INSERT INTO descargaPaquete (organizacionId, descargaId, numero, idPaquete, estado, intentos, posicion, recibidos,
                      repetidos, rechazados, cancelados, desconocidos, codigo, mensaje, avisos)
                  VALUES ($1, $2, $3, $4, 'porBajar', 0, 0, 0, 0, 0, 0, 0, '', '', '[]'))",
            tx.organizacion(), d.descargaId, ++numero, id);
}

api::Fin asentar_descarga(Context& ctx, const api::Trabajo& t, const PasoDeDescarga& p) {
    if (p.a.empty()) return api::Fin::hecho("Nada que hacer.");
    auto& tx = ctx.db();
    const auto descargaId = descarga_de(t);
    tx.lock("descarga/" + t.clave);
    const auto antes = leer_descarga(tx, descargaId);
    // Somebody was faster: it is looked at again.
    if (!antes || antes->estado != p.de || antes->version != p.version)
        return api::Fin::de_nuevo("Cambió mientras tanto.", ctx.ahora());
    auto d = *antes;
    d.estado = p.a;
    d.codigo = p.codigo;
    d.mensaje = p.mensaje;
    const bool otra = p.correr || p.de_nuevo;
    if (p.correr) ++d.corrimiento;
    if (d.es(solicitada)) {
        d.inicio = p.inicio;
        d.fin = p.fin;
        d.codigo = antes->codigo;
        d.mensaje = antes->mensaje;
    }
    if (p.aceptada) {
        d.idSolicitud = p.idSolicitud;
        d.solicitadaEn = ctx.ahora();
        ++d.solicitudes;
    }
    if (antes->es(enProceso) || antes->es(descargando)) d.numeroCfdis = p.numero;
    if (otra)
        tx.run("DELETE FROM descargaPaquete WHERE organizacionId = $1 AND descargaId = $2 AND estado = 'porBajar'",
               tx.organizacion(), descargaId);
    if (!p.estadoPaquete.empty()) asentar_paquete(ctx, d, p);
    agregar_paquetes(ctx, d, p.paquetes);
    d.recibidos += p.cuenta.recibidos;
    d.repetidos += p.cuenta.repetidos;
    d.rechazados += p.cuenta.rechazados;
    d.cancelados += p.cuenta.cancelados;
    d.desconocidos += p.cuenta.desconocidos;
    const bool fin = !d.es(porSolicitar) && !d.es(solicitada) && !d.es(enProceso) && !d.es(descargando);
    if (fin) d.terminadaEn = ctx.ahora();
    ++d.version;
    tx.run(R"(UPDATE descarga SET estado = $3, inicio = $4, fin = $5, corrimiento = $6, solicitudes = $7, idSolicitud = $8,
                  codigo = $9, mensaje = $10, numeroCfdis = $11, recibidos = $12, repetidos = $13, rechazados = $14,
                  cancelados = $15, desconocidos = $16, solicitadaEn = $17, terminadaEn = $18, version = $19, modificadoEn = $20
              WHERE organizacionId = $1 AND descargaId = $2)",
           tx.organizacion(), descargaId, d.estado, d.inicio, d.fin, d.corrimiento, d.solicitudes, d.idSolicitud, d.codigo,
           d.mensaje, d.numeroCfdis, d.recibidos, d.repetidos, d.rechazados, d.cancelados, d.desconocidos, d.solicitadaEn,
           d.terminadaEn, d.version, ctx.ahora());
    if (d.estado != antes->estado) ctx.auditar("Descarga", descargaId, cambio_de(*antes), cambio_de(d));
    auto dicho = fmt::format("{} {}", std::string_view{d.estado}, d.codigo);
    return fin ? api::Fin::hecho(std::move(dicho)) : api::Fin::de_nuevo(std::move(dicho), ctx.ahora().mas_segundos(p.espera));
}

// At three in the morning of the organization, when the authority has yesterday's.
Instante siguiente_madrugada(const Context& ctx) { return api::siguiente_hora(ctx, hora_de_programada_s); }

// Up to yesterday: so many days, and those before that nobody asked for while the service was away.
void programar(Context& ctx, TipoDeDescarga tipo, std::int64_t dias, std::int64_t mas_dias, std::optional<Fecha>& hasta) {
    const auto ayer = ctx.hoy() + -1;
    if (dias == 0 || (hasta && *hasta >= ayer)) return;
    auto desde = ayer + (1 - static_cast<int>(dias));
    if (hasta) desde = std::max(std::min(desde, *hasta + 1), ayer + (1 - static_cast<int>(mas_dias)));
    encargar_descarga(ctx, tipo, desde, ayer, true);
    hasta = ayer;
}

}  // namespace

api::Oficio oficio_de_descarga(const MediosDeDescarga& medios) {
    api::Oficio o;
    o.tipo = oficio_descarga;
    o.arriendo = arriendo_de_descarga;
    o.intentos = intentos_de_descarga;
    o.afuera = [medios](const api::Afuera& afuera, const api::Trabajo& t) { return PasoDelSat{medios, afuera, t}.dar(); };
    o.asentar = [](Context& ctx, const api::Trabajo& t, const std::string& respuesta) {
        return asentar_descarga(ctx, t, reflect::recuperar(Guardado<PasoDeDescarga>{respuesta}));
    };
    return o;
}

api::Oficio oficio_de_programacion() {
    api::Oficio o;
    o.tipo = oficio_programada;
    o.intentos = intentos_de_descarga;
    o.asentar = [](Context& ctx, const api::Trabajo&, const std::string&) {
        auto& tx = ctx.db();
        tx.lock("descargaProgramada");
        auto c = leer_programacion(tx);
        if (c.diasCfdi + c.diasMetadata == 0) return api::Fin::hecho("No se pide nada por sí solo.");
        if (!hay_efirma(tx, ctx.ahora()))
            return api::Fin::de_nuevo(std::string{mensaje(Codigo::sin_efirma, Idioma::es)}, siguiente_madrugada(ctx));
        constexpr std::int64_t mas_dias_cfdi = 31, mas_dias_metadata = 92;
        programar(ctx, TipoDeDescarga::cfdi, c.diasCfdi, mas_dias_cfdi, c.cfdiHasta);
        programar(ctx, TipoDeDescarga::metadata, c.diasMetadata, mas_dias_metadata, c.metadataHasta);
        tx.run("UPDATE descargaProgramada SET cfdiHasta = $2, metadataHasta = $3 WHERE organizacionId = $1", tx.organizacion(),
               c.cfdiHasta, c.metadataHasta);
        return api::Fin::de_nuevo("Pedido hasta ayer.", siguiente_madrugada(ctx));
    };
    return o;
}

}  // namespace cacao::buzon
