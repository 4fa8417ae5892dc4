#include "command/demo_mostrador.hpp"

#include "db/rows.hpp"
#include "rooms/bancos/catalogos/cuenta_propia.hpp"
#include "rooms/contactos/contacto.hpp"
#include "rooms/mostrador/caja.hpp"

#include <string>

namespace cacao {
namespace {

struct LugarDemo {
    std::int64_t sucursalId = 0;
    std::int64_t almacenId = 0;
    std::int64_t cajaId = 0;  // where money is handed over, and its account in the books
    std::int64_t cuentaId = 0;
    std::int64_t bancoId = 0;
};
DESCRIBE_STRUCT(LugarDemo, (), (sucursalId, almacenId, cajaId, cuentaId, bancoId))

}  // namespace

void make_counter(Context& ctx) {
    auto& tx = ctx.db();
    const auto lugar = tx.one<LugarDemo>(R"(
        SELECT a.sucursalId, a.almacenId, c.cuentaBancariaId AS cajaId, c.cuentaId, b.cuentaBancariaId AS bancoId
        FROM almacen a
        JOIN cuentaBancaria c ON c.organizacionId = $1 AND c.codigo = 'CAJA'
        JOIN cuentaBancaria b ON b.organizacionId = $1 AND b.codigo = 'BANCO'
        WHERE a.organizacionId = $1 AND a.tipo = 'normal' AND a.activo = 1 ORDER BY a.almacenId LIMIT 1)",
                                         tx.organizacion());
    if (!lugar) return;
    ContactoNuevo publico;
    publico.codigo = Texto<30, 1>{"MOSTRADOR"};
    publico.nombre = Texto<250, 1>{"Ventas de mostrador"};
    publico.roles.push_back(Rol::cliente);
    CuentaPropiaNueva cajon;
    cajon.codigo = Texto<20, 1>{"CAJON-1"};
    cajon.nombre = Texto<150, 1>{"Cajón de la caja 1"};
    cajon.tipo = TipoCuentaPropia::caja;
    cajon.cuentaId = Id{lugar->cuentaId};
    CajaNueva caja;
    caja.codigo = Texto<30, 1>{"CAJA-1"};
    caja.nombre = Texto<150, 1>{"Caja 1"};
    caja.sucursalId = Id{lugar->sucursalId};
    caja.almacenId = Id{lugar->almacenId};
    caja.cuentaBancariaId = Id{crear_cuenta_propia(ctx, cajon).cuentaBancariaId};
    caja.cuentaEntregaId = Id{lugar->cajaId};
    caja.clienteId = IdOpcional{crear_contacto(ctx, publico).entidadId};
    caja.fondo = NoNegativo<Importe>{Importe::de_enteros(500)};
    caja.formas.emplace();
    for (const char* forma : {"04", "28"}) caja.formas->push_back({Texto<2, 2>{forma}, Id{lugar->bancoId}});
    crear_caja(ctx, caja);
}

}  // namespace cacao
