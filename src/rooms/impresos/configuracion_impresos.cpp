#include "rooms/impresos/configuracion_impresos.hpp"

#include "base/texto.hpp"
#include "db/rows.hpp"
#include "reflect/objeto.hpp"

#include <algorithm>

namespace cacao {
namespace {

struct FilaDeImpresos {
    std::string color;
    bool conLogo{};
    Guardado<std::vector<ColumnaImpresa>> columnas;
    std::string pie;
    std::int64_t version{};
};
DESCRIBE_STRUCT(FilaDeImpresos, (), (color, conLogo, columnas, pie, version))

}  // namespace

ConfiguracionImpresos leer_configuracion_impresos(db::Reader& tx) {
    auto fila = tx.one<FilaDeImpresos>(
        "SELECT color, conLogo, columnas, pie, version FROM configuracionImpresos WHERE organizacionId = $1", tx.organizacion());
    if (!fila) return {};
    return {std::move(fila->color), fila->conLogo, reflect::recuperar(fila->columnas), std::move(fila->pie), fila->version};
}

ConfiguracionImpresos obtener_configuracion_impresos(const Context& ctx) { return leer_configuracion_impresos(ctx.db()); }

ConfiguracionImpresos cambiar_configuracion_impresos(Context& ctx, const ConfiguracionImpresosCambio& pedida) {
    auto& tx = ctx.db();
    tx.lock("configuracionImpresos");
    const auto antes = leer_configuracion_impresos(tx);
    ctx.exigir_version(antes.version);
    auto c = antes;
    Faltas faltas;
    if (pedida.color) c.color = mayusculas(*pedida.color);
    faltas.agregar_si(!papel::leer_color(c.color), Codigo::valor_no_permitido, "/color");
    if (pedida.conLogo) c.conLogo = *pedida.conLogo;
    if (pedida.columnas) {
        c.columnas.assign(pedida.columnas->begin(), pedida.columnas->end());
        for (std::size_t i = 0; i < c.columnas.size(); ++i)
            faltas.agregar_si(std::find(c.columnas.begin(), c.columnas.begin() + static_cast<std::ptrdiff_t>(i), c.columnas[i]) !=
                                  c.columnas.begin() + static_cast<std::ptrdiff_t>(i),
                              Codigo::duplicado, "/columnas/" + std::to_string(i));
        // They stand in the order of the paper, whatever the order in which they were named.
        std::ranges::sort(c.columnas);
    }
    if (pedida.pie) c.pie = *pedida.pie;
    faltas.lanzar();
    ++c.version;
    tx.run(R"(
        INSERT INTO configuracionImpresos (organizacionId, color, conLogo, columnas, pie, version) VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT (organizacionId) DO UPDATE SET color = excluded.color, conLogo = excluded.conLogo, columnas = excluded.columnas,
            pie = excluded.pie, version = excluded.version)",
           tx.organizacion(), c.color, c.conLogo, reflect::to_json(c.columnas), c.pie, c.version);
    ctx.auditar("ConfiguracionImpresos", tx.organizacion(), antes, c);
    return c;
}

papel::Estilo estilo_de(const ConfiguracionImpresos& c) {
    papel::Estilo e;
    if (const auto color = papel::leer_color(c.color)) e.color = *color;
    e.pie = c.pie;
    e.columnas.emplace();
    for (const auto columna : c.columnas) e.columnas->emplace_back(reflect::enum_name(columna));
    return e;
}

void register_configuracion_impresos(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Impresos");
    ops.add(GET, "/api/Impresos/Configuracion", "ConfiguracionImpresosObtener", obtener_configuracion_impresos).nuestra();
    ops.add(PUT, "/api/Impresos/Configuracion", "ConfiguracionImpresosCambiar", cambiar_configuracion_impresos)
        .nuestra()
        .rechaza({Codigo::valor_no_permitido, Codigo::duplicado, Codigo::precondicion_fallida});
}

}  // namespace cacao
