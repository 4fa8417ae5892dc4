#pragma once
// The authority's service of consultation, on this machine: answers what a test says of each document, or fails as it is told to.
// It keeps what it was asked.

#include "support/servidor.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cacao::test {

struct DichoSat {
    std::string codigo = "S - Comprobante obtenido satisfactoriamente.";
    std::string estado = "Vigente";
    std::string cancelacion = {};
    std::string efos = "200";
    std::string cancelable = "Cancelable con aceptación";
};

// What a question names a document by: ?re=…&rr=…&tt=…&id=…&fe=…
struct Expresion {
    std::string re, rr, tt, id, fe;
};

class Autoridad {
public:
    enum class Modo { contesta, error_500, calla, basura, inmensa, otro_documento, cuelga };
    // What is known of a document elsewhere (to who cancels it); nothing: what the test says of all.
    using Sabe = std::function<std::optional<DichoSat>(const Expresion&)>;

    std::string url() const { return servidor_.url("/ConsultaCFDIService.svc"); }
    void modo(Modo m) {
        const std::lock_guard lock{mutex_};
        modo_ = m;
    }
    // Of every document that is asked for from here on.
    void dice(std::string codigo, std::string estado, std::string cancelacion = "", std::string efos = "") {
        const std::lock_guard lock{mutex_};
        dicho_ = {.codigo = std::move(codigo),
                  .estado = std::move(estado),
                  .cancelacion = std::move(cancelacion),
                  .efos = std::move(efos)};
    }
    void vigente() { dice("S - Comprobante obtenido satisfactoriamente.", "Vigente", "", "200"); }
    void cancelado() { dice("S - Comprobante obtenido satisfactoriamente.", "Cancelado", "Cancelado sin aceptación", "200"); }
    void no_encontrado() { dice("N - 602: Comprobante no encontrado.", "No Encontrado"); }
    // Whoever knows must live longer, or be taken away by an empty one.
    void sigue(Sabe a) {
        const std::lock_guard lock{mutex_};
        sabe_ = std::move(a);
    }
    std::vector<std::string> preguntas() const {
        std::vector<std::string> salida;
        std::ranges::transform(servidor_.pedidos(), std::back_inserter(salida), &Pedido::bytes);
        return salida;
    }

private:
    Contestacion contestar(const Pedido& pedido) const {
        const std::lock_guard lock{mutex_};
        const auto xml = [](int estado, std::string_view cuerpo) {
            return Contestacion{.bytes = respuesta_http(estado, "text/xml; charset=utf-8", cuerpo)};
        };
        switch (modo_) {
            case Modo::calla: return {.bytes = {}, .calla = true};
            case Modo::cuelga: return {};
            case Modo::error_500: return xml(500, "<s:Fault/>");
            case Modo::basura: return xml(200, "\x00\xFF<no es");
            case Modo::inmensa: return xml(200, "<a>" + std::string(std::size_t{1} << 20U, ' ') + "</a>");
            case Modo::otro_documento: return xml(200, "<html><body>Sitio en mantenimiento</body></html>");
            case Modo::contesta: break;
        }
        const auto sabido = sabe_ ? sabe_(expresion(pedido.cuerpo)) : std::nullopt;
        return xml(200, escrita(sabido.value_or(dicho_)));
    }
    static std::string escrita(const DichoSat& d) {
        const auto campo = [](std::string_view nombre, const std::string& valor) {
            return valor.empty() ? "<a:" + std::string{nombre} + "/>"
                                 : "<a:" + std::string{nombre} + ">" + valor + "</a:" + std::string{nombre} + ">";
        };
        return R"(<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><ConsultaResponse xmlns="http://tempuri.org/"><ConsultaResult xmlns:a="http://schemas.datacontract.org/2004/07/Sat.Cfdi.Negocio.ConsultaCfdi.Servicio">)" +
               campo("CodigoEstatus", d.codigo) + campo("EsCancelable", d.cancelable) + campo("Estado", d.estado) +
               campo("EstatusCancelacion", d.cancelacion) + campo("ValidacionEFOS", d.efos) +
               "</ConsultaResult></ConsultaResponse></s:Body></s:Envelope>";
    }
    static std::string sin_amp(std::string texto) {
        for (std::size_t i = 0; (i = texto.find("&amp;", i)) != std::string::npos; ++i) texto.replace(i, 5, "&");
        return texto;
    }
    // The RFC of a company may have an &: each value goes up to the next name.
    static Expresion expresion(const std::string& cuerpo) {
        std::string texto = cuerpo;
        if (const auto i = cuerpo.find("<![CDATA["); i != std::string::npos)
            texto = cuerpo.substr(i + 9, cuerpo.find("]]>", i) - i - 9);
        else texto = sin_amp(cuerpo);
        constexpr std::string_view nombres[] = {"?re=", "&rr=", "&tt=", "&id=", "&fe="};
        std::string valores[std::size(nombres)];
        for (std::size_t n = 0; n < std::size(nombres); ++n) {
            const auto desde = texto.find(nombres[n]);
            if (desde == std::string::npos) continue;
            const auto valor = desde + nombres[n].size();
            const auto hasta = n + 1 < std::size(nombres) ? texto.find(nombres[n + 1], valor) : texto.find('<', valor);
            valores[n] = sin_amp(texto.substr(valor, hasta == std::string::npos ? hasta : hasta - valor));
        }
        return {valores[0], valores[1], valores[2], valores[3], valores[4]};
    }

    mutable std::mutex mutex_;
    Modo modo_ = Modo::contesta;
    DichoSat dicho_;
    Sabe sabe_;
    Servidor servidor_{Servidor::Atiende{[this](const Pedido& p) { return contestar(p); }}};
};

}  // namespace cacao::test
