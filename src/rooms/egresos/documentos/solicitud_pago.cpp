#include "rooms/egresos/documentos/solicitud_pago.hpp"

#include "db/rows.hpp"
#include "engine/entorno/ajustes.hpp"
#include "engine/entorno/candados.hpp"
#include "engine/entorno/series_documento.hpp"
#include "engine/tipos/bancos.hpp"
#include "engine/verbos/cancelar.hpp"
#include "engine/verbos/emitir.hpp"
#include "reflect/describe.hpp"
#include "rooms/egresos/documentos/pago.hpp"
#include "rooms/egresos/documentos/solicitud_filas.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace cacao {
namespace {

// A request as both shapes ask for it.
struct Borrador {
    engine::SolicitudEgreso documento;
    std::optional<Importe> importe;
    std::string cuentaDestino;
    std::optional<Fecha> fechaProgramada;
    Prioridad prioridad = Prioridad::normal;
    std::vector<PartidaSolicitudV2> partidas;
};

struct Pagadero {
    std::int64_t entidadId{};
    std::string moneda;
    std::string estado;
};
DESCRIBE_STRUCT(Pagadero, (), (entidadId, moneda, estado))

class Peticion {
public:
    Peticion(Context& ctx, Borrador borrador, std::int64_t transaccionId = 0)
        : ctx_(ctx), b_(std::move(borrador)), id_(transaccionId), ajustes_(engine::leer_ajustes(ctx.db())) {}

    std::int64_t registrar() {
        preparar();
        faltas_.lanzar();
        id_ = engine::emitir(ctx_, engine::SolicitudPago, b_.documento).transaccionId;
        guardar();
        anotar_decision(ctx_, id_, {"solicitar", total_, b_.documento.motivo});
        return id_;
    }

    // What was decided of it is forgotten, and whoever changes it asks for it.
    void modificar() {
        preparar();
        faltas_.lanzar();
        engine::reemplazar(ctx_, engine::SolicitudPago, id_, b_.documento);
        auto& tx = ctx_.db();
        tx.run("DELETE FROM solicitudPagoPartida WHERE organizacionId = $1 AND transaccionId = $2", ctx_.organizacionId(), id_);
        guardar();
        engine::transitar(ctx_, id_, "modificar", {engine::SolicitudPago.tipo});
        anotar_decision(ctx_, id_, {"modificar", total_, b_.documento.motivo});
    }

private:
    void preparar() {
        auto& s = b_.documento;
        s.campo_entidad = "/beneficiarioId";
        moneda_ = s.moneda.empty() ? ajustes_.moneda : s.moneda;
        for (std::size_t i = 0; i < b_.partidas.size(); ++i) agregar(i);
        // The header names the beneficiary where there is but one.
        s.entidadId = lineas_.front().beneficiarioId;
        for (const LineaSolicitud& l : lineas_)
            if (l.beneficiarioId != s.entidadId) s.entidadId = 0;
        faltas_.agregar_si(b_.importe && *b_.importe != total_, Codigo::regla_incumplida, "/importe");
        faltas_.agregar_si(b_.fechaProgramada && *b_.fechaProgramada < s.fecha.value_or(ctx_.hoy(s.sucursalId)),
                           Codigo::fuera_de_rango, "/fechaProgramada");
        comprometer();
    }

    void agregar(std::size_t i) {
        const PartidaSolicitudV2& p = b_.partidas[i];
        const std::string campo = campo_de(i);
        auto& l = b_.documento.partidas.emplace_back();
        l.campo = campo;
        l.campo_importe = "/importe";
        l.importe = p.importe;
        l.conceptoId = p.conceptoId.value_or(0);
        l.transaccionIdCompra = p.transaccionIdCompra.value_or(0);
        l.notas = p.notas.value_or("");
        const bool propio = p.beneficiarioId.value_or(0) != 0;
        LineaSolicitud& mia = lineas_.emplace_back();
        mia.numeroPartida = static_cast<std::int64_t>(i + 1);
        mia.beneficiarioId = propio ? std::int64_t{*p.beneficiarioId} : b_.documento.entidadId;
        mia.transaccionIdCompra = l.transaccionIdCompra;
        mia.conceptoId = l.conceptoId;
        mia.importe = p.importe;
        total_ += p.importe;
        faltas_.agregar_si((l.conceptoId == 0) == (l.transaccionIdCompra == 0),
                           l.conceptoId == 0 ? Codigo::requerido : Codigo::valor_no_permitido, campo + "/conceptoId");
        // The header's account is the header's beneficiary's.
        std::string cuenta;
        if (p.cuentaDestino) cuenta = *p.cuentaDestino;
        else if (!propio) cuenta = b_.cuentaDestino;
        revisar_beneficiario(mia, cuenta, propio ? campo + "/beneficiarioId" : "/beneficiarioId",
                             p.cuentaDestino ? campo + "/cuentaDestino" : "/cuentaDestino");
        if (mia.transaccionIdCompra != 0) revisar_pagadero(mia, campo + "/transaccionIdCompra");
    }

