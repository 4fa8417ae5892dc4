#include "support/pac.hpp"

#include "base/ascii.hpp"
#include "base/texto.hpp"
#include "base/uuid.hpp"
#include "support/comprobantes.hpp"
#include "support/firma_xml.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <stdexcept>

namespace cacao::test {
namespace {

constexpr std::string_view espacio_cfdi = "http://www.sat.gob.mx/cfd/4";
constexpr std::string_view espacio_tfd = "http://www.sat.gob.mx/TimbreFiscalDigital";
constexpr std::string_view rfc_del_pac = "SPR190613I52";

std::string uuid_v4(bool en_mayusculas) {
    std::string bytes = azar(16);
    bytes[6] = static_cast<char>((static_cast<unsigned char>(bytes[6]) & 0x0FU) | 0x40U);
    bytes[8] = static_cast<char>((static_cast<unsigned char>(bytes[8]) & 0x3FU) | 0x80U);
    std::string texto = minusculas_ascii(hexadecimal(bytes));
    for (const std::size_t i : {8U, 13U, 18U, 23U}) texto.insert(i, "-");
    return en_mayusculas ? mayusculas(texto) : texto;
}

bool esta_timbrado(const fiscal::Nodo& comprobante) {
    for (const auto* c = comprobante.hijo("Complemento"); c != nullptr; c = c->hermano())
        for (const auto* n = c->primero; n != nullptr; n = n->siguiente)
            if (n->nombre == "TimbreFiscalDigital" && n->espacio == espacio_tfd) return true;
    return false;
}

// Nothing when it is no moment such as 2026-10-01T12:00:00.
std::optional<std::chrono::sys_seconds> momento(const std::string& texto) {
    int a = 0;
    unsigned m = 0, d = 0;
    int h = 0, min = 0, s = 0;
    char sobra = 0;
    if (texto.size() != 19 || std::sscanf(texto.c_str(), "%4d-%2u-%2uT%2d:%2d:%2d%c", &a, &m, &d, &h, &min, &s, &sobra) != 6)
        return std::nullopt;
    using namespace std::chrono;
    const year_month_day dia{year{a}, month{m}, day{d}};
    if (!dia.ok()) return std::nullopt;
    return sys_days{dia} + hours{h} + minutes{min} + seconds{s};
}

// The node, with the cadena (Anexo 20, TFD 1.1) that the provider seals.
void escribir_tfd(Timbre& t) {
    t.cadena = "||1.1|" + t.uuid + '|' + t.fecha + '|' + std::string{rfc_del_pac} + '|' + t.sello + '|' + numero_pac + "||";
    t.selloSat = mundillo().pac.firmar(t.cadena);
    t.tfd =
        R"(<tfd:TimbreFiscalDigital xmlns:tfd="http://www.sat.gob.mx/TimbreFiscalDigital" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://www.sat.gob.mx/TimbreFiscalDigital http://www.sat.gob.mx/sitio_internet/cfd/TimbreFiscalDigital/TimbreFiscalDigitalv11.xsd" Version="1.1" UUID=")" +
        t.uuid + R"(" FechaTimbrado=")" + t.fecha + R"(" RfcProvCertif=")" + std::string{rfc_del_pac} + R"(" SelloCFD=")" +
        t.sello + R"(" NoCertificadoSAT=")" + numero_pac + R"(" SelloSAT=")" + t.selloSat + R"("/>)";
}

// Into the document's own Complemento, at its end, or into one of its own; no other byte changes.
std::string con_tfd(std::string xml, const fiscal::Nodo& raiz, const std::string& tfd) {
    const std::string p = raiz.prefijo.empty() ? std::string{} : std::string{raiz.prefijo} + ':';
    const std::string abre = '<' + p + "Complemento";
    const std::string cierra = "</" + p + "Complemento>";
    if (raiz.hijo("Complemento") != nullptr) {
        if (const auto i = xml.rfind(cierra); i != std::string::npos) return xml.insert(i, tfd);
        const auto i = xml.rfind(abre);
        const auto fin = xml.find("/>", i);
        return xml.replace(fin, 2, ">" + tfd + cierra);
    }
    auto i = xml.rfind('<' + p + "Addenda");
    if (raiz.hijo("Addenda") == nullptr || i == std::string::npos) i = xml.rfind("</" + p + "Comprobante");
    return xml.insert(i, abre + '>' + tfd + cierra);
}

std::string sin_ceros(std::string_view total) {
    std::string t{total};
    if (t.find('.') != std::string::npos) {
        while (t.back() == '0') t.pop_back();
        if (t.back() == '.') t.pop_back();
    }
    t.erase(0, std::min(t.find_first_not_of('0'), t.size()));
    return t.empty() || t.front() == '.' ? '0' + t : t;
}

// What an issuer sealed with a certificate that is its own: "" or the code of what is wrong.
std::string revisar_sello(const fiscal::Nodo& raiz, std::string_view sello) {
    std::string der;
    if (!leer_base64(raiz.valor("Certificado"), der)) return "301";
    const auto certificado = Certificado::leer(der);
    const auto* emisor = raiz.hijo("Emisor");
    if (!certificado || emisor == nullptr) return "301";
    if (certificado->rfc() != emisor->valor("Rfc")) return "303";
    if (!certificado->sello_de(cadena_original(raiz, Esquema::sat()).texto, sello)) return "302";
    return {};
}

}  // namespace

