#include "engine/emision/addendas.hpp"

#include "db/rows.hpp"
#include "reflect/decode.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace cacao::engine {
namespace {

constexpr std::size_t xml_maximo = 4 * 1024 * 1024;

std::vector<ValorGuardado> tomar(const std::vector<fiscal::CampoAddenda>& campos, const Lista<ValorDeAddenda, 200>& pedidos,
                                 fiscal::NivelCampo nivel, const std::string& lugar, Faltas& faltas) {
    std::vector<ValorGuardado> valores;
    const auto hay = [&](std::string_view nombre) {
        return std::ranges::find(valores, nombre, &ValorGuardado::nombre) != valores.end();
    };
    for (std::size_t i = 0; i < pedidos.size(); ++i) {
        const auto donde = fmt::format("{}/{}", lugar, i);
        const std::string& nombre = pedidos[i].nombre;
        const auto campo = std::ranges::find(campos, nombre, &fiscal::CampoAddenda::nombre);
        if (campo == campos.end() || campo->nivel != nivel) {
            faltas.agregar(Codigo::no_encontrado, donde + "/nombre");
            continue;
        }
        if (hay(nombre)) faltas.agregar(Codigo::duplicado, donde + "/nombre");
        else valores.push_back({nombre, pedidos[i].valor});
        fiscal::revisar_valor(*campo, pedidos[i].valor, donde + "/valor", faltas);
    }
    for (const auto& c : campos)
        if (c.requerido && c.nivel == nivel && !hay(c.nombre))
            faltas.agregar(Codigo::requerido, lugar, En::donde_sea, R"({"campo":")" + c.nombre + "\"}");
    return valores;
}

fiscal::ValoresAddenda mapa(const std::vector<ValorGuardado>& valores) {
    fiscal::ValoresAddenda m;
    for (const ValorGuardado& v : valores) m.emplace(v.nombre, v.valor);
    return m;
}

}  // namespace

std::vector<fiscal::CampoAddenda> campos_fiscales(const std::vector<CampoDeAddenda>& campos) {
    std::vector<fiscal::CampoAddenda> lista;
    // Both kinds of names stand in the same order.
    for (const CampoDeAddenda& c : campos)
        lista.push_back({c.nombre, static_cast<fiscal::TipoCampo>(c.tipo), static_cast<fiscal::NivelCampo>(c.nivel), c.longitud,
                         c.requerido, c.catalogo});
    return lista;
}

AddendaLlena llenar_addenda(const std::vector<CampoDeAddenda>& campos, const ValoresDeAddenda& pedidos, std::size_t lineas,
                            const std::string& lugar, Faltas& faltas) {
    static const Lista<ValorDeAddenda, 200> nada;
    const auto suyos = campos_fiscales(campos);
    AddendaLlena llena;
    llena.valores =
        tomar(suyos, pedidos.valores ? *pedidos.valores : nada, fiscal::NivelCampo::encabezado, lugar + "/valores", faltas);
    const std::size_t dichas = pedidos.partidas ? pedidos.partidas->size() : 0;
    faltas.agregar_si(dichas > lineas, Codigo::fuera_de_rango, lugar + "/partidas");
    for (std::size_t i = 0; i < lineas; ++i)
        llena.partidas.push_back({tomar(suyos, i < dichas ? (*pedidos.partidas)[i].valores : nada, fiscal::NivelCampo::partida,
                                        fmt::format("{}/partidas/{}/valores", lugar, i), faltas)});
    return llena;
}

std::string escribir_addenda(const std::vector<CampoDeAddenda>& campos, std::string_view plantilla, const AddendaLlena& llena) {
    Faltas faltas;
    const fiscal::PlantillaAddenda escrita{plantilla, campos_fiscales(campos), "/plantilla", faltas};
    faltas.lanzar();
    std::vector<fiscal::ValoresAddenda> partidas;
    for (const PartidaGuardada& p : llena.partidas) partidas.push_back(mapa(p.valores));
    std::string xml = escrita.escribir(mapa(llena.valores), partidas);
    if (xml.size() > xml_maximo) reject(Codigo::texto_muy_largo, "/partidas", fmt::format(R"({{"maximo":{}}})", xml_maximo));
    return xml;
}

std::int64_t guardar_addenda(Context& ctx, std::int64_t transaccionId, const FormaAddenda& forma, const AddendaLlena& llena) {
    return ctx.db()
        .one<std::int64_t>(R"(
        INSERT INTO documentoAddenda (organizacionId, transaccionId, version, addendaId, versionPlantilla, valores, usuarioId, creadoEn)
        SELECT $1, $2, COALESCE(max(d.version), 0) + 1, $3, $4, $5, $6, $7
        FROM documentoAddenda d WHERE d.organizacionId = $1 AND d.transaccionId = $2
        RETURNING version)",
                           ctx.organizacionId(), transaccionId, forma.addendaId, forma.versionPlantilla, reflect::to_json(llena),
                           ctx.usuarioId(), ctx.ahora())
        .value();
}

}  // namespace cacao::engine
