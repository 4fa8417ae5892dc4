// Invoices of what notes sold. The engine takes the figures from the notes and carries the sale over; here it is only said which
// lines, and what the invoice's header is.

#include "base/sat.hpp"
#include "db/rows.hpp"
#include "engine/emision/solicitud.hpp"
#include "engine/entorno/candados.hpp"
#include "engine/tipos/ventas.hpp"
#include "engine/verbos/emitir.hpp"
#include "engine/verbos/nota_credito.hpp"
#include "rooms/ventas/documentos/nota_venta.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace cacao {
namespace {

constexpr std::string_view rfc_generico = "XAXX010101000";
constexpr std::size_t partidas_maximas = 5000;

struct Nota {
    std::int64_t transaccionId{};
    std::string estado;
    Fecha fecha;
    std::int64_t sucursalId{};
    std::int64_t proyectoId{};
    std::int64_t centroCostoId{};
    std::int64_t clienteId{};
    std::int64_t vendedorId{};
    std::string moneda;
    std::string formaPago;
};
DESCRIBE_STRUCT(Nota, (),
                (transaccionId, estado, fecha, sucursalId, proyectoId, centroCostoId, clienteId, vendedorId, moneda, formaPago))

constexpr std::string_view notas_sql = R"(
    SELECT d.transaccionId, d.estado, d.fecha, d.sucursalId, d.proyectoId, d.centroCostoId, d.entidadId AS clienteId, d.vendedorId,
           d.moneda, d.formaPago
    FROM documento d WHERE d.organizacionId = $1 AND d.tipo = 'NotaVenta')";

// A line of a note with what is left of it: what was credited is gone, and what was invoiced was credited to the note.
struct Abierta {
    std::int64_t numeroPartida{};
    std::int64_t productoId{};
    std::int64_t conceptoId{};
    std::int64_t unidadMedidaId{};
    std::string descripcion;
    std::string notas;
    std::int64_t proyectoId{};
    Cantidad cantidad;
    Cantidad cantidadBase;
    Cantidad queda;
};
DESCRIBE_STRUCT(Abierta, (),
                (numeroPartida, productoId, conceptoId, unidadMedidaId, descripcion, notas, proyectoId, cantidad, cantidadBase,
                 queda))

std::vector<Abierta> abiertas(db::Reader& tx, std::int64_t transaccionId) {
    return tx.all<Abierta>(R"(
        SELECT p.numeroPartida, p.productoId, p.conceptoId, p.unidadMedidaId, p.descripcion, p.notas, p.proyectoId, p.cantidad,
               p.cantidadBase, p.cantidadBase - COALESCE(a.cantidad, 0) AS queda
        FROM partida p
        LEFT JOIN avance a ON a.organizacionId = $1 AND a.transaccionId = p.transaccionId AND a.numeroPartida = p.numeroPartida
                          AND a.avance = 'acreditado'
        WHERE p.organizacionId = $1 AND p.transaccionId = $2 ORDER BY p.numeroPartida)",
                           tx.organizacion(), transaccionId);
}

engine::PartidaVenta partida(const Nota& nota, const Abierta& a, Cantidad cantidad, std::string campo) {
    engine::PartidaVenta p;
    p.campo = std::move(campo);
    p.productoId = a.productoId;
    p.conceptoId = a.conceptoId;
    // Whole lines keep their unit; a part is counted in the product's own.
    const bool entera = cantidad == a.cantidadBase;
    p.unidadMedidaId = entera ? a.unidadMedidaId : 0;
    p.cantidad = entera ? a.cantidad : cantidad;
    p.descripcion = a.descripcion;
    p.notas = a.notas;
    p.proyectoId = a.proyectoId;
    p.origenId = nota.transaccionId;
    p.origenPartida = a.numeroPartida;
    return p;
}

