#include "rooms/bancos/documentos/tablas_conciliacion.hpp"

#include "db/rows.hpp"
#include "engine/entorno/decimales.hpp"

namespace cacao {
namespace {

using tabla::celda;

// Which account, and in which currency its amounts are.
struct CuentaConciliada {
    std::string nombre;
    std::string moneda;
};
DESCRIBE_STRUCT(CuentaConciliada, (), (nombre, moneda))

// Rows of one account with an amount at the end, which add up.
template <class Fila, class Celdas>
void de_una_cuenta(const Context& ctx, std::string titulo, const ConciliacionFiltro& p, std::vector<tabla::Columna> columnas,
                   const Filas<Fila>& filas, Celdas celdas_de, tabla::Hoja& hoja) {
    auto& tx = ctx.db();
    // One that is not there is refused by the list itself.
    const auto cuenta =
        tx.one<CuentaConciliada>("SELECT nombre, moneda FROM cuentaBancaria WHERE organizacionId = $1 AND cuentaBancariaId = $2",
                                 tx.organizacion(), p.cuentaBancariaId.valor)
            .value_or(CuentaConciliada{});
    columnas.push_back(tabla::si_no("Concil."));
    columnas.push_back(tabla::importe("Importe"));
    std::vector<tabla::Celda> total(columnas.size(), celda(""));
    hoja.encabezar({std::move(titulo), p.fechaInicial, p.fechaFinal.value_or(ctx.hoy()), cuenta.nombre + "  " + cuenta.moneda},
                   std::move(columnas));
    engine::Decimales decimales{tx};
    Importe suma;
    filas([&](const Fila& f) {
        std::vector<tabla::Celda> celdas = celdas_de(f);
        celdas.push_back(celda(f.conciliacionId != 0));
        celdas.push_back(decimales.monto(f.importe, cuenta.moneda));
        hoja.renglon(celdas);
        suma += f.importe;
    });
    total.front() = celda("Total");
    total.back() = decimales.monto(suma, cuenta.moneda);
    hoja.total(total);
}

}  // namespace

void tabla_lineas_banco(const Context& ctx, const ConciliacionFiltro& p, const Filas<LineaBanco>& filas, tabla::Hoja& hoja) {
    de_una_cuenta(
        ctx, "Estado de cuenta bancario", p,
        {tabla::fecha("Fecha"), tabla::texto("Referencia banco", 22), tabla::texto("Descripción", 34),
         tabla::texto("Referencia", 20)},
        filas,
        [](const LineaBanco& l) {
            return std::vector{celda(l.fecha), celda(l.referenciaBanco), celda(l.descripcion), celda(l.referencia)};
        },
        hoja);
}

void tabla_movimientos_cuenta(const Context& ctx, const ConciliacionFiltro& p, const Filas<MovimientoDeCuenta>& filas,
                              tabla::Hoja& hoja) {
    de_una_cuenta(
        ctx, "Movimientos de la cuenta", p,
        {tabla::fecha("Fecha"), tabla::texto("Documento", 18), tabla::texto("Folio", 12), tabla::texto("Contacto", 26),
         tabla::texto("Referencia", 20)},
        filas,
        [](const MovimientoDeCuenta& m) {
            return std::vector{celda(m.fecha), celda(m.tipoDocumento), celda(m.folio), celda(m.contacto), celda(m.referencia)};
        },
        hoja);
}

}  // namespace cacao
