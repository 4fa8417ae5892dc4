// Verification of balances: what a document has open is what its applications left of it, a contact's balance is the sum of its
// documents', and the control accounts carry exactly that.

#include "engine/verificar/verificar_interno.hpp"

#include "engine/entorno/monedas.hpp"
#include "engine/liquidacion/liquidar.hpp"
#include "engine/saldos/composicion.hpp"
#include "engine/saldos/saldos.hpp"
#include "engine/tipos/cualidades.hpp"

#include <algorithm>

namespace cacao::engine::verificacion {
namespace {

bool deudora(std::string_view naturaleza) { return naturaleza == "cobrar" || naturaleza == "favorProveedor"; }

std::vector<std::string_view> naturalezas(const Cabecera& d) {
    switch (d.tipo->saldo) {
        case Saldo::ninguno: return {};
        case Saldo::por_cobrar: return {"cobrar"};
        case Saldo::por_pagar: return {"pagar"};
        case Saldo::favor_cliente: return {"favorCliente"};
        case Saldo::favor_proveedor:
            if (d.tipo->renglones == Renglones::egreso && d.aplicable.es_cero()) return {};
            return {"favorProveedor"};
        case Saldo::compensacion: return {"favorCliente", "favorProveedor"};
    }
    return {};
}

}  // namespace

void Ventana::leer_aplicaciones() {
    const auto sumar = [&](std::int64_t transaccionId, std::string_view naturaleza, Importe importe, Importe local, bool vigente,
                           std::int64_t aplicacionId, std::int64_t otro, Fecha fecha, std::optional<Fecha> deshecha) {
        Cabecera* d = de("aplicacion", transaccionId);
        if (d == nullptr) return;
        d->anunciados.insert(fmt::format(R"(liquidado{{"aplicacionId":{},"con":{}}})", aplicacionId, otro));
        if (!vigente) d->anunciados.insert(fmt::format(R"(cambiado{{"aplicacionId":{},"desaplicada":true}})", aplicacionId));
        Aplicado& a = d->aplicados[std::string{naturaleza}];
        ++a.veces;
        a.cambio = std::max({a.cambio, fecha, deshecha.value_or(fecha)});
        if (!vigente) return;
        a.importe += importe;
        a.local += local;
        if (d->cancelado) r_.decir("aplicacion", d->llave(), "a cancelled document has an application in force");
    };
    r_.tx.each(
        R"(SELECT a.documentoId, a.aplicacionId, a.importe2, a.localDocumento, a.estado, a.saldoAnterior, a.saldoNuevo,
                  COALESCE(s.naturaleza, ''), a.pagoId, a.consecutivo, a.fecha, a.cancelacionFecha, a.clienteId,
                  COALESCE(s.entidadId, 0)
           FROM aplicacion a
           LEFT JOIN saldo s ON s.organizacionId = $1 AND s.transaccionId = a.documentoId AND s.naturaleza IN ('cobrar', 'pagar')
           WHERE a.organizacionId = $1 AND a.documentoId > $2 AND a.documentoId <= $3)",
        [&](const db::Row& f) {
            sumar(f.integer(0), f.text(7), importe(f, 2), importe(f, 3), f.text(4) == "vigente", f.integer(1), f.integer(8),
                  fecha(f, 10), fecha_o_nada(f, 11));
            if (const auto d = documentos_.find(f.integer(0)); d != documentos_.end()) {
                Cabecera& c = d->second;
                c.primera = c.parcialidades == 0 ? f.integer(9) : std::min(c.primera, f.integer(9));
                c.ultima = std::max(c.ultima, f.integer(9));
                ++c.parcialidades;
            }
            if (importe(f, 5) - importe(f, 2) != importe(f, 6))
                r_.comparar("aplicacion", fmt::format("aplicacionId {}, documentoId {}", f.integer(1), f.integer(0)),
                            "saldoNuevo", importe(f, 6), importe(f, 5) - importe(f, 2));
            const std::int64_t cliente = f.text(7) == "cobrar" ? f.integer(13) : 0;
            if (f.integer(12) != cliente)
                r_.comparar("aplicacion", fmt::format("aplicacionId {}, documentoId {}", f.integer(1), f.integer(0)), "clienteId",
                            f.integer(12), cliente);
        },
        r_.org(), t_.desde, t_.hasta);
    r_.tx.each(
        R"(SELECT a.pagoId, a.aplicacionId, a.importe, a.localPago, a.estado, a.polizaId, COALESCE(s.naturaleza, ''), a.documentoId,
                  COALESCE(s.moneda, ''), a.fecha, a.cancelacionFecha
           FROM aplicacion a
           LEFT JOIN saldo s ON s.organizacionId = $1 AND s.transaccionId = a.documentoId AND s.naturaleza IN ('cobrar', 'pagar')
           WHERE a.organizacionId = $1 AND a.pagoId > $2 AND a.pagoId <= $3)",
        [&](const db::Row& f) {
            const bool vigente = f.text(4) == "vigente";
            sumar(f.integer(0), f.text(6) == "cobrar" ? "favorCliente" : "favorProveedor", importe(f, 2), importe(f, 3), vigente,
                  f.integer(1), f.integer(7), fecha(f, 9), fecha_o_nada(f, 10));
            aplicaciones_.push_back(
                {f.integer(1), f.integer(5), vigente, std::string{f.text(8)}, fecha(f, 9), fecha_o_nada(f, 10)});
            liquidada_.emplace(f.integer(5), f.text(8));
        },
        r_.org(), t_.desde, t_.hasta);
    // No two of a document share a number, so that this leaves no gap.
    for (const auto& [id, d] : documentos_)
        if (d.parcialidades != 0 && (d.primera != 1 || d.ultima != d.parcialidades))
            r_.decir("aplicacion", fmt::format("documentoId {}", id),
                     fmt::format("consecutivo goes from {} to {}, expected 1 to {}", d.primera, d.ultima, d.parcialidades));
}

