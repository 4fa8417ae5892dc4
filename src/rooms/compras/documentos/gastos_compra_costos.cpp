// The costs of a landed cost: from where they come and how much of them there is.

#include "db/rows.hpp"
#include "engine/entorno/ajustes.hpp"
#include "engine/entorno/monedas.hpp"
#include "rooms/compras/documentos/gastos_compra.hpp"

#include <fmt/format.h>

#include <map>

namespace cacao {
namespace {

// What a purchase invoice or expense left in the account that waits to be shared out.
struct Fuente {
    std::string estado;
    std::int64_t entidadId{};
    std::string moneda;
    Precio tipoCambio;
    Importe importe;
    Importe repartido;
};
DESCRIBE_STRUCT(Fuente, (), (estado, entidadId, moneda, tipoCambio, importe, repartido))

std::optional<Fuente> leer_fuente(db::Reader& tx, std::int64_t transaccionId, std::int64_t partida) {
    return tx.one<Fuente>(R"(
        SELECT d.estado, d.entidadId, d.moneda, d.tipoCambio,
               CAST(COALESCE((SELECT SUM(p.importe - p.descuento - p.promocion + p.alCosto) FROM partida p
                              JOIN cuentaPapel k ON k.organizacionId = $1 AND k.cuentaId = p.cuentaId
                                                AND k.papel = 'gastos_por_distribuir'
                              WHERE p.organizacionId = $1 AND p.transaccionId = d.transaccionId
                                AND (p.numeroPartida = $3 OR $3 = 0)), 0) AS BIGINT) AS importe,
               CAST(COALESCE((SELECT SUM(g.importe) FROM gastoCompraCosto g
                              JOIN documento x ON x.organizacionId = $1 AND x.transaccionId = g.transaccionId
                                              AND x.estado <> 'cancelado'
                              WHERE g.organizacionId = $1 AND g.transaccionIdOrigen = d.transaccionId
                                AND g.transaccionIdOrigen <> 0 AND (g.partidaOrigen = $3 OR g.partidaOrigen = 0 OR $3 = 0)), 0)
                    AS BIGINT) AS repartido
        FROM documento d
        WHERE d.organizacionId = $1 AND d.transaccionId = $2 AND d.tipo IN ('FacturaCompra', 'Gasto'))",
                          tx.organizacion(), transaccionId, partida);
}

class Costos {
public:
    Costos(Context& ctx, Fecha dia) : ctx_(ctx), dia_(dia), ajustes_(engine::leer_ajustes(ctx.db())) {}

    void agregar(const CostoCompraNuevo& nuevo) {
        const std::string campo = fmt::format("/costos/{}", costos_.size());
        CostoCompra c;
        c.transaccionIdOrigen = nuevo.transaccionIdOrigen.value_or(0);
        c.partidaOrigen = nuevo.partidaOrigen.value_or(0);
        c.proveedorId = nuevo.proveedorId.value_or(0);
        c.descripcion = nuevo.descripcion.value_or("");
        if (c.transaccionIdOrigen != 0) de_documento(nuevo, c, campo);
        else estimado(nuevo, c, campo);
        faltas_.agregar_si(c.importe.es_cero(), Codigo::fuera_de_rango, campo + "/importe");
        faltas_.agregar_si(c.importe.redondeado(ajustes_.decimales) != c.importe, Codigo::demasiados_decimales,
                           campo + "/importe");
        c.importeLocal = engine::convertir(c.importe, c.tipoCambio, ajustes_.decimales);
        costos_.push_back(std::move(c));
    }

