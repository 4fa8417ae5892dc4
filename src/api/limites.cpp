#include "api/limites.hpp"

#include "db/rows.hpp"
#include "reflect/describe.hpp"

#include <optional>
#include <string>

namespace cacao {

namespace {

struct LimiteFila {
    std::int64_t rolId{};
    std::string moneda;  // empty: the role has no limit on this operation
    Importe importe;
};
DESCRIBE_STRUCT(LimiteFila, (), (rolId, moneda, importe))

struct Limite {
    Importe importe;
    std::string moneda;
    Importe limite;
};
DESCRIBE_STRUCT(Limite, (), (importe, moneda, limite))

}  // namespace

void exigir_limite(const Context& ctx, const UsoConLimite& uso, std::string_view campo) {
    const std::string grupo = std::string{uso.grupo} + ".*";
    // The document's own currency first, so that a role is judged by it where it states both.
    const auto filas =
        ctx.db().all<LimiteFila>(R"(
        SELECT ur.rolId, COALESCE(l.moneda, '') AS moneda, COALESCE(l.importe, 0) AS importe
        FROM usuarioRol ur
        JOIN rol r ON r.organizacionId = ur.organizacionId AND r.rolId = ur.rolId AND r.activo = 1
        LEFT JOIN rolLimite l ON l.organizacionId = ur.organizacionId AND l.rolId = ur.rolId AND l.operacion = $3
        WHERE ur.organizacionId = $1 AND ur.usuarioId = $2 AND EXISTS (
            SELECT 1 FROM rolPermiso p WHERE p.organizacionId = ur.organizacionId AND p.rolId = ur.rolId
            AND p.permiso IN ('*', $3, $4))
        ORDER BY ur.rolId, CASE WHEN l.moneda = $5 THEN 0 WHEN l.moneda = $6 THEN 1 ELSE 2 END)",
                                 ctx.organizacionId(), ctx.usuarioId(), uso.operacion, grupo, uso.moneda, uso.monedaLocal);
    std::optional<Limite> mayor;
    std::int64_t rol = 0;
    for (const LimiteFila& f : filas) {
        if (f.rolId == rol) continue;  // judged by its first row
        rol = f.rolId;
        if (f.moneda.empty()) return;
        const bool propia = f.moneda == uso.moneda;
        if (!propia && f.moneda != uso.monedaLocal) continue;
        const Importe importe = propia ? uso.importe : uso.importeLocal;
        if (importe <= f.importe) return;
        if (!mayor || mayor->limite < f.importe) mayor = {importe, f.moneda, f.importe};
    }
    reject(Codigo::excede_limite, std::string{campo},
           reflect::to_json(mayor.value_or(Limite{uso.importe, std::string{uso.moneda}, {}})));
}

}  // namespace cacao
