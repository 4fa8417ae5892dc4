// Verification of documents: a header is the sum of its lines, its taxes are theirs, its events have no gap.

#include "engine/verificar/verificar_interno.hpp"

#include "engine/entorno/monedas.hpp"
#include "reflect/decode.hpp"
#include "reflect/objeto.hpp"

#include <algorithm>

namespace cacao::engine::verificacion {

std::int64_t Ventana::revisar() {
    leer_documentos();
    leer_agregados();
    leer_partidas();
    revisar_cabeceras();
    valuar_documentos();
    leer_aplicaciones();
    revisar_saldos();
    leer_liquidaciones(false);
    leer_liquidaciones(true);
    revisar_reparto();
    revisar_impuestos();
    revisar_tasas();
    revisar_rentas();
    revisar_ingresos();
    leer_polizas();
    revisar_polizas();
    revisar_valor_de_partes();
    revisar_diarios();
    revisar_fechas();
    revisar_bancos();
    revisar_valor_de_bancos();
    revisar_movimientos();
    revisar_reversas();
    revisar_eventos();
    if (!r_.todo) anotar_productos();
    return static_cast<std::int64_t>(documentos_.size());
}

// The document that a row names; told once per table and document when it is not there.
Cabecera* Ventana::de(std::string_view tabla, std::int64_t transaccionId) {
    const auto it = documentos_.find(transaccionId);
    if (it != documentos_.end()) return &it->second;
    if (huerfanos_.emplace(tabla, transaccionId).second)
        r_.decir(tabla, fmt::format("transaccionId {}", transaccionId), "rows of a documento that is not there");
    return nullptr;
}

void Ventana::leer_documentos() {
    r_.tx.each(
        R"(SELECT transaccionId, tipo, fecha, estado, entidadId, cuentaBancariaId, cuentaDestinoId, moneda,
                         tipoCambio, subtotal, descuento, iva, ieps, ivaRetenido, isrRetenido, total, version, vencimiento,
                         cancelacionFecha
                  FROM documento WHERE organizacionId = $1 AND transaccionId > $2 AND transaccionId <= $3)",
        [&](const db::Row& f) {
            Cabecera& d = documentos_[f.integer(0)];
            d.transaccionId = f.integer(0);
            d.nombreTipo = f.text(1);
            d.tipo = tipo_de(d.nombreTipo);
            d.fecha = fecha(f, 2);
            d.estado = f.text(3);
            d.cancelado = d.estado == nombre(Estado::cancelado);
            d.entidadId = f.integer(4);
            d.cuentaBancariaId = f.integer(5);
            d.cuentaDestinoId = f.integer(6);
            d.moneda = f.text(7);
            d.tipoCambio = Precio::de_micros(f.integer(8));
            d.subtotal = importe(f, 9);
            d.descuento = importe(f, 10);
            d.iva = importe(f, 11);
            d.ieps = importe(f, 12);
            d.ivaRetenido = importe(f, 13);
            d.isrRetenido = importe(f, 14);
            d.total = importe(f, 15);
            d.version = f.integer(16);
            d.vencimiento = fecha(f, 17);
            d.cancelacionFecha = fecha_o_nada(f, 18);
            if (d.tipo == nullptr) r_.decir("documento", d.llave(), "tipo " + d.nombreTipo + " is no kind of document");
            if (!r_.todo && d.entidadId != 0) r_.contactos.insert(d.entidadId);
        },
        r_.org(), t_.desde, t_.hasta);
    r_.tx.each(
        R"(SELECT transaccionId, moneda, importe, tipoCambio FROM traspasoMoneda
           WHERE organizacionId = $1 AND transaccionId > $2 AND transaccionId <= $3)",
        [&](const db::Row& f) {
            Cabecera* d = de("traspasoMoneda", f.integer(0));
            if (d == nullptr) return;
            d->monedaDestino = f.text(1);
            d->importeDestino = importe(f, 2);
            d->tipoCambioDestino = Precio::de_micros(f.integer(3));
        },
        r_.org(), t_.desde, t_.hasta);
}

