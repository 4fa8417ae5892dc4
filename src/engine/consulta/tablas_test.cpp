// Tables as descriptions make them (api/tablas.hpp), on a company with currencies of its own.

#include "api/tablas.hpp"
#include "reflect/nombrado.hpp"
#include "support/libro.hpp"
#include "tabla/hoja.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace cacao::engine {
namespace {

using namespace literales;

enum class EstadoDeCosa { enAlmacen, cancelado };
DESCRIBE_ENUM(EstadoDeCosa, enAlmacen, cancelado)

struct LugarDeCosa {
    std::string codigoPostal;
    std::int64_t almacenId{};
};
DESCRIBE_STRUCT(LugarDeCosa, (), (codigoPostal, almacenId))

struct ParteDeCosa {
    std::string referencia;
    Importe importe;
};
DESCRIBE_STRUCT(ParteDeCosa, (), (referencia, importe))

struct FolioDeCosa {
    std::string folio;
};
DESCRIBE_STRUCT(FolioDeCosa, (), (folio))

struct Cosa {
    Importe total;
    std::int64_t entidadId{};
    std::string tipoDocumento;
    EstadoDeCosa estado{};
    std::optional<Fecha> fecha;
    bool activo = true;
    std::string moneda;
    Importe saldoLocal;
    LugarDeCosa lugar;
    std::vector<std::string> roles;
    std::vector<FolioDeCosa> aplicadoA;
    std::vector<ParteDeCosa> partidas;
};
DESCRIBE_STRUCT(Cosa, (),
                (total, entidadId, tipoDocumento, estado, fecha, activo, moneda, saldoLocal, lugar, roles, aplicadoA, partidas))

struct CosasPedidas {
    std::optional<Id> entidadId;
    std::optional<Fecha> fecha;
    std::optional<bool> conCeros;
};
DESCRIBE_STRUCT(CosasPedidas, (), (entidadId, fecha, conCeros))

// A state that is a text to the code, as documents have theirs.
struct Anotada {
    Nombrado<EstadoDeCosa> estado;
    std::string moneda;
    Importe total;
};
DESCRIBE_STRUCT(Anotada, (), (estado, moneda, total))

std::vector<Anotada> dos_anotadas(const Context&, const CosasPedidas&) {
    return {{EstadoDeCosa::enAlmacen, "MXN", 1_mxn}, {EstadoDeCosa::cancelado, "MXN", 2_mxn}};
}

struct Meses {
    std::string periodo;
    Importe total;
};
DESCRIBE_STRUCT(Meses, (), (periodo, total))

struct CosasYMeses {
    Fecha fechaInicial;
    Fecha fechaFinal;
    std::vector<Cosa> cosas;
    std::vector<Meses> meses;
    Importe total;
    std::optional<Importe> saldoContable;
    Importe diferencia;
};
DESCRIBE_STRUCT(CosasYMeses, (), (fechaInicial, fechaFinal, cosas, meses, total, saldoContable, diferencia))

std::vector<Cosa> dos_cosas(const Context&, const CosasPedidas&) {
    Cosa una{
        1_mxn, 7,      "NotaCreditoCliente", EstadoDeCosa::enAlmacen,  Fecha::de_civil(2026, 1, 2), true,
        "MXN", 10_mxn, {"64000", 3},         {"cliente", "proveedor"}, {{"FV-1"}, {"FV-2"}},        {{"a", 1_mxn}, {"b", 2_mxn}}};
    Cosa otra = una;
    otra.moneda = "JPY";
    otra.total = 5_mxn;
    otra.fecha.reset();
    otra.activo = false;
    otra.partidas.clear();
    Cosa deshecha = otra;
    deshecha.estado = EstadoDeCosa::cancelado;
    return {una, otra, deshecha};
}

CosasYMeses cosas_y_meses(const Context& ctx, const CosasPedidas& p) {
    CosasYMeses r{
        Fecha::de_civil(2026, 1, 1).value(), Fecha::de_civil(2026, 1, 31).value(), dos_cosas(ctx, p), {}, 6_mxn, {}, 2_mxn};
    r.cosas.resize(1);
    r.meses.push_back({"202601", 6_mxn});
    return r;
}

Cosa una_cosa(const Context& ctx, const CosasPedidas& p) { return dos_cosas(ctx, p).front(); }

std::string texto(const tabla::Celda& c) {
    if (const auto* t = std::get_if<std::string>(&c)) return *t;
    if (const auto* n = std::get_if<tabla::Numero>(&c)) return n->digitos;
    if (const auto* f = std::get_if<Fecha>(&c)) return f->iso();
    return std::get<bool>(c) ? "true" : "false";
}

class HojaLeida : public tabla::Hoja {
public:
    explicit HojaLeida(bool papel) : tabla::Hoja({}), papel_(papel) {}
    void terminar() override {}
    bool es_papel() const override { return papel_; }
    std::string todo;
    std::string arriba;

protected:
    void empezar() override {
        for (const auto& l : lineas()) arriba += l + '\n';
        for (const auto& c : columnas()) todo += c.titulo + '|';
        todo += '\n';
    }
    void escribir(std::span<const tabla::Celda> celdas, bool es_total) override {
        if (es_total) todo += "= ";
        for (const auto& c : celdas) todo += texto(c) + '|';
        todo += '\n';
    }

private:
    bool papel_;
};

class Tablas : public testing::TestWithParam<db::Motor> {
protected:
    test::Libro l{GetParam()};
    api::Operations ops;

