#include "rooms/bancos/reportes/tablas_bancos.hpp"

#include "engine/entorno/decimales.hpp"

namespace cacao {

using tabla::celda;

// They are of different kinds, so nothing is added up.
void tabla_movimientos_bancarios(const Context& ctx, const MovimientosBancariosFiltro& p,
                                 const Filas<MovimientoBancarioResumen>& filas, tabla::Hoja& hoja) {
    hoja.encabezar(
        {"Movimientos bancarios", p.fechaInicial, p.fechaFinal.value_or(ctx.hoy()), ""},
        {tabla::fecha("Fecha"), tabla::texto("Documento", 18), tabla::texto("Folio", 10), tabla::texto("Estado", 9),
         tabla::texto("Contacto", 22), tabla::texto("Cuenta", 14), tabla::texto("Destino", 14), tabla::texto("Referencia", 16),
         tabla::texto("Moneda", 6), tabla::importe("Total"), tabla::texto("Moneda destino", 6), tabla::importe("Entra")});
    engine::Decimales decimales{ctx.db()};
    filas([&](const MovimientoBancarioResumen& m) {
        hoja.renglon({celda(m.fecha), celda(m.tipoDocumento), celda(m.folio), celda(m.estado), celda(m.cliente), celda(m.cuenta),
                      celda(m.cuentaDestino), celda(m.referencia), celda(m.moneda), decimales.monto(m.total, m.moneda),
                      celda(m.monedaDestino),
                      m.importeDestino ? decimales.monto(*m.importeDestino, m.monedaDestino) : celda("")});
    });
}

}  // namespace cacao
