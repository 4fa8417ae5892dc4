#include "engine/verbos/saldos_iniciales.hpp"

#include "db/rows.hpp"
#include "engine/entorno/ajustes.hpp"
#include "engine/entorno/monedas.hpp"
#include "engine/tipos/contabilidad.hpp"
#include "engine/tipos/inventario.hpp"
#include "engine/tipos/saldos_iniciales.hpp"
#include "engine/verbos/emitir.hpp"
#include "reflect/objeto.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

namespace cacao::engine {
namespace {

struct Previo {
    std::int64_t transaccionId = 0;
    std::string estado;
    Fecha fecha;
    Fecha vencimiento;
    std::string moneda;
    Precio tipoCambio;
    Importe iva;
    Importe total;
};
DESCRIBE_STRUCT(Previo, (), (transaccionId, estado, fecha, vencimiento, moneda, tipoCambio, iva, total))

// The document that carries our reference and is in force; or the reference that the next one takes, since a cancelled one keeps
// its own.
struct Lugar {
    std::optional<Previo> vigente;
    std::string referencia;
};
Lugar buscar_lugar(db::Reader& tx, const Documento& tipo, const std::string& base) {
    for (int vez = 1;; ++vez) {
        const std::string referencia = vez == 1 ? base : fmt::format("{}#{}", base, vez);
        auto previo = tx.one<Previo>(R"(
            SELECT transaccionId, estado, fecha, vencimiento, moneda, tipoCambio, iva, total FROM documento
            WHERE organizacionId = $1 AND tipo = $2 AND referenciaExterna = $3)",
                                     tx.organizacion(), tipo.tipo, referencia);
        if (!previo || previo->estado != nombre(Estado::cancelado)) return {std::move(previo), referencia};
    }
}

[[noreturn]] void rechazar_distinto(const Previo& previo, std::string campo) {
    reject(Codigo::duplicado, std::move(campo), fmt::format(R"({{"transaccionId":{}}})", previo.transaccionId));
}

int decimales_de(db::Reader& tx, const std::string& moneda) {
    const Ajustes ajustes = leer_ajustes(tx);
    const auto otra = moneda.empty() || moneda == ajustes.moneda ? std::nullopt : moneda_de(tx, moneda);
    return otra ? otra->decimales : ajustes.decimales;
}

// By how much the VAT of a document may be more than its rate gives: its lines, which nobody knows here, were each rounded. Half
// a unit for each unit of the base, of a hundred lines at most.
Importe redondeo_de_lineas(Importe neto, int decimales) {
    constexpr std::int64_t maximo_de_lineas = 100;
    const std::int64_t unidad = unidad_de(decimales).micros();
    const std::int64_t lineas = std::min(maximo_de_lineas, neto.micros() / unidad);
    return Importe::de_micros((lineas + 1) / 2 * unidad);
}

// The balance before VAT, in one line or two: what the VAT was charged on, and the rest.
void agregar_partidas(SolicitudInicial& s, const SaldoContactoInicial& saldo, int decimales) {
    Faltas faltas;
    faltas.agregar_si(saldo.importe <= Importe{}, Codigo::fuera_de_rango, "/importe");
    faltas.agregar_si(saldo.importe.redondeado(decimales) != saldo.importe, Codigo::demasiados_decimales, "/importe");
    faltas.agregar_si(saldo.iva < Importe{}, Codigo::fuera_de_rango, "/iva");
    faltas.agregar_si(saldo.iva.redondeado(decimales) != saldo.iva, Codigo::demasiados_decimales, "/iva");
    faltas.agregar_si(saldo.tasaIva <= Tasa{}, Codigo::fuera_de_rango, "/tasaIva");
    faltas.lanzar();
    const auto partida = [&](Importe neto, Importe iva) {
        auto& p = s.partidas.emplace_back();
        p.cantidad = Cantidad::de_enteros(1);
        p.descripcion = saldo.referencia;
        CifrasPartida& c = p.cifras.emplace();
        c.precioNeto = Precio::de_micros(neto.micros());
        c.importe = c.neto = neto;
        c.iva = iva;
        if (!iva.es_cero())
            c.impuestos.push_back({std::string{nombre(Impuesto::iva)}, std::string{nombre(Factor::tasa)}, saldo.tasaIva, neto,
                                   iva, "saldo inicial"});
    };
    const Importe neto = saldo.importe - saldo.iva;
    if (saldo.iva.es_cero()) return partida(neto, {});
    // As much as the rate gives, or more by what rounding its lines added: all of it bore the rate.
    const Importe de_mas = saldo.iva - (neto * saldo.tasaIva).redondear(decimales);
    if (de_mas >= Importe{}) {
        reject_if(neto <= Importe{} || de_mas > redondeo_de_lineas(neto, decimales), Codigo::fuera_de_rango, "/iva");
        return partida(neto, saldo.iva);
    }
    const auto exacta = dividir_redondeando(static_cast<__int128>(saldo.iva.micros()) * millonesimas, saldo.tasaIva.micros());
    const Importe base = std::min(neto, Importe::de_micros(exacta).redondeado(decimales));
    partida(base, saldo.iva);
    if (base < neto) partida(neto - base, {});
}

}  // namespace