bool Cabecera::por_valor() const {
    return tipo != nullptr &&
           std::any_of(tipo->origenes.begin(), tipo->origenes.end(), [](const Origen& o) { return o.por_valor; }) &&
           std::any_of(lineas.begin(), lineas.end(), [](const auto& l) { return l.second.derivada; });
}

namespace {

// Whether lines of the kind that derive from others may carry a share of their source's figures, which is not their price times
// their quantity: the last share takes what rounding left. A sale takes what was agreed.
bool toma_cifras(const Documento& tipo) {
    if (tipo.renglones == Renglones::venta) return true;
    const auto acompania = [&](const Documento* t) {
        return std::any_of(t->origenes.begin(), t->origenes.end(),
                           [&](const Origen& o) { return o.acompania != nullptr && o.acompania->tipo == tipo.tipo; });
    };
    const auto tipos = todos_los_tipos();
    return std::any_of(tipo.origenes.begin(), tipo.origenes.end(), [](const Origen& o) { return o.con_cifras; }) ||
           std::any_of(tipos.begin(), tipos.end(), acompania);
}

// The amount is the quantity at the price, rounded; or, where the price came with its taxes, the price is the amount by the
// quantity at six decimals.
void revisar_precio(const Revision& r, const Cabecera& d, const db::Row& f) {
    const auto llave = [&] { return fmt::format("transaccionId {}, numeroPartida {}", f.integer(0), f.integer(1)); };
    if (f.integer(14) == 0 && f.integer(15) != f.integer(16))
        r.comparar("partida", llave(), "cantidad", f.integer(15), f.integer(16));
    if (d.tipo->renglones == Renglones::diario || d.tipo->existencia == Existencia::reempaque) return;
    if (f.integer(12) != 0 && toma_cifras(*d.tipo)) return;
    const auto decimales = r.decimales.find(d.moneda);
    if (decimales == r.decimales.end()) return;
    const Importe debe = (Cantidad::de_micros(f.integer(15)) * Precio::de_micros(f.integer(17))).redondear(decimales->second);
    if (importe(f, 3) == debe) return;
    const std::int64_t precio = dividir_redondeando(static_cast<__int128>(f.integer(3)) * millonesimas, f.integer(15));
    if (f.integer(17) != precio) r.comparar("partida", llave(), "precioUnitario", f.integer(17), precio);
}

}  // namespace

