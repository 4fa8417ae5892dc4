// How received documents come in: unpacked, judged, read into values, and stored each whole or not at all.

#include "api/aparte.hpp"
#include "api/archivos.hpp"
#include "api/organizacion.hpp"
#include "base/archivo.hpp"
#include "base/texto.hpp"
#include "base/uuid.hpp"
#include "db/rows.hpp"
#include "fiscal/cfdi.hpp"
#include "fiscal/timbre.hpp"
#include "reflect/json_write.hpp"
#include "rooms/buzon/recibido.hpp"
#include "tabla/zip_lectura.hpp"

#include <algorithm>
#include <map>
#include <span>

namespace cacao {

using engine::Factor;
using engine::Impuesto;
using engine::ImpuestoPartida;

namespace {

constexpr std::string_view operacion_de_entrada = "BuzonRecibir";
// So many are stored in one transaction: nobody waits long behind them.
constexpr std::size_t por_tanda = 20;
constexpr std::size_t bytes_por_tanda = std::size_t{4} << 20U;
constexpr std::size_t mas_palabras = 80;

// A document of ours to be, as values.
struct ReciboLeido {
    RecibidoCompleto fila;
    std::vector<ConceptoRecibido> conceptos;
    std::vector<RelacionRecibida> relaciones;
};

// One that is to be stored.
struct PorGuardarEnBuzon {
    std::size_t lugar = 0;  // in the answer
    ReciboLeido leido;
    buzon::Juicio juicio;
    api::ContenidoListo contenido;
    std::string bytes;
};

ArchivoRecibido rechazado_por(const Context& ctx, const std::string& nombre, Codigo codigo) {
    ArchivoRecibido a;
    a.nombre = nombre;
    a.entrada = EntradaDeBuzon::rechazado;
    a.codigo = cacao::nombre(codigo);
    a.mensaje = mensaje(codigo, ctx.idioma());
    return a;
}

Codigo codigo_de(tabla::FallaZip falla) {
    using enum tabla::FallaZip;
    switch (falla) {
        case muchas_entradas: return Codigo::lista_muy_larga;
        case muy_grande: return Codigo::archivo_muy_grande;
        default: return Codigo::archivo_otro_tipo;
    }
}

template <class D>
D valor_de(const std::optional<fiscal::Impreso<D>>& impreso) {
    return impreso ? impreso->valor : D{};
}

// A tax of the authority's catalog as the books call it; nothing for one that they do not know.
std::optional<ImpuestoPartida> impuesto_leido(const fiscal::ImpuestoCfdi& i, bool retenido) {
    ImpuestoPartida p;
    if (i.impuesto == "002") p.impuesto = retenido ? Impuesto::ivaRetenido : Impuesto::iva;
    else if (i.impuesto == "001" && retenido) p.impuesto = Impuesto::isrRetenido;
    else if (i.impuesto == "003" && !retenido) p.impuesto = Impuesto::ieps;
    else return std::nullopt;
    if (i.tipoFactor == "Exento") p.factor = Factor::exento;
    else p.factor = i.tipoFactor == "Cuota" ? Factor::cuota : Factor::tasa;
    p.tasa = valor_de(i.tasaOCuota);
    p.base = valor_de(i.base);
    p.importe = valor_de(i.importe);
    return p;
}

void leer_impuestos(const fiscal::Cfdi& c, ReciboLeido& leido) {
    ResumenRecibido resumen;
    const auto sumar = [&](const std::vector<fiscal::ImpuestoCfdi>& impuestos, bool retenido) {
        for (const auto& i : impuestos) {
            auto p = impuesto_leido(i, retenido);
            if (!p) {
                resumen.ajenos = true;
                continue;
            }
            if (p->impuesto == "iva") leido.fila.iva += p->importe;
            if (p->impuesto == "ieps") leido.fila.ieps += p->importe;
            if (p->impuesto == "ivaRetenido") leido.fila.ivaRetenido += p->importe;
            if (p->impuesto == "isrRetenido") leido.fila.isrRetenido += p->importe;
            resumen.impuestos.push_back(std::move(*p));
        }
    };
    sumar(c.traslados, false);
    sumar(c.retenciones, true);
    for (const auto& l : c.locales) {
        for (const auto& t : l.traslados) resumen.locales.push_back({t.nombre, valor_de(t.importe)});
        for (const auto& t : l.retenciones) resumen.localesRetenidos.push_back({t.nombre, valor_de(t.importe)});
    }
    if (fiscal::es_de_sandbox(c)) resumen.sinValidezFiscal = true;
    leido.fila.resumen = {reflect::to_json(resumen)};
}

ConceptoRecibido concepto_leido(const fiscal::ConceptoCfdi& c, std::int64_t numero) {
    ConceptoRecibido r;
    r.numeroPartida = numero;
    r.claveProdServ = c.claveProdServ;
    r.noIdentificacion = c.noIdentificacion;
    r.claveUnidad = c.claveUnidad;
    r.unidad = c.unidad;
    r.descripcion = c.descripcion;
    r.cantidad = valor_de(c.cantidad);
    r.precioUnitario = valor_de(c.valorUnitario);
    r.importe = valor_de(c.importe);
    r.descuento = valor_de(c.descuento);
    std::vector<ImpuestoPartida> impuestos;
    const auto agregar = [&](const std::vector<fiscal::ImpuestoCfdi>& suyos, bool retenido) {
        for (const auto& i : suyos)
            if (auto p = impuesto_leido(i, retenido)) impuestos.push_back(std::move(*p));
    };
    agregar(c.traslados, false);
    agregar(c.retenciones, true);
    r.impuestos = {reflect::to_json(impuestos)};
    return r;
}

void leer_relaciones(const fiscal::Cfdi& c, ReciboLeido& leido) {
    const auto agregar = [&](const std::string& uuid) -> RelacionRecibida& {
        auto& r = leido.relaciones.emplace_back();
        const auto leida = Uuid::leer(uuid);
        r.uuid = leida ? leida->texto() : std::string{};
        return r;
    };
    for (const auto& relacion : c.relaciones)
        for (const auto& uuid : relacion.uuids) agregar(uuid).tipoRelacion = relacion.tipoRelacion;
    for (const auto& pagos : c.pagos)
        for (const auto& pago : pagos.pagos)
            for (const auto& d : pago.documentos) {
                auto& r = agregar(d.idDocumento);
                r.pagado = valor_de(d.pagado);
                r.saldoInsoluto = valor_de(d.saldoInsoluto);
                r.moneda = d.moneda;
            }
    std::erase_if(leido.relaciones, [](const RelacionRecibida& r) { return r.uuid.empty(); });
}

ReciboLeido leer_recibo(const fiscal::Cfdi& c) {
    ReciboLeido leido;
    auto& f = leido.fila;
    f.tipoDeComprobante = c.tipoDeComprobante;
    const bool se_registra = c.tipoDeComprobante == "I" || c.tipoDeComprobante == "E";
    f.estado = se_registra ? EstadoDeRecibido::pendiente : EstadoDeRecibido::conservado;
    f.versionCfdi = c.version;
    f.serie = c.serie;
    f.folio = c.folio;
    constexpr std::size_t largo_del_dia = 10;
    f.fecha = Fecha::leer_iso(std::string_view{c.fecha}.substr(0, largo_del_dia)).value_or(Fecha{});
    const auto& timbre = c.timbres.front();
    f.uuid = Uuid::leer(timbre.uuid)->texto();
    f.timbradoEn = fiscal::momento_de_timbrado(timbre.fechaTimbrado).value_or(Instante{});
    f.rfcEmisor = c.emisor.rfc;
    f.nombreEmisor = c.emisor.nombre;
    f.regimenEmisor = c.emisor.regimenFiscal;
    f.lugarExpedicion = c.lugarExpedicion;
    f.usoCfdi = c.receptor.usoCfdi;
    f.moneda = c.moneda;
    f.tipoCambio = Precio::leer(c.tipoCambio).value_or(Precio{});
    f.metodoPago = c.metodoPago;
    f.formaPago = c.formaPago;
    f.condiciones = c.condicionesDePago;
    f.subtotal = valor_de(c.subTotal);
    f.descuento = valor_de(c.descuento);
    f.total = valor_de(c.total);
    leer_impuestos(c, leido);
    for (const auto& concepto : c.conceptos)
        leido.conceptos.push_back(concepto_leido(concepto, static_cast<std::int64_t>(leido.conceptos.size()) + 1));
    leer_relaciones(c, leido);
    return leido;
}

// What people look for a document by.
std::vector<std::string> palabras_de_recibo(const ReciboLeido& leido) {
    std::string texto = leido.fila.nombreEmisor + ' ' + leido.fila.rfcEmisor + ' ' + leido.fila.serie + ' ' + leido.fila.folio +
                        ' ' + leido.fila.serie + leido.fila.folio + ' ' + leido.fila.uuid;
    for (const auto& c : leido.conceptos) texto += ' ' + c.noIdentificacion + ' ' + c.descripcion;
    auto todas = palabras(texto);
    if (todas.size() > mas_palabras) todas.resize(mas_palabras);
    return todas;
}

void insertar_recibo(Context& ctx, const ReciboLeido& leido, const buzon::Validado& validado, const std::string& sha256,
                     const std::string& nombre, const buzon::Procedencia& de, std::int64_t recibidoId) {
    auto& tx = ctx.db();
    const auto& f = leido.fila;
    tx.run(R"(INSERT INTO recibido (organizacionId, recibidoId, uuid, estado, tipoDeComprobante, versionCfdi, serie, folio, fecha,
                      timbradoEn, rfcEmisor, nombreEmisor, regimenEmisor, lugarExpedicion, usoCfdi, moneda, tipoCambio, metodoPago,
                      formaPago, condiciones, subtotal, descuento, iva, ieps, ivaRetenido, isrRetenido, total, resumen, sha256,
                      nombre, origen, descargaId, validacionId, resultado, estadoSat, transaccionId, motivo, version, creadoPor, creadoEn,
                      modificadoEn)
              VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24,
                      $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, 0, '', 1, $36, $37, $37))",
           tx.organizacion(), recibidoId, f.uuid, f.estado, f.tipoDeComprobante, f.versionCfdi, f.serie, f.folio, f.fecha,
           f.timbradoEn, f.rfcEmisor, f.nombreEmisor, f.regimenEmisor, f.lugarExpedicion, f.usoCfdi, f.moneda, f.tipoCambio,
           f.metodoPago, f.formaPago, f.condiciones, f.subtotal, f.descuento, f.iva, f.ieps, f.ivaRetenido, f.isrRetenido,
           f.total, f.resumen.texto, sha256, nombre, reflect::enum_name(de.origen), de.descargaId, validado.validacionId,
           validado.resultado, validado.estadoSat, ctx.usuarioId(), ctx.ahora());
    for (const auto& c : leido.conceptos)
        tx.run(
            R"(INSERT INTO recibidoConcepto (organizacionId, recibidoId, numeroPartida, claveProdServ, noIdentificacion, claveUnidad,
                          unidad, descripcion, cantidad, precioUnitario, importe, descuento, impuestos)
                  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13))",
            tx.organizacion(), recibidoId, c.numeroPartida, c.claveProdServ, c.noIdentificacion, c.claveUnidad, c.unidad,
            c.descripcion, c.cantidad, c.precioUnitario, c.importe, c.descuento, c.impuestos.texto);
    std::int64_t consecutivo = 0;
    for (const auto& r : leido.relaciones)
        tx.run(
            R"(INSERT INTO recibidoRelacion (organizacionId, recibidoId, consecutivo, uuid, tipoRelacion, pagado, saldoInsoluto,
                          moneda)
                  VALUES ($1, $2, $3, $4, $5, $6, $7, $8))",
            tx.organizacion(), recibidoId, ++consecutivo, r.uuid, r.tipoRelacion, r.pagado, r.saldoInsoluto, r.moneda);
    for (const auto& palabra : palabras_de_recibo(leido))
        tx.run("INSERT INTO recibidoPalabra (organizacionId, palabra, recibidoId) VALUES ($1, $2, $3)", tx.organizacion(),
               palabra, recibidoId);
}

