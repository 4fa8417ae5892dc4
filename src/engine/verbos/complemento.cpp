#include "engine/verbos/complemento.hpp"

#include "base/paso.hpp"
#include "db/rows.hpp"
#include "engine/entorno/ajustes.hpp"
#include "engine/entorno/candados.hpp"
#include "engine/entorno/timbrado.hpp"
#include "engine/tipos/bancos.hpp"
#include "engine/tipos/cualidades.hpp"
#include "engine/verbos/cancelar.hpp"
#include "engine/verbos/emitir.hpp"
#include "reflect/objeto.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <vector>

namespace cacao::engine {
namespace {

struct PagoComplementado {
    std::string tipo;
    std::string estado;
    std::string moneda;
    Precio tipoCambio;
    std::int64_t sucursalId = 0;
    std::string serieTimbra;  // of the branch's series of complements; "": it has none yet
};
DESCRIBE_STRUCT(PagoComplementado, (), (tipo, estado, moneda, tipoCambio, sucursalId, serieTimbra))

// A part that it paid, with the state of the invoice's own CFDI and the complement that tells of it. Parts of one `grupo` are
// told together.
struct ParteComplementada {
    std::int64_t aplicacionId = 0;
    std::int64_t entidadId = 0;
    std::int64_t grupo = 0;
    std::string estado;
    Importe importe;
    std::string uuid;
    std::string timbrado;
    std::int64_t complementoId = 0;
};
DESCRIBE_STRUCT(ParteComplementada, (), (aplicacionId, entidadId, grupo, estado, importe, uuid, timbrado, complementoId))

struct ComplementoVivo {
    std::int64_t complementoId = 0;
    std::int64_t grupo = 0;
    std::int64_t sustituidoPorId = 0;
    std::string timbrado;  // "": nobody has asked for its stamp
    std::string uuid;
};
DESCRIBE_STRUCT(ComplementoVivo, (), (complementoId, grupo, sustituidoPorId, timbrado, uuid))

class RevisionDeComplementos {
public:
    RevisionDeComplementos(Context& ctx, std::int64_t pagoId, bool tambien_ajenas)
        : ctx_(ctx), tx_(ctx.db()), pagoId_(pagoId), tambien_ajenas_(tambien_ajenas) {}

    ComplementosRevisados revisar() {
        retener_solo(tx_, pagoId_);
        const auto pago =
            tx_.one<PagoComplementado>(R"(
            SELECT d.tipo, d.estado, d.moneda, d.tipoCambio, d.sucursalId,
                   COALESCE((SELECT s.timbrado FROM serie s WHERE s.organizacionId = $1 AND s.sucursalId = d.sucursalId
                             AND s.predeterminada = 1
                             AND s.tipo = CASE WHEN d.tipo = $3 THEN $4 ELSE $5 END), '') AS serieTimbra
            FROM documento d WHERE d.organizacionId = $1 AND d.transaccionId = $2)",
                                       tx_.organizacion(), pagoId_, Anticipo.tipo, AplicacionAnticipo.tipo, ComplementoPago.tipo);
        if (!pago) return {};
        pago_ = *pago;
        de_anticipo_ = es_anticipo(*tipo_de(pago_.tipo));
        releer();
        if (soltar_no_timbrados()) releer();
        terminar_sustituciones();
        std::map<std::int64_t, std::vector<std::int64_t>> por_sustituir = los_que_sobran();
        for (auto& [grupo, partes] : por_contar()) {
            hacer(partes, por_sustituir[grupo]);
            por_sustituir.erase(grupo);
        }
        for (const auto& [grupo, complementos] : por_sustituir) {
            if (espera_[grupo]) continue;
            for (const auto id : complementos) pedir_su_cancelacion(id);
        }
        return revisados_;
    }

private:
    void releer() {
        partes_ = de_anticipo_ ? partes_de_anticipo() : partes_de_pago();
        vivos_ = tx_.all<ComplementoVivo>(R"(
            SELECT c.complementoId, d.entidadId AS grupo, c.sustituidoPorId, COALESCE(t.estado, '') AS timbrado, COALESCE(t.uuid, '') AS uuid
            FROM complementoPago c
            JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = c.complementoId AND d.estado <> 'cancelado'
            LEFT JOIN timbrado t ON t.organizacionId = $1 AND t.transaccionId = c.complementoId
            WHERE c.organizacionId = $1 AND c.pagoId = $2 ORDER BY c.complementoId)",
                                          tx_.organizacion(), pagoId_);
        if (!de_anticipo_) return;
        for (auto& c : vivos_) {
            const auto suya = std::ranges::find(partes_, c.complementoId, &ParteComplementada::complementoId);
            c.grupo = suya == partes_.end() ? 0 : suya->grupo;
        }
    }

