#include "rooms/impuestos/diot_proveedor.hpp"

#include "api/registros.hpp"
#include "base/texto.hpp"
#include "db/rows.hpp"

#include <algorithm>
#include <array>

namespace cacao {
namespace {

// Third parties of the return, each with the operations that it knows (instructions of the file of January 2025).
struct TerceroDiot {
    std::string_view tipo;
    std::array<std::string_view, 5> operaciones;
};
constexpr std::array<TerceroDiot, 3> terceros_diot{{
    {"04", {"02", "03", "06", "08", "85"}},
    {"05", {"02", "03", "07"}},
    {"15", {"87"}},
}};
constexpr std::array<std::string_view, 4> tipos_de_tercero{"", "04", "05", "15"};
constexpr std::array<std::string_view, 8> tipos_de_operacion{"", "02", "03", "06", "07", "08", "85", "87"};
constexpr std::array<std::string_view, 7> operaciones_de_concepto{"", "02", "03", "06", "07", "08", "85"};

DiotProveedor leer_diot_proveedor(db::Reader& tx, std::int64_t entidadId) {
    const auto fila = tx.one<DiotProveedor>(R"(
        SELECT c.entidadId, COALESCE(p.tipoTercero, '') AS tipoTercero, COALESCE(p.tipoOperacion, '') AS tipoOperacion,
               COALESCE(p.idFiscal, '') AS idFiscal, COALESCE(p.pais, '') AS pais, COALESCE(p.lugar, '') AS lugar,
               COALESCE(p.efectosFiscales, 1) AS efectosFiscales, COALESCE(p.version, 0) AS version
        FROM contacto c
        LEFT JOIN proveedorDiot p ON p.organizacionId = $1 AND p.entidadId = c.entidadId
        WHERE c.organizacionId = $1 AND c.entidadId = $2)",
                                            tx.organizacion(), entidadId);
    reject_if(!fila, Codigo::no_encontrado, "/entidadId");
    return *fila;
}

DiotConcepto leer_diot_concepto(db::Reader& tx, std::int64_t conceptoId) {
    const auto fila = tx.one<DiotConcepto>(R"(
        SELECT c.conceptoId, COALESCE(k.tipoOperacion, '') AS tipoOperacion FROM concepto c
        LEFT JOIN conceptoDiot k ON k.organizacionId = $1 AND k.conceptoId = c.conceptoId
        WHERE c.organizacionId = $1 AND c.conceptoId = $2)",
                                           tx.organizacion(), conceptoId);
    reject_if(!fila, Codigo::no_encontrado, "/conceptoId");
    return *fila;
}

}  // namespace

bool operacion_de_tercero(std::string_view tipoTercero, std::string_view tipoOperacion) {
    const auto* const suyo = std::ranges::find(terceros_diot, tipoTercero, &TerceroDiot::tipo);
    return suyo != terceros_diot.end() && !tipoOperacion.empty() &&
           std::ranges::find(suyo->operaciones, tipoOperacion) != suyo->operaciones.end();
}

DiotProveedor obtener_diot_proveedor(const Context& ctx, const DiotProveedorPedido& pedido) {
    return leer_diot_proveedor(ctx.db(), pedido.entidadId);
}

