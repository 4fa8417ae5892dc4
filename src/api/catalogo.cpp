#include "api/catalogo.hpp"

#include "base/texto.hpp"

#include <algorithm>
#include <stdexcept>

namespace cacao::catalogo {
namespace {

// Every catalog may have one, unique, and many records have none.
constexpr std::string_view referencia = "referenciaExterna";

// A value as if it came from a column: what is asked goes into a record the way that what is stored does.
class FilaDeUno final : public db::Row {
public:
    explicit FilaDeUno(const db::Value& valor) : valor_(valor) {}
    int columns() const override { return 1; }
    std::string_view name(int) const override { return {}; }
    bool is_null(int) const override { return valor_.null; }
    std::int64_t integer(int) const override { return valor_.null ? 0 : valor_.integer; }
    std::string_view text(int) const override { return valor_.null ? std::string_view{} : valor_.text; }
    std::vector<int>& slots(const void*, std::size_t) const override { throw std::logic_error("one value has no columns"); }

private:
    const db::Value& valor_;
};

const void* lugar(const void* objeto, const void* origen, const void* place) {
    return static_cast<const char*>(objeto) + (static_cast<const char*>(place) - static_cast<const char*>(origen));
}

void poner(const db::Value& valor, const db::detail::RowShape& forma, const db::detail::Column& c, void* registro) {
    c.read(FilaDeUno{valor}, 0, const_cast<void*>(lugar(registro, forma.origin, c.place)));
}

const Campo& campo_de(const Vista& vista, std::string_view nombre) {
    const auto c = std::ranges::find(vista.campos, nombre, &Campo::name);
    if (c == vista.campos.end() || c->dice == nullptr) throw std::logic_error("no field " + std::string{nombre});
    return *c;
}

bool vacio(const db::Value& v) { return v.null || (v.kind == db::Kind::integer ? v.integer == 0 : v.text.empty()); }

std::string busqueda_de(const DatosCatalogo& catalogo, const Vista& registro) {
    std::string palabras;
    for (const auto campo : catalogo.buscados)
        palabras.append(palabras.empty() ? "" : " ").append(registro.dice(campo_de(registro, campo)).valor.text);
    return plegado(palabras);
}

db::Value de_columna(const Vista& registro, const Campo& c) {
    db::Value v = registro.dice(c).valor;
    if (c.name == referencia) v.null = v.text.empty();
    return v;
}

}  // namespace

Dicho Vista::dice(const Campo& c) const { return c.dice(lugar(objeto, origen, c.place)); }

std::string leidas(const DatosCatalogo& catalogo, const db::detail::RowShape& forma) {
    std::string sql = "SELECT ";
    for (const auto& c : forma.members) {
        if (c.read == nullptr) continue;
        if (sql.size() > 7) sql += ", ";
        if (c.name == referencia) sql += "COALESCE(referenciaExterna, '') AS ";
        sql += c.name;
    }
    return sql.append(" FROM ").append(catalogo.tabla).append(" WHERE organizacionId = $1");
}

void tomar(const Vista& pedido, const DatosCatalogo& catalogo, const db::detail::RowShape& forma, void* registro) {
    for (const Campo& c : pedido.campos) {
        if (c.dice == nullptr || c.name == catalogo.llave) continue;
        const auto suyo = std::ranges::find(forma.members, c.name, &db::detail::Column::name);
        if (suyo == forma.members.end()) throw std::logic_error("a field that no record has: " + std::string{c.name});
        if (const Dicho d = pedido.dice(c); d.presente) poner(d.valor, forma, *suyo, registro);
    }
}

void poner_llave(const db::detail::RowShape& forma, std::int64_t id, void* registro) {
    poner(db::to_value(id), forma, forma.members.front(), registro);
}

void exigir_unicos(db::Reader& tx, const DatosCatalogo& catalogo, const Vista& registro, std::int64_t propio, Faltas& faltas) {
    for (const Unico& u : catalogo.unicos) {
        const db::Value valor = registro.dice(campo_de(registro, u.campo)).valor;
        if (u.si_hay && vacio(valor)) continue;
        std::string sql{"SELECT "};
        sql.append(catalogo.llave).append(" FROM ").append(catalogo.tabla).append(" WHERE organizacionId = $1 AND ");
        exigir_unico(tx, sql.append(u.campo).append(" = $2"), valor, propio, "/" + std::string{u.campo}, faltas);
    }
}

void exigir_referencias(db::Reader& tx, const DatosCatalogo& catalogo, const Vista& registro, const Vista* antes,
                        Faltas& faltas) {
    for (const Referencia& r : catalogo.referencias) {
        const Campo& campo = campo_de(registro, r.campo);
        const std::int64_t id = registro.dice(campo).valor.integer;
        if (antes != nullptr && antes->dice(campo).valor.integer == id) continue;
        exigir_activo(tx, r.sql, id, "/" + std::string{r.campo}, faltas);
    }
}

void insertar(db::Writer& tx, const DatosCatalogo& catalogo, const Vista& registro) {
    const std::string buscadas = busqueda_de(catalogo, registro);
    std::string columnas{"INSERT INTO "};
    columnas.append(catalogo.tabla).append(" (organizacionId");
    std::string lugares{"$1"};
    std::vector<db::Value> valores{db::to_value(tx.organizacion())};
    for (const Campo& c : registro.campos) {
        if (c.dice == nullptr) continue;
        valores.push_back(de_columna(registro, c));
        columnas.append(", ").append(c.name);
        lugares.append(", $").append(std::to_string(valores.size()));
    }
    if (!catalogo.buscados.empty()) {
        valores.push_back(db::to_value(buscadas));
        columnas.append(", busqueda");
        lugares.append(", $").append(std::to_string(valores.size()));
    }
    tx.execute(columnas.append(") VALUES (").append(lugares).append(")"), valores);
}

void actualizar(db::Writer& tx, const DatosCatalogo& catalogo, const Vista& registro, std::int64_t propio) {
    const std::string buscadas = busqueda_de(catalogo, registro);
    std::string sql{"UPDATE "};
    sql.append(catalogo.tabla).append(" SET ");
    std::vector<db::Value> valores{db::to_value(tx.organizacion()), db::to_value(propio)};
    for (const Campo& c : registro.campos) {
        if (c.dice == nullptr || c.name == catalogo.llave) continue;
        valores.push_back(de_columna(registro, c));
        sql.append(valores.size() > 3 ? ", " : "").append(c.name).append(" = $").append(std::to_string(valores.size()));
    }
    if (!catalogo.buscados.empty()) {
        valores.push_back(db::to_value(buscadas));
        sql.append(", busqueda = $").append(std::to_string(valores.size()));
    }
    tx.execute(sql.append(" WHERE organizacionId = $1 AND ").append(catalogo.llave).append(" = $2"), valores);
}

std::string entidad(std::string_view tabla) {
    std::string nombre{tabla};
    nombre.front() = static_cast<char>(nombre.front() - 'a' + 'A');
    return nombre;
}

}  // namespace cacao::catalogo