void Ventana::leer_partidas() {
    r_.tx.each(
        R"(SELECT p.transaccionId, p.numeroPartida, p.conceptoId, p.importe, p.abono, p.descuento, p.promocion, p.iva, p.ieps,
                  p.ivaRetenido, p.isrRetenido, p.impuestos, p.origenId, p.costo, p.productoId, p.cantidad, p.cantidadBase,
                  p.precioUnitario, CASE WHEN q.unidadMedidaId = p.unidadMedidaId THEN 1 ELSE 0 END, p.alCosto,
                  p.importeLocal
           FROM partida p
           LEFT JOIN producto q ON q.organizacionId = $1 AND q.productoId = p.productoId
           WHERE p.organizacionId = $1 AND p.transaccionId > $2 AND p.transaccionId <= $3)",
        [&](const db::Row& f) {
            Cabecera* d = de("partida", f.integer(0));
            if (d == nullptr || d->tipo == nullptr) return;
            const Importe descontado = importe(f, 5) + importe(f, 6);
            const Importe neto = importe(f, 3) - descontado;
            const bool por_partes = !f.is_null(20);  // converted together with others
            const Importe local =
                por_partes ? importe(f, 20) : convertir(neto + importe(f, 19), d->tipoCambio, r_.ajustes.decimales);
            d->lineas[f.integer(1)] = {.productoId = f.integer(14),
                                       .cantidad = Cantidad::de_micros(f.integer(15)),
                                       .cantidadBase = Cantidad::de_micros(f.integer(16)),
                                       .en_base = f.integer(18) != 0,
                                       .costo = importe(f, 13),
                                       .local = local,
                                       .derivada = f.integer(12) != 0,
                                       .por_partes = por_partes};
            revisar_precio(r_, *d, f);
            d->neto += neto;
            d->lineasLocal += local;
            d->descontado += descontado;
            d->abonos += importe(f, 4);
            d->sumaIva += importe(f, 7);
            d->sumaIeps += importe(f, 8);
            d->sumaIvaRetenido += importe(f, 9);
            d->sumaIsrRetenido += importe(f, 10);
            if (d->tipo->renglones == Renglones::egreso && f.integer(2) == 0) {
                d->aplicable += neto;
                d->aplicableLocal += local;
            }
            if (!r_.todo && f.integer(12) != 0) r_.origenes.insert(f.integer(12));

            std::array<Importe, 4> sumas{};
            Importe al_costo;
            bool con_iva = false;
            for (const ImpuestoPartida& i : reflect::recuperar(Guardado<std::vector<ImpuestoPartida>>{std::string{f.text(11)}})) {
                Gravado& g = d->gravados[{i.impuesto, i.factor, i.tasa.micros()}];
                g.base += i.base;
                g.importe += i.importe;
                g.alCosto += i.alCosto.value_or(Importe{});
                al_costo += i.alCosto.value_or(Importe{});
                if (es_de_arrendamiento(i)) g.arrendamiento += i.importe;
                sumas[static_cast<std::size_t>(impuesto_de(i.impuesto))] += i.importe;
                con_iva = con_iva || i.impuesto == nombre(Impuesto::iva);
                if (f.integer(12) != 0 && !d->cancelado && d->tipo->renglones == Renglones::venta)
                    revisar_parte(*d, f.integer(1), i);
            }
            const bool gravable = d->tipo->renglones == Renglones::venta || d->tipo->renglones == Renglones::compra;
            if (gravable && !con_iva)
                d->gravados[{std::string{nombre(Impuesto::iva)}, std::string{nombre(Factor::noObjeto)}, 0}].base += neto;
            constexpr std::array<std::string_view, 4> campos{"iva", "ieps", "ivaRetenido", "isrRetenido"};
            for (std::size_t i = 0; i < campos.size(); ++i)
                if (const Importe hay = importe(f, 7 + static_cast<int>(i)); hay != sumas[i])
                    r_.comparar("partida", fmt::format("transaccionId {}, numeroPartida {}", f.integer(0), f.integer(1)),
                                campos[i], hay, sumas[i]);
            if (importe(f, 19) != al_costo)
                r_.comparar("partida", fmt::format("transaccionId {}, numeroPartida {}", f.integer(0), f.integer(1)), "alCosto",
                            importe(f, 19), al_costo);
        },
        r_.org(), t_.desde, t_.hasta);
}

void Ventana::revisar_cabeceras() {
    for (const auto& [id, d] : documentos_) {
        if (d.vencimiento < d.fecha)
            r_.decir("documento", d.llave(),
                     fmt::format("vencimiento is {}, expected {} or later", d.vencimiento.iso(), d.fecha.iso()));
        if (d.cancelado != d.cancelacionFecha.has_value())
            r_.decir("documento", d.llave(),
                     d.cancelado ? "cancelacionFecha is missing" : "cancelacionFecha is that of a document in force");
        if (d.cancelacionFecha && *d.cancelacionFecha < d.fecha)
            r_.decir("documento", d.llave(),
                     fmt::format("cancelacionFecha is {}, expected {} or later", d.cancelacionFecha->iso(), d.fecha.iso()));
        if (d.tipo == nullptr || d.tipo->renglones == Renglones::ninguno) continue;
        const auto comparar = [&](std::string_view campo, Importe hay, Importe debe) {
            if (hay != debe) r_.comparar("documento", d.llave(), campo, hay, debe);
        };
        comparar("subtotal", d.subtotal, d.neto);
        comparar("descuento", d.descuento, d.descontado);
        comparar("iva", d.iva, d.sumaIva);
        comparar("ieps", d.ieps, d.sumaIeps);
        comparar("ivaRetenido", d.ivaRetenido, d.sumaIvaRetenido);
        comparar("isrRetenido", d.isrRetenido, d.sumaIsrRetenido);
        comparar("total", d.total, d.neto + d.sumaIva + d.sumaIeps - d.sumaIvaRetenido - d.sumaIsrRetenido);
        if (d.tipo->renglones == Renglones::diario) comparar("total (of the credits)", d.total, d.abonos);
    }
}

