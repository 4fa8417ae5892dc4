#include "api/archivos.hpp"

#include "base/digest.hpp"
#include "base/texto.hpp"
#include "db/rows.hpp"

#include <fmt/format.h>

#include <charconv>

namespace cacao::api {
namespace {

AjustesDeArchivos puestos;

struct Lugar {
    std::string lugar;
    bool listo = false;
};
DESCRIBE_STRUCT(Lugar, (), (lugar, listo))

std::optional<Lugar> buscar_lugar(db::Reader& tx, const std::string& sha256) {
    return tx.one<Lugar>("SELECT lugar, listo FROM contenido WHERE organizacionId = $1 AND sha256 = $2", tx.organizacion(),
                         sha256);
}

// Committed by itself, before anything is put outside: what is there has a row, always.
Lugar apartar_lugar(const Context& ctx, const std::string& sha256, std::string_view tipo, std::size_t tamano) {
    Lugar mio;
    ctx.apartar([&](db::Writer& tx) {
        const auto lugar = fmt::format("{}/{}/{}-{}", tx.organizacion(), sha256.substr(0, 2), sha256, tx.next_id());
        mio = *tx.one<Lugar>(R"(
            INSERT INTO contenido (organizacionId, sha256, tipo, tamano, lugar, datos, listo, tocadoEn)
            VALUES ($1, $2, $3, $4, $5, NULL, 0, $6)
            ON CONFLICT (organizacionId, sha256) DO UPDATE SET tocadoEn = $6
            RETURNING lugar, listo)",
                             tx.organizacion(), sha256, tipo, tamano, lugar, ctx.ahora());
    });
    return mio;
}

std::string texto_del_enlace(std::int64_t organizacionId, std::int64_t archivoId, std::int64_t vence) {
    return fmt::format("{}/{}/{}", organizacionId, archivoId, vence);
}

// The next number, up to a point.
std::optional<std::int64_t> tomar_numero(std::string_view& texto) {
    std::int64_t numero{};
    const auto [fin, error] = std::from_chars(texto.data(), texto.data() + texto.size(), numero);
    if (error != std::errc{} || numero < 0 || fin == texto.data() + texto.size() || *fin != '.') return std::nullopt;
    texto.remove_prefix(static_cast<std::size_t>(fin - texto.data()) + 1);
    return numero;
}

}  // namespace

void poner_archivos(const AjustesDeArchivos& ajustes) { puestos = ajustes; }
const AjustesDeArchivos& archivos() { return puestos; }

std::uint64_t cuerpo_de_archivos() {
    constexpr std::uint64_t resto = 256U << 10U;
    return 2 * puestos.maximo + resto;
}

ContenidoListo preparar_contenido(const Context& ctx, std::string_view bytes, std::string_view tipo) {
    ContenidoListo c{hexadecimal(sha256(bytes)), std::string{tipo}, {}};
    if (puestos.almacen == nullptr || bytes.size() <= puestos.en_base || ctx.simular()) return c;
    std::optional<Lugar> hay;
    ctx.leer(ctx.organizacionId(), [&](db::Reader& tx) { hay = buscar_lugar(tx, c.sha256); });
    if (!hay || !hay->listo) hay = apartar_lugar(ctx, c.sha256, tipo, bytes.size());
    c.lugar = hay->lugar;
    // What was lost outside comes back with whoever sends it again.
    if (!hay->listo || (!c.lugar.empty() && !puestos.almacen->has(c.lugar))) puestos.almacen->put(c.lugar, bytes);
    return c;
}

void guardar_contenido(Context& ctx, const ContenidoListo& c, std::string_view bytes) {
    auto& tx = ctx.db();
    const auto org = tx.organizacion();
    // Whoever collects what waits looks at the same row: one of the two comes first, and the other sees it.
    if (tx.count(R"(UPDATE contenido SET listo = 1, tocadoEn = $3
                    WHERE organizacionId = $1 AND sha256 = $2 AND (listo = 1 OR lugar = $4))",
                 org, c.sha256, ctx.ahora(), c.lugar) > 0)
        return;
    if (!c.lugar.empty()) {
        // It was to be outside, and its row has been collected since; what was put there later goes too.
        ctx.aunque_rechace([lugar = c.lugar, ahora = ctx.ahora()](db::Writer& otra) {
            otra.run(R"(INSERT INTO lugarRetirado (organizacionId, lugar, retiradoEn) VALUES ($1, $2, $3)
                        ON CONFLICT (organizacionId, lugar) DO NOTHING)",
                     otra.organizacion(), lugar, ahora);
        });
        reject(Codigo::saturado, "");
    }
    // One that waits outside was begun when less fitted here; it is nobody's, and goes.
    tx.run(R"(INSERT INTO lugarRetirado (organizacionId, lugar, retiradoEn)
              SELECT organizacionId, lugar, $3 FROM contenido WHERE organizacionId = $1 AND sha256 = $2 AND listo = 0)",
           org, c.sha256, ctx.ahora());
    tx.run(R"(
        INSERT INTO contenido (organizacionId, sha256, tipo, tamano, lugar, datos, listo, tocadoEn)
        VALUES ($1, $2, $3, $4, '', $5, 1, $6)
        ON CONFLICT (organizacionId, sha256) DO UPDATE
            SET lugar = CASE WHEN contenido.listo = 1 THEN contenido.lugar ELSE '' END,
                datos = CASE WHEN contenido.listo = 1 THEN contenido.datos ELSE $5 END, listo = 1, tocadoEn = $6)",
           org, c.sha256, c.tipo, bytes.size(), db::Bytes{bytes}, ctx.ahora());
}