DiotProveedor cambiar_diot_proveedor(Context& ctx, const DiotProveedorCambio& pedido) {
    auto& tx = ctx.db();
    tx.lock("proveedorDiot/" + std::to_string(std::int64_t{pedido.entidadId}));
    const DiotProveedor antes = leer_diot_proveedor(tx, pedido.entidadId);
    ctx.exigir_version(antes.version);
    DiotProveedor d = antes;
    if (pedido.tipoTercero) d.tipoTercero = *pedido.tipoTercero;
    if (pedido.tipoOperacion) d.tipoOperacion = *pedido.tipoOperacion;
    if (pedido.idFiscal) d.idFiscal = *pedido.idFiscal;
    if (pedido.pais) d.pais = mayusculas(*pedido.pais);
    if (pedido.lugar) d.lugar = *pedido.lugar;
    if (pedido.efectosFiscales) d.efectosFiscales = *pedido.efectosFiscales;
    Faltas faltas;
    exigir_clave(tipos_de_tercero, d.tipoTercero, "/tipoTercero", faltas);
    exigir_clave(tipos_de_operacion, d.tipoOperacion, "/tipoOperacion", faltas);
    const bool conocidas = faltas.vacia();
    faltas.agregar_si(
        conocidas && !d.tipoTercero.empty() && !d.tipoOperacion.empty() && !operacion_de_tercero(d.tipoTercero, d.tipoOperacion),
        Codigo::valor_no_permitido, "/tipoOperacion");
    faltas.agregar_si(
        !d.pais.empty() && (d.pais.size() != 3 || !std::ranges::all_of(d.pais, [](char c) { return c >= 'A' && c <= 'Z'; })),
        Codigo::caracter_no_permitido, "/pais");
    faltas.lanzar();
    d.version = antes.version + 1;
    tx.run(R"(
        INSERT INTO proveedorDiot (organizacionId, entidadId, tipoTercero, tipoOperacion, idFiscal, pais, lugar, efectosFiscales, version)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
        ON CONFLICT (organizacionId, entidadId) DO UPDATE SET tipoTercero = excluded.tipoTercero,
            tipoOperacion = excluded.tipoOperacion, idFiscal = excluded.idFiscal, pais = excluded.pais, lugar = excluded.lugar,
            efectosFiscales = excluded.efectosFiscales, version = excluded.version)",
           tx.organizacion(), d.entidadId, d.tipoTercero, d.tipoOperacion, d.idFiscal, d.pais, d.lugar, d.efectosFiscales,
           d.version);
    ctx.auditar("DiotProveedor", d.entidadId, antes, d);
    return d;
}

std::vector<DiotConcepto> listar_diot_conceptos(const Context& ctx) {
    return ctx.db().all<DiotConcepto>(
        "SELECT conceptoId, tipoOperacion FROM conceptoDiot WHERE organizacionId = $1 ORDER BY conceptoId", ctx.organizacionId());
}

DiotConcepto cambiar_diot_concepto(Context& ctx, const DiotConceptoCambio& pedido) {
    auto& tx = ctx.db();
    const DiotConcepto antes = leer_diot_concepto(tx, pedido.conceptoId);
    const DiotConcepto d{antes.conceptoId, pedido.tipoOperacion};
    Faltas faltas;
    exigir_clave(operaciones_de_concepto, d.tipoOperacion, "/tipoOperacion", faltas);
    faltas.lanzar();
    if (d.tipoOperacion.empty())
        tx.run("DELETE FROM conceptoDiot WHERE organizacionId = $1 AND conceptoId = $2", tx.organizacion(), d.conceptoId);
    else
        tx.run(R"(INSERT INTO conceptoDiot (organizacionId, conceptoId, tipoOperacion) VALUES ($1, $2, $3)
                  ON CONFLICT (organizacionId, conceptoId) DO UPDATE SET tipoOperacion = excluded.tipoOperacion)",
               tx.organizacion(), d.conceptoId, d.tipoOperacion);
    ctx.auditar("DiotConcepto", d.conceptoId, antes, d);
    return d;
}

void register_diot_proveedores(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Impuestos");
    ops.add(GET, "/api/Impuestos/Diot/Proveedores/{entidadId}", "DiotProveedorObtener", obtener_diot_proveedor)
        .nuestra()
        .rechaza({Codigo::no_encontrado});
    ops.add(PUT, "/api/Impuestos/Diot/Proveedores/{entidadId}", "DiotProveedorActualizar", cambiar_diot_proveedor)
        .nuestra()
        .rechaza(
            {Codigo::no_encontrado, Codigo::valor_no_permitido, Codigo::caracter_no_permitido, Codigo::precondicion_fallida});
    ops.add(GET, "/api/Impuestos/Diot/Conceptos", "DiotConceptosListar", listar_diot_conceptos).nuestra();
    ops.add(PUT, "/api/Impuestos/Diot/Conceptos/{conceptoId}", "DiotConceptoActualizar", cambiar_diot_concepto)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::valor_no_permitido});
}

}  // namespace cacao
