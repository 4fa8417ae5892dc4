#include "rooms/productos/producto.hpp"

#include "api/registros.hpp"
#include "db/rows.hpp"
#include "engine/entorno/claves_sat.hpp"
#include "engine/existencia/cuenta_existencia.hpp"
#include "reflect/objeto.hpp"
#include "rooms/productos/componentes.hpp"
#include "rooms/productos/producto_filas.hpp"

#include <algorithm>

namespace cacao {
namespace {

template <class T>
auto valor(const std::optional<T>& v) {
    return v ? *v : T{};
}

struct UnidadElegida {
    std::string codigo;
    std::string claveUnidad;
    bool activo{};
};
DESCRIBE_STRUCT(UnidadElegida, (), (codigo, claveUnidad, activo))

void poner_unidad(db::Reader& tx, Producto& p, std::int64_t unidadMedidaId, Faltas& faltas) {
    const auto unidad = tx.one<UnidadElegida>(
        "SELECT codigo, claveUnidad, activo FROM unidadMedida WHERE organizacionId = $1 AND unidadMedidaId = $2",
        tx.organizacion(), unidadMedidaId);
    p.unidadMedidaId = unidadMedidaId;
    faltas.agregar_si(!unidad, Codigo::no_encontrado, "/unidadMedidaId");
    faltas.agregar_si(unidad && !unidad->activo, Codigo::inactivo, "/unidadMedidaId");
    if (!unidad) return;
    p.unidad = unidad->codigo;
    p.claveUnidad = unidad->claveUnidad;
}

// Goods lie on the account of their class, and have none of their own that would go on with them.
void exigir_misma_cuenta(db::Reader& tx, const Producto& antes, const Producto& p, Faltas& faltas) {
    if (const auto lugar = engine::existencia_que_cambia(tx, p.productoId, antes.clasificacionId, p.clasificacionId))
        faltas.agregar(Codigo::papel_con_saldo, "/clasificacionId", En::donde_sea,
                       reflect::objeto("almacenId", lugar->almacenId, "cuentaId", lugar->cuentaId));
}

// A classification or grouper that is given now must be there and in use; one that the product has already may be neither.
void exigir_clasificacion(db::Reader& tx, const Producto& p, Faltas& faltas) {
    exigir_activo(tx, "SELECT activo FROM clasificacionProducto WHERE organizacionId = $1 AND clasificacionId = $2",
                  p.clasificacionId, "/clasificacionId", faltas);
}
void exigir_agrupador(db::Reader& tx, const Producto& p, Faltas& faltas) {
    exigir_activo(tx, "SELECT activo FROM agrupadorServicio WHERE organizacionId = $1 AND agrupadorServicioId = $2",
                  p.agrupadorServicioId, "/agrupadorServicioId", faltas);
}

// Rules over the whole product, however it came to be so. `pedidos`: the components that were sent, faulty ones included.
void revisar_producto(db::Writer& tx, const Producto& p, const std::optional<Lista<ComponenteNuevo, 200>>& pedidos,
                      Faltas& faltas) {
    const bool simple = pedidos ? pedidos->empty() : p.componentes.empty();
    const bool es_kit = p.tipo == reflect::enum_name(TipoProducto::kit);
    const bool es_bien = p.tipo == reflect::enum_name(TipoProducto::producto);
    faltas.agregar_si(es_kit && simple, Codigo::lista_vacia, "/componentes");
    faltas.agregar_si(!es_kit && !simple, Codigo::valor_no_permitido, "/componentes");
    faltas.agregar_si(!es_bien && p.seguimiento != reflect::enum_name(SeguimientoProducto::ninguno), Codigo::valor_no_permitido,
                      "/seguimiento");
    faltas.agregar_si(p.toleranciaEntrega > Tasa::de_enteros(1), Codigo::fuera_de_rango, "/toleranciaEntrega");
    faltas.agregar_si(!engine::es_clave_prod_serv(p.claveProdServ), Codigo::valor_no_permitido, "/claveProdServ");
    tx.lock_shared("codigosBarras");
    std::optional<std::int64_t> con_codigo;
    std::optional<std::int64_t> con_referencia;
    tx.one_later(con_codigo, "SELECT productoId FROM producto WHERE organizacionId = $1 AND codigo = $2", tx.organizacion(),
                 p.codigo);
    if (!p.referenciaExterna.empty())
        tx.one_later(con_referencia, "SELECT productoId FROM producto WHERE organizacionId = $1 AND referenciaExterna = $2",
                     tx.organizacion(), p.referenciaExterna);
    std::optional<std::int64_t> escaneado;
    tx.one_later(escaneado, "SELECT productoId FROM codigoBarras WHERE organizacionId = $1 AND codigo = $2", tx.organizacion(),
                 p.codigo);
    tx.settle();
    duplicado_si(con_codigo ? con_codigo : escaneado, p.productoId, "/codigo", faltas);
    duplicado_si(con_referencia, p.productoId, "/referenciaExterna", faltas);
}

// A code stands on a unit that the product has.
void exigir_unidades_de_codigos(const Producto& p, Faltas& faltas) {
    for (const CodigoBarras& c : p.codigosBarras)
        if (c.unidadMedidaId != 0 &&
            std::ranges::find(p.unidades, c.unidadMedidaId, &UnidadDeProducto::unidadMedidaId) == p.unidades.end())
            return faltas.agregar(Codigo::conflicto, "/unidades", En::donde_sea, reflect::objeto("codigo", c.codigo));
}

// Stock was counted, valued and followed by these; as soon as there is any, or ever was, they stay.
void revisar_fijos(db::Reader& tx, const Producto& antes, const Producto& p, Faltas& faltas) {
    if (p.tipo == antes.tipo && p.unidadMedidaId == antes.unidadMedidaId && p.seguimiento == antes.seguimiento &&
        p.metodoCosto == antes.metodoCosto)
        return;
    const bool movido = tx.one<std::int64_t>(R"(
            SELECT 1 WHERE EXISTS (SELECT 1 FROM existencia WHERE organizacionId = $1 AND productoId = $2)
                OR EXISTS (SELECT 1 FROM movimiento WHERE organizacionId = $1 AND productoId = $2)
                OR EXISTS (SELECT 1 FROM lote WHERE organizacionId = $1 AND productoId = $2))",
                                             tx.organizacion(), p.productoId)
                            .has_value();
    if (!movido) return;
    faltas.agregar_si(p.tipo != antes.tipo, Codigo::estado_invalido, "/tipo");
    faltas.agregar_si(p.unidadMedidaId != antes.unidadMedidaId, Codigo::estado_invalido, "/unidadMedidaId");
    faltas.agregar_si(p.seguimiento != antes.seguimiento, Codigo::estado_invalido, "/seguimiento");
    faltas.agregar_si(p.metodoCosto != antes.metodoCosto, Codigo::estado_invalido, "/metodoCosto");
}

constexpr std::string_view kit_activo_con = R"(
    SELECT k.productoId FROM productoComponente c
    JOIN producto k ON k.organizacionId = c.organizacionId AND k.productoId = c.productoId AND k.activo = 1
    WHERE c.organizacionId = $1 AND c.componenteId = $2 LIMIT 1)";

