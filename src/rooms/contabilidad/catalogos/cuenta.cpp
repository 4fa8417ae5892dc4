#include "rooms/contabilidad/catalogos/cuenta.hpp"

#include "api/arbol.hpp"
#include "api/catalogo.hpp"
#include "engine/libros/flujo_efectivo.hpp"
#include "reflect/objeto.hpp"

#include <algorithm>

namespace cacao {
namespace {

constexpr Arbol arbol_de_cuentas{"cuenta", "cuentaId"};

// Three digits, and two more behind a point: 102, 102.01.
bool es_agrupador(std::string_view texto) {
    const auto digitos = [](std::string_view t) { return std::ranges::all_of(t, [](char c) { return c >= '0' && c <= '9'; }); };
    if (texto.size() == 3) return digitos(texto);
    return texto.size() == 6 && digitos(texto.substr(0, 3)) && texto[3] == '.' && digitos(texto.substr(4));
}

// Somebody who will make entries: what has these, or some, stays a leaf. Whether there is one, which the fault names.
bool impide_quien_asienta(db::Reader& tx, std::int64_t cuentaId, std::string_view campo, Faltas& faltas) {
    const auto papel = tx.one<std::string>("SELECT papel FROM cuentaPapel WHERE organizacionId = $1 AND cuentaId = $2 LIMIT 1",
                                           tx.organizacion(), cuentaId);
    if (papel) faltas.agregar(Codigo::conflicto, std::string{campo}, En::donde_sea, reflect::objeto("papel", *papel));
    return papel ||
           impide(tx, "SELECT conceptoId FROM concepto WHERE organizacionId = $1 AND cuentaId = $2 AND activo = 1 LIMIT 1",
                  cuentaId, campo, faltas) ||
           impide(
               tx,
               "SELECT cuentaBancariaId FROM cuentaBancaria WHERE organizacionId = $1 AND cuentaId = $2 AND activo = 1 LIMIT 1",
               cuentaId, campo, faltas);
}

// The account under which another one is put: there, in use by people, and without entries of its own.
void exigir_cuenta_padre(db::Reader& tx, std::int64_t cuentaId, std::int64_t padreId, Faltas& faltas) {
    if (!exigir_padre(tx, arbol_de_cuentas, cuentaId, padreId, faltas) ||
        !hay(tx, "SELECT 1 FROM cuenta WHERE organizacionId = $1 AND cuentaId = $2 AND esAcumulativa = 0", padreId))
        return;
    // What has entries is in its own way.
    if (!impide_quien_asienta(tx, padreId, "/padreId", faltas))
        impide(tx, "SELECT cuentaId FROM saldoCuenta WHERE organizacionId = $1 AND cuentaId = $2 LIMIT 1", padreId, "/padreId",
               faltas);
}

// The accounts whose numbers a number continues, nearest first: 102.01-02 continues 102.01, 102 and 100.
std::vector<std::string> numeros_que_continua(std::string codigo) {
    std::vector<std::string> numeros;
    for (auto corte = codigo.find_last_of(".-"); corte != std::string::npos; corte = codigo.find_last_of(".-")) {
        codigo.resize(corte);
        if (!codigo.empty()) numeros.push_back(codigo);
    }
    const auto digito = [](char c) { return c >= '0' && c <= '9'; };
    if (codigo.size() == 3 && std::ranges::all_of(codigo, digito) && !codigo.ends_with("00"))
        numeros.push_back(codigo.substr(0, 1) + "00");
    return numeros;
}

// Of these, the nearest that may have children; 0 where there is none.
std::int64_t padre_por_numero(db::Reader& tx, const std::string& codigo) {
    for (const std::string& numero : numeros_que_continua(codigo)) {
        const auto id = tx.one<std::int64_t>("SELECT cuentaId FROM cuenta WHERE organizacionId = $1 AND codigo = $2",
                                             tx.organizacion(), numero);
        Faltas faltas;
        if (id) exigir_cuenta_padre(tx, 0, *id, faltas);
        if (id && faltas.vacia()) return *id;
    }
    return 0;
}

void revisar_cuenta(Context& ctx, const CuentaContable* antes, const CuentaContable& c, Faltas& faltas) {
    auto& tx = ctx.db();
    if (antes == nullptr || c.padreId != antes->padreId) exigir_cuenta_padre(tx, c.cuentaId, c.padreId, faltas);
    // Of a new one that says nothing its parent's, or it is missing.
    const bool otro_agrupador = antes == nullptr ? !c.codigoAgrupador.empty() : c.codigoAgrupador != antes->codigoAgrupador;
    faltas.agregar_si(otro_agrupador && !es_agrupador(c.codigoAgrupador), Codigo::valor_no_permitido, "/codigoAgrupador");
    if (antes == nullptr) return;
    // What moved cash is told by its other accounts, month by month: an account with entries stays on its side.
    if (engine::es_efectivo(antes->codigoAgrupador) != engine::es_efectivo(c.codigoAgrupador))
        impide(tx, "SELECT cuentaId FROM saldoCuenta WHERE organizacionId = $1 AND cuentaId = $2 LIMIT 1", c.cuentaId,
               "/codigoAgrupador", faltas);
    const bool deja = antes->activo && !c.activo;
    if (!deja || !impide_quien_asienta(tx, c.cuentaId, "/activo", faltas))
        revisar_uso(tx, arbol_de_cuentas, c.cuentaId, c.padreId, {antes->activo, c.activo}, "/activo", faltas);
}

void marcar_acumulativa(db::Writer& tx, std::int64_t cuentaId, bool esAcumulativa) {
    tx.run(R"(
        UPDATE cuenta SET esAcumulativa = $3, version = version + 1
        WHERE organizacionId = $1 AND cuentaId = $2 AND esAcumulativa <> $3)",
           tx.organizacion(), cuentaId, esAcumulativa);
}

// What becomes of those above and below it; the parent it leaves may become a leaf again.
void guardar_rama(db::Writer& tx, const CuentaContable* antes, const CuentaContable& c) {
    if (engine::es_efectivo(antes == nullptr ? "" : antes->codigoAgrupador) != engine::es_efectivo(c.codigoAgrupador))
        engine::renovar_papeles(tx);
    const std::int64_t de = antes == nullptr ? 0 : antes->padreId;
    if (c.padreId == de) return;
    if (antes != nullptr) bajar(tx, arbol_de_cuentas, c.cuentaId, c.nivel - antes->nivel);
    marcar_acumulativa(tx, c.padreId, true);
    if (de != 0 && !con_hijos(tx, arbol_de_cuentas, de)) marcar_acumulativa(tx, de, false);
}

const Catalogo<CuentaContable>& catalogo_de_cuentas() {
    static const Catalogo<CuentaContable> cuentas{{.tabla = "cuenta",
                                                   .llave = "cuentaId",
                                                   .candados = {"cuentas"},  // the tree changes one step at a time
                                                   .orden = "codigo",
                                                   .unicos = {{"codigo"}}},
                                                  revisar_cuenta,
                                                  {.guardar = guardar_rama}};
    return cuentas;
}

auto con_nivel(const Context& ctx) {
    return [&](CuentaContable& c, Faltas&) {
        const auto padre = c.padreId == 0 ? std::nullopt : catalogo_de_cuentas().buscar(ctx.db(), c.padreId);
        c.nivel = padre ? padre->nivel + 1 : 1;
    };
}

}  // namespace

