#pragma once
// How the company is doing and what waits for whoever asks, in one read. Each part is there for those who may read what it is
// made of, and says the same.

#include "api/operations.hpp"
#include "engine/saldos/antiguedad.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

struct TableroPedido {
    std::optional<Entero<1, 36>> meses;
};
DESCRIBE_STRUCT(TableroPedido, (), (meses))

struct CuentaDelTablero {
    std::int64_t cuentaBancariaId{};
    std::string codigo;
    std::string cuenta;
    std::string moneda;
    Importe saldo;
};
DESCRIBE_STRUCT(CuentaDelTablero, (), (cuentaBancariaId, codigo, cuenta, moneda, saldo))

// What the books say of a month, in the organization's currency.
struct MesDelTablero {
    std::int64_t periodo{};
    Importe ventas;
    Importe costo;
    Importe margen;
    Importe inventario;  // at its end
};
DESCRIBE_STRUCT(MesDelTablero, (), (periodo, ventas, costo, margen, inventario))

struct GrupoDelTablero {
    std::int64_t clasificacionId{};
    std::string clasificacion;
    Importe ventas;
};
DESCRIBE_STRUCT(GrupoDelTablero, (), (clasificacionId, clasificacion, ventas))

struct ProductoEscaso {
    std::int64_t productoId{};
    std::string codigo;
    std::string producto;
    std::int64_t almacenId{};
    std::string almacen;
    Cantidad disponible;
    Cantidad minimo;
};
DESCRIBE_STRUCT(ProductoEscaso, (), (productoId, codigo, producto, almacenId, almacen, disponible, minimo))

enum class AsuntoPendiente {
    ordenesPorAutorizar,
    solicitudesPorAutorizar,
    facturasPorRevisar,
    recibidosPorRegistrar,
    comprobantesRechazados,
    trabajosFallidos
};
DESCRIBE_ENUM(AsuntoPendiente, ordenesPorAutorizar, solicitudesPorAutorizar, facturasPorRevisar, recibidosPorRegistrar,
              comprobantesRechazados, trabajosFallidos)

struct PendienteDelTablero {
    AsuntoPendiente asunto{};
    std::int64_t cantidad{};
};
DESCRIBE_STRUCT(PendienteDelTablero, (), (asunto, cantidad))

enum class PrimerPaso { perfil, sello, contactos, productos, cuentasBancarias, usuarios, primerDocumento };
DESCRIBE_ENUM(PrimerPaso, perfil, sello, contactos, productos, cuentasBancarias, usuarios, primerDocumento)

struct PasoDelTablero {
    PrimerPaso paso{};
    bool hecho{};
};
DESCRIBE_STRUCT(PasoDelTablero, (), (paso, hecho))

struct Tablero {
    Fecha fecha;
    std::string moneda;
    std::optional<std::vector<engine::AntiguedadTotal>> porCobrar;
    std::optional<std::vector<engine::AntiguedadTotal>> porPagar;
    std::optional<std::vector<CuentaDelTablero>> bancos;
    std::optional<std::vector<MesDelTablero>> meses;
    std::optional<Tasa> rotacion;
    std::optional<std::vector<GrupoDelTablero>> ventasPorGrupo;
    std::optional<std::vector<ProductoEscaso>> bajoMinimo;
    std::optional<std::int64_t> cuantosBajoMinimo;
    std::vector<PendienteDelTablero> pendientes;
    std::vector<PasoDelTablero> primerosPasos;
};
DESCRIBE_STRUCT(Tablero, (),
                (fecha, moneda, porCobrar, porPagar, bancos, meses, rotacion, ventasPorGrupo, bajoMinimo, cuantosBajoMinimo,
                 pendientes, primerosPasos))

Tablero consultar_tablero(const Context&, const api::Operations&, const TableroPedido&);

void register_tablero(api::Operations& ops);

}  // namespace cacao
