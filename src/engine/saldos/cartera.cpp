#include "engine/saldos/cartera.hpp"

#include "db/rows.hpp"
#include "db/where.hpp"
#include "engine/libros/balanza.hpp"
#include "engine/saldos/saldos.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <iterator>
#include <tuple>

namespace cacao::engine {
namespace {

// Of a day $2, before what happened to it since.
constexpr std::string_view columnas = R"(
    SELECT s.transaccionId, s.naturaleza, s.entidadId, s.moneda, s.fecha, s.vencimiento, s.total, s.totalLocal,
           CASE WHEN d.estado <> 'cancelado' THEN s.saldo WHEN d.cancelacionFecha > $2 THEN s.total ELSE 0 END AS saldo,
           CASE WHEN d.estado <> 'cancelado' THEN s.saldoLocal WHEN d.cancelacionFecha > $2 THEN s.totalLocal ELSE 0 END AS saldoLocal,
           d.tipo, d.serie, d.folio, COALESCE(d.uuid, '') AS uuid, d.sucursalId, d.proyectoId, d.vendedorId, s.cuentaId, s.cambio
    FROM saldo s
    JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = s.transaccionId
    WHERE s.organizacionId = $1)";

// Documents that may have been open at the end of the day: those that are now, and those whose time held it.
std::vector<SaldoAlCorte> candidatos(db::Reader& tx, const Corte& c) {
    const auto leer = [&](std::string_view cuales, const auto&... valores) {
        db::Where donde{tx.organizacion(), c.dia};
        donde.add(c.proveedores ? "s.naturaleza IN ('pagar', 'favorProveedor')" : "s.naturaleza IN ('cobrar', 'favorCliente')");
        donde.add(cuales, valores...);
        donde.add_if(c.entidadId, "s.entidadId = $");
        donde.add_if(c.sucursalId, "d.sucursalId = $");
        donde.add_if(c.proyectoId, "d.proyectoId = $");
        donde.add_if(c.vendedorId, "d.vendedorId = $");
        donde.add_if(c.moneda, "s.moneda = $");
        return tx.all_with<SaldoAlCorte>(std::string{columnas} + donde.and_sql(), donde.params());
    };
    auto filas = leer("s.saldo > 0 AND s.fecha <= $", c.dia);
    const auto agregar = [&](std::vector<SaldoAlCorte> mas) {
        filas.insert(filas.end(), std::make_move_iterator(mas.begin()), std::make_move_iterator(mas.end()));
    };
    const Nodos nodos = nodos_hacia(c.dia);
    for (const auto nodo : nodos.antes) agregar(leer("s.nodo <> 0 AND s.nodo = $ AND s.cambio > $", nodo, c.dia));
    for (const auto nodo : nodos.despues) agregar(leer("s.nodo <> 0 AND s.nodo = $ AND s.fecha <= $", nodo, c.dia));
    return filas;
}

struct Cambio {
    Importe saldo;
    Importe saldoLocal;
};
DESCRIBE_STRUCT(Cambio, (), (saldo, saldoLocal))

// Applications that are there now and were not then add to the balance of now; those that were there then and are not now take
// off.
void pedir_cambios(db::Reader& tx, Fecha dia, const SaldoAlCorte& s, std::vector<Cambio>& cambios) {
    static constexpr std::string_view sql = R"(
        SELECT CASE WHEN a.fecha > $3 THEN a.{0} ELSE -a.{0} END AS saldo,
               CASE WHEN a.fecha > $3 THEN a.{1} ELSE -a.{1} END AS saldoLocal
        FROM aplicacion a
        WHERE a.organizacionId = $1 AND a.{2} = $2
          AND ((a.fecha > $3 AND a.estado = 'vigente') OR (a.fecha <= $3 AND a.cancelacionFecha > $3)))";
    static const std::string del_documento = fmt::format(sql, "importe2", "localDocumento", "documentoId");
    // A compensation pays on both sides.
    static const std::string del_pago = fmt::format(sql, "importe", "localPago", "pagoId") + R"(
          AND EXISTS (SELECT 1 FROM saldo s WHERE s.organizacionId = $1 AND s.transaccionId = a.documentoId AND s.naturaleza = $4))";
    if (s.a_favor()) tx.all_later(cambios, del_pago, tx.organizacion(), s.transaccionId, dia, pagada_por(s.naturaleza));
    else tx.all_later(cambios, del_documento, tx.organizacion(), s.transaccionId, dia);
}

// As many questions on their way to the database at a time.
constexpr std::size_t a_la_vez = 500;

}  // namespace

std::vector<SaldoAlCorte> saldos_al_corte(db::Reader& tx, const Corte& corte) {
    auto filas = candidatos(tx, corte);
    std::deque<std::vector<Cambio>> cambios;  // a deque does not move what the database will fill
    for (const SaldoAlCorte& f : filas) {
        auto& suyos = cambios.emplace_back();
        if (f.cambio > corte.dia) pedir_cambios(tx, corte.dia, f, suyos);
        if (cambios.size() % a_la_vez == 0) tx.settle();
    }
    tx.settle();
    for (std::size_t i = 0; i < filas.size(); ++i)
        for (const Cambio& c : cambios[i]) {
            filas[i].saldo += c.saldo;
            filas[i].saldoLocal += c.saldoLocal;
        }
    std::erase_if(filas, [](const SaldoAlCorte& f) { return f.saldo.es_cero() && f.saldoLocal.es_cero(); });
    std::ranges::sort(filas, {}, [](const SaldoAlCorte& f) {
        return std::tuple{f.entidadId, f.vencimiento.dias(), f.transaccionId, nombre(f.naturaleza)};
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
