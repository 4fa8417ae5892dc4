#include "engine/verbos/concepto_bancario.hpp"

#include "db/rows.hpp"

namespace cacao::engine {
namespace {

struct ConceptoReservado {
    std::int64_t cuentaBancariaId = 0;
    std::int64_t entidadId = 0;
};
DESCRIBE_STRUCT(ConceptoReservado, (), (cuentaBancariaId, entidadId))

}  // namespace

void exigir_concepto_suyo(db::Reader& tx, const SolicitudEgreso& pedida, Faltas& faltas) {
    for (const PartidaEgreso& p : pedida.partidas) {
        if (p.conceptoId == 0 || p.transaccionIdCompra != 0) continue;
        const auto c = tx.one<ConceptoReservado>(
            "SELECT cuentaBancariaId, entidadId FROM concepto WHERE organizacionId = $1 AND conceptoId = $2", tx.organizacion(),
            p.conceptoId);
        if (!c) continue;
        const bool ajeno = (c->cuentaBancariaId != 0 && c->cuentaBancariaId != pedida.cuentaBancariaId) ||
                           (c->entidadId != 0 && c->entidadId != pedida.entidadId);
        faltas.agregar_si(ajeno, Codigo::valor_no_permitido, p.campo + "/conceptoId");
    }
}

}  // namespace cacao::engine