    std::vector<ParteComplementada> partes_de_pago() {
        return tx_.all<ParteComplementada>(R"(
            SELECT a.aplicacionId, d.entidadId, d.entidadId AS grupo, a.estado, a.importe, COALESCE(d.uuid, '') AS uuid,
                   COALESCE(t.estado, '') AS timbrado, COALESCE(k.complementoId, 0) AS complementoId
            FROM aplicacion a
            JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = a.documentoId
            LEFT JOIN timbrado t ON t.organizacionId = $1 AND t.transaccionId = a.documentoId
            LEFT JOIN complementoAplicacion k ON k.organizacionId = $1 AND k.aplicacionId = a.aplicacionId AND k.vigente = 1
            WHERE a.organizacionId = $1 AND a.pagoId = $2 AND a.parcialidad <> 0 ORDER BY a.aplicacionId)",
                                           tx_.organizacion(), pagoId_);
    }

    // What invoices are less by already needs no egress. An advance and its invoice are waited for alike: `timbrado` is that of
    // the one that is on its way, '' where either was stamped elsewhere.
    std::vector<ParteComplementada> partes_de_anticipo() {
        static const std::string sql = R"(
            SELECT a.aplicacionId, d.entidadId, a.aplicacionId AS grupo, a.estado, a.importe,
                   CASE WHEN p.uuid IS NULL THEN '' ELSE COALESCE(d.uuid, '') END AS uuid,
                   CASE WHEN t.estado IN ('porTimbrar', 'enviado', 'porCancelar', 'enCancelacion') THEN t.estado
                        WHEN u.estado IN ('porTimbrar', 'enviado', 'porCancelar', 'enCancelacion') THEN u.estado
                        WHEN u.estado = 'cancelado' THEN u.estado
                        WHEN u.estado IS NULL THEN '' ELSE COALESCE(t.estado, '') END AS timbrado,
                   COALESCE(k.complementoId, 0) AS complementoId
            FROM aplicacion a
            JOIN documento p ON p.organizacionId = $1 AND p.transaccionId = a.pagoId
            JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = a.documentoId AND )" +
                                       en_sql("d.tipo", emite_cfdi) + R"(
            LEFT JOIN timbrado t ON t.organizacionId = $1 AND t.transaccionId = a.documentoId
            LEFT JOIN timbrado u ON u.organizacionId = $1 AND u.transaccionId = a.pagoId
            LEFT JOIN anticipoFacturado f ON f.organizacionId = $1 AND f.aplicacionId = a.aplicacionId AND f.descontado = 1 AND f.vigente = 1
            LEFT JOIN complementoAplicacion k ON k.organizacionId = $1 AND k.aplicacionId = a.aplicacionId AND k.vigente = 1
            WHERE a.organizacionId = $1 AND a.pagoId = $2 AND f.aplicacionId IS NULL ORDER BY a.aplicacionId)";
        return tx_.all<ParteComplementada>(sql, tx_.organizacion(), pagoId_);
    }

    static bool vigente(const ParteComplementada& p) { return p.estado == "vigente"; }
    static bool es(const std::string& estado, EstadoTimbrado cual) { return estado == reflect::enum_name(cual); }
    // It tells of what was undone.
    bool sobra(std::int64_t complementoId) const {
        return std::ranges::any_of(partes_,
                                   [&](const ParteComplementada& p) { return p.complementoId == complementoId && !vigente(p); });
    }
    const ComplementoVivo* vivo(std::int64_t complementoId) const {
        const auto este = std::ranges::find(vivos_, complementoId, &ComplementoVivo::complementoId);
        return complementoId == 0 || este == vivos_.end() ? nullptr : &*este;
    }

    // What the authority never had needs nobody's word.
    bool soltar_no_timbrados() {
        bool alguno = false;
        for (const auto& c : vivos_) {
            if (!c.uuid.empty() || es(c.timbrado, EstadoTimbrado::enviado) || !sobra(c.complementoId)) continue;
            cancelar(ctx_, c.complementoId, {});
            ++revisados_.cancelados;
            alguno = true;
        }
        return alguno;
    }

    // The new one is there: the old one goes.
    void terminar_sustituciones() {
        for (const auto& c : vivos_) {
            const auto* nuevo = vivo(c.sustituidoPorId);
            if (nuevo == nullptr || nuevo->uuid.empty() || !es(c.timbrado, EstadoTimbrado::timbrado)) continue;
            cancelar(ctx_, c.complementoId, {.motivo = "01", .uuidSustitucion = nuevo->uuid});
            ++revisados_.cancelados;
            Pasos::alcanzar("complemento_sustituido");
        }
    }

    // Stamped ones that tell of what was undone and have nobody in their place, by group.
    std::map<std::int64_t, std::vector<std::int64_t>> los_que_sobran() {
        std::map<std::int64_t, std::vector<std::int64_t>> cuales;
        for (const auto& c : vivos_)
            if (es(c.timbrado, EstadoTimbrado::timbrado) && vivo(c.sustituidoPorId) == nullptr && sobra(c.complementoId))
                cuales[c.grupo].push_back(c.complementoId);
        return cuales;
    }

    // Parts that wait for a complement, or whose complement goes, by group; those of a group wait for each other.
    std::map<std::int64_t, std::vector<const ParteComplementada*>> por_contar() {
        std::map<std::int64_t, std::vector<const ParteComplementada*>> partes;
        const bool se_hacen = hay_quien_timbre(tx_) && pago_.serieTimbra != reflect::enum_name(TimbradoDeSerie::nunca);
        for (const auto& p : partes_) {
            if (!se_hacen || !vigente(p)) continue;
            const bool se_va = p.complementoId != 0 && sobra(p.complementoId) && vivo(p.complementoId) != nullptr &&
                               es(vivo(p.complementoId)->timbrado, EstadoTimbrado::timbrado);
            if (p.complementoId != 0 && !se_va) continue;
            using enum EstadoTimbrado;
            // Nothing is told of what the authority has taken back, though the books wait for somebody.
            if (es(p.timbrado, cancelado)) continue;
            const bool en_camino = std::ranges::any_of(std::array{porTimbrar, enviado, porCancelar, enCancelacion},
                                                       [&](auto e) { return es(p.timbrado, e); });
            if (en_camino) {
                espera_[p.grupo] = true;
                ++revisados_.en_espera;
            } else if (!p.uuid.empty() && (se_va || !p.timbrado.empty() || tambien_ajenas_)) {
                partes[p.grupo].push_back(&p);
            }
        }
        std::erase_if(partes, [&](const auto& p) { return espera_[p.first]; });
        return partes;
    }

    void hacer(const std::vector<const ParteComplementada*>& partes, const std::vector<std::int64_t>& en_lugar_de) {
        SolicitudImporte s;
        s.entidadId = partes.front()->entidadId;
        s.sucursalId = pago_.sucursalId;
        s.moneda = pago_.moneda;
        if (pago_.moneda != leer_ajustes(tx_).moneda) s.tipoCambio = pago_.tipoCambio;
        for (const auto* p : partes) s.importe += p->importe;
        const auto id = emitir(ctx_, de_anticipo_ ? AplicacionAnticipo : ComplementoPago, s).transaccionId;
        tx_.run("INSERT INTO complementoPago (organizacionId, complementoId, pagoId) VALUES ($1, $2, $3)", tx_.organizacion(), id,
                pagoId_);
        for (const auto* p : partes) {
            tx_.run(R"(UPDATE complementoAplicacion SET vigente = 0
                       WHERE organizacionId = $1 AND aplicacionId = $2 AND vigente = 1)",
                    tx_.organizacion(), p->aplicacionId);
            tx_.run(R"(INSERT INTO complementoAplicacion (organizacionId, complementoId, aplicacionId, vigente)
                       VALUES ($1, $2, $3, 1))",
                    tx_.organizacion(), id, p->aplicacionId);
        }
        for (const auto viejo : en_lugar_de)
            tx_.run("UPDATE complementoPago SET sustituidoPorId = $3 WHERE organizacionId = $1 AND complementoId = $2",
                    tx_.organizacion(), viejo, id);
        ++revisados_.hechos;
        Pasos::alcanzar("complemento_hecho");
    }

    // Without another in its place: the payment never was, or it was told by mistake.
    void pedir_su_cancelacion(std::int64_t complementoId) {
        const bool nunca_fue = pago_.estado == nombre(Estado::cancelado);
        cancelar(ctx_, complementoId, {.motivo = nunca_fue ? "03" : "02"});
        ++revisados_.cancelados;
    }

    Context& ctx_;
    db::Writer& tx_;
    std::int64_t pagoId_;
    bool tambien_ajenas_;
    PagoComplementado pago_;
    bool de_anticipo_ = false;
    std::vector<ParteComplementada> partes_;
    std::vector<ComplementoVivo> vivos_;
    std::map<std::int64_t, bool> espera_;  // groups of which an invoice, or the advance, is on its way
    ComplementosRevisados revisados_;
};