// A document with such a key would be refused; the product itself may be kept, and corrected later.
void advertir_clave_de_producto(const Context& ctx, const Producto& p) {
    if (engine::clave_sat_sin_vigencia(ctx.db(), "ClavesProducto", p.claveProdServ, ctx.hoy()))
        ctx.advertir(Codigo::clave_sat_sin_vigencia, "/claveProdServ");
}

// Changes of one product go one after the other: each sees what the one before left.
Producto tomar(Context& ctx, std::int64_t productoId) {
    ctx.db().lock("producto/" + std::to_string(productoId));
    auto p = leer_producto(ctx.db(), productoId);
    ctx.exigir_version(p.version);
    return p;
}

Producto guardar_producto(Context& ctx, const Producto& antes, Producto p) {
    ++p.version;
    p.modificadoEn = ctx.ahora();
    modificar_producto(ctx.db(), antes, p);
    ctx.auditar("Producto", p.productoId, antes, p);
    return p;
}

// What a product becomes by the changes asked for; every fault at once.
Producto con_cambios(Context& ctx, const Producto& antes, const ProductoActualizacion& pedido) {
    auto& tx = ctx.db();
    auto p = antes;
    Faltas faltas;
    engine::aplicar_perfil(pedido, p, faltas);
    if (pedido.codigo) p.codigo = *pedido.codigo;
    if (pedido.nombre) p.nombre = *pedido.nombre;
    pedido.descripcion.aplicar_a(p.descripcion);
    if (pedido.tipo) p.tipo = reflect::enum_name(*pedido.tipo);
    pedido.numeroParte.aplicar_a(p.numeroParte);
    if (pedido.unidadMedidaId && pedido.unidadMedidaId->valor != p.unidadMedidaId)
        poner_unidad(tx, p, *pedido.unidadMedidaId, faltas);
    pedido.clasificacionId.aplicar_a(p.clasificacionId);
    if (p.clasificacionId != antes.clasificacionId) {
        exigir_clasificacion(tx, p, faltas);
        exigir_misma_cuenta(tx, antes, p, faltas);
    }
    pedido.agrupadorServicioId.aplicar_a(p.agrupadorServicioId);
    if (p.agrupadorServicioId != antes.agrupadorServicioId) exigir_agrupador(tx, p, faltas);
    if (pedido.seguimiento) p.seguimiento = reflect::enum_name(*pedido.seguimiento);
    if (pedido.metodoCosto) p.metodoCosto = reflect::enum_name(*pedido.metodoCosto);
    if (pedido.claveProdServ) p.claveProdServ = *pedido.claveProdServ;
    pedido.precio.aplicar_a(p.precio);
    pedido.peso.aplicar_a(p.peso);
    pedido.volumen.aplicar_a(p.volumen);
    pedido.toleranciaEntrega.aplicar_a(p.toleranciaEntrega);
    pedido.referenciaExterna.aplicar_a(p.referenciaExterna);
    if (pedido.activo) p.activo = *pedido.activo;
    if (pedido.componentes) p.componentes = revisar_componentes(tx, p.productoId, *pedido.componentes, faltas);
    if (pedido.unidades) p.unidades = revisar_unidades(tx, p.unidadMedidaId, *pedido.unidades, faltas);
    if (pedido.codigosBarras) p.codigosBarras = revisar_codigos_barras(tx, p, *pedido.codigosBarras, faltas);
    else exigir_unidades_de_codigos(p, faltas);
    revisar_producto(tx, p, pedido.componentes, faltas);
    revisar_fijos(tx, antes, p, faltas);
    if (antes.activo && !p.activo) impide(tx, kit_activo_con, p.productoId, "/activo", faltas);
    faltas.lanzar();
    if (p.claveProdServ != antes.claveProdServ) advertir_clave_de_producto(ctx, p);
    return p;
}

}  // namespace

