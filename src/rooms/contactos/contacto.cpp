#include "rooms/contactos/contacto.hpp"

#include "api/registros.hpp"
#include "base/sat.hpp"
#include "db/rows.hpp"
#include "engine/entorno/monedas.hpp"
#include "engine/precios/listas_precios.hpp"
#include "engine/saldos/credito.hpp"
#include "rooms/contactos/contacto_filas.hpp"

#include <algorithm>

namespace cacao {
namespace {

// Rules that no type states.
void revisar(const Contacto& c, Faltas& faltas) {
    exigir_clave(sat::regimenes_fiscales, c.regimenFiscal, "/regimenFiscal", faltas);
    exigir_clave(sat::usos_cfdi, c.usoCfdi, "/usoCfdi", faltas);
}

// Rules against other records: unique code and external reference, classifications that exist.
void revisar_unicos(const Context& ctx, const Contacto& c, Faltas& faltas) {
    std::optional<std::int64_t> con_codigo;
    std::optional<std::int64_t> con_referencia;
    auto& tx = ctx.db();
    tx.one_later(con_codigo, "SELECT entidadId FROM contacto WHERE organizacionId = $1 AND codigo = $2", ctx.organizacionId(),
                 c.codigo);
    if (!c.referenciaExterna.empty())
        tx.one_later(con_referencia, "SELECT entidadId FROM contacto WHERE organizacionId = $1 AND referenciaExterna = $2",
                     ctx.organizacionId(), c.referenciaExterna);
    tx.settle();
    duplicado_si(con_codigo, c.entidadId, "/codigo", faltas);
    duplicado_si(con_referencia, c.entidadId, "/referenciaExterna", faltas);
}

std::vector<ClasificacionDeContacto> buscar_clasificaciones(const Context& ctx, const std::vector<Id>& ids, Faltas& faltas) {
    std::vector<ClasificacionDeContacto> lista;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        const std::string campo = "/clasificaciones/" + std::to_string(i);
        const auto fila = ctx.db().one<ClasificacionDeContacto>(
            "SELECT clasificacionId, nombre FROM clasificacionContacto WHERE organizacionId = $1 AND clasificacionId = $2 AND "
            "activo = 1",
            ctx.organizacionId(), ids[i].valor);
        faltas.agregar_si(!fila, Codigo::no_encontrado, campo);
        const bool repetida = std::ranges::any_of(lista, [&](const auto& c) { return c.clasificacionId == ids[i].valor; });
        faltas.agregar_si(repetida, Codigo::duplicado, campo);
        if (fila && !repetida) lista.push_back(*fila);
    }
    return lista;
}

// What the caller should know although nothing forbids it.
void advertir(const Context& ctx, const Contacto& c) {
    const auto rfc = Rfc::leer(c.rfc);
    if (rfc && !rfc->es_generico()) {
        if (!rfc->digito_correcto()) ctx.advertir(Codigo::rfc_digito, "/rfc");
        const auto otro = ctx.db().one<std::int64_t>(
            "SELECT entidadId FROM contacto WHERE organizacionId = $1 AND rfc = $2 AND rfc <> '' AND entidadId <> $3 LIMIT 1",
            ctx.organizacionId(), c.rfc, c.entidadId);
        if (otro) ctx.advertir(Codigo::rfc_repetido, "/rfc", R"({"entidadId":)" + std::to_string(*otro) + "}");
    }
    if (sat::lleva_regimen_de_capital(c.nombreFiscal)) ctx.advertir(Codigo::nombre_fiscal_sufijo, "/nombreFiscal");
}

template <class T>
auto valor(const std::optional<T>& v) {
    return v ? *v : T{};
}

// Lists are kept as they are sent, numbered; a list replaces the one before.
void poner_adicionales(Contacto& c, const std::vector<ContactoAdicionalNuevo>& nuevos, Faltas& faltas) {
    std::vector<ContactoAdicional> lista;
    for (const auto& n : nuevos)
        lista.push_back({static_cast<std::int64_t>(lista.size()) + 1, n.nombre, valor(n.puesto), valor(n.correo),
                         valor(n.telefono), n.recibeFacturas.value_or(false), n.principal.value_or(false)});
    const auto principales = std::ranges::count_if(lista, [](const auto& a) { return a.principal; });
    faltas.agregar_si(principales > 1, Codigo::varios_principales, "/contactosAdicionales");
    c.contactoPrincipal = principal_de(lista);
    c.contactosAdicionales = reflect::guardar(lista);
}

void poner_direcciones(Contacto& c, const std::vector<DireccionNueva>& nuevas) {
    std::vector<Direccion> lista;
    for (const auto& n : nuevas)
        lista.push_back({static_cast<std::int64_t>(lista.size()) + 1,
                         std::string{reflect::enum_name(n.tipo.value_or(TipoDireccion::fiscal))}, n.calle,
                         valor(n.numeroExterior), valor(n.numeroInterior), valor(n.colonia), valor(n.municipio), valor(n.estado),
                         n.pais ? mayusculas(*n.pais) : "MEX", valor(n.codigoPostal), valor(n.referencia)});
    c.direcciones = reflect::guardar(lista);
}

void poner_cuentas(Contacto& c, const std::vector<CuentaBancariaNueva>& nuevas, Faltas& faltas) {
    std::vector<CuentaBancaria> lista;
    for (const auto& n : nuevas) {
        const CuentaBancaria cuenta{static_cast<std::int64_t>(lista.size()) + 1, n.banco,         valor(n.cuenta), valor(n.clabe),
                                    n.moneda ? mayusculas(*n.moneda) : "MXN",    valor(n.titular)};
        faltas.agregar_si(cuenta.cuenta.empty() && cuenta.clabe.empty(), Codigo::requerido,
                          "/cuentasBancarias/" + std::to_string(lista.size()) + "/clabe");
        lista.push_back(cuenta);
    }
    c.cuentasBancarias = reflect::guardar(lista);
}

// Roles in the order of the enumeration; one that is named twice is a mistake of the caller's.
std::vector<Rol> ordenados(std::vector<Rol> roles, Faltas& faltas) {
    for (std::size_t i = 0; i < roles.size(); ++i)
        faltas.agregar_si(std::find(roles.begin(), roles.begin() + static_cast<std::ptrdiff_t>(i), roles[i]) !=
                              roles.begin() + static_cast<std::ptrdiff_t>(i),
                          Codigo::duplicado, "/roles/" + std::to_string(i));
    std::ranges::sort(roles);
    return roles;
}

// What a contact becomes by the changes asked for; every fault at once.
Contacto con_cambios(Context& ctx, const Contacto& antes, const ContactoCambios& pedidos,
                     const std::optional<Texto<30, 1>>& codigo) {
    Contacto actual = antes;
    Faltas faltas;
    if (codigo) actual.codigo = *codigo;
    if (pedidos.nombre) actual.nombre = *pedidos.nombre;
    pedidos.nombreFiscal.aplicar_a(actual.nombreFiscal);
    actual.nombreFiscal = mayusculas(actual.nombreFiscal);
    if (pedidos.rfc.presente) actual.rfc = pedidos.rfc.valor ? pedidos.rfc.valor->texto() : "";
    pedidos.regimenFiscal.aplicar_a(actual.regimenFiscal);
    pedidos.codigoPostal.aplicar_a(actual.codigoPostal);
    pedidos.usoCfdi.aplicar_a(actual.usoCfdi);
    pedidos.correo.aplicar_a(actual.correo);
    pedidos.telefono.aplicar_a(actual.telefono);
    if (pedidos.roles) actual.roles = ordenados(*pedidos.roles, faltas);
    pedidos.listaPreciosId.aplicar_a(actual.listaPreciosId);
    pedidos.limiteCredito.aplicar_a(actual.limiteCredito);
    pedidos.diasCredito.aplicar_a(actual.diasCredito);
    if (pedidos.moneda) actual.moneda = mayusculas(*pedidos.moneda);
    if (pedidos.ivaFrontera) actual.ivaFrontera = *pedidos.ivaFrontera;
    if (pedidos.tratoIva) actual.tratoIva = reflect::enum_name(*pedidos.tratoIva);
    pedidos.notas.aplicar_a(actual.notas);
    pedidos.referenciaExterna.aplicar_a(actual.referenciaExterna);
    if (pedidos.activo) actual.activo = *pedidos.activo;
    if (pedidos.clasificaciones) actual.clasificaciones = buscar_clasificaciones(ctx, *pedidos.clasificaciones, faltas);
    revisar(actual, faltas);
    if (pedidos.contactosAdicionales) poner_adicionales(actual, *pedidos.contactosAdicionales, faltas);
    if (pedidos.direcciones) poner_direcciones(actual, *pedidos.direcciones);
    if (pedidos.cuentasBancarias) poner_cuentas(actual, *pedidos.cuentasBancarias, faltas);
    if (actual.listaPreciosId != antes.listaPreciosId)
        engine::exigir_lista_precios(ctx.db(), actual.listaPreciosId, "/listaPreciosId", faltas);
    revisar_unicos(ctx, actual, faltas);
    faltas.lanzar();
    return actual;
}

Contacto guardar(Context& ctx, const Contacto& antes, Contacto actual) {
    ++actual.version;
    actual.modificadoEn = ctx.ahora();
    modificar_filas(ctx.db(), antes, actual);
    ctx.auditar("Contacto", actual.entidadId, antes, actual);
    advertir(ctx, actual);
    return actual;
}

Contacto actualizar(Context& ctx, std::int64_t entidadId, const ContactoCambios& pedidos,
                    const std::optional<Texto<30, 1>>& codigo) {
    // Changes of one contact go one after the other: each sees what the one before left.
    ctx.db().lock("contacto/" + std::to_string(entidadId));
    const Contacto antes = leer_contacto(ctx.db(), entidadId);
    ctx.exigir_version(antes.version);
    return guardar(ctx, antes, con_cambios(ctx, antes, pedidos, codigo));
}

}  // namespace