struct YaRegistrado {
    std::int64_t transaccionId{};
    std::string tipo;
    std::string moneda;
    Importe total;
};
DESCRIBE_STRUCT(YaRegistrado, (), (transaccionId, tipo, moneda, total))

struct YaRecibido {
    std::int64_t recibidoId{};
    std::int64_t descargaId{};
};
DESCRIBE_STRUCT(YaRecibido, (), (recibidoId, descargaId))

YaRecibido ya_recibido(db::Reader& tx, const std::string& uuid) {
    return tx
        .one<YaRecibido>("SELECT recibidoId, descargaId FROM recibido WHERE organizacionId = $1 AND uuid = $2", tx.organizacion(),
                         uuid)
        .value_or(YaRecibido{});
}

std::int64_t recibido_con_folio(db::Reader& tx, const std::string& uuid) { return ya_recibido(tx, uuid).recibidoId; }

void guardar_en_buzon(Context& ctx, const buzon::Vecinos& vecinos, const PorGuardarEnBuzon& p, const buzon::Procedencia& de,
                      ArchivoRecibido& respuesta) {
    const auto& uuid = p.leido.fila.uuid;
    engine::apartar_folio_fiscal(ctx, uuid);
    const auto ya = ya_recibido(ctx.db(), uuid);
    respuesta.recibidoId = ya.recibidoId;
    const bool de_la_misma = de.descargaId != 0 && ya.descargaId == de.descargaId;
    respuesta.entrada = ya.recibidoId != 0 && !de_la_misma ? EntradaDeBuzon::repetido : EntradaDeBuzon::recibido;
    if (respuesta.recibidoId != 0) return;
    api::guardar_contenido(ctx, p.contenido, p.bytes);
    respuesta.recibidoId = ctx.db().next_id();
    const auto validado = vecinos.validar(ctx, p.juicio, 0, 0);
    insertar_recibo(ctx, p.leido, validado, p.contenido.sha256, respuesta.nombre, de, respuesta.recibidoId);
    engine::EstadoRecibido nuevo{uuid, p.leido.fila.estado, 0, {}, validado.resultado, validado.estadoSat, 1};
    ctx.auditar_alta("Recibido", respuesta.recibidoId, nuevo);
    buzon::atar_a_lo_registrado(ctx, p.leido.fila.uuid);
}

