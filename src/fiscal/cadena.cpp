#include "fiscal/cadena.hpp"

#include "fiscal/valores.hpp"

namespace cacao::fiscal {
namespace {

void agregar_nodo(const Nodo& n, const Tabla& tabla, const Esquema& esquema, Cadena& cadena);

void agregar_hijos(const Nodo& n, const Tabla::Hijo& hijo, const Esquema& esquema, Cadena& cadena) {
    for (const Nodo* h = n.primero; h != nullptr; h = h->siguiente) {
        const auto* tabla = hijo.tabla != nullptr ? hijo.tabla.get() : esquema.raiz(h->espacio, h->nombre);
        if (tabla == nullptr) {
            if (cadena.sin_tabla == nullptr) cadena.sin_tabla = h;
        } else if (tabla->en_cadena && h->nombre == tabla->nombre && h->espacio == tabla->espacio) {
            agregar_nodo(*h, *tabla, esquema, cadena);
        }
    }
}

void agregar_nodo(const Nodo& n, const Tabla& tabla, const Esquema& esquema, Cadena& cadena) {
    for (const auto& [es_campo, i] : tabla.orden) {
        if (!es_campo) {
            agregar_hijos(n, tabla.hijos[i], esquema, cadena);
            continue;
        }
        const auto& campo = tabla.campos[i];
        if (!campo.en_cadena) continue;
        const auto valor = n.valor(campo.nombre);
        if (valor.data() == nullptr && !campo.requerido) continue;
        cadena.texto.push_back('|');
        agregar_colapsado(cadena.texto, valor);
    }
}

}  // namespace

Cadena cadena_original(const Nodo& raiz, const Esquema& esquema) {
    Cadena cadena;
    const auto* tabla = esquema.raiz(raiz.espacio, raiz.nombre);
    if (tabla == nullptr) {
        cadena.sin_tabla = &raiz;
        return cadena;
    }
    cadena.texto.reserve(2048);
    cadena.texto = "|";
    agregar_nodo(raiz, *tabla, esquema, cadena);
    cadena.texto += "||";
    return cadena;
}

}  // namespace cacao::fiscal
