// Invoices of what notes sold. The engine takes the figures from the notes and carries the sale over; here it is only said which
// lines, and what the invoice's header is.

#include "db/rows.hpp"
#include "engine/emision/solicitud.hpp"
#include "engine/entorno/candados.hpp"
#include "engine/tipos/ventas.hpp"
#include "engine/verbos/emitir.hpp"
#include "rooms/ventas/documentos/nota_venta.hpp"

#include <algorithm>
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
};
DESCRIBE_STRUCT(Nota, (), (transaccionId, estado, fecha, sucursalId, proyectoId, centroCostoId, clienteId, vendedorId, moneda))

constexpr std::string_view notas_sql = R"(
    SELECT d.transaccionId, d.estado, d.fecha, d.sucursalId, d.proyectoId, d.centroCostoId, d.entidadId AS clienteId, d.vendedorId,
           d.moneda
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

void agregar_restos(db::Reader& tx, const Nota& nota, const std::string& campo, engine::SolicitudVenta& s) {
    for (const Abierta& a : abiertas(tx, nota.transaccionId))
        if (a.queda > Cantidad{}) s.partidas.push_back(partida(nota, a, a.queda, campo));
}

// What is open of a note is read and used up by one caller at a time. In one order, so that two who want the same ones do not
// wait for each other.
void tomar(db::Writer& tx, const std::set<std::int64_t>& notas) {
    for (const std::int64_t id : notas) engine::retener_solo(tx, id);
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
    engine::SolicitudVenta s = encabezado(pedida, notas.front());
    for (std::size_t i = 0; i < notas.size(); ++i) agregar_restos(tx, notas[i], "/transaccionIds/" + std::to_string(i), s);
    reject_if(s.partidas.empty(), Codigo::lista_vacia, "/transaccionIds");
    return engine::creado(engine::emitir(ctx, engine::FacturaVenta, s));
}

engine::DocumentoCreado crear_factura_global(Context& ctx, const FacturaGlobalNueva& pedida) {
    auto& tx = ctx.db();
    std::int64_t sucursalId = pedida.sucursalId.value_or(0);
    if (sucursalId == 0) sucursalId = ctx.sesion().sucursalId;
    reject_if(sucursalId == 0, Codigo::sucursal_requerida, "/sucursalId");
    const auto del_dia = [&] {
        return tx.all<Nota>(std::string{notas_sql} + R"( AND d.fecha = $2 AND d.sucursalId = $3 AND d.estado = 'vigente'
          AND d.moneda = (SELECT c.moneda FROM configuracion c WHERE c.organizacionId = $1)
          AND d.entidadId IN (SELECT c.entidadId FROM contacto c WHERE c.organizacionId = $1 AND c.rfc = $4)
        ORDER BY d.transaccionId)",
                            tx.organizacion(), pedida.dia, sucursalId, rfc_generico);
    };
    std::set<std::int64_t> tomadas;
    for (const Nota& nota : del_dia()) tomadas.insert(nota.transaccionId);
    tomar(tx, tomadas);
    auto notas = del_dia();
    std::erase_if(notas, [&](const Nota& n) { return !tomadas.contains(n.transaccionId); });  // registered since
    if (const std::int64_t clienteId = pedida.clienteId.value_or(0); clienteId != 0)
        std::erase_if(notas, [&](const Nota& n) { return n.clienteId != clienteId; });
    engine::SolicitudVenta s;
    std::set<std::int64_t> clientes;
    for (const Nota& nota : notas) {
        const std::size_t antes = s.partidas.size();
        agregar_restos(tx, nota, "/dia", s);
        if (s.partidas.size() > antes) clientes.insert(nota.clienteId);
    }
    reject_if(clientes.empty(), Codigo::lista_vacia, "/dia");
    reject_if(clientes.size() > 1, Codigo::requerido, "/clienteId");
    reject_if(s.partidas.size() > partidas_maximas, Codigo::lista_muy_larga, "/dia");
    // Notes of several salespeople and projects: the invoice is of none.
    Nota publico = notas.front();
    publico.clienteId = *clientes.begin();
    publico.vendedorId = publico.proyectoId = publico.centroCostoId = 0;
    auto partidas = std::move(s.partidas);
    s = encabezado(pedida, publico);
    s.partidas = std::move(partidas);
    return engine::creado(engine::emitir(ctx, engine::FacturaVenta, s));
}

}  // namespace cacao