std::vector<CuentaContable> leer_cuentas(db::Reader& tx) { return catalogo_de_cuentas().listar(tx); }
std::vector<CuentaContable> listar_cuentas(const Context& ctx) { return catalogo_de_cuentas().listar(ctx); }

CuentaContable crear_cuenta(Context& ctx, const CuentaContableNueva& pedida) {
    return catalogo_de_cuentas().crear(ctx, pedida, {}, [&](CuentaContable& c, Faltas& faltas) {
        if (!pedida.padreId) c.padreId = padre_por_numero(ctx.db(), c.codigo);
        con_nivel(ctx)(c, faltas);
        const auto padre = c.padreId == 0 ? std::nullopt : catalogo_de_cuentas().buscar(ctx.db(), c.padreId);
        if (padre) {
            if (!pedida.naturaleza) c.naturaleza = padre->naturaleza;
            if (!pedida.tipo) c.tipo = padre->tipo;
            if (!pedida.codigoAgrupador) c.codigoAgrupador = padre->codigoAgrupador;
        }
        faltas.agregar_si(c.padreId == 0 && !pedida.naturaleza, Codigo::requerido, "/naturaleza");
        faltas.agregar_si(c.padreId == 0 && !pedida.tipo, Codigo::requerido, "/tipo");
        faltas.agregar_si(c.padreId == 0 && !pedida.codigoAgrupador, Codigo::requerido, "/codigoAgrupador");
        faltas.agregar_si(pedida.codigoAgrupador && pedida.codigoAgrupador->empty(), Codigo::valor_no_permitido,
                          "/codigoAgrupador");
    });
}

CuentaContable actualizar_cuenta(Context& ctx, const CuentaContableActualizacion& pedida) {
    return catalogo_de_cuentas().actualizar(ctx, pedida, con_nivel(ctx));
}

bool cambiar_cuenta(Context& ctx, const CuentaContableActualizacion& pedida) {
    return catalogo_de_cuentas().cambiar(ctx, pedida, con_nivel(ctx));
}

void register_cuentas(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Contabilidad");
    ops.add(GET, "/api/Contabilidad/Cuentas", "CuentasListar", listar_cuentas).nuestra();
    ops.add(POST, "/api/Contabilidad/Cuentas", "CuentaCrear", crear_cuenta)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::inactivo, Codigo::conflicto, Codigo::duplicado, Codigo::requerido,
                  Codigo::valor_no_permitido});
    ops.add(PUT, "/api/Contabilidad/Cuentas/{cuentaId}", "CuentaActualizar", actualizar_cuenta)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::inactivo, Codigo::conflicto, Codigo::duplicado, Codigo::valor_no_permitido,
                  Codigo::precondicion_fallida});
}

}  // namespace cacao
