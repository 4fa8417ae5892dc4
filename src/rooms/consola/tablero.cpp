#include "rooms/consola/tablero.hpp"

#include "db/rows.hpp"
#include "engine/entorno/ajustes.hpp"
#include "engine/entorno/conteos.hpp"
#include "engine/entorno/periodos.hpp"
#include "engine/saldos/cartera.hpp"

#include <map>

namespace cacao {
namespace {

constexpr std::int64_t meses_de_costumbre = 12;
constexpr std::int64_t escasos_a_la_vista = 10;

std::vector<engine::AntiguedadTotal> cartera_por_moneda(db::Reader& tx, Fecha hoy, bool proveedores) {
    std::map<std::string, engine::AntiguedadTotal> totales;
    for (const auto& s : engine::saldos_al_corte(tx, {.dia = hoy, .proveedores = proveedores})) {
        auto& total = totales[s.moneda];
        if (total.rangos.empty()) {
            total.moneda = s.moneda;
            total.rangos = engine::rangos_de(engine::limites_de_costumbre);
        }
        engine::sumar(total, hoy.dias() - s.vencimiento.dias(), s.saldo, s.a_favor());
    }
    std::vector<engine::AntiguedadTotal> r;
    for (auto& [moneda, total] : totales) r.push_back(std::move(total));
    return r;
}

// Whole months from the kept sums, this one day by day: what is dated ahead is not there yet.
std::vector<CuentaDelTablero> saldos_de_hoy(db::Reader& tx, Fecha hoy) {
    return tx.all<CuentaDelTablero>(R"(
        SELECT c.cuentaBancariaId, c.codigo, c.nombre AS cuenta, c.moneda,
               COALESCE((SELECT CAST(SUM(s.ingresos - s.egresos) AS BIGINT) FROM saldoBanco s
                         WHERE s.organizacionId = $1 AND s.cuentaBancariaId = c.cuentaBancariaId AND s.periodo < $2), 0)
               + COALESCE((SELECT CAST(SUM(m.importe) AS BIGINT) FROM movimientoBanco m
                           WHERE m.organizacionId = $1 AND m.cuentaBancariaId = c.cuentaBancariaId
                             AND m.fecha BETWEEN $3 AND $4), 0) AS saldo
        FROM cuentaBancaria c WHERE c.organizacionId = $1 AND c.activo = 1 ORDER BY c.codigo)",
                                    tx.organizacion(), engine::periodo_de(hoy), hoy.primero_del_mes(), hoy);
}

struct SumaDeMes {
    std::int64_t periodo{};
    Importe ventas;
    Importe costo;
    Importe inventario;  // what it moved
};
DESCRIBE_STRUCT(SumaDeMes, (), (periodo, ventas, costo, inventario))

// Sales are what accounts of income say that are neither other income (403) nor of financing; goods those of 115. Entries that
// close a year are none of its months.
constexpr std::string_view sumas_de_meses = R"(
    SELECT s.periodo,
           CAST(SUM(CASE WHEN c.tipo = 'ingreso' THEN s.abonos - s.cargos ELSE 0 END) AS BIGINT) AS ventas,
           CAST(SUM(CASE WHEN c.tipo = 'costo' THEN s.cargos - s.abonos ELSE 0 END) AS BIGINT) AS costo,
           CAST(SUM(CASE WHEN c.tipo = 'activo' THEN s.cargos - s.abonos ELSE 0 END) AS BIGINT) AS inventario
    FROM cuenta c
    JOIN saldoCuenta s ON s.organizacionId = $1 AND s.cuentaId = c.cuentaId
    WHERE c.organizacionId = $1 AND s.periodo <= $2 AND s.periodo % 100 <= 12
      AND ((c.tipo = 'ingreso' AND c.codigoAgrupador NOT LIKE '403%' AND c.codigoAgrupador NOT LIKE '7%')
           OR (c.tipo = 'costo' AND c.codigoAgrupador NOT LIKE '6%' AND c.codigoAgrupador NOT LIKE '7%')
           OR (c.tipo = 'activo' AND c.codigoAgrupador LIKE '115%'))
    GROUP BY s.periodo ORDER BY s.periodo)";

std::vector<MesDelTablero> meses_de_los_libros(db::Reader& tx, Fecha hoy, std::int64_t cuantos) {
    const std::int64_t ultimo = engine::periodo_de(hoy);
    std::vector<MesDelTablero> meses(static_cast<std::size_t>(cuantos));
    std::int64_t periodo = ultimo;
    for (auto m = meses.rbegin(); m != meses.rend(); ++m, periodo = engine::periodo_mas(periodo, -1)) m->periodo = periodo;
    Importe inventario;
    auto mes = meses.begin();
    for (const SumaDeMes& s : tx.all<SumaDeMes>(sumas_de_meses, tx.organizacion(), ultimo)) {
        while (mes != meses.end() && mes->periodo < s.periodo) mes++->inventario = inventario;
        inventario += s.inventario;
        if (mes == meses.end() || mes->periodo != s.periodo) continue;
        mes->ventas = s.ventas;
        mes->costo = s.costo;
        mes->margen = s.ventas - s.costo;
        mes++->inventario = inventario;
    }
    for (; mes != meses.end(); ++mes) mes->inventario = inventario;
    return meses;
}

