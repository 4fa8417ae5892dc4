#include "rooms/buzon/propuesta.hpp"

#include "base/texto.hpp"
#include "db/rows.hpp"
#include "engine/entorno/series_documento.hpp"
#include "reflect/decode.hpp"

#include <algorithm>
#include <map>

namespace cacao {

namespace buzon {
namespace {

struct ProveedorConRfc {
    std::int64_t entidadId{};
    std::string codigo;
    std::string nombre;
    bool esProveedor{};
    std::int64_t diasCredito{};
};
DESCRIBE_STRUCT(ProveedorConRfc, (), (entidadId, codigo, nombre, esProveedor, diasCredito))

struct Equivalencia {
    std::string llave;
    std::int64_t productoId{};
    std::int64_t conceptoId{};
    std::int64_t unidadMedidaId{};
};
DESCRIBE_STRUCT(Equivalencia, (), (llave, productoId, conceptoId, unidadMedidaId))

// What may still be invoiced of a line that was ordered or received.
struct PartidaAbierta {
    std::int64_t transaccionId{};
    std::string tipo;
    std::string serie;
    std::int64_t folio{};
    Fecha fecha;
    std::int64_t numeroPartida{};
    std::int64_t productoId{};
    std::int64_t conceptoId{};
    std::int64_t unidadMedidaId{};
    Cantidad cantidad;
    Cantidad cantidadBase;
    Precio precioUnitario;
    Cantidad usado;
};
DESCRIBE_STRUCT(PartidaAbierta, (),
                (transaccionId, tipo, serie, folio, fecha, numeroPartida, productoId, conceptoId, unidadMedidaId, cantidad,
                 cantidadBase, precioUnitario, usado))

struct ProductoConCodigo {
    std::int64_t productoId{};
    std::string codigo;
    std::string claveUnidad;
    std::string seguimiento;
};
DESCRIBE_STRUCT(ProductoConCodigo, (), (productoId, codigo, claveUnidad, seguimiento))

constexpr std::size_t mas_llave = 300;

// A text that starts with what it is by.
std::string llave_de_codigo(std::string_view noIdentificacion) {
    return "N:" + std::string{principio_utf8(mayusculas(recortado(noIdentificacion)), mas_llave)};
}
std::string llave_de_palabras(std::string_view claveProdServ, std::string_view descripcion) {
    return "D:" + std::string{claveProdServ} + ' ' + std::string{principio_utf8(plegado(descripcion), mas_llave)};
}
std::string llave_de_clave(std::string_view claveProdServ) { return "C:" + std::string{claveProdServ}; }

// In the unit of its line.
Cantidad queda_de(const PartidaAbierta& a) {
    const Cantidad base = a.cantidadBase - a.usado;
    if (base <= Cantidad{}) return {};
    return Cantidad::de_micros(
        static_cast<std::int64_t>(static_cast<__int128>(base.micros()) * a.cantidad.micros() / a.cantidadBase.micros()));
}

class Proponente {
public:
    Proponente(db::Reader& tx, const RecibidoCompleto& r) : tx_(tx), r_(r) {
        conceptos_ = conceptos_de(tx, r.recibidoId);
        resumen_ = reflect::recuperar(r.resumen);
    }

    Propuesta hacer() {
        encabezar();
        proveedor();
        partidas();
        destinar();
        if (p_.destino == "notaCredito") acreditar();
        vencimiento();
        impedir();
        p_.cierta = p_.porDecidir.empty() && (p_.proveedor.cierto || p_.proveedor.nuevo) &&
                    std::ranges::all_of(p_.partidas, &PartidaPropuesta::cierto);
        return std::move(p_);
    }

private:
    void decidir(std::string campo, std::string mensaje) { p_.porDecidir.push_back({std::move(campo), std::move(mensaje)}); }

    void encabezar() {
        p_.recibidoId = r_.recibidoId;
        p_.uuid = r_.uuid;
        p_.fecha = r_.fecha;
        p_.motivoFecha = "La de su emisión.";
        p_.moneda = r_.moneda;
        p_.tipoCambio = r_.tipoCambio;
        p_.metodoPago = r_.metodoPago;
        p_.formaPago = r_.formaPago;
        p_.subtotal = r_.subtotal;
        p_.descuento = r_.descuento;
        p_.iva = r_.iva;
        p_.ieps = r_.ieps;
        p_.ivaRetenido = r_.ivaRetenido;
        p_.isrRetenido = r_.isrRetenido;
        p_.total = r_.total;
    }

