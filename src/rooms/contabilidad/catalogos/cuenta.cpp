#include "rooms/contabilidad/catalogos/cuenta.hpp"

#include "api/registros.hpp"
#include "db/rows.hpp"

#include <algorithm>

namespace cacao {
namespace {

constexpr std::string_view columnas_de_cuenta = R"(
    SELECT cuentaId, codigo, nombre, padreId, nivel, naturaleza, tipo, codigoAgrupador, esAcumulativa, activo, version
    FROM cuenta WHERE organizacionId = $1)";

std::optional<CuentaContable> leer_cuenta(db::Reader& tx, std::int64_t cuentaId) {
    return tx.one<CuentaContable>(std::string{columnas_de_cuenta} + " AND cuentaId = $2", tx.organizacion(), cuentaId);
}

// Three digits, and two more behind a point: 102, 102.01.
bool es_agrupador(std::string_view texto) {
    const auto digitos = [](std::string_view t) { return std::ranges::all_of(t, [](char c) { return c >= '0' && c <= '9'; }); };
    if (texto.size() == 3) return digitos(texto);
    return texto.size() == 6 && digitos(texto.substr(0, 3)) && texto[3] == '.' && digitos(texto.substr(4));
}

// Entries, or somebody who will make some: what has these stays a leaf.
bool en_uso(db::Reader& tx, std::int64_t cuentaId) {
    return tx
        .one<std::int64_t>(R"(
            SELECT 1 WHERE EXISTS (SELECT 1 FROM cuentaPapel WHERE organizacionId = $1 AND cuentaId = $2)
                OR EXISTS (SELECT 1 FROM concepto WHERE organizacionId = $1 AND cuentaId = $2 AND activo = 1)
                OR EXISTS (SELECT 1 FROM cuentaBancaria WHERE organizacionId = $1 AND cuentaId = $2 AND activo = 1))",
                           tx.organizacion(), cuentaId)
        .has_value();
}
bool con_asientos_en_cuenta(db::Reader& tx, std::int64_t cuentaId) {
    return tx
        .one<std::int64_t>("SELECT 1 FROM saldoCuenta WHERE organizacionId = $1 AND cuentaId = $2 LIMIT 1", tx.organizacion(),
                           cuentaId)
        .has_value();
}

bool con_hijas(db::Reader& tx, std::int64_t cuentaId) {
    return tx
        .one<std::int64_t>("SELECT 1 FROM cuenta WHERE organizacionId = $1 AND padreId = $2 LIMIT 1", tx.organizacion(), cuentaId)
        .has_value();
}

// The account under which another one is put: there, in use by people, and without entries of its own.
std::optional<CuentaContable> exigir_padre(db::Reader& tx, std::int64_t padreId, Faltas& faltas) {
    auto padre = leer_cuenta(tx, padreId);
    if (!padre) {
        faltas.agregar(Codigo::no_encontrado, "/padreId");
        return padre;
    }
    faltas.agregar_si(!padre->activo, Codigo::inactivo, "/padreId");
    faltas.agregar_si(!padre->esAcumulativa && (con_asientos_en_cuenta(tx, padreId) || en_uso(tx, padreId)), Codigo::conflicto,
                      "/padreId");
    return padre;
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
        if (id && exigir_padre(tx, *id, faltas) && faltas.vacia()) return *id;
    }
    return 0;
}

void revisar_codigo(db::Reader& tx, const CuentaContable& c, Faltas& faltas) {
    exigir_unico(tx, "SELECT cuentaId FROM cuenta WHERE organizacionId = $1 AND codigo = $2", c.codigo, c.cuentaId, "/codigo",
                 faltas);
}

void revisar_agrupador(const std::optional<Texto<6>>& codigo, Faltas& faltas) {
    faltas.agregar_si(codigo && !es_agrupador(*codigo), Codigo::valor_no_permitido, "/codigoAgrupador");
}

void marcar_acumulativa(db::Writer& tx, std::int64_t cuentaId, bool esAcumulativa) {
    tx.run(R"(
        UPDATE cuenta SET esAcumulativa = $3, version = version + 1
        WHERE organizacionId = $1 AND cuentaId = $2 AND esAcumulativa <> $3)",
           tx.organizacion(), cuentaId, esAcumulativa);
}

