#include "rooms/contabilidad/catalogos/cuenta_papel.hpp"

#include "db/rows.hpp"
#include "engine/existencia/cuenta_existencia.hpp"
#include "engine/tipos/cuentas.hpp"
#include "engine/tipos/documento.hpp"
#include "reflect/objeto.hpp"

namespace cacao {
namespace {

struct CuentaElegida {
    std::string codigo;
    std::string nombre;
    bool esAcumulativa{};
    bool activo{};
};
DESCRIBE_STRUCT(CuentaElegida, (), (codigo, nombre, esAcumulativa, activo))

// As the table says it: '' for everything.
std::string_view texto(AmbitoDePapel ambito) {
    return ambito == AmbitoDePapel::general ? std::string_view{} : reflect::enum_name(ambito);
}

bool existe(db::Reader& tx, AmbitoDePapel ambito, std::int64_t id) {
    const auto hay = [&](std::string_view sql) { return tx.one<std::int64_t>(sql, tx.organizacion(), id).has_value(); };
    switch (ambito) {
        case AmbitoDePapel::general: return true;
        case AmbitoDePapel::contacto: return hay("SELECT 1 FROM contacto WHERE organizacionId = $1 AND entidadId = $2");
        case AmbitoDePapel::almacen: return hay("SELECT 1 FROM almacen WHERE organizacionId = $1 AND almacenId = $2");
        case AmbitoDePapel::clasificacion:
            return hay("SELECT 1 FROM clasificacionProducto WHERE organizacionId = $1 AND clasificacionId = $2");
    }
    return false;
}

// Whether a concept or a bank account posts there: a control account takes nothing but what its documents say.
bool usada_aparte(db::Reader& tx, std::int64_t cuentaId, Faltas& faltas) {
    return impide(tx, "SELECT conceptoId FROM concepto WHERE organizacionId = $1 AND cuentaId = $2 AND activo = 1 LIMIT 1",
                  cuentaId, "/cuentaId", faltas) ||
           impide(tx, "SELECT cuentaBancariaId FROM cuentaBancaria WHERE organizacionId = $1 AND cuentaId = $2 LIMIT 1", cuentaId,
                  "/cuentaId", faltas);
}

// The parts that it carries besides this one, or did.
std::vector<engine::Cuenta> otros_papeles(db::Reader& tx, engine::Cuenta papel, std::int64_t cuentaId) {
    std::vector<engine::Cuenta> otros;
    tx.each(
        "SELECT papel FROM cuentaPapelHistoria WHERE organizacionId = $1 AND cuentaId = $2 ORDER BY papel",
        [&](const db::Row& r) {
            if (const auto otro = engine::papel_de(r.text(0)); otro && *otro != papel) otros.push_back(*otro);
        },
        tx.organizacion(), cuentaId);
    return otros;
}

// Parts share an account unless one of them is proved by its balance, which does not say what it is of two, or one waits for what
// the other ends as.
void revisar_compartida(db::Reader& tx, engine::Cuenta papel, std::int64_t cuentaId, Faltas& faltas) {
    for (const engine::Cuenta otro : otros_papeles(tx, papel, cuentaId)) {
        const bool control = engine::es_de_control(papel) || engine::es_de_control(otro);
        if (!control && !engine::son_opuestos(papel, otro)) continue;
        faltas.agregar(control ? Codigo::cuenta_de_control : Codigo::papel_opuesto, "/cuentaId", En::donde_sea,
                       reflect::objeto("papel", engine::nombre(otro)));
        return;
    }
}

// What has no document behind it that says where it was posted, goods and costs that are to be shared out, is cleared on the
// account that plays the part: while there is any, that one stays.
void exigir_sin_saldo(db::Reader& tx, engine::Cuenta papel, const engine::MapaCuentas& antes, const CuentaDePapel& anterior) {
    if (papel == engine::Cuenta::inventario) {
        if (const auto lugar = engine::existencia_que_cambia(tx, antes, engine::cuentas_de(tx, 0)))
            reject(Codigo::papel_con_saldo, "/cuentaId",
                   reflect::objeto("almacenId", lugar->almacenId, "cuentaId", lugar->cuentaId));
        return;
    }
    if (papel != engine::Cuenta::gastos_por_distribuir || anterior.cuentaId == 0) return;
    const auto saldo = tx.one<Importe>(R"(SELECT CAST(COALESCE(SUM(cargos - abonos), 0) AS BIGINT) FROM saldoCuenta
                                          WHERE organizacionId = $1 AND cuentaId = $2)",
                                       tx.organizacion(), anterior.cuentaId)
                           .value_or(Importe{});
    if (!saldo.es_cero())
        reject(Codigo::papel_con_saldo, "/cuentaId", reflect::objeto("cuentaId", anterior.cuentaId, "saldo", saldo));
}

// A part, a scope and its record that fit each other.
void revisar_ambito(const Context& ctx, const CuentaDePapelNueva& p, AmbitoDePapel ambito, std::int64_t ambitoId,
                    Faltas& faltas) {
    faltas.agregar_si(!engine::papel_de(p.papel), Codigo::valor_no_permitido, "/papel");
    if (ambito == AmbitoDePapel::general) {
        faltas.agregar_si(ambitoId != 0, Codigo::valor_no_permitido, "/ambitoId");
        faltas.agregar_si(p.cuentaId == 0, Codigo::requerido, "/cuentaId");
    } else if (ambitoId == 0) {
        faltas.agregar(Codigo::requerido, "/ambitoId");
    } else {
        faltas.agregar_si(!existe(ctx.db(), ambito, ambitoId), Codigo::no_encontrado, "/ambitoId");
    }
}

}  // namespace

