#include "api/formatos.hpp"

#include "api/headers.hpp"
#include "api/organizacion.hpp"
#include "api/tablas.hpp"
#include "db/rows.hpp"
#include "tabla/hoja.hpp"

namespace cacao::api {
namespace {

// Who stands at the top of every sheet: what the organization calls itself, its RFC and its address, or that of its first branch
// that has one.
tabla::Membrete membrete(const Context& ctx, const Operation& op) {
    auto& tx = ctx.db();
    auto empresa = encabezado_de_organizacion(tx);
    if (empresa.domicilio.empty())
        empresa.domicilio = tx.one<std::string>(R"(
            SELECT direccion || CASE WHEN codigoPostal = '' THEN '' ELSE ', C.P. ' || codigoPostal END FROM sucursal
            WHERE organizacionId = $1 AND activo = 1 AND direccion <> '' ORDER BY sucursalId LIMIT 1)",
                                                ctx.organizacionId())
                                .value_or("");
    return {std::move(empresa.nombre), std::move(empresa.rfc), std::move(empresa.domicilio), op.id, ctx.hoy()};
}

std::unique_ptr<tabla::Hoja> hoja_de(Formato formato, tabla::Salida salida, tabla::Membrete membrete) {
    switch (formato) {
        case Formato::xlsx: return tabla::hoja_xlsx(std::move(salida), std::move(membrete));
        case Formato::pdf: return tabla::hoja_pdf(std::move(salida), std::move(membrete));
        default: return tabla::hoja_csv(std::move(salida), std::move(membrete));
    }
}

}  // namespace

std::optional<Formato> formato_pedido(const Executable& x, std::string_view accept) {
    if (!x.tabular) return accepts_json(accept) ? std::optional{Formato::json} : std::nullopt;
    const auto cual = preferred_type(accept, tipos_de_formato);
    return cual ? std::optional{static_cast<Formato>(*cual)} : std::nullopt;
}

Outcome escribir_tabla(Formato formato, const Context& ctx, const Operation& op, const Executable& x, const void* request,
                       const std::shared_ptr<Spool>& spool) {
    Outcome out;
    const auto hoja = hoja_de(
        formato, [&](std::string_view bytes) { spool->write(bytes); }, membrete(ctx, op));
    if (x.tabla) x.tabla(ctx, request, *hoja);
    else llenar_tabla(ctx, op, x, request, *hoja);
    hoja->terminar();
    spool->finish();
    if (spool->has_file()) out.file = spool;
    else out.body = spool->take();
    out.content_type = tipos_de_formato[static_cast<std::size_t>(formato)];
    if (formato == Formato::csv) out.content_type += "; charset=utf-8";
    constexpr std::array<std::string_view, 4> extensiones{".json", ".xlsx", ".csv", ".pdf"};
    out.archivo = hoja->archivo() + std::string{extensiones[static_cast<std::size_t>(formato)]};
    return out;
}

}  // namespace cacao::api
