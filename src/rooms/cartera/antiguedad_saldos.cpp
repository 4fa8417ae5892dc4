#include "rooms/cartera/antiguedad_saldos.hpp"

#include "api/ambito.hpp"
#include "base/texto.hpp"
#include "db/rows.hpp"
#include "engine/entorno/monedas.hpp"
#include "engine/saldos/cartera.hpp"
#include "rooms/cartera/tablas_cartera.hpp"

#include <algorithm>
#include <charconv>
#include <map>

namespace cacao {
namespace {

// Days past due at which a bucket ends, ascending: "30,60,90".
std::vector<std::int64_t> leer_limites(const std::optional<Texto<100>>& texto) {
    if (!texto) return engine::limites_de_costumbre;
    std::vector<std::int64_t> limites;
    std::string_view resto{*texto};
    bool bien = !resto.empty();
    while (bien && !resto.empty()) {
        const auto coma = std::min(resto.find(','), resto.size());
        const std::string_view uno = recortado(resto.substr(0, coma));
        std::int64_t dias = 0;
        const char* fin = uno.data() + uno.size();
        bien = !uno.empty() && std::from_chars(uno.data(), fin, dias).ptr == fin && dias > (limites.empty() ? 0 : limites.back());
        limites.push_back(dias);
        resto.remove_prefix(std::min(coma + 1, resto.size()));
    }
    constexpr std::size_t limites_maximos = 12;
    reject_if(!bien || limites.size() > limites_maximos, Codigo::valor_no_permitido, "/limites");
    return limites;
}

// Of the currencies that are there; 1 for the organization's own.
std::map<std::string, Precio> tipos_de_cambio(db::Reader& tx, const std::vector<engine::SaldoAlCorte>& saldos, Fecha fecha,
                                              const std::string& local) {
    std::map<std::string, Precio> cambios;
    for (const auto& s : saldos) {
        if (cambios.contains(s.moneda)) continue;
        const auto cambio = engine::tipo_cambio(tx, s.moneda, fecha, local);
        reject_if(!cambio, Codigo::moneda_sin_tipo_cambio, "/fecha");
        cambios.emplace(s.moneda, *cambio);
    }
    return cambios;
}

}  // namespace

std::vector<Rango> rangos_pedidos(const AntiguedadPedida& p) { return engine::rangos_de(leer_limites(p.limites)); }

AntiguedadSaldos consultar_antiguedad(const Context& ctx, const AntiguedadPedida& p) {
    auto& tx = ctx.db();
    AntiguedadSaldos r;
    r.fecha = p.fecha.value_or(ctx.hoy());
    r.tipo = p.tipo.value_or(TipoCartera::clientes);
    r.porFecha = p.porFecha.value_or(PorFecha::vencimiento);
    const auto rangos = rangos_pedidos(p);
    const bool local = p.enMonedaLocal.value_or(false);
    Faltas faltas;
    faltas.agregar_si(p.alTipoCambio && !local, Codigo::valor_no_permitido, "/alTipoCambio");
    exigir_ambito(tx, p, faltas);
    faltas.lanzar();
    const bool al_corte = p.alTipoCambio == AlTipoCambio::corte;
    engine::Corte corte{.dia = r.fecha, .proveedores = r.tipo == TipoCartera::proveedores};
    if (p.entidadId) corte.entidadId = *p.entidadId;
    if (p.sucursalId) corte.sucursalId = *p.sucursalId;
    if (p.proyectoId) corte.proyectoId = *p.proyectoId;
    if (p.vendedorId) corte.vendedorId = *p.vendedorId;
    if (p.moneda) corte.moneda = *p.moneda;
    const engine::Moneda moneda_local = engine::moneda_local(tx);

    std::map<std::pair<std::int64_t, std::string>, AntiguedadContacto> filas;
    std::map<std::string, AntiguedadTotal> totales;
    Importe en_libros;
    Importe al_dia;
    const auto saldos = engine::saldos_al_corte(tx, corte);
    const auto cambios = al_corte ? tipos_de_cambio(tx, saldos, r.fecha, moneda_local.moneda) : std::map<std::string, Precio>{};
    for (const auto& [moneda, tipoCambio] : cambios) r.tiposCambio.push_back({moneda, tipoCambio});
    for (const auto& s : saldos) {
        const std::string& moneda = local ? moneda_local.moneda : s.moneda;
        Importe importe = local ? s.saldoLocal : s.saldo;
        if (al_corte) {
            importe = engine::convertir(s.saldo, cambios.at(s.moneda), moneda_local.decimales);
            al_dia += s.a_favor() ? -importe : importe;
        }
        const Fecha desde = r.porFecha == PorFecha::vencimiento ? s.vencimiento : s.fecha;
        const std::int64_t dias = r.fecha.dias() - desde.dias();
        const auto agregar = [&](AntiguedadTotal& f) {
            if (f.rangos.empty()) {
                f.moneda = moneda;
                f.rangos = rangos;
            }
            engine::sumar(f, dias, importe, s.a_favor());
        };
        AntiguedadContacto& fila = filas[{s.entidadId, moneda}];
        fila.entidadId = s.entidadId;
        agregar(fila);
        agregar(totales[moneda]);
        en_libros += s.a_favor() ? -s.saldoLocal : s.saldoLocal;
    }
    for (auto& [llave, fila] : filas) r.contactos.push_back(std::move(fila));
    nombrar(tx, r.contactos);
    for (auto& [moneda, total] : totales) r.totales.push_back(std::move(total));
    if (al_corte) r.ajusteCambiario = al_dia - en_libros;
    const bool todo = !p.entidadId && !p.sucursalId && !p.proyectoId && !p.vendedorId && !p.moneda;
    if (todo) {
        const Importe control = engine::control_al_corte(tx, r.fecha, corte.proveedores);
        r.diferencia = en_libros - (corte.proveedores ? -control : control);
    }
    return r;
}

void register_antiguedad_saldos(api::Operations& ops) {
    using enum api::Verb;
    ops.group("Cartera");
    ops.add(GET, "/api/Cartera/AntiguedadSaldos", "AntiguedadSaldos", consultar_antiguedad)
        .como_tabla(consultar_antiguedad, tabla_antiguedad)
        .rechaza({Codigo::valor_no_permitido, Codigo::no_encontrado, Codigo::moneda_sin_tipo_cambio});
}

}  // namespace cacao
