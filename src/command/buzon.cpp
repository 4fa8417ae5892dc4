#include "command/buzon.hpp"

#include "api/organizacion.hpp"
#include "base/texto.hpp"
#include "command/commands.hpp"
#include "command/installation.hpp"
#include "engine/entorno/monedas.hpp"
#include "fiscal/comprobante.hpp"
#include "fiscal/timbre.hpp"
#include "rooms/buzon/recibido.hpp"
#include "rooms/compras/documentos/factura_compra.hpp"
#include "rooms/compras/documentos/nota_credito_proveedor.hpp"
#include "rooms/contactos/contacto.hpp"
#include "rooms/egresos/documentos/gasto.hpp"
#include "rooms/validaciones/validacion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace cacao::command {
namespace {

using buzon::Destino;
using buzon::PapelPorRegistrar;
using buzon::RenglonPorRegistrar;
using validacion::Presentado;

buzon::Juicio judged(const validacion::Validador& validador, const Context& ctx, std::string_view bytes) {
    buzon::Juicio j;
    auto presentado = validador.archivo_sin_preguntar(ctx, bytes);
    const auto& v = presentado.veredicto;
    using enum fiscal::Paso;
    j.es_xml = v.de(xml) != fiscal::Resultado::mal;
    j.con_forma = j.es_xml && v.de(estructura) != fiscal::Resultado::mal && !presentado.dicho.uuid.empty();
    for (const auto& h : v.hallazgos()) {
        if (fiscal::resultado(h.falla) != fiscal::Resultado::mal) continue;
        j.mensaje = fmt::format("{}{}{}", fiscal::mensaje(h.falla), h.donde.empty() ? "" : " ", h.donde);
        break;
    }
    j.presentado = std::move(presentado);
    return j;
}

template <class Nuevo>
void fill_header(const Context& ctx, const PapelPorRegistrar& papel, Nuevo& n) {
    n.fecha = papel.fecha;
    if (papel.sucursalId != 0) n.sucursalId = papel.sucursalId;
    if (papel.proyectoId != 0) n.proyectoId = papel.proyectoId;
    if (papel.centroCostoId != 0) n.centroCostoId = papel.centroCostoId;
    if (!papel.notas.empty()) n.notas = papel.notas;
    n.moneda = Texto<3, 3>{papel.moneda};
    // Of its own currency there is no rate.
    if (papel.tipoCambio && papel.moneda != engine::moneda_local(ctx.db()).moneda) n.tipoCambio = papel.tipoCambio;
    n.proveedorId = papel.proveedorId;
    n.uuid = Uuid::leer(papel.uuid);
    n.fechaTimbrado = papel.timbradoEn;
}

ImpuestosCompraNuevos taxes_of(const RenglonPorRegistrar& r) {
    ImpuestosCompraNuevos lista;
    for (const auto& i : r.impuestos) {
        ImpuestoCompraNuevo n;
        reflect::enum_value(i.impuesto, n.impuesto);
        // What is exempt of IEPS bears none.
        if (i.factor == "exento" && n.impuesto != ImpuestoCompra::iva) continue;
        FactorCompra factor{};
        reflect::enum_value(i.factor, factor);
        n.factor = factor;
        if (factor != FactorCompra::exento) {
            n.tasa = i.tasa;
            n.importe = i.importe;
        }
        lista.push_back(n);
    }
    return lista;
}

engine::DocumentoCreado register_invoice(Context& ctx, const PapelPorRegistrar& papel) {
    FacturaCompraNueva n;
    fill_header(ctx, papel, n);
    n.vencimiento = papel.vencimiento;
    if (papel.almacenId != 0) n.almacenId = papel.almacenId;
    n.serieProveedor = papel.serie;
    n.folioProveedor = papel.folio;
    NoVacia<PartidaCompraNueva> partidas;
    for (const auto& r : papel.renglones) {
        auto& p = partidas.emplace_back();
        if (r.productoId != 0) p.productoId = r.productoId;
        if (r.conceptoId != 0) p.conceptoId = r.conceptoId;
        if (r.unidadMedidaId != 0) p.unidadMedidaId = r.unidadMedidaId;
        if (r.origenId != 0) {
            p.transaccionIdOrigen = r.origenId;
            p.partidaOrigen = r.origenPartida;
        }
        p.cantidad = r.cantidad;
        p.precioUnitario = r.precioUnitario;
        p.descuento = r.descuento;
        p.descripcion = r.descripcion;
        p.claveProdServ = Texto<8, 1>{r.claveProdServ};
        p.claveUnidad = Texto<3, 1>{r.claveUnidad};
        p.impuestos = taxes_of(r);
        p.lote = r.lote;
        p.series = r.series;
    }
    n.partidas = std::move(partidas);
    return crear_factura_compra(ctx, n);
}

engine::DocumentoCreado register_expense(Context& ctx, const PapelPorRegistrar& papel) {
    GastoNuevo n;
    fill_header(ctx, papel, n);
    n.vencimiento = papel.vencimiento;
    const auto referencia = papel.serie + papel.folio;
    if (!referencia.empty()) n.referencia = Texto<100>{referencia};
    for (const auto& r : papel.renglones) {
        PartidaGastoNueva p;
        p.conceptoId = r.conceptoId;
        p.cantidad = r.cantidad;
        p.precioUnitario = r.precioUnitario;
        p.descuento = r.descuento;
        p.descripcion = r.descripcion;
        p.impuestos = taxes_of(r);
        n.partidas.push_back(std::move(p));
    }
    return crear_gasto(ctx, n);
}

// An amount that is taken off the invoice, or lines of it.
engine::DocumentoCreado register_credit(Context& ctx, const PapelPorRegistrar& papel) {
    NotaCreditoProveedorNueva n;
    fill_header(ctx, papel, n);
    n.serieProveedor = papel.serie;
    n.folioProveedor = papel.folio;
    n.transaccionIdOrigen = papel.origenId;
    for (const auto& r : papel.renglones) {
        engine::PartidaCreditoNueva p;
        if (r.productoId != 0) p.productoId = r.productoId;
        if (r.conceptoId != 0) p.conceptoId = r.conceptoId;
        p.descripcion = r.descripcion;
        if (r.origenId != 0) {
            p.transaccionIdOrigen = r.origenId;
            p.partidaOrigen = r.origenPartida;
            p.cantidad = r.cantidad;
        } else {
            // What is left of it once its discount is off.
            const Importe neto = (r.cantidad * r.precioUnitario).redondear(2) - r.descuento;
            p.cantidad = Cantidad::de_enteros(1);
            p.precioUnitario = Precio::de_micros(neto.micros());
        }
        n.partidas.push_back(std::move(p));
    }
    return crear_nota_credito_proveedor(ctx, n);
}

engine::DocumentoCreado register_paper(Context& ctx, const PapelPorRegistrar& papel) {
    switch (papel.destino) {
        case Destino::facturaCompra: return register_invoice(ctx, papel);
        case Destino::gasto: return register_expense(ctx, papel);
        case Destino::notaCredito: return register_credit(ctx, papel);
        case Destino::ninguno: break;
    }
    reject(Codigo::valor_no_permitido, "/destino");
}

std::int64_t make_supplier(Context& ctx, const buzon::ProveedorPorCrear& p) {
    ContactoNuevo n;
    n.codigo = p.codigo;
    n.nombre = std::string{principio_utf8(p.nombre, 250)};
    n.nombreFiscal = Texto<300>{p.nombre};
    n.rfc = Rfc::leer(p.rfc);
    if (!p.regimenFiscal.empty()) n.regimenFiscal = Texto<3>{p.regimenFiscal};
    n.codigoPostal = CodigoPostal::leer(p.codigoPostal);
    n.roles.push_back(Rol::proveedor);
    return crear_contacto(ctx, n).entidadId;
}

}  // namespace

