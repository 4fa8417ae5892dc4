#pragma once
// What a credit is about, in SQL.

#include <string>
#include <string_view>

namespace cacao::engine {

// Of a line `p` of a credit `d`, the document that it is about: its source or, for goods that came back, where they were billed,
// by what they came back from or before its delivery; without a source, what the whole credit is about. With the tables it needs,
// of the organization $1.
const std::string& acreditado_por();
inline constexpr std::string_view tablas_de_acreditado = R"(
    LEFT JOIN documento o ON o.organizacionId = $1 AND o.transaccionId = p.origenId
    LEFT JOIN partida r ON r.organizacionId = $1 AND r.transaccionId = p.origenId AND r.numeroPartida = p.origenPartida
    LEFT JOIN documento e ON e.organizacionId = $1 AND e.transaccionId = r.origenId
    LEFT JOIN partida f ON f.organizacionId = $1 AND f.transaccionId = r.origenId AND f.numeroPartida = r.origenPartida)";

}  // namespace cacao::engine