void Pac::falla(FallaPac f, int veces, std::string operacion) {
    const std::lock_guard lock{mutex_};
    pendientes_.push_back({f, veces, std::move(operacion)});
}

void Pac::falla_al_azar(std::uint64_t semilla, std::vector<std::pair<FallaPac, int>> por_mil) {
    const std::lock_guard lock{mutex_};
    azar_ = Azar{semilla};
    por_mil_ = std::move(por_mil);
}

void Pac::sin_fallas() {
    const std::lock_guard lock{mutex_};
    pendientes_.clear();
    por_mil_.clear();
}

bool Pac::detenidas(int cuantas) {
    std::unique_lock lock{mutex_};
    return cambio_.wait_for(lock, std::chrono::minutes{1}, [&] { return detenidas_ >= cuantas; });
}

void Pac::soltar() {
    const std::lock_guard lock{mutex_};
    ++soltadas_;
    cambio_.notify_all();
}

void Pac::cerrar() {
    const std::lock_guard lock{mutex_};
    cerrado_ = true;
    cambio_.notify_all();
}

void Pac::detener(std::unique_lock<std::mutex>& lock) {
    const int ya = soltadas_;
    ++detenidas_;
    cambio_.notify_all();
    cambio_.wait(lock, [&] { return cerrado_ || soltadas_ != ya; });
    --detenidas_;
}

bool Pac::toca(FallaPac f, const std::string& operacion) {
    const std::lock_guard lock{mutex_};
    return toca_ya(f, operacion);
}

bool Pac::toca_ya(FallaPac f, const std::string& operacion) {
    for (auto& p : pendientes_) {
        if (p.falla != f || p.veces == 0 || (!p.operacion.empty() && p.operacion != operacion)) continue;
        --p.veces;
        return true;
    }
    return std::ranges::any_of(por_mil_, [&](const auto& p) { return p.first == f && azar_.menor(1000) < p.second; });
}

Contestacion Pac::atender(const std::string& operacion, const std::string& caida,
                          const std::function<std::string(FallaPac)>& hacer) {
    using enum FallaPac;
    FallaPac f = ninguna;
    {
        std::unique_lock lock{mutex_};
        for (const FallaPac una : {corta_antes, corta_despues, detiene_antes, detiene_despues, error_500, error_500_despues,
                                   basura, trunca, doble, anterior, ajeno})
            if (f == ninguna && toca_ya(una, operacion)) f = una;
        llamadas_.push_back({operacion, f});
        if (f == detiene_antes) detener(lock);
        if (cerrado_ || f == corta_antes) return {};
        if (f == error_500) return {.bytes = caida};
    }
    std::string bytes = hacer(f);
    std::unique_lock lock{mutex_};
    if (f == detiene_despues) detener(lock);
    const std::string antes = std::exchange(anterior_, bytes);
    const auto cuerpo = bytes.find("\r\n\r\n") + 4;
    switch (f) {
        case corta_despues: return {};
        case error_500_despues: return {.bytes = caida};
        case basura: return {.bytes = respuesta_http(200, "text/html", std::string_view{"\x00\xFF{<no es", 9})};
        case trunca: return {.bytes = bytes.substr(0, cuerpo + (bytes.size() - cuerpo) / 2)};
        case doble: return {.bytes = bytes + bytes};
        case anterior: return {.bytes = antes.empty() ? bytes : antes};
        default: return {.bytes = std::move(bytes)};
    }
}

