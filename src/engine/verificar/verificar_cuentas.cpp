// Verification of accounts that carry what is kept elsewhere too, one by one: what was posted on an account is cleared on that
// same account (docs/decisions/0038), so that each carries what is open of what it was posted for.

#include "engine/verificar/verificar_interno.hpp"

#include "engine/tipos/cualidades.hpp"
#include "engine/tipos/cuentas.hpp"

#include <algorithm>

namespace cacao::engine::verificacion {
namespace {

using PorCuenta = std::map<std::int64_t, Importe>;  // debit positive

// The accounts of a part, past and present.
struct CuentasVistas {
    std::set<std::int64_t> cuentas;
    bool compartida = false;  // one of them plays another part as well: nobody can tell the two apart
    bool juntas = false;      // from when clearings went to the newest: only together do they add up

    CuentasVistas(const Revision& r, Cuenta papel) {
        r.tx.each(R"(SELECT k.cuentaId, k.mezclada, CASE WHEN EXISTS (
                         SELECT 1 FROM cuentaPapelHistoria o
                         WHERE o.organizacionId = $1 AND o.cuentaId = k.cuentaId AND o.papel <> k.papel) THEN 1 ELSE 0 END
                     FROM cuentaPapelHistoria k WHERE k.organizacionId = $1 AND k.papel = $2)",
                  [&](const db::Row& f) {
                      cuentas.insert(f.integer(0));
                      juntas = juntas || f.integer(1) != 0;
                      compartida = compartida || f.integer(2) != 0;
                  },
                  r.org(), nombre(papel));
    }

    // What names no account is of before each one kept its own.
    void comparar(const Revision& r, std::string_view tabla, std::string_view que, const PorCuenta& abierto,
                  const PorCuenta& saldos) const {
        const bool en_suma = juntas || abierto.contains(0);
        const auto de = [](const PorCuenta& c, std::int64_t cuentaId) {
            const auto it = c.find(cuentaId);
            return it == c.end() ? Importe{} : it->second;
        };
        std::set<std::int64_t> todas = cuentas;
        for (const auto& [cuentaId, importe] : abierto) todas.insert(cuentaId);
        Importe suma;
        Importe asentado;
        for (const auto cuentaId : todas) {
            suma += de(abierto, cuentaId);
            asentado += de(saldos, cuentaId);
            if (!en_suma)
                r.comparar(tabla, fmt::format("account cuentaId {}", cuentaId), que, de(abierto, cuentaId), de(saldos, cuentaId));
        }
        if (en_suma) r.comparar(tabla, "all accounts of the part", que, suma, asentado);
    }
};

// What was received and neither invoiced nor returned is what the accounts that wait for invoices say.
void revisar_recibido(const Revision& r, const PorCuenta& saldos) {
    CuentasVistas vistas{r, Cuenta::recibido_no_facturado};
    if (vistas.compartida) return;
    PorCuenta abierto;
    r.tx.each(R"(SELECT p.cuentaId, CAST(SUM(p.costo - COALESCE(a.valor, 0)) AS BIGINT)
                 FROM documento d
                 JOIN partida p ON p.organizacionId = $1 AND p.transaccionId = d.transaccionId
                 LEFT JOIN avance a ON a.organizacionId = $1 AND a.transaccionId = p.transaccionId
                                   AND a.numeroPartida = p.numeroPartida AND a.avance = 'facturado'
                 WHERE d.organizacionId = $1 AND d.tipo IN ('Recepcion', 'NotaRemision') AND d.estado <> 'cancelado'
                 GROUP BY p.cuentaId HAVING SUM(p.costo - COALESCE(a.valor, 0)) <> 0)",
              [&](const db::Row& f) { abierto[f.integer(0)] -= importe(f, 1); }, r.org());
    vistas.comparar(r, "partida", "what is received and not invoiced", abierto, saldos);
}