// Nothing when the ZIP is damaged there.
std::optional<std::string> bytes_por_entrar(const buzon::ArchivoPorEntrar& archivo) {
    if (const auto* suelto = std::get_if<std::string_view>(&archivo.contenido)) return std::string{*suelto};
    return tabla::inflar(std::get<tabla::EntradaZip>(archivo.contenido));
}

// Judged and read, or why it is not taken.
std::optional<PorGuardarEnBuzon> por_guardar(const Context& ctx, const buzon::Vecinos& vecinos, std::string bytes,
                                             const std::string& nuestro, ArchivoRecibido& respuesta) {
    const auto rechazar = [&](Codigo codigo, std::string porque = {}) {
        respuesta = rechazado_por(ctx, respuesta.nombre, codigo);
        if (!porque.empty()) respuesta.mensaje = std::move(porque);
        return std::nullopt;
    };
    // Whoever has no RFC receives nothing.
    if (nuestro.empty()) return rechazar(Codigo::perfil_incompleto);
    if (bytes.empty()) return rechazar(Codigo::archivo_vacio);
    if (bytes.size() > api::archivos().maximo) return rechazar(Codigo::archivo_muy_grande);
    PorGuardarEnBuzon p;
    p.juicio = vecinos.juzgar(ctx, bytes);
    if (!p.juicio.es_xml) return rechazar(Codigo::xml_inseguro, p.juicio.mensaje);
    const fiscal::Xml xml{bytes};
    const auto uuid = xml.bien() ? Uuid::leer(fiscal::folio_fiscal(xml)) : std::nullopt;
    if (!uuid || xml.raiz().nombre != "Comprobante") return rechazar(Codigo::xml_sin_timbre);
    respuesta.uuid = uuid->texto();
    const auto con_folio = [&](Codigo codigo, std::string porque = {}) {
        rechazar(codigo, std::move(porque));
        respuesta.uuid = uuid->texto();
        return std::nullopt;
    };
    if (!p.juicio.con_forma) return con_folio(Codigo::comprobante_invalido, p.juicio.mensaje);
    const auto cfdi = fiscal::leer_cfdi(xml);
    if (mayusculas(cfdi.receptor.rfc) != nuestro)
        return con_folio(Codigo::otro_contacto,
                         "El comprobante es para otro RFC que el de la organización: " + cfdi.receptor.rfc);
    if (mayusculas(cfdi.emisor.rfc) == nuestro)
        return con_folio(Codigo::otro_contacto, "El comprobante lo emitió la organización misma.");
    p.leido = leer_recibo(cfdi);
    p.bytes = std::move(bytes);
    return p;
}

}  // namespace