Producto crear_producto(Context& ctx, const ProductoNuevo& pedido) {
    auto& tx = ctx.db();
    Faltas faltas;
    Producto p;
    static_cast<engine::PerfilImpuestos&>(p) = engine::perfil_inicial();
    engine::aplicar_perfil(pedido, p, faltas);
    p.productoId = tx.next_id();
    p.codigo = pedido.codigo;
    p.nombre = pedido.nombre;
    p.descripcion = valor(pedido.descripcion);
    p.tipo = reflect::enum_name(pedido.tipo.value_or(TipoProducto::producto));
    p.numeroParte = valor(pedido.numeroParte);
    p.clasificacionId = valor(pedido.clasificacionId);
    p.agrupadorServicioId = valor(pedido.agrupadorServicioId);
    p.seguimiento = reflect::enum_name(pedido.seguimiento.value_or(SeguimientoProducto::ninguno));
    p.metodoCosto = reflect::enum_name(pedido.metodoCosto.value_or(MetodoCosto::promedio));
    p.claveProdServ = pedido.claveProdServ;
    p.precio = valor(pedido.precio);
    p.peso = valor(pedido.peso);
    p.volumen = valor(pedido.volumen);
    p.toleranciaEntrega = valor(pedido.toleranciaEntrega);
    p.referenciaExterna = valor(pedido.referenciaExterna);
    p.activo = true;
    p.version = 1;
    p.creadoEn = p.modificadoEn = ctx.ahora();
    poner_unidad(tx, p, pedido.unidadMedidaId, faltas);
    exigir_clasificacion(tx, p, faltas);
    exigir_agrupador(tx, p, faltas);
    if (pedido.componentes) p.componentes = revisar_componentes(tx, p.productoId, *pedido.componentes, faltas);
    if (pedido.unidades) p.unidades = revisar_unidades(tx, p.unidadMedidaId, *pedido.unidades, faltas);
    if (pedido.codigosBarras) p.codigosBarras = revisar_codigos_barras(tx, p, *pedido.codigosBarras, faltas);
    revisar_producto(tx, p, pedido.componentes, faltas);
    faltas.lanzar();

    insertar_producto(tx, p);
    advertir_clave_de_producto(ctx, p);
    ctx.auditar_alta("Producto", p.productoId, p);
    return p;
}