Contacto crear_contacto(Context& ctx, const ContactoNuevo& pedido) {
    Faltas faltas;
    Contacto c;
    c.entidadId = ctx.db().next_id();
    c.codigo = pedido.codigo;
    c.nombre = pedido.nombre;
    c.nombreFiscal = mayusculas(valor(pedido.nombreFiscal));
    c.rfc = valor(pedido.rfc).texto();
    c.regimenFiscal = valor(pedido.regimenFiscal);
    c.codigoPostal = valor(pedido.codigoPostal);
    c.usoCfdi = valor(pedido.usoCfdi);
    c.correo = valor(pedido.correo);
    c.telefono = valor(pedido.telefono);
    c.roles = ordenados(pedido.roles, faltas);
    c.listaPreciosId = valor(pedido.listaPreciosId);
    if (pedido.limiteCredito) c.limiteCredito = *pedido.limiteCredito;
    c.diasCredito = valor(pedido.diasCredito);
    c.moneda = pedido.moneda ? mayusculas(*pedido.moneda) : engine::moneda_local(ctx.db()).moneda;
    c.ivaFrontera = valor(pedido.ivaFrontera);
    c.tratoIva = reflect::enum_name(valor(pedido.tratoIva));
    c.notas = valor(pedido.notas);
    c.referenciaExterna = valor(pedido.referenciaExterna);
    c.activo = true;
    c.version = 1;
    c.creadoEn = c.modificadoEn = ctx.ahora();
    c.clasificaciones = buscar_clasificaciones(ctx, valor(pedido.clasificaciones), faltas);
    revisar(c, faltas);
    poner_adicionales(c, valor(pedido.contactosAdicionales), faltas);
    poner_direcciones(c, valor(pedido.direcciones));
    poner_cuentas(c, valor(pedido.cuentasBancarias), faltas);
    engine::exigir_lista_precios(ctx.db(), c.listaPreciosId, "/listaPreciosId", faltas);
    revisar_unicos(ctx, c, faltas);
    faltas.lanzar();

    insertar_filas(ctx.db(), c);
    ctx.auditar_alta("Contacto", c.entidadId, c);
    advertir(ctx, c);
    return c;
}