namespace {

// Whether settlement moves this tax of the kind from one account to another.
bool se_liquida(const Documento& tipo, std::string_view impuesto) {
    return std::any_of(tipo.asientos.begin(), tipo.asientos.end(), [&](const Asiento& a) {
        if (a.liquidada == Cuenta::partida) return false;
        return (a.monto == Monto::iva && impuesto == "iva") || (a.monto == Monto::ieps && impuesto == "ieps") ||
               (a.monto == Monto::iva_retenido && impuesto == "ivaRetenido") ||
               (a.monto == Monto::isr_retenido && impuesto == "isrRetenido");
    });
}

}  // namespace

// By rate: the base and tax of the lines, what the applications in force and the document itself have settled of them, and all of
// it once nothing is open.
void Ventana::revisar_impuestos() {
    r_.tx.each(
        R"(SELECT transaccionId, impuesto, factor, tasa, base, importe, importeLocal, baseLiquidada, liquidado, liquidadoLocal,
                  baseRestituida, restituido, restituidoLocal, alCosto, arrendamiento, alCostoLiquidado, rentaLiquidada,
                  alCostoRestituido, rentaRestituida, baseRestituidaLocal, restituidoEfectivo
           FROM documentoImpuesto WHERE organizacionId = $1 AND transaccionId > $2 AND transaccionId <= $3)",
        [&](const db::Row& f) {
            Cabecera* d = de("documentoImpuesto", f.integer(0));
            if (d == nullptr || d->tipo == nullptr) return;
            const LlaveImpuesto impuesto{std::string{f.text(1)}, std::string{f.text(2)}, f.integer(3)};
            Gravado gravado;
            if (auto g = d->gravados.extract(impuesto)) gravado = g.mapped();
            Liquidado liquidado;
            if (auto l = d->liquidados.extract(impuesto)) liquidado = l.mapped();
            const auto comparar = [&](std::string_view campo, Importe hay, Importe debe) {
                if (hay == debe) return;
                r_.comparar("documentoImpuesto",
                            fmt::format("transaccionId {}, {} {} {}", f.integer(0), f.text(1), f.text(2),
                                        Tasa::de_micros(f.integer(3)).texto()),
                            campo, hay, debe);
            };
            comparar("base", importe(f, 4), gravado.base);
            comparar("importe", importe(f, 5), gravado.importe);
            comparar("alCosto", importe(f, 13), gravado.alCosto);
            comparar("arrendamiento", importe(f, 14), gravado.arrendamiento);
            comparar("importeLocal", importe(f, 6),
                     convertir(gravado.importe - gravado.alCosto, d->tipoCambio, r_.ajustes.decimales));
            comparar("baseLiquidada", importe(f, 7), liquidado.base + importe(f, 10));
            comparar("liquidado", importe(f, 8), liquidado.importe + importe(f, 11));
            comparar("liquidadoLocal", importe(f, 9), liquidado.local + importe(f, 12));
            comparar("alCostoLiquidado", importe(f, 15), liquidado.alCosto + importe(f, 17));
            comparar("rentaLiquidada", importe(f, 16), liquidado.renta + importe(f, 18));
            const bool local = d->moneda == r_.ajustes.moneda;
            if (local) {
                comparar("baseRestituidaLocal", importe(f, 19), importe(f, 10));
                comparar("restituidoEfectivo", importe(f, 20), importe(f, 12));
            }
            const bool saldado =
                !d->cancelado && !d->saldos.empty() &&
                std::all_of(d->saldos.begin(), d->saldos.end(), [](const auto& s) { return s.second.es_cero(); });
            if (saldado && se_liquida(*d->tipo, impuesto.impuesto)) {
                comparar("baseLiquidada (of a settled document)", importe(f, 7), importe(f, 4));
                comparar("liquidado (of a settled document)", importe(f, 8), importe(f, 5));
                comparar("liquidadoLocal (of a settled document)", importe(f, 9), importe(f, 6));
                comparar("alCostoLiquidado (of a settled document)", importe(f, 15), importe(f, 13));
                comparar("rentaLiquidada (of a settled document)", importe(f, 16), importe(f, 14));
            }
            // What applications moved of rent, at what it was posted at: in another currency but for their roundings.
            const bool entera = gravado.arrendamiento == gravado.importe;
            const Importe renta = entera  ? importe(f, 9) - importe(f, 12)
                                  : local ? liquidado.renta
                                          : convertir(liquidado.renta, d->tipoCambio, r_.ajustes.decimales);
            Importe redondeos;
            if (const auto decimales = r_.decimales.find(d->moneda); !local && decimales != r_.decimales.end()) {
                // Of each one that of a peso, and that of the document's currency: what is paid says what is posted.
                std::int64_t veces = 2;
                for (const auto& [naturaleza, a] : d->aplicados) veces += a.veces;
                const Importe una = convertir(unidad_de(decimales->second), d->tipoCambio, r_.ajustes.decimales);
                redondeos = Importe::de_micros(veces * (unidad_de(r_.ajustes.decimales) + una).micros());
            }
            if (liquidado.arrendamiento - renta > redondeos || renta - liquidado.arrendamiento > redondeos)
                comparar("arrendamiento (of its applications)", liquidado.arrendamiento, renta);
        },
        r_.org(), t_.desde, t_.hasta);
    for (const auto& [id, d] : documentos_) {
        for (const auto& [i, g] : d.gravados)
            r_.decir("documentoImpuesto", d.llave(),
                     fmt::format("{} {} {} of its lines is missing", i.impuesto, i.factor, Tasa::de_micros(i.tasa).texto()));
        for (const auto& [i, l] : d.liquidados)
            r_.decir("aplicacionImpuesto", d.llave(),
                     fmt::format("{} {} was settled that the document does not have", i.impuesto, i.factor));
    }
}

