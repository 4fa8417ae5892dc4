#include "rooms/buzon/registro.hpp"

#include "api/aparte.hpp"
#include "api/archivos.hpp"
#include "base/archivo.hpp"
#include "db/rows.hpp"
#include "db/where.hpp"
#include "engine/entorno/series_documento.hpp"
#include "engine/verbos/adjuntos.hpp"
#include "reflect/objeto.hpp"

#include <algorithm>

namespace cacao {

namespace buzon {
namespace {

struct DocumentoAtado {
    std::int64_t transaccionId{};
    std::string tipo;
    std::string serie;
    std::int64_t folio{};
    Fecha fecha;
    std::string moneda;
    Importe total;
    std::int64_t entidadId{};
};
DESCRIBE_STRUCT(DocumentoAtado, (), (transaccionId, tipo, serie, folio, fecha, moneda, total, entidadId))

// As the first time.
RecibidoRegistrado ya_registrado(db::Reader& tx, const RecibidoCompleto& r) {
    const auto d = tx.one<DocumentoAtado>(R"(
        SELECT transaccionId, tipo, serie, folio, fecha, moneda, total, entidadId FROM documento
        WHERE organizacionId = $1 AND transaccionId = $2)",
                                          tx.organizacion(), r.transaccionId);
    RecibidoRegistrado hecho;
    hecho.recibidoId = r.recibidoId;
    hecho.uuid = r.uuid;
    hecho.estado = r.estado;
    hecho.transaccionId = d->transaccionId;
    hecho.tipoDocumento = d->tipo;
    hecho.folio = engine::folio_texto(d->serie, d->folio);
    hecho.fecha = d->fecha;
    hecho.moneda = d->moneda;
    hecho.total = d->total;
    hecho.proveedorId = d->entidadId;
    hecho.repetido = true;
    return hecho;
}

// What stands in the way whatever is decided.
void exigir_registrable(const RecibidoCompleto& r) {
    if (r.estado != "pendiente") reject(Codigo::estado_invalido, "/id", reflect::objeto("estado", r.estado));
    if (r.estadoSat == "cancelado" || r.resultado == "no_valido")
        reject(Codigo::comprobante_invalido, "/id",
               reflect::objeto("validacionId", r.validacionId, "resultado", r.resultado, "estadoSat", r.estadoSat));
}

// What the caller decided takes the place of what is proposed.
void decidir_partidas(const RegistroDeRecibido& pedido, Propuesta& p, Faltas& faltas) {
    for (auto& q : p.partidas)
        if (q.productoId == 0 && q.conceptoId == 0 && pedido.conceptoId) q.conceptoId = *pedido.conceptoId;
    if (!pedido.partidas) return;
    for (std::size_t i = 0; i < pedido.partidas->size(); ++i) {
        const PartidaDecidida& d = (*pedido.partidas)[i];
        const auto este = std::ranges::find(p.partidas, std::int64_t{d.numeroPartida}, &PartidaPropuesta::numeroPartida);
        if (este == p.partidas.end()) {
            faltas.agregar(Codigo::no_encontrado, "/partidas/" + std::to_string(i) + "/numeroPartida");
            continue;
        }
        if (d.productoId || d.conceptoId) {
            este->productoId = d.productoId.value_or(0);
            este->conceptoId = d.conceptoId.value_or(0);
            este->unidadMedidaId = 0;
            este->transaccionIdOrigen = este->partidaOrigen = 0;
        }
        if (d.unidadMedidaId) este->unidadMedidaId = *d.unidadMedidaId;
        if (d.transaccionIdOrigen) {
            este->transaccionIdOrigen = *d.transaccionIdOrigen;
            este->partidaOrigen = d.partidaOrigen.value_or(0);
        }
    }
}

Destino destino_de(const RegistroDeRecibido& pedido, const Propuesta& p) {
    if (pedido.destino) return *pedido.destino;
    Destino propuesto{};
    reflect::enum_value(p.destino, propuesto);
    // What was decided may be another thing than what was supposed.
    if (propuesto == Destino::notaCredito || propuesto == Destino::ninguno) return propuesto;
    const bool de_compra =
        std::ranges::any_of(p.partidas, [](const auto& q) { return q.productoId != 0 || q.transaccionIdOrigen != 0; });
    return de_compra ? Destino::facturaCompra : Destino::gasto;
}

RenglonPorRegistrar renglon_de(const PartidaPropuesta& q) {
    RenglonPorRegistrar r;
    r.productoId = q.productoId;
    r.conceptoId = q.conceptoId;
    r.unidadMedidaId = q.unidadMedidaId;
    r.origenId = q.transaccionIdOrigen;
    r.origenPartida = q.partidaOrigen;
    r.descripcion = q.descripcion;
    r.claveProdServ = q.claveProdServ;
    r.claveUnidad = q.claveUnidad;
    r.cantidad = q.cantidad;
    r.precioUnitario = q.precioUnitario;
    r.descuento = q.descuento;
    r.impuestos = q.impuestos;
    return r;
}

PapelPorRegistrar papel_de(const RegistroDeRecibido& pedido, const RecibidoCompleto& r, const Propuesta& p) {
    PapelPorRegistrar papel;
    papel.destino = destino_de(pedido, p);
    papel.fecha = pedido.fecha.value_or(p.fecha);
    papel.vencimiento = pedido.vencimiento ? pedido.vencimiento : p.vencimiento;
    if (papel.vencimiento && *papel.vencimiento < papel.fecha && !pedido.vencimiento) papel.vencimiento = papel.fecha;
    papel.sucursalId = pedido.sucursalId.value_or(0);
    papel.almacenId = pedido.almacenId.value_or(0);
    papel.centroCostoId = pedido.centroCostoId.value_or(0);
    papel.proyectoId = pedido.proyectoId.value_or(0);
    papel.origenId = pedido.transaccionIdOrigen ? std::int64_t{*pedido.transaccionIdOrigen} : p.transaccionIdOrigen;
    papel.moneda = r.moneda;
    if (r.tipoCambio > Precio{}) papel.tipoCambio = r.tipoCambio;
    papel.uuid = r.uuid;
    papel.timbradoEn = r.timbradoEn;
    papel.serie = r.serie;
    papel.folio = r.folio;
    papel.notas = pedido.notas.value_or("");
    for (const auto& q : p.partidas) papel.renglones.push_back(renglon_de(q));
    if (pedido.partidas)
        for (const PartidaDecidida& d : *pedido.partidas)
            for (std::size_t i = 0; i < p.partidas.size(); ++i)
                if (p.partidas[i].numeroPartida == d.numeroPartida) {
                    papel.renglones[i].lote = d.lote;
                    papel.renglones[i].series = d.series;
                }
    return papel;
}

// Whatever other rooms refuse it for is told as theirs: the fields are of the document that it would become.
template <class Work>
void con_las_reglas_de_otros(const Context& ctx, Work work) {
    const auto faltas = api::faltas_de(work);
    if (faltas.empty()) return;
    reject(Codigo::regla_incumplida, "/id",
           reflect::objeto("errores", reflect::Escrito{api::faltas_escritas(faltas, ctx.idioma())}));
}

std::int64_t archivo_con_documento(Context& ctx, const RecibidoCompleto& r, std::int64_t transaccionId,
                                   const PorConfirmar& listo) {
    const auto documento = engine::exigir_cualquiera(ctx.db(), transaccionId);
    const auto nombre = nombre_de_archivo(r.nombre, "xml", "application/xml");
    return engine::agregar_digital(ctx, documento, {nombre.nombre, nombre.extension, {r.sha256, listo.tipo, listo.lugar}},
                                   listo.bytes)
        .archivoId;
}

RecibidoConfirmado confirmado_de(const RecibidoCompleto& r) {
    RecibidoConfirmado c;
    c.recibidoId = r.recibidoId;
    c.uuid = r.uuid;
    c.total = r.total;
    c.errores = JsonCrudo{"[]"};
    return c;
}

void rechazar_en(const Context& ctx, RecibidoConfirmado& c, Codigo codigo) {
    c.codigo = nombre(codigo);
    c.mensaje = mensaje(codigo, ctx.idioma());
}

}  // namespace

PorConfirmar preparar_registro(const Context& ctx, const Vecinos& vecinos, std::int64_t recibidoId) {
    std::optional<api::ContenidoGuardado> guardado;
    PorConfirmar listo;
    ctx.leer(ctx.organizacionId(),
             [&](db::Reader& tx) { guardado = api::leer_contenido(tx, exigir_recibido(tx, recibidoId).sha256); });
    listo.tipo = guardado->tipo;
    listo.lugar = guardado->lugar;
    listo.bytes = api::bytes_de(std::move(*guardado));
    listo.juicio = vecinos.juzgar(ctx, listo.bytes);
    return listo;
}

RecibidoRegistrado registrar(Context& ctx, const Vecinos& vecinos, const RegistroDeRecibido& pedido, const PorConfirmar& listo) {
    auto& tx = ctx.db();
    auto r = exigir_recibido(tx, pedido.id);
    // Of two at once the second finds what the first did.
    engine::apartar_folio_fiscal(ctx, r.uuid);
    r = exigir_recibido(tx, pedido.id);
    if (r.estado == "registrado") return ya_registrado(tx, r);
    ctx.exigir_version(r.version);
    exigir_registrable(r);
    auto p = proponer(tx, r);
    Faltas faltas;
    decidir_partidas(pedido, p, faltas);
    for (const auto& q : p.partidas)
        if (q.productoId == 0 && q.conceptoId == 0 && q.transaccionIdOrigen == 0)
            faltas.agregar(Codigo::requerido, "/partidas/" + std::to_string(q.numeroPartida - 1) + "/productoId", En::donde_sea,
                           reflect::objeto("numeroPartida", q.numeroPartida, "descripcion", q.descripcion));
    std::int64_t proveedorId = pedido.proveedorId.value_or(0);
    if (proveedorId == 0) proveedorId = p.proveedor.proveedorId;
    const bool crear = proveedorId == 0 && pedido.crearProveedor.value_or(false);
    if (proveedorId == 0 && !crear)
        faltas.agregar(Codigo::requerido, "/proveedorId", En::donde_sea,
                       reflect::objeto("rfc", p.proveedor.rfc, "nombre", p.proveedor.nombre, "alternativas",
                                       std::vector<std::string>{"crearProveedor"}));
    auto papel = papel_de(pedido, r, p);
    faltas.agregar_si(papel.destino == Destino::ninguno, Codigo::valor_no_permitido, "/destino");
    faltas.agregar_si(papel.destino == Destino::notaCredito && papel.origenId == 0, Codigo::requerido, "/transaccionIdOrigen");
    faltas.lanzar();

    engine::DocumentoCreado creado;
    con_las_reglas_de_otros(ctx, [&] {
        if (crear)
            proveedorId = vecinos.crear_proveedor(ctx, {p.proveedor.codigo, p.proveedor.nombre, p.proveedor.rfc,
                                                        p.proveedor.regimenFiscal, p.proveedor.codigoPostal});
        papel.proveedorId = proveedorId;
        creado = vecinos.registrar(ctx, papel);
    });
    if (creado.total != r.total)
        reject(Codigo::regla_incumplida, "/id",
               reflect::objeto("regla", "total_del_comprobante", "total", r.total, "registrado", creado.total, "diferencia",
                               creado.total - r.total));
    const auto archivoId = archivo_con_documento(ctx, r, creado.transaccionId, listo);
    vecinos.validar(ctx, listo.juicio, creado.transaccionId, archivoId);
    for (const auto& q : p.partidas) aprender(ctx, r.rfcEmisor, q);
    // Registering ties what has its folio, its total and its currency.
    r = exigir_recibido(tx, pedido.id);
    if (r.transaccionId != creado.transaccionId) throw std::logic_error("a received document that its registration did not tie");
    auto hecho = ya_registrado(tx, r);
    hecho.proveedorNuevo = crear;
    hecho.repetido = false;
    return hecho;
}

RecibidosConfirmados registrar_varios(const Context& ctx, const Vecinos& vecinos, const RegistroDeVarios& pedido) {
    constexpr std::int64_t de_inicio = 50;
    const std::int64_t maximo = pedido.maximo.value_or(de_inicio);
    std::vector<std::int64_t> ids;
    if (pedido.ids) {
        ids.assign(pedido.ids->begin(), pedido.ids->end());
    } else {
        ctx.leer(ctx.organizacionId(), [&](db::Reader& tx) {
            db::Where donde{ctx.organizacionId()};
            donde.add("r.estado = 'pendiente'");
            donde.add_if(pedido.rfcEmisor, "r.rfcEmisor = $");
            donde.add_if(pedido.fechaInicial, "r.fecha >= $");
            donde.add_if(pedido.fechaFinal, "r.fecha <= $");
            donde.add_if(pedido.desde, "r.recibidoId >= $");
            // One more, to know from where to go on.
            ids = tx.all_with<std::int64_t>("SELECT r.recibidoId FROM recibido r WHERE r.organizacionId = $1" + donde.and_sql() +
                                                " ORDER BY r.recibidoId LIMIT " + std::to_string(maximo + 1),
                                            donde.params());
        });
    }
    RecibidosConfirmados hecho;
    if (!pedido.ids && static_cast<std::int64_t>(ids.size()) > maximo) {
        hecho.siguiente = ids.back();
        ids.pop_back();
    }
    for (const auto recibidoId : ids) {
        RecibidoConfirmado c;
        bool seguir = false;
        const auto faltas_antes = api::faltas_de([&] {
            ctx.leer(ctx.organizacionId(), [&](db::Reader& tx) {
                const auto r = exigir_recibido(tx, recibidoId);
                c = confirmado_de(r);
                if (r.estado == "registrado") {
                    const auto ya = ya_registrado(tx, r);
                    c.registrado = true;
                    c.transaccionId = ya.transaccionId;
                    c.folio = ya.folio;
                    return;
                }
                exigir_registrable(r);
                auto p = proponer(tx, r);
                seguir = p.cierta && (!p.proveedor.nuevo || pedido.crearProveedor.value_or(false));
                if (seguir) return;
                c.porDecidir = std::move(p.porDecidir);
                if (p.proveedor.nuevo) c.porDecidir.push_back({"/proveedorId", p.proveedor.motivo});
                rechazar_en(ctx, c, Codigo::requerido);
            });
        });
        c.recibidoId = recibidoId;
        if (!faltas_antes.empty()) rechazar_en(ctx, c, faltas_antes.front().codigo);
        if (seguir && ctx.simular()) {
            c.registrado = true;
        } else if (seguir) {
            RegistroDeRecibido uno;
            uno.id = recibidoId;
            uno.crearProveedor = pedido.crearProveedor;
            const auto listo = preparar_registro(ctx, vecinos, recibidoId);
            RecibidoRegistrado registrado;
            const auto parte = [&](Context& suyo) { registrado = registrar(suyo, vecinos, uno, listo); };
            const auto faltas = api::aparte(ctx, "BuzonRegistrarVarios", parte);
            c.registrado = faltas.empty();
            if (faltas.empty()) {
                c.transaccionId = registrado.transaccionId;
                c.folio = registrado.folio;
            } else {
                rechazar_en(ctx, c, faltas.front().codigo);
                c.errores = JsonCrudo{api::faltas_escritas(faltas, ctx.idioma())};
            }
        }
        (c.registrado ? hecho.registrados : hecho.rechazados) += 1;
        hecho.recibidos.push_back(std::move(c));
    }
    return hecho;
}

}  // namespace buzon