engine::SolicitudVenta encabezado(const FacturaDeNotas& f, const Nota& nota) {
    engine::SolicitudVenta s;
    s.fecha = f.fecha;
    s.vencimiento = f.vencimiento;
    s.formaPago = f.formaPago.value_or(nota.formaPago);
    s.serie = f.serie.value_or("");
    s.tipoCambio = f.tipoCambio;
    s.referencia = f.referencia.value_or("");
    s.referenciaExterna = f.referenciaExterna.value_or("");
    s.notas = f.notas.value_or("");
    s.addenda = f.addenda;
    s.sucursalId = nota.sucursalId;
    s.proyectoId = nota.proyectoId;
    s.centroCostoId = nota.centroCostoId;
    s.entidadId = nota.clienteId;
    s.campo_entidad = "/clienteId";
    s.vendedorId = nota.vendedorId;
    s.moneda = nota.moneda;
    return s;
}

// In parts, the form of the note is none any more.
template <class Facturacion>
void poner_metodo(const Facturacion& f, engine::SolicitudVenta& s) {
    if (f.metodoPago) s.metodoPago = reflect::enum_name(*f.metodoPago);
    if (s.metodoPago == sat::en_parcialidades && !f.formaPago) s.formaPago.clear();
}

void agregar_restos(db::Reader& tx, const Nota& nota, const std::string& campo, engine::SolicitudVenta& s) {
    const auto cifras = engine::cifras_por_facturar(tx, nota.transaccionId);
    for (const Abierta& a : abiertas(tx, nota.transaccionId)) {
        if (a.queda <= Cantidad{}) continue;
        const auto rebajada = cifras.find(a.numeroPartida);
        // Of a line that was credited in whole nothing is left.
        if (rebajada != cifras.end() && rebajada->second.total() <= Importe{}) continue;
        auto& p = s.partidas.emplace_back(partida(nota, a, a.queda, campo));
        if (rebajada != cifras.end()) p.cifras = rebajada->second;
    }
}

// What is open of a note is read and used up by one caller at a time. In one order, so that two who want the same ones do not
// wait for each other.
void tomar(db::Writer& tx, const std::set<std::int64_t>& notas) {
    for (const std::int64_t id : notas) engine::retener_solo(tx, id);
}

// The days of a global invoice: the day, its week or its month; c_Periodicidad says which.
struct Dias {
    std::string_view periodicidad;
    Fecha desde;
    Fecha hasta;
};

Dias dias_de(const FacturaGlobalNueva& pedida) {
    const Fecha dia = pedida.dia;
    switch (pedida.periodo.value_or(PeriodoGlobal::dia)) {
        case PeriodoGlobal::dia: break;
        case PeriodoGlobal::semana: {
            // Day 0 was a Thursday.
            constexpr int dias_por_semana = 7;
            const int desde_lunes = ((dia.dias() + 3) % dias_por_semana + dias_por_semana) % dias_por_semana;
            const Fecha lunes = dia + -desde_lunes;
            return {"02", std::max(lunes, dia.primero_del_mes()), std::min(lunes + (dias_por_semana - 1), dia.ultimo_del_mes())};
        }
        case PeriodoGlobal::mes: return {"04", dia.primero_del_mes(), dia.ultimo_del_mes()};
    }
    return {"01", dia, dia};
}

// The form in which most was paid: what a note says, or the deposits that paid it, and cash where nobody said.
std::string forma_mayor(db::Reader& tx, const std::vector<Nota>& notas) {
    constexpr std::string_view efectivo = "01";
    std::map<std::string, Importe, std::less<>> sumas;
    for (const Nota& nota : notas) {
        Importe resto = tx.one<Importe>("SELECT total FROM documento WHERE organizacionId = $1 AND transaccionId = $2",
                                        tx.organizacion(), nota.transaccionId)
                            .value();
        if (nota.formaPago.empty())
            tx.each(R"(SELECT f.claveSAT, CAST(SUM(a.importe2) AS BIGINT) FROM aplicacion a
                       JOIN documento p ON p.organizacionId = $1 AND p.transaccionId = a.pagoId
                       JOIN formaPago f ON f.organizacionId = $1 AND f.formaPagoId = p.formaPagoId
                       WHERE a.organizacionId = $1 AND a.documentoId = $2 AND a.estado = 'vigente' GROUP BY f.claveSAT)",
                    [&](const db::Row& r) {
                        if (!sat::es_forma_pago(r.text(0)) || r.text(0) == sat::forma_por_definir) return;
                        sumas[std::string{r.text(0)}] += Importe::de_micros(r.integer(1));
                        resto -= Importe::de_micros(r.integer(1));
                    },
                    tx.organizacion(), nota.transaccionId);
        const bool dicha = !nota.formaPago.empty() && nota.formaPago != sat::forma_por_definir;
        sumas[dicha ? nota.formaPago : std::string{efectivo}] += resto;
    }
    // Of two alike, the first in the authority's order.
    const auto mayor = std::ranges::max_element(sumas, [](const auto& a, const auto& b) { return a.second < b.second; });
    return mayor == sumas.end() ? std::string{efectivo} : mayor->first;
}