    // What derives from another document is not dated before it.
    void no_antes_de(Fecha fecha, const std::string& folio) {
        if (fecha <= p_.fecha) return;
        p_.fecha = fecha;
        p_.motivoFecha = "La de " + folio + ", que es posterior a su emisión.";
    }

    void proveedor() {
        auto& s = p_.proveedor;
        s.rfc = r_.rfcEmisor;
        s.nombre = r_.nombreEmisor;
        const auto hallados = tx_.all<ProveedorConRfc>(R"(
            SELECT entidadId, codigo, nombre, esProveedor, diasCredito FROM contacto
            WHERE organizacionId = $1 AND rfc = $2 AND rfc <> '' AND activo = 1 ORDER BY esProveedor DESC, entidadId)",
                                                       tx_.organizacion(), r_.rfcEmisor);
        if (hallados.empty()) {
            s.codigo = r_.rfcEmisor;
            s.regimenFiscal = r_.regimenEmisor;
            s.codigoPostal = r_.lugarExpedicion;
            s.nuevo = true;
            s.motivo = "Ningún contacto tiene su RFC: se propone crearlo con los datos del comprobante.";
            return;
        }
        const auto& primero = hallados.front();
        s.proveedorId = primero.entidadId;
        s.codigo = primero.codigo;
        s.nombre = primero.nombre;
        diasCredito_ = primero.diasCredito;
        const auto proveedores = std::ranges::count_if(hallados, &ProveedorConRfc::esProveedor);
        s.cierto = proveedores == 1;
        if (s.cierto) {
            s.motivo = "Por su RFC.";
        } else if (proveedores == 0) {
            s.motivo = "El contacto con su RFC no es proveedor.";
            decidir("/proveedorId", "El contacto con el RFC del emisor no tiene el rol de proveedor.");
        } else {
            s.motivo = "Varios proveedores tienen su RFC: se propone el primero.";
            decidir("/proveedorId", "Varios proveedores tienen el RFC del emisor.");
        }
    }

    void partidas() {
        const auto cuadrados = cuadrar(r_, resumen_, conceptos_);
        for (std::size_t i = 0; i < conceptos_.size(); ++i) {
            const auto& c = conceptos_[i];
            auto& q = p_.partidas.emplace_back();
            q.numeroPartida = c.numeroPartida;
            q.descripcion = c.descripcion;
            q.noIdentificacion = c.noIdentificacion;
            q.claveProdServ = c.claveProdServ;
            q.claveUnidad = c.claveUnidad;
            q.cantidad = c.cantidad;
            q.precioUnitario = cuadrados[i].precio;
            q.importe = cuadrados[i].importe;
            q.descuento = cuadrados[i].descuento;
            q.impuestos = cuadrados[i].impuestos;
        }
        // Local taxes, which the books do not know as such, are what they cost.
        for (const auto& local : resumen_.locales) {
            auto& q = p_.partidas.emplace_back();
            q.numeroPartida = static_cast<std::int64_t>(p_.partidas.size());
            q.descripcion = local.nombre;
            q.claveProdServ = "01010101";
            q.claveUnidad = "ACT";
            q.cantidad = Cantidad::de_enteros(1);
            q.precioUnitario = Precio::de_micros(local.importe.micros());
            q.importe = local.importe;
        }
        leer_equivalencias();
        leer_codigos();
        if (p_.proveedor.proveedorId != 0 && r_.tipoDeComprobante == "I") leer_abiertas();
        for (auto& q : p_.partidas) decidir_partida(q);
    }

    void leer_equivalencias() {
        for (auto& e : tx_.all<Equivalencia>(R"(
                 SELECT llave, productoId, conceptoId, unidadMedidaId FROM recibidoEquivalencia
                 WHERE organizacionId = $1 AND rfcEmisor = $2)",
                                             tx_.organizacion(), r_.rfcEmisor)) {
            auto llave = e.llave;
            equivalencias_.emplace(std::move(llave), std::move(e));
        }
    }

