#pragma once
// Scenarios as text, readable by anyone (tests/casos/*.caso):
//
//     # Whoever creates a contact finds it again.
//     POST /api/Contactos {"codigo": "A1", "nombre": "Peña", "roles": ["cliente"]}
//     @ Idempotency-Key: k1
//     200 {"data": {"codigo": "A1", "entidadId": "$id"}}
//     > ETag: "1"
//     GET /api/Contactos/$id
//     @ como otra
//     400 {"errores": [{"campo": "/entidadId", "codigo": "no_encontrado"}]}
//
// A request, its headers (`@`), its body; then the status, what the body must contain, and headers (`>`, `> !Name` for absent).
// A body may span lines. Of an object only the members named are compared; a list is compared item by item, and a last "..."
// allows more. "$name" takes any value when first met and must be equal afterwards; "$*" is any value, "$!" of a member that
// there is none. In a request "$name" alone stands for the value, $name inside a text for its letters; an expected text that ends
// with $name takes what the answer has there. `200 ~ words` looks for words in a body that is not JSON. `@ archivo field name
// type base64` sends a form with that file,
// `@ campo field text` one with that field; several of them are its parts. `@ como` says who asks: admin (nobody said), consulta,
// nada, otra (another organization), nadie (no token). Beside requests there may be commands, `$ cacao …`, with what they print
// below; `@ hasta` asks again until the answer is the expected one, for what the service does outside of requests; and `+ trabajo
// tipo clave estado error`: work that stands in the database as if a room had asked for it and a thread had been at it (`tomado`
// is a state too), which no request can bring about at will.

#include "http/client.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace cacao::test {

struct Paso {
    int linea = 0;
    std::string como = "admin";
    bool hasta = false;  // asked again until it is answered so
    std::string metodo, destino, cuerpo;
    Headers encabezados;
    int linea_estado = 0;
    int estado = 0;
    std::string esperado;  // JSON, or empty
    std::string contiene;  // words, or empty
    Headers esperados;     // value "" with a name that starts with ! means absent
    // Words of a command, in place of a request; `esperado` is all that it prints.
    std::vector<std::string> comando;
    // Words of what is to stand in the database, in place of a request.
    std::vector<std::string> puesto;

    // What comes next is of the answer.
    bool pedido() const { return estado != 0 || !comando.empty() || !puesto.empty(); }
};

// Throws std::runtime_error that names the line.
std::vector<Paso> leer_caso(std::string_view texto);

// What "$name" stands for, as JSON text.
using Valores = std::map<std::string, std::string, std::less<>>;

// With every known "$name" and $name replaced.
std::string sustituir(std::string_view texto, const Valores& valores);

// "" when `obtenido` has everything that `esperado` asks for; otherwise where and how they differ. Fills `valores`.
std::string comparar_json(std::string_view esperado, std::string_view obtenido, Valores& valores);

// The same for a whole step, status and headers included.
std::string comparar(const Paso& paso, const HttpAnswer& respuesta, Valores& valores);

}  // namespace cacao::test