std::shared_ptr<const buzon::Vecinos> neighbours_of_mailbox(const api::Operations& operations,
                                                            std::shared_ptr<const validacion::Validador> validador) {
    auto v = std::make_shared<buzon::Vecinos>();
    v->juzgar = [validador](const Context& ctx, std::string_view bytes) { return judged(*validador, ctx, bytes); };
    v->validar = [&operations, validador](Context& ctx, const buzon::Juicio& juicio, std::int64_t transaccionId,
                                          std::int64_t archivoId) {
        const auto hecha = validacion::guardar_presentado(
            ctx, operations, validador, std::any_cast<const Presentado&>(juicio.presentado), transaccionId, archivoId);
        return buzon::Validado{hecha.validacionId, hecha.resultado, hecha.estadoSat};
    };
    v->cancelado_segun_sat = validacion::asentar_cancelado;
    v->crear_proveedor = make_supplier;
    v->registrar = register_paper;
    return v;
}

// Documents of a folder: each file is taken in and stays where it is, unless it is to be moved to a folder beside the others.
// What came in before is told and does nothing, so that a folder is read as often as one likes.
int mailbox_import(const Config& config, const MailboxOptions& options) {
    namespace fs = std::filesystem;
    std::error_code error;
    if (!fs::is_directory(options.folder, error)) throw Plain(fmt::format("{} is no folder.", options.folder));
    const auto database = open_existing(config);
    const Files files{config};
    const api::Operations operations;
    const auto vecinos = neighbours_of_mailbox(operations, validator_of(config));
    api::Sesion sesion;
    sesion.organizacionId = named_organization(*database, options.organizacion);
    database->read(sesion.organizacionId, [&](db::Reader& tx) { api::poner_zonas(tx, sesion); });
    const Reloj reloj;
    const Context ctx{
        {.sesion = &sesion, .reloj = &reloj, .idioma = Idioma::en, .operacion = "buzon", .database = database.get()},
        nullptr,
        nullptr};
    std::vector<fs::path> paths;
    for (const auto& entry : fs::directory_iterator{options.folder}) {
        const auto extension = plegado(entry.path().extension().string());
        if (entry.is_regular_file() && (extension.ends_with("xml") || extension.ends_with("zip"))) paths.push_back(entry.path());
    }
    std::ranges::sort(paths);
    const fs::path done = options.move_to;
    if (!done.empty()) fs::create_directories(done);
    std::int64_t received = 0, repeated = 0, refused = 0;
    for (const auto& path : paths) {
        const auto name = path.filename().string();
        EntradaAlBuzon entry;
        try {
            const std::vector<Archivo> file{{name, "", leer_archivo(path.string())}};
            entry = buzon::recibir(ctx, *vecinos, buzon::desempacar(ctx, file), OrigenRecibido::carpeta);
        } catch (const Error& e) {
            ++refused;
            fmt::print("{}: {} {}\n", imprimible(name), nombre(e.faltas().front().codigo),
                       mensaje(e.faltas().front().codigo, Idioma::en));
            continue;
        }
        received += entry.recibidos;
        repeated += entry.repetidos;
        refused += entry.rechazados;
        for (const auto& a : entry.archivos)
            if (!a.codigo.empty()) fmt::print("{}: {} {}\n", imprimible(a.nombre), a.codigo, imprimible(a.mensaje));
        if (!done.empty() && entry.rechazados == 0) fs::rename(path, done / path.filename());
    }
    fmt::print("buzon: {} received, {} already there, {} refused\n", received, repeated, refused);
    return refused == 0 ? 0 : 1;
}

