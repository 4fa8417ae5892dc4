#include "rooms/inventario/reportes/tablas_inventario.hpp"

#include "engine/entorno/decimales.hpp"

namespace cacao {
namespace {

using tabla::celda;
using tabla::Celda;

template <class T>
Celda quizas(const std::optional<T>& valor) {
    return valor ? celda(*valor) : celda("");
}

tabla::Columna cantidad(std::string titulo) { return {std::move(titulo), tabla::Clase::importe, 11}; }

// Rows under the last column: what the report adds up to, what the books say, and what is between them.
class Cuadre {
public:
    Cuadre(tabla::Hoja& hoja, std::size_t columnas, int decimales) : hoja_(hoja), columnas_(columnas), decimales_(decimales) {}
    void renglon(const char* titulo, Importe importe) {
        std::vector<Celda> celdas(columnas_, celda(""));
        celdas.front() = celda(titulo);
        celdas.back() = tabla::monto(importe, decimales_);
        hoja_.total(celdas);
    }
    void terminar(const Context& ctx, const LugaresPedidos& p, const std::optional<Fecha>& fecha, Importe suma) {
        renglon("Total", suma);
        const auto cuadre = cuadrar_inventario(ctx.db(), p, fecha);
        if (!cuadre.saldoContable) return;
        renglon("Contabilidad", *cuadre.saldoContable);
        renglon("Diferencia", *cuadre.diferencia);
    }

private:
    tabla::Hoja& hoja_;
    std::size_t columnas_;
    int decimales_;
};

}  // namespace

void tabla_existencias(const Context& ctx, const ExistenciasPedidas& p, const Filas<ExistenciaProducto>& filas,
                       tabla::Hoja& hoja) {
    const int decimales = engine::moneda_local(ctx.db()).decimales;
    hoja.encabezar({"Existencias", std::nullopt, p.fecha.value_or(ctx.hoy()), ""},
                   {tabla::texto("Código", 12), tabla::texto("Producto", 28), tabla::texto("Unidad", 7),
                    tabla::texto("Almacén", 16), cantidad("Existencia"), cantidad("Reservado"), cantidad("Disponible"),
                    cantidad("En tránsito"), cantidad("Por recibir"), tabla::importe("Valor")});
    Importe suma;
    filas([&](const ExistenciaProducto& e) {
        hoja.renglon({celda(e.codigo), celda(e.producto), celda(e.unidad), celda(e.almacen), celda(e.existencia),
                      quizas(e.reservado), quizas(e.disponible), quizas(e.enTransito), quizas(e.porRecibir),
                      tabla::monto(e.valor, decimales)});
        suma += e.valor;
    });
    Cuadre{hoja, 10, decimales}.terminar(ctx, p, p.fecha, suma);
}

void tabla_series_lotes(const Context& ctx, const SeriesLotesPedidos&, const Filas<SerieLote>& filas, tabla::Hoja& hoja) {
    hoja.encabezar(
        {"Existencias por series y lotes", std::nullopt, ctx.hoy(), ""},
        {tabla::texto("Código", 12), tabla::texto("Producto", 22), tabla::texto("Almacén", 14), tabla::texto("Lote", 12),
         tabla::texto("Serie", 16), cantidad("Existencia"), cantidad("Reservado"), cantidad("Disponible"),
         tabla::fecha("Caducidad"), tabla::entero("Días", 6), tabla::texto("Estado", 10), tabla::texto("Pedimento", 16)});
    filas([&](const SerieLote& s) {
        hoja.renglon({celda(s.codigo), celda(s.producto), celda(s.almacen), celda(s.lote), celda(s.serie), celda(s.existencia),
                      celda(s.reservado), celda(s.disponible), quizas(s.caducidad), quizas(s.diasPorCaducar), celda(s.estado),
                      celda(s.pedimento)});
    });
}

void tabla_centro_distribucion(const Context& ctx, const CentroDistribucionPedido& p, const Filas<CentroProducto>& filas,
                               tabla::Hoja& hoja) {
    const int decimales = engine::moneda_local(ctx.db()).decimales;
    hoja.encabezar({"Inventario de centros de distribución", std::nullopt, ctx.hoy(), ""},
                   {tabla::texto("Código", 10), tabla::texto("Producto", 20), tabla::texto("Almacén", 12), cantidad("Existencia"),
                    cantidad("Reservado"), cantidad("Disponible"), cantidad("Trán. entra"), cantidad("Trán. sale"),
                    cantidad("Pedidos"), cantidad("Órdenes"), cantidad("Dem. diaria"), cantidad("Cobertura"), cantidad("Mínimo"),
                    cantidad("Máximo"), cantidad("Sugerido"), tabla::importe("Valor")});
    Importe suma;
    filas([&](const CentroProducto& c) {
        hoja.renglon({celda(c.codigo), celda(c.producto), celda(c.almacen), celda(c.existencia), celda(c.reservado),
                      celda(c.disponible), celda(c.enTransitoEntrada), celda(c.enTransitoSalida), celda(c.pedidoPendiente),
                      celda(c.ordenPendiente), celda(c.demandaDiaria), quizas(c.diasCobertura), quizas(c.minimo),
                      quizas(c.maximo), celda(c.sugerido), tabla::monto(c.valor, decimales)});
        suma += c.valor;
    });
    // Transit and shrinkage warehouses are no centers, so the books hold more than this adds up.
    Cuadre{hoja, 16, decimales}.renglon("Total", suma);
    if (const auto todo = cuadrar_inventario(ctx.db(), p, std::nullopt); todo.saldoContable) {
        Cuadre cuadre{hoja, 16, decimales};
        cuadre.renglon("En tránsito y merma", todo.valor - suma);
        cuadre.renglon("Contabilidad", *todo.saldoContable);
        cuadre.renglon("Diferencia", *todo.diferencia);
    }
}

void tabla_nivel_servicio(const Context&, const NivelServicioPedido&, const NivelServicio& r, tabla::Hoja& hoja) {
    hoja.encabezar(
        {"Nivel de servicio", r.fechaInicial, r.fechaFinal, ""},
        {tabla::texto("Código", 10), tabla::texto("Nombre", 24), tabla::entero("Partidas"), tabla::entero("A tiempo"),
         cantidad("Nivel"), cantidad("Cantidad"), cantidad("A tiempo"), cantidad("Nivel"), tabla::entero("Pedidos"),
         tabla::entero("Perfectos"), cantidad("Nivel"), tabla::entero("Días"), tabla::entero("Sin exist."), cantidad("Razón")});
    const auto cifras = [](const std::string& codigo, const std::string& nombre, const CifrasServicio& c) {
        return std::vector<Celda>{celda(codigo),
                                  celda(nombre),
                                  celda(c.lineasPedidas),
                                  celda(c.lineasATiempo),
                                  quizas(c.nivelLineas),
                                  celda(c.cantidadPedida),
                                  celda(c.cantidadATiempo),
                                  quizas(c.nivelCantidad),
                                  celda(c.pedidos),
                                  celda(c.pedidosPerfectos),
                                  quizas(c.nivelPedidos),
                                  celda(c.dias),
                                  celda(c.diasSinExistencia),
                                  quizas(c.sinExistencia)};
    };
    for (const GrupoServicio& g : r.grupos) hoja.renglon(cifras(g.codigo, g.nombre, g));
    hoja.total(cifras("Total", "", r.total));
}

void tabla_analisis_capas(const Context& ctx, const AnalisisCapasPedido& p, const Filas<CapaCosto>& filas, tabla::Hoja& hoja) {
    const int decimales = engine::moneda_local(ctx.db()).decimales;
    hoja.encabezar({"Análisis de capas de costo", std::nullopt, p.fecha.value_or(ctx.hoy()), ""},
                   {tabla::texto("Código", 10), tabla::texto("Producto", 20), tabla::texto("Almacén", 12),
                    tabla::texto("Lote", 8), tabla::texto("Folio", 10), tabla::fecha("Fecha"), tabla::entero("Días", 6),
                    tabla::texto("Edad", 10), cantidad("Original"), cantidad("Restante"), tabla::importe("Costo original"),
                    tabla::importe("Agregado"), tabla::importe("Costo unitario"), tabla::importe("Valor")});
    Importe suma;
    filas([&](const CapaCosto& c) {
        hoja.renglon({celda(c.codigo), celda(c.producto), celda(c.almacen), celda(c.lote), celda(c.folio), celda(c.fecha),
                      celda(c.dias), celda(c.rango), celda(c.cantidadOriginal), celda(c.cantidadRestante),
                      tabla::monto(c.costoOriginal, decimales), tabla::monto(c.costoAgregado, decimales), celda(c.costoUnitario),
                      tabla::monto(c.valorRestante, decimales)});
        suma += c.valorRestante;
    });
    Cuadre{hoja, 14, decimales}.terminar(ctx, p, p.fecha, suma);
}

}  // namespace cacao