    std::vector<CostoCompra> terminar() {
        faltas_.lanzar();
        return std::move(costos_);
    }

private:
    // The source says whose it is, in which currency and, unless a part of it is asked for, how much.
    void de_documento(const CostoCompraNuevo& nuevo, CostoCompra& c, const std::string& campo) {
        ctx_.db().lock("gasto/" + std::to_string(c.transaccionIdOrigen));
        const auto fuente = leer_fuente(ctx_.db(), c.transaccionIdOrigen, c.partidaOrigen);
        c.moneda = ajustes_.moneda;
        c.tipoCambio = Precio::de_enteros(1);
        c.importe = nuevo.importe.value_or(Importe::de_enteros(1));
        faltas_.agregar_si(!fuente, Codigo::no_encontrado, campo + "/transaccionIdOrigen");
        faltas_.agregar_si(nuevo.moneda.has_value(), Codigo::valor_no_permitido, campo + "/moneda");
        faltas_.agregar_si(nuevo.tipoCambio.has_value(), Codigo::valor_no_permitido, campo + "/tipoCambio");
        faltas_.agregar_si(nuevo.proveedorId.has_value(), Codigo::valor_no_permitido, campo + "/proveedorId");
        if (!fuente) return;
        faltas_.agregar_si(fuente->estado == "cancelado", Codigo::documento_cancelado, campo + "/transaccionIdOrigen");
        // What was booked as an expense or as goods is not waiting to be shared out.
        faltas_.agregar_si(fuente->importe.es_cero(), Codigo::origen_no_permitido, campo + "/transaccionIdOrigen");
        Importe& usado = usado_[{c.transaccionIdOrigen, c.partidaOrigen}];
        const Importe queda = fuente->importe - fuente->repartido - usado;
        c.proveedorId = fuente->entidadId;
        c.moneda = fuente->moneda;
        c.tipoCambio = fuente->tipoCambio;
        c.importe = nuevo.importe.value_or(queda);
        if (c.importe > queda)
            faltas_.agregar(Codigo::excede_pendiente, campo + "/importe", En::donde_sea,
                            fmt::format(R"({{"pendiente":{},"requerido":{}}})", queda.texto(), c.importe.texto()));
        usado += c.importe;
    }

    void estimado(const CostoCompraNuevo& nuevo, CostoCompra& c, const std::string& campo) {
        faltas_.agregar_si(!nuevo.importe, Codigo::requerido, campo + "/importe");
        faltas_.agregar_si(c.partidaOrigen != 0, Codigo::valor_no_permitido, campo + "/partidaOrigen");
        c.importe = nuevo.importe.value_or(Importe::de_enteros(1));
        c.moneda = nuevo.moneda.value_or(ajustes_.moneda);
        c.tipoCambio = Precio::de_enteros(1);
        if (c.proveedorId != 0) {
            const auto es = ctx_.db().one<std::int64_t>(
                "SELECT entidadId FROM contacto WHERE organizacionId = $1 AND entidadId = $2 AND esProveedor = 1",
                ctx_.organizacionId(), c.proveedorId);
            faltas_.agregar_si(!es, Codigo::no_encontrado, campo + "/proveedorId");
        }
        if (c.moneda == ajustes_.moneda) {
            faltas_.agregar_si(nuevo.tipoCambio && *nuevo.tipoCambio != c.tipoCambio, Codigo::valor_no_permitido,
                               campo + "/tipoCambio");
            return;
        }
        if (!engine::moneda_de(ctx_.db(), c.moneda)) {
            faltas_.agregar(Codigo::valor_no_permitido, campo + "/moneda");
            return;
        }
        const auto dado = nuevo.tipoCambio ? nuevo.tipoCambio : engine::tipo_cambio(ctx_.db(), c.moneda, dia_, ajustes_.moneda);
        if (!dado) faltas_.agregar(Codigo::moneda_sin_tipo_cambio, campo + "/tipoCambio");
        else if (*dado <= Precio{}) faltas_.agregar(Codigo::fuera_de_rango, campo + "/tipoCambio");
        else c.tipoCambio = *dado;
    }

    Context& ctx_;
    Fecha dia_;
    engine::Ajustes ajustes_;
    Faltas faltas_;
    std::vector<CostoCompra> costos_;
    std::map<std::pair<std::int64_t, std::int64_t>, Importe> usado_;  // by earlier costs of the same request
};

}  // namespace

std::vector<CostoCompra> revisar_costos(Context& ctx, const GastoCompraNuevo& nuevo, Fecha dia) {
    Costos costos{ctx, dia};
    for (const CostoCompraNuevo& c : nuevo.costos) costos.agregar(c);
    return costos.terminar();
}

}  // namespace cacao
