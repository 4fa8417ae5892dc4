#pragma once
// The name with which an organization issues, against that of its certificate of seal: the authority compares both exactly, in
// capitals and without the kind of company (CFDI40139). Told and not refused: the sandbox takes any name.

#include "api/context.hpp"
#include "base/sat.hpp"
#include "base/texto.hpp"
#include "db/rows.hpp"
#include "reflect/objeto.hpp"

#include <algorithm>
#include <optional>
#include <string>

namespace cacao::api {

// As it is compared: capitals with their accents, one blank between words, without the kind of company.
inline std::string nombre_comparable(std::string_view nombre) {
    std::string junto;
    for (const char c : mayusculas(recortado(nombre)))
        if (c != ' ' || !junto.ends_with(' ')) junto += c;
    const auto fin = std::ranges::find_if(sat::regimenes_de_capital, [&](auto r) { return junto.ends_with(r); });
    if (fin != sat::regimenes_de_capital.end()) junto.resize(junto.size() - fin->size());
    if (junto.ends_with(',')) junto.pop_back();
    return junto;
}

struct NombresDistintos {
    std::string organizacion;
    std::string certificado;
};

// Of the certificate with which documents are sealed at that moment; nothing when there is none, or they agree.
inline std::optional<NombresDistintos> nombres_distintos(db::Reader& tx, Instante ahora) {
    NombresDistintos n;
    const auto del_certificado = tx.one<std::string>(R"(
        SELECT nombre FROM certificadoSello
        WHERE organizacionId = $1 AND retiradoEn IS NULL AND desde <= $2 AND hasta > $2 ORDER BY hasta DESC, certificadoId LIMIT 1)",
                                                     tx.organizacion(), ahora);
    if (!del_certificado) return std::nullopt;
    n.certificado = *del_certificado;
    n.organizacion =
        tx.one<std::string>("SELECT nombre FROM organizacion WHERE organizacionId = $1", tx.organizacion()).value_or("");
    if (nombre_comparable(n.organizacion) == nombre_comparable(n.certificado)) return std::nullopt;
    return n;
}

inline void advertir_nombre_del_emisor(const Context& ctx, std::string campo) {
    if (const auto n = nombres_distintos(ctx.db(), ctx.ahora()))
        ctx.advertir(Codigo::nombre_de_certificado, std::move(campo),
                     reflect::objeto("organizacion", n->organizacion, "certificado", n->certificado));
}

}  // namespace cacao::api