Contacto actualizar_contacto(Context& ctx, const ContactoActualizacion& pedido) {
    return actualizar(ctx, pedido.entidadId, pedido, pedido.codigo);
}

Contacto cambiar_credito(Context& ctx, const CreditoCambio& pedido) {
    ContactoCambios cambios;
    cambios.limiteCredito = pedido.limiteCredito;
    if (pedido.diasCredito) {
        cambios.diasCredito.presente = true;
        cambios.diasCredito.valor = *pedido.diasCredito;
    }
    return actualizar(ctx, pedido.entidadId, cambios, {});
}

Contacto actualizar_contacto_por_codigo(Context& ctx, const ContactoActualizacionPorCodigo& pedido) {
    const auto entidadId = ctx.db().one<std::int64_t>("SELECT entidadId FROM contacto WHERE organizacionId = $1 AND codigo = $2",
                                                      ctx.organizacionId(), pedido.codigo);
    if (!entidadId) reject(Codigo::no_encontrado, "/codigo");
    return actualizar(ctx, *entidadId, pedido, {});
}

bool cambiar_contacto(Context& ctx, std::int64_t entidadId, const ContactoCambios& pedidos) {
    const Contacto antes = leer_contacto(ctx.db(), entidadId);
    auto actual = con_cambios(ctx, antes, pedidos, {});
    if (reflect::to_json(actual) == reflect::to_json(antes)) return false;
    guardar(ctx, antes, std::move(actual));
    return true;
}