std::optional<Emitido> poner_saldo_inicial(Context& ctx, const SaldoContactoInicial& saldo) {
    const Documento& tipo = saldo.proveedor ? SaldoInicialProveedor : SaldoInicialCliente;
    const auto lugar = buscar_lugar(ctx.db(), tipo, fmt::format("saldo-inicial/{}/{}", saldo.entidadId, saldo.referencia));
    if (const auto& p = lugar.vigente) {
        const bool igual = p->fecha == saldo.fecha && p->total == saldo.importe && p->iva == saldo.iva &&
                           (!saldo.vencimiento || p->vencimiento == *saldo.vencimiento) &&
                           (saldo.moneda.empty() || p->moneda == saldo.moneda) &&
                           (!saldo.tipoCambio || p->tipoCambio == *saldo.tipoCambio);
        if (!igual) rechazar_distinto(*p, "/referencia");
        return std::nullopt;
    }
    SolicitudInicial s;
    s.entidadId = saldo.entidadId;
    s.campo_entidad = saldo.campo_entidad;
    s.sucursalId = saldo.sucursalId;
    s.fecha = saldo.fecha;
    s.vencimiento = saldo.vencimiento;
    s.moneda = saldo.moneda;
    s.tipoCambio = saldo.tipoCambio;
    s.referencia = saldo.referencia;
    s.referenciaExterna = lugar.referencia;
    agregar_partidas(s, saldo, decimales_de(ctx.db(), saldo.moneda));
    return emitir(ctx, tipo, s);
}

std::optional<Emitido> poner_saldo_inicial(Context& ctx, const SaldoBancoInicial& saldo) {
    const auto lugar = buscar_lugar(ctx.db(), SaldoInicialBanco, fmt::format("saldo-inicial/{}", saldo.cuentaBancariaId));
    if (const auto& p = lugar.vigente) {
        const bool igual =
            p->fecha == saldo.fecha && p->total == saldo.importe && (!saldo.tipoCambio || p->tipoCambio == *saldo.tipoCambio);
        if (!igual) rechazar_distinto(*p, "/cuenta");
        return std::nullopt;
    }
    SolicitudImporte s;
    s.cuentaBancariaId = saldo.cuentaBancariaId;
    s.sucursalId = saldo.sucursalId;
    s.fecha = saldo.fecha;
    s.tipoCambio = saldo.tipoCambio;
    s.importe = saldo.importe;
    s.referenciaExterna = lugar.referencia;
    return emitir(ctx, SaldoInicialBanco, s);
}

Puesto poner_cuentas_iniciales(Context& ctx, Fecha fecha, std::int64_t sucursalId, std::span<const CuentaInicial> cuentas) {
    auto& tx = ctx.db();
    using Apunte = std::tuple<std::int64_t, Importe, Importe>;
    std::vector<Apunte> pedidos;
    for (const auto& c : cuentas) pedidos.emplace_back(c.cuentaId, c.cargo, c.abono);
    const auto lugar = buscar_lugar(tx, Poliza, "saldo-inicial");
    if (lugar.vigente) {
        std::vector<Apunte> guardados;
        tx.each(
            "SELECT cuentaId, importe, abono FROM partida WHERE organizacionId = $1 AND transaccionId = $2",
            [&](const db::Row& r) {
                guardados.emplace_back(r.integer(0), Importe::de_micros(r.integer(1)), Importe::de_micros(r.integer(2)));
            },
            tx.organizacion(), lugar.vigente->transaccionId);
        std::ranges::sort(pedidos);
        std::ranges::sort(guardados);
        if (lugar.vigente->fecha != fecha || pedidos != guardados) rechazar_distinto(*lugar.vigente, "/cuenta");
        return Puesto::igual;
    }
    std::map<std::int64_t, std::string> ajenas;  // account and what answers for it
    tx.each(R"(
        SELECT cuentaId, papel FROM cuentaPapel
        WHERE organizacionId = $1 AND papel IN ('clientes', 'proveedores', 'inventario'))",
            [&](const db::Row& r) {
                const auto papel = r.text(1);
                ajenas[r.integer(0)] = papel == "clientes" ? "cliente" : papel == "proveedores" ? "proveedor" : "existencia";
            },
            tx.organizacion());
    tx.each(
        "SELECT cuentaId FROM cuentaBancaria WHERE organizacionId = $1 AND activo = 1",
        [&](const db::Row& r) { ajenas[r.integer(0)] = "banco"; }, tx.organizacion());
    SolicitudDiario s;
    s.fecha = fecha;
    s.sucursalId = sucursalId;
    s.notas = "Saldos iniciales";
    s.referenciaExterna = lugar.referencia;
    Faltas faltas;
    for (const auto& c : cuentas) {
        if (const auto ajena = ajenas.find(c.cuentaId); ajena != ajenas.end())
            faltas.agregar(Codigo::valor_no_permitido, c.campo + "/cuenta", En::donde_sea,
                           reflect::objeto("tipo", ajena->second));
        auto& p = s.partidas.emplace_back();
        p.campo = c.campo;
        p.cuentaId = c.cuentaId;
        p.cargo = c.cargo;
        p.abono = c.abono;
    }
    faltas.lanzar();
    emitir(ctx, Poliza, s);
    return Puesto::creado;
}

