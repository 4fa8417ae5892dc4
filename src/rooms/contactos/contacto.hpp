#pragma once
// Contacts: customers, suppliers and everyone else a company deals with.

#include "api/operations.hpp"
#include "engine/entorno/contacto_adicional.hpp"
#include "engine/entorno/cuenta_contacto.hpp"
#include "engine/entorno/direccion_contacto.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

enum class Rol { cliente, proveedor, vendedor, empleado, otro };
DESCRIBE_ENUM(Rol, cliente, proveedor, vendedor, empleado, otro)

// How the VAT of what is sold to a contact is treated: as its RFC says, as if it lived here, or as if it lived abroad.
enum class TratoIvaCliente { automatico, nacional, exportacion };
DESCRIBE_ENUM(TratoIvaCliente, automatico, nacional, exportacion)

enum class TipoDireccion { fiscal, entrega, otra };
DESCRIBE_ENUM(TipoDireccion, fiscal, entrega, otra)

struct ContactoAdicionalNuevo {
    Texto<150, 1> nombre;
    std::optional<Texto<100>> puesto;
    std::optional<Correo> correo;
    std::optional<Texto<40>> telefono;
    std::optional<bool> recibeFacturas;
    std::optional<bool> principal;
};
DESCRIBE_STRUCT(ContactoAdicionalNuevo, (), (nombre, puesto, correo, telefono, recibeFacturas, principal))

struct DireccionNueva {
    std::optional<TipoDireccion> tipo;
    Texto<150, 1> calle;
    std::optional<Texto<30>> numeroExterior;
    std::optional<Texto<30>> numeroInterior;
    std::optional<Texto<100>> colonia;
    std::optional<Texto<100>> municipio;
    std::optional<Texto<60>> estado;
    std::optional<Texto<3, 3>> pais;
    std::optional<CodigoPostal> codigoPostal;
    std::optional<Texto<250>> referencia;
};
DESCRIBE_STRUCT(DireccionNueva, (),
                (tipo, calle, numeroExterior, numeroInterior, colonia, municipio, estado, pais, codigoPostal, referencia))

struct CuentaBancariaNueva {
    Texto<100, 1> banco;
    std::optional<Texto<30>> cuenta;
    std::optional<Clabe> clabe;
    std::optional<Texto<3, 3>> moneda;
    std::optional<Texto<150>> titular;
};
DESCRIBE_STRUCT(CuentaBancariaNueva, (), (banco, cuenta, clabe, moneda, titular))

struct ContactoNuevo {
    Texto<30, 1> codigo;
    Texto<250, 1> nombre;
    std::optional<Texto<300>> nombreFiscal;
    std::optional<Rfc> rfc;
    std::optional<Texto<3>> regimenFiscal;
    std::optional<CodigoPostal> codigoPostal;
    std::optional<Texto<4>> usoCfdi;
    std::optional<Correo> correo;
    std::optional<Texto<40>> telefono;
    Lista<Rol, 5, 1> roles;
    std::optional<IdOpcional> listaPreciosId;
    std::optional<NoNegativo<Importe>> limiteCredito;
    std::optional<Entero<0, 3650>> diasCredito;
    std::optional<Texto<3, 3>> moneda;
    std::optional<Texto<2000>> notas;
    std::optional<Texto<100>> referenciaExterna;
    std::optional<Lista<Id, 20>> clasificaciones;
    std::optional<Lista<ContactoAdicionalNuevo, 50>> contactosAdicionales;
    std::optional<Lista<DireccionNueva, 50>> direcciones;
    std::optional<Lista<CuentaBancariaNueva, 20>> cuentasBancarias;
    std::optional<bool> ivaFrontera;
    std::optional<TratoIvaCliente> tratoIva;
};
DESCRIBE_STRUCT(ContactoNuevo, (),
                (codigo, nombre, nombreFiscal, rfc, regimenFiscal, codigoPostal, usoCfdi, correo, telefono, roles, listaPreciosId,
                 limiteCredito, diasCredito, moneda, notas, referenciaExterna, clasificaciones, contactosAdicionales, direcciones,
                 cuentasBancarias, ivaFrontera, tratoIva))

// Left out is unchanged; "" or null clears; a list that is sent replaces the whole list.
struct ContactoCambios {
    std::optional<Texto<250, 1>> nombre;
    Cambio<Texto<300>> nombreFiscal;
    Cambio<Rfc> rfc;
    Cambio<Texto<3>> regimenFiscal;
    Cambio<CodigoPostal> codigoPostal;
    Cambio<Texto<4>> usoCfdi;
    Cambio<Correo> correo;
    Cambio<Texto<40>> telefono;
    std::optional<Lista<Rol, 5, 1>> roles;
    Cambio<IdOpcional> listaPreciosId;
    Cambio<NoNegativo<Importe>> limiteCredito;
    Cambio<Entero<0, 3650>> diasCredito;
    std::optional<Texto<3, 3>> moneda;
    std::optional<bool> ivaFrontera;
    std::optional<TratoIvaCliente> tratoIva;
    Cambio<Texto<2000>> notas;
    Cambio<Texto<100>> referenciaExterna;
    std::optional<bool> activo;
    std::optional<Lista<Id, 20>> clasificaciones;
    std::optional<Lista<ContactoAdicionalNuevo, 50>> contactosAdicionales;
    std::optional<Lista<DireccionNueva, 50>> direcciones;
    std::optional<Lista<CuentaBancariaNueva, 20>> cuentasBancarias;
};
DESCRIBE_STRUCT(ContactoCambios, (),
                (nombre, nombreFiscal, rfc, regimenFiscal, codigoPostal, usoCfdi, correo, telefono, roles, listaPreciosId,
                 limiteCredito, diasCredito, moneda, ivaFrontera, tratoIva, notas, referenciaExterna, activo, clasificaciones,
                 contactosAdicionales, direcciones, cuentasBancarias))