// Goods: what the layers hold, less what left before it came in, with what is waited for of that, is what the inventory account
// of their class and place says.
void revisar_mercancia(const Revision& r, const PorCuenta& saldos) {
    const CuentasVistas vistas{r, Cuenta::inventario};
    bool general = false;
    r.tx.each(
        "SELECT ambito FROM cuentaPapel WHERE organizacionId = $1 AND papel = 'inventario'",
        [&](const db::Row& f) { general = general || f.text(0).empty(); }, r.org());
    const MapaCuentas mapa = cuentas_de(r.tx, 0);
    PorCuenta abierto;
    const auto sumar = [&](std::string_view tabla, std::string_view valor, std::string_view cuales) {
        r.tx.each(
            fmt::format(R"(SELECT q.clasificacionId, c.almacenId, CAST(SUM({}) AS BIGINT) FROM {} c
                                 JOIN producto q ON q.organizacionId = $1 AND q.productoId = c.productoId
                                 WHERE c.organizacionId = $1 AND {} GROUP BY q.clasificacionId, c.almacenId)",
                        valor, tabla, cuales),
            [&](const db::Row& f) {
                const Ambito suyo{f.integer(0), f.integer(1), 0};
                abierto[general ? mapa.de(Cuenta::inventario, suyo) : 0] += importe(f, 2);
            },
            r.org());
    };
    sumar("capa", "c.valorRestante", "c.cantidadRestante > 0");
    sumar("faltante", "-c.valor", "1 = 1");
    sumar("porLlegar", "c.valor", "c.cantidad > 0");
    vistas.comparar(r, "capa", "the sum of valorRestante", abierto, saldos);
}

std::string_view columna_de(Monto monto) {
    switch (monto) {
        case Monto::iva: return "iva";
        case Monto::ieps: return "ieps";
        case Monto::iva_retenido: return "ivaRetenido";
        default: return "isrRetenido";
    }
}

// Parts where taxes do nothing but wait, with the side and the tax that each kind has there.
struct Espera {
    std::string_view tipo;
    std::string_view impuesto;
    Lado lado{};
};
std::map<Cuenta, std::vector<Espera>> esperas() {
    std::map<Cuenta, std::vector<Espera>> todas;
    std::set<Cuenta> otras;
    for (const Documento* d : todos_los_tipos())
        for (const Asiento& a : d->asientos) {
            if (a.liquidada == Cuenta::partida) otras.insert(a.cuenta);
            else {
                todas[a.cuenta].push_back({d->tipo, columna_de(a.monto), a.lado});
                otras.insert(a.liquidada);
            }
        }
    std::erase_if(todas, [&](const auto& e) { return otras.contains(e.first); });
    return todas;
}

// What waits to be collected or paid, tax by tax, is what the accounts that it waits on say. A concept may post there as well, and
// so may an account of one's own that was put there when it could; then nobody can tell.
void revisar_impuestos_en_espera(const Revision& r, const PorCuenta& saldos) {
    struct Abierto {
        std::string tipo;
        std::string impuesto;
        std::int64_t cuentaId = 0;
        Importe importe;
    };
    std::vector<Abierto> abiertos;
    r.tx.each(R"(SELECT d.tipo, i.impuesto, i.cuentaId, CAST(SUM(i.importeLocal - i.liquidadoLocal) AS BIGINT)
                 FROM documentoImpuesto i
                 JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = i.transaccionId AND d.estado <> 'cancelado'
                 WHERE i.organizacionId = $1 GROUP BY d.tipo, i.impuesto, i.cuentaId)",
              [&](const db::Row& f) {
                  abiertos.push_back({std::string{f.text(0)}, std::string{f.text(1)}, f.integer(2), importe(f, 3)});
              },
              r.org());
    std::set<std::int64_t> de_otros;
    r.tx.each(R"(SELECT DISTINCT cuentaId FROM partida WHERE organizacionId = $1 AND conceptoId <> 0
                 UNION SELECT cuentaId FROM cuentaBancaria WHERE organizacionId = $1)",
              [&](const db::Row& f) { de_otros.insert(f.integer(0)); }, r.org());
    for (const auto& [papel, suyas] : esperas()) {
        const CuentasVistas vistas{r, papel};
        const auto ajena = [&](std::int64_t cuentaId) { return de_otros.contains(cuentaId); };
        if (vistas.compartida || std::ranges::any_of(vistas.cuentas, ajena)) continue;
        PorCuenta abierto;
        for (const Espera& e : suyas)
            for (const Abierto& a : abiertos)
                if (a.tipo == e.tipo && a.impuesto == e.impuesto && !a.importe.es_cero())
                    abierto[a.cuentaId] += e.lado == Lado::cargo ? a.importe : -a.importe;
        vistas.comparar(r, "documentoImpuesto", fmt::format("{} that waits", nombre(papel)), abierto, saldos);
    }
}

}  // namespace

void revisar_cuentas_de_origen(const Revision& r, const PorCuenta& saldos) {
    revisar_mercancia(r, saldos);
    if (!r.todo) return;
    revisar_recibido(r, saldos);
    revisar_impuestos_en_espera(r, saldos);
}

}  // namespace cacao::engine::verificacion
