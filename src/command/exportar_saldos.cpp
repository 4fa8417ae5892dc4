// Opening balances as they were registered: one row for each account of the opening entry, each open document, each bank and each
// line of stock.

#include "command/exportar.hpp"
#include "command/importar_saldos.hpp"
#include "db/rows.hpp"

#include <map>

namespace cacao::command {
namespace {

using tabla::Celda;
using tabla::celda;

// Cells by the name of their column; the others stay empty.
class Renglones {
public:
    explicit Renglones(tabla::Escritor& escritor) : escritor_(escritor), columnas_(reflect::member_names<SaldoDeTabla>()) {
        std::vector<Celda> titulos;
        for (const auto c : columnas_) titulos.push_back(celda(c));
        escritor_.renglon(titulos);
    }
    void renglon(const std::map<std::string_view, Celda>& llenas) {
        std::vector<Celda> celdas;
        for (const auto c : columnas_) {
            const auto it = llenas.find(c);
            celdas.push_back(it == llenas.end() ? celda("") : it->second);
        }
        escritor_.renglon(celdas);
    }

private:
    tabla::Escritor& escritor_;
    std::vector<std::string_view> columnas_;
};

Fecha dia(const db::Row& r, int columna) { return Fecha::de_dias(static_cast<std::int32_t>(r.integer(columna))); }
Celda importe(const db::Row& r, int columna) {
    return r.integer(columna) == 0 ? celda("") : celda(Importe::de_micros(r.integer(columna)));
}

void cuentas(db::Reader& tx, Renglones& tabla) {
    tx.each(R"(
        SELECT d.fecha, s.codigo, c.codigo, p.importe, p.abono FROM documento d
        JOIN sucursal s ON s.organizacionId = $1 AND s.sucursalId = d.sucursalId
        JOIN partida p ON p.organizacionId = $1 AND p.transaccionId = d.transaccionId
        JOIN cuenta c ON c.organizacionId = $1 AND c.cuentaId = p.cuentaId
        WHERE d.organizacionId = $1 AND d.tipo = 'Poliza' AND d.estado = 'vigente'
          AND (d.referenciaExterna = 'saldo-inicial' OR d.referenciaExterna LIKE 'saldo-inicial#%')
        ORDER BY d.transaccionId, p.numeroPartida)",
            [&](const db::Row& r) {
                tabla.renglon({{"tipo", celda("cuenta")},
                               {"fecha", celda(dia(r, 0))},
                               {"sucursal", celda(r.text(1))},
                               {"cuenta", celda(r.text(2))},
                               {"cargo", importe(r, 3)},
                               {"abono", importe(r, 4)}});
            },
            tx.organizacion());
}

void bancos(db::Reader& tx, Renglones& tabla) {
    tx.each(R"(
        SELECT d.fecha, s.codigo, b.codigo, d.tipoCambio, d.total FROM documento d
        JOIN sucursal s ON s.organizacionId = $1 AND s.sucursalId = d.sucursalId
        JOIN cuentaBancaria b ON b.organizacionId = $1 AND b.cuentaBancariaId = d.cuentaBancariaId
        WHERE d.organizacionId = $1 AND d.tipo = 'SaldoInicialBanco' AND d.estado = 'vigente' ORDER BY b.codigo)",
            [&](const db::Row& r) {
                tabla.renglon({{"tipo", celda("banco")},
                               {"fecha", celda(dia(r, 0))},
                               {"sucursal", celda(r.text(1))},
                               {"cuenta", celda(r.text(2))},
                               {"tipoCambio", celda(Precio::de_micros(r.integer(3)))},
                               {"importe", importe(r, 4)}});
            },
            tx.organizacion());
}