std::vector<CuentaDePapel> listar_cuentas_papel(const Context& ctx) {
    auto lista = ctx.db().all<CuentaDePapel>(R"(
        SELECT p.papel, p.ambito, p.ambitoId, p.cuentaId, c.codigo, c.nombre FROM cuentaPapel p
        JOIN cuenta c ON c.organizacionId = p.organizacionId AND c.cuentaId = p.cuentaId
        WHERE p.organizacionId = $1 ORDER BY p.papel, p.ambito, p.ambitoId)",
                                             ctx.organizacionId());
    for (auto& fila : lista)
        if (fila.ambito.empty()) fila.ambito = reflect::enum_name(AmbitoDePapel::general);
    return lista;
}

CuentaDePapel asignar_cuenta_papel(Context& ctx, const CuentaDePapelNueva& pedida) {
    auto& tx = ctx.db();
    tx.lock("cuentas");  // the leaf must not become a parent meanwhile
    const auto ambito = pedida.ambito.value_or(AmbitoDePapel::general);
    const std::int64_t ambitoId = pedida.ambitoId ? pedida.ambitoId->valor : 0;
    Faltas faltas;
    revisar_ambito(ctx, pedida, ambito, ambitoId, faltas);
    CuentaDePapel nueva{pedida.papel, std::string{reflect::enum_name(ambito)}, ambitoId, pedida.cuentaId, {}, {}};
    auto antes = nueva;
    antes.cuentaId = tx.one<std::int64_t>(R"(
        SELECT cuentaId FROM cuentaPapel WHERE organizacionId = $1 AND papel = $2 AND ambito = $3 AND ambitoId = $4)",
                                          tx.organizacion(), nueva.papel, texto(ambito), ambitoId)
                         .value_or(0);
    if (pedida.cuentaId != 0) {
        const auto cuenta = tx.one<CuentaElegida>(
            "SELECT codigo, nombre, esAcumulativa, activo FROM cuenta WHERE organizacionId = $1 AND cuentaId = $2",
            tx.organizacion(), nueva.cuentaId);
        faltas.agregar_si(!cuenta, Codigo::no_encontrado, "/cuentaId");
        faltas.agregar_si(cuenta && !cuenta->activo, Codigo::inactivo, "/cuentaId");
        faltas.agregar_si(cuenta && cuenta->esAcumulativa, Codigo::cuenta_acumulativa, "/cuentaId");
        const auto papel = engine::papel_de(pedida.papel);
        const bool aparte = papel && engine::es_de_control(*papel) && usada_aparte(tx, nueva.cuentaId, faltas);
        if (!aparte && papel && nueva.cuentaId != antes.cuentaId) revisar_compartida(tx, *papel, nueva.cuentaId, faltas);
        if (cuenta) {
            nueva.codigo = cuenta->codigo;
            nueva.nombre = cuenta->nombre;
        }
    }
    faltas.lanzar();

    const auto cuentas_antes = engine::cuentas_de(tx, 0);
    if (nueva.cuentaId == 0)
        tx.run("DELETE FROM cuentaPapel WHERE organizacionId = $1 AND papel = $2 AND ambito = $3 AND ambitoId = $4",
               tx.organizacion(), nueva.papel, texto(ambito), ambitoId);
    else {
        tx.run(R"(
            INSERT INTO cuentaPapel (organizacionId, papel, ambito, ambitoId, cuentaId) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (organizacionId, papel, ambito, ambitoId) DO UPDATE SET cuentaId = $5)",
               tx.organizacion(), nueva.papel, texto(ambito), ambitoId, nueva.cuentaId);
        // Whoever compares the part with the books counts what is posted here from now on, and what the account before this
        // carries.
        tx.run(R"(
            INSERT INTO cuentaPapelHistoria (organizacionId, papel, cuentaId, desde)
            SELECT $1, $2, $3, CASE WHEN EXISTS (SELECT 1 FROM saldoCuenta s WHERE s.organizacionId = $1 AND s.cuentaId = $3)
                                    THEN $4 ELSE 0 END
            WHERE NOT EXISTS (SELECT 1 FROM cuentaPapelHistoria h
                              WHERE h.organizacionId = $1 AND h.papel = $2 AND h.cuentaId = $3))",
               tx.organizacion(), nueva.papel, nueva.cuentaId, ctx.ahora());
    }
    if (nueva.cuentaId != antes.cuentaId) exigir_sin_saldo(tx, *engine::papel_de(nueva.papel), cuentas_antes, antes);
    engine::renovar_papeles(tx);
    ctx.auditar("CuentaPapel", nueva.cuentaId != 0 ? nueva.cuentaId : antes.cuentaId, antes, nueva);
    return nueva;
}

void register_cuentas_papel(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Contabilidad");
    ops.add(GET, "/api/Contabilidad/CuentasPapel", "CuentasPapelListar", listar_cuentas_papel).nuestra();
    ops.add(PUT, "/api/Contabilidad/CuentasPapel", "CuentaPapelAsignar", asignar_cuenta_papel)
        .nuestra()
        .rechaza({Codigo::valor_no_permitido, Codigo::requerido, Codigo::no_encontrado, Codigo::inactivo,
                  Codigo::cuenta_acumulativa, Codigo::conflicto, Codigo::cuenta_de_control, Codigo::papel_opuesto,
                  Codigo::papel_con_saldo});
}

}  // namespace cacao
