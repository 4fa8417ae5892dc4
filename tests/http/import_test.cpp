// Tables in and out, as an operator uses them.

#include "http/service.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

namespace cacao::test {
namespace {

class ImportTest : public testing::TestWithParam<db::Motor> {
protected:
    ImportTest() : installation_(GetParam()) {}

    std::string organization(const char* who = "admin") const {
        return std::to_string(people(GetParam()).at(who).organizacionId);
    }
    std::string file(const std::string& text) {
        const auto path = installation_.data() + "/tabla" + std::to_string(++files_) + ".csv";
        std::ofstream{path, std::ios::binary} << text;
        return path;
    }
    Ended import(const std::string& kind, const std::string& text, std::vector<std::string> more = {}) {
        more.insert(more.begin(), {kind, file(text), "--organizacion", organization()});
        return installation_.run({"import"}, more);
    }
    std::string export_csv(const std::string& kind, const char* who = "admin") {
        const auto done = installation_.run({"export", kind}, {"--organizacion", organization(who)});
        EXPECT_EQ(done.exit, 0) << done.err;
        return done.out;
    }
    void verify() { EXPECT_EQ(installation_.run({"verify"}).out, "0 differences\n"); }

    static std::size_t lines(const std::string& text) { return static_cast<std::size_t>(std::ranges::count(text, '\n')); }