void contactos(db::Reader& tx, Renglones& tabla, std::string_view tipo, std::string_view documento) {
    tx.each(R"(
        SELECT d.fecha, s.codigo, c.codigo, d.referencia, d.vencimiento, d.moneda, d.tipoCambio, d.total, d.iva, COALESCE(i.tasa, 0)
        FROM documento d
        JOIN sucursal s ON s.organizacionId = $1 AND s.sucursalId = d.sucursalId
        JOIN contacto c ON c.organizacionId = $1 AND c.entidadId = d.entidadId
        LEFT JOIN documentoImpuesto i ON i.organizacionId = $1 AND i.transaccionId = d.transaccionId AND i.impuesto = 'iva'
        WHERE d.organizacionId = $1 AND d.tipo = $2 AND d.estado = 'vigente' ORDER BY c.codigo, d.fecha, d.transaccionId)",
            [&](const db::Row& r) {
                std::map<std::string_view, Celda> llenas{{"tipo", celda(tipo)},
                                                         {"fecha", celda(dia(r, 0))},
                                                         {"sucursal", celda(r.text(1))},
                                                         {"contacto", celda(r.text(2))},
                                                         {"referencia", celda(r.text(3))},
                                                         {"vencimiento", celda(dia(r, 4))},
                                                         {"moneda", celda(r.text(5))},
                                                         {"tipoCambio", celda(Precio::de_micros(r.integer(6)))},
                                                         {"importe", importe(r, 7)},
                                                         {"iva", importe(r, 8)}};
                if (r.integer(8) != 0) llenas["tasaIva"] = celda(Tasa::de_micros(r.integer(9)));
                tabla.renglon(llenas);
            },
            tx.organizacion(), documento);
}

// In base units: a line in boxes comes out in pieces, at what each is worth.
void existencias(db::Reader& tx, Renglones& tabla) {
    struct Linea {
        std::int64_t transaccionId, numeroPartida;
        std::map<std::string_view, Celda> llenas;
    };
    std::vector<Linea> lineas;
    tx.each(R"(
        SELECT DISTINCT p.transaccionId, p.numeroPartida, d.fecha, s.codigo, x.codigo, a.codigo, p.cantidad, p.cantidadBase,
               p.precioUnitario, p.costo, COALESCE(l.codigo, ''), l.caducidad
        FROM documento d
        JOIN sucursal s ON s.organizacionId = $1 AND s.sucursalId = d.sucursalId
        JOIN partida p ON p.organizacionId = $1 AND p.transaccionId = d.transaccionId
        JOIN producto x ON x.organizacionId = $1 AND x.productoId = p.productoId
        JOIN almacen a ON a.organizacionId = $1 AND a.almacenId = p.almacenId
        JOIN movimiento m ON m.organizacionId = $1 AND m.transaccionId = p.transaccionId AND m.numeroPartida = p.numeroPartida
        LEFT JOIN lote l ON l.organizacionId = $1 AND l.loteId = m.loteId
        WHERE d.organizacionId = $1 AND d.tipo = 'InventarioInicial' AND d.estado = 'vigente'
        ORDER BY p.transaccionId, p.numeroPartida)",
            [&](const db::Row& r) {
                const bool en_base = r.integer(6) == r.integer(7);
                const auto unitario = en_base ? Precio::de_micros(r.integer(8))
                                              : Precio::de_micros(dividir_redondeando(
                                                    static_cast<__int128>(r.integer(9)) * millonesimas, r.integer(7)));
                lineas.push_back({r.integer(0),
                                  r.integer(1),
                                  {{"tipo", celda("existencia")},
                                   {"fecha", celda(dia(r, 2))},
                                   {"sucursal", celda(r.text(3))},
                                   {"producto", celda(r.text(4))},
                                   {"almacen", celda(r.text(5))},
                                   {"cantidad", celda(Cantidad::de_micros(r.integer(7)))},
                                   {"costoUnitario", celda(unitario)},
                                   {"lote", celda(r.text(10))}}});
                if (!r.is_null(11)) lineas.back().llenas["caducidad"] = celda(dia(r, 11));
            },
            tx.organizacion());
    for (auto& l : lineas) {
        std::string series;
        for (const auto& serie : tx.all<std::string>(R"(
                 SELECT serie FROM movimientoSerie
                 WHERE organizacionId = $1 AND transaccionId = $2 AND numeroPartida = $3 ORDER BY serie)",
                                                     tx.organizacion(), l.transaccionId, l.numeroPartida))
            series += (series.empty() ? "" : ",") + serie;
        l.llenas["series"] = celda(series);
        tabla.renglon(l.llenas);
    }
}

}  // namespace

void exportar_saldos(db::Reader& tx, tabla::Escritor& escritor) {
    Renglones tabla{escritor};
    cuentas(tx, tabla);
    bancos(tx, tabla);
    contactos(tx, tabla, "cliente", "SaldoInicialCliente");
    contactos(tx, tabla, "proveedor", "SaldoInicialProveedor");
    existencias(tx, tabla);
}

}  // namespace cacao::command