Contacto obtener_contacto(const Context& ctx, const ContactoPedido& pedido) {
    return leer_contacto(ctx.db(), pedido.entidadId, Instantanea::termina);
}

void register_contactos(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Contactos");
    ops.add(GET, "/api/Contactos/{entidadId}", "ContactoObtener", obtener_contacto)
        .lectura_puntual()
        .rechaza({Codigo::no_encontrado});
    ops.add(PUT, "/api/Contactos/{entidadId}", "ContactoActualizar", actualizar_contacto)
        .rechaza({Codigo::no_encontrado, Codigo::duplicado, Codigo::valor_no_permitido, Codigo::varios_principales,
                  Codigo::inactivo, Codigo::version_distinta, Codigo::precondicion_fallida});
    ops.add(PUT, "/api/Contactos/{entidadId}/Credito", std::string{engine::derecho_de_credito}, cambiar_credito)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::fuera_de_rango, Codigo::version_distinta, Codigo::precondicion_fallida});
    ops.add(POST, "/api/Contactos", "ContactoCrear", crear_contacto)
        .rechaza(
            {Codigo::duplicado, Codigo::valor_no_permitido, Codigo::varios_principales, Codigo::no_encontrado, Codigo::inactivo});
    ops.add(GET, "/api/Contactos", "ContactosListar", listar_contactos)
        .rechaza({Codigo::cursor_invalido, Codigo::pagina_y_cursor, Codigo::fuera_de_rango});
    ops.add(PUT, "/api/Contactos/PorCodigo/{codigo}", "ContactoActualizarPorCodigo", actualizar_contacto_por_codigo)
        .rechaza({Codigo::no_encontrado, Codigo::duplicado, Codigo::valor_no_permitido, Codigo::varios_principales,
                  Codigo::inactivo, Codigo::version_distinta, Codigo::precondicion_fallida});
}

}  // namespace cacao
