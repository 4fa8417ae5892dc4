#include "api/limites.hpp"

#include "db/rows.hpp"
#include "reflect/describe.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace cacao {

namespace {

struct Limite {
    Importe importe;
    std::string moneda;
    Importe limite;
};
DESCRIBE_STRUCT(Limite, (), (importe, moneda, limite))

}  // namespace

std::vector<LimitePropio> limites_propios(const Context& ctx, std::string_view operacion, std::string_view grupo) {
    return ctx.db().all<LimitePropio>(R"(
        SELECT ur.rolId, COALESCE(l.moneda, '') AS moneda, COALESCE(l.importe, 0) AS importe
        FROM usuarioRol ur
        JOIN rol r ON r.organizacionId = ur.organizacionId AND r.rolId = ur.rolId AND r.activo = 1
        LEFT JOIN rolLimite l ON l.organizacionId = ur.organizacionId AND l.rolId = ur.rolId AND l.operacion = $3
        WHERE ur.organizacionId = $1 AND ur.usuarioId = $2 AND EXISTS (
            SELECT 1 FROM rolPermiso p WHERE p.organizacionId = ur.organizacionId AND p.rolId = ur.rolId
            AND p.permiso IN ('*', $3, $4))
        ORDER BY ur.rolId)",
                                      ctx.organizacionId(), ctx.usuarioId(), operacion, std::string{grupo} + ".*");
}

void exigir_limite(const Context& ctx, const UsoConLimite& uso, std::string_view campo) {
    auto filas = limites_propios(ctx, uso.operacion, uso.grupo);
    // The document's own currency first, so that a role is judged by it where it states both.
    std::ranges::stable_sort(filas, {}, [&](const LimitePropio& f) {
        return std::pair{f.rolId, f.moneda == uso.moneda ? 0 : f.moneda == uso.monedaLocal ? 1 : 2};
    });
    std::optional<Limite> mayor;
    std::int64_t rol = 0;
    for (const LimitePropio& f : filas) {
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
