#pragma once
// A sale as a plan: steps from the quotation to the collected money and back, each with the steps that must come before it. Any
// order that keeps those is possible by construction: what a step takes of a line or of a debt is its own share, which nobody
// else takes unless it waits for the step that gives it back. So all such orders must end alike.

#include "base/azar.hpp"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace cacao::test::modelo {

enum class Hace {
    cotizar,
    aceptar,
    pedir,
    entregar,
    notar,
    facturar,
    facturar_nota,   // these quantities of these notes
    facturar_resto,  // all that is left of these notes
    devolver,
    acreditar,
    depositar,
    anticipar,
    cobrar,  // a deposit of just what it collects
    asignar,
    desasignar,
    cancelar,
};
std::string_view nombre(Hace hace);

enum class Uso { entregado, facturado, devuelto, acreditado, pedido };
std::string_view nombre(Uso uso);

// So many units of a line of a document of the plan.
struct Toma {
    int doc = -1;
    int linea = -1;
    int cantidad = 0;
};

struct UsoDeLinea {
    int doc = -1;
    int linea = -1;
    Uso uso{};
    int cantidad = 0;
    auto llave() const { return std::tuple{doc, linea, uso}; }
};

struct PasoVenta {
    Hace hace{};
    int doc = -1;         // that it makes or acts on; of an assignment, its own number
    bool si = false;      // order: puts aside; invoice: goods later; credit: settles its sale; cancel: undoes its assignments
    bool retira = false;  // credit: its invoice will not deliver it any more
    int porCiento = 0;    // of the document that is collected
    int pago = -1;        // of an assignment
    int cobrado = -1;     // the document that is collected
    std::vector<UsoDeLinea> usa, reabre;
    std::set<int> antes;
};

struct LineaVenta {
    int articulo = 0;
    int cantidad = 0;
    std::int64_t precio = 0;  // in cents
    Toma origen{};
};

struct DocVenta {
    Hace hace{};
    int paso = -1;  // that makes it
    bool mueve = false;
    std::vector<LineaVenta> lineas;
};

struct ArticuloVenta {
    bool disparejo = false;  // came in at several costs
    bool promedio = false;
    std::string iva = "tasa";
};

struct Plan {
    // In an exact plan every peso of every document carries the same tax and every payment is of whole cents of it: then it does
    // not matter either which of a note and its invoices is paid.
    bool exacto = false;
    std::vector<ArticuloVenta> articulos;
    std::vector<DocVenta> docs;
    std::vector<PasoVenta> pasos;

    std::string decir(int paso) const;
};

Plan planear(std::uint64_t semilla, int pasos);

}  // namespace cacao::test::modelo
