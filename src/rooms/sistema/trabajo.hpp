#pragma once
// Work outside of requests, for the people who must look when it fails.

#include "api/operations.hpp"
#include "reflect/nombrado.hpp"

namespace cacao {

enum class EstadoTrabajo { pendiente, hecho, fallido, cancelado };
DESCRIBE_ENUM(EstadoTrabajo, pendiente, hecho, fallido, cancelado)

struct TrabajoVista {
    std::int64_t trabajoId{};
    std::string tipo;
    std::string clave;
    Nombrado<EstadoTrabajo> estado;
    std::optional<Instante> siguienteIntento;  // while it waits
    std::int64_t intentos{};
    std::optional<Instante> tomadoHasta;  // while somebody is at it
    std::string tomadoPor;
    std::string resultado;
    std::string error;
    std::string motivo;
    std::int64_t usuarioId{};
    std::string usuario;
    Instante creadoEn;
    std::optional<Instante> terminadoEn;
};
DESCRIBE_STRUCT(TrabajoVista, (),
                (trabajoId, tipo, clave, estado, siguienteIntento, intentos, tomadoHasta, tomadoPor, resultado, error, motivo,
                 usuarioId, usuario, creadoEn, terminadoEn))

struct TrabajosFiltro : PaginaPedida {
    std::optional<Texto<100, 1>> tipo;
    std::optional<EstadoTrabajo> estado;
};
DESCRIBE_STRUCT(TrabajosFiltro, (PaginaPedida), (tipo, estado))

struct TrabajoPedido {
    Id trabajoId;
};
DESCRIBE_STRUCT(TrabajoPedido, (), (trabajoId))

struct TrabajoCancelacion {
    Id trabajoId;
    Texto<300, 1> motivo;
};
DESCRIBE_STRUCT(TrabajoCancelacion, (), (trabajoId, motivo))

Pagina<TrabajoVista> listar_trabajos(const Context&, const TrabajosFiltro&);
TrabajoVista obtener_trabajo(const Context&, const TrabajoPedido&);
TrabajoVista reintentar_trabajo(Context&, const TrabajoPedido&);
TrabajoVista cancelar_trabajo(Context&, const TrabajoCancelacion&);

void register_trabajos(api::Operations& ops);

}  // namespace cacao
