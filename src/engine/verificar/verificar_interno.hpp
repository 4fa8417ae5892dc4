#pragma once
// What the files of engine/verificar share. Nobody else includes it.

#include "db/rows.hpp"
#include "engine/entorno/ajustes.hpp"
#include "engine/liquidacion/liquidar.hpp"
#include "engine/precios/impuestos.hpp"
#include "engine/saldos/composicion.hpp"
#include "engine/tipos/documento.hpp"
#include "engine/verificar/verificar.hpp"

#include <fmt/format.h>

#include <array>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace cacao::engine::verificacion {

// Identifiers after `desde`, up to and with `hasta`.
struct Tramo {
    std::int64_t desde = 0;
    std::int64_t hasta = std::numeric_limits<std::int64_t>::max();
};

// What one run knows and finds.
struct Revision {
    db::Reader& tx;
    const Diferencia& diferencia;
    Ajustes ajustes;
    std::map<std::string, int, std::less<>> decimales;  // by currency
    std::set<std::int64_t> cuentas_de_mercancia;        // inventory, cost of sales, variance
    bool todo = true;
    // What the documents looked at concern; gathered only when not everything is looked at anyway.
    std::set<std::int64_t> productos;
    std::set<std::int64_t> capas;
    std::set<std::int64_t> contactos;
    std::set<std::int64_t> periodos;
    std::set<std::int64_t> origenes;

    std::int64_t org() const { return tx.organizacion(); }

    void decir(std::string_view tabla, std::string_view llave, std::string_view que) const {
        diferencia(fmt::format("{}: organizacionId {}, {}: {}", tabla, org(), llave, que));
    }
    // Money and quantities, in millionths.
    void comparar(std::string_view tabla, std::string_view llave, std::string_view campo, std::int64_t hay,
                  std::int64_t debe) const {
        if (hay == debe) return;
        decir(tabla, llave,
              fmt::format("{} is {}, expected {}", campo, Importe::de_micros(hay).texto(), Importe::de_micros(debe).texto()));
    }
    void comparar(std::string_view tabla, std::string_view llave, std::string_view campo, Importe hay, Importe debe) const {
        comparar(tabla, llave, campo, hay.micros(), debe.micros());
    }
    void comparar(std::string_view tabla, std::string_view llave, std::string_view campo, Fecha hay, Fecha debe) const {
        if (hay != debe) decir(tabla, llave, fmt::format("{} is {}, expected {}", campo, hay.iso(), debe.iso()));
    }
    // Counts and identifiers.
    void contar(std::string_view tabla, std::string_view llave, std::string_view campo, std::int64_t hay,
                std::int64_t debe) const {
        if (hay != debe) decir(tabla, llave, fmt::format("{} is {}, expected {}", campo, hay, debe));
    }
    // Runs a query that answers differences only. A thousand of a kind are told one by one: whoever has more needs no more.
    template <class F, class... Args>
    void buscar(std::string_view tabla, std::string_view sql, F&& cada, const Args&... args) const {
        constexpr int muchas = 1000;  // the LIMIT of these statements
        int filas = 0;
        tx.each(
            sql,
            [&](const db::Row& r) {
                ++filas;
                cada(r);
            },
            org(), args...);
        if (filas == muchas) decir(tabla, "and more", "only the first 1000 differences of this kind are listed");
    }
};

inline Importe importe(const db::Row& r, int columna) { return Importe::de_micros(r.integer(columna)); }
inline Fecha fecha(const db::Row& r, int columna) { return Fecha::de_dias(static_cast<std::int32_t>(r.integer(columna))); }
inline std::optional<Fecha> fecha_o_nada(const db::Row& r, int columna) {
    if (r.is_null(columna)) return std::nullopt;
    return fecha(r, columna);
}

// ---- verificar_documentos.cpp

