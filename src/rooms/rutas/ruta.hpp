#pragma once
// Routes: who visits whom, on which days and in which order, with which vehicle; and what the organization settled for all of
// them. Listed whole.

#include "api/operations.hpp"
#include "engine/verbos/pedidos.hpp"
#include "reflect/nombrado.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

enum class DiaSemana { lunes, martes, miercoles, jueves, viernes, sabado, domingo };
DESCRIBE_ENUM(DiaSemana, lunes, martes, miercoles, jueves, viernes, sabado, domingo)

struct ClienteDeRuta {
    std::int64_t clienteId{};
    std::string cliente;
    std::int64_t secuencia{};
    std::vector<Nombrado<DiaSemana>> dias;
};
DESCRIBE_STRUCT(ClienteDeRuta, (), (clienteId, cliente, secuencia, dias))

struct ClienteDeRutaNuevo {
    Id clienteId;
    std::optional<Entero<1, 1'000'000>> secuencia;  // none: by its place in the list
    std::optional<Lista<DiaSemana, 7, 1>> dias;     // none: every day
};
DESCRIBE_STRUCT(ClienteDeRutaNuevo, (), (clienteId, secuencia, dias))
using ClientesDeRuta = Lista<ClienteDeRutaNuevo, 5000>;

struct RutaNueva {
    Texto<30, 1> codigo;
    Texto<150, 1> nombre;
    Id sucursalId;
    Id vendedorId;
    std::optional<Texto<150>> ayudante;
    Id almacenId;
    Id almacenBaseId;
    Id cuentaBancariaId;
    Id cuentaEntregaId;
    std::optional<IdOpcional> listaPreciosId;
    std::optional<ClientesDeRuta> clientes;
    std::optional<Texto<100>> referenciaExterna;
};
DESCRIBE_STRUCT(RutaNueva, (),
                (codigo, nombre, sucursalId, vendedorId, ayudante, almacenId, almacenBaseId, cuentaBancariaId, cuentaEntregaId,
                 listaPreciosId, clientes, referenciaExterna))

// Left out is unchanged; "" or null clears; a list that is sent replaces the whole list.
struct RutaActualizacion {
    Id rutaId;
    std::optional<Texto<30, 1>> codigo;
    std::optional<Texto<150, 1>> nombre;
    std::optional<Id> sucursalId;
    std::optional<Id> vendedorId;
    Cambio<Texto<150>> ayudante;
    std::optional<Id> almacenId;
    std::optional<Id> almacenBaseId;
    std::optional<Id> cuentaBancariaId;
    std::optional<Id> cuentaEntregaId;
    Cambio<IdOpcional> listaPreciosId;
    std::optional<ClientesDeRuta> clientes;
    Cambio<Texto<100>> referenciaExterna;
    std::optional<bool> activo;
};
DESCRIBE_STRUCT(RutaActualizacion, (),
                (rutaId, codigo, nombre, sucursalId, vendedorId, ayudante, almacenId, almacenBaseId, cuentaBancariaId,
                 cuentaEntregaId, listaPreciosId, clientes, referenciaExterna, activo))

struct Ruta {
    std::int64_t rutaId{};
    std::string codigo;
    std::string nombre;
    std::int64_t sucursalId{};
    std::int64_t vendedorId{};
    std::string ayudante;
    std::int64_t almacenId{};      // its vehicle
    std::int64_t almacenBaseId{};  // that loads it
    std::int64_t cuentaBancariaId{};
    std::int64_t cuentaEntregaId{};
    std::int64_t listaPreciosId{};
    std::string referenciaExterna;
    bool activo{};
    std::int64_t version{};
    std::vector<ClienteDeRuta> clientes;
};
DESCRIBE_STRUCT(Ruta, (),
                (rutaId, codigo, nombre, sucursalId, vendedorId, ayudante, almacenId, almacenBaseId, cuentaBancariaId,
                 cuentaEntregaId, listaPreciosId, referenciaExterna, activo, version, clientes))

