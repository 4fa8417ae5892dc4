// Registration of a credit: what it takes off beyond what is still open of a document was collected, or paid, before. The taxes
// of that part are given back with the credit, on its own day; those of the rest when it settles what is open.

#include "engine/emision/emision.hpp"
#include "engine/entorno/monedas.hpp"
#include "engine/saldos/composicion.hpp"
#include "engine/saldos/saldos.hpp"

#include <algorithm>
#include <map>

namespace cacao::engine {

// Whoever asks for a credit holds the balances of what it credits.
void Emision::restituir() {
    std::map<std::int64_t, Acreditado> documentos;
    for (const Linea& l : lineas_) {
        if (l.pedida->acreditaId == 0) continue;
        Acreditado& d = documentos[l.pedida->acreditaId];
        d.total += l.cifras.total();
        sumar(d.composicion, l.cifras.impuestos, l.cifras.neto);
    }
    const Naturaleza naturaleza = tipo_.saldo == Saldo::favor_cliente ? Naturaleza::cobrar : Naturaleza::pagar;
    for (const auto& [documentoId, d] : documentos) {
        const Importe saldo = saldo_de(ctx_.db(), documentoId, naturaleza);
        const Fecha desde = acreditable_desde(ctx_.db(), documentoId, naturaleza, d.total, fecha_);
        if (fecha_ < desde) reject(Codigo::fuera_de_rango, "/fecha", datos_desde(desde));
        if (saldo >= d.total) continue;
        // As it will settle what is open: what is left to give back is then exactly what settling leaves.
        const auto cobrado = [&](Importe i) { return i - proporcion(i, saldo.micros(), d.total.micros(), decimales_); };
        for (const auto& [clave, c] : d.composicion) {
            const auto suya = std::ranges::find_if(tasas_, [&](const TasaDocumento& t) {
                return ClaveImpuesto{std::string{nombre(t.impuesto)}, std::string{nombre(t.factor)}, t.tasa} == clave;
            });
            suya->baseRestituida += cobrado(c.base);
            suya->restituido += cobrado(c.importe);
        }
    }
    for (TasaDocumento& t : tasas_)
        if (!t.restituido.es_cero())
            t.restituidoLocal = t.restituido == t.importe
                                    ? t.local
                                    : proporcion(t.local, t.restituido.micros(), t.importe.micros(), ajustes_.decimales);
}

}  // namespace cacao::engine