void validar(const EnvioAlBuzon& n, Faltas& faltas) { faltas.agregar_si(n.archivos.empty(), Codigo::requerido, "/archivos"); }

namespace buzon {

void atar_a_lo_registrado(Context& ctx, const std::string& uuid) {
    auto& tx = ctx.db();
    const auto ya = tx.one<YaRegistrado>(R"(
        SELECT transaccionId, tipo, moneda, total FROM documento
        WHERE organizacionId = $1 AND uuid = $2 AND uuid IS NOT NULL AND canceladoEn IS NULL)",
                                         tx.organizacion(), uuid);
    if (ya && engine::recibe_cfdi(*engine::tipo_de(ya->tipo)))
        engine::atar_recibido(ctx, {uuid, ya->transaccionId, ya->moneda, ya->total});
}

Desempacado desempacar(const Context& ctx, const std::vector<Archivo>& archivos, const LimitesDeEntrada& limites) {
    Desempacado d;
    std::size_t bytes = 0;
    const auto rechazar = [&](const std::string& nombre, Codigo codigo) {
        d.rechazados.push_back(rechazado_por(ctx, nombre, codigo));
    };
    const auto agregar = [&](std::string nombre, std::size_t tamano, auto contenido) {
        if (d.comprobantes.size() >= limites.comprobantes) return rechazar(nombre, Codigo::lista_muy_larga);
        if (tamano > limites.bytes - bytes) return rechazar(nombre, Codigo::archivo_muy_grande);
        bytes += tamano;
        d.comprobantes.push_back({std::move(nombre), std::move(contenido)});
    };
    for (const Archivo& a : archivos) {
        if (!tabla::parece_zip(a.contenido)) {
            agregar(a.nombre, a.contenido.size(), std::string_view{a.contenido});
            continue;
        }
        auto zip = tabla::leer_zip(
            a.contenido,
            {.entradas = limites.comprobantes, .por_entrada = api::archivos().maximo, .bytes = limites.bytes - bytes});
        if (zip.falla != tabla::FallaZip::ninguna) rechazar(a.nombre, codigo_de(zip.falla));
        for (auto& e : zip.entradas) {
            auto nombre = utf8_valido(e.nombre) ? e.nombre : imprimible(e.nombre);
            if (e.falla != tabla::FallaZip::ninguna) rechazar(nombre, codigo_de(e.falla));
            else agregar(std::move(nombre), e.tamano, std::move(e));
        }
    }
    return d;
}