// The value of a line is that of the goods it moved, and each movement belongs to an entry of its day.
void Ventana::revisar_movimientos() {
    r_.tx.each(
        R"(SELECT movimientoId, transaccionId, polizaId, fecha, numeroPartida, cantidad, valor, revierteId, capaId, productoId
           FROM movimiento
           WHERE organizacionId = $1 AND transaccionId > $2 AND transaccionId <= $3)",
        [&](const db::Row& f) {
            Cabecera* d = de("movimiento", f.integer(1));
            if (d == nullptr) return;
            if (!r_.todo) r_.capas.insert(f.integer(8));
            if (const auto linea = d->lineas.find(f.integer(4)); linea != d->lineas.end() && f.integer(7) == 0) {
                if (f.integer(5) < 0) linea->second.salio -= importe(f, 6);
                if (f.integer(5) > 0) linea->second.entro += importe(f, 6);
                (f.integer(5) == 0 ? linea->second.corregida : linea->second.movida) = true;
                linea->second.propia = linea->second.propia || (f.integer(5) != 0 && f.integer(9) == linea->second.productoId);
            }
            if (f.integer(2) == 0) return;
            con_mercancia_.insert(f.integer(2));
            const auto p = polizas_.find(f.integer(2));
            const auto llave = [&] { return fmt::format("movimientoId {}, transaccionId {}", f.integer(0), f.integer(1)); };
            if (p == polizas_.end() || p->second.transaccionId != d->transaccionId)
                r_.decir("movimiento", llave(), fmt::format("polizaId {} is no entry of its document", f.integer(2)));
            else if (p->second.fecha.dias() != f.integer(3))
                r_.decir("movimiento", llave(), "fecha is not that of its entry, " + p->second.fecha.iso());
        },
        r_.org(), t_.desde, t_.hasta);
    for (const auto& [id, d] : documentos_) {
        if (d.tipo == nullptr || d.cancelado || d.tipo->existencia == Existencia::ninguna) continue;
        // What moved a product has settled in which unit it is counted.
        for (const auto& [numero, l] : d.lineas)
            if (l.propia && l.en_base && l.cantidad != l.cantidadBase)
                r_.comparar("partida", fmt::format("transaccionId {}, numeroPartida {}", id, numero), "cantidad",
                            l.cantidad.micros(), l.cantidadBase.micros());
        const bool comparte =
            std::any_of(d.tipo->origenes.begin(), d.tipo->origenes.end(), [](const Origen& o) { return o.por_valor; });
        const bool entra = d.tipo->existencia == Existencia::entrada || d.tipo->existencia == Existencia::devolucion_cliente;
        for (const auto& [numero, l] : d.lineas) {
            // Lines that take a share of their source keep that share; where value was put right later, it is not the line's.
            if (!l.movida || l.corregida || (comparte && l.derivada)) continue;
            // Each line of a repackaging goes one way; which, its movements say.
            const bool reempaca = d.tipo->existencia == Existencia::reempaque;
            const Importe debe = entra ? l.entro : reempaca ? l.entro + l.salio : l.salio;
            const auto comparar = [&, cual = numero](std::string_view campo, Importe hay, Importe esperado) {
                if (hay != esperado)
                    r_.comparar("partida", fmt::format("transaccionId {}, numeroPartida {}", id, cual), campo, hay, esperado);
            };
            comparar("costo", l.costo, debe);
            if (d.tipo->existencia == Existencia::entrada && d.moneda != r_.ajustes.moneda)
                comparar("costo (at the rate of the document)", l.costo, l.local);
        }
    }
}

