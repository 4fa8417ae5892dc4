#pragma once
// One settlement while it is done. Engine only.

#include "engine/entorno/ajustes.hpp"
#include "engine/entorno/monedas.hpp"
#include "engine/libros/diario.hpp"
#include "engine/liquidacion/liquidar.hpp"
#include "engine/saldos/composicion.hpp"
#include "engine/tipos/cuentas.hpp"
#include "engine/tipos/naturaleza.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace cacao::engine::interno {

// A balance with what is needed of its document.
struct SaldoFila {
    std::int64_t transaccionId = 0;
    Naturaleza naturaleza{};
    std::int64_t entidadId = 0;
    std::string moneda;
    int decimales = 2;
    std::int64_t cuentaId = 0;
    Importe total;
    Importe saldo;
    Importe saldoLocal;
    std::string tipo;
    std::string estado;
    Fecha fecha;
    Fecha cambio;
    std::int64_t sucursalId = 0;
    std::int64_t proyectoId = 0;
    Precio tipoCambio;
    std::string metodoPago;
};
DESCRIBE_STRUCT(SaldoFila, (),
                (transaccionId, naturaleza, entidadId, moneda, decimales, cuentaId, total, saldo, saldoLocal, tipo, estado, fecha,
                 cambio, sucursalId, proyectoId, tipoCambio, metodoPago))

struct ImpuestoFila {
    std::string impuesto;
    std::string factor;
    Tasa tasa;
    Importe base;
    Importe importe;
    Importe importeLocal;
    Importe baseLiquidada;
    Importe liquidado;
    Importe liquidadoLocal;
    Importe baseRestituida;
    Importe restituido;
    Importe restituidoLocal;
    Importe alCosto;  // of `importe`: cost since it was registered
    Importe alCostoLiquidado;
    Importe arrendamiento;  // of `importe`: income tax of rent
    Importe rentaLiquidada;
    Importe rentaRestituida;
    Importe alCostoRestituido;
    std::int64_t cuentaId = 0;     // where it waits
    std::int64_t liquidadaId = 0;  // where it goes, if the document posted there itself

    BaseImporte abierta() const {
        return {base - baseLiquidada, importe - liquidado, alCosto - alCostoLiquidado, arrendamiento - rentaLiquidada};
    }
};
DESCRIBE_STRUCT(ImpuestoFila, (),
                (impuesto, factor, tasa, base, importe, importeLocal, baseLiquidada, liquidado, liquidadoLocal, baseRestituida,
                 restituido, restituidoLocal, alCosto, alCostoLiquidado, arrendamiento, rentaLiquidada, rentaRestituida,
                 alCostoRestituido, cuentaId, liquidadaId))

// What an application moves of one tax of one of the two documents.
struct Movido {
    ImpuestoFila fila;
    Importe base;
    Importe importe;
    Importe alCosto = {};     // of `importe`: what was cost as it was registered …
    Importe renta = {};       // … and what is of rent
    bool de_lo_suyo = false;  // these two are what a credit says of itself
    // In the organization's currency:
    Importe pendiente = {};  // at what it was posted at
    Importe efectivo = {};   // as it counts from now on
    Importe baseLocal = {};
    // Of a credit, without what is cost: what it gave back before and has not returned, and what of that returns now; of a
    // document, what a credit without that tax returns of it.
    Importe devuelto = {};
    Cifra vuelve = {};

    ClaveImpuesto clave() const { return {fila.impuesto, fila.factor, fila.tasa}; }
    Importe acreditable() const { return importe - alCosto; }
};
// … of both.
struct Movidos {
    std::vector<Movido> del_documento;
    std::vector<Movido> del_pago;
    bool propio = false;    // the payment is a credit of the document
    bool a_la_par = false;  // … at the rate of the document: both sides are worth the same
};

// What is withheld is taken off.
inline bool se_suma(const ClaveImpuesto& clave) {
    const Impuesto cual = impuesto_de(clave.impuesto);
    return cual == Impuesto::iva || cual == Impuesto::ieps;
}

