#include "rooms/egresos/documentos/gasto_viaje.hpp"

#include "db/rows.hpp"
#include "engine/entorno/gastos_viaje.hpp"
#include "reflect/objeto.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace cacao {
namespace {

struct FilaServicioGastado {
    std::int64_t reservacionId = 0;
    std::int64_t proveedorId = 0;
    std::string localizador, modalidad, estado;
};
DESCRIBE_STRUCT(FilaServicioGastado, (), (reservacionId, proveedorId, localizador, modalidad, estado))

std::optional<std::int64_t> reservacion_gastada(db::Reader& tx, std::string_view localizador) {
    return tx.one<std::int64_t>("SELECT reservacionId FROM reservacionViaje WHERE organizacionId = $1 AND localizador = $2",
                                tx.organizacion(), localizador);
}

// Whether its money is somebody else's; nothing where it was not found.
std::optional<bool> leer_destino(db::Reader& tx, const ServicioGastadoNuevo& s, std::int64_t proveedorId,
                                 const std::string& campo, DestinoDeGasto& d, Faltas& faltas) {
    const std::int64_t servicioId = s.servicioId.value_or(0);
    if (servicioId == 0 && !s.localizador) {
        faltas.agregar(Codigo::requerido, campo + "/servicioId");
        return {};
    }
    d.importe = s.importe;
    d.ultimo = s.ultimo.value_or(false);
    faltas.agregar_si(s.importe && *s.importe <= Importe{}, Codigo::fuera_de_rango, campo + "/importe");
    if (servicioId == 0) {
        const auto id = reservacion_gastada(tx, *s.localizador);
        faltas.agregar_si(!id, Codigo::no_encontrado, campo + "/localizador");
        d.reservacionId = id.value_or(0);
        return false;
    }
    const auto suyo = tx.one<FilaServicioGastado>(R"(
        SELECT v.reservacionId, v.proveedorId, r.localizador, v.modalidad, d.estado FROM servicioViaje v
        JOIN reservacionViaje r ON r.organizacionId = $1 AND r.reservacionId = v.reservacionId
        JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = v.transaccionId
        WHERE v.organizacionId = $1 AND v.servicioId = $2)",
                                                  tx.organizacion(), servicioId);
    if (!suyo) {
        faltas.agregar(Codigo::no_encontrado, campo + "/servicioId");
        return {};
    }
    faltas.agregar_si(suyo->proveedorId != 0 && suyo->proveedorId != proveedorId, Codigo::otro_contacto, campo + "/servicioId");
    faltas.agregar_si(suyo->estado == "cancelado", Codigo::documento_cancelado, campo + "/servicioId");
    faltas.agregar_si(s.localizador && std::string{*s.localizador} != suyo->localizador, Codigo::valor_no_permitido,
                      campo + "/localizador");
    d.reservacionId = suyo->reservacionId;
    d.servicioId = servicioId;
    return suyo->modalidad == "intermediacion";
}

// Nobody is paid more of others' money than was charged for them; what is more is a cost of ours, on a line of its own. In
// another currency than it was charged in it cannot be compared.
void exigir_que_alcance(db::Reader& tx, std::int64_t transaccionId, std::int64_t servicioId, const std::string& campo,
                        Faltas& faltas) {
    static const std::string sql = fmt::format(R"(
        SELECT s.terceros - {} FROM servicioViaje s
        JOIN documento d ON d.organizacionId = $1 AND d.transaccionId = s.transaccionId
        JOIN documento n ON n.organizacionId = $1 AND n.transaccionId = $2 AND n.moneda = d.moneda
        WHERE s.organizacionId = $1 AND s.servicioId = $3)",
                                               engine::pagado_de_servicio_sql);
    const auto queda = tx.one<Importe>(sql, tx.organizacion(), transaccionId, servicioId);
    if (queda && *queda < Importe{})
        faltas.agregar(Codigo::excede_saldo, campo, En::donde_sea, reflect::objeto("servicioId", servicioId, "excede", -*queda));
}

}  // namespace