namespace {

// The start of an object that has more members.
std::string sin_cerrar(std::string objeto) {
    objeto.pop_back();
    return objeto;
}

// What stands after a member of the data of an event, up to the next one.
std::string_view dato(std::string_view datos, std::string_view miembro) {
    const auto lugar = datos.find(miembro);
    if (lugar == std::string_view::npos) return {};
    const auto resto = datos.substr(lugar + miembro.size());
    return resto.substr(0, resto.find_first_of(",}"));
}

}  // namespace

// The events of a document tell how it came to be what it is: its total, its state, and each time it settled or was settled.
void Ventana::revisar_anuncios() {
    struct Contado {
        std::string total;
        std::string estado;
        bool cancelado = false;
        bool rehecho = false;
    };
    std::map<std::int64_t, Contado> contados;
    r_.tx.each(
        R"(SELECT transaccionId, consecutivo, evento, datos FROM evento
           WHERE organizacionId = $1 AND transaccionId > $2 AND transaccionId <= $3 ORDER BY transaccionId, consecutivo)",
        [&](const db::Row& f) {
            const auto it = documentos_.find(f.integer(0));
            if (it == documentos_.end() || it->second.tipo == nullptr) return;
            Cabecera& d = it->second;
            Contado& c = contados[d.transaccionId];
            const std::string_view evento = f.text(2);
            const std::string_view datos = f.text(3);
            const auto llave = [&] { return fmt::format("transaccionId {}, consecutivo {}", f.integer(0), f.integer(1)); };
            const auto esperar = [&](std::string_view nombre, std::string_view debe) {
                if (evento != nombre) r_.decir("evento", llave(), fmt::format("evento is {}, expected {}", evento, nombre));
                else if (!datos.starts_with(debe))
                    r_.decir("evento", llave(), fmt::format("datos is {}, expected {}", datos, debe));
            };
            if (f.integer(1) == 1) {
                esperar("registrado", sin_cerrar(reflect::objeto("tipo", d.nombreTipo)) + R"(,"total":)");
                c.estado = nombre(d.tipo->inicial);
                c.total = dato(datos, R"("total":)");
                return;
            }
            if (evento == "registrado") return r_.decir("evento", llave(), "evento is registrado, a document is registered once");
            if (evento == "cancelado") {
                esperar("cancelado", sin_cerrar(reflect::objeto("tipo", d.nombreTipo)));
                c.cancelado = true;
                c.estado = nombre(Estado::cancelado);
                return;
            }
            const auto anunciado = d.anunciados.find(std::string{evento} + std::string{datos});
            if (anunciado != d.anunciados.end()) {
                d.anunciados.erase(anunciado);
                return;
            }
            // A request for payment is settled without applications of its own.
            if (evento == "liquidado" && d.tipo->saldo != Saldo::ninguno)
                return r_.decir("evento", llave(), fmt::format("datos is {}, which no application says", datos));
            if (evento != "cambiado" || es_agregado(d.transaccionId, f.integer(1), datos)) return;
            if (const auto estado = dato(datos, R"("estado":")"); !estado.empty()) {
                c.estado = estado.substr(0, estado.find('"'));
                c.rehecho = true;
            }
            if (const auto total = dato(datos, R"("total":)"); !total.empty()) {
                c.total = total;
                c.estado = nombre(d.tipo->inicial);
            }
        },
        r_.org(), t_.desde, t_.hasta);
    for (const auto& [id, c] : contados) {
        const Cabecera& d = documentos_.at(id);
        for (const std::string& falta : d.anunciados) r_.decir("evento", d.llave(), fmt::format("evento {} is missing", falta));
        if (d.cancelado != c.cancelado)
            r_.decir("evento", d.llave(),
                     d.cancelado ? "evento cancelado is missing" : "evento is cancelado, the document is not");
        else if (c.estado != d.estado)
            r_.decir("evento", d.llave(), fmt::format("datos says estado {}, the document is {}", c.estado, d.estado));
        // A request that was asked for anew says no total; everything else that changes one says it.
        if (c.total != d.total.texto() && !(c.rehecho && d.tipo->saldo == Saldo::ninguno))
            r_.decir("evento", d.llave(), fmt::format("datos says total {}, expected {}", c.total, d.total.texto()));
    }
}

