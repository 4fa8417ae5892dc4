#include "engine/cartera.hpp"

#include "db/rows.hpp"
#include "db/where.hpp"
#include "engine/balanza.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace cacao::engine {
namespace {

constexpr std::string_view columnas = R"(
    SELECT s.transaccionId, s.naturaleza, s.entidadId, s.moneda, s.fecha, s.vencimiento, s.total, s.totalLocal,
           CASE WHEN d.estado = 'cancelado' THEN s.total ELSE s.saldo END AS saldo,
           CASE WHEN d.estado = 'cancelado' THEN s.totalLocal ELSE s.saldoLocal END AS saldoLocal, d.tipo, d.serie, d.folio,
           COALESCE(d.uuid, '') AS uuid, d.sucursalId, d.proyectoId, d.vendedorId)";

using Llave = std::pair<std::int64_t, std::string>;  // document and nature of its balance
struct Cambio {
    Importe saldo;
    Importe saldoLocal;
};

void filtrar(const Corte& c, db::Where& donde) {
    donde.add(c.proveedores ? "s.naturaleza IN ('pagar', 'favorProveedor')" : "s.naturaleza IN ('cobrar', 'favorCliente')");
    donde.add("s.fecha <= $", c.dia);
    donde.add_if(c.entidadId, "s.entidadId = $");
    donde.add_if(c.sucursalId, "d.sucursalId = $");
    donde.add_if(c.proyectoId, "d.proyectoId = $");
    donde.add_if(c.vendedorId, "d.vendedorId = $");
    donde.add_if(c.moneda, "s.moneda = $");
}

// Applications that are there now and were not then add to the balances of now; those that were there then and are not now take
// off.
std::map<Llave, Cambio> cambios_desde(db::Reader& tx, const Corte& c) {
    std::map<Llave, Cambio> cambios;
    const std::string pendiente = c.proveedores ? "pagar" : "cobrar";
    const std::string favor = c.proveedores ? "favorProveedor" : "favorCliente";
    const auto sumar = [&](const db::Row& r, bool mas) {
        const auto con_signo = [&](int i) { return mas ? Importe::de_micros(r.integer(i)) : -Importe::de_micros(r.integer(i)); };
        Cambio& documento = cambios[{r.integer(0), pendiente}];
        documento.saldo += con_signo(2);
        documento.saldoLocal += con_signo(3);
        Cambio& pago = cambios[{r.integer(1), favor}];
        pago.saldo += con_signo(4);
        pago.saldoLocal += con_signo(5);
    };
    // Of one contact, through its own documents: what everybody else settled since is not read.
    const auto leer = [&](std::string_view cuando, bool mas) {
        const std::string que =
            fmt::format(R"(SELECT a.documentoId, a.pagoId, a.importe2, a.localDocumento, a.importe, a.localPago, a.aplicacionId
            FROM aplicacion a
            JOIN saldo s ON s.organizacionId = $1 AND s.transaccionId = a.documentoId AND s.naturaleza = $3
            WHERE a.organizacionId = $1 AND {})",
                        cuando);
        const auto cada = [&](const db::Row& r) { sumar(r, mas); };
        if (!c.entidadId || *c.entidadId == 0) {
            tx.each(que, cada, tx.organizacion(), c.dia, pendiente);
            return;
        }
        const auto suyas = [&](std::string_view columna) {
            return fmt::format(R"( AND a.{} IN (SELECT d.transaccionId FROM documento d
                WHERE d.organizacionId = $1 AND d.entidadId = $4 AND d.entidadId <> 0))",
                               columna);
        };
        tx.each(que + suyas("documentoId") + " UNION " + que + suyas("pagoId"), cada, tx.organizacion(), c.dia, pendiente,
                *c.entidadId);
    };
    leer("a.fecha > $2 AND a.estado = 'vigente'", true);
    leer("a.cancelacionFecha > $2 AND a.cancelacionFecha IS NOT NULL AND a.fecha <= $2", false);
    return cambios;
}

}  // namespace

std::vector<SaldoAlCorte> saldos_al_corte(db::Reader& tx, const Corte& corte) {
    const auto cambios = cambios_desde(tx, corte);
    db::Where abiertos{tx.organizacion()};
    filtrar(corte, abiertos);
    auto filas = tx.all_with<SaldoAlCorte>(std::string{columnas} + R"(
        FROM saldo s JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = s.transaccionId
        WHERE s.organizacionId = $1 AND s.saldo > 0)" +
                                               abiertos.and_sql(),
                                           abiertos.params());
    db::Where cancelados{tx.organizacion(), corte.dia};
    filtrar(corte, cancelados);
    const auto despues = tx.all_with<SaldoAlCorte>(std::string{columnas} + R"(
        FROM documento d JOIN saldo s ON s.organizacionId = $1 AND s.transaccionId = d.transaccionId
        WHERE d.organizacionId = $1 AND d.cancelacionFecha > $2 AND d.cancelacionFecha IS NOT NULL)" +
                                                       cancelados.and_sql(),
                                                   cancelados.params());
    filas.insert(filas.end(), despues.begin(), despues.end());

    std::set<Llave> vistas;
    for (const auto& f : filas) vistas.insert({f.transaccionId, f.naturaleza});
    // Settled since: open then, not open now.
    for (const auto& [llave, cambio] : cambios) {
        if (vistas.contains(llave)) continue;
        db::Where uno{tx.organizacion(), llave.first};
        filtrar(corte, uno);
        uno.add("s.naturaleza = $", llave.second);
        const auto f = tx.all_with<SaldoAlCorte>(std::string{columnas} + R"(
            FROM saldo s JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = s.transaccionId
            WHERE s.organizacionId = $1 AND s.transaccionId = $2 AND d.estado <> 'cancelado')" +
                                                     uno.and_sql(),
                                                 uno.params());
        filas.insert(filas.end(), f.begin(), f.end());
    }
    for (SaldoAlCorte& f : filas)
        if (const auto c = cambios.find({f.transaccionId, f.naturaleza}); c != cambios.end()) {
            f.saldo += c->second.saldo;
            f.saldoLocal += c->second.saldoLocal;
        }
    std::erase_if(filas, [](const SaldoAlCorte& f) { return f.saldo.es_cero() && f.saldoLocal.es_cero(); });
    std::ranges::sort(filas, {}, [](const SaldoAlCorte& f) {
        return std::tuple{f.entidadId, f.vencimiento.dias(), f.transaccionId, std::string_view{f.naturaleza}};
    });
    return filas;
}

Importe control_al_corte(db::Reader& tx, Fecha dia, bool proveedores) {
    // From the first of the month, whose sums are kept: only the days behind the cut-off are read one by one.
    const auto s = saldo_de_papeles(tx,
                                    {proveedores ? Cuenta::proveedores : Cuenta::clientes,
                                     proveedores ? Cuenta::anticipo_proveedores : Cuenta::anticipo_clientes},
                                    dia.primero_del_mes(), dia);
    return s.inicial + s.cargos - s.abonos;
}

}  // namespace cacao::engine