struct ContactoActualizacion : ContactoCambios {
    Id entidadId;
    std::optional<Texto<30, 1>> codigo;
};
DESCRIBE_STRUCT(ContactoActualizacion, (ContactoCambios), (entidadId, codigo))

struct ContactoActualizacionPorCodigo : ContactoCambios {
    Texto<30, 1> codigo;
};
DESCRIBE_STRUCT(ContactoActualizacionPorCodigo, (ContactoCambios), (codigo))

// The credit alone: who may set it may sell beyond it.
struct CreditoCambio {
    Id entidadId;
    Cambio<NoNegativo<Importe>> limiteCredito;
    std::optional<Entero<0, 3650>> diasCredito;
};
DESCRIBE_STRUCT(CreditoCambio, (), (entidadId, limiteCredito, diasCredito))

using engine::CuentaBancaria;
using engine::Direccion;

struct ClasificacionDeContacto {
    std::int64_t clasificacionId{};
    std::string nombre;
};
DESCRIBE_STRUCT(ClasificacionDeContacto, (), (clasificacionId, nombre))

struct ContactoResumen {
    std::int64_t entidadId{};
    std::string codigo;
    std::string nombre;
    std::string nombreFiscal;
    std::string rfc;
    std::string regimenFiscal;
    std::string codigoPostal;
    std::string usoCfdi;
    std::string correo;
    std::string telefono;
    std::vector<Rol> roles;
    std::int64_t listaPreciosId{};
    std::optional<Importe> limiteCredito;  // none: as much as they ask for; 0: cash only
    std::int64_t diasCredito{};
    std::string moneda;
    bool ivaFrontera{};  // as a supplier, it charges the rate of the border
    std::string tratoIva{reflect::enum_name(TratoIvaCliente::automatico)};
    std::string notas;
    std::string referenciaExterna;
    bool activo{};
    std::string contactoPrincipal;
    std::int64_t version{};
    Instante creadoEn;
    Instante modificadoEn;
};
DESCRIBE_STRUCT(ContactoResumen, (),
                (entidadId, codigo, nombre, nombreFiscal, rfc, regimenFiscal, codigoPostal, usoCfdi, correo, telefono, roles,
                 listaPreciosId, limiteCredito, diasCredito, moneda, ivaFrontera, tratoIva, notas, referenciaExterna, activo,
                 contactoPrincipal, version, creadoEn, modificadoEn))

struct Contacto : ContactoResumen {
    std::vector<ClasificacionDeContacto> clasificaciones;
    Guardado<std::vector<ContactoAdicional>> contactosAdicionales;
    Guardado<std::vector<Direccion>> direcciones;
    Guardado<std::vector<CuentaBancaria>> cuentasBancarias;
};
DESCRIBE_STRUCT(Contacto, (ContactoResumen), (clasificaciones, contactosAdicionales, direcciones, cuentasBancarias))

DESCRIBE_KEY(ContactoPedido, entidadId)

struct ContactosFiltro : PaginaPedida, FiltroCambios {
    std::optional<Texto<100>> buscar;
    std::optional<Texto<30>> codigo;
    std::optional<Rfc> rfc;
    std::optional<Rol> rol;
    std::optional<Id> clasificacionId;
    std::optional<bool> activo;
    std::optional<Texto<100>> referenciaExterna;
};
DESCRIBE_STRUCT(ContactosFiltro, (PaginaPedida, FiltroCambios),
                (buscar, codigo, rfc, rol, clasificacionId, activo, referenciaExterna))

Contacto crear_contacto(Context&, const ContactoNuevo&);
Contacto actualizar_contacto(Context&, const ContactoActualizacion&);
Contacto cambiar_credito(Context&, const CreditoCambio&);
Contacto actualizar_contacto_por_codigo(Context&, const ContactoActualizacionPorCodigo&);
// For tables of many: without a lock of its own, because one transaction cannot hold one for each; the version in the statement
// refuses what somebody else changed meanwhile. False when nothing differs, and then nothing is written.
bool cambiar_contacto(Context&, std::int64_t entidadId, const ContactoCambios&);
Contacto obtener_contacto(const Context&, const ContactoPedido&);
Pagina<ContactoResumen> listar_contactos(const Context&, const ContactosFiltro&);

void register_contactos(api::Operations&);

}  // namespace cacao
