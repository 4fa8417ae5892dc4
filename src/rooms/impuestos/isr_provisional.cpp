#include "rooms/impuestos/isr_provisional.hpp"

#include "base/rfc.hpp"
#include "db/rows.hpp"
#include "engine/entorno/ajustes.hpp"
#include "engine/entorno/meses.hpp"
#include "engine/libros/balanza.hpp"
#include "engine/tipos/cuentas.hpp"
#include "rooms/impuestos/impuesto_seguido.hpp"
#include "rooms/impuestos/tarifas_isr.hpp"

#include <algorithm>

namespace cacao {
namespace {

constexpr std::string_view regimen_general = "601";
constexpr std::string_view regimen_resico = "626";

IsrEjercicio leer_isr_ejercicio(db::Reader& tx, std::int64_t ejercicio) {
    return tx
        .one<IsrEjercicio>(
            "SELECT ejercicio, coeficiente, perdidas, version FROM isrEjercicio WHERE organizacionId = $1 AND ejercicio = $2",
            tx.organizacion(), ejercicio)
        .value_or(IsrEjercicio{ejercicio, {}, {}, 0});
}

// What moved between two days on accounts of a kind, by their grouping codes.
struct MovidoPorCodigo {
    Importe cargos;
    Importe abonos;
};
template <class Cuales>
MovidoPorCodigo movido_por_codigo(db::Reader& tx, Fecha desde, Fecha hasta, Cuales&& cuales) {
    const auto libros = engine::balanza(tx, {.desde = desde, .hasta = hasta, .con_cierre = false});
    MovidoPorCodigo m;
    tx.each(
        "SELECT cuentaId, tipo, codigoAgrupador FROM cuenta WHERE organizacionId = $1 AND esAcumulativa = 0",
        [&](const db::Row& f) {
            const auto suya = libros.find(f.integer(0));
            if (suya == libros.end() || !cuales(f.text(1), f.text(2))) return;
            m.cargos += suya->second.cargos;
            m.abonos += suya->second.abonos;
        },
        tx.organizacion());
    return m;
}

Importe base_seguida(db::Reader& tx, const ImpuestoSeguido& cual, Fecha desde, Fecha hasta, int decimales, bool con_costo) {
    Importe suma;
    for (const ImpuestoMovido& m : seguir_impuesto(tx, cual, desde, hasta, decimales))
        suma += con_costo ? m.base + m.alCosto : m.base;
    return suma;
}

Importe por_tasa(Importe base, Tasa tasa, int decimales) { return (base * tasa).redondear(decimales); }

class HojaDeIsr {
public:
    HojaDeIsr(db::Reader& tx, std::int64_t periodo)
        : tx_(tx),
          periodo_(periodo),
          hasta_(engine::cierre_del_mes(periodo)),
          ajustes_(engine::leer_ajustes(tx)),
          del_anio_(leer_isr_ejercicio(tx, periodo / 100)) {
        h_.periodo = periodo;
    }

    IsrProvisional hacer() {
        reject_if(ajustes_.regimenFiscal.empty() || ajustes_.rfc.empty(), Codigo::perfil_incompleto, "/regimenFiscal");
        if (ajustes_.regimenFiscal == regimen_general && es_persona_moral(ajustes_.rfc)) general();
        else if (ajustes_.regimenFiscal == regimen_resico && es_persona_moral(ajustes_.rfc)) resico_de_sociedad();
        else if (ajustes_.regimenFiscal == regimen_resico) resico_de_persona();
        else reject(Codigo::valor_no_permitido, "/regimenFiscal");
        h_.porPagar = std::max(Importe{}, h_.impuesto - h_.pagosAnteriores - h_.retenido);
        return std::move(h_);
    }

private:
    Fecha enero() const { return *Fecha::de_civil(static_cast<int>(periodo_ / 100), 1, 1); }

    // Nominal income since January by the coefficient, less losses (LISR 14).
    void general() {
        reject_if(del_anio_.version == 0, Codigo::perfil_incompleto, "/coeficiente");
        h_.regimen = RegimenDeIsr::general;
        h_.fundamento = "LISR 9 y 14";
        // What customers give back is a deduction and takes nothing off what was earned.
        const auto ingresos = movido_por_codigo(tx_, enero(), hasta_, [](std::string_view tipo, std::string_view codigo) {
            return tipo == "ingreso" && !codigo.starts_with("402");
        });
        h_.ingresos = ingresos.abonos - ingresos.cargos;
        h_.coeficiente = del_anio_.coeficiente;
        h_.utilidad = por_tasa(h_.ingresos, h_.coeficiente, ajustes_.decimales);
        de_sociedad();
    }

