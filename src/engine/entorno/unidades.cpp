#include "engine/entorno/unidades.hpp"

#include "db/conjunto.hpp"
#include "db/rows.hpp"

#include <array>
#include <limits>
#include <numeric>

namespace cacao::engine {
namespace {

// A unit as a product that counts in `base` sees it, with both ratios and the product's own, if it has one (0 otherwise).
struct Fila {
    std::int64_t numero{};  // of the line that asks
    std::int64_t unidadMedidaId{};
    std::string codigo;
    std::string claveUnidad;
    int decimales{};
    int decimalesBase{};
    bool esBase{};
    bool mismaBase{};
    bool activo{};
    std::int64_t numerador{};
    std::int64_t denominador{};
    std::int64_t baseNumerador{};
    std::int64_t baseDenominador{};
    std::int64_t propioNumerador{};
    std::int64_t propioDenominador{};
};
DESCRIBE_STRUCT(Fila, (),
                (numero, unidadMedidaId, codigo, claveUnidad, decimales, decimalesBase, esBase, mismaBase, activo, numerador,
                 denominador, baseNumerador, baseDenominador, propioNumerador, propioDenominador))

std::optional<Unidad> leer(const Fila& f) {
    Unidad u{f.unidadMedidaId, f.codigo, f.claveUnidad, 1, 1, f.decimales, f.decimalesBase};
    if (f.esBase) return u;  // also when nobody may choose it any more: the product is counted in it
    if (!f.activo) return std::nullopt;
    __int128 numerador = f.propioNumerador;
    __int128 denominador = f.propioDenominador;
    if (numerador == 0) {
        if (!f.mismaBase) return std::nullopt;
        numerador = static_cast<__int128>(f.numerador) * f.baseDenominador;
        denominador = static_cast<__int128>(f.denominador) * f.baseNumerador;
    }
    // In lowest terms, so that what fits is not lost to its factors.
    __int128 a = numerador;
    for (__int128 b = denominador; b != 0;) {
        const __int128 resto = a % b;
        a = b;
        b = resto;
    }
    numerador /= a;
    denominador /= a;
    constexpr __int128 tope = std::numeric_limits<std::int64_t>::max();
    if (numerador > tope || denominador > tope) return std::nullopt;
    u.numerador = static_cast<std::int64_t>(numerador);
    u.denominador = static_cast<std::int64_t>(denominador);
    return u;
}

std::int64_t paso_de(int decimales) {
    static constexpr std::array<std::int64_t, 7> pasos{1'000'000, 100'000, 10'000, 1'000, 100, 10, 1};
    return pasos.at(static_cast<std::size_t>(decimales));
}

}  // namespace

std::vector<std::optional<Unidad>> unidades_de(db::Reader& tx, std::span<const UnidadPedida> pedidas) {
    std::vector<std::optional<Unidad>> unidades(pedidas.size());
    if (pedidas.empty()) return unidades;
    db::Conjunto filas{"numero", "base", "unidad", "producto"};
    for (const auto& p : pedidas)
        filas.agregar(filas.filas(), p.unidadBaseId, p.unidadMedidaId == 0 ? p.unidadBaseId : p.unidadMedidaId, p.productoId);
    for (const auto& f : tx.all<Fila>(R"(
            SELECT f.numero, u.unidadMedidaId, u.codigo, u.claveUnidad, u.decimales, b.decimales AS decimalesBase,
                   CASE WHEN u.unidadMedidaId = b.unidadMedidaId THEN 1 ELSE 0 END AS esBase,
                   CASE WHEN u.baseId = b.baseId THEN 1 ELSE 0 END AS mismaBase, u.activo, u.numerador, u.denominador,
                   b.numerador AS baseNumerador, b.denominador AS baseDenominador,
                   COALESCE(x.numerador, 0) AS propioNumerador, COALESCE(x.denominador, 1) AS propioDenominador
            FROM )" + filas.sql(tx.motor(), "$2") +
                                          R"( f
            JOIN unidadMedida b ON b.organizacionId = $1 AND b.unidadMedidaId = f.base
            JOIN unidadMedida u ON u.organizacionId = $1 AND u.unidadMedidaId = f.unidad
            LEFT JOIN productoUnidad x ON x.organizacionId = $1 AND x.productoId = f.producto AND x.unidadMedidaId = f.unidad)",
                                      tx.organizacion(), filas.valor()))
        unidades[static_cast<std::size_t>(f.numero)] = leer(f);
    return unidades;
}

std::optional<Unidad> unidad_de(db::Reader& tx, std::int64_t productoId, std::int64_t unidadBaseId, std::int64_t unidadMedidaId) {
    const UnidadPedida pedida{productoId, unidadBaseId, unidadMedidaId};
    return std::move(unidades_de(tx, {&pedida, 1}).front());
}

std::optional<Cantidad> en_base(Cantidad cantidad, const Unidad& unidad) {
    if (cantidad.micros() % paso_de(unidad.decimales) != 0) return std::nullopt;
    const __int128 producto = static_cast<__int128>(cantidad.micros()) * unidad.numerador;
    const __int128 base = producto / unidad.denominador;
    if (producto % unidad.denominador != 0 || base % paso_de(unidad.decimalesBase) != 0) return std::nullopt;
    if (base > std::numeric_limits<std::int64_t>::max() || base < std::numeric_limits<std::int64_t>::min()) return std::nullopt;
    return Cantidad::de_micros(static_cast<std::int64_t>(base));
}

}  // namespace cacao::engine
