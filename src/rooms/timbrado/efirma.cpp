#include "rooms/timbrado/efirma.hpp"

#include "api/organizacion.hpp"
#include "base/texto.hpp"
#include "db/rows.hpp"
#include "reflect/objeto.hpp"

#include <fmt/format.h>

#include <stdexcept>

namespace cacao {
namespace {

constexpr std::string_view columnas_efirma = R"(
    SELECT efirmaId, numero, rfc, nombre, desde, hasta, '' AS estado, 0 AS diasRestantes, creadoPor, creadoEn, retiradoEn
    FROM efirma WHERE organizacionId = $1)";

struct ParDeEfirma {
    std::string certificado;
    std::string llave;
};
DESCRIBE_STRUCT(ParDeEfirma, (), (certificado, llave))

void poner_estado_de_efirma(Efirma& e, Instante ahora) {
    const auto [estado, dias] = estado_de_certificado(e.hasta, e.retiradoEn.has_value(), ahora);
    e.estado = estado;
    e.diasRestantes = dias;
}

Efirma leer_efirma_guardada(db::Reader& tx, std::int64_t efirmaId, Instante ahora) {
    auto e = tx.one<Efirma>(std::string{columnas_efirma} + " AND efirmaId = $2", tx.organizacion(), efirmaId);
    reject_if(!e, Codigo::no_encontrado, "/efirmaId");
    poner_estado_de_efirma(*e, ahora);
    return std::move(*e);
}

// The one in force with that number again: a key that the key file does not open is of no use to anybody.
Efirma traer_efirma_de_nuevo(Context& ctx, const EfirmaPreparada& p) {
    auto& tx = ctx.db();
    const auto efirmaId =
        tx.one<std::int64_t>("SELECT efirmaId FROM efirma WHERE organizacionId = $1 AND numero = $2 AND retiradoEn IS NULL",
                             tx.organizacion(), p.datos.numero)
            .value();
    const auto guardado = tx.one<ParDeEfirma>("SELECT certificado, llave FROM efirma WHERE organizacionId = $1 AND efirmaId = $2",
                                              tx.organizacion(), efirmaId);
    if (p.efirmas->abre(guardado->certificado, guardado->llave))
        reject(Codigo::duplicado, "/certificado", reflect::objeto("numero", p.datos.numero));
    const auto antes = leer_efirma_guardada(tx, efirmaId, ctx.ahora());
    tx.run(R"(UPDATE efirma SET rfc = $3, nombre = $4, desde = $5, hasta = $6, certificado = $7, llave = $8
              WHERE organizacionId = $1 AND efirmaId = $2)",
           tx.organizacion(), efirmaId, p.datos.rfc, p.datos.nombre, p.datos.desde, p.datos.hasta, db::Bytes{p.certificado},
           db::Bytes{p.llave});
    auto despues = leer_efirma_guardada(tx, efirmaId, ctx.ahora());
    ctx.auditar("Efirma", efirmaId, antes, despues);
    return despues;
}

}  // namespace

bool timbrado::Efirmas::abre(const std::string& certificado, const std::string& llave) const {
    const auto abierta = sello_.open(llave);
    return abierta && std::holds_alternative<fiscal::Csd>(fiscal::Csd::de(certificado, *abierta));
}

std::optional<fiscal::Csd> timbrado::Efirmas::vigente(db::Reader& tx, Instante ahora) const {
    const auto fila = tx.one<ParDeEfirma>(R"(
        SELECT certificado, llave FROM efirma
        WHERE organizacionId = $1 AND retiradoEn IS NULL AND desde <= $2 AND hasta > $2 ORDER BY hasta DESC, efirmaId LIMIT 1)",
                                          tx.organizacion(), ahora);
    if (!fila) return std::nullopt;
    const auto llave = sello_.open(fila->llave);
    auto par = llave ? fiscal::Csd::de(fila->certificado, *llave)
                     : std::variant<fiscal::Csd, fiscal::FallaCsd>{fiscal::FallaCsd::llave_ilegible};
    if (auto* bien = std::get_if<fiscal::Csd>(&par)) return std::move(*bien);
    throw std::runtime_error("La llave de la e.firma no abre con el archivo de llave de la instalación.");
}

EfirmaPreparada preparar_efirma(const timbrado::Efirmas& efirmas, Instante ahora, const CertificadoSelloNuevo& nueva) {
    const auto leida = fiscal::Csd::leer_efirma(nueva.certificado.bytes, nueva.llave.bytes, nueva.contrasena, ahora);
    if (const auto* falla = std::get_if<fiscal::FallaCsd>(&leida)) rechazar_par(*falla);
    const auto& par = std::get<fiscal::Csd>(leida);
    const auto& c = par.certificado();
    EfirmaPreparada p;
    p.efirmas = &efirmas;
    p.datos.numero = c.numero();
    p.datos.rfc = mayusculas(c.rfc());
    p.datos.nombre = c.nombre();
    p.datos.desde = c.desde();
    p.datos.hasta = c.hasta();
    p.certificado = par.cer();
    p.llave = efirmas.sellar(par.llave());
    return p;
}