// Whether `cuentaId` stands below `ancestro`, or is it.
bool desciende(db::Reader& tx, std::int64_t cuentaId, std::int64_t ancestro) {
    while (cuentaId != 0 && cuentaId != ancestro) {
        const auto padre = tx.one<std::int64_t>("SELECT padreId FROM cuenta WHERE organizacionId = $1 AND cuentaId = $2",
                                                tx.organizacion(), cuentaId);
        cuentaId = padre.value_or(0);
    }
    return cuentaId == ancestro;
}

// Levels of everything below an account that moved by `pasos`.
void bajar(db::Writer& tx, std::int64_t cuentaId, std::int64_t pasos) {
    tx.run(R"(
        WITH RECURSIVE rama (id) AS (
            SELECT cuentaId FROM cuenta WHERE organizacionId = $1 AND padreId = $2
            UNION ALL
            SELECT c.cuentaId FROM cuenta c JOIN rama r ON c.organizacionId = $1 AND c.padreId = r.id)
        UPDATE cuenta SET nivel = nivel + $3, version = version + 1 WHERE organizacionId = $1 AND cuentaId IN (SELECT id FROM rama))",
           tx.organizacion(), cuentaId, pasos);
}

// Puts an account under another one; the parent it leaves may become a leaf again.
void mover(Context& ctx, CuentaContable& c, std::int64_t padreId, Faltas& faltas) {
    auto& tx = ctx.db();
    std::int64_t nivel = 1;
    if (padreId != 0) {
        if (const auto padre = exigir_padre(tx, padreId, faltas)) nivel = padre->nivel + 1;
        faltas.agregar_si(desciende(tx, padreId, c.cuentaId), Codigo::conflicto, "/padreId");
    }
    c.padreId = padreId;
    c.nivel = nivel;
}

void revisar_actividad(db::Reader& tx, const CuentaContable& antes, const CuentaContable& c, Faltas& faltas) {
    if (antes.activo && !c.activo) {
        const bool hijas =
            tx.one<std::int64_t>("SELECT 1 FROM cuenta WHERE organizacionId = $1 AND padreId = $2 AND activo = 1 LIMIT 1",
                                 tx.organizacion(), c.cuentaId)
                .has_value();
        faltas.agregar_si(hijas || en_uso(tx, c.cuentaId), Codigo::conflicto, "/activo");
    }
    if (!antes.activo && c.activo && c.padreId != 0) {
        const auto padre = leer_cuenta(tx, c.padreId);
        faltas.agregar_si(padre && !padre->activo, Codigo::conflicto, "/activo");
    }
}

}  // namespace

std::vector<CuentaContable> leer_cuentas(db::Reader& tx) {
    return tx.all<CuentaContable>(std::string{columnas_de_cuenta} + " ORDER BY codigo", tx.organizacion());
}

std::vector<CuentaContable> listar_cuentas(const Context& ctx) { return leer_cuentas(ctx.db()); }

