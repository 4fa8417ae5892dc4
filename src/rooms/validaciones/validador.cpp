#include "rooms/validaciones/validador.hpp"

#include "base/digest.hpp"
#include "base/texto.hpp"
#include "base/uuid.hpp"
#include "db/rows.hpp"
#include "fiscal/timbre.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace cacao::validacion {
namespace {

struct VigenciaDeClave {
    bool completo{};
    std::optional<Fecha> desde;
    std::optional<Fecha> hasta;
};
DESCRIBE_STRUCT(VigenciaDeClave, (), (completo, desde, hasta))

// Keys as the catalogs of this installation have them, each looked up once.
class ClavesDelCatalogo {
public:
    explicit ClavesDelCatalogo(db::Reader& tx) : tx_(tx) {}

    fiscal::Presencia operator()(std::string_view catalogo, std::string_view clave, Fecha dia) {
        std::pair llave{std::string{catalogo}, std::string{clave}};
        auto este = vistas_.find(llave);
        if (este == vistas_.end()) {
            if (vistas_.size() >= mas_claves) return fiscal::Presencia::desconocida;
            este = vistas_.emplace(std::move(llave), leer(catalogo, clave)).first;
        }
        const auto& filas = este->second;
        if (filas.empty()) return fiscal::Presencia::desconocida;
        bool hay = false;
        for (const auto& f : filas) {
            if (!f.desde) continue;
            hay = true;
            if (*f.desde <= dia && (!f.hasta || dia <= *f.hasta)) return fiscal::Presencia::vigente;
        }
        // What an incomplete catalog does not have may be there.
        if (!filas.front().completo) return fiscal::Presencia::desconocida;
        return hay ? fiscal::Presencia::sin_vigencia : fiscal::Presencia::inexistente;
    }

private:
    // A document may name as many as it has lines, and each is a question to the database.
    static constexpr std::size_t mas_claves = 2000;

    std::vector<VigenciaDeClave> leer(std::string_view catalogo, std::string_view clave) {
        return tx_.all<VigenciaDeClave>(R"(
            SELECT c.completo, k.desde, k.hasta FROM satCatalogo c
            LEFT JOIN satClave k ON k.catalogo = c.catalogo AND k.generacion = c.generacion AND k.clave = $2
            WHERE c.clave = $1)",
                                        catalogo, clave);
    }

    db::Reader& tx_;
    std::map<std::pair<std::string, std::string>, std::vector<VigenciaDeClave>> vistas_;
};

Dicho leer_dicho(const fiscal::Cfdi& c) {
    Dicho d;
    d.versionCfdi = c.version;
    d.tipoDeComprobante = c.tipoDeComprobante;
    d.rfcEmisor = c.emisor.rfc;
    d.rfcReceptor = c.receptor.rfc;
    d.moneda = c.moneda;
    d.sello = c.sello;
    if (c.total) d.total = c.total->valor;
    if (c.timbres.size() == 1) {
        if (const auto uuid = Uuid::leer(c.timbres.front().uuid)) d.uuid = uuid->texto();
        d.timbradoEn = fiscal::momento_de_timbrado(c.timbres.front().fechaTimbrado);
    }
    std::int64_t suma = 0;
    bool una = true;
    for (const auto& pagos : c.pagos)
        for (const auto& pago : pagos.pagos) {
            una = una && pago.monto && (d.monedaPagada.empty() || d.monedaPagada == pago.moneda) &&
                  !__builtin_add_overflow(suma, pago.monto->valor.micros(), &suma);
            d.monedaPagada = pago.moneda;
        }
    if (una && !d.monedaPagada.empty()) d.pagado = Importe::de_micros(suma);
    return d;
}

// What a file is read of by people has ends: nobody prints an RFC of a megabyte.
void acortar(std::string& texto, std::size_t bytes) { texto = principio_utf8(texto, bytes); }

std::string leer_bytes(const std::filesystem::path& archivo) {
    std::ifstream in{archivo, std::ios::binary};
    std::string bytes{std::istreambuf_iterator<char>{in}, std::istreambuf_iterator<char>{}};
    if (!in.good() && !in.eof()) throw std::runtime_error(archivo.string() + " cannot be read.");
    return bytes;
}

}  // namespace

Validador::Validador(Ajustes ajustes) : consulta_(std::move(ajustes.consulta), std::move(ajustes.salida)), cada_(ajustes.cada) {
    std::shared_ptr<fiscal::Autoridades> autoridades;
    if (!ajustes.certificados.empty()) {
        autoridades = std::make_shared<fiscal::Autoridades>();
        for (const auto& entrada : std::filesystem::directory_iterator{ajustes.certificados}) {
            if (entrada.path().extension() != ".cer") continue;
            const auto der = leer_bytes(entrada.path());
            auto leido = fiscal::Certificado::leer(der);
            if (!leido) throw std::runtime_error(entrada.path().string() + " is no certificate (DER).");
            // Those that stamp seal, those of authorities sign: each is of use for one of the two alone.
            if (leido->es_autoridad()) autoridades->agregar(der);
            else certificados_.emplace(leido->numero(), std::move(*leido));
        }
    }
    juez_ = std::make_unique<const fiscal::Juez>(std::move(autoridades));
}

void Validador::preguntar(const Context& ctx, Presentado& p, bool ahora) const {
    const auto& d = p.dicho;
    if (d.uuid.empty() || d.rfcEmisor.empty() || d.rfcReceptor.empty() || !d.total) return;
    p.expresion = fiscal::expresion_impresa({d.rfcEmisor, d.rfcReceptor, *d.total, d.uuid, d.sello});
    if (ahora && !consulta_.apagada()) p.respuesta = consulta_.preguntar_al_momento(p.expresion, ctx.ahora());
}

Presentado Validador::archivo(const Context& ctx, std::string_view bytes) const { return juzgado(ctx, bytes, true); }

Presentado Validador::archivo_sin_preguntar(const Context& ctx, std::string_view bytes) const {
    return juzgado(ctx, bytes, false);
}

Presentado Validador::juzgado(const Context& ctx, std::string_view bytes, bool preguntando) const {
    Presentado p;
    p.con_archivo = true;
    p.huella = hexadecimal(sha256(bytes));
    ctx.leer(ctx.organizacionId(), [&](db::Reader& tx) {
        ClavesDelCatalogo claves{tx};
        const auto certificado = [&](std::string_view numero) -> const fiscal::Certificado* {
            const auto este = certificados_.find(numero);
            return este == certificados_.end() ? nullptr : &este->second;
        };
        const auto juicio = juez_->juzgar(bytes, {claves, certificado});
        p.veredicto = juicio.veredicto;
        if (juicio.cfdi) p.dicho = leer_dicho(*juicio.cfdi);
    });
    // What is no document of its form names nobody whom the authority could be asked for.
    using enum fiscal::Paso;
    if (p.veredicto.de(xml) != fiscal::Resultado::mal && p.veredicto.de(estructura) != fiscal::Resultado::mal)
        preguntar(ctx, p, preguntando);
    for (auto* texto : {&p.dicho.versionCfdi, &p.dicho.tipoDeComprobante, &p.dicho.moneda}) acortar(*texto, 10);
    for (auto* texto : {&p.dicho.rfcEmisor, &p.dicho.rfcReceptor}) acortar(*texto, 20);
    return p;
}

Presentado Validador::folio(const Context& ctx, Dicho dicho) const {
    Presentado p;
    p.dicho = std::move(dicho);
    preguntar(ctx, p);
    return p;
}

}  // namespace cacao::validacion