std::optional<Nota> leer_nota(db::Reader& tx, std::int64_t transaccionId) {
    return tx.one<Nota>(std::string{notas_sql} + " AND d.transaccionId = $2", tx.organizacion(), transaccionId);
}

}  // namespace

engine::DocumentoCreado facturar_nota_venta(Context& ctx, const NotaVentaFacturacion& pedida) {
    auto& tx = ctx.db();
    tomar(tx, {pedida.id});
    const auto nota = leer_nota(tx, pedida.id);
    reject_if(!nota, Codigo::no_encontrado, "/id");
    reject_if(nota->estado == engine::nombre(engine::Estado::cancelado), Codigo::documento_cancelado, "/id");
    engine::SolicitudVenta s = encabezado(pedida, *nota);
    poner_metodo(pedida, s);
    if (!pedida.partidas) {
        agregar_restos(tx, *nota, "", s);
        reject_if(s.partidas.empty(), Codigo::excede_pendiente, "/id");
        return engine::creado(engine::emitir(ctx, engine::FacturaVenta, s));
    }
    const auto lineas = abiertas(tx, nota->transaccionId);
    Faltas faltas;
    for (std::size_t i = 0; i < pedida.partidas->size(); ++i) {
        const PartidaPorFacturar& p = (*pedida.partidas)[i];
        const std::string campo = "/partidas/" + std::to_string(i);
        const auto a = std::ranges::find_if(lineas, [&](const Abierta& l) { return l.numeroPartida == p.numeroPartida; });
        if (a == lineas.end()) faltas.agregar(Codigo::no_encontrado, campo + "/numeroPartida");
        else s.partidas.push_back(partida(*nota, *a, p.cantidad.value_or(a->queda), campo));
    }
    faltas.lanzar();
    return engine::creado(engine::emitir(ctx, engine::FacturaVenta, s));
}

engine::DocumentoCreado facturar_notas_venta(Context& ctx, const NotasVentaFacturacion& pedida) {
    auto& tx = ctx.db();
    tomar(tx, {pedida.transaccionIds.begin(), pedida.transaccionIds.end()});
    Faltas faltas;
    std::vector<Nota> notas;
    for (std::size_t i = 0; i < pedida.transaccionIds.size(); ++i) {
        const auto nota = leer_nota(tx, pedida.transaccionIds[i]);
        const std::string campo = "/transaccionIds/" + std::to_string(i);
        if (!nota) {
            faltas.agregar(Codigo::no_encontrado, campo);
            continue;
        }
        if (nota->estado == engine::nombre(engine::Estado::cancelado)) faltas.agregar(Codigo::documento_cancelado, campo);
        if (!notas.empty()) {
            const Nota& primera = notas.front();
            if (nota->clienteId != primera.clienteId) faltas.agregar(Codigo::otro_contacto, campo);
            if (nota->moneda != primera.moneda) faltas.agregar(Codigo::moneda_distinta, campo);
            if (nota->sucursalId != primera.sucursalId) faltas.agregar(Codigo::valor_no_permitido, campo);
        }
        notas.push_back(*nota);
    }
    faltas.lanzar();
    // Paid in several forms, it is paid in none that one could name.
    const auto una = [&](const Nota& n) { return n.formaPago == notas.front().formaPago; };
    if (!std::ranges::all_of(notas, una)) notas.front().formaPago.clear();
    engine::SolicitudVenta s = encabezado(pedida, notas.front());
    poner_metodo(pedida, s);
    for (std::size_t i = 0; i < notas.size(); ++i) agregar_restos(tx, notas[i], "/transaccionIds/" + std::to_string(i), s);
    reject_if(s.partidas.empty(), Codigo::lista_vacia, "/transaccionIds");
    return engine::creado(engine::emitir(ctx, engine::FacturaVenta, s));
}