// Taxes that applications settled, of the settled documents or of the settling ones.
void Ventana::leer_liquidaciones(bool del_pago) {
    const std::string_view documento =
        R"(SELECT a.documentoId, a.aplicacionId, i.impuesto, i.factor, i.tasa, i.base, i.importe, i.pendienteLocal, i.efectivoLocal,
                  i.baseLocal, a.localPago, a.importe2, a.estado, p.tipo,
                  (SELECT MAX(s.aplicaciones) FROM saldo s WHERE s.organizacionId = $1 AND s.transaccionId = a.pagoId),
                  i.alCosto, i.renta, i.arrendamiento,
                  (SELECT CASE WHEN x.moneda = p.moneda AND x.tipoCambio = p.tipoCambio THEN 1 ELSE 0 END FROM documento x
                   WHERE x.organizacionId = $1 AND x.transaccionId = a.documentoId)
           FROM aplicacion a
           JOIN documento p ON p.organizacionId = $1 AND p.transaccionId = a.pagoId
           JOIN aplicacionImpuesto i ON i.organizacionId = $1 AND i.aplicacionId = a.aplicacionId AND i.transaccionId = a.documentoId
           WHERE a.organizacionId = $1 AND a.documentoId > $2 AND a.documentoId <= $3)";
    const std::string_view pago =
        R"(SELECT a.pagoId, a.aplicacionId, i.impuesto, i.factor, i.tasa, i.base, i.importe, i.pendienteLocal, i.efectivoLocal,
                  i.baseLocal, a.localPago, a.importe, a.estado, p.tipo, 0, i.alCosto, i.renta, i.arrendamiento, 0
           FROM aplicacion a
           JOIN documento p ON p.organizacionId = $1 AND p.transaccionId = a.pagoId
           JOIN aplicacionImpuesto i ON i.organizacionId = $1 AND i.aplicacionId = a.aplicacionId AND i.transaccionId = a.pagoId
           WHERE a.organizacionId = $1 AND a.pagoId > $2 AND a.pagoId <= $3)";
    r_.tx.each(
        del_pago ? pago : documento,
        [&](const db::Row& f) {
            Cabecera* d = de("aplicacionImpuesto", f.integer(0));
            if (d == nullptr) return;
            if (f.text(12) == "vigente") {
                Liquidado& l = d->liquidados[{std::string{f.text(2)}, std::string{f.text(3)}, f.integer(4)}];
                l.base += importe(f, 5);
                l.importe += importe(f, 6);
                l.local += importe(f, 7);
                l.arrendamiento += importe(f, 17);
                l.alCosto += importe(f, 15);
                l.renta += importe(f, 16);
            }
            if (importe(f, 15) < Importe{} || importe(f, 16) < Importe{} || importe(f, 15) > importe(f, 6) ||
                importe(f, 16) > importe(f, 6))
                r_.decir(
                    "aplicacionImpuesto",
                    fmt::format("aplicacionId {}, transaccionId {}, {} {}", f.integer(1), f.integer(0), f.text(2), f.text(3)),
                    fmt::format("alCosto is {} and renta {}, expected between 0 and {}", importe(f, 15).texto(),
                                importe(f, 16).texto(), importe(f, 6).texto()));
            // In the organization's currency nothing changes on the way, nor does what a payment itself had posted; otherwise it
            // arrives at the rate of the payment. What a credit has posted is shared among its applications, each rounded.
            const bool local = d->moneda == r_.ajustes.moneda;
            // What a credit takes off, or gives back, counts at what was collected: revisar_tasas compares.
            if (!local && cumple(f.text(13), descuenta)) return;
            const auto al_pago = [&](Importe i) { return proporcion(i, f.integer(10), f.integer(11), r_.ajustes.decimales); };
            Importe holgura;
            if (const Documento* pagador = tipo_de(f.text(13)); !local && pagador != nullptr && con_impuestos(*pagador)) {
                const auto decimales = r_.decimales.find(d->moneda);
                const Importe una =
                    unidad_de(r_.ajustes.decimales) + al_pago(unidad_de(decimales == r_.decimales.end() ? 2 : decimales->second));
                holgura = Importe::de_micros((2 + f.integer(14)) * una.micros());
            }
            const auto comparar = [&](std::string_view campo, Importe hay, Importe debe) {
                if (hay - debe <= holgura && debe - hay <= holgura) return;
                r_.comparar(
                    "aplicacionImpuesto",
                    fmt::format("aplicacionId {}, transaccionId {}, {} {}", f.integer(1), f.integer(0), f.text(2), f.text(3)),
                    campo, hay, debe);
            };
            const Importe acreditable = importe(f, 6) - importe(f, 15);  // without what was cost as it was registered
            // What was stored before came to the same but for its roundings.
            // Money at the very rate of the document makes no exchange: what is collected is what was waiting.
            const bool al_mismo = f.integer(18) == 1 && importe(f, 8) == importe(f, 7);
            if (!al_mismo && (!del_pago || importe(f, 8) != al_pago(importe(f, 6))))
                comparar("efectivoLocal", importe(f, 8), local || del_pago ? importe(f, 7) : al_pago(acreditable));
            comparar("baseLocal", importe(f, 9), local ? importe(f, 5) : al_pago(importe(f, 5)));
        },
        r_.org(), t_.desde, t_.hasta);
}

