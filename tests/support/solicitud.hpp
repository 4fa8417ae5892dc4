#pragma once
// A request with every part there is: what no family can say, a test can, to see that the engine refuses it.

#include "engine/emision/solicitud.hpp"

namespace cacao::test {

struct PartidaEntera : engine::Renglon,
                       engine::DeArticulo,
                       engine::DeOrigen,
                       engine::ConPrecio,
                       engine::ConImpuestos,
                       engine::ConTrato,
                       engine::ConClaves,
                       engine::DeCredito,
                       engine::DeMercancia,
                       engine::DeTransformacion,
                       engine::DeCuenta,
                       engine::DePago {};

struct SolicitudEntera : engine::Cabecera,
                         engine::DePapel,
                         engine::DeProveedor,
                         engine::DeCliente,
                         engine::DeAlmacen,
                         engine::DeTraspaso,
                         engine::DeBanco,
                         engine::DeImporte,
                         engine::DeReempaque,
                         engine::DePeriodo {
    static constexpr bool sirve(const engine::Documento&) { return true; }
    std::vector<PartidaEntera> partidas;
};

}  // namespace cacao::test
