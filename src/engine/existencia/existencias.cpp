// Quantities on hand: taken and added row by row in one fixed order, and looked at by day when a movement is back-dated.

#include "engine/existencia/inventario_interno.hpp"
#include "reflect/describe.hpp"

#include <array>
#include <span>
#include <string>
#include <string_view>

namespace cacao::engine::interno {
namespace {

// What a refusal says beside its sentence.
struct SinExistencia {
    std::int64_t productoId = 0;
    std::string codigo;
    std::int64_t almacenId = 0;
    std::int64_t loteId = 0;
    Cantidad requerido;
    Cantidad existencia;
    Cantidad reservado;
    Cantidad disponible;
};
DESCRIBE_STRUCT(SinExistencia, (), (productoId, codigo, almacenId, loteId, requerido, existencia, reservado, disponible))

struct DiaNegativo {
    std::int64_t productoId = 0;
    std::string codigo;
    std::int64_t almacenId = 0;
    std::int64_t loteId = 0;
    Fecha fecha;
    Cantidad existencia;
};
DESCRIBE_STRUCT(DiaNegativo, (), (productoId, codigo, almacenId, loteId, fecha, existencia))

// Reads (cantidad, ultimaFecha) of the row that was changed.
auto hecho_en(Cambio& cambio) {
    return [&cambio](const db::Row& row) {
        cambio.hecho = true;
        cambio.cantidad = Cantidad::de_micros(row.integer(0));
        cambio.ultimaFecha = Fecha::de_dias(static_cast<std::int32_t>(row.integer(1)));
    };
}

void tomar(Context& ctx, const Marco& marco, const Clave& clave, Cambio& cambio) {
    const std::array<db::Value, 7> valores{db::to_value(ctx.organizacionId()), db::to_value(clave.productoId),
                                           db::to_value(clave.almacenId),      db::to_value(clave.loteId),
                                           db::to_value(-cambio.cambio),       db::to_value(cambio.apartado),
                                           db::to_value(marco.fecha)};
    static constexpr std::string_view toma = R"(
        UPDATE existencia SET cantidad = cantidad - $5, reservado = reservado - $6,
               ultimaFecha = CASE WHEN ultimaFecha < $7 THEN $7 ELSE ultimaFecha END
         WHERE organizacionId = $1 AND productoId = $2 AND almacenId = $3 AND loteId = $4
           AND cantidad - $5 >= reservado - $6)";
    static const std::string toma_y_dice = std::string{toma} + " RETURNING cantidad, ultimaFecha";
    const auto leer = hecho_en(cambio);
    auto& tx = ctx.db();
    if (tx.motor() == db::Motor::postgres) {
        tx.query_later(toma_y_dice, valores, leer);
        return;
    }
    // SQLite takes longer over what a change returns than over the change and a look at the row, and nobody is far away.
    if (tx.execute_count(toma, valores) > 0)
        tx.query(R"(SELECT cantidad, ultimaFecha FROM existencia
                     WHERE organizacionId = $1 AND productoId = $2 AND almacenId = $3 AND loteId = $4)",
                 std::span{valores}.first<4>(), leer);
}

// Adds, or takes without a condition where negative stock is allowed.
void agregar(Context& ctx, const Marco& marco, const Clave& clave, Cambio& cambio) {
    const std::array<db::Value, 7> valores{db::to_value(ctx.organizacionId()), db::to_value(clave.productoId),
                                           db::to_value(clave.almacenId),      db::to_value(clave.loteId),
                                           db::to_value(cambio.cambio),        db::to_value(cambio.apartado),
                                           db::to_value(marco.fecha)};
    ctx.db().query_later(R"(
        INSERT INTO existencia (organizacionId, productoId, almacenId, loteId, cantidad, reservado, ultimaFecha)
        VALUES ($1, $2, $3, $4, $5, 0, $7)
        ON CONFLICT (organizacionId, productoId, almacenId, loteId) DO UPDATE
           SET cantidad = existencia.cantidad + excluded.cantidad, reservado = existencia.reservado - $6,
               ultimaFecha = CASE WHEN existencia.ultimaFecha < excluded.ultimaFecha THEN excluded.ultimaFecha
                                  ELSE existencia.ultimaFecha END
        RETURNING cantidad, ultimaFecha)",
                         valores, hecho_en(cambio));
}

void sumar_dia(Context& ctx, const Marco& marco, const Clave& clave, Cantidad cambio) {
    ctx.db().run(R"(
        INSERT INTO existenciaDia (organizacionId, productoId, almacenId, loteId, fecha, movido)
        VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT (organizacionId, productoId, almacenId, loteId, fecha) DO UPDATE
           SET movido = existenciaDia.movido + excluded.movido)",
                 ctx.organizacionId(), clave.productoId, clave.almacenId, clave.loteId, marco.fecha, cambio);
}

void rechazar_faltantes(Context& ctx, const Cambios& cambios) {
    Faltas faltas;
    for (const auto& [clave, cambio] : cambios) {
        if (cambio.hecho) continue;
        rechazar_existencia(ctx, clave, cambio.codigo, cambio.campo, -cambio.cambio, cambio.apartado, faltas);
    }
    faltas.lanzar();
}

