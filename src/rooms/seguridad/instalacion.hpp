#pragma once
// How whoever installs the service founds a company from a browser: with a code that the service printed when it began, or the
// operator drew (`cacao org link`). It is kept as a digest, lasts a day and founds one company.

#include "rooms/seguridad/alta.hpp"
#include "rooms/seguridad/autenticacion.hpp"

#include <optional>
#include <string>

namespace cacao {

inline constexpr std::int64_t vida_de_codigo_segundos = 24 * 3600;

// A new code; those before it end. `demostracion`: who enters the company that is there to be tried.
std::string nuevo_codigo_de_instalacion(db::Writer& tx, const std::optional<alta::Lugar>& demostracion, Instante ahora);
// The code, known to the installation: for what draws it elsewhere.
void admitir_codigo_de_instalacion(db::Writer& tx, std::string_view codigo, const std::optional<alta::Lugar>& demostracion,
                                   Instante ahora);

struct EmpresaNueva {
    Texto<100, 1> codigo;
    Texto<200, 1> empresa;
    std::optional<Rfc> rfc;
    std::optional<CodigoPostal> codigoPostal;
    std::optional<Texto<60, 1>> zona;
    Texto<120, 1> usuario;
    Texto<150, 1> nombre;
    Texto<200, 1> password;
};
DESCRIBE_STRUCT(EmpresaNueva, (), (codigo, empresa, rfc, codigoPostal, zona, usuario, nombre, password))

struct DemostracionPedida {
    Texto<100, 1> codigo;
};
DESCRIBE_STRUCT(DemostracionPedida, (), (codigo))

// The password as it is kept.
struct FundacionPreparada {
    std::string hash;
};
FundacionPreparada preparar_fundacion(Seguridad&, const Context&, const EmpresaNueva&);
AccesoOtorgado fundar_empresa(Seguridad&, Context&, const EmpresaNueva&, const FundacionPreparada&);

struct DemostracionHallada {
    std::int64_t usuarioId = 0;
};
DemostracionHallada preparar_demostracion(const Context&, const DemostracionPedida&);
AccesoOtorgado entrar_a_demostracion(Seguridad&, Context&, const DemostracionPedida&, const DemostracionHallada&);

}  // namespace cacao
