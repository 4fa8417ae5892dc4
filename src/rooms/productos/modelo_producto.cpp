#include "rooms/productos/modelo_producto.hpp"

#include "api/catalogo.hpp"
#include "reflect/objeto.hpp"
#include "rooms/productos/producto_filas.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace cacao {
namespace {

using Valores = std::vector<std::string>;

struct AtributoFila {
    std::string nombre;
    Guardado<Valores> valores;
};
DESCRIBE_STRUCT(AtributoFila, (), (nombre, valores))

void leer_atributos(db::Reader& tx, ModeloProducto& m) {
    m.atributos.clear();
    for (const auto& f : tx.all<AtributoFila>(
             "SELECT nombre, valores FROM modeloAtributo WHERE organizacionId = $1 AND modeloId = $2 ORDER BY lugar",
             tx.organizacion(), m.modeloId))
        m.atributos.push_back({f.nombre, reflect::recuperar(f.valores)});
}

void guardar_atributos(db::Writer& tx, const ModeloProducto* antes, const ModeloProducto& m) {
    if (antes != nullptr && reflect::to_json(antes->atributos) == reflect::to_json(m.atributos)) return;
    tx.run("DELETE FROM modeloAtributo WHERE organizacionId = $1 AND modeloId = $2", tx.organizacion(), m.modeloId);
    for (std::size_t i = 0; i < m.atributos.size(); ++i)
        tx.run("INSERT INTO modeloAtributo (organizacionId, modeloId, lugar, nombre, valores) VALUES ($1, $2, $3, $4, $5)",
               tx.organizacion(), m.modeloId, static_cast<std::int64_t>(i + 1), m.atributos[i].nombre,
               reflect::to_json(m.atributos[i].valores));
}

// Variants hang on what there was: attributes stay, in their order, and no value goes.
void exigir_los_de_antes(const ModeloProducto& antes, const ModeloProducto& m, Faltas& faltas) {
    faltas.agregar_si(antes.atributos.size() != m.atributos.size(), Codigo::estado_invalido, "/atributos");
    for (std::size_t i = 0; i < std::min(antes.atributos.size(), m.atributos.size()); ++i) {
        const std::string campo = "/atributos/" + std::to_string(i);
        faltas.agregar_si(antes.atributos[i].nombre != m.atributos[i].nombre, Codigo::estado_invalido, campo + "/nombre");
        for (const std::string& v : antes.atributos[i].valores)
            if (std::ranges::find(m.atributos[i].valores, v) == m.atributos[i].valores.end())
                faltas.agregar(Codigo::estado_invalido, campo + "/valores", En::donde_sea, reflect::objeto("valor", v));
    }
}

void revisar_modelo(Context& ctx, const ModeloProducto* antes, const ModeloProducto& m, Faltas& faltas) {
    auto& tx = ctx.db();
    if (antes == nullptr || antes->productoId != m.productoId) {
        exigir_activo(tx, "SELECT activo FROM producto WHERE organizacionId = $1 AND productoId = $2", m.productoId,
                      "/productoId", faltas);
        // A kit is made of its parts, which a variant would have others of.
        const auto kit =
            tx.one<std::int64_t>("SELECT 1 FROM producto WHERE organizacionId = $1 AND productoId = $2 AND tipo = 'kit'",
                                 tx.organizacion(), m.productoId);
        faltas.agregar_si(kit.has_value(), Codigo::valor_no_permitido, "/productoId");
    }
    std::set<std::string> nombres;
    for (std::size_t i = 0; i < m.atributos.size(); ++i) {
        const std::string campo = "/atributos/" + std::to_string(i);
        faltas.agregar_si(!nombres.insert(m.atributos[i].nombre).second, Codigo::duplicado, campo + "/nombre");
        std::set<std::string> valores;
        for (std::size_t k = 0; k < m.atributos[i].valores.size(); ++k)
            faltas.agregar_si(!valores.insert(m.atributos[i].valores[k]).second, Codigo::duplicado,
                              campo + "/valores/" + std::to_string(k));
    }
    if (antes == nullptr) return;
    const auto hay = tx.one<std::int64_t>("SELECT 1 FROM varianteProducto WHERE organizacionId = $1 AND modeloId = $2 LIMIT 1",
                                          tx.organizacion(), m.modeloId);
    if (hay) exigir_los_de_antes(*antes, m, faltas);
}

const Catalogo<ModeloProducto>& catalogo_de_modelos() {
    static const Catalogo<ModeloProducto> modelos{{.tabla = "modeloProducto",
                                                   .llave = "modeloId",
                                                   .candados = {"modelosProducto"},
                                                   .orden = "codigo",
                                                   .unicos = {{"codigo"}}},
                                                  revisar_modelo,
                                                  {.leer = leer_atributos, .guardar = guardar_atributos}};
    return modelos;
}

auto con_atributos(const AtributosDeModelo* pedidos) {
    return [pedidos](ModeloProducto& m, Faltas&) {
        if (pedidos == nullptr) return;
        m.atributos.clear();
        for (const AtributoDeModeloNuevo& a : *pedidos)
            m.atributos.push_back({std::string{a.nombre}, Valores(a.valores.begin(), a.valores.end())});
    };
}

constexpr std::size_t mas_de_una_vez = 500;

// Every combination of the values, the last attribute changing first.
std::vector<Valores> todas_las_combinaciones(const ModeloProducto& m) {
    std::vector<Valores> r{{}};
    for (const AtributoDeModelo& a : m.atributos) {
        std::vector<Valores> mas;
        for (const Valores& v : r)
            for (const std::string& valor : a.valores) {
                mas.push_back(v);
                mas.back().push_back(valor);
            }
        r = std::move(mas);
    }
    return r;
}

std::vector<Valores> combinaciones_pedidas(const ModeloProducto& m, const VariantesNuevas& p, Faltas& faltas) {
    std::vector<Valores> r;
    for (std::size_t i = 0; i < p.combinaciones->size(); ++i) {
        const auto& pedida = (*p.combinaciones)[i];
        const std::string campo = "/combinaciones/" + std::to_string(i);
        Valores valores(pedida.begin(), pedida.end());
        if (valores.size() != m.atributos.size()) {
            faltas.agregar(Codigo::valor_no_permitido, campo, En::cuerpo, reflect::objeto("atributos", m.atributos.size()));
            continue;
        }
        for (std::size_t k = 0; k < valores.size(); ++k)
            faltas.agregar_si(std::ranges::find(m.atributos[k].valores, valores[k]) == m.atributos[k].valores.end(),
                              Codigo::no_encontrado, campo + "/" + std::to_string(k));
        if (std::ranges::find(r, valores) == r.end()) r.push_back(std::move(valores));
    }
    return r;
}

struct VarianteFila {
    std::int64_t productoId = 0;
    std::string codigo;
    std::string nombre;
    Guardado<Valores> valores;
    Precio precio;
    Cantidad existencia;
    bool activo = false;
};
DESCRIBE_STRUCT(VarianteFila, (), (productoId, codigo, nombre, valores, precio, existencia, activo))

std::vector<VarianteDeProducto> leer_variantes(db::Reader& tx, std::int64_t modeloId) {
    std::vector<VarianteDeProducto> r;
    for (VarianteFila& f : tx.all<VarianteFila>(R"(
             SELECT p.productoId, p.codigo, p.nombre, v.valores, p.precio,
                    COALESCE((SELECT CAST(SUM(x.cantidad) AS BIGINT) FROM existencia x
                              WHERE x.organizacionId = $1 AND x.productoId = p.productoId), 0) AS existencia, p.activo
             FROM varianteProducto v
             JOIN producto p ON p.organizacionId = $1 AND p.productoId = v.productoId
             WHERE v.organizacionId = $1 AND v.modeloId = $2 ORDER BY p.productoId)",
                                                tx.organizacion(), modeloId))
        r.push_back({f.productoId, std::move(f.codigo), std::move(f.nombre), reflect::recuperar(f.valores), f.precio,
                     f.existencia, f.activo});
    return r;
}

