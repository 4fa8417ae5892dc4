#pragma once
// Pieces of requests and answers that every room with documents has in common.

#include "engine/emision/solicitud.hpp"
#include "engine/entorno/series_documento.hpp"
#include "engine/liquidacion/liquidar.hpp"
#include "engine/verbos/cancelar.hpp"
#include "reflect/describe.hpp"
#include "reflect/types.hpp"
#include "reflect/url.hpp"

#include <optional>
#include <span>
#include <string>

namespace cacao::engine {

// What every request may say of its document. 0 or nothing means: as the session has it.
struct EncabezadoNuevo {
    std::optional<Fecha> fecha;
    std::optional<Texto<25>> serie;
    std::optional<IdOpcional> sucursalId;
    std::optional<IdOpcional> proyectoId;
    std::optional<IdOpcional> centroCostoId;
    std::optional<Texto<100>> referencia;
    std::optional<Texto<100>> referenciaExterna;
    std::optional<Texto<2000>> notas;
};
DESCRIBE_STRUCT(EncabezadoNuevo, (), (fecha, serie, sucursalId, proyectoId, centroCostoId, referencia, referenciaExterna, notas))

// A document named by another: one of ours, or anybody's by its fiscal folio.
struct RelacionNueva {
    std::optional<IdOpcional> transaccionId;
    std::optional<Uuid> uuid;
    std::optional<Texto<2>> tipoRelacion;
};
DESCRIBE_STRUCT(RelacionNueva, (), (transaccionId, uuid, tipoRelacion))

struct ArchivoNuevo {
    Texto<200, 1> nombre;
    std::optional<Texto<10>> extension;
    Url url;
};
DESCRIBE_STRUCT(ArchivoNuevo, (), (nombre, extension, url))
// The name without its extension, which says it again, and the extension without its point.
ArchivoPedido archivo_pedido(const ArchivoNuevo& nuevo);

// What a document carries beside its figures.
struct AdjuntosNuevos {
    std::optional<Lista<RelacionNueva, 100>> documentosRelacionados;
    std::optional<Lista<ArchivoNuevo, 100>> archivos;
};
DESCRIBE_STRUCT(AdjuntosNuevos, (), (documentosRelacionados, archivos))

struct EncabezadoConMoneda : EncabezadoNuevo {
    std::optional<Texto<3, 3>> moneda;
    std::optional<Precio> tipoCambio;
};
DESCRIBE_STRUCT(EncabezadoConMoneda, (EncabezadoNuevo), (moneda, tipoCambio))

struct LoteNuevo {
    Texto<60, 1> codigo;
    std::optional<Fecha> caducidad;
    std::optional<Fecha> fechaFabricacion;
    std::optional<Texto<21>> pedimento;
};
DESCRIBE_STRUCT(LoteNuevo, (), (codigo, caducidad, fechaFabricacion, pedimento))

// Serials, or ranges of them: "A0001..A0500".
using SeriesNuevas = Lista<Texto<130, 1>, 10000>;

// What a line is of: a product, by its identifier or by its code.
struct ProductoDePartida {
    std::optional<IdOpcional> productoId;
    std::optional<Texto<50, 1>> codigo;
};
DESCRIBE_STRUCT(ProductoDePartida, (), (productoId, codigo))
void poner_producto(DeArticulo& a, const ProductoDePartida& nuevo);

// The product of an item of a list that is no document's, or what is wrong with its name: then it is 0.
struct ProductoNombrado {
    std::int64_t productoId = 0;
    std::optional<Falta> falta;
};
// One statement, for all that name a code. Whether an identifier is somebody's is not asked. `lista` is where the items stand:
// "/componentes".
std::vector<ProductoNombrado> productos_nombrados(db::Reader& tx, std::span<const ProductoDePartida* const> pedidos,
                                                  std::string_view lista);
template <class Lista>
std::vector<ProductoNombrado> productos_nombrados(db::Reader& tx, const Lista& pedidos, std::string_view lista) {
    std::vector<const ProductoDePartida*> suyos;
    for (const ProductoDePartida& p : pedidos) suyos.push_back(&p);
    return productos_nombrados(tx, std::span<const ProductoDePartida* const>{suyos}, lista);
}

// Of a kit's component: which lot, or which serials. One for each lot; `cantidad` in the component's own unit.
struct ComponenteMovidoNuevo : ProductoDePartida {
    std::optional<Cantidad> cantidad;
    std::optional<LoteNuevo> lote;
    std::optional<SeriesNuevas> series;
};
DESCRIBE_STRUCT(ComponenteMovidoNuevo, (ProductoDePartida), (cantidad, lote, series))

// A line that may move goods: how many of which, from where, and the line of another document that it derives from.
struct MercanciaNueva : ProductoDePartida {
    std::optional<IdOpcional> unidadMedidaId;
    Cantidad cantidad;
    std::optional<IdOpcional> almacenId;
    std::optional<LoteNuevo> lote;
    std::optional<SeriesNuevas> series;
    std::optional<Lista<ComponenteMovidoNuevo, 500>> componentes;
    std::optional<IdOpcional> transaccionIdOrigen;
    std::optional<Entero<0, 5000>> partidaOrigen;
    std::optional<Texto<1000>> notas;
};
DESCRIBE_STRUCT(MercanciaNueva, (ProductoDePartida),
                (unidadMedidaId, cantidad, almacenId, lote, series, componentes, transaccionIdOrigen, partidaOrigen, notas))

void encabezar(Cabecera& c, const EncabezadoNuevo& nuevo);
void encabezar(Cabecera& c, const EncabezadoConMoneda& nuevo);
// A request of a family with what its header says: solicitud<SolicitudVenta>(nueva).
template <class Pedida, class Nuevo>
Pedida solicitud(const Nuevo& nuevo) {
    Pedida s;
    encabezar(s, nuevo);
    return s;
}
void adjuntar(Cabecera& c, const AdjuntosNuevos& nuevos);

void poner_mercancia(DeArticulo& a, DeMercancia& m, const MercanciaNueva& nueva);
// The line number `i` of the request, from 0.
template <class Partida>
Partida partida_pedida(const MercanciaNueva& nueva, std::size_t i) {
    Partida p;
    p.campo = "/partidas/" + std::to_string(i);
    p.notas = nueva.notas.value_or("");
    poner_mercancia(p, p, nueva);
    if constexpr (std::is_base_of_v<DeOrigen, Partida>) {
        p.origenId = nueva.transaccionIdOrigen.value_or(0);
        p.origenPartida = nueva.partidaOrigen.value_or(0);
    }
    return p;
}

// What a registration answers.
struct DocumentoCreado {
    std::int64_t transaccionId{};
    TipoDeDocumento tipoDocumento;
    std::string folio;
    Fecha fecha;
    EstadoDocumento estado;
    std::string moneda;
    Importe subtotal;
    Importe iva;
    Importe ieps;
    Importe ivaRetenido;
    Importe isrRetenido;
    Importe total;
};
DESCRIBE_STRUCT(DocumentoCreado, (),
                (transaccionId, tipoDocumento, folio, fecha, estado, moneda, subtotal, iva, ieps, ivaRetenido, isrRetenido,
                 total))

inline DocumentoCreado creado(const Emitido& e) {
    return {e.transaccionId, e.tipo,        folio_texto(e.serie, e.folio),
            e.fecha,         e.estado,      e.moneda,
            e.subtotal,      e.iva,         e.ieps,
            e.ivaRetenido,   e.isrRetenido, e.total};
}

// … and one that settles others at once.
struct LiquidacionCreada : DocumentoCreado {
    std::vector<Aplicado> asignaciones;
};
DESCRIBE_STRUCT(LiquidacionCreada, (DocumentoCreado), (asignaciones))

// What an action on a document answers.
struct DocumentoTransitado {
    std::int64_t transaccionId{};
    EstadoDocumento estado;
};
DESCRIBE_STRUCT(DocumentoTransitado, (), (transaccionId, estado))

// A document by its identifier in the path.
DESCRIBE_KEY(DocumentoPedido, id)

// Query of every cancel.
struct CancelacionPedida {
    Id id;
    std::optional<Texto<300>> motivo;
    std::optional<Fecha> fecha;
    std::optional<Uuid> uuidSustitucion;
};
DESCRIBE_STRUCT(CancelacionPedida, (), (id, motivo, fecha, uuidSustitucion))

inline Cancelado cancelar(Context& ctx, const CancelacionPedida& pedida, std::initializer_list<std::string_view> tipos,
                          bool con_aplicaciones = false) {
    return cancelar(ctx, pedida.id,
                    {pedida.fecha, pedida.motivo.value_or(""), con_aplicaciones,
                     pedida.uuidSustitucion ? pedida.uuidSustitucion->texto() : std::string{}, true},
                    tipos);
}

// One settlement asked for: of a deposit, an advance, an egress.
struct AsignacionNueva {
    Id transaccionId;
    Importe importe;
    std::optional<Importe> importe2;
};
DESCRIBE_STRUCT(AsignacionNueva, (), (transaccionId, importe, importe2))

template <class Asignaciones>
std::vector<AplicacionPedida> aplicaciones_pedidas(const Asignaciones& nuevas) {
    std::vector<AplicacionPedida> r;
    for (std::size_t i = 0; i < nuevas.size(); ++i)
        r.push_back({"/asignaciones/" + std::to_string(i), nuevas[i].transaccionId, nuevas[i].importe, nuevas[i].importe2});
    return r;
}

}  // namespace cacao::engine