void Pac::con_aceptacion(bool si) {
    const std::lock_guard lock{mutex_};
    con_aceptacion_ = si;
}

void Pac::resolver(const std::string& uuid, Resuelve como) {
    const std::lock_guard lock{mutex_};
    Asiento* a = buscar(uuid);
    if (a == nullptr || a->estado != Estado::en_proceso) throw std::logic_error{"nobody waits for " + uuid};
    a->estado = como == Resuelve::aceptada    ? Estado::con_aceptacion
                : como == Resuelve::rechazada ? Estado::rechazada
                                              : Estado::vencido;
}

void Pac::no_cancelable(const std::string& uuid) {
    const std::lock_guard lock{mutex_};
    if (Asiento* a = buscar(uuid)) a->estado = Estado::no_cancelable;
}

void Pac::reloj(std::string fecha) {
    const std::lock_guard lock{mutex_};
    reloj_ = std::move(fecha);
}

void Pac::saldo(std::int64_t timbres) {
    const std::lock_guard lock{mutex_};
    saldo_ = timbres;
}

std::int64_t Pac::saldo() const {
    const std::lock_guard lock{mutex_};
    return saldo_;
}

void Pac::sin_limite(bool si) {
    const std::lock_guard lock{mutex_};
    sin_limite_ = si;
}

bool Pac::sin_limite() const {
    const std::lock_guard lock{mutex_};
    return sin_limite_;
}

void Pac::informa_a(Autoridad& sat) {
    sat.sigue([this](const Expresion& e) { return en_el_sat(e); });
}

std::optional<DichoSat> Pac::en_el_sat(const Expresion& e) const {
    const std::lock_guard lock{mutex_};
    const Asiento* a = buscar(e.id);
    if (a == nullptr) return std::nullopt;
    const Timbre& t = a->timbre;
    if (e.re != t.emisor || e.rr != t.receptor || sin_ceros(e.tt) != sin_ceros(t.total) || !t.sello.ends_with(e.fe))
        return DichoSat{.codigo = "N - 602: Comprobante no encontrado.", .estado = "No Encontrado", .efos = "", .cancelable = ""};
    DichoSat d;
    switch (a->estado) {
        case Estado::vigente: break;
        case Estado::no_cancelable: d.cancelable = "No cancelable"; break;
        case Estado::en_proceso: d.cancelacion = "En proceso"; break;
        case Estado::rechazada: d.cancelacion = "Solicitud rechazada"; break;
        case Estado::sin_aceptacion: d.cancelacion = "Cancelado sin aceptación"; break;
        case Estado::con_aceptacion: d.cancelacion = "Cancelado con aceptación"; break;
        case Estado::vencido: d.cancelacion = "Plazo vencido"; break;
    }
    if (a->estado >= Estado::sin_aceptacion && a->estado != Estado::rechazada) d.estado = "Cancelado";
    return d;
}

std::vector<Pac::Llamada> Pac::llamadas() const {
    const std::lock_guard lock{mutex_};
    return llamadas_;
}

int Pac::veces(std::string_view operacion) const {
    const std::lock_guard lock{mutex_};
    return static_cast<int>(std::ranges::count(llamadas_, operacion, &Llamada::operacion));
}

std::size_t Pac::timbrados() const {
    const std::lock_guard lock{mutex_};
    return asientos_.size();
}