    // What was collected less what was paid since January (LISR 211).
    void resico_de_sociedad() {
        h_.regimen = RegimenDeIsr::resicoSociedad;
        h_.fundamento = "LISR 9, 206 a 211";
        h_.ingresos = base_seguida(tx_, iva_de_clientes, enero(), hasta_, ajustes_.decimales, false);
        h_.deducciones = base_seguida(tx_, iva_de_proveedores, enero(), hasta_, ajustes_.decimales, true);
        h_.utilidad = h_.ingresos - h_.deducciones;
        de_sociedad();
    }

    void de_sociedad() {
        h_.perdidas = std::min(del_anio_.perdidas, std::max(Importe{}, h_.utilidad));
        h_.base = std::max(Importe{}, h_.utilidad - h_.perdidas);
        h_.tasa = isr::tasa_de_sociedades(periodo_);
        h_.impuesto = por_tasa(h_.base, h_.tasa, ajustes_.decimales);
        h_.retenido = retenido_desde(enero());
        if (periodo_ % 100 == 1) return;
        // January's is paid in February; what is paid in January is of the year before.
        const auto pagos = movido_por_codigo(tx_, enero().ultimo_del_mes() + 1, hasta_,
                                             [](std::string_view, std::string_view codigo) { return codigo == "114.01"; });
        h_.pagosAnteriores = pagos.cargos - pagos.abonos;
    }

    // What was collected in the month by the table, less what companies withheld of it: 1.25 % (LISR 113-E and 113-J).
    void resico_de_persona() {
        h_.regimen = RegimenDeIsr::resicoPersona;
        h_.fundamento = "LISR 113-E y 113-J";
        h_.ingresos = h_.utilidad = h_.base =
            std::max(Importe{}, base_seguida(tx_, iva_de_clientes, hasta_.primero_del_mes(), hasta_, ajustes_.decimales, false));
        h_.tasa = isr::tasa_de_resico(periodo_, h_.base);
        h_.impuesto = por_tasa(h_.base, h_.tasa, ajustes_.decimales);
        h_.retenido = retenido_desde(hasta_.primero_del_mes());
    }

    Importe retenido_desde(Fecha desde) {
        Importe suma;
        for (const ImpuestoMovido& m : seguir_impuesto(tx_, isr_que_nos_retienen, desde, hasta_, ajustes_.decimales))
            suma += m.importe;
        return suma;
    }

    db::Reader& tx_;
    std::int64_t periodo_;
    Fecha hasta_;
    engine::Ajustes ajustes_;
    IsrEjercicio del_anio_;
    IsrProvisional h_;
};

}  // namespace

std::vector<IsrEjercicio> listar_isr_ejercicios(const Context& ctx) {
    return ctx.db().all<IsrEjercicio>(
        "SELECT ejercicio, coeficiente, perdidas, version FROM isrEjercicio WHERE organizacionId = $1 ORDER BY ejercicio DESC",
        ctx.organizacionId());
}

IsrEjercicio cambiar_isr_ejercicio(Context& ctx, const IsrEjercicioCambio& pedido) {
    auto& tx = ctx.db();
    const std::int64_t ejercicio = pedido.ejercicio;
    tx.lock("isrEjercicio/" + std::to_string(ejercicio));
    const IsrEjercicio antes = leer_isr_ejercicio(tx, ejercicio);
    ctx.exigir_version(antes.version);
    const IsrEjercicio d{ejercicio, pedido.coeficiente, pedido.perdidas ? Importe{*pedido.perdidas} : antes.perdidas,
                         antes.version + 1};
    tx.run(R"(INSERT INTO isrEjercicio (organizacionId, ejercicio, coeficiente, perdidas, version) VALUES ($1, $2, $3, $4, $5)
              ON CONFLICT (organizacionId, ejercicio) DO UPDATE SET coeficiente = excluded.coeficiente, perdidas = excluded.perdidas,
                  version = excluded.version)",
           tx.organizacion(), d.ejercicio, d.coeficiente, d.perdidas, d.version);
    ctx.auditar("IsrEjercicio", ejercicio, antes, d);
    return d;
}

IsrProvisional consultar_isr_provisional(const Context& ctx, const IsrProvisionalPedido& pedido) {
    return HojaDeIsr{ctx.db(), pedido.periodo}.hacer();
}

void register_isr_provisional(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Impuestos");
    ops.add(GET, "/api/Impuestos/IsrEjercicios", "IsrEjerciciosListar", listar_isr_ejercicios).nuestra();
    ops.add(PUT, "/api/Impuestos/IsrEjercicios/{ejercicio}", "IsrEjercicioActualizar", cambiar_isr_ejercicio)
        .nuestra()
        .rechaza({Codigo::fuera_de_rango, Codigo::requerido, Codigo::precondicion_fallida});
    ops.add(GET, "/api/Impuestos/IsrProvisional", "IsrProvisional", consultar_isr_provisional)
        .nuestra()
        .rechaza({Codigo::fuera_de_rango, Codigo::perfil_incompleto, Codigo::valor_no_permitido});
}

}  // namespace cacao