CuentaContable crear_cuenta(Context& ctx, const CuentaContableNueva& pedida) {
    auto& tx = ctx.db();
    tx.lock("cuentas");  // the tree changes one step at a time
    Faltas faltas;
    CuentaContable c;
    c.cuentaId = tx.next_id();
    c.codigo = pedida.codigo;
    c.nombre = pedida.nombre;
    c.padreId = pedida.padreId ? pedida.padreId->valor : padre_por_numero(tx, c.codigo);
    c.nivel = c.version = 1;
    c.activo = true;
    if (c.padreId != 0) {
        if (const auto padre = exigir_padre(tx, c.padreId, faltas)) {
            c.nivel = padre->nivel + 1;
            c.naturaleza = padre->naturaleza;
            c.tipo = padre->tipo;
            c.codigoAgrupador = padre->codigoAgrupador;
        }
    } else {
        faltas.agregar_si(!pedida.naturaleza, Codigo::requerido, "/naturaleza");
        faltas.agregar_si(!pedida.tipo, Codigo::requerido, "/tipo");
        faltas.agregar_si(!pedida.codigoAgrupador, Codigo::requerido, "/codigoAgrupador");
    }
    if (pedida.naturaleza) c.naturaleza = reflect::enum_name(*pedida.naturaleza);
    if (pedida.tipo) c.tipo = reflect::enum_name(*pedida.tipo);
    if (pedida.codigoAgrupador) c.codigoAgrupador = *pedida.codigoAgrupador;
    revisar_codigo(tx, c, faltas);
    revisar_agrupador(pedida.codigoAgrupador, faltas);
    faltas.lanzar();

    tx.run(R"(
        INSERT INTO cuenta (organizacionId, cuentaId, codigo, nombre, padreId, nivel, naturaleza, tipo, codigoAgrupador, esAcumulativa,
                            activo, version)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 0, 1, 1))",
           tx.organizacion(), c.cuentaId, c.codigo, c.nombre, c.padreId, c.nivel, c.naturaleza, c.tipo, c.codigoAgrupador);
    marcar_acumulativa(tx, c.padreId, true);
    ctx.auditar_alta("Cuenta", c.cuentaId, c);
    return c;
}

namespace {

// What an account becomes by the changes asked for; every fault at once.
CuentaContable con_cambios(Context& ctx, const CuentaContable& antes, const CuentaContableActualizacion& pedida) {
    auto& tx = ctx.db();
    auto c = antes;
    Faltas faltas;
    if (pedida.codigo) c.codigo = *pedida.codigo;
    if (pedida.nombre) c.nombre = *pedida.nombre;
    if (pedida.codigoAgrupador) c.codigoAgrupador = *pedida.codigoAgrupador;
    if (pedida.activo) c.activo = *pedida.activo;
    if (pedida.padreId && pedida.padreId->valor != c.padreId) mover(ctx, c, pedida.padreId->valor, faltas);
    revisar_codigo(tx, c, faltas);
    revisar_agrupador(pedida.codigoAgrupador, faltas);
    revisar_actividad(tx, antes, c, faltas);
    faltas.lanzar();
    return c;
}

CuentaContable guardar(Context& ctx, const CuentaContable& antes, CuentaContable c) {
    auto& tx = ctx.db();
    ++c.version;
    tx.run(R"(
        UPDATE cuenta SET codigo = $3, nombre = $4, padreId = $5, nivel = $6, codigoAgrupador = $7, activo = $8, version = $9
        WHERE organizacionId = $1 AND cuentaId = $2)",
           tx.organizacion(), c.cuentaId, c.codigo, c.nombre, c.padreId, c.nivel, c.codigoAgrupador, c.activo, c.version);
    if (c.padreId != antes.padreId) {
        if (c.nivel != antes.nivel) bajar(tx, c.cuentaId, c.nivel - antes.nivel);
        marcar_acumulativa(tx, c.padreId, true);
        if (!con_hijas(tx, antes.padreId)) marcar_acumulativa(tx, antes.padreId, false);
    }
    ctx.auditar("Cuenta", c.cuentaId, antes, c);
    return c;
}

CuentaContable tomar(Context& ctx, std::int64_t cuentaId) {
    ctx.db().lock("cuentas");
    auto leida = leer_cuenta(ctx.db(), cuentaId);
    if (!leida) reject(Codigo::no_encontrado, "/cuentaId");
    ctx.exigir_version(leida->version);
    return std::move(*leida);
}

}  // namespace

CuentaContable actualizar_cuenta(Context& ctx, const CuentaContableActualizacion& pedida) {
    const auto antes = tomar(ctx, pedida.cuentaId);
    return guardar(ctx, antes, con_cambios(ctx, antes, pedida));
}

bool cambiar_cuenta(Context& ctx, const CuentaContableActualizacion& pedida) {
    const auto antes = tomar(ctx, pedida.cuentaId);
    auto c = con_cambios(ctx, antes, pedida);
    if (reflect::to_json(c) == reflect::to_json(antes)) return false;
    guardar(ctx, antes, std::move(c));
    return true;
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
