#include "api/formatos.hpp"

#include "api/headers.hpp"
#include "api/membrete.hpp"
#include "api/tablas.hpp"
#include "db/rows.hpp"
#include "tabla/hoja.hpp"

#include <span>

namespace cacao::api {
namespace {

// Who stands at the top of every sheet.
tabla::Membrete membrete(const Context& ctx, const Operation& op) {
    auto empresa = membrete_de(ctx.db());
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

std::optional<Formato> formato_pedido(const Executable& x, std::string_view accept, bool impreso) {
    if (!x.tabular) {
        // A caller who has no preference, and nearly everyone, gets what programs read.
        constexpr std::array<std::string_view, 5> de_documento{"application/json", "application/problem+json", "application/pdf",
                                                               "application/xml", "text/xml"};
        // A browser names XML among what it takes, and takes anything: it did not ask for it.
        const std::size_t ofrecidos = accept.find("*/*") == std::string_view::npos ? 5 : 3;
        const auto cual = impreso ? preferred_type(accept, std::span{de_documento}.first(ofrecidos)) : std::nullopt;
        if (cual && *cual >= 2) return *cual == 2 ? Formato::pdf : Formato::xml;
        return accepts_json(accept) ? std::optional{Formato::json} : std::nullopt;
    }
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