// How often the goods went round in these months: their cost over what lay there at the end of each on average.
std::optional<Tasa> rotacion_de(const std::vector<MesDelTablero>& meses) {
    Importe costo;
    __int128 inventario = 0;
    for (const MesDelTablero& m : meses) {
        costo += m.costo;
        inventario += m.inventario.micros();
    }
    if (inventario <= 0) return std::nullopt;
    const auto n = static_cast<std::int64_t>(meses.size());
    return Tasa::de_micros(
        dividir_redondeando(static_cast<__int128>(costo.micros()) * n * millonesimas, static_cast<std::int64_t>(inventario)));
}

// What was sold this month before taxes, in the organization's currency: an invoice of a note is the note's sale.
std::vector<GrupoDelTablero> ventas_por_grupo(db::Reader& tx, Fecha hoy) {
    std::map<std::int64_t, GrupoDelTablero> grupos;
    tx.each(
        R"(
        SELECT q.clasificacionId, COALESCE(k.nombre, ''), d.tipoCambio,
               CAST(SUM(p.importe - p.descuento - p.promocion) AS BIGINT)
        FROM documento d
        JOIN partida p ON p.organizacionId = $1 AND p.transaccionId = d.transaccionId
        JOIN producto q ON q.organizacionId = $1 AND q.productoId = p.productoId
        LEFT JOIN clasificacionProducto k ON k.organizacionId = $1 AND k.clasificacionId = q.clasificacionId
        LEFT JOIN documento o ON o.organizacionId = $1 AND o.transaccionId = p.origenId AND p.origenId <> 0
        WHERE d.organizacionId = $1 AND d.tipo IN ('FacturaVenta', 'NotaVenta') AND d.fecha BETWEEN $2 AND $3
          AND d.estado <> 'cancelado' AND COALESCE(o.tipo, '') <> 'NotaVenta'
        GROUP BY q.clasificacionId, k.nombre, d.tipoCambio)",
        [&](const db::Row& r) {
            GrupoDelTablero& g = grupos[r.integer(0)];
            g.clasificacionId = r.integer(0);
            g.clasificacion = r.text(1);
            g.ventas += Importe::de_micros(dividir_redondeando(static_cast<__int128>(r.integer(3)) * r.integer(2), millonesimas))
                            .redondeado(2);
        },
        tx.organizacion(), hoy.primero_del_mes(), hoy);
    std::vector<GrupoDelTablero> r;
    for (auto& [id, grupo] : grupos) r.push_back(std::move(grupo));
    std::ranges::stable_sort(r, std::greater{}, &GrupoDelTablero::ventas);
    return r;
}

// By the rule of CentroDistribucion: what is set apart until a day that has passed everywhere is there again.
constexpr std::string_view escasos = R"(
    FROM (SELECT n.productoId, n.almacenId, n.minimo,
                 COALESCE((SELECT CAST(SUM(e.cantidad - e.reservado) AS BIGINT) FROM existencia e WHERE e.organizacionId = $1
                           AND e.productoId = n.productoId AND e.almacenId = n.almacenId), 0)
                 + COALESCE((SELECT CAST(SUM(r.cantidad) AS BIGINT) FROM reserva r WHERE r.organizacionId = $1
                             AND r.productoId = n.productoId AND r.almacenId = n.almacenId AND r.vence < $2), 0) AS disponible
          FROM nivelInventario n
          JOIN almacen a ON a.organizacionId = $1 AND a.almacenId = n.almacenId AND a.tipo = 'normal'
          WHERE n.organizacionId = $1 AND n.minimo > 0) f
    JOIN producto q ON q.organizacionId = $1 AND q.productoId = f.productoId
    JOIN almacen a ON a.organizacionId = $1 AND a.almacenId = f.almacenId
    WHERE f.disponible < f.minimo)";

void poner_escasos(const Context& ctx, Tablero& t) {
    auto& tx = ctx.db();
    const Fecha apartado = ctx.hoy_en_todas();
    t.cuantosBajoMinimo =
        tx.one<std::int64_t>("SELECT count(*) " + std::string{escasos}, tx.organizacion(), apartado).value_or(0);
    t.bajoMinimo = tx.all<ProductoEscaso>(
        "SELECT f.productoId, q.codigo, q.nombre AS producto, f.almacenId, a.nombre AS almacen, f.disponible, f.minimo " +
            std::string{escasos} + " ORDER BY q.codigo, f.almacenId LIMIT $3",
        tx.organizacion(), apartado, escasos_a_la_vista);
}

std::int64_t contar_filas(db::Reader& tx, std::string_view tabla, std::string_view estado) {
    return tx
        .one<std::int64_t>("SELECT count(*) FROM " + std::string{tabla} + " WHERE organizacionId = $1 AND estado = $2",
                           tx.organizacion(), estado)
        .value_or(0);
}

