#include "rooms/inventario/reportes/trazabilidad.hpp"

#include "db/rows.hpp"
#include "engine/entorno/series_documento.hpp"
#include "engine/tipos/documento.hpp"

#include <deque>
#include <set>

namespace cacao {
namespace {

constexpr int niveles_maximos = 20;

struct Clave {
    std::int64_t productoId = 0;
    std::int64_t loteId = 0;
    std::string serie;
    auto operator<=>(const Clave&) const = default;
};

struct FilaTraza {
    Fecha fecha;
    std::int64_t transaccionId{};
    std::string tipoDocumento;
    std::string serieFolio;
    std::int64_t numero{};
    bool cancelacion{};
    bool reempacado{};
    std::int64_t entidadId{};
    std::string entidad;
    std::int64_t almacenId{};
    std::string almacen;
    Cantidad cantidad;
};
DESCRIBE_STRUCT(FilaTraza, (),
                (fecha, transaccionId, tipoDocumento, serieFolio, numero, cancelacion, reempacado, entidadId, entidad, almacenId,
                 almacen, cantidad))

struct Vecino {
    std::int64_t productoId{};
    std::int64_t loteId{};
    std::string serie;
};
DESCRIBE_STRUCT(Vecino, (), (productoId, loteId, serie))

constexpr std::string_view columnas_de_traza = R"(
    SELECT m.fecha, m.transaccionId, d.tipo AS tipoDocumento, d.serie AS serieFolio, d.folio AS numero,
           CASE WHEN m.revierteId <> 0 THEN 1 ELSE 0 END AS cancelacion,
           CASE WHEN d.tipo = 'Reempaque' AND d.estado <> 'cancelado' THEN 1 ELSE 0 END AS reempacado, d.entidadId,
           COALESCE(c.nombre, '') AS entidad, m.almacenId, a.nombre AS almacen, )";
constexpr std::string_view de_movimiento = R"(
      FROM movimiento m
      JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = m.transaccionId
      JOIN almacen a ON a.organizacionId = $1 AND a.almacenId = m.almacenId
      LEFT JOIN contacto c ON c.organizacionId = m.organizacionId AND c.entidadId = d.entidadId AND d.entidadId <> 0 )";

std::vector<FilaTraza> leer_pasos(db::Reader& tx, const Clave& k) {
    if (!k.serie.empty())
        return tx.all<FilaTraza>(
            std::string{columnas_de_traza} + "s.signo * 1000000 AS cantidad" + std::string{de_movimiento} + R"(
              JOIN movimientoSerie s ON s.organizacionId = m.organizacionId AND s.movimientoId = m.movimientoId
             WHERE m.organizacionId = $1 AND s.organizacionId = $1 AND s.productoId = $2 AND s.serie = $3
             ORDER BY m.fecha, d.creadoEn, m.transaccionId, s.signo)",
            tx.organizacion(), k.productoId, k.serie);
    return tx.all<FilaTraza>(
        std::string{columnas_de_traza} + "CAST(SUM(m.cantidad) AS BIGINT) AS cantidad" + std::string{de_movimiento} + R"(
         WHERE m.organizacionId = $1 AND m.productoId = $2 AND m.loteId = $3 AND m.loteId <> 0 AND m.cantidad <> 0
         GROUP BY m.fecha, m.transaccionId, d.tipo, d.serie, d.folio, d.estado, d.creadoEn, d.entidadId, c.nombre, m.almacenId, a.nombre,
                  m.numeroPartida, CASE WHEN m.revierteId <> 0 THEN 1 ELSE 0 END
         ORDER BY m.fecha, d.creadoEn, m.transaccionId, SUM(m.cantidad))",
        tx.organizacion(), k.productoId, k.loteId);
}

// What a repackaging took (−1) or made (1). The serials of a line stand by one of its movements, whatever layers it took.
std::vector<Vecino> mercancia_de_reempaque(db::Reader& tx, std::int64_t transaccionId, int signo) {
    return tx.all<Vecino>(R"(
        SELECT DISTINCT m.productoId, m.loteId, COALESCE(s.serie, '') AS serie
          FROM movimiento m
          LEFT JOIN movimientoSerie s ON s.organizacionId = $1 AND s.transaccionId = m.transaccionId
                                     AND s.numeroPartida = m.numeroPartida AND s.productoId = m.productoId AND s.signo = $3
         WHERE m.organizacionId = $1 AND m.transaccionId = $2 AND m.revierteId = 0 AND m.cantidad * $3 > 0
         ORDER BY m.productoId, m.loteId, serie)",
                          tx.organizacion(), transaccionId, signo);
}

void clasificar(NodoTraza& n, const FilaTraza& f) {
    n.existencia += f.cantidad;
    const auto* tipo = engine::tipo_de(f.tipoDocumento);
    const auto mueve = tipo != nullptr ? tipo->existencia : engine::Existencia::ninguna;
    if (mueve == engine::Existencia::traspaso) return;
    const bool venta = tipo != nullptr && tipo->contacto == engine::Contacto::cliente;
    const bool entro = (f.cantidad > Cantidad{}) != f.cancelacion;
    if (venta) n.vendido -= f.cantidad;
    else if (entro) n.recibido += f.cantidad;
    else if (mueve == engine::Existencia::reempaque) n.reempacado -= f.cantidad;
    else n.otrasSalidas -= f.cantidad;
}

