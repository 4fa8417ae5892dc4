#pragma once
// What the files of an operation on the road share.

#include "rooms/rutas/operacion.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

// An operation as it is being done.
struct OperacionEnCurso {
    const OperacionRutaNueva& pedida;
    JornadaFila jornada;
    std::int64_t operacionId = 0;
    std::int64_t clienteId = 0;
    std::string dispositivo;
};

// Registers a document of a kind as part of it.
template <class Solicitud>
engine::Emitido emitir_en_ruta(Context& ctx, const OperacionEnCurso& o, const engine::Documento& tipo, const Solicitud& s);

engine::SolicitudVenta venta_de_ruta(Context& ctx, const OperacionEnCurso& o, const Lista<PartidaVentaRuta, 1000, 1>& partidas,
                                     const std::string& lista);
void vender_en_ruta(Context& ctx, const OperacionEnCurso& o);
void prevender_en_ruta(Context& ctx, const OperacionEnCurso& o);
void cobrar_en_ruta(Context& ctx, const OperacionEnCurso& o);
void devolver_en_ruta(Context& ctx, const OperacionEnCurso& o);
void cambiar_en_ruta(Context& ctx, const OperacionEnCurso& o);
void gastar_en_ruta(Context& ctx, const OperacionEnCurso& o);
void mover_envases(Context& ctx, const OperacionEnCurso& o);
void mermar_en_ruta(Context& ctx, const OperacionEnCurso& o);

// The sale that a device made under a consecutive; refuses (origen_sin_llegar) what has not arrived.
std::int64_t venta_del_dispositivo(db::Reader& tx, const OperacionEnCurso& o, std::int64_t consecutivo, const std::string& campo);
// What a unit of goods costs: on the vehicle, at the base or where it last came in.
std::optional<Precio> costo_de_ruta(db::Reader& tx, std::int64_t productoId, const JornadaFila& j);

template <class Partida, class Nueva>
void poner_mercancia_de_ruta(Partida& p, const Nueva& n, const std::string& campo) {
    p.campo = campo;
    engine::poner_producto(p, n);
    p.cantidad = n.cantidad;
    if constexpr (requires { n.unidadMedidaId; }) p.unidadMedidaId = n.unidadMedidaId.value_or(0);
    if constexpr (requires { n.lote; }) {
        if (n.lote)
            p.lote =
                engine::LotePedido{n.lote->codigo, n.lote->caducidad, n.lote->fechaFabricacion, n.lote->pedimento.value_or("")};
        if (n.series) p.series.assign(n.series->begin(), n.series->end());
    }
}

}  // namespace cacao
