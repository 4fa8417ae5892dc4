// Rules about the source itself: which folder may include which, where no floating point may stand, whose rows a statement
// touches, and that nothing of the interface is without a test.

#include "casos/guia.hpp"
#include "db/migrations.hpp"
#include "engine/tipos/documento.hpp"
#include "http/openapi.hpp"
#include "http/process.hpp"
#include "palabras/palabras.hpp"
#include "tidy/source.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>

namespace cacao::test {
namespace {

// What each floor may include beside itself. `command` and main.cpp see everything.
const std::map<std::string, Names, std::less<>> below{
    {"base", {}},
    {"tabla", {"base"}},
    {"reflect", {"base"}},
    {"db", {"base", "reflect"}},
    {"auth", {"base"}},
    {"fiscal", {"base"}},
    {"red", {"base"}},
    {"palabras", {"base"}},
    {"papel", {"base", "tabla", "fiscal"}},
    {"api", {"base", "reflect", "db", "tabla", "palabras"}},
    {"engine", {"base", "reflect", "db", "api", "fiscal", "tabla"}},
    {"rooms", {"base", "reflect", "db", "api", "engine", "auth", "fiscal", "papel", "red", "tabla", "palabras"}},
    {"serve", {"base", "reflect", "db", "api", "auth", "palabras"}},
};

// Floors inside a floor, lowest first: a folder includes itself and what stands before it. What lies in no folder of a room sees
// the whole room.
const std::vector<std::string> engine_floors{"tipos",  "entorno",     "cadena",  "libros", "existencia", "precios",
                                             "saldos", "liquidacion", "emision", "verbos", "consulta",   "verificar"};
const std::vector<std::string> room_floors{"catalogos", "documentos", "reportes"};

// The part of a path between its slashes: of "src/engine/tipos/ventas.hpp", 2 is "tipos"; "" for a file's own name and beyond.
std::string segment(const std::string& path, std::size_t number) {
    std::size_t from = 0;
    for (; number > 0; --number) {
        const auto slash = path.find('/', from);
        if (slash == std::string::npos) return {};
        from = slash + 1;
    }
    const auto end = path.find('/', from);
    return end == std::string::npos ? std::string{} : path.substr(from, end - from);
}

// What stands on no floor is neither below nor above.
bool stands_below(const std::vector<std::string>& floors, const std::string& lower, const std::string& upper) {
    const auto first = std::ranges::find(floors, lower);
    const auto last = std::ranges::find(floors, upper);
    return last != floors.end() && first <= last;
}

// "" when a file at `path` may include `included`; otherwise why not.
std::string forbidden(const std::string& path, const std::string& included) {
    const auto floor = segment(path, 1);
    const auto rules = below.find(floor);
    if (rules == below.end() || included.find('/') == std::string::npos) return {};
    const auto other = segment(included, 0);
    const auto upwards = fmt::format("{} includes {}, which does not stand below it", path, included);
    if (other == "rooms" && floor == "rooms") {
        if (segment(path, 2) != segment(included, 1)) return fmt::format("{} includes another room: {}", path, included);
        const auto part = segment(path, 3);
        return part.empty() || stands_below(room_floors, segment(included, 2), part) ? "" : upwards;
    }
    if (other == "engine" && floor == "engine")
        return stands_below(engine_floors, segment(included, 1), segment(path, 2)) ? "" : upwards;
    if (other == floor || rules->second.contains(other)) return {};
    return upwards;
}

TEST(Tidy, FoldersIncludeOnlyWhatStandsBelow) {
    static const std::regex line{R"re((?:^|\n)\s*#include "([^"]+)")re"};
    int seen = 0;
    for (const auto& file : source_files("src")) {
        if (file.is_test()) continue;
        for (std::sregex_iterator it{file.text.begin(), file.text.end(), line}, end; it != end; ++it, ++seen)
            EXPECT_EQ(forbidden(file.path, (*it)[1]), "");
    }
    EXPECT_GT(seen, 100);
}

TEST(Tidy, TheIncludeRuleCanFail) {
    EXPECT_NE(forbidden("src/base/error.hpp", "db/db.hpp"), "");
    EXPECT_NE(forbidden("src/api/dispatch.cpp", "rooms/contactos/contacto.hpp"), "");
    EXPECT_NE(forbidden("src/rooms/ventas/a.cpp", "rooms/compras/b.hpp"), "");
    EXPECT_NE(forbidden("src/rooms/ventas/a.cpp", "serve/server.hpp"), "");
    EXPECT_NE(forbidden("src/auth/tokens.cpp", "api/http.hpp"), "");
    EXPECT_NE(forbidden("src/engine/tipos/a.hpp", "engine/saldos/b.hpp"), "");
    EXPECT_NE(forbidden("src/engine/liquidacion/a.cpp", "engine/emision/b.hpp"), "");
    EXPECT_NE(forbidden("src/engine/a.cpp", "engine/tipos/b.hpp"), "");  // every file of the engine stands on a floor
    EXPECT_NE(forbidden("src/engine/saldos/a.cpp", "engine/b.hpp"), "");
    EXPECT_EQ(forbidden("src/engine/verbos/a.cpp", "engine/verbos/b.hpp"), "");
    EXPECT_EQ(forbidden("src/engine/verificar/a.cpp", "engine/tipos/b.hpp"), "");
    EXPECT_NE(forbidden("src/rooms/ventas/catalogos/a.cpp", "rooms/ventas/documentos/b.hpp"), "");
    EXPECT_NE(forbidden("src/rooms/ventas/documentos/a.cpp", "rooms/ventas/reportes/b.hpp"), "");
    EXPECT_NE(forbidden("src/rooms/ventas/documentos/a.cpp", "rooms/ventas/b.hpp"), "");
    EXPECT_NE(forbidden("src/rooms/ventas/documentos/a.cpp", "rooms/compras/documentos/b.hpp"), "");
    EXPECT_EQ(forbidden("src/rooms/ventas/reportes/a.cpp", "rooms/ventas/catalogos/b.hpp"), "");
    EXPECT_EQ(forbidden("src/rooms/ventas/a.cpp", "rooms/ventas/reportes/b.hpp"), "");
    EXPECT_EQ(forbidden("src/rooms/ventas/a.cpp", "rooms/ventas/b.hpp"), "");
    EXPECT_EQ(forbidden("src/command/serve.cpp", "rooms/ventas/b.hpp"), "");
}

// The kinds that a file of the engine asks for by their names: in a text of its own, or in a literal of SQL. What differs between
// kinds stands in their tables; only these, and what proves the books, may name them.
std::vector<std::string> kinds_named(const std::string& path, const std::string& text, const Names& kinds) {
    static const std::regex quoted{R"('(\w+)')"};
    const auto folder = segment(path, 2);
    if (folder == "tipos" || folder == "verificar") return {};
    std::vector<std::string> found;
    const auto say = [&](const Literal& literal, const std::string& kind) {
        if (kinds.contains(kind)) found.push_back(fmt::format("{}:{}: {}", path, literal.line, kind));
    };
    for (const Literal& literal : literals(text)) {
        say(literal, literal.text);
        for (std::sregex_iterator it{literal.text.begin(), literal.text.end(), quoted}, end; it != end; ++it)
            say(literal, (*it)[1]);
    }
    return found;
}

TEST(Tidy, TheEngineAsksForNoKindByItsName) {
    Names kinds;
    for (const engine::Documento* d : engine::todos_los_tipos()) kinds.emplace(d->tipo);
    std::vector<std::string> found;
    for (const auto& file : source_files("src/engine")) {
        if (!file.is_test()) std::ranges::copy(kinds_named(file.path, file.text, kinds), std::back_inserter(found));
    }
    EXPECT_EQ(fmt::format("{}", fmt::join(found, "\n")), "");
    const std::string path = "src/engine/saldos/a.cpp";
    EXPECT_EQ(kinds_named(path, "int n;\nif (tipo == \"Entrega\") return;", kinds),
              (std::vector<std::string>{path + ":2: Entrega"}));
    EXPECT_EQ(kinds_named(path, "auto s = R\"(SELECT 1 WHERE tipo IN ('Gasto', 'Merma'))\";", kinds),
              (std::vector<std::string>{path + ":1: Gasto", path + ":1: Merma"}));
    EXPECT_TRUE(kinds_named(path, "// \"Entrega\"\nemitir(ctx, Entrega, s, Entrega.tipo, \"Entrega de hoy\");", kinds).empty());
    EXPECT_TRUE(kinds_named("src/engine/tipos/a.hpp", "constexpr auto tipo = \"Entrega\";", kinds).empty());
}

// The locks of documents are taken in one order because one file takes them.
TEST(Tidy, OneFileTakesTheLocksOfDocuments) {
    std::vector<std::string> found;
    for (const auto& file : source_files("src")) {
        if (file.is_test() || file.path == "src/engine/entorno/candados.cpp") continue;
        for (const auto& literal : literals(file.text))
            for (const std::string_view lock : {"documento/", "cifras/", "saldo/"})
                if (literal.text == lock) found.push_back(fmt::format("{}:{}", file.path, literal.line));
    }
    EXPECT_EQ(fmt::format("{}", fmt::join(found, "\n")), "");
}

// What documents are counted by changes where they are counted.
bool changes_what_is_counted(const std::string& statement) {
    static const std::regex changes{R"re(UPDATE documento SET\b(?:(?!\bWHERE\b)[\s\S])*\b(tipo|fecha|entidadId|estado)\s*=)re"};
    return std::regex_search(statement, changes);
}

TEST(Tidy, OneFileChangesWhatDocumentsAreCountedBy) {
    std::vector<std::string> found;
    for (const auto& file : source_files("src")) {
        if (file.is_test() || file.path == "src/engine/entorno/conteos.cpp") continue;
        for (const auto& literal : literals(file.text))
            if (changes_what_is_counted(literal.text)) found.push_back(fmt::format("{}:{}", file.path, literal.line));
    }
    EXPECT_EQ(fmt::format("{}", fmt::join(found, "\n")), "");
    EXPECT_TRUE(changes_what_is_counted("UPDATE documento SET notas = $3,\n estado = $4 WHERE organizacionId = $1"));
    EXPECT_FALSE(changes_what_is_counted("UPDATE documento SET cancelacionFecha = $3 WHERE organizacionId = $1 AND tipo = $2"));
}

// A text between quotes that were written by hand is a text that nobody escaped: reflect::objeto does.
std::vector<std::string> unescaped(const std::string& path, const std::string& text) {
    static const std::regex by_hand{R"re(":"(?:\{\}|\)"\s*\+)|\\":\\"(?:\{\}|"\s*\+))re"};
    std::vector<std::string> found;
    for (std::sregex_iterator it{text.begin(), text.end(), by_hand}, end; it != end; ++it)
        found.push_back(fmt::format("{}:{}", path, 1 + std::count(text.begin(), text.begin() + it->position(), '\n')));
    return found;
}

TEST(Tidy, NoTextReachesJsonUnescaped) {
    std::vector<std::string> found;
    for (const auto* folder : {"src/api", "src/engine", "src/rooms"})
        for (const auto& file : source_files(folder))
            if (!file.is_test()) std::ranges::copy(unescaped(file.path, file.text), std::back_inserter(found));
    EXPECT_EQ(fmt::format("{}", fmt::join(found, "\n")), "");
    EXPECT_EQ(unescaped("a.cpp", "\nfmt::format(R\"({{\"folio\":\"{}\"}})\", folio)"), std::vector<std::string>{"a.cpp:2"});
    EXPECT_EQ(unescaped("a.cpp", "R\"({\"folio\":\")\" + folio"), std::vector<std::string>{"a.cpp:1"});
    EXPECT_EQ(unescaped("a.cpp", "\"{\\\"folio\\\":\\\"\" + folio"), std::vector<std::string>{"a.cpp:1"});
    EXPECT_TRUE(unescaped("a.cpp", "fmt::format(R\"({{\"folio\":{}}})\", folio)").empty());
}

// The members that a struct or class declares, by its name.
std::map<std::string, int> members(const std::string& text) {
    static const std::regex head{R"((?:struct|class)\s+(\w+)[^;{}()]*\{)"};
    static const std::regex angles{R"(<[^<>]*>)"};
    static const std::regex other{R"(^\s*(?:using|friend|static|typedef|enum|template|struct|class|BOOST_|requires)\b)"};
    std::map<std::string, int> counts;
    const auto code = code_only(text);
    for (std::sregex_iterator it{code.begin(), code.end(), head}, end; it != end; ++it) {
        int& count = counts[(*it)[1]];
        int depth = 1;
        std::string statement;
        for (auto at = static_cast<std::size_t>(it->position() + it->length()); at < code.size() && depth > 0; ++at) {
            const char c = code[at];
            if (c == '{') ++depth;
            if (c == '}') --depth;
            if (depth > 1) continue;
            // What ends with a body of its own, or with a label, is no member.
            if (c == '}' || c == ':') {
                if (at + 1 < code.size() && (code[at + 1] == ':' || code[at - 1] == ':')) statement.push_back(c);
                else if (c == ':' || code.find_first_not_of(" \n", at + 1) == std::string::npos ||
                         code[code.find_first_not_of(" \n", at + 1)] != ';')
                    statement.clear();
                continue;
            }
            if (c != ';') {
                statement.push_back(c);
                continue;
            }
            std::string plain = statement;
            for (std::string before; before != plain;) {
                before = plain;
                plain = std::regex_replace(plain, angles, "");
            }
            const auto value = plain.find_first_of("={");
            const bool function = plain.substr(0, value).find('(') != std::string::npos;
            if (!function && plain.find_first_not_of(" \n") != std::string::npos && !std::regex_search(plain, other))
                count += 1 + static_cast<int>(std::count(plain.begin(), plain.end(), ','));
            statement.clear();
        }
    }
    return counts;
}

// A class that knows everything is where rules hide. Rows, requests and answers are described and say what their table says.
TEST(Tidy, NoClassOfTheEngineKnowsEverything) {
    constexpr int most = 20;
    std::vector<std::string> found;
    int seen = 0;
    for (const auto& file : source_files("src/engine")) {
        if (file.is_test()) continue;
        for (const auto& [name, count] : members(file.text)) {
            ++seen;
            const bool described = file.text.find(fmt::format("DESCRIBE_STRUCT({},", name)) != std::string::npos;
            if (count > most && !described && name != "Documento")
                found.push_back(fmt::format("{}: {} has {}", file.path, name, count));
        }
    }
    EXPECT_EQ(fmt::format("{}", fmt::join(found, "\n")), "");
    EXPECT_GT(seen, 150);
    const auto counts = members(
        "struct A : B {\n    int a, z;\n    std::map<int, std::vector<int>> b;\n    Hoja c{};\n    int f(int x) const { "
        "return x; }\n    void g();\n    static int s;\n};\nclass C {\npublic:\n    C() : d_(1) {}\nprivate:\n    "
        "int d_;\n    std::function<void(int)> e_;\n};\n");
    EXPECT_EQ(counts.at("A"), 4);
    EXPECT_EQ(counts.at("C"), 2);
}

// Lines with double or float in code, not in comments or texts.
std::vector<std::string> floating_point(const std::string& path, const std::string& text) {
    static const std::regex word{R"(\b(double|float|strtod|stod|stof)\b)"};
    std::vector<std::string> found;
    const auto code = code_only(text);
    for (std::sregex_iterator it{code.begin(), code.end(), word}, end; it != end; ++it)
        found.push_back(
            fmt::format("{}:{}: {}", path, std::count(code.begin(), code.begin() + it->position(), '\n') + 1, it->str()));
    return found;
}

TEST(Tidy, NoFloatingPointWhereMoneyIs) {
    std::vector<std::string> found;
    for (const auto& file : source_files("src")) {
        const bool money = file.path.starts_with("src/base/decimal") || file.path.starts_with("src/engine/") ||
                           file.path.starts_with("src/rooms/") || file.path.starts_with("src/reflect/") ||
                           file.path.starts_with("src/tabla/");
        if (money && !file.is_test()) std::ranges::copy(floating_point(file.path, file.text), std::back_inserter(found));
    }
    EXPECT_EQ(fmt::format("{}", fmt::join(found, "\n")), "");
    EXPECT_EQ(floating_point("x", "// a double\nconst char* s = \"float\";\nint n = 1'000; double d;"),
              (std::vector<std::string>{"x:3: double"}));
    EXPECT_EQ(floating_point("x", "auto s = R\"q(a \" double)q\"; float f;"), (std::vector<std::string>{"x:1: float"}));
}

Names organization_tables() {
    static const std::regex create{R"(CREATE TABLE (\w+))"};
    Names tables;
    for (const auto& path : files_under("sql", ".sql")) {
        const auto sql = read_source(path);
        for (std::sregex_iterator it{sql.begin(), sql.end(), create}, end; it != end; ++it) tables.insert((*it)[1]);
    }
    for (const auto global : db::global_tables()) tables.erase(std::string{global});
    return tables;
}

// "" or why the statement could touch another organization's rows: each table of an organization must be joined or filtered by
// it.
std::string unfiltered(const std::string& sql, const Names& tables) {
    static const std::regex use{R"(\b(?:FROM|JOIN|INTO|UPDATE)\s+(\w+))"};
    static const std::regex column{R"(\borganizacionId\b)"};
    std::ptrdiff_t used = 0;
    for (std::sregex_iterator it{sql.begin(), sql.end(), use}, end; it != end; ++it)
        used += tables.contains((*it)[1].str()) ? 1 : 0;
    const auto named = std::distance(std::sregex_iterator{sql.begin(), sql.end(), column}, std::sregex_iterator{});
    return named >= used ? "" : fmt::format("names organizacionId {} times for {} tables: {}", named, used, sql);
}

TEST(Tidy, EveryStatementNamesTheOrganization) {
    const auto tables = organization_tables();
    ASSERT_TRUE(tables.contains("contacto") && !tables.contains("acceso"));
    int statements = 0;
    for (const char* folder : {"src/rooms", "src/api", "src/command"})
        for (const auto& file : source_files(folder)) {
            if (file.is_test()) continue;
            for (const auto& literal : literals(file.text)) {
                EXPECT_EQ(unfiltered(literal.text, tables), "") << file.path << ':' << literal.line;
                statements += literal.text.find("organizacionId = $1") != std::string::npos ? 1 : 0;
            }
        }
    EXPECT_GT(statements, 40);
    EXPECT_NE(unfiltered("SELECT nombre FROM contacto WHERE entidadId = $1", tables), "");
    EXPECT_NE(unfiltered("SELECT 1 FROM contacto c JOIN rol r ON r.rolId = c.x WHERE c.organizacionId = $1", tables), "");
    EXPECT_NE(unfiltered("DELETE FROM contacto", tables), "");
    EXPECT_EQ(unfiltered("SELECT kid FROM llaveFirma", tables), "");
}

TEST(Tidy, EveryCodeIsUsed) {
    static const std::regex entry{R"(CACAO_CODIGO\((\w+),)"};
    static constexpr std::string_view before = "Codigo::", letters = "_abcdefghijklmnopqrstuvwxyz0123456789";
    std::set<std::string, std::less<>> used;
    for (const auto& file : source_files("src")) {
        if (file.is_test() || file.path.ends_with("codigos.inc")) continue;
        const auto code = code_only(file.text);
        for (auto at = code.find(before); at != std::string::npos; at = code.find(before, at)) {
            at += before.size();
            used.insert(code.substr(at, code.find_first_not_of(letters, at) - at));
        }
    }
    const auto list = read_source("src/base/codigos.inc");
    std::vector<std::string> unused;
    for (std::sregex_iterator it{list.begin(), list.end(), entry}, end; it != end; ++it)
        if (!used.contains((*it)[1].str())) unused.push_back((*it)[1]);
    EXPECT_EQ(fmt::format("{}", fmt::join(unused, " ")), "");
}

TEST(Tidy, TheCommittedOpenApiDocumentIsTheOneThatIsServed) {
    const auto printed = run_cacao({"openapi"});
    ASSERT_EQ(printed.exit, 0) << printed.err;
    EXPECT_TRUE(printed.out == read_source("openapi.json"))
        << "The interface has changed. If that is meant: build/release/cacao openapi > openapi.json";
}

// A name of before belongs to an operation that there is.
TEST(Tidy, NamesThatWentAwayAreOfOperationsThatThereAre) {
    const auto document = read_source("openapi.json");
    std::istringstream rows{read_source("src/api/nombres.tsv")};
    std::string row;
    std::getline(rows, row);
    while (std::getline(rows, row))
        EXPECT_NE(document.find("\"operationId\": \"" + row.substr(0, row.find('\t')) + '"'), std::string::npos) << row;
}

// What the scenarios ask of each operation: the statuses and codes that they expect, by operation id.
std::map<std::string, Names> scenarios(const Document& document) {
    static const std::regex code{R"re("codigo":\s*"(\w+)")re"};
    std::map<std::string, Names> seen;
    const auto see = [&](const std::vector<Paso>& pasos) {
        for (const Paso& paso : pasos)
            if (const auto* operation = document.find(paso.metodo, paso.destino)) {
                seen[operation->id].insert(std::to_string(paso.estado));
                for (std::sregex_iterator it{paso.esperado.begin(), paso.esperado.end(), code}, end; it != end; ++it)
                    seen[operation->id].insert((*it)[1]);
            }
    };
    for (const auto& path : files_under("tests/casos", ".caso")) see(leer_caso(read_source(path)));
    for (const auto& guide : leer_guias(std::string{CACAO_SOURCE} + "/docs/guides")) see(pasos_de_guia(guide.en.texto));
    return seen;
}

// A test beside the code that speaks of the operation's path and of the code, for what a scenario cannot reach: time, mostly.
bool tested_beside(const DocumentedOperation& o, std::string_view code) {
    static const auto tests = [] {
        std::vector<SourceFile> list;
        std::ranges::copy_if(source_files("src/rooms"), std::back_inserter(list), &SourceFile::is_test);
        return list;
    }();
    const auto request = o.method + ' ' + o.path.substr(0, o.path.find('{'));
    return std::ranges::any_of(tests, [&](const SourceFile& file) {
        return file.text.find(request) != std::string::npos && file.text.find(code) != std::string::npos;
    });
}

// Properties without words, wherever a schema stands.
void unexplained(simdjson::dom::element node, const std::string& where, std::vector<std::string>& missing) {
    simdjson::dom::array list;
    if (node.get(list) == simdjson::SUCCESS) {
        for (const auto item : list) unexplained(item, where, missing);
        return;
    }
    simdjson::dom::object object;
    if (node.get(object) != simdjson::SUCCESS) return;
    for (const auto [key, value] : object) {
        if (key == "example" || key == "examples") continue;
        simdjson::dom::object members;
        if (key == "properties" && value.get(members) == simdjson::SUCCESS)
            for (const auto [member, schema] : members)
                if (simdjson::dom::element words; schema["description"].get(words) != simdjson::SUCCESS)
                    missing.push_back(where + '.' + std::string{member});
        const bool deeper = where.empty() || where == "components" || where == "schemas" || where == "paths";
        unexplained(value, deeper ? std::string{key} : where, missing);
    }
}

TEST(Tidy, EveryFieldIsExplained) {
    simdjson::dom::parser parser;
    const auto json = read_source("openapi.json");
    const simdjson::dom::element document = parser.parse(json);
    std::vector<std::string> missing;
    unexplained(document, "", missing);
    const Document interface { json };
    for (const auto& o : interface.operations()) {
        simdjson::dom::array parameters;
        if (o.node["parameters"].get(parameters) != simdjson::SUCCESS) continue;
        for (const auto p : parameters) {
            std::string_view name;
            if (simdjson::dom::element words;
                p["name"].get(name) == simdjson::SUCCESS && p["description"].get(words) != simdjson::SUCCESS)
                missing.push_back(o.id + "?" + std::string{name});
        }
    }
    EXPECT_EQ(fmt::format("{}", fmt::join(missing, " ")), "") << "say what they are in src/palabras/campos.tsv";
}

// The values of enumerations, wherever a schema has one.
void enumerated(simdjson::dom::element node, std::set<std::string>& values) {
    simdjson::dom::array list;
    simdjson::dom::object object;
    if (node.get(list) == simdjson::SUCCESS) {
        for (const auto item : list) enumerated(item, values);
    } else if (node.get(object) == simdjson::SUCCESS) {
        for (const auto [key, value] : object) {
            if (key != "enum") enumerated(value, values);
            else
                for (const auto one : value.get_array().value())
                    if (std::string_view text; one.get(text) == simdjson::SUCCESS) values.emplace(text);
        }
    }
}

// What stands in tables is said in people's words: states, classes, and kinds of documents as their tables call them.
TEST(Tidy, EveryValueHasItsWord) {
    simdjson::dom::parser parser;
    const auto json = read_source("openapi.json");
    const simdjson::dom::element document = parser.parse(json);
    std::set<std::string> values;
    for (const auto [name, schema] : document["components"]["schemas"].get_object().value())
        if (name != "Codigo" && !name.starts_with("Falta")) enumerated(schema, values);  // no table shows refusals
    std::vector<std::string> missing;
    values.erase("");  // nothing is said of nothing
    for (const auto& v : values)
        if (std::ranges::find(glosario::valores(), v, &glosario::Valor::valor) == glosario::valores().end()) missing.push_back(v);
    EXPECT_EQ(fmt::format("{}", fmt::join(missing, " ")), "") << "say them in src/palabras/valores.tsv";
    for (const engine::Documento* tipo : engine::todos_los_tipos())
        EXPECT_EQ(glosario::en_palabras("tipoDocumento", tipo->tipo), tipo->nombre);
    for (std::size_t i = 1; i < glosario::valores().size(); ++i)
        EXPECT_LT(glosario::valores()[i - 1].valor, glosario::valores()[i].valor) << "in the order of bytes";
}

TEST(Tidy, EveryOperationSucceedsAndRefusesInSomeScenario) {
    const auto json = read_source("openapi.json");
    const Document document{json};
    auto seen = scenarios(document);
    std::vector<std::string> missing;
    for (const auto& o : document.operations()) {
        if (!o.path.starts_with("/api/")) continue;
        const bool withdrawn = o.node["deprecated"].error() == simdjson::SUCCESS;  // it only ever refuses
        if (!withdrawn && !seen[o.id].contains("200")) missing.push_back(fmt::format("{} {}: no scenario where it succeeds", o.method, o.path));
        simdjson::dom::array codes;
        if (o.node["x-codigos"].get(codes) != simdjson::SUCCESS) continue;
        for (const std::string_view code : codes)
            if (!seen[o.id].contains(code) && !tested_beside(o, code))
                missing.push_back(fmt::format("{} {}: no scenario of its refusal {}", o.method, o.path, code));
    }
    EXPECT_EQ(fmt::format("{}", fmt::join(missing, "\n")), "");
}

}  // namespace
}  // namespace cacao::test
