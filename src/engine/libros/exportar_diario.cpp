#include "engine/libros/exportar_diario.hpp"

#include "db/rows.hpp"
#include "engine/entorno/monedas.hpp"
#include "engine/entorno/series_documento.hpp"
#include "engine/libros/flujo_efectivo.hpp"

#include <fmt/format.h>

#include <limits>
#include <unordered_map>

namespace cacao::engine {
namespace {

constexpr std::int64_t por_pagina = 5000;  // rows

// What would end a name, begin a comment or part an account from another in the format is replaced.
std::string palabra(std::string_view texto) {
    std::string limpia;
    for (const char c : texto) {
        const bool blanco = c == ' ' || c == '\t' || c == '\n' || c == '\r';
        if (blanco && (limpia.empty() || limpia.back() == ' ')) continue;
        const bool separa = c == ':' || c == ';' || c == '|' || c == ',';
        const bool marca = limpia.empty() && (c == '(' || c == '[' || c == '*' || c == '!' || c == '=' || c == '"');
        limpia += blanco ? ' ' : separa || marca || c == ')' ? '-' : c;
    }
    while (!limpia.empty() && limpia.back() == ' ') limpia.pop_back();
    return limpia;
}

// At least the currency's decimals, and a point always, so that nobody takes it for a separator of thousands.
std::string cifra(Importe importe, int decimales) {
    std::string texto = importe.texto();
    auto punto = texto.find('.');
    if (punto == std::string::npos) {
        punto = texto.size();
        texto += '.';
    }
    const auto hay = texto.size() - punto - 1;
    if (hay < static_cast<std::size_t>(decimales)) texto.append(static_cast<std::size_t>(decimales) - hay, '0');
    return texto;
}

class Exportacion {
public:
    Exportacion(db::Reader& tx, FunctionRef<void(std::string_view)> escribir)
        : tx_(tx), escribir_(escribir), moneda_(moneda_local(tx)) {}

    void todo(const Dias& dias) {
        escribir_(fmt::format("decimal-mark .\n\ncommodity {} {}\n\n", cifra(Importe::de_enteros(1000), moneda_.decimales),
                              moneda_.moneda));
        declarar_cuentas();
        const std::int64_t hasta = dias.hasta ? dias.hasta->dias() : std::numeric_limits<std::int32_t>::max();
        std::int64_t anterior = dias.desde ? dias.desde->dias() - 1 : std::numeric_limits<std::int32_t>::min();
        for (;;) {
            const auto dia =
                tx_.one<std::int64_t>(R"(SELECT fecha FROM asiento WHERE organizacionId = $1 AND fecha > $2 AND fecha <= $3
                                                      ORDER BY fecha LIMIT 1)",
                                      tx_.organizacion(), anterior, hasta);
            if (!dia) return;
            exportar_dia(Fecha::de_dias(static_cast<std::int32_t>(*dia)));
            anterior = *dia;
        }
    }

private:
    // Parents have shorter levels, so that a name is known before it is part of another.
    void declarar_cuentas() {
        tx_.each(
            R"(SELECT cuentaId, padreId, codigo, nombre, tipo, codigoAgrupador FROM cuenta WHERE organizacionId = $1 ORDER BY nivel, codigo)",
            [&](const db::Row& r) {
                std::string nombre = palabra(fmt::format("{} {}", r.text(2), r.text(3)));
                if (const auto padre = cuentas_.find(r.integer(1)); padre != cuentas_.end())
                    nombre = padre->second + ":" + nombre;
                escribir_(fmt::format("account {}{}\n", nombre, naturaleza(r.text(4), r.text(5))));
                cuentas_.emplace(r.integer(0), std::move(nombre));
            },
            tx_.organizacion());
    }

    // Cash is an asset that a statement of cash flows is about.
    static std::string_view naturaleza(std::string_view tipo, std::string_view codigoAgrupador) {
        if (tipo == "activo" && es_efectivo(codigoAgrupador)) return "  ; type:C";
        if (tipo == "activo") return "  ; type:A";
        if (tipo == "pasivo") return "  ; type:L";
        if (tipo == "capital") return "  ; type:E";
        if (tipo == "ingreso") return "  ; type:R";
        if (tipo == "costo" || tipo == "gasto") return "  ; type:X";
        return "";
    }

    void exportar_dia(Fecha dia) {
        std::int64_t polizaId = 0;
        std::int64_t renglon = 0;
        for (;;) {
            std::int64_t filas = 0;
            std::string texto;
            tx_.each(
                R"(SELECT a.polizaId, a.renglon, a.cuentaId, a.cargo - a.abono, a.moneda, a.original, p.transaccionId, p.evento, d.tipo,
                               d.serie, d.folio, COALESCE(d.uuid, '')
                        FROM asiento a
                        JOIN poliza p ON p.organizacionId = $1 AND p.polizaId = a.polizaId
                        JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = p.transaccionId
                        WHERE a.organizacionId = $1 AND a.fecha >= $2 AND a.fecha <= $2 AND (+a.polizaId, +a.renglon) > ($3, $4)
                        ORDER BY +a.polizaId, +a.renglon LIMIT $5)",
                [&](const db::Row& r) {
                    ++filas;
                    if (r.integer(0) != polizaId) encabezar(texto, dia, r);
                    polizaId = r.integer(0);
                    renglon = r.integer(1);
                    asentar(texto, r);
                },
                tx_.organizacion(), dia, polizaId, renglon, por_pagina);
            escribir_(texto);
            if (filas < por_pagina) return;
        }
    }

    static void encabezar(std::string& texto, Fecha dia, const db::Row& r) {
        const std::string folio = palabra(folio_texto(r.text(9), r.integer(10)));
        fmt::format_to(std::back_inserter(texto), "\n{} ({}) {} {}  ; transaccionId:{}, polizaId:{}, evento:{}", dia.iso(), folio,
                       r.text(8), folio, r.integer(6), r.integer(0), r.text(7));
        if (!r.text(11).empty()) fmt::format_to(std::back_inserter(texto), ", uuid:{}", palabra(r.text(11)));
        texto += '\n';
    }

    void asentar(std::string& texto, const db::Row& r) const {
        const auto neto = Importe::de_micros(r.integer(3));
        fmt::format_to(std::back_inserter(texto), "    {}  {} {}", cuentas_.at(r.integer(2)), cifra(neto, moneda_.decimales),
                       moneda_.moneda);
        if (r.text(4) != moneda_.moneda) {
            const auto original = Importe::de_micros(r.integer(5));
            fmt::format_to(std::back_inserter(texto), "  ; original:{} {}", (neto < Importe{} ? -original : original).texto(),
                           r.text(4));
        }
        texto += '\n';
    }

    db::Reader& tx_;
    FunctionRef<void(std::string_view)> escribir_;
    Moneda moneda_;
    std::unordered_map<std::int64_t, std::string> cuentas_;
};

}  // namespace

void exportar_diario(db::Reader& tx, const Dias& dias, FunctionRef<void(std::string_view)> escribir) {
    Exportacion{tx, escribir}.todo(dias);
}

}  // namespace cacao::engine
