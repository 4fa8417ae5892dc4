#include "api/aparte.hpp"

#include "api/bitacora.hpp"
#include "reflect/objeto.hpp"

namespace cacao::api {

std::vector<Falta> faltas_de(FunctionRef<void()> work) {
    try {
        work();
    } catch (const Error& e) {
        return e.faltas();
    }
    return {};
}

std::vector<Falta> aparte(const Context& ctx, std::string_view operacion, FunctionRef<void(Context&)> parte) {
    // The moment of the request is that of its parts.
    Reloj reloj;
    reloj.fijar(ctx.ahora());
    Operation op;
    op.id = operacion;
    return faltas_de([&] {
        // PostgreSQL may ask for it once more: nothing of the attempt before is left.
        ctx.apartar([&](db::Writer& tx) {
            Context suyo{
                {.sesion = &ctx.sesion(), .reloj = &reloj, .idioma = ctx.idioma(), .remoto = ctx.remoto(), .operacion = op.id},
                &tx,
                &tx};
            parte(suyo);
            if (!suyo.cambios().empty()) write_audit(tx, suyo, op, {}, {});
        });
    });
}

std::string faltas_escritas(const std::vector<Falta>& faltas, Idioma idioma) {
    std::string lista = "[";
    for (const Falta& f : faltas) {
        if (lista.size() > 1) lista.push_back(',');
        lista += reflect::objeto("codigo", nombre(f.codigo), "campo", f.campo, "mensaje", mensaje(f.codigo, idioma), "datos",
                                 reflect::Escrito{f.datos.empty() ? "{}" : f.datos});
    }
    return lista + "]";
}

}  // namespace cacao::api