void describir(db::Reader& tx, NodoTraza& n) {
    tx.each(
        "SELECT codigo, nombre FROM producto WHERE organizacionId = $1 AND productoId = $2",
        [&](const db::Row& r) {
            n.codigo = r.text(0);
            n.producto = r.text(1);
        },
        tx.organizacion(), n.productoId);
    tx.each(
        "SELECT codigo, proveedorId, pedimento, caducidad, estado FROM lote WHERE organizacionId = $1 AND loteId = $2",
        [&](const db::Row& r) {
            n.lote = r.text(0);
            n.proveedorId = r.integer(1);
            n.pedimento = r.text(2);
            if (!r.is_null(3)) n.caducidad = Fecha::de_dias(static_cast<std::int32_t>(r.integer(3)));
            n.estado = r.text(4);
        },
        tx.organizacion(), n.loteId);
    if (!n.serie.empty())
        tx.each(
            "SELECT estado FROM numeroSerie WHERE organizacionId = $1 AND productoId = $2 AND serie = $3",
            [&](const db::Row& r) { n.estado = r.text(0); }, tx.organizacion(), n.productoId, n.serie);
}

Clave buscar(db::Reader& tx, const TrazabilidadPedida& p) {
    if (p.serie) {
        const auto lote =
            tx.one<std::int64_t>("SELECT loteId FROM numeroSerie WHERE organizacionId = $1 AND productoId = $2 AND serie = $3",
                                 tx.organizacion(), p.productoId.valor, *p.serie);
        if (!lote) reject(Codigo::no_encontrado, "/serie");
        return {p.productoId, *lote, *p.serie};
    }
    const auto lote =
        tx.one<std::int64_t>("SELECT loteId FROM lote WHERE organizacionId = $1 AND productoId = $2 AND codigo = $3",
                             tx.organizacion(), p.productoId.valor, *p.lote);
    if (!lote) reject(Codigo::no_encontrado, "/lote");
    return {p.productoId, *lote, ""};
}

}  // namespace

std::vector<NodoTraza> trazar(const Context& ctx, const TrazabilidadPedida& p) {
    auto& tx = ctx.db();
    const auto producto = tx.one<std::int64_t>("SELECT productoId FROM producto WHERE organizacionId = $1 AND productoId = $2",
                                               tx.organizacion(), p.productoId.valor);
    reject_if(!producto, Codigo::no_encontrado, "/productoId");
    reject_if(!p.lote && !p.serie, Codigo::requerido, "/lote");
    reject_if(p.lote && p.serie, Codigo::valor_no_permitido, "/serie");
    struct Pendiente {
        Clave clave;
        int nivel = 0;
        std::int64_t por = 0;
    };
    std::vector<NodoTraza> nodos;
    std::set<std::pair<Clave, int>> vistos;  // a product can be both what it was made of and what was made of it
    std::deque<Pendiente> cola{{buscar(tx, p), 0, 0}};
    while (!cola.empty()) {
        const Pendiente actual = cola.front();
        cola.pop_front();
        if (!vistos.emplace(actual.clave, actual.nivel < 0 ? -1 : actual.nivel > 0 ? 1 : 0).second) continue;
        NodoTraza n{};
        n.nivel = actual.nivel;
        n.porTransaccionId = actual.por;
        n.productoId = actual.clave.productoId;
        n.loteId = actual.clave.loteId;
        n.serie = actual.clave.serie;
        describir(tx, n);
        // Goods that are not told apart are named, and lead no further: nobody knows which of them they were.
        if (n.loteId != 0 || !n.serie.empty())
            for (const FilaTraza& f : leer_pasos(tx, actual.clave)) {
                clasificar(n, f);
                n.pasos.push_back({f.fecha, f.transaccionId, f.tipoDocumento, engine::folio_texto(f.serieFolio, f.numero),
                                   f.cancelacion, f.entidadId, f.entidad, f.almacenId, f.almacen, f.cantidad});
                if (!f.reempacado || f.cancelacion || std::abs(actual.nivel) >= niveles_maximos) continue;
                const bool producido = f.cantidad > Cantidad{};
                if ((producido && actual.nivel > 0) || (!producido && actual.nivel < 0)) continue;
                for (const Vecino& v : mercancia_de_reempaque(tx, f.transaccionId, producido ? -1 : 1))
                    cola.push_back({{v.productoId, v.loteId, v.serie}, actual.nivel + (producido ? -1 : 1), f.transaccionId});
            }
        nodos.push_back(std::move(n));
    }
    return nodos;
}

void register_trazabilidad(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Inventario");
    ops.add(GET, "/api/Inventario/Trazabilidad", "Trazabilidad", trazar)
        .por(&NodoTraza::pasos)
        .nuestra()
        .rechaza({Codigo::requerido, Codigo::valor_no_permitido, Codigo::no_encontrado});
}

}  // namespace cacao
