#include "command/demo_escuela.hpp"

#include "base/azar.hpp"
#include "base/texto.hpp"
#include "db/rows.hpp"
#include "rooms/conceptos/concepto.hpp"
#include "rooms/contactos/contacto.hpp"
#include "rooms/escuela/alumno.hpp"
#include "rooms/escuela/cuenta_escolar.hpp"
#include "rooms/escuela/nivel_escolar.hpp"
#include "rooms/escuela/pago_escolar.hpp"
#include "rooms/escuela/plan_escolar.hpp"

#include <fmt/format.h>

#include <array>
#include <stdexcept>
#include <string>
#include <vector>

namespace cacao {
namespace {

constexpr int meses_de_escuela = 6;
constexpr int familias_demo = 8;

constexpr std::array paternos{"HERNÁNDEZ", "GARCÍA", "MARTÍNEZ", "LÓPEZ", "RAMÍREZ", "TORRES", "DÍAZ", "MORALES"};
constexpr std::array claves_paternas{"HE", "GA", "MA", "LO", "RA", "TO", "DI", "MO"};  // first letter and first vowel
constexpr std::array alumnos_demo{"ANA", "LUIS", "SOFÍA"};

// Of nobody: the form, and the digit that checks it.
Curp curp_inventada(int familia, int hijo) {
    constexpr std::string_view consonantes = "BCDFGHJKLMNPQRSTVWXYZ";
    const std::string c =
        fmt::format("{}X{}{:02}0{}1{}{}DF{}{}NA", claves_paternas[static_cast<std::size_t>(familia)],
                    alumnos_demo[static_cast<std::size_t>(hijo)][0], 12 + hijo * 3, 1 + familia, hijo, hijo == 1 ? 'H' : 'M',
                    consonantes[static_cast<std::size_t>(familia)], consonantes[static_cast<std::size_t>(hijo)]);
    for (char digito = '0'; digito <= '9'; ++digito)
        if (const auto leida = Curp::leer(c + digito)) return *leida;
    throw std::logic_error("no CURP");
}

std::int64_t concepto_demo(Context& ctx, const char* codigo, const char* nombre, const char* clave, engine::ClaseIva iva) {
    ConceptoNuevo c;
    c.codigo = codigo;
    c.nombre = nombre;
    c.claveProdServ = Texto<8, 8>{clave};
    c.iva = iva;
    c.enVenta = true;
    c.cuentaId = Id{ctx.db()
                        .one<std::int64_t>("SELECT cuentaId FROM concepto WHERE organizacionId = $1 AND codigo = 'VENTA-SERV'",
                                           ctx.organizacionId())
                        .value()};
    return crear_concepto(ctx, c).conceptoId;
}

std::int64_t nivel_demo(Context& ctx, const char* codigo, const char* nombre, NivelEducativo cual, const char* clave) {
    NivelEscolarNuevo n;
    n.codigo = codigo;
    n.nombre = nombre;
    n.nivelEducativo = cual;
    n.autRvoe = Texto<60>{clave};
    return crear_nivel_escolar(ctx, n).nivelEscolarId;
}

// Pays what a family owes on a day, or a part of it.
void pagar_demo(Context& ctx, const Familia& f, std::int64_t bancoId, Fecha fecha, bool entero) {
    Importe debe;
    for (const Adeudo& a : adeudos_de(ctx.db(), {.familiaId = f.familiaId}, fecha)) debe += a.porPagar;
    if (debe.es_cero()) return;
    PagoEscolarNuevo p;
    p.referencia = f.referencia;
    p.cuentaBancariaId = Id{bancoId};
    p.fecha = fecha;
    p.importe = entero ? debe : Importe::de_enteros(1000);
    registrar_pago_escolar(ctx, p);
}

}  // namespace

void make_school(Context& ctx) {
    auto& tx = ctx.db();
    const auto colegiaturas = concepto_demo(ctx, "COLEGIATURA", "Colegiatura", "86121500", engine::ClaseIva::exento);
    const auto transporte = concepto_demo(ctx, "TRANSPORTE", "Transporte escolar", "78111803", engine::ClaseIva::tasa);
    const auto recargos = concepto_demo(ctx, "RECARGOS", "Recargos", "84101600", engine::ClaseIva::tasa);
    const std::array niveles{nivel_demo(ctx, "PREES", "Preescolar", NivelEducativo::preescolar, "09PJN0001A"),
                             nivel_demo(ctx, "PRIM", "Primaria", NivelEducativo::primaria, "09PPR0001B"),
                             nivel_demo(ctx, "SEC", "Secundaria", NivelEducativo::secundaria, "09PES0001C")};
    // It began so many months ago that today's is its sixth.
    Fecha inicio = ctx.hoy().primero_del_mes();
    for (int n = 1; n < meses_de_escuela; ++n) inicio = (inicio + -1).primero_del_mes();
    CicloEscolarNuevo c;
    c.codigo = "CICLO";
    c.nombre = "Ciclo escolar";
    c.inicio = inicio;
    c.fin = periodo_de_plan(inicio, 10) + -1;
    const auto ciclo = crear_ciclo_escolar(ctx, c).cicloEscolarId;
    PlanEscolarNuevo p;
    p.codigo = "COL";
    p.nombre = "Colegiatura";
    p.tipo = TipoPlanEscolar::colegiatura;
    p.cicloEscolarId = Id{ciclo};
    p.conceptoId = Id{colegiaturas};
    p.precio = NoNegativo<Precio>{Precio::de_enteros(4500)};
    p.inicio = inicio;
    p.periodos = Entero<1, 24>{10};
    p.diasVencimiento = Entero<0, 365>{9};
    p.prontoPagoDias = Entero<0, 365>{4};
    p.prontoPagoTasa = NoNegativo<Tasa>{Tasa::de_micros(50'000)};
    p.recargoTasa = NoNegativo<Tasa>{Tasa::de_micros(30'000)};
    p.conceptoRecargoId = IdOpcional{recargos};
    crear_plan_escolar(ctx, p);
    PlanEscolarNuevo bus;
    bus.codigo = "BUS";
    bus.nombre = "Transporte";
    bus.tipo = TipoPlanEscolar::transporte;
    bus.cicloEscolarId = Id{ciclo};
    bus.conceptoId = Id{transporte};
    bus.precio = NoNegativo<Precio>{Precio::de_enteros(1160)};
    bus.incluyeImpuestos = true;
    bus.inicio = inicio;
    bus.periodos = Entero<1, 24>{10};
    bus.opcional = true;
    const auto opcional = crear_plan_escolar(ctx, bus).planEscolarId;

    std::vector<Familia> familias;
    for (int n = 0; n < familias_demo; ++n) {
        const std::string apellido = paternos[static_cast<std::size_t>(n)];
        ContactoNuevo tutor;
        tutor.codigo = fmt::format("TUTOR-{}", n + 1);
        tutor.nombre = "Tutor " + apellido;
        tutor.roles = {Rol::cliente};
        FamiliaNueva f;
        f.codigo = fmt::format("F-{}", n + 1);
        f.nombre = "Familia " + apellido;
        f.clienteId = Id{crear_contacto(ctx, tutor).entidadId};
        familias.push_back(crear_familia(ctx, f));
        for (int hijo = 0; hijo <= n % 3; ++hijo) {
            AlumnoNuevo a;
            a.matricula = fmt::format("A-{}{}", n + 1, hijo + 1);
            a.nombre = std::string{alumnos_demo[static_cast<std::size_t>(hijo)]} + ' ' + apellido;
            a.curp = curp_inventada(n, hijo);
            a.familiaId = Id{familias.back().familiaId};
            a.nivelEscolarId = Id{niveles[static_cast<std::size_t>(2 - hijo)]};
            a.cicloEscolarId = Id{ciclo};
            if (hijo > 0) a.descuento = NoNegativo<Tasa>{Tasa::de_micros(100'000)};  // of siblings
            if (n == 1) a.beca = NoNegativo<Tasa>{Tasa::de_micros(250'000)};
            if (n % 2 == 0) a.planes.emplace().push_back(Id{opcional});
            crear_alumno(ctx, a);
        }
    }
    const auto banco = tx.one<std::int64_t>(
        "SELECT cuentaBancariaId FROM cuentaBancaria WHERE organizacionId = $1 AND tipo = 'banco' AND activo = 1 ORDER BY "
        "cuentaBancariaId LIMIT 1",
        tx.organizacion());
    // Month after month: some pay early, some late, some in part.
    for (int mes = 0; mes < meses_de_escuela; ++mes) {
        const Fecha periodo = periodo_de_plan(inicio, mes);
        while (generar_cargos_escolares(ctx, {periodo, {}, {}, {}}).quedan) {
        }
        if (!banco) continue;
        for (int n = 0; n < familias_demo; ++n) {
            const Fecha paga = periodo + (n % 3 == 0 ? 2 : n % 3 == 1 ? 8 : 20);
            if (paga <= ctx.hoy() && n != familias_demo - 1)
                pagar_demo(ctx, familias[static_cast<std::size_t>(n)], *banco, paga, n % 4 != 3);
        }
    }
}

}  // namespace cacao