namespace {

struct DemoSold {
    const char* codigo;
    const char* descripcion;
    std::int64_t cantidad;
    std::int64_t precio;
};

fiscal::Comprobante demo_invoice(const std::string& rfc, const std::string& nombre, const DemoSold& sold, std::int64_t folio,
                                 const std::string& hora) {
    fiscal::Comprobante c;
    auto& d = c.cfdi;
    d.tipoDeComprobante = "I";
    d.serie = "B";
    d.folio = std::to_string(folio);
    d.fecha = hora;
    d.formaPago = "03";
    d.metodoPago = "PUE";
    d.moneda = "MXN";
    d.lugarExpedicion = "62661";
    d.emisor = {nullptr, "IIA040805DZ4", "INDISTRIA ILUMINADORA DE ALMACENES", "601", ""};
    d.receptor = {nullptr, rfc, nombre, "06000", "601", "", "", "G03"};
    fiscal::LineaDada l;
    l.concepto.claveProdServ = "39111500";
    l.concepto.noIdentificacion = sold.codigo;
    l.concepto.claveUnidad = "H87";
    l.concepto.unidad = "Pieza";
    l.concepto.descripcion = sold.descripcion;
    l.cantidad = Cantidad::de_enteros(sold.cantidad);
    l.precio = Precio::de_enteros(sold.precio);
    l.importe = Importe::de_enteros(sold.cantidad * sold.precio);
    constexpr std::int64_t general = 160'000;
    const auto tasa = Tasa::de_micros(general);
    l.impuestos.push_back({false, "002", "Tasa", tasa, l.importe, (l.importe * tasa).redondear(2)});
    c.lineas.push_back(std::move(l));
    return c;
}

}  // namespace