std::vector<Timbre> Pac::timbres() const {
    const std::lock_guard lock{mutex_};
    std::vector<Timbre> salida;
    for (const auto& a : asientos_) salida.push_back(a.timbre);
    return salida;
}

std::vector<Pac::CancelacionPedida> Pac::cancelaciones() const {
    const std::lock_guard lock{mutex_};
    return cancelaciones_;
}

Pac::Asiento* Pac::buscar(std::string_view uuid) {
    const auto i = std::ranges::find_if(asientos_, [&](const Asiento& a) { return iguales_ascii(a.timbre.uuid, uuid); });
    return i == asientos_.end() ? nullptr : &*i;
}
const Pac::Asiento* Pac::buscar(std::string_view uuid) const {
    const auto i = std::ranges::find_if(asientos_, [&](const Asiento& a) { return iguales_ascii(a.timbre.uuid, uuid); });
    return i == asientos_.end() ? nullptr : &*i;
}

Timbrado Pac::timbrar(std::string_view xml, const std::string& customid, bool enviar) {
    const Xml leido{xml};
    if (!leido.bien() || leido.raiz().nombre != "Comprobante" || leido.raiz().espacio != espacio_cfdi) return {"301"};
    const fiscal::Nodo& raiz = leido.raiz();
    const std::string sello{raiz.valor("Sello")};
    const auto* emisor = raiz.hijo("Emisor");
    const auto* receptor = raiz.hijo("Receptor");
    if (emisor == nullptr || receptor == nullptr) return {"301"};
    if (sello.empty()) return {"302"};

    // From here to the end nobody else stamps: the same document, sent twice at once, gets one stamp.
    const std::lock_guard lock{mutex_};
    const bool previo = esta_timbrado(raiz);
    if (const auto i = por_sello_.find(sello); i != por_sello_.end())
        return {previo ? "707" : "307", asientos_[i->second].timbre};
    if (previo) return {"707"};
    if (const auto i = por_customid_.find(customid); !customid.empty() && i != por_customid_.end())
        return {"3307", asientos_[i->second].timbre};
    if (const auto codigo = revisar_sello(raiz, sello); !codigo.empty()) return {codigo};

    Timbre t;
    t.fecha = reloj_.empty() ? std::string{raiz.valor("Fecha")} : reloj_;
    const auto emitido = momento(std::string{raiz.valor("Fecha")});
    const auto ahora = momento(t.fecha);
    if (!emitido || !ahora) return {"301"};
    if (*ahora - *emitido > std::chrono::hours{72}) return {"401"};
    if (saldo_ <= 0 && !sin_limite_) return {"718"};
    if (!sin_limite_) --saldo_;
    t.uuid = uuid_v4(mayusculas_);
    t.sello = sello;
    t.emisor = emisor->valor("Rfc");
    t.receptor = receptor->valor("Rfc");
    t.total = raiz.valor("Total");
    t.noCertificado = raiz.valor("NoCertificado");
    t.customid = customid;
    t.enviado = enviar;
    escribir_tfd(t);
    t.xml = con_tfd(std::string{xml}, raiz, t.tfd);
    por_sello_[sello] = asientos_.size();
    if (!customid.empty()) por_customid_[customid] = asientos_.size();
    asientos_.push_back({.timbre = t, .acuse = {}});
    return {"", t};
}

std::optional<Timbre> Pac::timbre_de(std::string_view xml) const {
    const Xml leido{xml};
    if (!leido.bien()) return std::nullopt;
    const std::lock_guard lock{mutex_};
    const auto i = por_sello_.find(leido.raiz().valor("Sello"));
    if (i == por_sello_.end()) return std::nullopt;
    return asientos_[i->second].timbre;
}

std::optional<Timbre> Pac::timbre_por_uuid(std::string_view uuid) const {
    const std::lock_guard lock{mutex_};
    const Asiento* a = buscar(uuid);
    if (a == nullptr) return std::nullopt;
    return a->timbre;
}

