#pragma once
// A company in memory, plain: documents with their lines, what is where on which day, who owes what. It says beforehand what the
// engine must accept, what it must refuse and with which codes, and what the figures are afterwards. Nothing is kept that can be
// counted again: open quantities and balances are sums over the documents in force.

#include "engine/cadena/avance.hpp"
#include "engine/tipos/documento.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace cacao::test::modelo {

using Micros = std::int64_t;
inline constexpr Micros uno = 1'000'000;

struct Perfil {
    std::string iva = "tasa";
    bool frontera = true;
    Micros iepsTasa = 0;
    Micros iepsCuota = 0;
    Micros ivaRetenido = 0;
    Micros isrRetenido = 0;
};

struct Articulo {
    std::string codigo;
    bool promedio = false;
    bool lotes = false;
    Perfil perfil{};
    std::vector<std::pair<int, Micros>> kit{};  // components: which, how many
};

struct Concepto {
    std::string codigo;
    bool venta = false;
    bool compra = false;
    bool egreso = false;
    Perfil perfil{};
    bool deposito = false;
};

struct Persona {
    std::string codigo;
    bool cliente = false;
    bool proveedor = false;
    bool moral = false;  // a company withholds
};

// Where goods are: product, warehouse, lot.
struct Lugar {
    int articulo = 0;
    int almacen = 0;
    std::string lote;
    auto operator<=>(const Lugar&) const = default;
};

struct Renglon {
    int articulo = -1;
    int concepto = -1;
    Micros cantidad = uno;
    Micros precio = 0;  // of a bank line: its gross amount
    Micros cargo = 0;   // of a journal line
    Micros abono = 0;
    int cuenta = 0;
    Micros descuento = 0;
    int almacen = 0;
    std::string lote;
    int origen = -1;  // document and line in Empresa::docs
    int origenRenglon = -1;
    int paga = -1;         // the payable document that a bank line pays
    bool produce = false;  // of a repackaging: what comes of it
};

struct Doc {
    const engine::Documento* tipo = nullptr;
    std::int64_t id = 0;
    std::string estado;
    int dia = 0;  // days before or after the first of the three months
    int sucursal = 0;
    int contacto = -1;
    bool contactoAjeno = false;  // names nobody
    std::string moneda = "MXN";
    Micros tipoCambio = uno;
    int almacenDestino = -1;
    bool sinExistencia = false;
    Micros importe = 0;
    std::vector<Renglon> renglones;
    // What came of it.
    Micros total = 0;
    Micros abierto = 0;                             // with which its balance began
    std::vector<std::map<Lugar, Micros>> movido;    // per line, as registered
    std::vector<std::map<Lugar, Micros>> apartado;  // per line, what is still put aside
    bool vivo() const { return estado != "cancelado"; }
};

struct Aplicacion {
    std::int64_t id = 0;
    int pago = 0;
    int documento = 0;
    Micros importe = 0;
    Micros importe2 = 0;
    int dia = 0;
    bool viva = true;  // what is undone is so today
};

// Accepted when there is no code, otherwise refused with exactly these. Where the model knows less (which layer of several was
// taken), it says which codes a refusal may have, and whether it may be accepted as well.
struct Pronostico {
    std::set<std::string> codigos;
    bool quizas = false;
    bool alguno = false;
};

class Empresa {
public:
    explicit Empresa(bool con_negativos);

    std::vector<Articulo> articulos;
    std::vector<Concepto> conceptos;
    std::vector<Persona> personas;
    std::vector<Doc> docs;
    std::vector<Aplicacion> aplicaciones;
    int meses_cerrados = 0;             // of the first two
    bool negativos;                     // goods may leave before they come in
    static constexpr int hoy = 75;      // 15 November, when day 0 is 1 September 2026
    static constexpr int transito = 2;  // warehouses: 0 of the first branch, 1 of the second, 2 in between

    // Fills in total and what would move, and says whether it may.
    Pronostico puede_emitir(Doc& doc) const;
    void emitido(const Doc& doc);
    Pronostico puede_cancelar(int doc, bool con_aplicaciones) const;
    void cancelado(int doc);
    struct Pago {
        int documento = 0;
        Micros importe = 0;
        std::optional<Micros> importe2;
    };
    Pronostico puede_aplicar(int pago, const std::vector<Pago>& pagos, std::optional<int> dia) const;
    bool con_derivados(int doc) const;
    // Whether credits that pay others are called back once so much more is owed of these documents, not by `pago`.
    bool llama_de_vuelta(const std::map<int, Micros>& reabierto, int pago) const;
    void aplicado(int pago, const Pago& hecho, std::int64_t id, std::optional<int> dia);
    Pronostico puede_transitar(int doc, std::string_view accion, std::string& estado) const;
    void transitado(int doc, const std::string& estado);

    // Figures.
    bool mueve(const Doc& doc, const Renglon& r) const;
    Micros usado(int doc, int renglon, engine::Avance avance, int sin = -1) const;
    Micros saldo(int doc, bool lado_proveedor = false) const;
    // The least that a balance has held on any day from one on.
    Micros disponible(int doc, int desde, bool lado_proveedor = false) const;
    Micros existencia(const Lugar& lugar) const;
    Micros reservado(const Lugar& lugar) const;
    std::set<Lugar> lugares() const;
    bool cerrado(int dia) const;
    bool en_libros(const Doc& doc) const;

private:
    struct Linea {
        Micros neto = 0, iva = 0, ieps = 0, ivaRetenido = 0, isrRetenido = 0;
        Micros total() const { return neto + iva + ieps - ivaRetenido - isrRetenido; }
    };
    Linea gravar(const Doc& doc, const Renglon& r) const;
    void sumar(Doc& doc) const;
    void revisar_origen(const Doc& doc, const Renglon& r, std::set<std::string>& codigos) const;
    const engine::Origen* regla(const Doc& doc, const Renglon& r) const;
    std::vector<std::pair<int, int>> esperan_otra_vez(const Renglon& r) const;
    std::pair<int, int> pedido_detras(const Renglon& r) const;
    bool vendido(const Renglon& vuelta) const;
    std::pair<int, int> pedido_de(const Renglon& r) const;
    std::map<int, Micros> acreditado(int credito) const;
    std::map<int, Micros> apartado(int credito, const std::map<int, Micros>& reabierto = {}) const;
    std::pair<int, int> factura_entregada(const Doc& doc, const Renglon& r) const;
    std::map<Lugar, Micros> demanda(const Renglon& r) const;
    bool excede(const Doc& doc) const;
    bool alcanza_por_dia(const Lugar& lugar, int dia, Micros cuanto) const;
    std::set<std::string> falta_existencia(const Doc& doc, const std::map<Lugar, Micros>& sale,
                                           const std::map<Lugar, Micros>& libera) const;
    std::pair<int, int> raiz(int doc, int renglon) const;
    Micros fuera(int doc, int renglon, const Lugar& producto_y_lote) const;
    bool tocado(const Lugar& lugar, int por_otro_que) const;
    std::map<Lugar, Micros> libera(const Doc& doc) const;

    std::map<Lugar, std::map<int, Micros>> dias_;  // what moved where on each day
    std::set<int> encarecidos_;                    // products whose layers once got a late cost
};

// Which balance a kind opens: "" for none; a compensation has the second as well.
std::string_view naturaleza(const engine::Documento& tipo);

}  // namespace cacao::test::modelo
