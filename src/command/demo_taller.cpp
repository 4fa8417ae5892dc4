#include "command/demo_taller.hpp"

#include "db/rows.hpp"
#include "rooms/servicio/contrato_servicio.hpp"
#include "rooms/servicio/equipo_servicio.hpp"
#include "rooms/servicio/orden_partes.hpp"
#include "rooms/servicio/orden_servicio.hpp"
#include "rooms/servicio/orden_trabajo.hpp"
#include "rooms/servicio/personal_servicio.hpp"

#include <optional>

namespace cacao {
namespace {

struct RefaccionDemo {
    std::int64_t productoId = 0;
    std::int64_t almacenId = 0;
};
DESCRIBE_STRUCT(RefaccionDemo, (), (productoId, almacenId))

struct TallerDemo {
    std::int64_t clienteId = 0;
    std::int64_t conceptoId = 0;
    std::int64_t equipoServicioId = 0;
    RefaccionDemo refaccion;
};

std::int64_t orden_demo(Context& ctx, const TallerDemo& t, const char* falla) {
    OrdenServicioNueva n;
    n.clienteId = Id{t.clienteId};
    n.equipoServicioId = IdOpcional{t.equipoServicioId};
    n.falla = Texto<2000>{falla};
    PartidaServicioNueva obra;
    obra.conceptoId = IdOpcional{t.conceptoId};
    obra.clase = ClasePartidaServicio::manoObra;
    obra.descripcion = Texto<1000>{"Mano de obra"};
    obra.cantidad = Cantidad::de_enteros(2);
    obra.precioUnitario = Precio::de_enteros(450);
    PartidaServicioNueva parte;
    parte.productoId = IdOpcional{t.refaccion.productoId};
    parte.clase = ClasePartidaServicio::refaccion;
    parte.almacenId = IdOpcional{t.refaccion.almacenId};
    parte.cantidad = Cantidad::de_enteros(1);
    parte.precioUnitario = Precio::de_enteros(250);
    n.partidas.emplace().push_back(obra);
    n.partidas->push_back(parte);
    return crear_orden_servicio(ctx, n).transaccionId;
}

std::int64_t trabajo_demo(Context& ctx, std::int64_t transaccionId, std::int64_t personalServicioId) {
    OrdenTrabajoNueva n;
    n.transaccionId = Id{transaccionId};
    n.personalServicioId = Id{personalServicioId};
    return crear_orden_trabajo(ctx, n).ordenTrabajoId;
}

void accion_demo(Context& ctx, std::int64_t trabajo, AccionTrabajo accion, std::int64_t hace_horas) {
    AccionPedida p;
    p.id = Id{trabajo};
    p.accion = accion;
    constexpr std::int64_t hora = 3600;
    p.momento = ctx.ahora().mas_segundos(-hace_horas * hora);
    accionar_orden_trabajo(ctx, p);
}

}  // namespace

void make_workshop(Context& ctx) {
    auto& tx = ctx.db();
    const auto cliente = tx.one<std::int64_t>(
        "SELECT entidadId FROM contacto WHERE organizacionId = $1 AND esCliente = 1 AND activo = 1 ORDER BY entidadId LIMIT 1",
        tx.organizacion());
    const auto concepto = tx.one<std::int64_t>(
        "SELECT conceptoId FROM concepto WHERE organizacionId = $1 AND codigo = 'VENTA-SERV'", tx.organizacion());
    const auto refaccion = tx.one<RefaccionDemo>(R"(
        SELECT e.productoId, e.almacenId FROM existencia e
        JOIN producto p ON p.organizacionId = $1 AND p.productoId = e.productoId AND p.tipo = 'producto' AND p.seguimiento = 'ninguno'
        WHERE e.organizacionId = $1 AND e.loteId = 0 AND e.cantidad - e.reservado >= 5000000
        ORDER BY e.productoId, e.almacenId LIMIT 1)",
                                                 tx.organizacion());
    if (!cliente || !concepto || !refaccion) return;
    PersonalServicioNuevo persona;
    persona.codigo = Texto<30, 1>{"TEC-01"};
    persona.nombre = Texto<150, 1>{"Ana Ruiz"};
    persona.costoHora = NoNegativo<Precio>{Precio::de_enteros(120)};
    const auto ana = crear_personal_servicio(ctx, persona).personalServicioId;
    EquipoServicioNuevo equipo;
    equipo.codigo = Texto<30, 1>{"EQ-01"};
    equipo.nombre = Texto<150, 1>{"Cámara fría"};
    equipo.clienteId = Id{*cliente};
    equipo.serie = Texto<60>{"CF-2201"};
    equipo.preventivoDias = Entero<0, 3660>{90};
    equipo.ultimoPreventivo = ctx.hoy() + -80;
    const TallerDemo taller{*cliente, *concepto, crear_equipo_servicio(ctx, equipo).equipoServicioId, *refaccion};
    ContratoServicioNuevo contrato;
    contrato.codigo = Texto<30, 1>{"POL-01"};
    contrato.nombre = Texto<150, 1>{"Mantenimiento trimestral"};
    contrato.clienteId = Id{*cliente};
    contrato.inicio = ctx.hoy();
    contrato.meses = Entero<1, 120>{3};
    contrato.genera = GeneraContrato::orden;
    contrato.conceptoId = Id{*concepto};
    contrato.equipos.emplace().push_back(Id{taller.equipoServicioId});
    crear_contrato_servicio(ctx, contrato);

    // One that is done and invoiced, one that is under way, and a call.
    const auto hecha = orden_demo(ctx, taller, "No enfría");
    const auto trabajo = trabajo_demo(ctx, hecha, ana);
    autorizar_orden_servicio(ctx, {Id{hecha}});
    accion_demo(ctx, trabajo, AccionTrabajo::iniciar, 3);
    surtir_orden_servicio(ctx, {Id{hecha}, {}, {}, {}});
    accion_demo(ctx, trabajo, AccionTrabajo::terminar, 1);
    OrdenServicioCierre cierre;
    cierre.id = Id{hecha};
    cierre.solucion = Texto<2000, 1>{"Se cambió el termostato"};
    cierre.fechaTermino = ctx.hoy();
    cierre.partidas.emplace().push_back({Entero<1, 5000>{2}, NoNegativo<Cantidad>{Cantidad::de_enteros(1)}, {}});
    cerrar_orden_servicio(ctx, cierre);
    FacturaServicioNueva factura;
    factura.id = Id{hecha};
    facturar_orden_servicio(ctx, factura);
    const auto en_curso = orden_demo(ctx, taller, "Hace ruido");
    const auto otro = trabajo_demo(ctx, en_curso, ana);
    autorizar_orden_servicio(ctx, {Id{en_curso}});
    accion_demo(ctx, otro, AccionTrabajo::iniciar, 0);
    orden_demo(ctx, taller, "Gotea");
}

}  // namespace cacao