void Ventana::revisar_saldos() {
    r_.tx.each(
        R"(SELECT transaccionId, naturaleza, entidadId, moneda, total, totalLocal, saldo, saldoLocal, aplicaciones, fecha, vencimiento,
                  cambio, nodo
           FROM saldo WHERE organizacionId = $1 AND transaccionId > $2 AND transaccionId <= $3)",
        [&](const db::Row& f) {
            Cabecera* d = de("saldo", f.integer(0));
            if (d == nullptr || d->tipo == nullptr) return;
            const std::string naturaleza{f.text(1)};
            d->saldos[naturaleza] = importe(f, 6);
            if (!r_.todo && f.integer(2) != 0) r_.contactos.insert(f.integer(2));
            const auto llave = [&] { return fmt::format("transaccionId {}, naturaleza {}", f.integer(0), naturaleza); };
            const auto comparar = [&](std::string_view campo, Importe hay, Importe debe) {
                if (hay != debe) r_.comparar("saldo", llave(), campo, hay, debe);
            };
            const auto suyas = naturalezas(*d);
            if (std::find(suyas.begin(), suyas.end(), naturaleza) == suyas.end())
                r_.decir("saldo", llave(), "a " + d->nombreTipo + " has no such balance");
            if (f.integer(2) != d->entidadId) r_.contar("saldo", llave(), "entidadId", f.integer(2), d->entidadId);
            if (f.text(3) != d->moneda)
                r_.decir("saldo", llave(), fmt::format("moneda is {}, expected {}", f.text(3), d->moneda));
            if (fecha(f, 9) != d->fecha) r_.comparar("saldo", llave(), "fecha", fecha(f, 9), d->fecha);
            if (fecha(f, 10) != d->vencimiento) r_.comparar("saldo", llave(), "vencimiento", fecha(f, 10), d->vencimiento);
            const Aplicado& a = d->aplicados[naturaleza];
            comparar("total", importe(f, 4), d->tipo->renglones == Renglones::egreso ? d->aplicable : d->total);
            const Importe local = d->tipo->renglones == Renglones::egreso ? d->aplicableLocal : d->totalLocal;
            const Importe redondeos = d->redondeos(r_.ajustes.decimales);
            if (importe(f, 5) < local - redondeos || importe(f, 5) > local + redondeos)
                comparar("totalLocal (at the rate of the document)", importe(f, 5), local);
            comparar("saldo", importe(f, 6), d->cancelado ? Importe{} : importe(f, 4) - a.importe);
            comparar("saldoLocal", importe(f, 7), d->cancelado ? Importe{} : importe(f, 5) - a.local);
            if (f.integer(8) != a.veces) r_.contar("saldo", llave(), "aplicaciones", f.integer(8), a.veces);
            const Fecha cambio = std::max({d->fecha, a.cambio, d->cancelacionFecha.value_or(d->fecha)});
            if (fecha(f, 11) != cambio) r_.comparar("saldo", llave(), "cambio", fecha(f, 11), cambio);
            const std::int64_t nodo = importe(f, 6).es_cero() ? nodo_de(d->fecha, cambio) : 0;
            if (f.integer(12) != nodo) r_.contar("saldo", llave(), "nodo", f.integer(12), nodo);
        },
        r_.org(), t_.desde, t_.hasta);
    for (const auto& [id, d] : documentos_) {
        if (d.tipo == nullptr) continue;
        for (const auto naturaleza : naturalezas(d))
            if (!d.saldos.contains(naturaleza))
                r_.decir("saldo", d.llave(), fmt::format("the balance {} is missing", naturaleza));
    }
    // What a balance was opened with is what the entry posted to its control account, or another carried there once it was known
    // whose it is.
    r_.tx.each(
        R"(SELECT s.transaccionId, s.naturaleza, s.totalLocal, s.cuentaId, CAST(COALESCE(SUM(a.cargo - a.abono), 0) AS BIGINT),
                  s.total, CAST(COALESCE(SUM(CASE WHEN a.moneda <> s.moneda THEN 0 WHEN a.cargo > 0 THEN a.original
                                                  ELSE -a.original END), 0) AS BIGINT)
           FROM saldo s
           LEFT JOIN poliza p ON p.organizacionId = $1 AND p.transaccionId = s.transaccionId AND p.evento IN ('registro', 'ajuste')
           LEFT JOIN asiento a ON a.organizacionId = $1 AND a.polizaId = p.polizaId AND a.cuentaId = s.cuentaId
                              AND a.entidadId = s.entidadId
           WHERE s.organizacionId = $1 AND s.transaccionId > $2 AND s.transaccionId <= $3
           GROUP BY s.transaccionId, s.naturaleza, s.totalLocal, s.cuentaId, s.total)",
        [&](const db::Row& f) {
            const Importe puesto = deudora(f.text(1)) ? importe(f, 4) : -importe(f, 4);
            if (puesto != importe(f, 2))
                r_.comparar("saldo",
                            fmt::format("transaccionId {}, naturaleza {}, cuentaId {}", f.integer(0), f.text(1), f.integer(3)),
                            "totalLocal", importe(f, 2), puesto);
            // An amount that is worth nothing in the organization's currency was not posted.
            const Importe original = deudora(f.text(1)) ? importe(f, 6) : -importe(f, 6);
            if (original != importe(f, 5) && !importe(f, 2).es_cero())
                r_.comparar("asiento",
                            fmt::format("transaccionId {}, naturaleza {}, cuentaId {}", f.integer(0), f.text(1), f.integer(3)),
                            "original", original, importe(f, 5));
        },
        r_.org(), t_.desde, t_.hasta);
}

