#include "rooms/impresos/documento_impreso.hpp"

#include "api/membrete.hpp"
#include "api/monedas.hpp"
#include "base/letra.hpp"
#include "db/rows.hpp"
#include "engine/consulta/consulta.hpp"
#include "engine/entorno/direccion_contacto.hpp"
#include "engine/tipos/bancos.hpp"
#include "engine/tipos/compras.hpp"
#include "engine/tipos/servicio.hpp"
#include "engine/tipos/ventas.hpp"
#include "engine/verbos/asignaciones.hpp"
#include "palabras/palabras.hpp"
#include "tabla/hoja.hpp"

#include <algorithm>
#include <array>

namespace cacao {
namespace {

using papel::Alineado;
using papel::Dato;
using papel::Formulario;
using papel::TablaDeForma;

// What the paper of a kind says otherwise than its table does.
struct FormaDeTipo {
    std::string_view tipo;
    std::string_view titulo;
    std::string_view vence;    // how the day of `vencimiento` is called; "": it is not told
    std::string_view firma;    // above the line for a signature; "": none
    bool espera_cfdi = false;  // without one it is no fiscal document, and says so
    bool con_letra = true;
};
const std::array<FormaDeTipo, 13> formas{{
    {engine::Cotizacion.tipo, "Cotización", "", ""},
    {engine::PedidoCliente.tipo, "Pedido", "", ""},
    {engine::Entrega.tipo, "Remisión", "", "Recibí de conformidad", false, false},
    {engine::NotaVenta.tipo, "Nota de venta", "", ""},
    {engine::FacturaVenta.tipo, "Factura", "Vencimiento", "", true},
    {engine::NotaCreditoCliente.tipo, "Nota de crédito", "", "", true},
    {engine::NotaDevolucionCliente.tipo, "Nota de devolución", "", ""},
    {engine::OrdenCompra.tipo, "Orden de compra", "", "Autorizó"},
    {engine::Deposito.tipo, "Recibo de pago", "", "Recibió"},
    {engine::Anticipo.tipo, "Recibo de anticipo", "", "Recibió"},
    {engine::ComplementoPago.tipo, "Complemento de pago", "", "", true},
    {engine::AplicacionAnticipo.tipo, "Aplicación de anticipo", "", "", true},
    {engine::OrdenServicio.tipo, "Orden de servicio", "", "Recibí de conformidad"},
}};

FormaDeTipo forma_de(const engine::Documento& tipo) {
    const auto* suya = std::ranges::find(formas, tipo.tipo, &FormaDeTipo::tipo);
    return suya != formas.end() ? *suya : FormaDeTipo{tipo.tipo, tipo.nombre, "", ""};
}

// What the header names by identifier.
struct Nombres {
    std::string nombreFiscal, rfc, codigoPostal, correo, telefono, direcciones, sucursal, almacen, vendedor, cuenta, forma;
};
DESCRIBE_STRUCT(Nombres, (),
                (nombreFiscal, rfc, codigoPostal, correo, telefono, direcciones, sucursal, almacen, vendedor, cuenta, forma))

Nombres nombres_de(db::Reader& tx, std::int64_t transaccionId) {
    return tx
        .one<Nombres>(R"(
            SELECT COALESCE(c.nombreFiscal, '') AS nombreFiscal, COALESCE(c.rfc, '') AS rfc, COALESCE(c.codigoPostal, '') AS codigoPostal,
                   COALESCE(c.correo, '') AS correo, COALESCE(c.telefono, '') AS telefono, COALESCE(c.direcciones, '[]') AS direcciones,
                   COALESCE(s.nombre, '') AS sucursal, COALESCE(a.nombre, '') AS almacen, COALESCE(v.nombre, '') AS vendedor,
                   COALESCE(b.nombre, '') AS cuenta, COALESCE(f.nombre, '') AS forma
              FROM documento d
              LEFT JOIN contacto c ON c.organizacionId = $1 AND c.entidadId = d.entidadId
              LEFT JOIN sucursal s ON s.organizacionId = $1 AND s.sucursalId = d.sucursalId
              LEFT JOIN almacen a ON a.organizacionId = $1 AND a.almacenId = d.almacenId
              LEFT JOIN contacto v ON v.organizacionId = $1 AND v.entidadId = d.vendedorId
              LEFT JOIN cuentaBancaria b ON b.organizacionId = $1 AND b.cuentaBancariaId = d.cuentaBancariaId
              LEFT JOIN formaPago f ON f.organizacionId = $1 AND f.formaPagoId = d.formaPagoId
             WHERE d.organizacionId = $1 AND d.transaccionId = $2)",
                      tx.organizacion(), transaccionId)
        .value();
}

// The first one that a contact has, in one line.
std::string domicilio_impreso(const std::string& json) {
    const auto todas = reflect::recuperar(Guardado<std::vector<engine::Direccion>>{json});
    if (todas.empty()) return "";
    const auto& d = todas.front();
    return en_un_renglon({d.calle, d.numeroExterior, d.numeroInterior, d.colonia, d.codigoPostal, d.municipio, d.estado, d.pais});
}

std::string dia(std::string_view iso) {
    const auto f = Fecha::leer_iso(iso);
    return f ? tabla::dia_mes_anio(*f) : std::string{iso};
}

bool con_precios(const engine::Documento& tipo) {
    return tipo.renglones == engine::Renglones::venta || tipo.renglones == engine::Renglones::compra;
}

std::string descripcion_impresa(const engine::PartidaDetalle& p) {
    std::string texto = p.descripcion;
    if (!p.notas.empty()) texto += '\n' + p.notas;
    for (const auto& l : p.lotes) {
        texto += "\nLote " + l.lote;
        if (!l.caducidad.empty()) texto += ", caduca " + dia(l.caducidad);
        texto += ": " + l.cantidad.texto();
    }
    if (!p.series.empty()) {
        texto += "\nSeries: ";
        for (std::size_t i = 0; i < p.series.size(); ++i) texto += (i == 0 ? "" : ", ") + p.series[i];
    }
    return texto;
}

TablaDeForma partidas_impresas(const engine::Documento& tipo, const engine::DocumentoVista& d, int decimales) {
    const bool precios = con_precios(tipo);
    const bool descuentos = std::ranges::any_of(d.partidas, [](const auto& p) { return !(p.descuento + p.promocion).es_cero(); });
    const auto cifra = [&](Importe i) { return papel::en_cifra(i, decimales); };
    TablaDeForma t;
    t.columnas = {{"codigo", "Código", 11},
                  {"", "Descripción", 40},
                  {"cantidad", "Cantidad", 9, Alineado::derecha},
                  {"unidad", "Unidad", 9}};
    if (precios) t.columnas.push_back({"precioUnitario", "Precio unitario", 12, Alineado::derecha});
    if (precios && descuentos) t.columnas.push_back({"descuento", "Descuento", 11, Alineado::derecha});
    if (precios) t.columnas.push_back({"impuestos", "Impuestos", 11, Alineado::derecha});
    if (precios) t.columnas.push_back({"", "Importe", 13, Alineado::derecha});
    // Of goods without prices, how many there are is what the paper is for.
    if (!precios) t.columnas[2].clave.clear();
    for (const auto& p : d.partidas) {
        std::vector<std::string> celdas{p.codigo, descripcion_impresa(p), p.cantidad.texto(), p.unidad};
        if (precios) celdas.push_back(papel::en_cifra(Importe::de_micros(p.precioUnitario.micros()), decimales));
        if (precios && descuentos) celdas.push_back(cifra(p.descuento + p.promocion));
        if (precios) celdas.push_back(cifra(p.iva + p.ieps - p.ivaRetenido - p.isrRetenido));
        if (precios) celdas.push_back(cifra(p.importe));
        t.renglones.push_back(std::move(celdas));
    }
    return t;
}

// Lines of money: what they are and how much.
TablaDeForma conceptos_impresos(const engine::DocumentoVista& d, int decimales) {
    TablaDeForma t{"", {{"", "Concepto", 70}, {"", "Importe", 20, Alineado::derecha}}, {}, {}};
    for (const auto& p : d.partidas) t.renglones.push_back({descripcion_impresa(p), papel::en_cifra(p.importe, decimales)});
    return t;
}

TablaDeForma aplicaciones_impresas(const std::vector<engine::AsignacionVista>& asignaciones, api::Decimales& decimales) {
    TablaDeForma t{"Se aplica a",
                   {{"", "Documento", 24},
                    {"", "Folio", 14},
                    {"", "Fecha", 12},
                    {"", "Moneda", 8},
                    {"", "Pagado", 16, Alineado::derecha},
                    {"", "Saldo", 16, Alineado::derecha}},
                   {},
                   {}};
    for (const auto& a : asignaciones) {
        if (a.estado == "cancelada") continue;
        const int n = decimales.de(a.moneda);
        t.renglones.push_back({std::string{glosario::en_palabras("tipoDocumento", a.tipoDocumento)}, a.folio,
                               tabla::dia_mes_anio(a.fecha), a.moneda, papel::en_cifra(a.importe2, n),
                               papel::en_cifra(a.saldo, n)});
    }
    return t;
}

void poner_totales(Formulario& f, const engine::DocumentoVista& d, int decimales) {
    const auto agregar = [&](const char* que, Importe cuanto, bool siempre = false) {
        if (siempre || !cuanto.es_cero()) f.totales.push_back({que, papel::en_cifra(cuanto, decimales)});
    };
    Importe importes, rebajas;
    for (const auto& p : d.partidas) {
        importes += p.importe;
        rebajas += p.descuento + p.promocion;
    }
    if (!rebajas.es_cero()) {
        agregar("Importe", importes);
        agregar("Descuento", rebajas);
    }
    agregar("Subtotal", d.subtotal, true);
    agregar("IEPS", d.ieps);
    agregar("IVA", d.iva);
    agregar("Retención de IVA", d.ivaRetenido);
    agregar("Retención de ISR", d.isrRetenido);
    f.totales.push_back({"Total " + d.moneda, papel::en_cifra(d.total, decimales)});
}

void poner_datos(Formulario& f, const FormaDeTipo& forma, const engine::DocumentoVista& d, const Nombres& n) {
    f.datos = {{"Fecha", tabla::dia_mes_anio(d.fecha)},
               {std::string{forma.vence}, forma.vence.empty() ? "" : tabla::dia_mes_anio(d.vencimiento)},
               {"Vigencia", dia(d.vigenciaFecha)},
               {"Entrega", dia(d.entregaFecha)},
               {"Sucursal", n.sucursal},
               {"Almacén", n.almacen},
               {"Vendedor", n.vendedor},
               {"Moneda", d.moneda},
               {"Tipo de cambio", d.tipoCambio == Precio::de_enteros(1) ? "" : d.tipoCambio.texto()},
               {"Método de pago", std::string{d.metodoPago}},
               {"Forma de pago", n.forma.empty() ? d.formaPago : n.forma},
               {"Cuenta", n.cuenta},
               {"Referencia", d.referencia},
               {"Folio fiscal", d.uuid}};
}

void poner_partes(Formulario& f, const engine::Documento& tipo, const engine::DocumentoVista& d, const Nombres& n) {
    if (d.clienteId != 0)
        f.partes.push_back({tipo.contacto == engine::Contacto::proveedor ? "Proveedor"
                            : tipo.contacto == engine::Contacto::cliente ? "Cliente"
                                                                         : "Contacto",
                            {{"", d.cliente},
                             {"", n.nombreFiscal == d.cliente ? "" : n.nombreFiscal},
                             {"RFC", n.rfc},
                             {"", domicilio_impreso(n.direcciones)},
                             {"C.P.", n.codigoPostal},
                             {"Teléfono", n.telefono},
                             {"Correo", n.correo}}});
    papel::Bloque condiciones{"Condiciones",
                              {{"Condiciones", d.condiciones}, {"Entregar en", d.direccionEntrega}, {"Motivo", d.motivo}}};
    std::string de;
    for (const auto& r : d.documentosRelacionados)
        if (!r.folio.empty() && r.relacion != "derivado") de += (de.empty() ? "" : ", ") + r.folio;
    condiciones.datos.push_back({"Documentos de origen", de});
    if (std::ranges::any_of(condiciones.datos, [](const Dato& x) { return !x.valor.empty(); }))
        f.partes.push_back(std::move(condiciones));
}

void poner_leyendas(Formulario& f, const FormaDeTipo& forma, const engine::DocumentoVista& d) {
    if (d.estado == engine::nombre(engine::Estado::cancelado)) f.marcas.emplace_back("CANCELADO");
    if (!forma.espera_cfdi) return;
    if (d.uuid.empty()) {
        f.marcas.emplace_back("NO FISCAL");
        f.leyenda = "Documento sin validez fiscal: no ampara un CFDI";
    } else {
        f.leyenda = "Esta impresión no es la representación impresa del CFDI " + d.uuid;
    }
}

}  // namespace