EntradaAlBuzon recibir(const Context& ctx, const Vecinos& vecinos, const Desempacado& desempacado, const Procedencia& de) {
    std::string nuestro;
    ctx.leer(ctx.organizacionId(), [&](db::Reader& tx) { nuestro = mayusculas(encabezado_de_organizacion(tx).rfc); });
    EntradaAlBuzon r;
    std::vector<PorGuardarEnBuzon> tanda;
    std::size_t bytes_de_tanda = 0;
    const auto guardar_tanda = [&] {
        if (tanda.empty()) return;
        // By their folios, as everybody takes them.
        std::ranges::sort(tanda, {}, [](const PorGuardarEnBuzon& p) { return p.leido.fila.uuid; });
        const auto todas = [&](Context& suyo) {
            for (const auto& p : tanda) guardar_en_buzon(suyo, vecinos, p, de, r.archivos[p.lugar]);
        };
        if (ctx.simular()) {
            ctx.leer(ctx.organizacionId(), [&](db::Reader& tx) {
                for (const auto& p : tanda) {
                    auto& a = r.archivos[p.lugar];
                    a.recibidoId = recibido_con_folio(tx, a.uuid);
                    a.entrada = a.recibidoId != 0 ? EntradaDeBuzon::repetido : EntradaDeBuzon::recibido;
                }
            });
        } else if (const auto faltas = api::aparte(ctx, operacion_de_entrada, todas); !faltas.empty()) {
            throw Error{faltas};
        }
        tanda.clear();
        bytes_de_tanda = 0;
    };
    for (const auto& archivo : desempacado.comprobantes) {
        auto& respuesta = r.archivos.emplace_back();
        respuesta.nombre = principio_utf8(archivo.nombre, 250);
        auto bytes = bytes_por_entrar(archivo);
        if (!bytes) {
            respuesta = rechazado_por(ctx, respuesta.nombre, Codigo::archivo_otro_tipo);
            continue;
        }
        auto p = por_guardar(ctx, vecinos, std::move(*bytes), nuestro, respuesta);
        if (!p) continue;
        p->lugar = r.archivos.size() - 1;
        p->contenido = api::preparar_contenido(ctx, p->bytes, "application/xml");
        bytes_de_tanda += p->bytes.size();
        tanda.push_back(std::move(*p));
        if (tanda.size() >= por_tanda || bytes_de_tanda >= bytes_por_tanda) guardar_tanda();
    }
    guardar_tanda();
    r.archivos.insert(r.archivos.end(), desempacado.rechazados.begin(), desempacado.rechazados.end());
    for (const auto& a : r.archivos) {
        r.recibidos += a.entrada == "recibido" ? 1 : 0;
        r.repetidos += a.entrada == "repetido" ? 1 : 0;
        r.rechazados += a.entrada == "rechazado" ? 1 : 0;
    }
    return r;
}

}  // namespace buzon

}  // namespace cacao