namespace {

RecibidoListado mover_recibido(Context& ctx, std::int64_t id, EstadoDeRecibido a, const std::string& motivo) {
    auto& tx = ctx.db();
    auto r = buzon::exigir_recibido(tx, id);
    engine::apartar_folio_fiscal(ctx, r.uuid);
    r = buzon::exigir_recibido(tx, id);
    const auto destino = reflect::enum_name(a);
    // Asked for again, it answers as the first time.
    if (r.estado == destino && (r.motivo == motivo || a != EstadoDeRecibido::descartado)) return r;
    ctx.exigir_version(r.version);
    const bool se_puede = a == EstadoDeRecibido::descartado ? r.estado != "registrado" : r.estado == "descartado";
    if (!se_puede) reject(Codigo::estado_invalido, "/id", reflect::objeto("estado", r.estado));
    const auto antes = buzon::visto(r);
    engine::EstadoRecibido despues = antes;
    despues.estado = destino;
    despues.motivo = motivo;
    engine::cambiar_recibido(ctx, antes, despues);
    buzon::atar_a_lo_registrado(ctx, r.uuid);
    return buzon::exigir_recibido(tx, id);
}

}  // namespace

RecibidoListado descartar_recibido(Context& ctx, const DescarteDeRecibido& pedido) {
    return mover_recibido(ctx, pedido.id, EstadoDeRecibido::descartado, pedido.motivo);
}