engine::DocumentoCreado crear_factura_global(Context& ctx, const FacturaGlobalNueva& pedida) {
    auto& tx = ctx.db();
    std::int64_t sucursalId = pedida.sucursalId.value_or(0);
    if (sucursalId == 0) sucursalId = ctx.sesion().sucursalId;
    const Dias dias = dias_de(pedida);
    Faltas faltas;
    faltas.agregar_si(sucursalId == 0, Codigo::sucursal_requerida, "/sucursalId");
    // The authority takes the current year and the one before (CFDI40136).
    faltas.agregar_si(dias.desde.anio() < pedida.fecha.value_or(ctx.hoy(sucursalId)).anio() - 1, Codigo::fuera_de_rango, "/dia");
    faltas.lanzar();
    const auto del_periodo = [&] {
        return tx.all<Nota>(
            std::string{notas_sql} + R"( AND d.fecha BETWEEN $2 AND $5 AND d.sucursalId = $3 AND d.estado = 'vigente'
          AND d.moneda = (SELECT c.moneda FROM configuracion c WHERE c.organizacionId = $1)
          AND d.entidadId IN (SELECT c.entidadId FROM contacto c WHERE c.organizacionId = $1 AND c.rfc = $4)
          AND NOT EXISTS (SELECT 1 FROM jornadaDocumento k
                          JOIN operacionRuta o ON o.organizacionId = $1 AND o.operacionId = k.operacionId
                          WHERE k.organizacionId = $1 AND k.transaccionId = d.transaccionId AND o.facturacion <> 'global'
                            AND o.facturacion <> '')
        ORDER BY d.fecha, d.transaccionId)",
            tx.organizacion(), dias.desde, sucursalId, rfc_generico, dias.hasta);
    };
    std::set<std::int64_t> tomadas;
    for (const Nota& nota : del_periodo()) tomadas.insert(nota.transaccionId);
    tomar(tx, tomadas);
    auto notas = del_periodo();
    std::erase_if(notas, [&](const Nota& n) { return !tomadas.contains(n.transaccionId); });  // registered since
    if (const std::int64_t clienteId = pedida.clienteId.value_or(0); clienteId != 0)
        std::erase_if(notas, [&](const Nota& n) { return n.clienteId != clienteId; });
    engine::SolicitudVenta s;
    std::set<std::int64_t> clientes;
    // Those of which nothing is left have a paper of their own already.
    std::erase_if(notas, [&](const Nota& nota) {
        const std::size_t antes = s.partidas.size();
        agregar_restos(tx, nota, "/dia", s);
        if (s.partidas.size() > antes) clientes.insert(nota.clienteId);
        return s.partidas.size() == antes;
    });
    reject_if(clientes.empty(), Codigo::lista_vacia, "/dia");
    reject_if(clientes.size() > 1, Codigo::requerido, "/clienteId");
    reject_if(s.partidas.size() > partidas_maximas, Codigo::lista_muy_larga, "/dia");
    // Notes of several salespeople and projects: the invoice is of none.
    Nota publico = notas.front();
    publico.vendedorId = publico.proyectoId = publico.centroCostoId = 0;
    publico.formaPago = forma_mayor(tx, notas);
    auto partidas = std::move(s.partidas);
    s = encabezado(pedida, publico);
    s.metodoPago = sat::en_una_exhibicion;
    s.partidas = std::move(partidas);
    const engine::Emitido e = engine::emitir(ctx, engine::FacturaVenta, s);
    tx.run(R"(INSERT INTO facturaGlobal (organizacionId, transaccionId, periodicidad, meses, anio, desde, hasta)
              VALUES ($1, $2, $3, $4, $5, $6, $7))",
           tx.organizacion(), e.transaccionId, dias.periodicidad, fmt::format("{:02}", dias.desde.mes()), dias.desde.anio(),
           dias.desde, dias.hasta);
    advertir_lo_que_falta(ctx, sucursalId);
    return engine::creado(e);
}

}  // namespace cacao