std::optional<ContenidoGuardado> leer_contenido(db::Reader& tx, std::string_view sha256) {
    return tx.one<ContenidoGuardado>(R"(SELECT sha256, tipo, tamano, lugar, datos FROM contenido
                                        WHERE organizacionId = $1 AND sha256 = $2 AND listo = 1)",
                                     tx.organizacion(), sha256);
}

std::string bytes_de(ContenidoGuardado c) {
    if (c.lugar.empty()) return std::move(c.datos);
    auto bytes = puestos.almacen != nullptr ? puestos.almacen->get(c.lugar) : std::nullopt;
    if (!bytes || hexadecimal(sha256(*bytes)) != c.sha256)
        throw db::DbError(db::Fallo::unavailable,
                          fmt::format("The store of files has no {}, or not as it was: `cacao verify` tells more.", c.lugar));
    return std::move(*bytes);
}

std::string enlace_de(const Context& ctx, std::int64_t archivoId) {
    const auto camino = fmt::format("/api/ArchivosDigitales/Archivo/{}", archivoId);
    if (puestos.firma == nullptr) return camino;
    const auto vence = ctx.ahora().segundos() + puestos.vigencia.count();
    return fmt::format("{}/Directo?boleto={}.{}.{}", camino, ctx.organizacionId(), vence,
                       base64url(puestos.firma->code(texto_del_enlace(ctx.organizacionId(), archivoId, vence))));
}

std::int64_t organizacion_del_enlace(std::int64_t archivoId, std::string_view boleto, Instante ahora) {
    const auto organizacionId = tomar_numero(boleto);
    const auto vence = organizacionId ? tomar_numero(boleto) : std::nullopt;
    std::string codigo;
    const bool bueno = puestos.firma != nullptr && vence && leer_base64url(boleto, codigo) &&
                       puestos.firma->made(codigo, texto_del_enlace(*organizacionId, archivoId, *vence));
    reject_if(!bueno, Codigo::enlace_invalido, "/boleto");
    reject_if(*vence < ahora.segundos(), Codigo::enlace_vencido, "/boleto");
    return *organizacionId;
}

std::int64_t recolectar_contenidos(db::Database& database, std::int64_t organizacionId, Instante ahora) {
    using std::chrono::seconds;
    const auto antes_de = ahora.mas_segundos(-std::chrono::duration_cast<seconds>(espera_de_contenido).count());
    database.write_now(organizacionId, [&](db::Writer& tx) {
        for (const auto& lugar : tx.all<std::string>(
                 "DELETE FROM contenido WHERE organizacionId = $1 AND listo = 0 AND tocadoEn < $2 RETURNING lugar",
                 organizacionId, antes_de))
            tx.run("INSERT INTO lugarRetirado (organizacionId, lugar, retiradoEn) VALUES ($1, $2, $3)", organizacionId, lugar,
                   ahora);
    });
    std::vector<std::string> lugares;
    database.read(organizacionId, [&](db::Reader& tx) {
        lugares = tx.all<std::string>("SELECT lugar FROM lugarRetirado WHERE organizacionId = $1 ORDER BY lugar LIMIT 100",
                                      organizacionId);
    });
    if (lugares.empty() || puestos.almacen == nullptr) return 0;
    for (const auto& lugar : lugares) puestos.almacen->remove(lugar);
    database.write_now(organizacionId, [&](db::Writer& tx) {
        for (const auto& lugar : lugares)
            tx.run("DELETE FROM lugarRetirado WHERE organizacionId = $1 AND lugar = $2", organizacionId, lugar);
    });
    return static_cast<std::int64_t>(lugares.size());
}

void verificar_contenidos(db::Reader& tx, const std::function<void(const std::string&)>& diferencia) {
    const auto org = tx.organizacion();
    const auto decir = [&](std::string_view sha256, std::string_view que) {
        diferencia(fmt::format("contenido: organizacionId {}, sha256 {}: {}", org, sha256, que));
    };
    // One at a time: they may be large.
    for (const auto& sha256 :
         tx.all<std::string>("SELECT sha256 FROM contenido WHERE organizacionId = $1 AND listo = 1 ORDER BY sha256", org)) {
        auto guardado = leer_contenido(tx, sha256);
        const auto tamano = static_cast<std::size_t>(guardado->tamano);
        if (!guardado->lugar.empty() && (puestos.almacen == nullptr || !puestos.almacen->has(guardado->lugar))) {
            decir(sha256, fmt::format("{} is not in the store of files", guardado->lugar));
            continue;
        }
        const auto bytes =
            guardado->lugar.empty() ? std::move(guardado->datos) : puestos.almacen->get(guardado->lugar).value_or(std::string{});
        if (bytes.size() != tamano || hexadecimal(cacao::sha256(bytes)) != sha256)
            decir(sha256, "the bytes are not those that were kept");
    }
    for (const auto& sha256 : tx.all<std::string>(R"(
             SELECT DISTINCT c.sha256 FROM contenido c
             JOIN archivoDigital a ON a.organizacionId = $1 AND a.sha256 = c.sha256
             WHERE c.organizacionId = $1 AND c.listo = 0 ORDER BY c.sha256)",
                                                  org))
        decir(sha256, "a file names it, and it may be collected");
}

}  // namespace cacao::api

namespace cacao {

std::optional<EnBase64> EnBase64::leer(std::string_view texto) {
    if (texto.starts_with("data:"))
        if (const auto coma = texto.find(";base64,"); coma != std::string_view::npos) texto.remove_prefix(coma + 8);
    EnBase64 e;
    if (!leer_base64(texto, e.bytes)) return std::nullopt;
    e.huella = "sha256:" + hexadecimal(sha256(e.bytes));
    return e;
}

}  // namespace cacao