    // Money goes to a contact, to the account that is named or, without one, to its first of the currency.
    void revisar_beneficiario(LineaSolicitud& l, const std::string& cuentaDestino, const std::string& campo,
                              const std::string& campo_cuenta) {
        const auto decir = [&](Codigo codigo, const std::string& donde) {
            if (dichas_.emplace(codigo, donde).second) faltas_.agregar(codigo, donde);  // of the header, once
        };
        if (l.beneficiarioId == 0) return decir(Codigo::requerido, campo);
        auto& tx = ctx_.db();
        const auto activo = tx.one<bool>("SELECT activo FROM contacto WHERE organizacionId = $1 AND entidadId = $2",
                                         ctx_.organizacionId(), l.beneficiarioId);
        if (!activo) return decir(Codigo::no_encontrado, campo);
        if (!*activo) decir(Codigo::inactivo, campo);
        const auto cuentas = cuentas_de_contacto(tx, l.beneficiarioId).value();
        Destino nombrado;
        if (!cuentaDestino.empty()) {
            const auto suya = std::ranges::find_if(
                cuentas, [&](const auto& c) { return c.clabe == cuentaDestino || c.cuenta == cuentaDestino; });
            if (suya == cuentas.end()) return decir(Codigo::valor_no_permitido, campo_cuenta);
            nombrado = {suya->banco, suya->cuenta, suya->clabe};
        }
        const Destino destino = destino_actual(cuentas, moneda_, nombrado);
        l.banco = destino.banco;
        l.cuenta = destino.cuenta;
        l.clabe = destino.clabe;
    }

    void revisar_pagadero(const LineaSolicitud& l, const std::string& campo) {
        const auto d = ctx_.db().one<Pagadero>(R"(
            SELECT s.entidadId, s.moneda, d.estado FROM saldo s
            JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = s.transaccionId
            WHERE s.organizacionId = $1 AND s.transaccionId = $2 AND s.naturaleza = 'pagar')",
                                               ctx_.organizacionId(), l.transaccionIdCompra);
        if (!d) {
            faltas_.agregar(Codigo::no_encontrado, campo);
            return;
        }
        faltas_.agregar_si(d->estado == engine::nombre(engine::Estado::cancelado), Codigo::documento_cancelado, campo);
        faltas_.agregar_si(d->moneda != moneda_, Codigo::moneda_distinta, campo);
        faltas_.agregar_si(d->entidadId != l.beneficiarioId && !ajustes_.pagoDeTerceros, Codigo::otro_contacto, campo);
        if (d->moneda == moneda_ && d->estado != engine::nombre(engine::Estado::cancelado))
            debidos_.insert(l.transaccionIdCompra);
    }

    // What all requests ask of a document is no more than it owes. Balances one at a time and in one order, so that of two who
    // ask at once the second sees the first.
    void comprometer() {
        std::map<std::int64_t, Importe> pedido;
        for (const LineaSolicitud& l : lineas_)
            if (debidos_.contains(l.transaccionIdCompra)) pedido.emplace(l.transaccionIdCompra, Importe{});
        std::set<std::int64_t> todos;
        for (const auto& [id, importe] : pedido) todos.insert(id);
        engine::retener(ctx_.db(), {.documentos = todos, .saldos = todos});
        for (std::size_t i = 0; i < lineas_.size(); ++i) {
            const LineaSolicitud& l = lineas_[i];
            if (!debidos_.contains(l.transaccionIdCompra)) continue;
            Importe& suyo = pedido.at(l.transaccionIdCompra);
            suyo += l.importe;
            const Comprometido c = comprometido(ctx_.db(), l.transaccionIdCompra, id_);
            if (c.solicitado + suyo > c.saldo)
                faltas_.agregar(Codigo::excede_saldo, campo_de(i) + "/importe", En::donde_sea,
                                fmt::format(R"({{"saldo":{},"solicitado":{}}})", c.saldo.texto(), c.solicitado.texto()));
        }
    }

