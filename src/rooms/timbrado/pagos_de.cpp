#include "rooms/timbrado/pagos_de.hpp"

#include "base/sat.hpp"
#include "base/texto.hpp"
#include "db/rows.hpp"
#include "engine/entorno/monedas.hpp"
#include "engine/precios/impuestos.hpp"
#include "engine/tipos/cualidades.hpp"
#include "reflect/decode.hpp"
#include "reflect/objeto.hpp"
#include "rooms/timbrado/impuesto_dado.hpp"

#include <algorithm>

namespace cacao::timbrado {
namespace {

// Goods in place of money, and debts set against each other, are forms of payment of the authority's too (c_FormaPago).
constexpr std::string_view forma_dacion = "12";
constexpr std::string_view forma_de_compensar = "17";

struct FilaPagoFiscal {
    std::int64_t transaccionId = 0;
    std::string tipo, moneda, formaPago;
    Precio tipoCambio;
};
DESCRIBE_STRUCT(FilaPagoFiscal, (), (transaccionId, tipo, moneda, formaPago, tipoCambio))

struct FilaPartePagada {
    std::int64_t aplicacionId = 0, documentoId = 0, parcialidad = 0, folio = 0;
    Fecha fecha;
    Importe importe, importe2, saldoAnterior, total;
    std::string uuid, serie, moneda;
    int decimales = 2;
};
DESCRIBE_STRUCT(FilaPartePagada, (),
                (aplicacionId, documentoId, parcialidad, folio, fecha, importe, importe2, saldoAnterior, total, uuid, serie,
                 moneda, decimales))

struct FilaImpuestoPagado {
    std::int64_t aplicacionId = 0;
    std::string impuesto, factor;
    Tasa tasa;
    Importe base, importe;
};
DESCRIBE_STRUCT(FilaImpuestoPagado, (), (aplicacionId, impuesto, factor, tasa, base, importe))

std::string forma_del_pago(const FilaPagoFiscal& pago) {
    const auto& tipo = *engine::tipo_de(pago.tipo);
    if (tipo.banco) return pago.formaPago;
    return std::string{tipo.saldo == engine::Saldo::compensacion ? forma_de_compensar : forma_dacion};
}

// Taxes of somebody else's are on the invoice and in no book of ours: of each, what goes with what was paid by then, less what
// went before.
void agregar_de_terceros(db::Reader& tx, const FilaPartePagada& p, std::vector<fiscal::ImpuestoDado>& impuestos) {
    const auto hasta = [&](Importe entero, Importe saldo) {
        return engine::proporcion(entero, (p.total - saldo).micros(), p.total.micros(), p.decimales);
    };
    const auto parte = [&](Importe entero) {
        return hasta(entero, p.saldoAnterior - p.importe2) - hasta(entero, p.saldoAnterior);
    };
    const auto suyos = tx.all<std::string>(
        "SELECT impuestosTercero FROM partida WHERE organizacionId = $1 AND transaccionId = $2 AND terceroId <> 0 ORDER BY "
        "numeroPartida",
        tx.organizacion(), p.documentoId);
    std::vector<fiscal::ImpuestoDado> enteros;
    const auto sumar = [](std::vector<fiscal::ImpuestoDado>& a, fiscal::ImpuestoDado&& dado) {
        const auto mismo = std::ranges::find_if(a, [&](const fiscal::ImpuestoDado& x) {
            return x.retencion == dado.retencion && x.impuesto == dado.impuesto && x.factor == dado.factor && x.tasa == dado.tasa;
        });
        if (mismo == a.end()) return a.push_back(std::move(dado));
        mismo->base += dado.base;
        mismo->importe += dado.importe;
    };
    for (const auto& texto : suyos)
        for (const auto& i : reflect::recuperar(Guardado<std::vector<engine::ImpuestoPartida>>{texto}))
            if (auto dado = impuesto_dado(i.impuesto, i.factor, i.tasa, i.base, i.importe)) sumar(enteros, std::move(*dado));
    for (auto& dado : enteros) {
        dado.base = parte(dado.base);
        dado.importe = parte(dado.importe);
        sumar(impuestos, std::move(dado));
    }
}

}  // namespace

std::vector<fiscal::PagoDado> pagos_de(db::Reader& tx, std::int64_t complementoId, Faltas& faltas) {
    const auto pago = tx.one<FilaPagoFiscal>(R"(
        SELECT d.transaccionId, d.tipo, d.moneda, COALESCE(f.claveSAT, '') AS formaPago, d.tipoCambio
        FROM complementoPago c
        JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = c.pagoId
        LEFT JOIN formaPago f ON f.organizacionId = $1 AND f.formaPagoId = d.formaPagoId
        WHERE c.organizacionId = $1 AND c.complementoId = $2)",
                                             tx.organizacion(), complementoId);
    reject_if(!pago, Codigo::no_encontrado, "/transaccionId");
    const auto forma = forma_del_pago(*pago);
    if (!sat::es_forma_pago(forma) || forma == sat::forma_por_definir)
        faltas.agregar(Codigo::dato_fiscal_faltante, "/pago/formaPagoId", En::donde_sea,
                       reflect::objeto("transaccionId", pago->transaccionId));
    const auto partes = tx.all<FilaPartePagada>(R"(
        SELECT a.aplicacionId, a.documentoId, a.parcialidad, d.folio, a.fecha, a.importe, a.importe2, a.saldoAnterior, d.total,
               COALESCE(d.uuid, '') AS uuid, d.serie, d.moneda, m.decimales
        FROM complementoAplicacion k
        JOIN aplicacion a ON a.organizacionId = $1 AND a.aplicacionId = k.aplicacionId
        JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = a.documentoId
        JOIN moneda m ON m.moneda = d.moneda
        WHERE k.organizacionId = $1 AND k.complementoId = $2 ORDER BY a.fecha, a.aplicacionId)",
                                                tx.organizacion(), complementoId);
    const auto impuestos = tx.all<FilaImpuestoPagado>(R"(
        SELECT i.aplicacionId, i.impuesto, i.factor, i.tasa, i.base, i.importe
        FROM complementoAplicacion k
        JOIN aplicacion a ON a.organizacionId = $1 AND a.aplicacionId = k.aplicacionId
        JOIN aplicacionImpuesto i ON i.organizacionId = $1 AND i.aplicacionId = k.aplicacionId AND i.transaccionId = a.documentoId
        WHERE k.organizacionId = $1 AND k.complementoId = $2 ORDER BY i.aplicacionId, i.impuesto, i.factor, i.tasa)",
                                                      tx.organizacion(), complementoId);
    // Money that waited counts on the day on which it is applied: a payment for each such day.
    std::vector<fiscal::PagoDado> pagos;
    for (const auto& p : partes) {
        const auto dia = p.fecha.iso() + "T12:00:00";
        if (pagos.empty() || pagos.back().fecha != dia) {
            auto& nuevo = pagos.emplace_back();
            nuevo.fecha = dia;
            nuevo.formaDePago = forma;
            nuevo.moneda = pago->moneda;
            nuevo.tipoCambio = pago->tipoCambio.texto();
        }
        pagos.back().monto += p.importe;
        auto& d = pagos.back().documentos.emplace_back();
        if (p.uuid.empty())
            faltas.agregar(Codigo::dato_fiscal_faltante, "/relacionados/uuid", En::donde_sea,
                           reflect::objeto("transaccionId", p.documentoId));
        d.uuid = mayusculas(p.uuid);
        d.serie = p.serie;
        d.folio = std::to_string(p.folio);
        d.moneda = p.moneda;
        d.parcialidad = static_cast<int>(p.parcialidad);
        d.saldoAnterior = p.saldoAnterior;
        d.pagado = p.importe2;
        d.aplicado = p.importe;
        d.total = p.importe2;
        for (const auto& i : impuestos)
            if (i.aplicacionId == p.aplicacionId)
                if (auto dado = impuesto_dado(i.impuesto, i.factor, i.tasa, i.base, i.importe)) d.impuestos.push_back(*dado);
        agregar_de_terceros(tx, p, d.impuestos);
    }
    return pagos;
}

std::vector<std::string> sustituidos_por(db::Reader& tx, std::int64_t complementoId) {
    return tx.all<std::string>(R"(
        SELECT d.uuid FROM complementoPago c
        JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = c.complementoId
        WHERE c.organizacionId = $1 AND c.sustituidoPorId = $2 AND c.sustituidoPorId <> 0 AND d.uuid IS NOT NULL
        ORDER BY c.complementoId)",
                               tx.organizacion(), complementoId);
}

}  // namespace cacao::timbrado