std::vector<Puesto> poner_existencias_iniciales(Context& ctx, Fecha fecha, std::int64_t sucursalId,
                                                std::span<const ExistenciaInicial> existencias) {
    auto& tx = ctx.db();
    using Llave = std::tuple<std::int64_t, std::int64_t, std::string>;  // product, warehouse, lot
    std::map<Llave, std::pair<Cantidad, Importe>> registradas;          // in base units, and what it is worth
    tx.each(R"(
        SELECT DISTINCT p.transaccionId, p.numeroPartida, p.productoId, p.almacenId, COALESCE(l.codigo, ''), p.cantidadBase, p.costo
        FROM documento d
        JOIN partida p ON p.organizacionId = $1 AND p.transaccionId = d.transaccionId
        JOIN movimiento m ON m.organizacionId = $1 AND m.transaccionId = p.transaccionId AND m.numeroPartida = p.numeroPartida
        LEFT JOIN lote l ON l.organizacionId = $1 AND l.loteId = m.loteId
        WHERE d.organizacionId = $1 AND d.tipo = $2 AND d.estado = 'vigente')",
            [&](const db::Row& r) {
                registradas[{r.integer(2), r.integer(3), std::string{r.text(4)}}] = {Cantidad::de_micros(r.integer(5)),
                                                                                     Importe::de_micros(r.integer(6))};
            },
            tx.organizacion(), InventarioInicial.tipo);

    const int decimales = leer_ajustes(tx).decimales;
    std::vector<Puesto> puestos(existencias.size(), Puesto::creado);
    Faltas faltas;
    SolicitudInventario s;
    s.fecha = fecha;
    s.sucursalId = sucursalId;
    s.motivo = "Saldos iniciales";
    constexpr std::size_t partidas_por_documento = 1000;
    const auto emitir_lo_reunido = [&] {
        if (!s.partidas.empty()) emitir(ctx, InventarioInicial, s);
        s.partidas.clear();
    };
    for (std::size_t i = 0; i < existencias.size(); ++i) {
        const auto& e = existencias[i];
        const std::pair valor{e.cantidad, (e.cantidad * e.costoUnitario).redondear(decimales)};
        const auto [lugar, nueva] =
            registradas.try_emplace({e.productoId, e.almacenId, e.lote ? e.lote->codigo : std::string{}}, valor);
        if (!nueva) {
            if (lugar->second == valor) puestos[i] = Puesto::igual;
            else faltas.agregar(Codigo::duplicado, e.campo + "/producto");
            continue;
        }
        auto& p = s.partidas.emplace_back();
        p.campo = e.campo;
        p.productoId = e.productoId;
        p.almacenId = e.almacenId;
        p.cantidad = e.cantidad;
        p.precioUnitario = e.costoUnitario;
        p.lote = e.lote;
        p.series = e.series;
        if (s.partidas.size() == partidas_por_documento && faltas.vacia()) emitir_lo_reunido();
    }
    faltas.lanzar();
    emitir_lo_reunido();
    return puestos;
}

Importe apertura_pendiente(db::Reader& tx) {
    return Importe::de_micros(tx.one<std::int64_t>(R"(
        SELECT CAST(COALESCE(SUM(s.cargos - s.abonos), 0) AS BIGINT) FROM saldoCuenta s
        WHERE s.organizacionId = $1 AND s.cuentaId IN
            (SELECT p.cuentaId FROM cuentaPapel p WHERE p.organizacionId = $1 AND p.papel = 'capital_inicial'))",
                                                   tx.organizacion())
                                  .value_or(0));
}

}  // namespace cacao::engine