// Like the pattern in all but what names it.
std::int64_t hacer_variante(Context& ctx, const ModeloProducto& m, const Producto& patron, const Valores& valores,
                            const std::string& campo) {
    Producto p = patron;
    p.productoId = ctx.db().next_id();
    p.codigo = fmt::format("{}-{}", m.codigo, fmt::join(valores, "-"));
    p.nombre = fmt::format("{} {}", m.nombre, fmt::join(valores, " "));
    p.referenciaExterna.clear();
    p.numeroParte.clear();
    p.codigosBarras.clear();
    p.activo = true;
    p.version = 1;
    p.creadoEn = p.modificadoEn = ctx.ahora();
    reject_if(p.codigo.size() > 50, Codigo::texto_muy_largo, campo);
    const auto otro = ctx.db().one<std::int64_t>(R"(
        SELECT productoId FROM producto WHERE organizacionId = $1 AND codigo = $2
        UNION ALL SELECT productoId FROM codigoBarras WHERE organizacionId = $1 AND codigo = $2 LIMIT 1)",
                                                 ctx.organizacionId(), p.codigo);
    if (otro) reject(Codigo::duplicado, campo, reflect::objeto("codigo", p.codigo, "id", *otro));
    insertar_producto(ctx.db(), p);
    ctx.auditar_alta("Producto", p.productoId, p);
    ctx.db().run("INSERT INTO varianteProducto (organizacionId, productoId, modeloId, valores) VALUES ($1, $2, $3, $4)",
                 ctx.organizacionId(), p.productoId, m.modeloId, reflect::to_json(valores));
    return p.productoId;
}

}  // namespace

