#include "rooms/conceptos/concepto.hpp"

#include "api/registros.hpp"
#include "base/texto.hpp"
#include "db/rows.hpp"
#include "engine/tipos/cuentas.hpp"
#include "rooms/conceptos/concepto_filas.hpp"

#include <algorithm>
#include <array>

namespace cacao {
namespace {

// What is withheld of an account that the authority calls rent paid to natural persons is of rent, unless somebody says
// otherwise.
bool es_de_renta(db::Reader& tx, std::int64_t cuentaId) {
    constexpr std::array<std::string_view, 4> agrupadores{"601.45", "602.45", "603.45", "604.45"};
    const auto agrupador = tx.one<std::string>("SELECT codigoAgrupador FROM cuenta WHERE organizacionId = $1 AND cuentaId = $2",
                                               tx.organizacion(), cuentaId);
    return agrupador && std::ranges::find(agrupadores, *agrupador) != agrupadores.end();
}

void revisar(db::Reader& tx, const Concepto& c, Faltas& faltas) {
    const auto uno = [&](std::string_view sql, const auto& valor) { return tx.one<std::int64_t>(sql, tx.organizacion(), valor); };
    exigir_unico(tx, "SELECT conceptoId FROM concepto WHERE organizacionId = $1 AND codigo = $2", c.codigo, c.conceptoId,
                 "/codigo", faltas);
    faltas.agregar_si(!engine::es_clave_prod_serv(c.claveProdServ), Codigo::valor_no_permitido, "/claveProdServ");
    faltas.agregar_si(
        c.cuentaBancariaId != 0 &&
            !uno("SELECT 1 FROM cuentaBancaria WHERE organizacionId = $1 AND cuentaBancariaId = $2", c.cuentaBancariaId),
        Codigo::no_encontrado, "/cuentaBancariaId");
    faltas.agregar_si(
        c.entidadId != 0 && !uno("SELECT 1 FROM contacto WHERE organizacionId = $1 AND entidadId = $2", c.entidadId),
        Codigo::no_encontrado, "/entidadId");
}

std::string busqueda_de_concepto(const Concepto& c) { return plegado(c.codigo + ' ' + c.nombre); }

}  // namespace

Concepto crear_concepto(Context& ctx, const ConceptoNuevo& pedido) {
    auto& tx = ctx.db();
    tx.lock("cuentas");  // the leaf must not become a parent meanwhile
    Faltas faltas;
    Concepto c;
    static_cast<engine::PerfilImpuestos&>(c) = engine::perfil_inicial();
    if (es_de_renta(tx, pedido.cuentaId)) c.isrPor = reflect::enum_name(engine::MotivoIsr::arrendamiento);
    engine::aplicar_perfil(pedido, c, faltas);
    c.conceptoId = tx.next_id();
    c.codigo = pedido.codigo;
    c.nombre = pedido.nombre;
    c.cuentaId = pedido.cuentaId;
    c.claveProdServ = pedido.claveProdServ;
    c.enVenta = pedido.enVenta.value_or(false);
    c.enCompra = pedido.enCompra.value_or(false);
    c.enGasto = pedido.enGasto.value_or(false);
    c.enEgreso = pedido.enEgreso.value_or(false);
    c.enDeposito = pedido.enDeposito.value_or(false);
    if (pedido.cuentaBancariaId) c.cuentaBancariaId = *pedido.cuentaBancariaId;
    if (pedido.entidadId) c.entidadId = *pedido.entidadId;
    c.activo = true;
    c.version = 1;
    engine::exigir_cuenta_libre(tx, c.cuentaId, "/cuentaId", faltas);
    revisar(tx, c, faltas);
    faltas.lanzar();

    tx.run(R"(
        INSERT INTO concepto (organizacionId, conceptoId, codigo, nombre, cuentaId, claveProdServ, iva, ivaFrontera, iepsTasa, iepsCuota,
                              ivaRetenido, isrRetenido, enVenta, enCompra, enGasto, enEgreso, cuentaBancariaId, entidadId, busqueda,
                              activo, version, isrPor, ivaNoAcreditable, iepsAlCosto, enDeposito)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, 1, 1, $20, $21, $22, $23))",
           tx.organizacion(), c.conceptoId, c.codigo, c.nombre, c.cuentaId, c.claveProdServ, c.iva, c.ivaFrontera, c.iepsTasa,
           c.iepsCuota, c.ivaRetenido, c.isrRetenido, c.enVenta, c.enCompra, c.enGasto, c.enEgreso, c.cuentaBancariaId,
           c.entidadId, busqueda_de_concepto(c), c.isrPor, c.ivaNoAcreditable, c.iepsAlCosto, c.enDeposito);
    ctx.auditar_alta("Concepto", c.conceptoId, c);
    return c;
}

