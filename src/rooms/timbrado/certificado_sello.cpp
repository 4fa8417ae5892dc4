#include "rooms/timbrado/certificado_sello.hpp"

#include "api/nombre_del_emisor.hpp"
#include "api/organizacion.hpp"
#include "base/texto.hpp"
#include "db/rows.hpp"
#include "reflect/objeto.hpp"

#include <fmt/format.h>

namespace cacao {
namespace {

constexpr std::int64_t dia_de_certificado_s = 24 * 3600;
constexpr std::string_view columnas_certificado = R"(
    SELECT certificadoId, numero, rfc, nombre, desde, hasta, '' AS estado, 0 AS diasRestantes, creadoPor, creadoEn, retiradoEn
    FROM certificadoSello WHERE organizacionId = $1)";

void poner_estado_de_certificado(CertificadoSello& c, Instante ahora) {
    const auto [estado, dias] = estado_de_certificado(c.hasta, c.retiradoEn.has_value(), ahora);
    c.estado = estado;
    c.diasRestantes = dias;
}

std::pair<Codigo, std::string_view> falta_de(fiscal::FallaCsd falla) {
    switch (falla) {
        case fiscal::FallaCsd::certificado_ilegible: return {Codigo::certificado_invalido, "/certificado"};
        case fiscal::FallaCsd::no_es_de_sello: return {Codigo::certificado_efirma, "/certificado"};
        case fiscal::FallaCsd::no_es_de_efirma: return {Codigo::certificado_de_sello, "/certificado"};
        case fiscal::FallaCsd::llave_ilegible: return {Codigo::llave_invalida, "/llave"};
        case fiscal::FallaCsd::contrasena: return {Codigo::llave_contrasena, "/contrasena"};
        case fiscal::FallaCsd::llave_ajena: return {Codigo::llave_ajena, "/llave"};
        case fiscal::FallaCsd::aun_no_vigente:
        case fiscal::FallaCsd::vencido: return {Codigo::certificado_vencido, "/certificado"};
    }
    return {Codigo::interno, ""};
}

struct ParGuardado {
    std::int64_t certificadoId{};
    std::string certificado;
    std::string llave;
};
DESCRIBE_STRUCT(ParGuardado, (), (certificadoId, certificado, llave))

CertificadoSello leer_certificado(db::Reader& tx, std::int64_t certificadoId, Instante ahora) {
    auto c =
        tx.one<CertificadoSello>(std::string{columnas_certificado} + " AND certificadoId = $2", tx.organizacion(), certificadoId);
    reject_if(!c, Codigo::no_encontrado, "/certificadoId");
    poner_estado_de_certificado(*c, ahora);
    return std::move(*c);
}

// The same certificate again: with a key file that was lost the stored key is of no use to anybody, and one that was retired, by
// mistake perhaps, comes back. What is in force with a key that opens is there already.
CertificadoSello traer_de_nuevo(Context& ctx, const CertificadoPreparado& p) {
    auto& tx = ctx.db();
    const auto guardado = tx.one<ParGuardado>(
        "SELECT certificadoId, certificado, llave FROM certificadoSello WHERE organizacionId = $1 AND numero = $2",
        tx.organizacion(), p.datos.numero);
    auto antes = leer_certificado(tx, guardado->certificadoId, ctx.ahora());
    const bool abre = p.emisor->abre(guardado->certificado, guardado->llave);
    if (!antes.retiradoEn && abre) reject(Codigo::duplicado, "/certificado", reflect::objeto("numero", p.datos.numero));
    tx.run(R"(UPDATE certificadoSello SET rfc = $3, nombre = $4, desde = $5, hasta = $6, certificado = $7, llave = $8,
                     retiradoEn = NULL
              WHERE organizacionId = $1 AND certificadoId = $2)",
           tx.organizacion(), antes.certificadoId, p.datos.rfc, p.datos.nombre, p.datos.desde, p.datos.hasta,
           db::Bytes{p.certificado}, db::Bytes{p.llave});
    auto despues = leer_certificado(tx, antes.certificadoId, ctx.ahora());
    ctx.auditar("CertificadoSello", antes.certificadoId, antes, despues);
    return despues;
}

}  // namespace

std::pair<EstadoCertificado, std::int64_t> estado_de_certificado(Instante hasta, bool sin_uso, Instante ahora) {
    const std::int64_t resta = hasta.segundos() - ahora.segundos();
    const std::int64_t dias = resta > 0 ? resta / dia_de_certificado_s : 0;
    using enum EstadoCertificado;
    if (sin_uso) return {retirado, dias};
    return {resta <= 0 ? vencido : dias < aviso_de_vencimiento_dias ? porVencer : vigente, dias};
}

void rechazar_par(fiscal::FallaCsd falla) {
    const auto [codigo, campo] = falta_de(falla);
    reject(codigo, std::string{campo});
}

CertificadoPreparado preparar_certificado(const timbrado::Emisor& emisor, const fiscal::Csd& csd) {
    const auto& c = csd.certificado();
    CertificadoPreparado p;
    p.emisor = &emisor;
    p.datos.numero = c.numero();
    p.datos.rfc = mayusculas(c.rfc());
    p.datos.nombre = c.nombre();
    p.datos.desde = c.desde();
    p.datos.hasta = c.hasta();
    p.certificado = csd.cer();
    p.llave = emisor.sellar(csd.llave());
    return p;
}

CertificadoPreparado preparar_certificado(const timbrado::Emisor& emisor, Instante ahora, const CertificadoSelloNuevo& nuevo) {
    const auto leido = fiscal::Csd::leer(nuevo.certificado.bytes, nuevo.llave.bytes, nuevo.contrasena, ahora);
    if (const auto* falla = std::get_if<fiscal::FallaCsd>(&leido)) rechazar_par(*falla);
    return preparar_certificado(emisor, std::get<fiscal::Csd>(leido));
}

