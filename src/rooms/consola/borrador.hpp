#pragma once
// What somebody began to write and has not sent, so that they go on with it in another place. The service keeps the text and does
// not look into it.

#include "api/operations.hpp"

#include <string>
#include <vector>

namespace cacao {

struct BorradorGuardado {
    Texto<150, 1> llave;
    Texto<200> titulo;
    Texto<65536, 1> contenido;
};
DESCRIBE_STRUCT(BorradorGuardado, (), (llave, titulo, contenido))

struct BorradorPedido {
    Texto<150, 1> llave;
};
DESCRIBE_STRUCT(BorradorPedido, (), (llave))

struct BorradorResumen {
    std::string llave;
    std::string titulo;
    Instante modificadoEn;
    std::int64_t version{};
};
DESCRIBE_STRUCT(BorradorResumen, (), (llave, titulo, modificadoEn, version))

struct Borrador : BorradorResumen {
    std::string contenido;
};
DESCRIBE_STRUCT(Borrador, (BorradorResumen), (contenido))

std::vector<BorradorResumen> listar_borradores(const Context&);
Borrador obtener_borrador(const Context&, const BorradorPedido&);
BorradorResumen guardar_borrador(Context&, const BorradorGuardado&);
Nada eliminar_borrador(Context&, const BorradorPedido&);

void register_borradores(api::Operations& ops);

}  // namespace cacao