std::vector<ModeloProductoEnLista> listar_modelos(const Context& ctx) {
    return ctx.db().all<ModeloProductoEnLista>(R"(
        SELECT m.modeloId, m.codigo, m.nombre, m.productoId,
               (SELECT COUNT(*) FROM varianteProducto v WHERE v.organizacionId = $1 AND v.modeloId = m.modeloId) AS variantes,
               m.activo, m.version
        FROM modeloProducto m WHERE m.organizacionId = $1 ORDER BY m.codigo)",
                                               ctx.organizacionId());
}

ModeloProducto obtener_modelo(const Context& ctx, const ModeloProductoPedido& pedido) {
    return catalogo_de_modelos().leer(ctx.db(), pedido.modeloId);
}
ModeloProducto crear_modelo(Context& ctx, const ModeloProductoNuevo& pedido) {
    return catalogo_de_modelos().crear(ctx, pedido, {}, con_atributos(&pedido.atributos));
}
ModeloProducto actualizar_modelo(Context& ctx, const ModeloProductoActualizacion& pedido) {
    return catalogo_de_modelos().actualizar(ctx, pedido, con_atributos(pedido.atributos ? &*pedido.atributos : nullptr));
}

std::vector<VarianteDeProducto> listar_variantes(const Context& ctx, const ModeloProductoPedido& pedido) {
    return leer_variantes(ctx.db(), obtener_modelo(ctx, pedido).modeloId);
}

std::vector<VarianteDeProducto> crear_variantes(Context& ctx, const VariantesNuevas& p) {
    auto& tx = ctx.db();
    tx.lock("modelosProducto");
    const ModeloProducto m = catalogo_de_modelos().leer(tx, p.modeloId);
    reject_if(!m.activo, Codigo::inactivo, "/modeloId");
    Faltas faltas;
    auto combinaciones = p.combinaciones ? combinaciones_pedidas(m, p, faltas) : todas_las_combinaciones(m);
    faltas.lanzar();
    std::set<Valores> hay;
    for (const VarianteDeProducto& v : leer_variantes(tx, m.modeloId)) hay.insert(v.valores);
    std::erase_if(combinaciones, [&](const Valores& v) { return hay.contains(v); });
    if (combinaciones.size() > mas_de_una_vez)
        reject(Codigo::fuera_de_rango, "/combinaciones", reflect::objeto("maximo", mas_de_una_vez, "hay", combinaciones.size()));
    const Producto patron = leer_producto(tx, m.productoId);
    for (const Valores& v : combinaciones) hacer_variante(ctx, m, patron, v, "/combinaciones");
    return leer_variantes(tx, m.modeloId);
}

void register_modelos_producto(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Productos");
    ops.add(GET, "/api/Productos/Modelos", "ModelosProductoListar", listar_modelos).nuestra();
    ops.add(GET, "/api/Productos/Modelos/{modeloId}", "ModeloProductoObtener", obtener_modelo)
        .nuestra()
        .rechaza({Codigo::no_encontrado});
    ops.add(POST, "/api/Productos/Modelos", "ModeloProductoCrear", crear_modelo)
        .nuestra()
        .rechaza({Codigo::duplicado, Codigo::no_encontrado, Codigo::inactivo, Codigo::valor_no_permitido});
    ops.add(PUT, "/api/Productos/Modelos/{modeloId}", "ModeloProductoActualizar", actualizar_modelo)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::duplicado, Codigo::inactivo, Codigo::valor_no_permitido, Codigo::estado_invalido,
                  Codigo::precondicion_fallida});
    ops.add(GET, "/api/Productos/Modelos/{modeloId}/Variantes", "VariantesProductoListar", listar_variantes)
        .nuestra()
        .rechaza({Codigo::no_encontrado});
    ops.add(POST, "/api/Productos/Modelos/{modeloId}/Variantes", "VariantesProductoCrear", crear_variantes)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::inactivo, Codigo::valor_no_permitido, Codigo::duplicado, Codigo::fuera_de_rango,
                  Codigo::texto_muy_largo});
}

}  // namespace cacao