    void leer_codigos() {
        for (const auto& q : p_.partidas) {
            if (q.noIdentificacion.empty() || codigos_.contains(q.noIdentificacion)) continue;
            auto hallado = tx_.one<ProductoConCodigo>(R"(
                SELECT q.productoId, q.codigo, u.claveUnidad, q.seguimiento FROM producto q
                JOIN unidadMedida u ON u.organizacionId = $1 AND u.unidadMedidaId = q.unidadMedidaId
                WHERE q.organizacionId = $1 AND q.codigo = $2 AND q.activo = 1)",
                                                      tx_.organizacion(), q.noIdentificacion);
            if (hallado) codigos_.emplace(q.noIdentificacion, std::move(*hallado));
        }
    }

    void leer_abiertas() {
        // What of an order was received is invoiced by its reception.
        abiertas_ = tx_.all<PartidaAbierta>(R"(
            SELECT d.transaccionId, d.tipo, d.serie, d.folio, d.fecha, p.numeroPartida, p.productoId, p.conceptoId, p.unidadMedidaId, p.cantidad,
                   p.cantidadBase, p.precioUnitario,
                   COALESCE((SELECT MAX(a.cantidad) FROM avance a
                             WHERE a.organizacionId = $1 AND a.transaccionId = p.transaccionId AND a.numeroPartida = p.numeroPartida
                               AND a.avance IN ('facturado', 'recibido')), 0) AS usado
            FROM documento d
            JOIN partida p ON p.organizacionId = $1 AND p.transaccionId = d.transaccionId
            WHERE d.organizacionId = $1 AND d.entidadId = $2 AND d.entidadId <> 0 AND d.moneda = $3
              AND ((d.tipo IN ('Recepcion', 'NotaRemision') AND d.estado = 'vigente')
                   OR (d.tipo = 'OrdenCompra' AND d.estado = 'autorizado'))
            ORDER BY CASE WHEN d.tipo = 'OrdenCompra' THEN 1 ELSE 0 END, d.fecha, d.transaccionId, p.numeroPartida LIMIT 2000)",
                                            tx_.organizacion(), p_.proveedor.proveedorId, r_.moneda);
        std::erase_if(abiertas_, [](const PartidaAbierta& a) { return queda_de(a) <= Cantidad{}; });
        std::string texto = r_.condiciones;
        for (const auto& c : conceptos_) texto += ' ' + c.descripcion;
        texto_ = ' ' + plegado(texto) + ' ';
    }

    bool nombra(const PartidaAbierta& a) const {
        return texto_.find(' ' + plegado(engine::folio_texto(a.serie, a.folio)) + ' ') != std::string::npos;
    }

    // The open line that a line is of: by its product or concept, or, where nobody knows that, by quantity and amount.
    bool derivar(PartidaPropuesta& q, bool conocida) {
        PartidaAbierta* mejor = nullptr;
        int puntos = -1;
        bool empate = false;
        for (auto& a : abiertas_) {
            if (queda_de(a) < q.cantidad) continue;
            const bool suyo = conocida && a.productoId == q.productoId && a.conceptoId == q.conceptoId;
            const bool iguales =
                (q.cantidad * a.precioUnitario).redondear(2) == q.importe && (conocida || queda_de(a) == q.cantidad);
            if (conocida ? !suyo : !iguales) continue;
            const int suyos = (nombra(a) ? 4 : 0) + (iguales ? 2 : 0) + (queda_de(a) == q.cantidad ? 1 : 0);
            if (suyos == puntos) empate = true;
            if (suyos <= puntos) continue;
            mejor = &a;
            puntos = suyos;
            empate = false;
        }
        if (mejor == nullptr) return false;
        q.productoId = mejor->productoId;
        q.conceptoId = mejor->conceptoId;
        q.unidadMedidaId = mejor->unidadMedidaId;
        q.transaccionIdOrigen = mejor->transaccionId;
        q.partidaOrigen = mejor->numeroPartida;
        q.folioOrigen = engine::folio_texto(mejor->serie, mejor->folio);
        no_antes_de(mejor->fecha, q.folioOrigen);
        q.cierto = conocida ? !empate || puntos >= 4 : puntos >= 4;
        q.motivo += (q.motivo.empty() ? "" : " ") + std::string{"De "} + q.folioOrigen +
                    (puntos >= 4 ? ", que el comprobante nombra."
                     : conocida  ? ", que lo tiene por facturar."
                                 : ", por cantidad e importe.");
        mejor->usado += Cantidad::de_micros(static_cast<std::int64_t>(static_cast<__int128>(q.cantidad.micros()) *
                                                                      mejor->cantidadBase.micros() / mejor->cantidad.micros()));
        return true;
    }

    void tomar(PartidaPropuesta& q, const Equivalencia& e, bool cierto, std::string_view motivo) const {
        q.productoId = e.productoId;
        q.conceptoId = e.conceptoId;
        q.unidadMedidaId = e.unidadMedidaId;
        q.cierto = cierto;
        q.motivo = motivo;
    }

    bool por_equivalencia(PartidaPropuesta& q) {
        const auto buscar = [&](const std::string& llave) {
            const auto este = equivalencias_.find(llave);
            return este == equivalencias_.end() ? nullptr : &este->second;
        };
        if (!q.noIdentificacion.empty())
            if (const auto* e = buscar(llave_de_codigo(q.noIdentificacion)))
                return tomar(q, *e, true, "Así se registró antes ese código del proveedor."), true;
        if (const auto* e = buscar(llave_de_palabras(q.claveProdServ, q.descripcion)))
            return tomar(q, *e, true, "Así se registró antes esa descripción del proveedor."), true;
        return false;
    }

    void decidir_partida(PartidaPropuesta& q) {
        bool conocida = por_equivalencia(q);
        bool con_seguimiento = false;
        if (!conocida)
            if (const auto este = codigos_.find(q.noIdentificacion); este != codigos_.end()) {
                q.productoId = este->second.productoId;
                q.cierto = este->second.claveUnidad == q.claveUnidad;
                q.motivo = q.cierto ? "Su código es el de un producto, en la misma unidad." : "Su código es el de un producto.";
                con_seguimiento = este->second.seguimiento != "ninguno";
                conocida = true;
            }
        const auto en = "/partidas/" + std::to_string(q.numeroPartida - 1);
        if (derivar(q, conocida)) {
            if (!q.cierto) decidir(en + "/transaccionIdOrigen", "Se supone qué factura, y no es seguro: " + q.descripcion);
            return;
        }
        if (!conocida)
            if (const auto este = equivalencias_.find(llave_de_clave(q.claveProdServ));
                este != equivalencias_.end() && este->second.conceptoId != 0) {
                tomar(q, este->second, false, "Otro renglón del proveedor con esa clave se registró así.");
                conocida = true;
            }
        if (!conocida) decidir(en + "/productoId", "No se sabe qué producto o concepto es: " + q.descripcion);
        else if (!q.cierto) decidir(en + "/productoId", "Se supone qué es, y no es seguro: " + q.descripcion);
        if (con_seguimiento) decidir(en + "/lote", "El producto se maneja por lote o serie.");
    }

    void destinar() {
        if (r_.tipoDeComprobante == "E") {
            p_.destino = Destino::notaCredito;
            p_.motivo = "Es un comprobante de egreso.";
        } else if (r_.tipoDeComprobante != "I") {
            p_.destino = Destino::ninguno;
            p_.motivo = "No es un ingreso ni un egreso: se conserva y no se registra.";
        } else if (std::ranges::any_of(p_.partidas, [](const auto& q) { return q.transaccionIdOrigen != 0; })) {
            p_.destino = Destino::facturaCompra;
            p_.motivo = "Factura algo ordenado o recibido.";
        } else if (std::ranges::any_of(p_.partidas, [](const auto& q) { return q.productoId != 0; })) {
            p_.destino = Destino::facturaCompra;
            p_.motivo = "Tiene productos.";
        } else {
            p_.destino = Destino::gasto;
            p_.motivo = "No tiene productos conocidos.";
        }
    }

    // Of what it takes off.
    void acreditar() {
        struct Acreditado {
            std::int64_t transaccionId{};
            std::string serie;
            std::int64_t folio{};
            Fecha fecha;
        };
        std::vector<Acreditado> hallados;
        tx_.each(R"(SELECT DISTINCT d.transaccionId, d.serie, d.folio, d.fecha FROM recibidoRelacion k
                    JOIN documento d ON d.organizacionId = $1 AND d.uuid = k.uuid AND d.uuid IS NOT NULL AND d.canceladoEn IS NULL
                     AND d.tipo IN ('FacturaCompra', 'Gasto')
                    WHERE k.organizacionId = $1 AND k.recibidoId = $2 ORDER BY d.transaccionId)",
                 [&](const db::Row& f) {
                     hallados.push_back({f.integer(0), std::string{f.text(1)}, f.integer(2),
                                         Fecha::de_dias(static_cast<std::int32_t>(f.integer(3)))});
                 },
                 tx_.organizacion(), r_.recibidoId);
        if (hallados.empty()) {
            decidir("/transaccionIdOrigen", "No está registrado el documento que acredita.");
            return;
        }
        p_.transaccionIdOrigen = hallados.front().transaccionId;
        p_.folioOrigen = engine::folio_texto(hallados.front().serie, hallados.front().folio);
        no_antes_de(hallados.front().fecha, p_.folioOrigen);
        if (hallados.size() > 1) decidir("/transaccionIdOrigen", "Se relaciona con varios documentos.");
    }

    void vencimiento() {
        if (p_.destino == "notaCredito" || p_.destino == "ninguno") return;
        const bool de_contado = r_.metodoPago == "PUE";
        p_.vencimiento = p_.fecha + (de_contado ? 0 : static_cast<int>(diasCredito_));
        p_.motivoVencimiento = de_contado         ? "Se paga en una sola exhibición."
                               : diasCredito_ > 0 ? "Por los días de crédito del proveedor."
                                                  : "El proveedor no da días de crédito.";
    }

    void impedir() {
        if (p_.destino == "ninguno") decidir("/id", "Este tipo de comprobante no se registra.");
        if (r_.estadoSat == "cancelado") decidir("/id", "El emisor lo canceló ante el SAT.");
        else if (r_.estadoSat == "no_encontrado") decidir("/id", "El SAT no lo tiene.");
        else if (r_.resultado == "no_valido") decidir("/id", "La validación halló que no es válido.");
        if (!r_.validezFiscal) decidir("/id", "Su timbre es de pruebas: el comprobante no tiene validez fiscal.");
        if (resumen_.ajenos) decidir("/id", "Tiene impuestos que los libros no llevan.");
        if (!resumen_.localesRetenidos.empty()) decidir("/id", "Tiene retenciones locales, que los libros no llevan.");
    }

    db::Reader& tx_;
    const RecibidoCompleto& r_;
    std::vector<ConceptoRecibido> conceptos_;
    ResumenRecibido resumen_;
    std::map<std::string, Equivalencia, std::less<>> equivalencias_;
    std::map<std::string, ProductoConCodigo, std::less<>> codigos_;
    std::vector<PartidaAbierta> abiertas_;
    std::string texto_;
    std::int64_t diasCredito_ = 0;
    Propuesta p_;
};

