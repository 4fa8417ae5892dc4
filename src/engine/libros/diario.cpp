#include "engine/libros/diario.hpp"

#include "engine/entorno/rastro.hpp"
#include "engine/libros/flujo_efectivo.hpp"

#include <algorithm>
#include <tuple>

namespace cacao::engine {
namespace {

auto lugar(const Hoja& h) { return std::tie(h.cuentaId, h.sucursalId, h.proyectoId); }

Importe absoluto(Importe i) { return i < Importe{} ? -i : i; }

}  // namespace

void agregar_hoja(std::vector<Hoja>& hojas, Hoja hoja) {
    if (hoja.local.es_cero() && hoja.original.es_cero()) return;
    for (Hoja& h : hojas) {
        if (lugar(h) != lugar(hoja) || h.entidadId != hoja.entidadId || h.moneda != hoja.moneda) continue;
        h.local += hoja.local;
        h.original += hoja.original;
        return;
    }
    hojas.push_back(std::move(hoja));
}

Diario::Diario(Context& ctx, std::int64_t transaccionId, std::string_view evento, Fecha fecha, std::int64_t periodo,
               std::int64_t polizaId)
    : ctx_(ctx),
      transaccionId_(transaccionId),
      evento_(evento),
      fecha_(fecha),
      periodo_(periodo),
      polizaId_(polizaId != 0 ? polizaId : ctx.db().next_id()) {}

void Diario::agregar(Hoja hoja) {
    vacio_ = vacio_ && hoja.local.es_cero() && hoja.original.es_cero();
    agregar_hoja(hojas_, std::move(hoja));
}

void Diario::mover_banco(std::int64_t cuentaBancariaId, Importe importe, Importe local) {
    if (importe.es_cero()) return;
    vacio_ = false;
    bancos_.push_back({cuentaBancariaId, importe, local});
}

void Diario::asentar(std::int64_t papeles, std::int64_t revierteId) {
    // What is undone says so even where nothing was left to post.
    if (vacio_ && revierteId == 0) return;
    std::erase_if(hojas_, [](const Hoja& h) { return h.local.es_cero(); });
    // One fixed order, so that two entries never wait for each other's sums in a circle.
    std::sort(hojas_.begin(), hojas_.end(), [](const Hoja& a, const Hoja& b) { return lugar(a) < lugar(b); });

    Importe cargo;
    Importe abono;
    for (const Hoja& h : hojas_) (h.local > Importe{} ? cargo : abono) += absoluto(h.local);
    if (cargo != abono) throw std::logic_error("an entry that does not balance: " + cargo.texto() + " / " + abono.texto());

    auto& tx = ctx_.db();
    std::int64_t renglon = 0;
    for (const Hoja& h : hojas_) {
        const bool debe = h.local > Importe{};
        // The original may have the other sign only where rounding left nothing of it.
        const Importe original = (h.original > Importe{}) == debe ? absoluto(h.original) : Importe{};
        tx.run(R"(INSERT INTO asiento (organizacionId, polizaId, renglon, fecha, cuentaId, sucursalId, proyectoId, entidadId,
                                       cargo, abono, moneda, original)
                  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12))",
               ctx_.organizacionId(), polizaId_, ++renglon, fecha_, h.cuentaId, h.sucursalId, h.proyectoId, h.entidadId,
               debe ? h.local : Importe{}, debe ? Importe{} : absoluto(h.local), h.moneda, original);
    }
    tx.run(
        R"(INSERT INTO poliza (organizacionId, polizaId, transaccionId, evento, fecha, periodo, cargo, abono, revierteId, instante)
              VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10))",
        ctx_.organizacionId(), polizaId_, transaccionId_, evento_, fecha_, periodo_, cargo, abono, revierteId, ctx_.ahora());
    if (ctx_.simular()) rastro(ctx_).polizas.push_back(polizaId_);
    sumar_cuentas();
    sumar_flujo(papeles);
    sumar_bancos();
}