    void guardar() {
        auto& tx = ctx_.db();
        tx.run(R"(INSERT INTO solicitudPago (organizacionId, transaccionId, solicitanteId, fechaProgramada, prioridad, autorizado,
                                             pagado, autorizadoPor, autorizadoEn)
                  VALUES ($1, $2, $3, $4, $5, 0, 0, 0, NULL)
                  ON CONFLICT (organizacionId, transaccionId)
                  DO UPDATE SET solicitanteId = excluded.solicitanteId, fechaProgramada = excluded.fechaProgramada,
                                prioridad = excluded.prioridad, autorizado = 0, autorizadoPor = 0, autorizadoEn = NULL)",
               ctx_.organizacionId(), id_, ctx_.usuarioId(), b_.fechaProgramada, reflect::enum_name(b_.prioridad));
        for (const LineaSolicitud& l : lineas_)
            tx.run(R"(INSERT INTO solicitudPagoPartida (organizacionId, transaccionId, numeroPartida, beneficiarioId,
                                                        transaccionIdCompra, conceptoId, importe, pagado, banco, cuenta, clabe)
                      VALUES ($1, $2, $3, $4, $5, $6, $7, 0, $8, $9, $10))",
                   ctx_.organizacionId(), id_, l.numeroPartida, l.beneficiarioId, l.transaccionIdCompra, l.conceptoId, l.importe,
                   l.banco, l.cuenta, l.clabe);
    }

    static std::string campo_de(std::size_t i) { return "/partidas/" + std::to_string(i); }

    Context& ctx_;
    Borrador b_;
    std::int64_t id_;
    engine::Ajustes ajustes_;
    std::string moneda_;
    Importe total_;
    std::vector<LineaSolicitud> lineas_;
    std::set<std::int64_t> debidos_;  // documents that owe something in this currency
    Faltas faltas_;
    std::set<std::pair<Codigo, std::string>> dichas_;
};

// The part of the shapes that is called the same in all of them.
template <class Pedida>
Borrador borrador(engine::SolicitudEgreso documento, const Pedida& p) {
    Borrador b;
    b.documento = std::move(documento);
    b.documento.formaPagoId = p.formaPagoId.value_or(0);
    b.documento.motivo = p.motivo.value_or("");
    b.cuentaDestino = p.cuentaDestino.value_or("");
    return b;
}

Borrador borrador_v2(engine::SolicitudEgreso documento, const PagoSolicitado& p) {
    Borrador b = borrador(std::move(documento), p);
    b.documento.entidadId = p.beneficiarioId.value_or(0);
    b.importe = p.importe;
    b.fechaProgramada = p.fechaProgramada;
    b.prioridad = p.prioridad.value_or(Prioridad::normal);
    if (p.archivos)
        for (const engine::ArchivoNuevo& a : *p.archivos) b.documento.archivos.push_back(engine::archivo_pedido(a));
    b.partidas.assign(p.partidas.begin(), p.partidas.end());
    return b;
}

struct Encabezado {
    Fecha fecha;
    std::int64_t sucursalId{};
    std::int64_t proyectoId{};
    std::int64_t centroCostoId{};
    std::string moneda;
    Precio tipoCambio;
};
DESCRIBE_STRUCT(Encabezado, (), (fecha, sucursalId, proyectoId, centroCostoId, moneda, tipoCambio))

}  // namespace