CertificadoSello agregar_certificado(Context& ctx, const CertificadoPreparado& p) {
    auto& tx = ctx.db();
    CertificadoSello c = p.datos;
    const auto nuestro = mayusculas(encabezado_de_organizacion(tx).rfc);
    if (c.rfc != nuestro)
        reject(Codigo::certificado_otro_rfc, "/certificado", reflect::objeto("rfc", c.rfc, "organizacion", nuestro));
    c.certificadoId = tx.next_id();
    c.creadoPor = ctx.usuarioId();
    c.creadoEn = ctx.ahora();
    const auto tocados = tx.count(R"(
        INSERT INTO certificadoSello (organizacionId, certificadoId, numero, rfc, nombre, desde, hasta, certificado, llave, creadoPor, creadoEn)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT DO NOTHING)",
                                  tx.organizacion(), c.certificadoId, c.numero, c.rfc, c.nombre, c.desde, c.hasta,
                                  db::Bytes{p.certificado}, db::Bytes{p.llave}, c.creadoPor, c.creadoEn);
    if (tocados == 0) return traer_de_nuevo(ctx, p);
    poner_estado_de_certificado(c, ctx.ahora());
    ctx.auditar_alta("CertificadoSello", c.certificadoId, c);
    return c;
}

std::vector<CertificadoSello> listar_certificados(const Context& ctx) {
    auto lista = ctx.db().all<CertificadoSello>(std::string{columnas_certificado} + " ORDER BY hasta DESC, certificadoId",
                                                ctx.organizacionId());
    for (auto& c : lista) poner_estado_de_certificado(c, ctx.ahora());
    return lista;
}

CertificadoSello retirar_certificado(Context& ctx, const CertificadoSelloPedido& pedido) {
    const auto antes = leer_certificado(ctx.db(), pedido.certificadoId, ctx.ahora());
    if (antes.retiradoEn) return antes;
    ctx.db().run("UPDATE certificadoSello SET retiradoEn = $3 WHERE organizacionId = $1 AND certificadoId = $2",
                 ctx.organizacionId(), antes.certificadoId, ctx.ahora());
    auto despues = antes;
    despues.retiradoEn = ctx.ahora();
    poner_estado_de_certificado(despues, ctx.ahora());
    ctx.auditar("CertificadoSello", antes.certificadoId, antes, despues);
    return despues;
}

std::vector<std::string> certificados_por_vencer(db::Reader& tx, Instante ahora) {
    std::vector<std::string> avisos;
    auto lista = tx.all<CertificadoSello>(
        std::string{columnas_certificado} + " AND retiradoEn IS NULL ORDER BY hasta DESC, certificadoId LIMIT 1",
        tx.organizacion());
    for (auto& c : lista) {
        poner_estado_de_certificado(c, ahora);
        if (c.estado == "vencido") avisos.push_back(fmt::format("certificate {} of {} has expired", c.numero, c.rfc));
        if (c.estado == "porVencer")
            avisos.push_back(fmt::format("certificate {} of {} expires in {} days", c.numero, c.rfc, c.diasRestantes));
    }
    return avisos;
}

std::vector<std::string> certificados_cerrados(db::Reader& tx, const timbrado::Emisor& emisor, Instante ahora) {
    std::vector<std::string> avisos;
    for (const auto& c : tx.all<CertificadoSello>(
             std::string{columnas_certificado} + " AND retiradoEn IS NULL AND hasta > $2 ORDER BY hasta DESC, certificadoId",
             tx.organizacion(), ahora)) {
        const auto par = tx.one<ParGuardado>(
            "SELECT certificadoId, certificado, llave FROM certificadoSello WHERE organizacionId = $1 AND certificadoId = $2",
            tx.organizacion(), c.certificadoId);
        if (!emisor.abre(par->certificado, par->llave))
            avisos.push_back(fmt::format("certificate {} of {} is not opened by the key file: bring it again (`cacao seal add`)",
                                         c.numero, c.rfc));
    }
    return avisos;
}

void register_certificados_sello(api::Operations& ops, std::shared_ptr<const timbrado::Emisor> emisor) {
    using enum api::Verb;
    ops.group("Timbrado");
    ops.add(GET, "/api/CertificadosSello", "CertificadosSelloListar", listar_certificados).nuestra();
    ops.add(
           POST, "/api/CertificadosSello", "CertificadoSelloAgregar",
           [emisor](const Context& ctx, const CertificadoSelloNuevo& n) { return preparar_certificado(*emisor, ctx.ahora(), n); },
           +[](Context& ctx, const CertificadoSelloNuevo&, const CertificadoPreparado& p) {
               auto c = agregar_certificado(ctx, p);
               api::advertir_nombre_del_emisor(ctx, "/certificado");
               return c;
           })
        .nuestra()
        .con_secretos()
        .rechaza({Codigo::base64_invalido, Codigo::certificado_invalido, Codigo::certificado_efirma, Codigo::certificado_otro_rfc,
                  Codigo::certificado_vencido, Codigo::llave_invalida, Codigo::llave_contrasena, Codigo::llave_ajena,
                  Codigo::duplicado});
    ops.add(DELETE, "/api/CertificadosSello/{certificadoId}", "CertificadoSelloRetirar", retirar_certificado)
        .nuestra()
        .solo_personas()  // it signs for the company
        .rechaza({Codigo::no_encontrado});
}

}  // namespace cacao
