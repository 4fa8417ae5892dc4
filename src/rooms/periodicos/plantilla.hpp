#pragma once
// Templates: a document that is registered again and again, as an operation of the interface takes it.

#include "api/operations.hpp"
#include "reflect/nombrado.hpp"
#include "rooms/periodicos/ritmo.hpp"
#include "rooms/periodicos/vecinos.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

// The operations that a template may name: those that register a document of a day and answer it.
enum class OperacionDePlantilla {
    FacturaVentaCrear,
    NotaVentaCrear,
    CotizacionCrear,
    PedidoClienteCrear,
    OrdenCompraCrear,
    GastoCrear,
    PolizaCrear
};
DESCRIBE_ENUM(OperacionDePlantilla, FacturaVentaCrear, NotaVentaCrear, CotizacionCrear, PedidoClienteCrear, OrdenCompraCrear,
              GastoCrear, PolizaCrear)

struct PlantillaNueva {
    Texto<30, 1> codigo;
    Texto<150, 1> nombre;
    OperacionDePlantilla operacion{};
    JsonCrudo cuerpo;
    Ritmo ritmo{};
    std::optional<Entero<0, 31>> dia;
    Fecha desde;
    std::optional<Fecha> hasta;
};
DESCRIBE_STRUCT(PlantillaNueva, (), (codigo, nombre, operacion, cuerpo, ritmo, dia, desde, hasta))

struct PlantillaActualizacion {
    Id plantillaId;
    std::optional<Texto<30, 1>> codigo;
    std::optional<Texto<150, 1>> nombre;
    std::optional<JsonCrudo> cuerpo;
    std::optional<Ritmo> ritmo;
    std::optional<Entero<0, 31>> dia;
    Cambio<Fecha> hasta;
    std::optional<bool> activo;
};
DESCRIBE_STRUCT(PlantillaActualizacion, (), (plantillaId, codigo, nombre, cuerpo, ritmo, dia, hasta, activo))

struct Plantilla {
    std::int64_t plantillaId{};
    std::string codigo;
    std::string nombre;
    Nombrado<OperacionDePlantilla> operacion;
    JsonCrudo cuerpo;
    Nombrado<Ritmo> ritmo;
    std::int64_t dia{};
    Fecha desde;
    std::optional<Fecha> hasta;
    std::optional<Fecha> siguiente;  // the next day of it that was not made; none: there is none
    bool activo{};
    std::int64_t version{};
};
DESCRIBE_STRUCT(Plantilla, (),
                (plantillaId, codigo, nombre, operacion, cuerpo, ritmo, dia, desde, hasta, siguiente, activo, version))
DESCRIBE_KEY(PlantillaPedida, plantillaId)

struct PlantillasFiltro {
    std::optional<bool> activo;
};
DESCRIBE_STRUCT(PlantillasFiltro, (), (activo))

// As it is stored.
struct PlantillaFila {
    std::int64_t plantillaId = 0;
    std::string codigo;
    std::string nombre;
    std::string operacion;
    std::string cuerpo;
    std::string ritmo;
    std::int64_t dia = 0;
    Fecha desde;
    std::optional<Fecha> hasta;
    bool activo = false;
    std::int64_t version = 0;
    std::int64_t usuarioId = 0;
    DiasDeRitmo dias() const;
};
DESCRIBE_STRUCT(PlantillaFila, (),
                (plantillaId, codigo, nombre, operacion, cuerpo, ritmo, dia, desde, hasta, activo, version, usuarioId))

std::vector<PlantillaFila> plantillas_en_uso(db::Reader& tx);
std::optional<PlantillaFila> buscar_plantilla(db::Reader& tx, std::int64_t plantillaId);

// What one of its documents is asked: its day, and the words {mes}, {anio}, {periodo} and {fecha} in its texts.
std::string cuerpo_del_dia(const PlantillaFila& p, Fecha dia);
// Registers the document of a day, as who the context is; what the operation refuses comes out of it.
struct DocumentoDePlantilla {
    std::int64_t transaccionId = 0;
    std::string folio;
    Importe total;
};
DocumentoDePlantilla registrar_de_plantilla(Context& ctx, const api::Operations& ops, const PlantillaFila& p, Fecha dia);

void register_plantillas(api::Operations& ops);

}  // namespace cacao