DestinosDePartida leer_destinos(db::Reader& tx, const std::optional<ServiciosGastados>& servicios, std::string_view localizador,
                                std::int64_t proveedorId, std::string campo, Faltas& faltas) {
    DestinosDePartida r;
    r.campo = std::move(campo);
    if (!servicios) {
        // A locator that is none of ours is only a name.
        if (const auto id = localizador.empty() ? std::nullopt : reservacion_gastada(tx, localizador))
            r.destinos.push_back({*id, 0, {}, false});
        return r;
    }
    std::optional<bool> de_terceros;
    std::size_t sin_importe = 0;
    for (std::size_t i = 0; i < servicios->size(); ++i) {
        const std::string donde = fmt::format("{}/servicios/{}", r.campo, i);
        const ServicioGastadoNuevo& s = (*servicios)[i];
        DestinoDeGasto d;
        const auto suyo = leer_destino(tx, s, proveedorId, donde, d, faltas);
        faltas.agregar_si(!s.importe && sin_importe++ > 0, Codigo::requerido, donde + "/importe");
        if (!suyo) continue;
        // What is ours to bear and what is not are not in one line.
        faltas.agregar_si(de_terceros && *de_terceros != *suyo, Codigo::valor_no_permitido, donde + "/servicioId");
        de_terceros = de_terceros.value_or(*suyo);
        const bool otra_vez = std::ranges::any_of(r.destinos, [&](const DestinoDeGasto& x) {
            return x.reservacionId == d.reservacionId && x.servicioId == d.servicioId;
        });
        faltas.agregar_si(otra_vez, Codigo::duplicado, donde + (d.servicioId != 0 ? "/servicioId" : "/localizador"));
        r.destinos.push_back(d);
    }
    r.de_terceros = de_terceros.value_or(false);
    return r;
}

void pagar_a_tercero(engine::PartidaCompra& partida, std::int64_t proveedorId, int decimales) {
    engine::CifrasPartida c;
    c.precioNeto = partida.precioUnitario.value_or(Precio{});
    c.importe = (partida.cantidad * c.precioNeto).redondear(decimales);
    c.descuento = partida.descuento;
    c.neto = c.importe - c.descuento;
    partida.cifras = std::move(c);
    partida.terceroId = proveedorId;
}

void guardar_destinos(Context& ctx, std::int64_t transaccionId, const std::vector<DestinosDePartida>& partidas) {
    auto& tx = ctx.db();
    Faltas faltas;
    for (std::size_t n = 0; n < partidas.size(); ++n) {
        const DestinosDePartida& p = partidas[n];
        if (p.destinos.empty()) continue;
        const auto numero = static_cast<std::int64_t>(n + 1);
        const auto neto = tx.one<Importe>(R"(SELECT importe - descuento - promocion + alCosto FROM partida
                                             WHERE organizacionId = $1 AND transaccionId = $2 AND numeroPartida = $3)",
                                          tx.organizacion(), transaccionId, numero)
                              .value();
        Importe dicho;
        bool con_resto = false;
        for (const DestinoDeGasto& d : p.destinos) {
            dicho += d.importe.value_or(Importe{});
            con_resto = con_resto || !d.importe;
        }
        if (con_resto ? dicho >= neto : dicho != neto) {
            faltas.agregar(Codigo::reparto_descuadrado, p.campo + "/servicios", En::donde_sea,
                           reflect::objeto("suma", dicho, "importe", neto));
            continue;
        }
        for (std::size_t i = 0; i < p.destinos.size(); ++i)
            tx.run(
                R"(INSERT INTO gastoViaje (organizacionId, transaccionId, numeroPartida, consecutivo, reservacionId, servicioId,
                                              importe, ultimo)
                      VALUES ($1, $2, $3, $4, $5, $6, $7, $8))",
                tx.organizacion(), transaccionId, numero, static_cast<std::int64_t>(i + 1), p.destinos[i].reservacionId,
                p.destinos[i].servicioId, p.destinos[i].importe.value_or(neto - dicho), p.destinos[i].ultimo);
    }
    for (const DestinosDePartida& p : partidas)
        for (std::size_t i = 0; p.de_terceros && i < p.destinos.size(); ++i)
            exigir_que_alcance(tx, transaccionId, p.destinos[i].servicioId, fmt::format("{}/servicios/{}/importe", p.campo, i),
                               faltas);
    faltas.lanzar();
}

}  // namespace cacao
