#pragma once
// Who the organization is: what its papers say of it, where it is, its logo.

#include "api/imagenes.hpp"
#include "rooms/contabilidad/catalogos/configuracion.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cacao {

struct PerfilOrganizacion {
    std::int64_t organizacionId{};
    std::string nombre;
    std::string rfc;
    std::string regimenFiscal;
    std::string calle;
    std::string numeroExterior;
    std::string numeroInterior;
    std::string colonia;
    std::string municipio;
    std::string estado;
    std::string codigoPostal;
    std::string pais;
    std::string zona;
    std::int64_t version{};
};
DESCRIBE_STRUCT(PerfilOrganizacion, (),
                (organizacionId, nombre, rfc, regimenFiscal, calle, numeroExterior, numeroInterior, colonia, municipio, estado,
                 codigoPostal, pais, zona, version))

struct LogoGuardado {
    std::string url;
    std::string tipo;
    std::int64_t ancho{};
    std::int64_t alto{};
    std::int64_t tamano{};
};
DESCRIBE_STRUCT(LogoGuardado, (), (url, tipo, ancho, alto, tamano))

struct Organizacion : PerfilOrganizacion {
    std::optional<LogoGuardado> logo;
    std::vector<std::string> faltantes;  // fields without which something that needs them is left out, or refused
    ConfiguracionContable preferencias;
};
DESCRIBE_STRUCT(Organizacion, (PerfilOrganizacion), (logo, faltantes, preferencias))

// Left out is unchanged; "" or null clears.
struct OrganizacionCambio {
    std::optional<Texto<250, 1>> nombre;
    std::optional<Rfc> rfc;
    std::optional<Texto<3>> regimenFiscal;
    Cambio<Texto<150>> calle;
    Cambio<Texto<30>> numeroExterior;
    Cambio<Texto<30>> numeroInterior;
    Cambio<Texto<100>> colonia;
    Cambio<Texto<100>> municipio;
    Cambio<Texto<60>> estado;
    Cambio<CodigoPostal> codigoPostal;
    std::optional<Texto<3, 3>> pais;
    std::optional<Texto<60, 1>> zona;
};
DESCRIBE_STRUCT(OrganizacionCambio, (),
                (nombre, rfc, regimenFiscal, calle, numeroExterior, numeroInterior, colonia, municipio, estado, codigoPostal,
                 pais, zona))

struct LogoBase64 {
    ImagenEnBase64 foto;
};
DESCRIBE_STRUCT(LogoBase64, (), (foto))

struct LogoArchivo {
    Archivo archivo;
};
DESCRIBE_STRUCT(LogoArchivo, (), (archivo))

struct LogoPedido {
    std::optional<Texto<64>> v;
};
DESCRIBE_STRUCT(LogoPedido, (), (v))

// What a profile lacks for its papers; by the name of the field.
std::vector<std::string> faltantes_de(const PerfilOrganizacion& perfil);
PerfilOrganizacion leer_perfil(db::Reader& tx);

Organizacion obtener_organizacion(const Context&);
Organizacion actualizar_organizacion(Context&, const OrganizacionCambio&);
LogoGuardado guardar_logo(Context&, const ImagenLista&);
Nada quitar_logo(Context&);

void verificar_organizacion(db::Reader& tx, const std::function<void(const std::string&)>& diferencia);

void register_organizacion(api::Operations&);

}  // namespace cacao
