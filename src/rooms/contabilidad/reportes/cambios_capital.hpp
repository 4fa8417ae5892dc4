#pragma once
// What the parts of capital had, how each changed over some days of a year, and what they came to.

#include "rooms/contabilidad/reportes/estado_financiero.hpp"

namespace cacao {

struct CambiosCapitalPedidos {
    std::optional<Entero<190001, 219912>> periodoInicial;
    std::optional<Entero<190001, 219912>> periodoFinal;
    std::optional<Fecha> fechaInicial;
    std::optional<Fecha> fechaFinal;
    std::optional<IdOpcional> sucursalId;
    std::optional<IdOpcional> proyectoId;
    std::optional<bool> conCuentas;
};
DESCRIBE_STRUCT(CambiosCapitalPedidos, (),
                (periodoInicial, periodoFinal, fechaInicial, fechaFinal, sucursalId, proyectoId, conCuentas))

struct CuentaDeCapital {
    std::int64_t cuentaId{};
    std::string codigo;
    std::string nombre;
    Importe saldoInicial;
    Importe aumentos;
    Importe disminuciones;
    Importe resultado;
    Importe saldoFinal;
    std::string consulta;
};
DESCRIBE_STRUCT(CuentaDeCapital, (),
                (cuentaId, codigo, nombre, saldoInicial, aumentos, disminuciones, resultado, saldoFinal, consulta))

struct ComponenteCapital {
    std::string clave;
    std::string titulo;
    Importe saldoInicial;
    Importe aumentos;
    Importe disminuciones;
    Importe resultado;
    Importe saldoFinal;
    std::string consulta;
    std::vector<CuentaDeCapital> cuentas;
};
DESCRIBE_STRUCT(ComponenteCapital, (),
                (clave, titulo, saldoInicial, aumentos, disminuciones, resultado, saldoFinal, consulta, cuentas))

struct CambiosCapital {
    Fecha fechaInicial;
    Fecha fechaFinal;
    Importe saldoInicial;
    Importe aumentos;
    Importe disminuciones;
    Importe resultado;
    Importe saldoFinal;
    std::optional<Importe> diferencia;  // against assets less liabilities; none of one branch or project
    std::vector<ComponenteCapital> componentes;
};
DESCRIBE_STRUCT(CambiosCapital, (),
                (fechaInicial, fechaFinal, saldoInicial, aumentos, disminuciones, resultado, saldoFinal, diferencia, componentes))

CambiosCapital consultar_cambios_capital(const Context&, const CambiosCapitalPedidos&);

void register_cambios_capital(api::Operations& ops);

}  // namespace cacao