struct FormaDePagoDicha {
    std::int64_t formaPagoId{};
};
DESCRIBE_STRUCT(FormaDePagoDicha, (), (formaPagoId))
struct PagoSinForma {
    std::int64_t formaPagoId{};
    std::string tipo;
    std::string estado;
};
DESCRIBE_STRUCT(PagoSinForma, (), (formaPagoId, tipo, estado))

}  // namespace

std::string ComplementosRevisados::resumen() const {
    return fmt::format("Hechos: {}; cancelados: {}; en espera: {}.", hechos, cancelados, en_espera);
}

ComplementosRevisados revisar_complementos(Context& ctx, std::int64_t pagoId, bool tambien_ajenas) {
    return RevisionDeComplementos{ctx, pagoId, tambien_ajenas}.revisar();
}

void poner_forma_de_pago(Context& ctx, std::int64_t pagoId, std::int64_t formaPagoId) {
    auto& tx = ctx.db();
    retener_solo(tx, pagoId);
    const auto pago =
        tx.one<PagoSinForma>("SELECT formaPagoId, tipo, estado FROM documento WHERE organizacionId = $1 AND transaccionId = $2",
                             tx.organizacion(), pagoId)
            .value_or(PagoSinForma{});
    if (pago.formaPagoId == formaPagoId) return;
    const auto* tipo = tipo_de(pago.tipo);
    reject_if(pago.formaPagoId != 0 || pago.estado == nombre(Estado::cancelado) || tipo == nullptr || !tipo->banco,
              Codigo::estado_invalido, "/formaPagoId");
    reject_if(!tx.one<std::int64_t>("SELECT 1 FROM formaPago WHERE organizacionId = $1 AND formaPagoId = $2 AND activo = 1",
                                    tx.organizacion(), formaPagoId),
              Codigo::no_encontrado, "/formaPagoId");
    tx.run("UPDATE documento SET formaPagoId = $3 WHERE organizacionId = $1 AND transaccionId = $2", tx.organizacion(), pagoId,
           formaPagoId);
    ctx.auditar("Documento", pagoId, FormaDePagoDicha{0}, FormaDePagoDicha{formaPagoId});
    const auto rechazados = tx.all<std::int64_t>(R"(
        SELECT c.complementoId FROM complementoPago c
        JOIN timbrado t ON t.organizacionId = $1 AND t.transaccionId = c.complementoId AND t.estado = 'rechazado'
        WHERE c.organizacionId = $1 AND c.pagoId = $2 ORDER BY c.complementoId)",
                                                 tx.organizacion(), pagoId);
    for (const auto id : rechazados) pedir_timbre(ctx, id);
}

void advertir_forma_que_falta(const Context& ctx, std::int64_t pagoId) {
    const auto falta = ctx.db().one<std::int64_t>(R"(
        SELECT 1 FROM documento p
        JOIN aplicacion a ON a.organizacionId = $1 AND a.pagoId = $2 AND a.parcialidad <> 0 AND a.estado = 'vigente'
        JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = a.documentoId AND d.uuid IS NOT NULL
        WHERE p.organizacionId = $1 AND p.transaccionId = $2 AND p.formaPagoId = 0 LIMIT 1)",
                                                  ctx.organizacionId(), pagoId);
    if (falta) ctx.advertir(Codigo::dato_fiscal_faltante, "/formaPagoId", reflect::objeto("transaccionId", pagoId));
}

}  // namespace cacao::engine