RecibidoListado restituir_recibido(Context& ctx, const RecibidoPedido& pedido) {
    const auto tipo = buzon::exigir_recibido(ctx.db(), pedido.id).tipoDeComprobante;
    return mover_recibido(ctx, pedido.id, tipo == "I" || tipo == "E" ? EstadoDeRecibido::pendiente : EstadoDeRecibido::conservado,
                          "");
}

void register_buzon(api::Operations& ops, std::shared_ptr<const buzon::Vecinos> vecinos) {
    using enum api::Verb;
    ops.group("Buzon");
    ops.add(
           POST, "/api/Buzon/Recibir", "BuzonRecibir",
           [vecinos](const Context& ctx, const EnvioAlBuzon& n) {
               return buzon::recibir(ctx, *vecinos, buzon::desempacar(ctx, n.archivos), OrigenRecibido::envio);
           },
           +[](Context& ctx, const EnvioAlBuzon&, const EntradaAlBuzon& hecha) {
               ctx.despues().trabajos = true;
               return hecha;
           })
        .nuestra()
        .multiparte(api::cuerpo_de_archivos());
    ops.add(GET, "/api/Buzon", "BuzonListar", listar_buzon)
        .nuestra()
        .totales(&RecibidoListado::total)
        .rechaza({Codigo::cursor_invalido, Codigo::pagina_y_cursor});
    ops.add(GET, "/api/Buzon/{id}", "BuzonObtener", obtener_recibido).nuestra().rechaza({Codigo::no_encontrado});
    ops.add(
           GET, "/api/Buzon/{id}/Archivo", "BuzonArchivo", archivo_de_recibido,
           +[](const Context&, const RecibidoPedido&, const Contenido& listo) { return listo; })
        .nuestra()
        .sin_base()
        .rechaza({Codigo::no_encontrado});
    ops.add(GET, "/api/Buzon/{id}/Propuesta", "BuzonPropuesta", proponer_recibido).nuestra().rechaza({Codigo::no_encontrado});
    ops.add(
           POST, "/api/Buzon/{id}/Registrar", "BuzonRegistrar",
           [vecinos](const Context& ctx, const RegistroDeRecibido& p) { return buzon::preparar_registro(ctx, *vecinos, p.id); },
           [vecinos](Context& ctx, const RegistroDeRecibido& p, const buzon::PorConfirmar& listo) {
               return buzon::registrar(ctx, *vecinos, p, listo);
           })
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::estado_invalido, Codigo::comprobante_invalido, Codigo::requerido,
                  Codigo::valor_no_permitido, Codigo::regla_incumplida, Codigo::precondicion_fallida});
    ops.add(
           POST, "/api/Buzon/Registrar", "BuzonRegistrarVarios",
           [vecinos](const Context& ctx, const RegistroDeVarios& p) { return buzon::registrar_varios(ctx, *vecinos, p); },
           +[](Context& ctx, const RegistroDeVarios&, const RecibidosConfirmados& hechos) {
               ctx.despues().trabajos = true;
               return hechos;
           })
        .nuestra();
    ops.add(POST, "/api/Buzon/{id}/Descartar", "BuzonDescartar", descartar_recibido)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::estado_invalido, Codigo::precondicion_fallida});
    ops.add(POST, "/api/Buzon/{id}/Restituir", "BuzonRestituir", restituir_recibido)
        .nuestra()
        .rechaza({Codigo::no_encontrado, Codigo::estado_invalido, Codigo::precondicion_fallida});
}

}  // namespace cacao