Concepto actualizar_concepto(Context& ctx, const ConceptoActualizacion& pedido) {
    auto& tx = ctx.db();
    tx.lock("cuentas");
    const auto leido =
        tx.one<Concepto>(std::string{columnas_de_concepto} + " AND conceptoId = $2", tx.organizacion(), pedido.conceptoId.valor);
    if (!leido) reject(Codigo::no_encontrado, "/conceptoId");
    const auto& antes = *leido;
    ctx.exigir_version(antes.version);
    auto c = antes;
    Faltas faltas;
    engine::aplicar_perfil(pedido, c, faltas);
    if (pedido.codigo) c.codigo = *pedido.codigo;
    if (pedido.nombre) c.nombre = *pedido.nombre;
    if (pedido.cuentaId) c.cuentaId = *pedido.cuentaId;
    if (pedido.claveProdServ) c.claveProdServ = *pedido.claveProdServ;
    if (pedido.enVenta) c.enVenta = *pedido.enVenta;
    if (pedido.enCompra) c.enCompra = *pedido.enCompra;
    if (pedido.enGasto) c.enGasto = *pedido.enGasto;
    if (pedido.enEgreso) c.enEgreso = *pedido.enEgreso;
    if (pedido.enDeposito) c.enDeposito = *pedido.enDeposito;
    pedido.cuentaBancariaId.aplicar_a(c.cuentaBancariaId);
    pedido.entidadId.aplicar_a(c.entidadId);
    if (pedido.activo) c.activo = *pedido.activo;
    // One that was switched off may have lost its account meanwhile.
    if (c.cuentaId != antes.cuentaId || (c.activo && !antes.activo))
        engine::exigir_cuenta_libre(tx, c.cuentaId, "/cuentaId", faltas);
    revisar(tx, c, faltas);
    faltas.lanzar();

    ++c.version;
    tx.run(R"(
        UPDATE concepto SET codigo = $3, nombre = $4, cuentaId = $5, claveProdServ = $6, iva = $7, ivaFrontera = $8, iepsTasa = $9,
               iepsCuota = $10, ivaRetenido = $11, isrRetenido = $12, enVenta = $13, enCompra = $14, enGasto = $15, enEgreso = $16,
               cuentaBancariaId = $17, entidadId = $18, busqueda = $19, activo = $20, version = $21,
               isrPor = $22, ivaNoAcreditable = $23, iepsAlCosto = $24, enDeposito = $25
        WHERE organizacionId = $1 AND conceptoId = $2)",
           tx.organizacion(), c.conceptoId, c.codigo, c.nombre, c.cuentaId, c.claveProdServ, c.iva, c.ivaFrontera, c.iepsTasa,
           c.iepsCuota, c.ivaRetenido, c.isrRetenido, c.enVenta, c.enCompra, c.enGasto, c.enEgreso, c.cuentaBancariaId,
           c.entidadId, busqueda_de_concepto(c), c.activo, c.version, c.isrPor, c.ivaNoAcreditable, c.iepsAlCosto, c.enDeposito);
    ctx.auditar("Concepto", c.conceptoId, antes, c);
    return c;
}

void register_conceptos(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Contabilidad");
    ops.add(GET, "/api/Conceptos", "ConceptosListar", listar_conceptos).nuestra();
    ops.add(GET, "/api/ConceptosCompra", "ConceptosCompraListar", listar_conceptos_compra)
        .rechaza({Codigo::cursor_invalido, Codigo::pagina_y_cursor});
    ops.add(GET, "/api/ConceptosGasto", "ConceptosGastoListar", listar_conceptos_gasto);
    ops.add(POST, "/api/Conceptos", "ConceptoCrear", crear_concepto)
        .nuestra()
        .rechaza({Codigo::duplicado, Codigo::no_encontrado, Codigo::inactivo, Codigo::cuenta_acumulativa,
                  Codigo::cuenta_de_control, Codigo::valor_no_permitido, Codigo::fuera_de_rango});
    ops.add(PUT, "/api/Conceptos/{conceptoId}", "ConceptoActualizar", actualizar_concepto)
        .nuestra()
        .rechaza({Codigo::duplicado, Codigo::no_encontrado, Codigo::inactivo, Codigo::cuenta_acumulativa,
                  Codigo::cuenta_de_control, Codigo::valor_no_permitido, Codigo::fuera_de_rango, Codigo::precondicion_fallida});
    ops.group("Bancos");
    ops.add(GET, "/api/Bancos/ConceptosEgreso", "ConceptosEgresoListar", listar_conceptos_egreso)
        .rechaza({Codigo::no_encontrado});
    ops.add(GET, "/api/Bancos/ConceptosDeposito", "ConceptosDepositoListar", listar_conceptos_deposito)
        .nuestra()
        .rechaza({Codigo::no_encontrado});
}

}  // namespace cacao