void recordar_llave(Context& ctx, const std::string& rfcEmisor, const std::string& llave, const PartidaPropuesta& p) {
    ctx.db().run(
        R"(INSERT INTO recibidoEquivalencia (organizacionId, rfcEmisor, llave, productoId, conceptoId, unidadMedidaId, usos,
                            modificadoEn)
                    VALUES ($1, $2, $3, $4, $5, $6, 1, $7)
                    ON CONFLICT (organizacionId, rfcEmisor, llave) DO UPDATE SET productoId = $4, conceptoId = $5,
                        unidadMedidaId = $6, usos = recibidoEquivalencia.usos + 1, modificadoEn = $7)",
        ctx.organizacionId(), rfcEmisor, llave, p.productoId, p.conceptoId, p.unidadMedidaId, ctx.ahora());
}

}  // namespace

Propuesta proponer(db::Reader& tx, const RecibidoCompleto& recibido) { return Proponente{tx, recibido}.hacer(); }

void aprender(Context& ctx, const std::string& rfcEmisor, const PartidaPropuesta& p) {
    if (!p.noIdentificacion.empty()) recordar_llave(ctx, rfcEmisor, llave_de_codigo(p.noIdentificacion), p);
    recordar_llave(ctx, rfcEmisor, llave_de_palabras(p.claveProdServ, p.descripcion), p);
    recordar_llave(ctx, rfcEmisor, llave_de_clave(p.claveProdServ), p);
}

}  // namespace buzon

Propuesta proponer_recibido(const Context& ctx, const RecibidoPedido& pedido) {
    return buzon::proponer(ctx.db(), buzon::exigir_recibido(ctx.db(), pedido.id));
}

}  // namespace cacao