class Aplicacion {
public:
    Aplicacion(Context& ctx, std::int64_t pagoId, std::optional<Fecha> fecha)
        : ctx_(ctx), pagoId_(pagoId), pedida_(fecha), fecha_(fecha.value_or(Fecha{})), cuentas_(ctx.db()) {}
    std::vector<Aplicado> aplicar(const std::vector<AplicacionPedida>& pedidas);

private:
    std::int64_t de_quien(const SaldoFila& pago, const std::vector<AplicacionPedida>& pedidas) const;
    void identificar(const SaldoFila& pago);
    void revisar_fecha(const std::vector<AplicacionPedida>& pedidas);
    void revisar(const AplicacionPedida& p);
    bool es_suyo(std::int64_t documentoId) const { return std::ranges::find(suyos_, documentoId) != suyos_.end(); }
    void revisar_credito(const std::vector<AplicacionPedida>& pedidas);
    Aplicado una(const AplicacionPedida& p, SaldoFila& pago, SaldoFila& documento);
    bool a_la_par(const SaldoFila& pago, const SaldoFila& documento) const;
    Movidos impuestos_de(const SaldoFila& documento, Importe importe2, const SaldoFila& pago, Importe importe) const;
    void valuar(Movidos& movidos, const SaldoFila& documento, Importe importe2, const SaldoFila& pago, Importe importe,
                Importe localPago) const;
    Importe regreso(Importe vuelve, const Cifra& pagado, const Cifra& queda, const Cifra& dio) const;
    void valuar_credito(Movidos& movidos, const SaldoFila& documento) const;
    std::vector<Movido> por_mover(const SaldoFila& s) const;
    std::vector<Movido> por_pago(const SaldoFila& documento, Importe importe) const;
    std::vector<Movido> por_uso(const SaldoFila& pago, Importe importe) const;
    void de_lo_suyo(Movidos& m, const SaldoFila& documento, const SaldoFila& pago, Importe importe, const Acreditado& a) const;
    struct Tomada {
        Composicion toma;
        bool entera = false;  // all that it takes off is taken: roundings of its own pay nothing else
    };
    Tomada de_lo_acreditado(Movidos& m, const SaldoFila& documento, const SaldoFila& pago, Importe importe, const Acreditado& a,
                            const Composicion& abierta) const;
    void clasificar(std::vector<Movido>& movidos, const SaldoFila& s) const;
    void a_lo_asentado(std::vector<Movido>& movidos, const SaldoFila& s) const;
    Importe cambio_de(const Movidos& movidos) const;
    std::map<std::int64_t, Importe> cambio_asentado(std::int64_t creditoId, const SaldoFila& documento) const;
    std::optional<Importe> vuelto(const std::vector<std::int64_t>& creditos, const SaldoFila& documento) const;
    struct Vueltos {
        std::vector<std::int64_t> creditos;
        Importe cambio;
    };
    Vueltos los_que_han_vuelto(const SaldoFila& documento) const;
    Importe asentado_de_lo_que_vuelve(const Movido& suyo) const;
    std::int64_t cuenta_de_lo_acreditado(const SaldoFila& pago);
    void asentar_resto(Diario& diario, const Movidos& movidos, const SaldoFila& documento, const SaldoFila& pago);
    Importe de_renta(std::int64_t transaccionId, const Movido& movido) const;
    void asentar_liquidado(Diario& diario, const Asiento& a, const SaldoFila& s, const Movido& m, Importe renta);
    void liquidar(Diario& diario, std::int64_t aplicacionId, const SaldoFila& s, const std::vector<Movido>& movidos);
    Importe en_documento(const AplicacionPedida& p, const SaldoFila& pago, const SaldoFila& documento) const;

    Context& ctx_;
    std::int64_t pagoId_;
    std::optional<Fecha> pedida_;
    Fecha fecha_;
    std::int64_t periodo_ = 0;
    Ajustes ajustes_;
    bool restituye_ = false;
    std::vector<SaldoFila> pagos_;                  // of one document: a compensation pays on both sides
    std::map<std::int64_t, SaldoFila> documentos_;  // by transaccionId
    std::vector<std::int64_t> suyos_;               // what the payment, if it is a credit, is about
    Faltas faltas_;
    Cuentas cuentas_;
};

}  // namespace cacao::engine::interno