Producto actualizar_producto(Context& ctx, const ProductoActualizacion& pedido) {
    const auto antes = tomar(ctx, pedido.productoId);
    return guardar_producto(ctx, antes, con_cambios(ctx, antes, pedido));
}

bool cambiar_producto(Context& ctx, const ProductoActualizacion& pedido) {
    const auto antes = leer_producto(ctx.db(), pedido.productoId);
    auto p = con_cambios(ctx, antes, pedido);
    if (reflect::to_json(p) == reflect::to_json(antes)) return false;
    guardar_producto(ctx, antes, std::move(p));
    return true;
}

Producto cambiar_numero_parte(Context& ctx, const NumeroParteCambio& pedido) {
    const auto antes = tomar(ctx, pedido.productoId);
    auto p = antes;
    p.numeroParte = pedido.numeroParte;
    return guardar_producto(ctx, antes, std::move(p));
}

Producto obtener_producto(const Context& ctx, const ProductoPedido& pedido) {
    return leer_producto(ctx.db(), pedido.productoId, true);
}

void register_productos(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Productos");
    ops.add(GET, "/api/Productos/{productoId}", "ProductoObtener", obtener_producto)
        .lectura_puntual()
        .rechaza({Codigo::no_encontrado});
    ops.add(GET, "/api/Productos", "ProductosListar", listar_productos)
        .rechaza({Codigo::cursor_invalido, Codigo::pagina_y_cursor, Codigo::fuera_de_rango});
    ops.add(POST, "/api/Productos", "ProductoCrear", crear_producto)
        .rechaza({Codigo::duplicado, Codigo::no_encontrado, Codigo::inactivo, Codigo::valor_no_permitido, Codigo::fuera_de_rango,
                  Codigo::lista_vacia, Codigo::regla_incumplida, Codigo::unidad_no_convertible, Codigo::kit_muy_grande});
    ops.add(PUT, "/api/Productos/{productoId}", "ProductoActualizar", actualizar_producto)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::duplicado, Codigo::inactivo, Codigo::valor_no_permitido, Codigo::fuera_de_rango,
                  Codigo::lista_vacia, Codigo::regla_incumplida, Codigo::unidad_no_convertible, Codigo::estado_invalido,
                  Codigo::conflicto, Codigo::kit_muy_grande, Codigo::papel_con_saldo, Codigo::version_distinta,
                  Codigo::precondicion_fallida});
    ops.add(PUT, "/api/Productos/NumeroParte/{productoId}", "ProductoNumeroParte", cambiar_numero_parte)
        .rechaza({Codigo::no_encontrado, Codigo::version_distinta, Codigo::precondicion_fallida});
}

}  // namespace cacao