void revisar_contactos(Revision& r, Tramo t) {
    r.buscar(
        "saldoContacto", R"(
        SELECT entidadId, naturaleza, moneda, CAST(SUM(guardado) AS BIGINT), CAST(SUM(abierto) AS BIGINT),
               CAST(SUM(guardadoLocal) AS BIGINT), CAST(SUM(abiertoLocal) AS BIGINT)
        FROM (SELECT s.entidadId, s.naturaleza, s.moneda, s.saldo AS abierto, s.saldoLocal AS abiertoLocal, 0 AS guardado,
                     0 AS guardadoLocal
              FROM saldo s WHERE s.organizacionId = $1 AND s.saldo > 0 AND s.entidadId > $2 AND s.entidadId <= $3
              UNION ALL
              SELECT k.entidadId, k.naturaleza, k.moneda, 0, 0, k.saldo, k.saldoLocal
              FROM saldoContacto k WHERE k.organizacionId = $1 AND k.entidadId > $2 AND k.entidadId <= $3) u
        GROUP BY entidadId, naturaleza, moneda
        HAVING SUM(guardado) <> SUM(abierto) OR SUM(guardadoLocal) <> SUM(abiertoLocal)
        ORDER BY entidadId, naturaleza, moneda LIMIT 1000)",
        [&](const db::Row& f) {
            const auto llave = fmt::format("entidadId {}, naturaleza {}, moneda {}", f.integer(0), f.text(1), f.text(2));
            r.comparar("saldoContacto", llave, "saldo", f.integer(3), f.integer(4));
            r.comparar("saldoContacto", llave, "saldoLocal", f.integer(5), f.integer(6));
        },
        t.desde, t.hasta);
}