SolicitudPagoDecidida mostrar_solicitud(db::Reader& tx, std::int64_t transaccionId) {
    const SolicitudFila s = leer_solicitud(tx, transaccionId).value();
    return {transaccionId,  engine::folio_texto(s.serie, s.folio),
            s.visible(),    s.moneda,
            s.total,        s.autorizado,
            s.pagado,       s.autorizadoPor,
            s.autorizadoEn, s.version};
}

SolicitudPagoDecidida solicitar_pago_v1(Context& ctx, const SolicitudPagoV1& nueva) {
    Borrador b = borrador(engine::solicitud<engine::SolicitudEgreso>(nueva), nueva);
    b.documento.entidadId = nueva.beneficiarioId;
    b.importe = nueva.importe;
    for (const PartidaSolicitudV1& p : nueva.partidas) {
        auto& l = b.partidas.emplace_back();
        l.transaccionIdCompra = IdOpcional{p.transaccionIdCompra.valor};
        l.importe = p.importe;
        l.notas = p.notas;
    }
    return mostrar_solicitud(ctx.db(), Peticion{ctx, std::move(b)}.registrar());
}

SolicitudPagoDecidida solicitar_pago_v2(Context& ctx, const SolicitudPagoV2& nueva) {
    auto documento = engine::solicitud<engine::SolicitudEgreso>(nueva);
    return mostrar_solicitud(ctx.db(), Peticion{ctx, borrador_v2(std::move(documento), nueva)}.registrar());
}

SolicitudPagoDecidida modificar_solicitud_pago(Context& ctx, const SolicitudPagoModificacion& pedida) {
    auto& tx = ctx.db();
    engine::retener_solo(tx, pedida.id.valor);
    const auto antes = leer_solicitud(tx, pedida.id);
    reject_if(!antes, Codigo::no_encontrado, "/id");
    ctx.exigir_version(antes->version);
    // What was paid was asked for as it is.
    const bool cancelada = antes->estado == engine::nombre(engine::Estado::cancelado);
    reject_if(cancelada || !antes->pagado.es_cero(), Codigo::estado_invalido, "/id");
    const auto e = tx.one<Encabezado>(R"(SELECT fecha, sucursalId, proyectoId, centroCostoId, moneda, tipoCambio FROM documento
                                         WHERE organizacionId = $1 AND transaccionId = $2)",
                                      ctx.organizacionId(), pedida.id.valor)
                       .value();
    engine::SolicitudEgreso s;
    s.fecha = e.fecha;
    s.sucursalId = e.sucursalId;
    s.proyectoId = e.proyectoId;
    s.centroCostoId = e.centroCostoId;
    s.moneda = e.moneda;
    s.tipoCambio = e.tipoCambio;
    s.notas = pedida.notas.value_or("");
    Peticion{ctx, borrador_v2(std::move(s), pedida), pedida.id}.modificar();
    auto despues = mostrar_solicitud(tx, pedida.id);
    ctx.auditar(engine::SolicitudPago.tipo, pedida.id, *antes, *leer_solicitud(tx, pedida.id));
    return despues;
}

void register_solicitud_pago(api::Operations& ops) {
    using enum api::Verb;
    const std::vector<Codigo> rechazos{
        Codigo::no_encontrado,        Codigo::inactivo,           Codigo::requerido,        Codigo::fuera_de_rango,
        Codigo::demasiados_decimales, Codigo::valor_no_permitido, Codigo::regla_incumplida, Codigo::documento_cancelado,
        Codigo::moneda_distinta,      Codigo::otro_contacto,      Codigo::excede_saldo};
    const std::vector<Codigo> al_crear{Codigo::duplicado, Codigo::moneda_sin_tipo_cambio};
    ops.group("Bancos");
    ops.add(POST, "/api/SolicitudPago/V1", "SolicitudPagoV1", solicitar_pago_v1).rechaza(rechazos).rechaza(al_crear);
    ops.add(POST, "/api/SolicitudPago/V2", "SolicitudPagoV2", solicitar_pago_v2).rechaza(rechazos).rechaza(al_crear);
    ops.add(PUT, "/api/SolicitudPago/SolicitudPagoModificar/{id}", "SolicitudPagoModificar", modificar_solicitud_pago)
        .nuestra()
        .rechaza(rechazos)
        .rechaza({Codigo::estado_invalido, Codigo::precondicion_fallida});
}

}  // namespace cacao