void Ventana::revisar_eventos() {
    revisar_anuncios();
    revisar_agregados();
    r_.tx.each(R"(SELECT transaccionId, COUNT(*), MIN(consecutivo), MAX(consecutivo) FROM evento
                  WHERE organizacionId = $1 AND transaccionId > $2 AND transaccionId <= $3 GROUP BY transaccionId)",
               [&](const db::Row& f) {
                   Cabecera* d = de("evento", f.integer(0));
                   if (d == nullptr) return;
                   d->eventos = f.integer(1);
                   if (f.integer(2) != 1 || f.integer(3) != d->version || f.integer(1) != d->version)
                       r_.decir("evento", d->llave(),
                                fmt::format("{} events numbered {} to {}, expected 1 to {} (documento.version)", f.integer(1),
                                            f.integer(2), f.integer(3), d->version));
               },
               r_.org(), t_.desde, t_.hasta);
    for (const auto& [id, d] : documentos_)
        if (d.eventos == 0) r_.decir("evento", d.llave(), "the document has no events");
}

void Ventana::anotar_productos() {
    const auto anotar = [&](const db::Row& f) { r_.productos.insert(f.integer(0)); };
    r_.tx.each(R"(SELECT DISTINCT productoId FROM partida
                  WHERE organizacionId = $1 AND transaccionId > $2 AND transaccionId <= $3 AND productoId <> 0)",
               anotar, r_.org(), t_.desde, t_.hasta);
    r_.tx.each(
        "SELECT DISTINCT productoId FROM movimiento WHERE organizacionId = $1 AND transaccionId > $2 AND transaccionId <= $3",
        anotar, r_.org(), t_.desde, t_.hasta);
    r_.tx.each("SELECT productoId FROM reserva WHERE organizacionId = $1 AND transaccionId > $2 AND transaccionId <= $3", anotar,
               r_.org(), t_.desde, t_.hasta);
    // What the sources derive from learns of it too.
    r_.tx.each(R"(SELECT DISTINCT o.origenId FROM partida p
                  JOIN partida o ON o.organizacionId = $1 AND o.transaccionId = p.origenId AND o.numeroPartida = p.origenPartida
                  WHERE p.organizacionId = $1 AND p.transaccionId > $2 AND p.transaccionId <= $3 AND p.origenId <> 0 AND o.origenId <> 0)",
               [&](const db::Row& f) { r_.origenes.insert(f.integer(0)); }, r_.org(), t_.desde, t_.hasta);
}

}  // namespace cacao::engine::verificacion
