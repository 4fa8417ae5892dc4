#pragma once
// One order of a plan's steps, asked of the rooms as a client asks, by a customer and for goods of its own.

#include "modelo/ventas_plan.hpp"
#include "support/libro.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace cacao::test::modelo {

// What an accountant looks at, by name.
using Cifras = std::map<std::string, std::int64_t>;
std::string diferencias(const Cifras& una, const Cifras& otra);  // "" when there is none

std::vector<Registrar> cuartos_de_venta();

class Curso {
public:
    Curso(Libro& libro, const Plan& plan, std::uint64_t semilla);

    // The functions answer what went wrong, "" when nothing did.
    std::string hacer(int paso);
    // Asks for more than there is, of something drawn by chance: nothing is delivered, invoiced, credited or collected twice.
    std::string pedir_de_mas();
    // Cancels and unassigns everything in an order drawn by chance.
    std::string deshacer();
    // Progress of lines, stock and balances are the sums over what is in force.
    std::string revisar();

    Cifras cifras();
    const Cifras& al_principio() const { return principio_; }
    int peticiones = 0;

private:
    struct Doc {
        std::int64_t id = 0;
        std::int64_t total = 0;
        std::int64_t iva = 0;
        bool vivo = false;
    };
    struct Asignacion {
        int pago = -1;
        std::int64_t importe = 0;
        std::vector<std::string> ids;
        std::vector<int> documentos;
        bool viva = false;
    };

    Respuesta pide(const std::string& linea, const std::string& cuerpo = {});
    std::string bien(const Respuesta& r);
    std::string crear(const PasoVenta& p);
    std::string cobrar(const PasoVenta& p);
    std::string cancelar(int doc, bool con_asignaciones);
    std::string desasignar(int asignacion);
    void contar(const PasoVenta& p, int signo);
    void soltar(int pago);
    bool con_derivados(int doc) const;
    bool usado_de_nuevo(int doc) const;
    std::string partidas(const std::vector<LineaVenta>& lineas, bool con_precio) const;
    std::string de_mas(const std::string& destino, int doc, int linea, int cantidad, std::string_view codigo,
                       std::string_view extra = {});
    std::string rehusa(const Respuesta& r, std::string_view codigo, const std::string& que);
    std::int64_t saldo(int doc, std::string_view naturaleza = "cobrar");
    std::int64_t saldo_neto(int doc);
    int acreditado(int doc) const;
    const DocVenta& de_plan(int doc) const { return plan_.docs[static_cast<std::size_t>(doc)]; }
    Doc& doc(int n) { return docs_[static_cast<std::size_t>(n)]; }
    const Doc& doc(int n) const { return docs_[static_cast<std::size_t>(n)]; }
    int queda(int d, int l, Uso uso) const;

    Libro& libro_;
    const Plan& plan_;
    Azar azar_;
    std::int64_t clienteId_ = 0;
    std::vector<std::int64_t> articulos_;
    std::vector<Doc> docs_;
    std::map<int, Asignacion> asignaciones_;  // by number; those of a payment of its own by -1 - document
    std::map<std::tuple<int, int, Uso>, int> usado_;
    std::vector<int> salieron_;  // of each product
    std::map<std::string, std::int64_t> cuentas_;
    Cifras principio_;
};

}  // namespace cacao::test::modelo
