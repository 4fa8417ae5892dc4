#pragma once
// The columns of a Concepto, for a statement that goes on with its conditions.

#include <string_view>

namespace cacao {

inline constexpr std::string_view columnas_de_concepto = R"(
    SELECT iva, ivaFrontera, iepsTasa, iepsCuota, ivaRetenido, isrRetenido, isrPor, ivaNoAcreditable, iepsAlCosto, conceptoId, codigo, nombre, cuentaId, claveProdServ,
           enVenta, enCompra, enGasto, enEgreso, enDeposito, cuentaBancariaId, entidadId, activo, version
    FROM concepto WHERE organizacionId = $1)";

}  // namespace cacao
