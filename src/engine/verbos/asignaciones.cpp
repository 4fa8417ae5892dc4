#include "engine/verbos/asignaciones.hpp"
#include "engine/entorno/alumnos.hpp"
#include "engine/entorno/series_documento.hpp"
#include "engine/saldos/composicion.hpp"

#include "db/rows.hpp"

#include <algorithm>
#include <array>
#include <map>

namespace cacao::engine {
namespace {

struct AsignacionFila : AsignacionVista {
    std::string serie;
    std::int64_t numero{};
};
DESCRIBE_STRUCT(AsignacionFila, (AsignacionVista), (serie, numero))

std::optional<Importe> saldo_asignable(db::Reader& tx, std::int64_t transaccionId, std::string_view tipo) {
    return tx.one<Importe>(R"(SELECT s.saldo FROM documento d
                              JOIN saldo s ON s.organizacionId = $1 AND s.transaccionId = d.transaccionId
                                          AND s.naturaleza IN ('favorCliente', 'favorProveedor')
                              WHERE d.organizacionId = $1 AND d.transaccionId = $2 AND d.tipo = $3)",
                           tx.organizacion(), transaccionId, tipo);
}

// All that may not fall below nothing of what is collected: of each tax its base, its amount and the classes of that; in the
// organization's currency, what is left of nothing.
using Cifras = std::array<Importe, 8>;
std::map<ClaveImpuesto, Cifras> cifras_cobradas(db::Reader& tx, std::int64_t documentoId) {
    const auto de_nada = [](const Cifra& c) { return c.importe.es_cero() ? std::min(c.local, -c.local) : Importe{}; };
    std::map<ClaveImpuesto, Cifras> cifras;
    auto local = cobrado_en_local(tx, documentoId);
    for (const auto& [clave, c] : cobrada_de(tx, documentoId)) {
        const Cobrado& queda = local[clave].queda;
        cifras[clave] = {c.base,
                         c.importe,
                         c.alCosto,
                         c.renta,
                         c.importe - c.alCosto,
                         c.importe - c.renta,
                         de_nada(queda.base),
                         de_nada(queda.importe)};
    }
    return cifras;
}

// A credit that gave taxes back settles what it credits once that is not collected any more. It is not taken off there: nobody
// would have collected what it gave back. It can be cancelled.
void quitar(Context& ctx, std::int64_t pagoId, std::int64_t aplicacionId, std::optional<Fecha> fecha, std::size_t cual) {
    auto& tx = ctx.db();
    const auto documentoId =
        tx.one<std::int64_t>("SELECT documentoId FROM aplicacion WHERE organizacionId = $1 AND aplicacionId = $2",
                             tx.organizacion(), aplicacionId)
            .value();
    exigir_sin_rebaja(tx, pagoId, documentoId, "/aplicaciones/" + std::to_string(cual));
    const bool propio = !acreditado_de(tx, pagoId, documentoId).composicion.empty();
    auto antes = propio ? cifras_cobradas(tx, documentoId) : std::map<ClaveImpuesto, Cifras>{};
    desaplicar(ctx, aplicacionId, fecha);
    if (!propio) return;
    for (const auto& [clave, despues] : cifras_cobradas(tx, documentoId))
        for (std::size_t i = 0; i < despues.size(); ++i)
            if (despues[i] < std::min(Importe{}, antes[clave][i]))
                reject(Codigo::estado_invalido, "/aplicaciones/" + std::to_string(cual));
}

}  // namespace

CreditoAplicado asignar(Context& ctx, const AsignacionPedida& pedida, std::string_view tipo) {
    reject_if(!saldo_asignable(ctx.db(), pedida.id, tipo), Codigo::no_encontrado, "/id");
    CreditoAplicado r{pedida.id, {}, aplicar(ctx, pedida.id, aplicaciones_pedidas(pedida.asignaciones), pedida.fecha)};
    r.saldo = saldo_asignable(ctx.db(), pedida.id, tipo).value_or(Importe{});
    return r;
}

CreditoAplicado desasignar(Context& ctx, const DesasignacionPedida& pedida, std::string_view tipo) {
    reject_if(!saldo_asignable(ctx.db(), pedida.id, tipo), Codigo::no_encontrado, "/id");
    desasignar(ctx, pedida.id, pedida.aplicaciones, pedida.fecha);
    return {pedida.id, saldo_asignable(ctx.db(), pedida.id, tipo).value_or(Importe{}), {}};
}

std::vector<AsignacionVista> asignaciones_de(db::Reader& tx, std::int64_t pagoId) {
    auto filas = tx.all<AsignacionFila>(R"(
        SELECT a.aplicacionId, a.documentoId AS transaccionId, d.tipo AS tipoDocumento, '' AS folio, a.fecha, a.importe, a.importe2,
               d.moneda, a.saldoNuevo AS saldo, a.estado, d.serie, d.folio AS numero
        FROM aplicacion a
        JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = a.documentoId
        WHERE a.organizacionId = $1 AND a.pagoId = $2 ORDER BY a.aplicacionId)",
                                        tx.organizacion(), pagoId);
    std::vector<AsignacionVista> vistas;
    for (AsignacionFila& f : filas) {
        f.folio = folio_texto(f.serie, f.numero);
        vistas.push_back(std::move(f));
    }
    return vistas;
}

void pedir_banco(db::Reader& tx, std::int64_t transaccionId, std::optional<DatosBanco>& banco) {
    tx.one_later(banco,
                 R"(SELECT d.cuentaBancariaId, COALESCE(b.nombre, '') AS cuenta, d.formaPagoId, COALESCE(f.nombre, '') AS forma
                           FROM documento d
                           LEFT JOIN cuentaBancaria b ON b.organizacionId = $1 AND b.cuentaBancariaId = d.cuentaBancariaId
                           LEFT JOIN formaPago f ON f.organizacionId = $1 AND f.formaPagoId = d.formaPagoId
                           WHERE d.organizacionId = $1 AND d.transaccionId = $2)",
                 tx.organizacion(), transaccionId);
}

void desasignar(Context& ctx, std::int64_t pagoId, std::span<const Id> aplicaciones, std::optional<Fecha> fecha) {
    auto& tx = ctx.db();
    Faltas faltas;
    for (std::size_t i = 0; i < aplicaciones.size(); ++i) {
        const auto suya = tx.one<std::int64_t>(R"(SELECT aplicacionId FROM aplicacion
                                                  WHERE organizacionId = $1 AND aplicacionId = $2 AND pagoId = $3)",
                                               tx.organizacion(), std::int64_t{aplicaciones[i]}, pagoId);
        if (!suya) faltas.agregar(Codigo::no_encontrado, "/aplicaciones/" + std::to_string(i));
    }
    faltas.lanzar();
    for (std::size_t i = 0; i < aplicaciones.size(); ++i) quitar(ctx, pagoId, aplicaciones[i], fecha, i);
}

}  // namespace cacao::engine
