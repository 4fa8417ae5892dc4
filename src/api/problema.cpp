#include "api/problema.hpp"

#include "reflect/json_write.hpp"

#include <algorithm>

namespace cacao::api {
namespace {

std::string_view reason(int status) {
    switch (status) {
        case 400: return "Solicitud incorrecta";
        case 401: return "No autenticado";
        case 403: return "Sin permiso";
        case 404: return "No encontrado";
        case 405: return "Método no permitido";
        case 406: return "No aceptable";
        case 408: return "Tiempo agotado";
        case 409: return "Conflicto";
        case 411: return "Longitud requerida";
        case 412: return "Precondición fallida";
        case 413: return "Contenido muy grande";
        case 415: return "Tipo de contenido no soportado";
        case 422: return "Contenido no procesable";
        case 429: return "Demasiadas peticiones";
        case 431: return "Encabezados muy grandes";
        case 503: return "Servicio no disponible";
        default: return "Error interno";
    }
}

std::string_view reason_en(int status) {
    switch (status) {
        case 400: return "Bad request";
        case 401: return "Not authenticated";
        case 403: return "Forbidden";
        case 404: return "Not found";
        case 405: return "Method not allowed";
        case 406: return "Not acceptable";
        case 408: return "Request timeout";
        case 409: return "Conflict";
        case 411: return "Length required";
        case 412: return "Precondition failed";
        case 413: return "Content too large";
        case 415: return "Unsupported media type";
        case 422: return "Unprocessable content";
        case 429: return "Too many requests";
        case 431: return "Header fields too large";
        case 503: return "Service unavailable";
        default: return "Internal error";
    }
}

}  // namespace

int http_status(Codigo codigo) {
    switch (codigo) {
        case Codigo::no_autenticado:
        case Codigo::token_vencido:
        case Codigo::token_invalido:
        case Codigo::credenciales_invalidas:
        case Codigo::codigo_de_acceso_invalido: return 401;
        case Codigo::permiso_denegado:
        case Codigo::identidad_sin_enlace:
        case Codigo::enlace_invalido:
        case Codigo::enlace_vencido: return 403;
        case Codigo::ruta_inexistente: return 404;
        case Codigo::metodo_no_permitido: return 405;
        case Codigo::no_aceptable:
        case Codigo::sin_xml: return 406;
        case Codigo::tiempo_agotado: return 408;
        case Codigo::llave_en_proceso:
        case Codigo::papel_con_saldo: return 409;
        case Codigo::longitud_requerida: return 411;
        case Codigo::precondicion_fallida: return 412;
        case Codigo::cuerpo_muy_grande: return 413;
        case Codigo::tipo_de_contenido: return 415;
        case Codigo::llave_reutilizada: return 422;
        case Codigo::demasiadas_peticiones:
        case Codigo::demasiadas_conexiones:
        case Codigo::demasiados_correos:
        case Codigo::demasiados_intentos: return 429;
        case Codigo::encabezados_muy_grandes: return 431;
        case Codigo::no_disponible:
        case Codigo::proveedor_sin_respuesta:
        case Codigo::proveedor_identidad_sin_respuesta:
        case Codigo::saturado:
        case Codigo::consulta_cancelada:
        case Codigo::resultado_desconocido: return 503;
        case Codigo::interno: return 500;
        default: return 400;
    }
}

void write_faults(std::string& out, std::span<const Falta> faltas, Idioma idioma) {
    out.push_back('[');
    bool first = true;
    for (const auto& f : faltas) {
        if (!first) out.push_back(',');
        first = false;
        out.append(R"({"en":")").append(nombre(f.en)).append(R"(","campo":)");
        reflect::write_string(out, f.campo);
        out.append(R"(,"codigo":")").append(nombre(f.codigo)).append(R"(","mensaje":)");
        reflect::write_string(out, mensaje(f.codigo, idioma));
        out.append(R"(,"datos":)").append(f.datos.empty() ? "{}" : f.datos).append("}");
    }
    out.push_back(']');
}

Answer problem(int status, Codigo codigo, std::span<const Falta> faltas, Idioma idioma, std::string_view trace_id,
               std::size_t mas) {
    const auto told = faltas.first(std::min(faltas.size(), Faltas::maximo));
    mas += faltas.size() - told.size();
    Answer a;
    a.status = status;
    a.content_type = "application/problem+json";
    a.body.append(R"({"type":"/docs/plain#)").append(nombre(codigo)).append(R"(","title":")");
    a.body.append(idioma == Idioma::en ? reason_en(status) : reason(status)).append(R"(","status":)");
    a.body.append(std::to_string(status)).append(R"(,"detail":)");
    reflect::write_string(a.body, mensaje(codigo, idioma));
    a.body.append(R"(,"codigo":")").append(nombre(codigo)).append(R"(","traceId":")").append(trace_id);
    a.body.append(R"(","errores":)");
    write_faults(a.body, told, idioma);
    if (mas > 0) a.body.append(R"(,"masErrores":)").append(std::to_string(mas));
    a.body.push_back('}');
    a.headers.emplace_back("Cache-Control", "no-store");
    return a;
}

Answer problem(Codigo codigo, Idioma idioma, std::string_view trace_id) {
    return problem(http_status(codigo), codigo, {}, idioma, trace_id);
}

// Spanish unless English is asked for before it; quality values are honoured as far as the order they imply.
Idioma language_of(std::string_view accept) {
    double best_en = -1;
    double best_es = -1;
    while (!accept.empty()) {
        const auto end = std::min(accept.find(','), accept.size());
        auto item = recortado(accept.substr(0, end));
        accept.remove_prefix(std::min(end + 1, accept.size()));
        double quality = 1;
        if (const auto semicolon = item.find(";q="); semicolon != std::string_view::npos) {
            const auto digits = item.substr(semicolon + 3);
            quality = digits.starts_with("0.") && digits.size() > 2 ? (digits[2] - '0') / 10.0 : digits.starts_with('0') ? 0 : 1;
            item = item.substr(0, semicolon);
        }
        if (item.starts_with("en")) best_en = std::max(best_en, quality);
        if (item.starts_with("es")) best_es = std::max(best_es, quality);
    }
    return best_en > 0 && best_en > best_es ? Idioma::en : Idioma::es;
}

}  // namespace cacao::api