// Walks back from today's stock over the days after the movement. The cost is that of the days that had movements, however many
// each had.
void rechazar_dias_negativos(Context& ctx, const Marco& marco, const Cambios& cambios) {
    Faltas faltas;
    for (const auto& [clave, cambio] : cambios) {
        if (cambio.cambio >= Cantidad{} || cambio.ultimaFecha <= marco.fecha) continue;
        Cantidad queda = cambio.cantidad;
        std::optional<DiaNegativo> peor;
        ctx.db().each(
            R"(
            SELECT fecha, movido FROM existenciaDia
             WHERE organizacionId = $1 AND productoId = $2 AND almacenId = $3 AND loteId = $4 AND fecha > $5
             ORDER BY fecha DESC)",
            [&](const db::Row& row) {
                queda -= Cantidad::de_micros(row.integer(1));
                // The rest of stretch before that day, down to the movement's own, had this much.
                if (queda < Cantidad{} && (!peor || queda < peor->existencia))
                    peor = DiaNegativo{clave.productoId,
                                       cambio.codigo,
                                       clave.almacenId,
                                       clave.loteId,
                                       Fecha::de_dias(static_cast<std::int32_t>(row.integer(0))) + -1,
                                       queda};
            },
            ctx.organizacionId(), clave.productoId, clave.almacenId, clave.loteId, marco.fecha);
        if (peor)
            faltas.agregar(Codigo::existencia_posterior, cambio.campo + "/cantidad", En::donde_sea, reflect::to_json(*peor));
    }
    faltas.lanzar();
}

}  // namespace

void rechazar_existencia(Context& ctx, const Clave& clave, const std::string& codigo, const std::string& campo,
                         Cantidad requerido, Cantidad apartado, Faltas& faltas) {
    SinExistencia datos{clave.productoId, codigo, clave.almacenId, clave.loteId, requerido, {}, {}, {}};
    ctx.db().each(
        R"(
        SELECT cantidad, reservado FROM existencia
         WHERE organizacionId = $1 AND productoId = $2 AND almacenId = $3 AND loteId = $4)",
        [&](const db::Row& row) {
            datos.existencia = Cantidad::de_micros(row.integer(0));
            datos.reservado = Cantidad::de_micros(row.integer(1)) - apartado;
        },
        ctx.organizacionId(), clave.productoId, clave.almacenId, clave.loteId);
    datos.disponible = datos.existencia - datos.reservado;
    faltas.agregar(Codigo::existencia_insuficiente, campo + "/cantidad", En::donde_sea, reflect::to_json(datos));
}

Importe parte_de(Importe valor, Cantidad parte, Cantidad entero, int decimales) {
    if (parte == entero) return valor;
    std::int64_t unidad = 1;
    for (int i = decimales; i < 6; ++i) unidad *= 10;
    const __int128 numerador = static_cast<__int128>(valor.micros()) * parte.micros();
    return Importe::de_micros(dividir_redondeando(numerador, static_cast<__int128>(entero.micros()) * unidad) * unidad);
}

void sumar(Cambios& cambios, const Clave& clave, Cantidad cambio, const MovimientoPedido& pedido) {
    auto [lugar, nuevo] = cambios.try_emplace(clave);
    if (lugar->second.codigo.empty()) {
        lugar->second.campo = pedido.campo;
        lugar->second.codigo = pedido.articulo->codigo;
    }
    lugar->second.cambio += cambio;
}

void guardar_fondo(Cambios& cambios, const Articulo& articulo, std::int64_t almacenId) {
    if (articulo.metodo == MetodoCosto::promedio) cambios.try_emplace({articulo.productoId, almacenId, 0});
}

void mover_existencias(Context& ctx, const Marco& marco, Cambios& cambios) {
    for (auto& [clave, cambio] : cambios) {
        if (cambio.cambio < Cantidad{} && !marco.permiteNegativos) tomar(ctx, marco, clave, cambio);
        else agregar(ctx, marco, clave, cambio);
        if (!cambio.cambio.es_cero()) sumar_dia(ctx, marco, clave, cambio.cambio);
    }
}

void exigir_existencias(Context& ctx, const Marco& marco, Cambios& cambios) {
    ctx.db().settle();
    rechazar_faltantes(ctx, cambios);
    if (!marco.permiteNegativos) rechazar_dias_negativos(ctx, marco, cambios);
}

void retener_existencias(Context& ctx, const std::set<Clave>& claves) {
    for (const Clave& clave : claves)
        ctx.db().run(R"(
            UPDATE existencia SET cantidad = cantidad
             WHERE organizacionId = $1 AND productoId = $2 AND almacenId = $3 AND loteId = $4)",
                     ctx.organizacionId(), clave.productoId, clave.almacenId, clave.loteId);
}

void retener_lugar(Context& ctx, std::int64_t productoId, std::int64_t almacenId) {
    std::set<Clave> claves;
    ctx.db().each(
        "SELECT loteId FROM existencia WHERE organizacionId = $1 AND productoId = $2 AND almacenId = $3 ORDER BY loteId",
        [&](const db::Row& row) {
            claves.insert({productoId, almacenId, row.integer(0)});
        },
        ctx.organizacionId(), productoId, almacenId);
    retener_existencias(ctx, claves);
}

}  // namespace cacao::engine::interno
