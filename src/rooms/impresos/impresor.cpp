#include "rooms/impresos/impresor.hpp"

#include "api/archivos.hpp"
#include "api/membrete.hpp"
#include "base/archivo.hpp"
#include "base/digest.hpp"
#include "db/conjunto.hpp"
#include "db/rows.hpp"
#include "engine/entorno/series_documento.hpp"
#include "engine/tipos/documento.hpp"
#include "engine/verbos/adjuntos.hpp"
#include "engine/verbos/archivos_xml.hpp"
#include "engine/verbos/areas.hpp"
#include "fiscal/cfdi.hpp"
#include "papel/cfdi.hpp"
#include "rooms/impresos/configuracion_impresos.hpp"
#include "rooms/impresos/documento_impreso.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace cacao {
namespace {

// Who issues, as read in a transaction; the logo is made ready for paper after it.
struct QuienImprime {
    papel::Estilo estilo;
    EncabezadoOrganizacion empresa;
    std::string logo;
};

QuienImprime quien_imprime(db::Reader& tx) {
    const auto configuracion = leer_configuracion_impresos(tx);
    QuienImprime q{estilo_de(configuracion), membrete_de(tx), {}};
    if (configuracion.conLogo) q.logo = logos_de_organizacion().bytes(tx, unico_logo);
    return q;
}

std::optional<tabla::ImagenPdf> logo_en_papel(const QuienImprime& q) {
    return q.logo.empty() ? std::nullopt : tabla::imagen_para_pdf(q.logo);
}

struct ClaveNombrada {
    std::string clave, descripcion;
};
DESCRIBE_STRUCT(ClaveNombrada, (), (clave, descripcion))

// A question for each catalog. A key that has been given two meanings has the last.
papel::NombresDeClaves nombres_de_claves(db::Reader& tx, const std::vector<papel::ClaveImpresa>& claves) {
    std::map<std::string, std::vector<std::string>> por_catalogo;
    for (const auto& [catalogo, clave] : claves) por_catalogo[catalogo].push_back(clave);
    const auto sql = fmt::format(R"(
        SELECT k.clave, k.descripcion FROM satCatalogo c
          CROSS JOIN {} f
          JOIN satClave k ON k.catalogo = c.catalogo AND k.generacion = c.generacion AND k.clave = f.clave
         WHERE c.clave = $1 ORDER BY k.desde)",
                                 db::textos_sql(tx.motor(), "clave", "$2"));
    papel::NombresDeClaves nombres;
    for (const auto& [catalogo, suyas] : por_catalogo)
        for (auto& n : tx.all<ClaveNombrada>(sql, catalogo, reflect::to_json(suyas)))
            nombres.insert_or_assign({catalogo, std::move(n.clave)}, std::move(n.descripcion));
    return nombres;
}

papel::Impresion impresion_de(const Context& ctx, const QuienImprime& q, bool propia) {
    papel::Impresion o;
    o.estilo = q.estilo;
    // What somebody else issued bears nothing of ours.
    if (propia) o.logo = logo_en_papel(q);
    else o.estilo.pie.clear();
    o.nombres = [&ctx](const std::vector<papel::ClaveImpresa>& claves) {
        papel::NombresDeClaves nombres;
        ctx.leer(ctx.organizacionId(), [&](db::Reader& tx) { nombres = nombres_de_claves(tx, claves); });
        return nombres;
    };
    return o;
}

bool es_emisor(std::string_view xml, const std::string& rfc) {
    const fiscal::Xml leido{xml};
    return leido.bien() && leido.raiz().nombre == "Comprobante" && fiscal::leer_cfdi(leido).emisor.rfc == rfc;
}

auto en_instantaneas(const Context& ctx) {
    return [&ctx](FunctionRef<void(db::Reader&)> con) { ctx.leer(ctx.organizacionId(), con); };
}

void imprimir_formulario(papel::Formulario f, const QuienImprime& q, const tabla::Salida& salida) {
    f.emisor.logo = logo_en_papel(q);
    f.emisor.nombre = q.empresa.nombre;
    if (!q.empresa.rfc.empty()) f.emisor.lineas.push_back("RFC " + q.empresa.rfc);
    if (!q.empresa.domicilio.empty()) f.emisor.lineas.push_back(q.empresa.domicilio);
    f.estilo = q.estilo;
    for (auto& t : f.tablas) papel::elegir_columnas(t, q.estilo.columnas);
    papel::imprimir(f, salida);
}

// Byte by byte as it is kept, since what was stamped is what counts; behind it the addendum.
api::Impreso xml_de(db::Reader& tx, const std::string& tipo, std::int64_t id) {
    std::string nombre, uuid;
    tx.each(
        "SELECT serie, folio, COALESCE(uuid, '') FROM documento WHERE organizacionId = $1 AND transaccionId = $2",
        [&](const db::Row& r) {
            nombre = tipo + '-' + engine::folio_texto(r.text(0), r.integer(1));
            uuid = r.text(2);
        },
        tx.organizacion(), id);
    const auto archivos = uuid.empty() ? std::vector<std::int64_t>{} : engine::xml_de_documento(tx, id);
    reject_if(archivos.empty(), Codigo::sin_xml, "/Accept");
    auto huella = std::make_shared<std::string>();
    return {std::move(nombre),
            [archivos, uuid, huella, id](const Context& fuera, const tabla::Salida& salida) {
                auto xml = engine::xml_propio(en_instantaneas(fuera), archivos, uuid);
                reject_if(xml.empty(), Codigo::sin_xml, "/Accept");
                xml = engine::xml_con_addenda(en_instantaneas(fuera), id, std::move(xml));
                *huella = hexadecimal(sha256(xml));
                salida(xml);
            },
            [huella] { return *huella; }};
}

}  // namespace

