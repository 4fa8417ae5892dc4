#include "fiscal/estructura.hpp"

#include <algorithm>

namespace cacao::fiscal {
namespace {

constexpr std::string_view espacio_xsi = "http://www.w3.org/2001/XMLSchema-instance";

class Revision {
public:
    Revision(const Esquema& esquema, Veredicto& veredicto) : esquema_(esquema), v_(veredicto) {}

    void nodo(const Nodo& n, const Tabla& tabla) {
        atributos(n, tabla);
        if (n.con_texto || (n.con_blancos && tabla.hijos.empty())) v_.hallar(Falla::texto_no_permitido, n);
        if (tabla.mezclados) return en_cualquier_orden(n, tabla);
        en_orden(n, tabla);
    }

private:
    void atributos(const Nodo& n, const Tabla& tabla) {
        std::size_t i = 0;  // documents mostly keep the order of the table
        std::size_t requeridos = 0;
        for (const auto& a : n.atributos) {
            if (!a.espacio.empty()) {
                // What names a schema is allowed everywhere; what would change the type of a node, nowhere.
                if (a.espacio == espacio_xsi && (a.nombre == "schemaLocation" || a.nombre == "noNamespaceSchemaLocation"))
                    continue;
                v_.hallar(Falla::atributo_desconocido, n, a.nombre);
                continue;
            }
            const auto* campo = buscar(tabla, a.nombre, i);
            if (campo == nullptr) {
                v_.hallar(Falla::atributo_desconocido, n, a.nombre);
                continue;
            }
            if (campo->requerido) ++requeridos;
            if (!es_valor(campo->tipo, a.valor)) v_.hallar(Falla::valor_no_valido, n, a.nombre, cita(a.valor));
        }
        // An attribute stands once in a node, or it is no XML: as many as there must be are all of them.
        if (requeridos == static_cast<std::size_t>(std::ranges::count(tabla.campos, true, &Tabla::Campo::requerido))) return;
        for (const auto& campo : tabla.campos)
            if (campo.requerido && !n.tiene(campo.nombre)) v_.hallar(Falla::atributo_falta, n, campo.nombre);
    }
    static const Tabla::Campo* buscar(const Tabla& tabla, std::string_view nombre, std::size_t& i) {
        for (std::size_t vistos = 0; vistos < tabla.campos.size(); ++vistos) {
            const auto& campo = tabla.campos[i];
            i = i + 1 == tabla.campos.size() ? 0 : i + 1;
            if (campo.nombre == nombre) return &campo;
        }
        return nullptr;
    }
    static std::string cita(std::string_view valor) {
        constexpr std::size_t basta = 60;
        std::string texto{valor.substr(0, basta)};
        // Not through a character.
        while (valor.size() > basta && !texto.empty() && (static_cast<unsigned char>(valor[texto.size()]) & 0xC0U) == 0x80U)
            texto.pop_back();
        return '"' + texto + (valor.size() > basta ? "…\"" : "\"");
    }
    bool es(const Nodo& n, const Tabla::Hijo& hijo) const {
        return hijo.tabla == nullptr || (n.nombre == hijo.tabla->nombre && n.espacio == hijo.tabla->espacio);
    }
    void entrar(const Nodo& n, const Tabla::Hijo& hijo) {
        if (hijo.tabla != nullptr) return nodo(n, *hijo.tabla);
        if (n.padre->nombre == "Addenda") return;
        if (const auto* raiz = esquema_.raiz(n.espacio, n.nombre); raiz != nullptr) return nodo(n, *raiz);
        v_.hallar(Falla::complemento_desconocido, n, {}, std::string{n.espacio});
    }

    void en_orden(const Nodo& n, const Tabla& tabla) {
        std::size_t i = 0;
        std::size_t veces = 0;
        const auto cerrar = [&] {
            if (veces < tabla.hijos[i].minimo) v_.hallar_hijo(Falla::nodo_falta, n, nombre_de(tabla.hijos[i]));
            ++i;
            veces = 0;
        };
        for (const Nodo* h = n.primero; h != nullptr; h = h->siguiente) {
            std::size_t j = i;
            while (j < tabla.hijos.size() && !es(*h, tabla.hijos[j])) ++j;
            if (j == tabla.hijos.size()) {
                const bool existe = std::ranges::any_of(tabla.hijos, [&](const Tabla::Hijo& otro) { return es(*h, otro); });
                v_.hallar(existe ? Falla::nodo_fuera_de_orden : Falla::nodo_desconocido, *h);
                continue;
            }
            while (i < j) cerrar();
            if (++veces > tabla.hijos[i].maximo) v_.hallar(Falla::nodo_repetido, *h);
            entrar(*h, tabla.hijos[i]);
        }
        while (i < tabla.hijos.size()) cerrar();
    }
    void en_cualquier_orden(const Nodo& n, const Tabla& tabla) {
        for (const Nodo* h = n.primero; h != nullptr; h = h->siguiente) {
            const auto este = std::ranges::find_if(tabla.hijos, [&](const Tabla::Hijo& hijo) { return es(*h, hijo); });
            if (este == tabla.hijos.end()) v_.hallar(Falla::nodo_desconocido, *h);
            else entrar(*h, *este);
        }
    }
    static std::string nombre_de(const Tabla::Hijo& hijo) {
        return hijo.tabla == nullptr ? "*" : hijo.tabla->prefijo + ':' + hijo.tabla->nombre;
    }

    const Esquema& esquema_;
    Veredicto& v_;
};

}  // namespace

bool revisar_estructura(const Xml& xml, const Esquema& esquema, Veredicto& veredicto) {
    const auto& raiz = xml.raiz();
    const auto* tabla = raiz.nombre == "Comprobante" ? esquema.raiz(raiz.espacio, raiz.nombre) : nullptr;
    if (tabla == nullptr) {
        veredicto.hallar(Falla::no_es_cfdi, raiz, {}, std::string{raiz.espacio});
        return false;
    }
    Revision{esquema, veredicto}.nodo(raiz, *tabla);
    veredicto.hecho(Paso::estructura);
    return true;
}

}  // namespace cacao::fiscal