void Diario::sumar_cuentas() {
    auto& tx = ctx_.db();
    const std::int64_t franja = tx.franja();
    for (std::size_t i = 0; i < hojas_.size();) {
        Importe cargos;
        Importe abonos;
        std::size_t j = i;
        for (; j < hojas_.size() && lugar(hojas_[j]) == lugar(hojas_[i]); ++j)
            (hojas_[j].local > Importe{} ? cargos : abonos) += absoluto(hojas_[j].local);
        tx.run(R"(INSERT INTO saldoCuenta (organizacionId, periodo, cuentaId, sucursalId, proyectoId, franja, cargos, abonos)
                  VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
                  ON CONFLICT (organizacionId, periodo, cuentaId, sucursalId, proyectoId, franja)
                  DO UPDATE SET cargos = saldoCuenta.cargos + excluded.cargos, abonos = saldoCuenta.abonos + excluded.abonos)",
               ctx_.organizacionId(), periodo_, hojas_[i].cuentaId, hojas_[i].sucursalId, hojas_[i].proyectoId, franja, cargos,
               abonos);
        i = j;
    }
}

// Of an entry that moves cash, each other row says where that came from or went to: together they are what moved.
void Diario::sumar_flujo(std::int64_t papeles) {
    const auto efectivo = cuentas_de_efectivo(ctx_.db(), papeles);
    const auto es_de_ellas = [&](const Hoja& h) {
        return std::find(efectivo.begin(), efectivo.end(), h.cuentaId) != efectivo.end();
    };
    if (std::none_of(hojas_.begin(), hojas_.end(), es_de_ellas)) return;
    auto& tx = ctx_.db();
    for (const Hoja& h : hojas_) {
        if (es_de_ellas(h)) continue;
        const bool sale = h.local > Importe{};
        tx.run(R"(INSERT INTO saldoFlujo (organizacionId, periodo, cuentaId, sucursalId, proyectoId, franja, entradas, salidas)
                  VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
                  ON CONFLICT (organizacionId, periodo, cuentaId, sucursalId, proyectoId, franja)
                  DO UPDATE SET entradas = saldoFlujo.entradas + excluded.entradas, salidas = saldoFlujo.salidas + excluded.salidas)",
               ctx_.organizacionId(), periodo_, h.cuentaId, h.sucursalId, h.proyectoId, tx.franja(), sale ? Importe{} : -h.local,
               sale ? h.local : Importe{});
    }
}

void Diario::sumar_bancos() {
    auto& tx = ctx_.db();
    std::sort(bancos_.begin(), bancos_.end(),
              [](const Banco& a, const Banco& b) { return a.cuentaBancariaId < b.cuentaBancariaId; });
    for (const Banco& b : bancos_) {
        tx.run(
            R"(INSERT INTO movimientoBanco (organizacionId, polizaId, cuentaBancariaId, transaccionId, fecha, importe, importeLocal,
                                            conciliacionId)
                  VALUES ($1, $2, $3, $4, $5, $6, $7, 0))",
            ctx_.organizacionId(), polizaId_, b.cuentaBancariaId, transaccionId_, fecha_, b.importe, b.local);
        const bool entra = b.importe > Importe{};
        tx.run(
            R"(INSERT INTO saldoBanco (organizacionId, cuentaBancariaId, periodo, franja, ingresos, egresos, conciliado, estadoCuenta, valor)
                  VALUES ($1, $2, $3, $4, $5, $6, 0, 0, $7)
                  ON CONFLICT (organizacionId, cuentaBancariaId, periodo, franja)
                  DO UPDATE SET ingresos = saldoBanco.ingresos + excluded.ingresos, egresos = saldoBanco.egresos + excluded.egresos,
                                valor = saldoBanco.valor + excluded.valor)",
            ctx_.organizacionId(), b.cuentaBancariaId, periodo_, tx.franja(), entra ? b.importe : Importe{},
            entra ? Importe{} : -b.importe, b.local);
    }
}

}  // namespace cacao::engine
