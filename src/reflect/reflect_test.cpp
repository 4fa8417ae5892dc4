#include "reflect/decode.hpp"
#include "reflect/json_write.hpp"
#include "reflect/schema.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace cacao {
namespace {

enum class Color { rojo, verde };
DESCRIBE_ENUM(Color, rojo, verde)

struct Hija {
    Texto<5, 1> nombre;
    std::optional<Fecha> fecha;
};
DESCRIBE_STRUCT(Hija, (), (nombre, fecha))

struct Base {
    std::optional<Entero<1, 100>> cuantos;
};
DESCRIBE_STRUCT(Base, (), (cuantos))

struct Todo : Base {
    std::int64_t id{};
    Importe total;
    Color color{};
    bool activo{};
    NoVacia<Hija> hijas;
    Cambio<Texto<9>> cambio;
    std::optional<NoNegativo<Cantidad>> cantidad;
    std::optional<Rfc> rfc;
};
DESCRIBE_STRUCT(Todo, (Base), (id, total, color, activo, hijas, cambio, cantidad, rfc))

// The faults of a text, one per line: "codigo /campo".
std::string faltas_de(std::string_view json, Todo* out = nullptr) {
    Faltas faltas;
    Todo todo;
    reflect::read_document(json, faltas, [&](reflect::JsonValue& root) {
        reflect::Decoding d{faltas, En::cuerpo};
        reflect::read_object(root, todo, d);
    });
    std::string lista;
    for (const auto& f : faltas.lista()) lista += std::string{nombre(f.codigo)} + " " + f.campo + "\n";
    if (out != nullptr) *out = std::move(todo);
    return lista;
}

constexpr std::string_view bueno = R"({"id":7,"total":12.30,"color":"verde","activo":true,"hijas":[{"nombre":"ana"}]})";

std::string con(std::string_view extra) {
    return std::string{bueno.substr(0, bueno.size() - 1)} + "," + std::string{extra} + "}";
}

TEST(Decode, LeeLoBueno) {
    Todo t;
    EXPECT_EQ(faltas_de(con(R"("cuantos":3,"cambio":null,"cantidad":1e-6,"rfc":"eku9003173c9")"), &t), "");
    EXPECT_EQ(t.id, 7);
    EXPECT_EQ(t.total.texto(), "12.3");
    EXPECT_EQ(t.color, Color::verde);
    EXPECT_EQ(t.hijas.at(0).nombre, "ana");
    EXPECT_EQ(t.cuantos->valor, 3);
    EXPECT_TRUE(t.cambio.presente && !t.cambio.valor);
    EXPECT_EQ(t.cantidad->micros(), 1);
    EXPECT_EQ(t.rfc->texto(), "EKU9003173C9");
    EXPECT_EQ(faltas_de(bueno, &t), "");
    EXPECT_FALSE(t.cambio.presente);
}

struct Cambiante {
    Cambio<Fecha> fecha;
    Cambio<Texto<9, 1>> texto;
    std::optional<Fecha> otra;
};
DESCRIBE_STRUCT(Cambiante, (), (fecha, texto, otra))

// What answers show of a date that is not there can be sent back; a text that must say something still must.
TEST(Decode, UnTextoVacioBorraUnaFecha) {
    Faltas faltas;
    Cambiante c;
    reflect::read_document(R"({"fecha":"","texto":"","otra":""})", faltas, [&](reflect::JsonValue& root) {
        reflect::Decoding d{faltas, En::cuerpo};
        reflect::read_object(root, c, d);
    });
    EXPECT_TRUE(c.fecha.presente && !c.fecha.valor);
    std::string todas;
    for (const auto& f : faltas.lista()) todas += std::string{nombre(f.codigo)} + ' ' + f.campo + ';';
    EXPECT_EQ(todas, "requerido /texto;fecha_invalida /otra;");
}

struct Bulto {
    std::string de;
    Lista<Juzgado<Hija>, 3> hijas;
};
DESCRIBE_STRUCT(Bulto, (), (de, hijas))

// What is wrong with an item is told at the item, from the item on, and refuses neither its neighbours nor the whole.
TEST(Decode, LoJuzgadoTieneSusFaltas) {
    const auto lee = [](std::string_view json, Bulto& b) {
        Faltas faltas;
        reflect::read_document(json, faltas, [&](reflect::JsonValue& root) {
            reflect::Decoding d{faltas, En::cuerpo};
            reflect::read_object(root, b, d);
        });
        return faltas.vacia() ? std::string{} : std::string{nombre(faltas.lista()[0].codigo)} + ' ' + faltas.lista()[0].campo;
    };
    Bulto b;
    EXPECT_EQ(lee(R"({"de":"x","hijas":[{"nombre":"ana"},{"nombre":"demasiado","otra":1,"fecha":"2026-02-31"},7]})", b), "");
    ASSERT_EQ(b.hijas.size(), 3U);
    EXPECT_EQ(b.hijas[0].valor.nombre, "ana");
    EXPECT_TRUE(b.hijas[0].faltas.vacia());
    std::string suyas;
    for (const auto& f : b.hijas[1].faltas.lista()) suyas += std::string{nombre(f.codigo)} + ' ' + f.campo + ';';
    EXPECT_EQ(suyas, "texto_muy_largo /nombre;campo_desconocido /otra;fecha_invalida /fecha;");
    ASSERT_EQ(b.hijas[2].faltas.lista().size(), 1U);
    EXPECT_EQ(b.hijas[2].faltas.lista()[0].codigo, Codigo::tipo_incorrecto);
    EXPECT_EQ(reflect::to_json(b).substr(0, 40), R"({"de":"x","hijas":[{"nombre":"ana","fech)");
    Bulto otro;
    EXPECT_EQ(lee(R"({"de":7,"hijas":[]})", otro), "tipo_incorrecto /de");
    Bulto largo;
    EXPECT_EQ(lee(R"({"de":"x","hijas":[1,2,3,4]})", largo), "lista_muy_larga /hijas");
}

TEST(Decode, TodasLasFaltasALaVez) {
    EXPECT_EQ(
        faltas_de(
            R"({"id":"7","total":1.2345678,"color":"azul","hijas":[{"nombre":"","fecha":"2026-02-31"},{"nombre":"demasiado","x":1}],"cuantos":101})"),
        "tipo_incorrecto /id\n"
        "demasiados_decimales /total\n"
        "valor_no_permitido /color\n"
        "requerido /hijas/0/nombre\n"
        "fecha_invalida /hijas/0/fecha\n"
        "texto_muy_largo /hijas/1/nombre\n"
        "campo_desconocido /hijas/1/x\n"
        "fuera_de_rango /cuantos\n"
        "requerido /activo\n");
}

TEST(Decode, CadaFaltaDeForma) {
    EXPECT_EQ(faltas_de(con(R"("id":8)")), "campo_repetido /id\n");
    EXPECT_EQ(faltas_de(con(R"("a/b~c":1)")), "campo_desconocido /a~1b~0c\n");
    std::string largo, entero;  // 200 bytes end inside a letter
    for (int i = 0; i < 150; ++i) (i < 99 ? entero : largo) += "ñ";
    EXPECT_EQ(faltas_de(con("\"a" + entero + largo + "\":1")), "campo_desconocido /a" + entero + "\n");
    EXPECT_EQ(faltas_de(R"({"id":7,"total":1,"color":"rojo","activo":true,"hijas":[]})"), "lista_vacia /hijas\n");
    EXPECT_EQ(faltas_de(con(R"("cantidad":-1)")), "fuera_de_rango /cantidad\n");
    EXPECT_EQ(faltas_de(con(R"("cantidad":"1")")), "tipo_incorrecto /cantidad\n");
    EXPECT_EQ(faltas_de(con(R"("cantidad":99999999999999)")), "fuera_de_rango /cantidad\n");
    EXPECT_EQ(faltas_de(con(R"("cuantos":1.5)")), "demasiados_decimales /cuantos\n");
    EXPECT_EQ(faltas_de(con(R"("cuantos":1.0)")), "");
    EXPECT_EQ(faltas_de(con(R"("cuantos":99999999999999999999)")), "fuera_de_rango /cuantos\n");
    EXPECT_EQ(faltas_de(con(R"("cambio":"a\u0000b")")), "caracter_no_permitido /cambio\n");
    EXPECT_EQ(faltas_de(con(R"("cambio":{"a":1})")), "tipo_incorrecto /cambio\n");
    EXPECT_EQ(faltas_de(con(R"("rfc":"NADA")")), "rfc_invalido /rfc\n");
}

TEST(Decode, ElTextoEnteroEstaMal) {
    for (const auto* t :
         {"", "{", "}", R"({"id":})", R"({"id" 1})", R"({"id":1,})", R"({"id":1}})", R"({"id":1} {})", R"({"id":1} x)",
          R"({"activo":tru})", R"({"cambio":nulo})", R"({"cambio":"\q"})", R"({"cambio":"\ud800"})", R"({"cambio":"abierto)"})
        EXPECT_NE(faltas_de(t).find("json_invalido \n"), std::string::npos) << t << " gave " << faltas_de(t);
    EXPECT_EQ(faltas_de("[]"), "tipo_incorrecto \n");
    EXPECT_EQ(faltas_de("7"), "tipo_incorrecto \n");
    EXPECT_EQ(faltas_de("{\"cambio\":\"\xff\"}"), "utf8_invalido \n");
    EXPECT_EQ(faltas_de(std::string(33, '[') + std::string(33, ']')), "demasiada_profundidad \n");
    EXPECT_NE(faltas_de(std::string(32, '[') + std::string(32, ']')), "demasiada_profundidad \n");
    // The object, the list, and those behind a comma.
    const auto of_values = [&](std::size_t values) {
        std::string list = R"({"x":[0)";
        for (std::size_t i = 2; i < values; ++i) list += ",0";
        return faltas_de(list + "]}");
    };
    EXPECT_EQ(of_values(reflect::max_json_values + 1), "demasiados_valores \n");
    EXPECT_NE(of_values(reflect::max_json_values), "demasiados_valores \n");
    EXPECT_EQ(faltas_de(con(R"("cambio":"[[[[[[[[["  )")), "") << "brackets inside a text do not nest";
}

TEST(Escribe, EscapaYNoUsaPuntoFlotante) {
    Todo t;
    t.id = 9'007'199'254'740'993;
    t.total = *Importe::leer("0.1");
    t.hijas.push_back({Texto<5, 1>{"a\"\\\n\x01"}, Fecha::leer_iso("2026-11-15")});
    EXPECT_EQ(
        reflect::to_json(t),
        R"({"cuantos":null,"id":9007199254740993,"total":0.1,"color":"rojo","activo":false,"hijas":[{"nombre":"a\"\\\n\u0001","fecha":"2026-11-15"}],)"
        R"("cambio":{},"cantidad":null,"rfc":null})");
}

// Every byte at every place of a word, against the plain rule.
TEST(Escribe, CadaByteEnCadaLugar) {
    for (int byte = 0; byte < 256; ++byte) {
        for (std::size_t largo = 1; largo <= 19; ++largo) {
            for (std::size_t lugar = 0; lugar < largo; ++lugar) {
                std::string texto(largo, 'a');
                texto[lugar] = static_cast<char>(byte);
                std::string esperado = "\"" + std::string(lugar, 'a');
                if (byte == '"') esperado += "\\\"";
                else if (byte == '\\') esperado += "\\\\";
                else if (byte == '\n') esperado += "\\n";
                else if (byte == '\r') esperado += "\\r";
                else if (byte == '\t') esperado += "\\t";
                else if (byte < 0x20) esperado += fmt::format("\\u{:04x}", byte);
                else esperado.push_back(static_cast<char>(byte));
                esperado += std::string(largo - lugar - 1, 'a') + "\"";
                std::string escrito;
                reflect::write_string(escrito, texto);
                ASSERT_EQ(escrito, esperado) << byte << " at " << lugar << " of " << largo;
            }
        }
    }
}

// Pieces are gathered in a buffer: whatever falls on its edge arrives whole and in order.
TEST(Escribe, NadaSePierdeEnElBordeDelBufer) {
    for (std::size_t largo = 0; largo < 1100; ++largo) {
        const std::string relleno(largo, 'r');
        const std::vector<std::string> textos{relleno, "a\"b", relleno, ""};
        ASSERT_EQ(reflect::to_json(textos), "[\"" + relleno + R"(","a\"b",")" + relleno + R"(",""])");
        std::vector<std::int64_t> numeros(largo, -9'223'372'036'854'775'807 - 1);
        std::string esperado = "[";
        for (std::size_t i = 0; i < largo; ++i) esperado += i == 0 ? "-9223372036854775808" : ",-9223372036854775808";
        ASSERT_EQ(reflect::to_json(numeros), esperado + "]");
        const Hija hija{};
        const std::string sola = reflect::to_json(hija);
        std::string dentro = "\"" + relleno + "\"";
        reflect::Pieces piezas{dentro};
        piezas.put(std::string_view{relleno});
        reflect::write_json(piezas, hija);
        piezas.flush();
        ASSERT_EQ(dentro, "\"" + relleno + "\"" + relleno + sola);
    }
}

struct Oculta : Base {
    std::int64_t id{};
    std::string cuantos;  // in place of the one in the base
};
DESCRIBE_STRUCT(Oculta, (Base), (id, cuantos))
template <class T>
struct Caja {
    T dentro{};
};
template <class T>
DESCRIBE_STRUCT(Caja<T>, (), (dentro))
struct Sola : Hija {};

TEST(Describe, LosDeLaBasePrimeroYLosOcultosNo) {
    Oculta o;
    o.cuantos = "tres";
    EXPECT_EQ(reflect::to_json(o), R"({"id":0,"cuantos":"tres"})");
    EXPECT_EQ(reflect::to_json(Caja<std::int64_t>{7}), R"({"dentro":7})");
    EXPECT_TRUE(reflect::Described<Hija>);
    EXPECT_FALSE(reflect::Described<Sola>) << "a struct is not described by the description of its base";
}

TEST(Esquema, LimitesYDireccion) {
    reflect::SchemaBook book;
    std::string in;
    book.write(in, reflect::use_of<Todo>(), reflect::Direction::in);
    std::string out;
    book.write(out, reflect::use_of<Todo>(), reflect::Direction::out);
    EXPECT_EQ(book.resolve(in), R"({"$ref":"#/components/schemas/TodoEntrada"})");
    EXPECT_EQ(book.resolve(out), R"({"$ref":"#/components/schemas/Todo"})");
    const auto c = book.components();
    EXPECT_NE(
        c.find(R"("hijas":{"type":"array","minItems":1,"maxItems":5000,"items":{"$ref":"#/components/schemas/HijaEntrada"}})"),
        std::string::npos)
        << c;
    EXPECT_NE(c.find(R"("required":["id","total","color","activo","hijas"])"), std::string::npos) << c;
    EXPECT_NE(c.find(R"("color":{"type":"string","enum":["rojo","verde"]})"), std::string::npos) << c;
    EXPECT_EQ(c.find('@'), std::string::npos);
    // Unknown fields are refused in a request; an answer may have more than this document knew.
    EXPECT_NE(c.find(R"("required":["nombre"],"additionalProperties":false},"Todo":)"), std::string::npos) << c;
    EXPECT_NE(c.find(R"("required":["nombre","fecha"]},"HijaEntrada":)"), std::string::npos) << c;
}

TEST(Token, ConsultaYRuta) {
    Faltas faltas;
    reflect::Decoding d{faltas, En::consulta};
    Todo t;
    EXPECT_TRUE(reflect::read_member(t, "cuantos", "12", d));
    EXPECT_EQ(t.cuantos->valor, 12);
    EXPECT_FALSE(reflect::read_member(t, "nada", "12", d));
    EXPECT_TRUE(reflect::read_member(t, "activo", "si", d));
    ASSERT_EQ(faltas.lista().size(), 1U);
    EXPECT_EQ(faltas.lista()[0].campo, "/activo");
    EXPECT_EQ(faltas.lista()[0].en, En::consulta);
}

TEST(Decode, UnNombreInventadoSeCortaEntreCaracteres) {
    Faltas faltas;
    reflect::Decoding d{faltas, En::cuerpo};
    const std::string largo = std::string(199, 'x') + "ñandú";
    {
        const reflect::PathStep step{d, largo};
        d.fault(Codigo::campo_desconocido);
    }
    EXPECT_EQ(faltas.lista()[0].campo, "/" + std::string(199, 'x'));
    EXPECT_EQ(d.path(), "");
}

}  // namespace
}  // namespace cacao
