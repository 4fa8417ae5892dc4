#include "engine/verbos/pedidos.hpp"
#include "engine/existencia/inventario.hpp"

#include <algorithm>

namespace cacao::engine {

Solicitud solicitud(const EncabezadoNuevo& nuevo) {
    Solicitud s;
    s.fecha = nuevo.fecha;
    s.serie = nuevo.serie.value_or("");
    s.sucursalId = nuevo.sucursalId.value_or(0);
    s.proyectoId = nuevo.proyectoId.value_or(0);
    s.centroCostoId = nuevo.centroCostoId.value_or(0);
    s.referencia = nuevo.referencia.value_or("");
    s.referenciaExterna = nuevo.referenciaExterna.value_or("");
    s.notas = nuevo.notas.value_or("");
    return s;
}

Solicitud solicitud(const EncabezadoConMoneda& nuevo) {
    Solicitud s = solicitud(static_cast<const EncabezadoNuevo&>(nuevo));
    s.moneda = nuevo.moneda.value_or("");
    s.tipoCambio = nuevo.tipoCambio;
    return s;
}

void adjuntar(Solicitud& s, const AdjuntosNuevos& nuevos) {
    if (nuevos.documentosRelacionados)
        for (const RelacionNueva& r : *nuevos.documentosRelacionados)
            s.relacionados.push_back({"/documentosRelacionados/" + std::to_string(s.relacionados.size()),
                                      r.transaccionId.value_or(0), r.uuid ? r.uuid->texto() : std::string{},
                                      r.tipoRelacion.value_or("")});
    if (nuevos.archivos)
        for (const ArchivoNuevo& a : *nuevos.archivos) s.archivos.push_back(archivo_pedido(a));
}

ArchivoPedido archivo_pedido(const ArchivoNuevo& nuevo) {
    ArchivoPedido a{nuevo.nombre, nuevo.extension.value_or(""), nuevo.url};
    if (a.extension.starts_with('.')) a.extension.erase(0, 1);
    const std::string final = '.' + a.extension;
    const auto igual = [](char x, char y) {
        const auto minuscula = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
        return minuscula(x) == minuscula(y);
    };
    if (!a.extension.empty() && a.nombre.size() > final.size() &&
        std::equal(final.rbegin(), final.rend(), a.nombre.rbegin(), igual))
        a.nombre.resize(a.nombre.size() - final.size());
    return a;
}

PartidaPedida partida_pedida(const MercanciaNueva& nueva, std::size_t i) {
    PartidaPedida p;
    p.campo = "/partidas/" + std::to_string(i);
    p.unidadMedidaId = nueva.unidadMedidaId.value_or(0);
    p.cantidad = nueva.cantidad;
    p.almacenId = nueva.almacenId.value_or(0);
    if (const auto& l = nueva.lote) p.lote = LotePedido{l->codigo, l->caducidad, l->fechaFabricacion, l->pedimento.value_or("")};
    if (nueva.series) p.series.assign(nueva.series->begin(), nueva.series->end());
    p.origenId = nueva.transaccionIdOrigen.value_or(0);
    p.origenPartida = nueva.partidaOrigen.value_or(0);
    p.notas = nueva.notas.value_or("");
    return p;
}

}  // namespace cacao::engine
