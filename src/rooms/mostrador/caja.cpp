#include "rooms/mostrador/caja.hpp"

#include "api/catalogo.hpp"
#include "engine/entorno/ajustes.hpp"
#include "engine/entorno/lugares.hpp"

#include <set>

namespace cacao {
namespace {

void leer_formas_de_caja(db::Reader& tx, Caja& c) {
    c.formas = tx.all<FormaDeCaja>(
        "SELECT formaPago, cuentaBancariaId FROM cajaForma WHERE organizacionId = $1 AND cajaId = $2 ORDER BY formaPago",
        tx.organizacion(), c.cajaId);
}

void guardar_formas_de_caja(db::Writer& tx, const Caja* antes, const Caja& c) {
    if (antes != nullptr && reflect::to_json(antes->formas) == reflect::to_json(c.formas)) return;
    tx.run("DELETE FROM cajaForma WHERE organizacionId = $1 AND cajaId = $2", tx.organizacion(), c.cajaId);
    for (const FormaDeCaja& f : c.formas)
        tx.run("INSERT INTO cajaForma (organizacionId, cajaId, formaPago, cuentaBancariaId) VALUES ($1, $2, $3, $4)",
               tx.organizacion(), c.cajaId, f.formaPago, f.cuentaBancariaId);
}

void revisar_formas_de_caja(db::Reader& tx, const Caja& c, Faltas& faltas) {
    std::set<std::string> vistas;
    for (std::size_t i = 0; i < c.formas.size(); ++i) {
        const FormaDeCaja& f = c.formas[i];
        const std::string campo = "/formas/" + std::to_string(i);
        faltas.agregar_si(!vistas.insert(f.formaPago).second, Codigo::duplicado, campo + "/formaPago");
        faltas.agregar_si(f.formaPago == forma_efectivo, Codigo::valor_no_permitido, campo + "/formaPago");
        const auto hay =
            tx.one<std::int64_t>("SELECT 1 FROM formaPago WHERE organizacionId = $1 AND claveSAT = $2 AND activo = 1 LIMIT 1",
                                 tx.organizacion(), f.formaPago);
        faltas.agregar_si(!hay, Codigo::no_encontrado, campo + "/formaPago");
        exigir_activo(tx, "SELECT activo FROM cuentaBancaria WHERE organizacionId = $1 AND cuentaBancariaId = $2",
                      f.cuentaBancariaId, campo + "/cuentaBancariaId", faltas);
        faltas.agregar_si(f.cuentaBancariaId == c.cuentaBancariaId, Codigo::valor_no_permitido, campo + "/cuentaBancariaId");
    }
}

void revisar_caja(Context& ctx, const Caja* antes, const Caja& c, Faltas& faltas) {
    auto& tx = ctx.db();
    const auto cambia = [&](auto Caja::*campo) { return antes == nullptr || antes->*campo != c.*campo; };
    const bool otra_sucursal = cambia(&Caja::sucursalId);
    if (otra_sucursal) exigir_sucursal_activa(tx, c.sucursalId, faltas);
    if (otra_sucursal || cambia(&Caja::almacenId))
        engine::exigir_almacen_de_venta(tx, c.sucursalId, c.almacenId, "/almacenId", faltas);
    if (cambia(&Caja::cuentaBancariaId)) engine::exigir_cuenta_de_caja(tx, c.cuentaBancariaId, "/cuentaBancariaId", faltas);
    if (cambia(&Caja::cuentaEntregaId)) engine::exigir_cuenta_de_caja(tx, c.cuentaEntregaId, "/cuentaEntregaId", faltas);
    faltas.agregar_si(c.cuentaBancariaId == c.cuentaEntregaId, Codigo::valor_no_permitido, "/cuentaEntregaId");
    if (c.clienteId != 0 && cambia(&Caja::clienteId))
        exigir_activo(tx, "SELECT activo FROM contacto WHERE organizacionId = $1 AND entidadId = $2 AND esCliente = 1",
                      c.clienteId, "/clienteId", faltas);
    const int decimales = engine::leer_ajustes(tx).decimales;
    faltas.agregar_si(c.fondo.redondeado(decimales) != c.fondo, Codigo::demasiados_decimales, "/fondo");
    faltas.agregar_si(c.tolerancia.redondeado(decimales) != c.tolerancia, Codigo::demasiados_decimales, "/tolerancia");
    revisar_formas_de_caja(tx, c, faltas);
    // What lies in a drawer is counted by one till.
    if (c.activo)
        duplicado_si(tx.one<std::int64_t>("SELECT cajaId FROM caja WHERE organizacionId = $1 AND cuentaBancariaId = $2 AND "
                                          "activo = 1 AND cajaId <> $3",
                                          tx.organizacion(), c.cuentaBancariaId, c.cajaId),
                     c.cajaId, "/cuentaBancariaId", faltas);
    if (antes != nullptr && antes->activo && !c.activo)
        impide(tx, "SELECT transaccionId FROM turnoCaja WHERE organizacionId = $1 AND cajaId = $2 AND enCurso = 1", c.cajaId,
               "/activo", faltas);
}

const Catalogo<Caja>& catalogo_de_cajas() {
    static const Catalogo<Caja> cajas{
        {.tabla = "caja", .llave = "cajaId", .candados = {"cajas"}, .orden = "codigo", .unicos = {{"codigo"}}},
        revisar_caja,
        {.leer = leer_formas_de_caja, .guardar = guardar_formas_de_caja}};
    return cajas;
}

auto con_formas_de_caja(const std::optional<FormasDeCaja>& pedidas) {
    return [&pedidas](Caja& c, Faltas&) {
        if (!pedidas) return;
        c.formas.clear();
        for (const FormaDeCajaNueva& f : *pedidas) c.formas.push_back({std::string{f.formaPago}, f.cuentaBancariaId});
    };
}

}  // namespace

std::vector<CajaEnLista> listar_cajas(const Context& ctx, const CajasFiltro& filtro) {
    db::Where donde{ctx.organizacionId()};
    if (filtro.sucursalId) donde.add("c.sucursalId = $", filtro.sucursalId->valor);
    if (filtro.activo) donde.add(*filtro.activo ? "c.activo = 1" : "c.activo = 0");
    return ctx.db().all_with<CajaEnLista>(R"(
        SELECT c.cajaId, c.codigo, c.nombre, c.sucursalId, s.nombre AS sucursal, c.almacenId, c.cuentaBancariaId,
               c.cuentaEntregaId, c.clienteId, c.fondo, c.tolerancia,
               COALESCE((SELECT t.transaccionId FROM turnoCaja t
                         WHERE t.organizacionId = $1 AND t.cajaId = c.cajaId AND t.enCurso = 1), 0) AS turnoId,
               c.activo, c.version
        FROM caja c
        JOIN sucursal s ON s.organizacionId = $1 AND s.sucursalId = c.sucursalId
        WHERE c.organizacionId = $1)" + donde.and_sql() +
                                              " ORDER BY c.codigo",
                                          donde.params());
}