Timbre Pac::timbre_ajeno(const Timbre& este) const {
    const std::lock_guard lock{mutex_};
    for (auto a = asientos_.rbegin(); a != asientos_.rend(); ++a)
        if (a->timbre.sello != este.sello) return a->timbre;
    Timbre otro = este;
    otro.uuid = uuid_v4(mayusculas_);
    otro.sello = base64(azar(256));
    escribir_tfd(otro);
    otro.xml = cambiado(este.xml, este.tfd, otro.tfd);
    return otro;
}

PeticionCancelacion Pac::cancelar(std::string_view xml, const std::string& operacion) {
    const Xml leido{xml};
    if (!leido.bien() || leido.raiz().nombre != "Cancelacion" || leido.raiz().espacio != "http://cancelacfd.sat.gob.mx")
        return {.codigo = "301", .detalle = "no es una Cancelacion"};
    const fiscal::Nodo& raiz = leido.raiz();
    PeticionCancelacion p{.rfc = std::string{raiz.valor("RfcEmisor")}, .fecha = std::string{raiz.valor("Fecha")}};
    std::vector<CancelacionPedida> pedidas;
    for (const auto* f = raiz.hijo("Folios"); f != nullptr; f = f->hermano())
        for (const auto* uno = f->hijo("Folio"); uno != nullptr; uno = uno->hermano())
            pedidas.push_back({std::string{uno->valor("UUID")}, std::string{uno->valor("Motivo")},
                               std::string{uno->valor("FolioSustitucion")}});
    if (p.rfc.empty() || !momento(p.fecha) || pedidas.empty()) {
        p.codigo = "301";
        p.detalle = "RfcEmisor, Fecha o Folios";
        return p;
    }
    const FirmaXml firma = juzgar_firma(xml);
    const auto certificado = Certificado::leer(firma.certificado);
    if (!firma.queja.empty() || !certificado) {
        p.codigo = "302";
        p.detalle = firma.queja;
    } else if (certificado->rfc() != p.rfc) {
        p.codigo = "303";
        p.detalle = "el certificado es de " + certificado->rfc();
    }
    if (!p.codigo.empty()) return p;
    const std::lock_guard lock{mutex_};
    for (const auto& c : pedidas) p.folios.emplace_back(c.uuid, cancelar_uno(operacion, p.rfc, c));
    return p;
}

// Codes of the authority. Of 207 to 209 sources differ; these are as SW has them.
std::string Pac::cancelar_uno(const std::string& operacion, const std::string& rfc, const CancelacionPedida& c) {
    Asiento* a = buscar(c.uuid);
    if (a == nullptr || toca_ya(FallaPac::aun_no, operacion)) return "205";
    if (a->timbre.emisor != rfc) return "203";
    if (c.motivo.size() != 2 || c.motivo < "01" || c.motivo > "04") return "207";
    const bool reemplazo = Uuid::leer(c.sustitucion).has_value() && !iguales_ascii(c.sustitucion, c.uuid);
    if (c.motivo == "01" && !reemplazo) return "208";
    if (c.motivo != "01" && !c.sustitucion.empty()) return "209";
    switch (a->estado) {
        case Estado::no_cancelable: return "204";
        case Estado::vigente:
        case Estado::rechazada: break;
        default: return "202";
    }
    a->estado = con_aceptacion_ ? Estado::en_proceso : Estado::sin_aceptacion;
    cancelaciones_.push_back(c);
    return "201";
}

std::string Pac::acuse_de(std::string_view uuid) const {
    const std::lock_guard lock{mutex_};
    const Asiento* a = buscar(uuid);
    return a == nullptr ? std::string{} : a->acuse;
}

void Pac::anotar_acuse(const PeticionCancelacion& p, const std::string& acuse) {
    const std::lock_guard lock{mutex_};
    for (const auto& [uuid, codigo] : p.folios)
        if (Asiento* a = buscar(uuid); a != nullptr && codigo == "201") a->acuse = acuse;
}

void Pac::olvidar_customids() {
    const std::lock_guard lock{mutex_};
    por_customid_.clear();
}

void Pac::enviar_todo_al_sat() {
    const std::lock_guard lock{mutex_};
    for (auto& a : asientos_) a.timbre.enviado = true;
}

}  // namespace cacao::test