void receive_demo(const Config& config, db::Database& database, const api::Sesion& sesion) {
    constexpr std::int64_t day = 24 * 3600;
    const Reloj reloj;
    const auto ahora = reloj.ahora();
    std::string rfc, nombre;
    database.read(sesion.organizacionId, [&](db::Reader& tx) {
        const auto nuestra = encabezado_de_organizacion(tx);
        rfc = nuestra.rfc;
        nombre = mayusculas(nuestra.nombre);
    });
    if (rfc.empty() || rfc == "IIA040805DZ4") return;
    const auto csd = fiscal::Csd::de_prueba("IIA040805DZ4", "INDISTRIA ILUMINADORA DE ALMACENES", ahora.mas_segundos(-2 * day),
                                            ahora.mas_segundos(day));
    const auto sandbox = fiscal::Sandbox::nuevo(ahora.mas_segundos(-2 * day), ahora.mas_segundos(day));
    const auto hora = hora_local(ahora.mas_segundos(-day), zona_predeterminada);
    std::vector<Archivo> archivos;
    std::int64_t folio = 100;
    for (const DemoSold& sold : {DemoSold{"LAMP-1", "Lámpara de escritorio", 4, 640}, DemoSold{"FOCO-9", "Foco de 9 W", 50, 58},
                                 DemoSold{"INST", "Servicio de instalación", 1, 1500}}) {
        const auto armado = fiscal::armar(demo_invoice(rfc, nombre, sold, ++folio, hora));
        const auto sellado = fiscal::sellar(armado.cfdi, csd);
        const auto timbre = sellado.bien() ? sandbox.timbrar(sellado.xml, hora) : std::nullopt;
        if (!timbre) throw std::logic_error("a document of the demo company that cannot be sealed");
        archivos.push_back({fmt::format("B-{}.xml", folio), "", fiscal::con_timbre(sellado.xml, timbre->xml).value()});
    }
    const api::Operations operations;
    const auto vecinos = neighbours_of_mailbox(operations, validator_of(config));
    const Context ctx{{.sesion = &sesion, .reloj = &reloj, .operacion = "demo", .database = &database}, nullptr, nullptr};
    buzon::recibir(ctx, *vecinos, buzon::desempacar(ctx, archivos), OrigenRecibido::envio);
}

}  // namespace cacao::command