    HojaLeida leida(std::string_view id, bool papel, const CosasPedidas& pedidas = {}) {
        HojaLeida hoja{papel};
        const api::Operation& op = *ops.find(id);
        l.m.lee([&](const Context& ctx) { api::llenar_tabla(ctx, op, op.versiones.front(), &pedidas, hoja); });
        return hoja;
    }
};
CACAO_EN_AMBOS_MOTORES(Tablas);

TEST_P(Tablas, PalabrasEnPapelEIdentificadoresParaProgramas) {
    ops.add(api::Verb::GET, "/cosas", "Cosas", dos_cosas).totales(&Cosa::total, &Cosa::saldoLocal);
    ops.explain("Cosas", "Lista las cosas", "");
    EXPECT_EQ(leida("Cosas", false).todo,
              "Contacto (id)|Tipo de documento|Estado|Fecha|Activo|Moneda|Código postal|Almacén (id)|roles|Aplicado "
              "a|Total|saldoLocal|\n"
              "7|Nota de crédito a cliente|En almacén|2026-01-02|true|MXN|64000|3|Cliente, Proveedor|FV-1, FV-2|1.00|10.00|\n"
              "7|Nota de crédito a cliente|En almacén||false|JPY|64000|3|Cliente, Proveedor|FV-1, FV-2|5.00|10.00|\n"
              "7|Nota de crédito a cliente|Cancelado||false|JPY|64000|3|Cliente, Proveedor|FV-1, FV-2|5.00|10.00|\n"
              "= Total|||||JPY|||||5.00|10.00|\n"
              "= Total|||||MXN|||||1.00|10.00|\n");
    const auto papel = leida("Cosas", true);
    EXPECT_TRUE(papel.todo.starts_with("Tipo de documento|Estado|Fecha|Activo|Moneda|Código postal|roles|")) << papel.todo;
    EXPECT_NE(papel.todo.find("Nota de crédito a cliente|En almacén||No|JPY|"), std::string::npos) << papel.todo;
    EXPECT_TRUE(papel.arriba.starts_with("Cosas\nAl ")) << papel.arriba;
}

TEST_P(Tablas, LoCanceladoNoSuma) {
    ops.add(api::Verb::GET, "/anotadas", "Anotadas", dos_anotadas).totales(&Anotada::total);
    EXPECT_EQ(leida("Anotadas", true).todo,
              "Estado|Moneda|Total|\n"
              "En almacén|MXN|1.00|\n"
              "Cancelado|MXN|2.00|\n"
              "= Total|MXN|1.00|\n");
}

TEST_P(Tablas, LoQueSePidioLoDiceSuNota) {
    ops.add(api::Verb::GET, "/cosas", "Cosas", dos_cosas);
    CosasPedidas pedidas;
    pedidas.entidadId = Id{l.clienteId};
    pedidas.fecha = Fecha::de_civil(2026, 1, 31);
    pedidas.conCeros = true;
    std::string nombre;
    l.m.lee([&](const Context& ctx) {
        nombre = ctx.db()
                     .one<std::string>("SELECT nombre FROM contacto WHERE organizacionId = $1 AND entidadId = $2",
                                       ctx.organizacionId(), l.clienteId)
                     .value();
    });
    EXPECT_EQ(leida("Cosas", true, pedidas).arriba, "Cosas\nAl 31/01/2026\nContacto: " + nombre + "; Con ceros\n");
}

TEST_P(Tablas, VariasListasUnaTrasOtraYLoDemasAlFinal) {
    ops.add(api::Verb::GET, "/cosas", "Cosas", cosas_y_meses).renglones(&CosasYMeses::cosas, &CosasYMeses::meses);
    const auto hoja = leida("Cosas", true);
    EXPECT_TRUE(hoja.todo.starts_with("Sección|Tipo de documento|")) << hoja.todo;
    EXPECT_TRUE(
        hoja.todo.ends_with("meses|||||||||202601|6.00||\n"
                            "= Total||||||||||6.00||\n"
                            "diferencia|||||||||||2.00|\n"))
        << hoja.todo;
    EXPECT_EQ(hoja.todo.find("Saldo contable"), std::string::npos) << "what is missing has no line";
    EXPECT_TRUE(hoja.arriba.starts_with("Cosas\nDel 01/01/2026 al 31/01/2026\n")) << hoja.arriba;
}

TEST_P(Tablas, UnRenglonPorCadaUnoDeLosSuyos) {
    ops.add(api::Verb::GET, "/cosas", "Cosas", dos_cosas).por(&Cosa::partidas).totales(&Cosa::total, &ParteDeCosa::importe);
    ops.add(api::Verb::GET, "/cosas/{entidadId}", "Cosa", una_cosa);
    ops.add(api::Verb::GET, "/cosas/{entidadId}/saldo", "SaldoCosa", una_cosa).por(&Cosa::partidas);
    EXPECT_FALSE(ops.find("Cosa")->versiones.front().tabular) << "one record is no list";
    const auto hoja = leida("Cosas", true).todo;
    EXPECT_NE(hoja.find("FV-1, FV-2|a|1.00|10.00|1.00|\n"), std::string::npos) << hoja;
    EXPECT_NE(hoja.find("FV-1, FV-2|b|||2.00|\n"), std::string::npos) << "amounts of the whole stand once: " << hoja;
    EXPECT_NE(hoja.find("= Total||||MXN|||||1.00||3.00|\n"), std::string::npos) << hoja;
    EXPECT_NE(leida("SaldoCosa", true).todo.find("FV-1, FV-2|b|||2.00|\n"), std::string::npos);
}

}  // namespace
}  // namespace cacao::engine