Efirma agregar_efirma(Context& ctx, const EfirmaPreparada& p) {
    auto& tx = ctx.db();
    Efirma e = p.datos;
    const auto nuestro = mayusculas(encabezado_de_organizacion(tx).rfc);
    if (e.rfc != nuestro)
        reject(Codigo::certificado_otro_rfc, "/certificado", reflect::objeto("rfc", e.rfc, "organizacion", nuestro));
    e.efirmaId = tx.next_id();
    e.creadoPor = ctx.usuarioId();
    e.creadoEn = ctx.ahora();
    const auto tocados = tx.count(R"(
        INSERT INTO efirma (organizacionId, efirmaId, numero, rfc, nombre, desde, hasta, certificado, llave, creadoPor, creadoEn)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT DO NOTHING)",
                                  tx.organizacion(), e.efirmaId, e.numero, e.rfc, e.nombre, e.desde, e.hasta,
                                  db::Bytes{p.certificado}, db::Bytes{p.llave}, e.creadoPor, e.creadoEn);
    if (tocados == 0) return traer_efirma_de_nuevo(ctx, p);
    poner_estado_de_efirma(e, ctx.ahora());
    ctx.auditar_alta("Efirma", e.efirmaId, e);
    return e;
}

std::vector<Efirma> listar_efirmas(const Context& ctx) {
    auto lista = ctx.db().all<Efirma>(std::string{columnas_efirma} + " ORDER BY hasta DESC, efirmaId", ctx.organizacionId());
    for (auto& e : lista) poner_estado_de_efirma(e, ctx.ahora());
    return lista;
}

Efirma retirar_efirma(Context& ctx, const EfirmaPedida& pedida) {
    const auto antes = leer_efirma_guardada(ctx.db(), pedida.efirmaId, ctx.ahora());
    if (antes.retiradoEn) return antes;
    // Nothing that was signed asks for the key again: it goes.
    ctx.db().run("UPDATE efirma SET retiradoEn = $3, llave = NULL WHERE organizacionId = $1 AND efirmaId = $2",
                 ctx.organizacionId(), antes.efirmaId, ctx.ahora());
    auto despues = antes;
    despues.retiradoEn = ctx.ahora();
    poner_estado_de_efirma(despues, ctx.ahora());
    ctx.auditar("Efirma", antes.efirmaId, antes, despues);
    return despues;
}

std::vector<std::string> efirmas_por_vencer(db::Reader& tx, const timbrado::Efirmas* efirmas, Instante ahora) {
    std::vector<std::string> avisos;
    for (auto& e : tx.all<Efirma>(std::string{columnas_efirma} + " AND retiradoEn IS NULL ORDER BY hasta DESC, efirmaId LIMIT 1",
                                  tx.organizacion())) {
        poner_estado_de_efirma(e, ahora);
        if (e.estado == "vencido") avisos.push_back(fmt::format("e.firma {} of {} has expired", e.numero, e.rfc));
        if (e.estado == "porVencer")
            avisos.push_back(fmt::format("e.firma {} of {} expires in {} days", e.numero, e.rfc, e.diasRestantes));
        try {
            if (efirmas != nullptr) efirmas->vigente(tx, ahora);
        } catch (const std::runtime_error&) {
            avisos.push_back(fmt::format("e.firma {} of {} is not opened by the key file: bring it again", e.numero, e.rfc));
        }
    }
    return avisos;
}

void register_efirmas(api::Operations& ops, std::shared_ptr<const timbrado::Efirmas> efirmas) {
    using enum api::Verb;
    ops.group("Timbrado");
    ops.add(GET, "/api/Efirmas", "EfirmasListar", listar_efirmas).nuestra();
    ops.add(
           POST, "/api/Efirmas", "EfirmaAgregar",
           [efirmas](const Context& ctx, const CertificadoSelloNuevo& n) { return preparar_efirma(*efirmas, ctx.ahora(), n); },
           +[](Context& ctx, const CertificadoSelloNuevo&, const EfirmaPreparada& p) { return agregar_efirma(ctx, p); })
        .nuestra()
        .con_secretos()
        .rechaza({Codigo::base64_invalido, Codigo::certificado_invalido, Codigo::certificado_de_sello,
                  Codigo::certificado_otro_rfc, Codigo::certificado_vencido, Codigo::llave_invalida, Codigo::llave_contrasena,
                  Codigo::llave_ajena, Codigo::duplicado});
    ops.add(DELETE, "/api/Efirmas/{efirmaId}", "EfirmaRetirar", retirar_efirma)
        .nuestra()
        .solo_personas()  // it signs for the company
        .rechaza({Codigo::no_encontrado});
}

}  // namespace cacao