struct LlaveImpuesto {
    std::string impuesto;
    std::string factor;
    std::int64_t tasa = 0;
    friend auto operator<=>(const LlaveImpuesto&, const LlaveImpuesto&) = default;
};
struct Gravado {
    Importe base;
    Importe importe;
    Importe alCosto = {};
    Importe arrendamiento = {};
};
struct Liquidado {
    Importe base;
    Importe importe;
    Importe local;
    Importe arrendamiento = {};  // of `local`
    Importe alCosto = {};        // of `importe`
    Importe renta = {};
};
struct Aplicado {
    Importe importe;
    Importe local;
    std::int64_t veces = 0;  // also those undone since
    Fecha cambio;            // the last of their days
};

// A line and the value of the goods that its document moved for it.
struct LineaVista {
    std::int64_t productoId = 0;
    Cantidad cantidad;
    Cantidad cantidadBase;
    bool en_base = false;  // its unit is the product's
    Importe costo;
    Importe local = {};  // its figure, at the rate of the document
    bool derivada = false;
    bool por_partes = false;  // its figure was converted with other parts, and says so
    Importe salio;
    Importe entro;
    bool movida = false;
    bool propia = false;     // the goods that moved are the line's product
    bool corregida = false;  // by a movement of value alone
};

// The figures of a header, and what its lines add up to.
struct CifrasGuardadas {
    Importe subtotal, descuento, iva, ieps, ivaRetenido, isrRetenido, total;
};
struct CifrasSumadas {
    Importe neto, descontado, sumaIva, sumaIeps, sumaIvaRetenido, sumaIsrRetenido;
    Importe abonos;     // of journal lines
    Importe aplicable;  // of an egress: lines that pay documents
    // At the rate of the document, line by line:
    Importe lineasLocal, aplicableLocal;
};
// What lines, applications and events say of a document.
struct Dependencias {
    std::map<std::int64_t, LineaVista> lineas;  // by their numbers
    std::map<LlaveImpuesto, Gravado> gravados;
    std::map<LlaveImpuesto, Liquidado> liquidados;
    std::map<std::string, Aplicado, std::less<>> aplicados;  // by the nature of the balance
    std::map<std::string, Importe, std::less<>> saldos;      // open, by nature
    std::int64_t eventos = 0;
    std::multiset<std::string> anunciados;  // kind and data of the events that its applications must have left
    std::int64_t parcialidades = 0;         // applications to it, and the least and greatest of their numbers
    std::int64_t primera = 0;
    std::int64_t ultima = 0;
};

struct Cabecera : CifrasGuardadas, CifrasSumadas, Dependencias {
    std::int64_t transaccionId = 0;
    const Documento* tipo = nullptr;
    std::string nombreTipo;
    Fecha fecha;
    Fecha vencimiento;
    std::string estado;
    bool cancelado = false;
    std::optional<Fecha> cancelacionFecha;
    std::int64_t entidadId = 0;
    std::int64_t cuentaBancariaId = 0;
    std::int64_t cuentaDestinoId = 0;
    std::string moneda;
    Precio tipoCambio;
    std::int64_t version = 0;
    // Of a transfer between two currencies.
    std::string monedaDestino;
    Importe importeDestino;
    Precio tipoCambioDestino;
    Importe totalLocal;  // what the header, its lines and its rate come to

    // Whether some line was posted at its share of what its source is worth: the original of such a row is the line's own.
    bool por_valor() const;
    // Whether lines are parts of others' figures, converted together with the parts before them, from before that was kept: each
    // is off by a unit at most.
    Importe redondeos(int decimales) const;
    std::string llave() const { return fmt::format("transaccionId {}", transaccionId); }
};

struct PolizaVista {
    std::int64_t polizaId = 0;
    std::int64_t transaccionId = 0;
    std::string evento;
    Fecha fecha;
    std::int64_t periodo = 0;
    Importe cargo, abono;
    Importe cargos, abonos;  // of its rows
    std::int64_t revierteId = 0;
    std::int64_t revertida = 0;  // by which entry
    bool con_banco = false;
};