bool ImpresorDeDocumentos::imprime(const api::Operation& op) const {
    return api::es_de_documento(op) || otras_.find(op.id) != otras_.end();
}

api::Impreso ImpresorDeDocumentos::leer(const Context& ctx, const api::Operation& op, const api::Executable& x,
                                        const void* request, std::int64_t id, api::Formato formato) const {
    auto& tx = ctx.db();
    // It judges by itself who may read what.
    const bool de_cualquiera = op.id == api::lectora_de_cualquiera;
    if (de_cualquiera) x.read(op, ctx, id);
    auto q = quien_imprime(tx);
    if (const auto otra = otras_.find(op.id); otra != otras_.end()) {
        auto f = otra->second(ctx, request);
        return {op.id, [f = std::move(f), q = std::move(q)](const Context&, const tabla::Salida& salida) {
                    imprimir_formulario(f, q, salida);
                }};
    }
    const auto tipo =
        tx.one<std::string>("SELECT tipo FROM documento WHERE organizacionId = $1 AND transaccionId = $2", tx.organizacion(), id);
    reject_if(!tipo || (!de_cualquiera && std::ranges::find(op.documentos, *tipo) == op.documentos.end()), Codigo::no_encontrado,
              "/" + op.path_names().front());
    // Of a kind that another operation reads it may not read all: it says which. Point reads do, and say their last question.
    if (!de_cualquiera && !op.punto && !op.path.starts_with("/api/" + *tipo + '/')) x.read(op, ctx, id);
    if (formato == api::Formato::xml) return xml_de(tx, *tipo, id);
    auto d = leer_documento_impreso(ctx, *engine::tipo_de(*tipo), id);
    auto archivos = d.uuid.empty() ? std::vector<std::int64_t>{} : engine::xml_de_documento(tx, id);
    std::string nombre = *tipo + '-' + d.formulario.folio;
    return {std::move(nombre), [d = std::move(d), q = std::move(q), archivos = std::move(archivos)](const Context& fuera,
                                                                                                    const tabla::Salida& salida) {
                if (const auto xml = engine::xml_propio(en_instantaneas(fuera), archivos, d.uuid); !xml.empty()) {
                    auto opciones = impresion_de(fuera, q, es_emisor(xml, q.empresa.rfc));
                    opciones.cancelado = d.cancelado;
                    if (papel::imprimir_cfdi(xml, opciones, salida)) return;
                }
                imprimir_formulario(d.formulario, q, salida);
            }};
}

Contenido imprimir_archivo(const Context& ctx, const api::Operations& ops, const ArchivoPorImprimir& pedido) {
    std::optional<engine::ArchivoGuardado> archivo;
    std::string estado;
    QuienImprime q;
    ctx.leer(ctx.organizacionId(), [&](db::Reader& tx) {
        archivo = engine::leer_archivo(tx, pedido.archivoId);
        if (!archivo) return;
        q = quien_imprime(tx);
        estado = tx.one<std::string>("SELECT estado FROM documento WHERE organizacionId = $1 AND transaccionId = $2",
                                     tx.organizacion(), archivo->transaccionId)
                     .value_or("");
    });
    reject_if(!archivo, Codigo::no_encontrado, "/archivoId");
    engine::exigir_area(ctx, ops, archivo->tipoDocumento, false, "/archivoId");
    const auto nombre = archivo->nombre;
    const auto xml = api::bytes_de(std::move(archivo->contenido));
    const bool propia = es_emisor(xml, q.empresa.rfc);
    auto opciones = impresion_de(ctx, q, propia);
    opciones.cancelado = propia && estado == engine::nombre(engine::Estado::cancelado);
    auto bytes = std::make_shared<std::string>();
    const bool hecho = papel::imprimir_cfdi(xml, opciones, [&](std::string_view b) { *bytes += b; });
    reject_if(!hecho, Codigo::valor_no_permitido, "/archivoId");
    Contenido c;
    c.tipo = "application/pdf";
    c.bytes = std::move(bytes);
    c.nombre = con_extension(nombre, "pdf");
    c.en_linea = true;
    c.cache = "private, no-cache";
    return c;
}

void register_impresos(api::Operations& ops) {
    using enum api::Verb;
    ops.group("ArchivosDigitales");
    ops.add(
           GET, "/api/ArchivosDigitales/Archivo/{archivoId}/Impreso", "ArchivoImprimir",
           [&ops](const Context& ctx, const ArchivoPorImprimir& p) { return imprimir_archivo(ctx, ops, p); },
           +[](const Context&, const ArchivoPorImprimir&, const Contenido& listo) { return listo; })
        .nuestra()
        .para_todos()
        .sin_base()
        .rechaza({Codigo::no_encontrado, Codigo::permiso_denegado, Codigo::valor_no_permitido});
}

}  // namespace cacao
