#include "engine/verbos/venta_nueva.hpp"

namespace cacao::engine {

PartidaVenta partida_de_venta(const PartidaVentaNueva& p, std::size_t i) {
    auto r = partida_pedida<PartidaVenta>(p, i);
    r.conceptoId = p.conceptoId.value_or(0);
    r.descripcion = p.descripcion.value_or("");
    r.precioUnitario = p.precioUnitario;
    r.descuento = p.descuento.value_or(Importe{});
    r.promocion = p.promocion.value_or(Importe{});
    r.promocionId = p.promocionId.value_or(0);
    r.incluyeImpuestos = p.incluyeImpuestos.value_or(false);
    r.proyectoId = p.proyectoId.value_or(0);
    r.iva = p.iva;
    r.motivoIva = p.motivoIva.value_or("");
    return r;
}

SolicitudVenta solicitud(const VentaNueva& nueva) {
    auto s = solicitud<SolicitudVenta>(nueva);
    adjuntar(s, nueva);
    s.entidadId = nueva.clienteId;
    s.campo_entidad = "/clienteId";
    s.vendedorId = nueva.vendedorId.value_or(0);
    s.canalId = nueva.canalId.value_or(0);
    s.almacenId = nueva.almacenId.value_or(0);
    s.partidas.reserve(nueva.partidas.size());
    for (const PartidaVentaNueva& p : nueva.partidas) s.partidas.push_back(partida_de_venta(p, s.partidas.size()));
    return s;
}

const std::vector<Codigo> rechazos_de_venta{
    Codigo::no_encontrado,      Codigo::inactivo,
    Codigo::requerido,          Codigo::valor_no_permitido,
    Codigo::fuera_de_rango,     Codigo::demasiados_decimales,
    Codigo::base_negativa,      Codigo::moneda_sin_tipo_cambio,
    Codigo::duplicado,          Codigo::unidad_no_convertible,
    Codigo::sucursal_requerida, Codigo::serie_de_otra_sucursal,
    Codigo::sin_precio,         Codigo::precio_bajo_minimo,
    Codigo::estado_invalido,
};

const std::vector<Codigo> rechazos_de_addenda{
    Codigo::no_encontrado,   Codigo::duplicado,          Codigo::requerido,      Codigo::fuera_de_rango,
    Codigo::texto_muy_largo, Codigo::valor_no_permitido, Codigo::fecha_invalida, Codigo::addenda_muy_grande,
};

const std::vector<Codigo> rechazos_de_mercancia{
    Codigo::almacen_requerido,   Codigo::existencia_insuficiente, Codigo::existencia_posterior, Codigo::lote_requerido,
    Codigo::lote_no_permitido,   Codigo::lote_bloqueado,          Codigo::series_incompletas,   Codigo::serie_no_disponible,
    Codigo::origen_no_permitido, Codigo::excede_pendiente,        Codigo::periodo_cerrado,
};

}  // namespace cacao::engine