// As the list shows it: names beside identifiers, how many customers, and the day that is under way.
struct RutaEnLista {
    std::int64_t rutaId{};
    std::string codigo;
    std::string nombre;
    std::int64_t sucursalId{};
    std::string sucursal;
    std::int64_t vendedorId{};
    std::string vendedor;
    std::string ayudante;
    std::int64_t almacenId{};
    std::string almacen;
    std::int64_t almacenBaseId{};
    std::int64_t cuentaBancariaId{};
    std::int64_t cuentaEntregaId{};
    std::int64_t listaPreciosId{};
    std::int64_t clientes{};
    std::int64_t jornadaId{};  // 0: none
    std::string referenciaExterna;
    bool activo{};
    std::int64_t version{};
};
DESCRIBE_STRUCT(RutaEnLista, (),
                (rutaId, codigo, nombre, sucursalId, sucursal, vendedorId, vendedor, ayudante, almacenId, almacen, almacenBaseId,
                 cuentaBancariaId, cuentaEntregaId, listaPreciosId, clientes, jornadaId, referenciaExterna, activo, version))

DESCRIBE_KEY(RutaPedida, rutaId)

struct RutasFiltro {
    std::optional<Id> sucursalId;
    std::optional<Id> vendedorId;
    std::optional<Id> clienteId;
    std::optional<DiaSemana> dia;  // with visits on that day
    std::optional<bool> activo;
    std::optional<Texto<100>> referenciaExterna;
};
DESCRIBE_STRUCT(RutasFiltro, (), (sucursalId, vendedorId, clienteId, dia, activo, referenciaExterna))

enum class ValuacionFaltante { precio, costo };
DESCRIBE_ENUM(ValuacionFaltante, precio, costo)

struct ConfiguracionRuta {
    Importe toleranciaEfectivo;
    Importe toleranciaProducto;
    Nombrado<ValuacionFaltante> valuacionFaltante;
    std::int64_t almacenEnvasesId{};
    std::int64_t version{};
};
DESCRIBE_STRUCT(ConfiguracionRuta, (), (toleranciaEfectivo, toleranciaProducto, valuacionFaltante, almacenEnvasesId, version))

struct ConfiguracionRutaCambio {
    std::optional<NoNegativo<Importe>> toleranciaEfectivo;
    std::optional<NoNegativo<Importe>> toleranciaProducto;
    std::optional<ValuacionFaltante> valuacionFaltante;
    std::optional<IdOpcional> almacenEnvasesId;
};
DESCRIBE_STRUCT(ConfiguracionRutaCambio, (), (toleranciaEfectivo, toleranciaProducto, valuacionFaltante, almacenEnvasesId))

// Packaging: products that go with the goods and come back.
struct EnvaseDeRuta {
    std::int64_t productoId{};
    std::string codigo;
    std::string nombre;
    Cantidad enClientes;  // what customers have
};
DESCRIBE_STRUCT(EnvaseDeRuta, (), (productoId, codigo, nombre, enClientes))

struct EnvasesDeRutaCambio {
    Lista<Id, 500> productos;  // all that are packaging
};
DESCRIBE_STRUCT(EnvasesDeRutaCambio, (), (productos))

// What each day of the week is in rutaCliente.dias.
std::int64_t bit_de(DiaSemana dia);
DiaSemana dia_de(Fecha fecha);
std::vector<Nombrado<DiaSemana>> dias_de(std::int64_t bits);

std::vector<RutaEnLista> listar_rutas(const Context&, const RutasFiltro&);
Ruta obtener_ruta(const Context&, const RutaPedida&);
Ruta crear_ruta(Context&, const RutaNueva&);
Ruta actualizar_ruta(Context&, const RutaActualizacion&);
Ruta leer_ruta(db::Reader& tx, std::int64_t rutaId);
ConfiguracionRuta obtener_configuracion_ruta(const Context&);
ConfiguracionRuta actualizar_configuracion_ruta(Context&, const ConfiguracionRutaCambio&);
ConfiguracionRuta leer_configuracion_ruta(db::Reader& tx);
std::vector<EnvaseDeRuta> listar_envases(const Context&);
std::vector<EnvaseDeRuta> actualizar_envases(Context&, const EnvasesDeRutaCambio&);

void register_rutas(api::Operations&);

}  // namespace cacao