// What waits for whoever may do something about it.
template <class Puede>
std::vector<PendienteDelTablero> lo_que_espera(db::Reader& tx, const Puede& puede) {
    std::vector<PendienteDelTablero> r;
    const auto agregar = [&](AsuntoPendiente asunto, std::int64_t cantidad) {
        if (cantidad > 0) r.push_back({asunto, cantidad});
    };
    const auto documentos = [&](std::string_view tipo, std::string_view estado) {
        return engine::documentos_contados(tx, {.tipos = {tipo}, .estado = estado});
    };
    using enum AsuntoPendiente;
    if (puede("OrdenesCompra")) agregar(ordenesPorAutorizar, documentos("OrdenCompra", "porAutorizar"));
    if (puede("SolicitudesPago")) agregar(solicitudesPorAutorizar, documentos("SolicitudPago", "solicitada"));
    if (puede("FacturasCompra")) agregar(facturasPorRevisar, documentos("FacturaCompra", "porRevisar"));
    if (puede("BuzonListar")) agregar(recibidosPorRegistrar, contar_filas(tx, "recibido", "pendiente"));
    if (puede("TimbradosListar")) agregar(comprobantesRechazados, contar_filas(tx, "timbrado", "rechazado"));
    if (puede("TrabajosListar")) agregar(trabajosFallidos, contar_filas(tx, "trabajo", "fallido"));
    return r;
}

// What a company that begins has still to say, while something is missing.
template <class Puede>
std::vector<PasoDelTablero> primeros_pasos(db::Reader& tx, const Puede& puede) {
    struct Paso {
        PrimerPaso paso;
        std::string_view operacion;
        std::string_view hay;
    };
    using enum PrimerPaso;
    static constexpr Paso pasos[] = {
        {perfil, "OrganizacionActualizar",
         "SELECT 1 FROM organizacion WHERE organizacionId = $1 AND rfc <> '' AND regimenFiscal <> '' AND codigoPostal <> ''"},
        {sello, "CertificadoSelloAgregar", "SELECT 1 FROM certificadoSello WHERE organizacionId = $1 LIMIT 1"},
        {contactos, "ContactoCrear", "SELECT 1 FROM contacto WHERE organizacionId = $1 LIMIT 1"},
        {productos, "ProductoCrear", "SELECT 1 FROM producto WHERE organizacionId = $1 LIMIT 1"},
        {cuentasBancarias, "CuentaBancariaCrear",
         "SELECT 1 FROM cuentaBancaria WHERE organizacionId = $1 AND tipo = 'banco' AND numero <> '' LIMIT 1"},
        {usuarios, "UsuarioCrear", "SELECT 1 FROM usuario WHERE organizacionId = $1 AND esServicio = 0 LIMIT 1 OFFSET 1"},
        {primerDocumento, "FacturaVentaCrear", "SELECT 1 FROM documento WHERE organizacionId = $1 LIMIT 1"},
    };
    std::vector<PasoDelTablero> r;
    bool falta = false;
    for (const Paso& p : pasos) {
        if (!puede(p.operacion)) continue;
        r.push_back({p.paso, tx.one<std::int64_t>(std::string{p.hay}, tx.organizacion()).has_value()});
        falta = falta || !r.back().hecho;
    }
    if (!falta) r.clear();
    return r;
}

}  // namespace

Tablero consultar_tablero(const Context& ctx, const api::Operations& ops, const TableroPedido& pedido) {
    auto& tx = ctx.db();
    const auto puede = [&](std::string_view id) {
        const auto* op = ops.find(id);
        return op != nullptr && ctx.sesion().permitidas[op->index];
    };
    Tablero t;
    t.fecha = ctx.hoy();
    t.moneda = engine::leer_ajustes(tx).moneda;
    if (puede("AntiguedadSaldos")) {
        t.porCobrar = cartera_por_moneda(tx, t.fecha, false);
        t.porPagar = cartera_por_moneda(tx, t.fecha, true);
    }
    if (puede("SaldosBancos")) t.bancos = saldos_de_hoy(tx, t.fecha);
    if (puede("SaldosCuentas")) {
        t.meses = meses_de_los_libros(tx, t.fecha, pedido.meses ? pedido.meses->valor : meses_de_costumbre);
        t.rotacion = rotacion_de(*t.meses);
    }
    if (puede("RegistrosVenta")) t.ventasPorGrupo = ventas_por_grupo(tx, t.fecha);
    if (puede("CentroDistribucion")) poner_escasos(ctx, t);
    t.pendientes = lo_que_espera(tx, puede);
    t.primerosPasos = primeros_pasos(tx, puede);
    return t;
}

void register_tablero(api::Operations& ops) {
    ops.group("Consola");
    ops.add(api::Verb::GET, "/api/Tablero", "Tablero",
            [&ops](const Context& ctx, const TableroPedido& pedido) { return consultar_tablero(ctx, ops, pedido); })
        .nuestra()
        .para_todos()
        .sin_tabla();
}

}  // namespace cacao