    Installation installation_;
    int files_ = 0;
};
CACAO_EN_AMBOS_MOTORES(ImportTest);

// What a file holds is told, not sent to the terminal.
TEST_P(ImportTest, BytesThatSteerATerminalAreSpelledOut) {
    const auto column = import("contactos",
                               "codigo,nom\x1B]0;x\x07"
                               "bre\nC1,x\n");
    EXPECT_EQ(column.exit, 1);
    EXPECT_NE(column.out.find("\\x1b]0;x\\x07"), std::string::npos) << column.out;
    const auto value = import("contactos", "codigo,nombre,roles\nC1,\"a\x1B[2J\",cliente\nC1,b,cliente\n");
    const auto missing = installation_.run({"import"}, {"contactos", "no\x1B[31m.csv", "--organizacion", organization()});
    EXPECT_NE(missing.err.find("no\\x1b[31m.csv"), std::string::npos) << missing.err;
    for (const auto& text : {column.out, column.err, value.out, value.err, missing.out, missing.err})
        EXPECT_TRUE(std::ranges::all_of(text, [](char c) { return c == '\n' || static_cast<unsigned char>(c) >= 0x20; })) << text;
}

TEST_P(ImportTest, ContactsTwiceAreContactsOnce) {
    // Latin-1, semicolons, a header as a person types it, a line break inside a cell.
    const std::string table =
        "C\xF3"
        "digo;NOMBRE;Roles;rfc;C\xF3"
        "digo postal;l\xEDmite cr\xE9"
        "dito;Notas\r\n"
        "C1;Dulcer\xED"
        "a Pe\xF1"
        "a;\"cliente,proveedor\";EKU9003173C9;06000;1500.50;\"una\ndos\"\r\n"
        "C2;Abarrotes;cliente;;;;\r\n";
    const auto first = import("contactos", table);
    EXPECT_EQ(first.out, "contactos: 2 created, 0 updated, 0 unchanged, 0 faulty\n") << first.err;
    EXPECT_EQ(first.exit, 0);
    EXPECT_EQ(import("contactos", table).out, "contactos: 0 created, 0 updated, 2 unchanged, 0 faulty\n");
    EXPECT_EQ(import("contactos", "codigo,telefono\nC2,555\n").out, "contactos: 0 created, 1 updated, 0 unchanged, 0 faulty\n");
    const auto out = export_csv("contactos");
    EXPECT_NE(out.find("C1,Dulcería Peña,,EKU9003173C9,,06000,,,,\"cliente,proveedor\",0,1500.5,0,MXN,\"una\ndos\","),
              std::string::npos)
        << out;
    EXPECT_NE(out.find("C2,Abarrotes,,,,,,,555,cliente,"), std::string::npos) << out;
    verify();
    EXPECT_EQ(import("contactos", "codigo,activo\nC2,no\n").out, "contactos: 0 created, 1 updated, 0 unchanged, 0 faulty\n");
    EXPECT_EQ(import("contactos", "codigo,nombre,roles,activo\nC3,x,otro,FALSO\n").out,
              "contactos: 1 created, 0 updated, 0 unchanged, 0 faulty\n");
    EXPECT_EQ(import("contactos", "codigo,activo\nC3,0\n").out, "contactos: 0 created, 0 updated, 1 unchanged, 0 faulty\n");
    // In another organization nothing of it is known.
    EXPECT_EQ(lines(export_csv("contactos", "otra")), 1U);
}

TEST_P(ImportTest, EveryFaultyRowIsListedByLineAndColumn) {
    const std::string table =
        "codigo,nombre,roles,rfc,limiteCredito,direcciones\n"
        "B1,Bueno,cliente,,10,\"[{\"\"calle\"\":\"\"Juárez\"\"}]\"\n"
        "M1,,cliente,NO,-1,\n"
        "M2,Malo,rey,,x,\"[{\"\"calle\"\":1}]\"\n"
        "B1,Otra vez,cliente,,,\n"
        "M3,a,cliente,,,,,,\n"
        "M4,\"a\"b,cliente,,,\n"
        "M5,a,cliente,,,[{\n";
    const std::string faults =
        "line 3, column 2 (nombre): requerido A required value is missing. {\"minimo\":1}\n"
        "line 3, column 4 (rfc): rfc_invalido The RFC is not well formed. {\"formato\":{\"type\":\"string\",\"maxLength\":13,"
        "\"description\":\"RFC, 12 o 13 caracteres; vacío si no tiene\"},\"ejemplo\":\"EKU9003173C9\"}\n"
        "line 3, column 5 (limiteCredito): fuera_de_rango The value is out of the allowed range. {\"minimo\":0}\n"
        "line 4, column 3 (roles/0): valor_no_permitido The value is not one of those allowed. "
        "{\"permitidos\":[\"cliente\",\"proveedor\",\"vendedor\",\"empleado\",\"otro\"]}\n"
        "line 4, column 5 (limiteCredito): tipo_incorrecto The value is not of the expected type. {\"tipo\":\"number\"}\n"
        "line 4, column 6 (direcciones/0/calle): tipo_incorrecto The value is not of the expected type. {\"tipo\":\"string\"}\n"
        "line 5, column 1 (codigo): duplicado A record with that value already exists.\n"
        "line 6: renglon_malformado The row is not well formed: a quote that is not closed, or more cells than columns.\n"
        "line 7: renglon_malformado The row is not well formed: a quote that is not closed, or more cells than columns.\n"
        "line 8, column 6 (direcciones): json_invalido The body is not valid JSON.\n";
    const auto dry = import("contactos", table, {"--dry-run"});
    EXPECT_EQ(dry.out, faults + "contactos: 1 created, 0 updated, 0 unchanged, 6 faulty; dry run, nothing is stored\n")
        << dry.err;
    EXPECT_EQ(dry.exit, 1);
    EXPECT_EQ(lines(export_csv("contactos")), 1U);
    const auto whole = import("contactos", table);
    EXPECT_EQ(whole.out, faults + "contactos: 1 created, 0 updated, 0 unchanged, 6 faulty; nothing is stored\n");
    EXPECT_EQ(whole.exit, 1);
    EXPECT_EQ(lines(export_csv("contactos")), 1U);
    const auto partial = import("contactos", table, {"--parcial"});
    EXPECT_EQ(partial.out, faults + "contactos: 1 created, 0 updated, 0 unchanged, 6 faulty\n");
    EXPECT_EQ(partial.exit, 1);
    EXPECT_EQ(lines(export_csv("contactos")), 2U);
    verify();
}

TEST_P(ImportTest, TheHeaderIsJudgedFirst) {
    EXPECT_EQ(import("productos", "codigo,color,unidad,unidadMedidaId\nA,rojo,PZA,1\n").out,
              "line 1, column 2 (color): campo_desconocido This operation has no such field.\n"
              "line 1, column 4 (unidadMedidaId): campo_repetido The field appears more than once.\n"
              "productos: 0 created, 0 updated, 0 unchanged, 0 faulty; nothing is stored\n");
    EXPECT_EQ(import("contactos", "codigo,nombre,roles\n,a,cliente\n,b,cliente\n").out,
              "line 2, column 1 (codigo): requerido A required value is missing. {\"minimo\":1}\n"
              "line 3, column 1 (codigo): requerido A required value is missing. {\"minimo\":1}\n"
              "contactos: 0 created, 0 updated, 0 unchanged, 2 faulty; nothing is stored\n");
    EXPECT_EQ(import("contactos", "nombre\nx\n").out,
              "line 1 (codigo): requerido A required value is missing.\n"
              "contactos: 0 created, 0 updated, 0 unchanged, 0 faulty; nothing is stored\n");
    const auto refused = [&](const Ended& ended, std::string_view about) {
        EXPECT_NE(ended.exit, 0);
        EXPECT_NE((ended.out + ended.err).find(about), std::string::npos) << ended.out << ended.err;
    };
    refused(import("contactos", ""), "The file is empty");
    refused(import("saldos", "tipo\n", {"--parcial"}), "--parcial is not for them");
    refused(installation_.run({"import"}, {"contactos", "/no/existe", "--organizacion", organization()}), "/no/existe");
    refused(installation_.run({"import"}, {"perros", file("a\n")}), "perros");
    refused(installation_.run({"import"}, {"contactos", file("codigo\n")}), "several organizations");
    refused(installation_.run({"import"}, {"contactos", file("codigo\n"), "--organizacion", "AAA010101AAA"}), "AAA010101AAA");
    refused(installation_.run({"export", "contactos"}, {"--organizacion", organization(), "-o", "/no/existe/x"}), "/no/existe/x");
}

TEST_P(ImportTest, WarningsStandBesideTheSuccess) {
    EXPECT_EQ(import("contactos", "codigo,nombre,roles,rfc\nC1,x,cliente,EKU9003173C1\n").out,
              "warning: line 2, column 4 (rfc): rfc_digito The check digit of the RFC does not match.\n"
              "contactos: 1 created, 0 updated, 0 unchanged, 0 faulty\n");
}

constexpr const char* products =
    "codigo,nombre,unidad,claveProdServ,precio,iva,seguimiento\n"
    "TAZA,Taza,PZA,52152100,100.123456,tasa,\n"
    "LOTE,Con lote,PZA,50161813,5,cero,lote\n"
    "SER,Con serie,PZA,50161813,5,exento,serie\n";

TEST_P(ImportTest, ProductsByTheCodeOfTheirUnit) {
    EXPECT_EQ(import("productos", products).out, "productos: 3 created, 0 updated, 0 unchanged, 0 faulty\n");
    EXPECT_EQ(import("productos", products).out, "productos: 0 created, 0 updated, 3 unchanged, 0 faulty\n");
    EXPECT_EQ(
        import("productos", "codigo,nombre,unidad,claveProdServ\nTAZA,Taza grande,PZA,52152100\nX,x,LITRO,5\nY,y,,52152100\n")
            .out,
        "line 3, column 3 (unidad): no_encontrado There is no such record.\n"
        "line 3, column 4 (claveProdServ): texto_muy_corto The text is shorter than allowed. {\"minimo\":8}\n"
        "line 4, column 3 (unidadMedidaId): requerido A required value is missing.\n"
        "productos: 0 created, 1 updated, 0 unchanged, 2 faulty; nothing is stored\n");
    EXPECT_NE(export_csv("productos").find("TAZA,Taza,"), std::string::npos) << "the update was undone with the faulty rows";
    verify();
}

TEST_P(ImportTest, AccountsUnderTheCodeOfTheirParent) {
    const std::string table =
        "codigo,nombre,padre,naturaleza,tipo,codigoAgrupador\n"
        "900,Cuentas de orden propias,,deudora,orden,899\n"
        "900.01,Una,900,,,\n"
        "900.01-01,Otra,900.01,,,899.01\n";
    EXPECT_EQ(import("cuentas", table).out, "cuentas: 3 created, 0 updated, 0 unchanged, 0 faulty\n");
    EXPECT_EQ(import("cuentas", table).out, "cuentas: 0 created, 0 updated, 3 unchanged, 0 faulty\n");
    EXPECT_EQ(import("cuentas", "codigo,nombre,padre,naturaleza\n900,Otro nombre,,acreedora\n901,x,777,\n").out,
              "line 2, column 4 (naturaleza): estado_invalido The state of the record does not allow the action.\n"
              "line 3, column 3 (padre): no_encontrado There is no such record.\n"
              "cuentas: 0 created, 0 updated, 0 unchanged, 2 faulty; nothing is stored\n");
    verify();
}

TEST_P(ImportTest, PricesByTheCodesOfListProductAndUnit) {
    // Beside a running service, which made the list.
    Service service{GetParam()};
    const auto company = std::to_string(service.person("admin").organizacionId);
    const auto import = [&](const std::string& kind, const std::string& text) {
        return service.installation().run({"import"}, {kind, file(text), "--organizacion", company});
    };
    ASSERT_EQ(import("productos", products).exit, 0);
    ASSERT_EQ(service.ask("admin", "POST", "/api/ListasPrecios", R"({"codigo":"MENUDEO","nombre":"Menudeo"})").status, 200);
    const std::string table =
        "lista,producto,unidad,cantidadMinima,precio\n"
        "MENUDEO,TAZA,PZA,,100.5\n"
        "MENUDEO,TAZA,PZA,12,90\n"
        "MENUDEO,LOTE,,,5.25\n";
    EXPECT_EQ(import("precios", table).out, "precios: 3 created, 0 updated, 0 unchanged, 0 faulty\n");
    EXPECT_EQ(import("precios", table).out, "precios: 0 created, 0 updated, 3 unchanged, 0 faulty\n");
    EXPECT_EQ(import("precios",
                     "lista,producto,unidad,precio\nMENUDEO,TAZA,PZA,101\nX,TAZA,PZA,1\nMENUDEO,NADA,PZA,1\n,TAZA,,-1\n"
                     "MENUDEO,TAZA,KG,1\n")
                  .out,
              "line 3, column 1 (lista): no_encontrado There is no such record.\n"
              "line 4, column 2 (producto): no_encontrado There is no such record.\n"
              "line 5, column 1 (lista): requerido A required value is missing.\n"
              "line 6, column 3 (unidadMedidaId): no_encontrado There is no such record.\n"
              "precios: 0 created, 1 updated, 0 unchanged, 4 faulty; nothing is stored\n");
    EXPECT_EQ(service.installation().run({"export", "precios"}, {"--organizacion", company}).out,
              "lista,producto,unidad,cantidadMinima,precio,vigenciaFin\r\n"
              "MENUDEO,LOTE,PZA,0,5.25,\r\n"
              "MENUDEO,TAZA,PZA,0,100.5,\r\n"
              "MENUDEO,TAZA,PZA,12,90,\r\n");
    EXPECT_EQ(service.installation().run({"verify"}).out, "0 differences\n");
}

// The same file over the interface, with the same outcome, and an answer for each row.
TEST_P(ImportTest, TheInterfaceTakesTheSameFiles) {
    Service service{GetParam()};
    const auto company = std::to_string(service.person("admin").organizacionId);
    const auto send = [&](const std::string& target, const std::string& text) {
        return service.ask("admin", "POST", "/api/Importaciones/" + target, text, {{"Content-Type", "text/csv; charset=utf-8"}});
    };
    const std::string table =
        "C\xF3"
        "digo;nombre;roles\nX1;Pe\xF1"
        "a;cliente,proveedor\n\nX2;\"Dos\nrenglones\";cliente\nX3;;cliente\n";
    const auto refused = send("contactos", table);
    EXPECT_EQ(refused.status, 400) << refused.body;
    EXPECT_EQ(refused.at("/errores/0/campo"), "/2");
    EXPECT_EQ(refused.at("/errores/0/datos/fila"), "3");
    EXPECT_EQ(refused.at("/errores/0/datos/errores/0/campo"), "nombre");
    const auto dry = send("contactos?simular=true", table);
    EXPECT_EQ(dry.at("/data/guardado"), "false") << dry.body;
    EXPECT_EQ(dry.at("/data/creadas"), "2");
    EXPECT_EQ(dry.at("/data/filas/2/resultado"), "rechazada");
    const auto done = send("contactos?parcial=true", table);
    EXPECT_EQ(done.at("/data/creadas"), "2") << done.body;
    EXPECT_EQ(done.at("/data/filas/1/resultado"), "creada");
    EXPECT_EQ(send("contactos?parcial=true", table).at("/data/iguales"), "2");
    EXPECT_EQ(service.ask("admin", "GET", "/api/Contactos?codigo=X1").at("/data/0/nombre"), "Peña");
    EXPECT_EQ(service.ask("admin", "GET", "/api/Bitacora?operacion=Importar&tipo=Contacto").at("/data/0/despues/codigo"), "X2");

    const auto header = send("contactos", "codigo,nombre,codigo,nada\nX4,x,X4,x\n");
    EXPECT_EQ(header.faults(), "campo_repetido /codigo; campo_desconocido /nada");
    EXPECT_EQ(send("contactos", "codigo,nombre\n").faults(), "lista_vacia ");
    std::string many = "codigo,nombre,roles\n";
    for (int i = 0; i < 1001; ++i) many += "M" + std::to_string(i) + ",x,cliente\n";
    EXPECT_EQ(send("contactos", many).faults(), "lista_muy_larga ");
    EXPECT_EQ(service.installation().run({"verify"}).out, "0 differences\n");
}

constexpr const char* opening =
    "tipo,fecha,cuenta,cargo,abono,contacto,referencia,vencimiento,moneda,tipoCambio,importe,iva,producto,almacen,cantidad,"
    "costoUnitario,lote,caducidad,series\n"
    "cuenta,31/12/2025,306.01-01,6970,,,,,,,,,,,,,,,\n"
    "cuenta,31/12/2025,301.01,,6970,,,,,,,,,,,,,,\n"
    "banco,2025-12-31,BANCO,,,,,,,,5000,,,,,,,,\n"
    "cliente,2025-11-03,,,,C1,A-17,2025-12-03,,,1160,160,,,,,,,\n"
    "cliente,2025-11-05,,,,C1,A-18,,USD,18.5,100,,,,,,,,\n"
    "proveedor,2025-12-01,,,,C1,F 99,2026-01-15,,,2320,320,,,,,,,\n"
    "existencia,2025-12-31,,,,,,,,,,,TAZA,GENERAL,12,50,,,\n"
    "existencia,2025-12-31,,,,,,,,,,,LOTE,GENERAL,5,44,L-1,2027-01-31,\n"
    "existencia,2025-12-31,,,,,,,,,,,SER,GENERAL,3,100,,,\"S1,S2,S3\"\n";

TEST_P(ImportTest, OpeningBalancesGoThroughTheEngine) {
    ASSERT_EQ(import("contactos", "codigo,nombre,roles\nC1,Peña,\"cliente,proveedor\"\nC2,Solo cliente,cliente\n").exit, 0);
    ASSERT_EQ(import("productos", products).exit, 0);
    EXPECT_EQ(import("saldos", opening, {"--dry-run"}).out,
              "opening account: 0 (0 when everything is in)\nsaldos: 9 created, 0 updated, 0 unchanged, 0 faulty; dry run, "
              "nothing is stored\n");
    EXPECT_EQ(import("saldos", opening).out,
              "opening account: 0 (0 when everything is in)\nsaldos: 9 created, 0 updated, 0 unchanged, 0 faulty\n");
    verify();
    EXPECT_EQ(import("saldos", opening).out,
              "opening account: 0 (0 when everything is in)\nsaldos: 0 created, 0 updated, 9 unchanged, 0 faulty\n");
    const auto wrong =
        import("saldos",
               "tipo,fecha,cuenta,cargo,abono,contacto,referencia,importe,iva,producto,almacen,cantidad,costoUnitario\n"
               "cuenta,2025-12-31,105.01,1,,,,,,,,,\n"
               "cliente,2025-12-31,,,,C1,A-17,1161,,,,,\n"
               "proveedor,2025-12-31,,,,C2,X,10,,,,,\n"
               "cliente,2025-12-31,,,,C9,,,,TAZA,,,\n"
               "existencia,2025-12-31,,,,,,,,TAZA,GENERAL,13,50\n"
               "otra,ayer,,,,,,,,,,,\n"
               "cliente,2025-12-31,,,,C2,Y,-5,,,,,\n");
    EXPECT_NE(wrong.out.find("line 3, column 7 (referencia): duplicado"), std::string::npos) << wrong.out;
    EXPECT_NE(wrong.out.find("line 4, column 6 (contacto): valor_no_permitido"), std::string::npos) << wrong.out;
    EXPECT_NE(wrong.out.find("line 5, column 10 (producto): valor_no_permitido"), std::string::npos) << wrong.out;
    EXPECT_NE(wrong.out.find("line 6, column 10 (producto): duplicado"), std::string::npos) << wrong.out;
    EXPECT_NE(wrong.out.find("line 7, column 1 (tipo): valor_no_permitido"), std::string::npos) << wrong.out;
    EXPECT_NE(wrong.out.find("line 7, column 2 (fecha): fecha_invalida"), std::string::npos) << wrong.out;
    EXPECT_NE(wrong.out.find("line 8, column 8 (importe): fuera_de_rango"), std::string::npos) << wrong.out;
    EXPECT_EQ(wrong.exit, 1);
    verify();
}

TEST_P(ImportTest, WhatIsExportedAndImportedChangesNothing) {
    ASSERT_EQ(
        import(
            "contactos",
            "codigo,nombre,nombreFiscal,roles,correo,contactosAdicionales,direcciones,cuentasBancarias\n"
            "C1,\"Peña, \"\"La\"\"\",PEÑA,\"cliente,proveedor\",a@b.mx,\"[{\"\"nombre\"\":\"\"Ana\"\",\"\"principal\"\":true}]\","
            "\"[{\"\"calle\"\":\"\"Uno\"\",\"\"codigoPostal\"\":\"\"06000\"\"},{\"\"tipo\"\":\"\"entrega\"\",\"\"calle\"\":"
            "\"\"Dos\"\"}]\","
            "\"[{\"\"banco\"\":\"\"BBVA\"\",\"\"clabe\"\":\"\"032180000118359719\"\"}]\"\n")
            .exit,
        0);
    ASSERT_EQ(import("productos", products).exit, 0);
    ASSERT_EQ(import("saldos", opening).exit, 0);
    for (const char* kind : {"contactos", "productos", "cuentas", "saldos"}) {
        const auto table = export_csv(kind);
        const auto rows = lines(table) - 1;
        EXPECT_GT(rows, 0U) << kind;
        const auto again = import(kind, table);
        EXPECT_EQ(again.exit, 0) << again.out;
        EXPECT_NE(
            again.out.find(std::string{kind} + ": 0 created, 0 updated, " + std::to_string(rows) + " unchanged, 0 faulty\n"),
            std::string::npos)
            << again.out << table;
        EXPECT_EQ(export_csv(kind), table);
        // Into a company that has nothing yet, the same table makes the same records.
        if (std::string_view{kind} == "saldos") continue;
        const auto other = installation_.run({"import"}, {kind, file(table), "--organizacion", organization("otra")});
        EXPECT_EQ(other.exit, 0) << other.out;
        EXPECT_EQ(export_csv(kind, "otra"), table);
    }
    const auto sheet = installation_.data() + "/tabla.xlsx";
    ASSERT_EQ(installation_.run({"export", "saldos"}, {"--organizacion", organization(), "--formato", "xlsx", "-o", sheet}).exit,
              0);
    std::ostringstream bytes;
    bytes << std::ifstream{sheet, std::ios::binary}.rdbuf();
    EXPECT_TRUE(bytes.str().starts_with("PK\3\4"));
    EXPECT_TRUE(installation_.run({"export", "cuentas"}, {"--organizacion", organization(), "--bom"})
                    .out.starts_with("\xEF\xBB\xBF"
                                     "codigo,"));
    verify();
}

}  // namespace
}  // namespace cacao::test