// The documents of one stretch with everything that hangs on them.
class Ventana {
public:
    Ventana(Revision& revision, Tramo tramo) : r_(revision), t_(tramo) {}
    std::int64_t revisar();  // how many documents there were

private:
    // verificar_documentos.cpp
    void leer_documentos();
    void leer_partidas();
    void revisar_cabeceras();
    void revisar_impuestos();
    void revisar_movimientos();
    void revisar_anuncios();
    void revisar_eventos();
    void anotar_productos();
    // verificar_adjuntos.cpp
    void leer_agregados();
    bool es_agregado(std::int64_t transaccionId, std::int64_t consecutivo, std::string_view datos);
    void revisar_agregados();
    // verificar_saldos.cpp
    void leer_aplicaciones();
    void leer_liquidaciones(bool del_pago);
    void revisar_saldos();
    // verificar_valor.cpp
    void valuar_documentos();
    void revisar_valor_de_partes();
    void revisar_diarios();
    // verificar_tasas.cpp
    void revisar_tasas();
    void revisar_cobrado(std::int64_t id);
    void revisar_de_quien(std::int64_t id, const Composicion& cobrada, const Composicion& neta);
    void revisar_partes();
    void revisar_notas();
    void revisar_parte(const Cabecera& d, std::int64_t numeroPartida, const ImpuestoPartida& i) const;
    // verificar_reparto.cpp
    void revisar_reparto();
    void revisar_ingresos();
    void revisar_rentas();
    // verificar_libros.cpp
    void leer_polizas();
    void revisar_polizas();
    void revisar_bancos();
    void revisar_valor_de_bancos();
    void revisar_fechas();
    void revisar_original(const PolizaVista& p, const db::Row& f) const;
    void revisar_reversas();

    Cabecera* de(std::string_view tabla, std::int64_t transaccionId);

    Revision& r_;
    Tramo t_;
    std::map<std::int64_t, Cabecera> documentos_;
    std::map<std::int64_t, PolizaVista> polizas_;
    struct AplicacionVista {
        std::int64_t aplicacionId = 0;
        std::int64_t polizaId = 0;
        bool vigente = false;
        std::string moneda;  // of the settled document
        Fecha fecha;
        std::optional<Fecha> cancelacionFecha;
    };
    std::set<std::int64_t> con_mercancia_;           // entries that carry goods
    std::vector<AplicacionVista> aplicaciones_;      // of the payments of the stretch
    std::map<std::int64_t, std::string> liquidada_;  // by entry of an application: the currency of what it settles
    std::set<std::pair<std::string, std::int64_t>> huerfanos_;
    std::set<std::tuple<std::int64_t, std::int64_t, std::string>> agregados_;  // document, version, nota or archivo
};

// ---- verificar_avances.cpp: the progress of the lines of the documents of a stretch.
void revisar_avances(Revision& r, Tramo documentos);
// ---- verificar_libros.cpp
std::vector<std::int64_t> periodos_con_asientos(Revision& r);
void revisar_periodo(Revision& r, std::int64_t periodo);
void revisar_conciliaciones(Revision& r);
// ---- verificar_revaluaciones.cpp
void revisar_revaluaciones(Revision& r);
// ---- verificar_ejercicios.cpp
void revisar_ejercicios(Revision& r);
// ---- verificar_saldos.cpp
void revisar_contactos(Revision& r, Tramo contactos);
void revisar_cuentas_de_control(Revision& r, const std::vector<Tramo>& contactos);
// … of those that carry goods and what waits; `saldos` by account, debit positive, without what people posted by hand.
void revisar_cuentas_de_origen(const Revision& r, const std::map<std::int64_t, Importe>& saldos);
// ---- verificar_existencias.cpp
void revisar_existencias(Revision& r, Tramo productos);
void revisar_capas(Revision& r, Tramo capas);
void revisar_enlaces(Revision& r, Tramo productos);
// ---- verificar_contactos.cpp
void revisar_cuentas_de_contactos(const Revision& r, Tramo contactos);
// ---- verificar_conteos.cpp: of every kind, and of the contacts of a stretch.
void revisar_conteos(const Revision& r);
void revisar_conteos_de_contactos(const Revision& r, Tramo contactos);
// ---- verificar_folios.cpp
void revisar_folios(Revision& r);

}  // namespace cacao::engine::verificacion