DocumentoImpreso leer_documento_impreso(const Context& ctx, const engine::Documento& tipo, std::int64_t transaccionId) {
    auto& tx = ctx.db();
    const auto d = engine::exigir_documento(ctx, transaccionId, {tipo.tipo});
    const auto n = nombres_de(tx, transaccionId);
    const auto forma = forma_de(tipo);
    api::Decimales monedas{tx};
    const int decimales = monedas.de(d.moneda);
    DocumentoImpreso r;
    r.uuid = d.uuid;
    r.cancelado = d.estado == engine::nombre(engine::Estado::cancelado);
    auto& f = r.formulario;
    f.titulo = forma.titulo;
    f.folio = d.folio;
    poner_datos(f, forma, d, n);
    poner_partes(f, tipo, d, n);
    const bool de_mercancia = tipo.renglones == engine::Renglones::inventario;
    if (con_precios(tipo) || de_mercancia) {
        f.tablas.push_back(partidas_impresas(tipo, d, decimales));
    } else {
        if (!d.partidas.empty()) f.tablas.push_back(conceptos_impresos(d, decimales));
        auto aplicaciones = aplicaciones_impresas(engine::asignaciones_de(tx, transaccionId), monedas);
        if (!aplicaciones.renglones.empty()) f.tablas.push_back(std::move(aplicaciones));
    }
    if (con_precios(tipo)) poner_totales(f, d, decimales);
    else if (!de_mercancia) f.totales.push_back({"Total " + d.moneda, papel::en_cifra(d.total, decimales)});
    if (!f.totales.empty() && forma.con_letra) f.en_letra = importe_en_letra(d.total, d.moneda);
    f.notas.push_back({"Notas", {{"", d.notas}}});
    if (!forma.firma.empty()) f.notas.push_back({std::string{forma.firma}, {{"Nombre y firma", std::string(60, '_')}}});
    poner_leyendas(f, forma, d);
    return r;
}

}  // namespace cacao
