#pragma once
// Service contracts: what a customer pays for, or has done, once in each period; and what is due by a day, of contracts and of
// equipment.

#include "api/operations.hpp"
#include "engine/tipos/documento.hpp"
#include "reflect/fecha_o_vacia.hpp"
#include "reflect/nombrado.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

enum class GeneraContrato { orden, factura };
DESCRIBE_ENUM(GeneraContrato, orden, factura)
using EquiposDeContrato = Lista<Id, 200>;

struct ContratoServicioNuevo {
    Texto<30, 1> codigo;
    Texto<150, 1> nombre;
    Id clienteId;
    std::optional<IdOpcional> sucursalId;
    std::optional<IdOpcional> agrupadorServicioId;
    Fecha inicio;
    std::optional<Fecha> fin;
    Entero<1, 120> meses;
    GeneraContrato genera{};
    Id conceptoId;
    std::optional<NoNegativo<Precio>> precio;
    std::optional<Texto<1000>> descripcion;
    std::optional<EquiposDeContrato> equipos;
    std::optional<Texto<100>> referenciaExterna;
};
DESCRIBE_STRUCT(ContratoServicioNuevo, (),
                (codigo, nombre, clienteId, sucursalId, agrupadorServicioId, inicio, fin, meses, genera, conceptoId, precio,
                 descripcion, equipos, referenciaExterna))

// Left out is unchanged; "" or null clears; a list that is sent replaces the whole list.
struct ContratoServicioActualizacion {
    Id contratoServicioId;
    std::optional<Texto<30, 1>> codigo;
    std::optional<Texto<150, 1>> nombre;
    Cambio<IdOpcional> sucursalId;
    Cambio<IdOpcional> agrupadorServicioId;
    Cambio<Fecha> fin;
    std::optional<Id> conceptoId;
    std::optional<NoNegativo<Precio>> precio;
    Cambio<Texto<1000>> descripcion;
    std::optional<EquiposDeContrato> equipos;
    Cambio<Texto<100>> referenciaExterna;
    std::optional<bool> activo;
};
DESCRIBE_STRUCT(ContratoServicioActualizacion, (),
                (contratoServicioId, codigo, nombre, sucursalId, agrupadorServicioId, fin, conceptoId, precio, descripcion,
                 equipos, referenciaExterna, activo))

struct ContratoServicio {
    std::int64_t contratoServicioId{};
    std::string codigo;
    std::string nombre;
    std::int64_t clienteId{};
    std::int64_t sucursalId{};
    std::int64_t agrupadorServicioId{};
    Fecha inicio;
    FechaOVacia fin;
    std::int64_t meses{};
    Nombrado<GeneraContrato> genera;
    std::int64_t conceptoId{};
    Precio precio;
    std::string descripcion;
    Guardado<std::vector<std::int64_t>> equipos;
    Fecha siguiente;  // the first day of the next period that makes something
    std::string referenciaExterna;
    bool activo{};
    std::int64_t version{};
};
DESCRIBE_STRUCT(ContratoServicio, (),
                (contratoServicioId, codigo, nombre, clienteId, sucursalId, agrupadorServicioId, inicio, fin, meses, genera,
                 conceptoId, precio, descripcion, equipos, siguiente, referenciaExterna, activo, version))

DESCRIBE_KEY(ContratoServicioPedido, contratoServicioId)

struct ContratosServicioFiltro {
    std::optional<Id> clienteId;
    std::optional<Fecha> siguienteHasta;
    std::optional<bool> activo;
    std::optional<Texto<100>> referenciaExterna;
};
DESCRIBE_STRUCT(ContratosServicioFiltro, (), (clienteId, siguienteHasta, activo, referenciaExterna))

struct GeneracionPedida {
    std::optional<Fecha> hasta;  // today if it is not said
};
DESCRIBE_STRUCT(GeneracionPedida, (), (hasta))

// A document that was due.
struct ServicioGenerado {
    std::int64_t contratoServicioId{};  // 0: of equipment by itself
    Fecha periodo;
    std::int64_t equipoServicioId{};  // 0: for the contract as a whole
    std::int64_t transaccionId{};
    engine::TipoDeDocumento tipoDocumento;
    std::string folio;
};
DESCRIBE_STRUCT(ServicioGenerado, (), (contratoServicioId, periodo, equipoServicioId, transaccionId, tipoDocumento, folio))
struct ServiciosGenerados {
    std::vector<ServicioGenerado> documentos;
    bool quedan{};  // more are due: ask again
};
DESCRIBE_STRUCT(ServiciosGenerados, (), (documentos, quedan))

std::vector<ContratoServicio> listar_contratos_servicio(const Context&, const ContratosServicioFiltro&);
ContratoServicio obtener_contrato_servicio(const Context&, const ContratoServicioPedido&);
ContratoServicio crear_contrato_servicio(Context&, const ContratoServicioNuevo&);
ContratoServicio actualizar_contrato_servicio(Context&, const ContratoServicioActualizacion&);
ServiciosGenerados generar_contratos_servicio(Context&, const GeneracionPedida&);
ServiciosGenerados generar_preventivos(Context&, const GeneracionPedida&);

void register_contratos_servicio(api::Operations&);

}  // namespace cacao