// What people posted by hand to an account of ours has no document behind it, so it is set apart.
namespace {

std::map<std::int64_t, Importe> asentado_a_mano(Revision& r) {
    std::map<std::int64_t, Importe> sumas;
    for (const Documento* tipo : todos_los_tipos()) {
        if (tipo->renglones != Renglones::diario) continue;
        r.tx.each(R"(SELECT a.cuentaId, CAST(SUM(a.cargo - a.abono) AS BIGINT)
                     FROM documento d CROSS JOIN poliza p CROSS JOIN asiento a
                     WHERE d.organizacionId = $1 AND d.tipo = $2 AND p.organizacionId = $1 AND p.transaccionId = d.transaccionId
                       AND a.organizacionId = $1 AND a.polizaId = p.polizaId GROUP BY a.cuentaId)",
                  [&](const db::Row& f) { sumas[f.integer(0)] += importe(f, 1); }, r.org(), tipo->tipo);
    }
    return sumas;
}

}  // namespace

void revisar_cuentas_de_control(Revision& r, const std::vector<Tramo>& contactos) {
    std::map<std::int64_t, Importe> saldos;  // by account, debit positive
    r.tx.each(
        "SELECT cuentaId, CAST(SUM(cargos - abonos) AS BIGINT) FROM saldoCuenta WHERE organizacionId = $1 GROUP BY cuentaId",
        [&](const db::Row& f) { saldos[f.integer(0)] = importe(f, 1); }, r.org());
    for (const auto& [cuentaId, suma] : asentado_a_mano(r)) saldos[cuentaId] -= suma;

    std::map<std::int64_t, Importe> abiertos;
    r.tx.each(R"(SELECT cuentaId FROM cuentaPapel
                 WHERE organizacionId = $1 AND papel IN ('clientes', 'anticipo_clientes', 'proveedores', 'anticipo_proveedores'))",
              [&](const db::Row& f) { abiertos.try_emplace(f.integer(0)); }, r.org());
    for (const Tramo& t : contactos)
        r.tx.each(R"(SELECT cuentaId, naturaleza, CAST(SUM(saldoLocal) AS BIGINT) FROM saldo
                     WHERE organizacionId = $1 AND saldo > 0 AND entidadId > $2 AND entidadId <= $3 GROUP BY cuentaId, naturaleza)",
                  [&](const db::Row& f) { abiertos[f.integer(0)] += deudora(f.text(1)) ? importe(f, 2) : -importe(f, 2); },
                  r.org(), t.desde, t.hasta);
    for (const auto& [cuentaId, abierto] : abiertos)
        r.comparar("saldo", fmt::format("control account cuentaId {}", cuentaId), "the sum of saldoLocal", abierto,
                   saldos[cuentaId]);

    r.tx.each(R"(SELECT k.papel, k.cuentaId FROM cuentaPapel k
                 WHERE k.organizacionId = $1 AND NOT EXISTS (SELECT 1 FROM cuentaPapelHistoria h
                     WHERE h.organizacionId = $1 AND h.papel = k.papel AND h.cuentaId = k.cuentaId))",
              [&](const db::Row& f) {
                  r.decir("cuentaPapel", fmt::format("papel {}, cuentaId {}", f.text(0), f.integer(1)),
                          "its history does not have it");
              },
              r.org());

    revisar_cuentas_de_origen(r, saldos);
}

}  // namespace cacao::engine::verificacion