bool es_cajon_de_otra(db::Reader& tx, std::int64_t cuentaBancariaId, std::int64_t cajaId) {
    return tx
        .one<std::int64_t>(
            "SELECT 1 FROM caja WHERE organizacionId = $1 AND cuentaBancariaId = $2 AND cajaId <> $3 AND activo = 1",
            tx.organizacion(), cuentaBancariaId, cajaId)
        .has_value();
}
Caja leer_caja(db::Reader& tx, std::int64_t cajaId) { return catalogo_de_cajas().leer(tx, cajaId); }
Caja obtener_caja(const Context& ctx, const CajaPedida& pedida) { return leer_caja(ctx.db(), pedida.cajaId); }
Caja crear_caja(Context& ctx, const CajaNueva& pedida) {
    return catalogo_de_cajas().crear(ctx, pedida, {}, con_formas_de_caja(pedida.formas));
}
Caja actualizar_caja(Context& ctx, const CajaActualizacion& pedida) {
    return catalogo_de_cajas().actualizar(ctx, pedida, con_formas_de_caja(pedida.formas));
}

void register_cajas(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Mostrador");
    ops.add(GET, "/api/Mostrador/Cajas", "CajasListar", listar_cajas).nuestra();
    ops.add(GET, "/api/Mostrador/Cajas/{cajaId}", "CajaObtener", obtener_caja).nuestra().rechaza({Codigo::no_encontrado});
    ops.add(POST, "/api/Mostrador/Cajas", "CajaCrear", crear_caja)
        .nuestra()
        .rechaza({Codigo::duplicado, Codigo::no_encontrado, Codigo::inactivo, Codigo::valor_no_permitido,
                  Codigo::demasiados_decimales});
    ops.add(PUT, "/api/Mostrador/Cajas/{cajaId}", "CajaActualizar", actualizar_caja)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::duplicado, Codigo::inactivo, Codigo::valor_no_permitido, Codigo::conflicto,
                  Codigo::precondicion_fallida, Codigo::demasiados_decimales});
}

}  // namespace cacao
