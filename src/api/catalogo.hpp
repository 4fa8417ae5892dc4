#pragma once
// A catalog said once: its record, its table, what is unique in it and what is its own. Records are listed, read, made and
// changed in the same way everywhere: columns and fields have one name, what a request leaves out stays as it is, the version
// grows, the log tells both.
//
//     const Catalogo<Canal> canales{{.tabla = "canal", .llave = "canalId", .candados = {"canales"}, .orden = "codigo",
//                                    .unicos = {{"codigo"}}}, revisar_canal};
//
//     Canal crear_canal(Context& ctx, const CanalNuevo& pedido) { return canales.crear(ctx, pedido); }

#include "api/context.hpp"
#include "api/registros.hpp"
#include "db/rows.hpp"
#include "db/where.hpp"

#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace cacao {

struct Unico {
    std::string_view campo;
    bool si_hay = false;  // several may have none: "", or 0
};

// `identificador` gives the next record its number where it is not simply the next.
struct DatosCatalogo {
    std::string_view tabla;
    std::string_view llave;
    std::vector<std::string_view> candados;  // of who writes: one at a time
    std::string_view orden;
    std::vector<Unico> unicos;
    std::int64_t (*identificador)(db::Writer&) = nullptr;
};

namespace catalogo {

// What a request says of a field: nothing, no value, or one.
struct Dicho {
    bool presente = false;
    db::Value valor{};
};

template <class T>
Dicho dicho(const T& valor) {
    if constexpr (reflect::is_cambio<T>) {
        return {valor.presente, dicho(valor.valor).valor};
    } else if constexpr (reflect::is_optional<T>) {
        if (valor) return dicho(*valor);
        return {false, {db::Kind::text, true, 0, {}}};
    } else if constexpr (std::is_enum_v<T>) {
        return {true, db::to_value(reflect::enum_name(valor))};
    } else if constexpr (reflect::is_entero<T>) {
        return {true, db::to_value(valor.valor)};
    } else {
        return {true, db::to_value(valor)};
    }
}

// How a field of a struct is told, for requests and for records alike.
struct Campo {
    std::string_view name;
    const void* place = nullptr;
    Dicho (*dice)(const void*) = nullptr;  // nullptr: other tables hold it
};
struct Campos {
    using Entry = Campo;
    template <class M>
    static constexpr Entry entry(const void* place) {
        if constexpr (db::detail::is_nested<M>) return {.place = place};
        else return {.place = place, .dice = [](const void* m) { return dicho(*static_cast<const M*>(m)); }};
    }
};

// The fields of a struct with where it stands.
struct Vista {
    std::span<const Campo> campos;
    const void* origen = nullptr;
    const void* objeto = nullptr;
    Dicho dice(const Campo& c) const;
};
template <class T>
Vista vista(const T& objeto) {
    static constexpr auto campos = reflect::member_table<T, Campos>;
    return {campos, &reflect::blank<T>.value, &objeto};
}

// SELECT … WHERE organizacionId = $1, with the columns that the record has.
std::string leidas(const DatosCatalogo& catalogo, const db::detail::RowShape& forma);
void tomar(const Vista& pedido, const DatosCatalogo& catalogo, const db::detail::RowShape& forma, void* registro);
void poner_llave(const db::detail::RowShape& forma, std::int64_t id, void* registro);
void exigir_unicos(db::Reader& tx, const DatosCatalogo& catalogo, const Vista& registro, std::int64_t propio, Faltas& faltas);
void insertar(db::Writer& tx, const DatosCatalogo& catalogo, const Vista& registro);
void actualizar(db::Writer& tx, const DatosCatalogo& catalogo, const Vista& registro, std::int64_t propio);
std::string entidad(std::string_view tabla);  // as the log calls a record

}  // namespace catalogo

// `Registro`: described, its first member its key. `Regla` sees what is there (nullptr for a new one) and what
// is to be.
template <class Registro>
class Catalogo {
    static constexpr bool con_version = requires(Registro r) { r.version; };

public:
    using Regla = void (*)(const Context&, const Registro* antes, const Registro& registro, Faltas&);
    explicit Catalogo(DatosCatalogo datos, Regla regla = nullptr) : datos_(std::move(datos)), regla_(regla) {}

    std::vector<Registro> listar(const Context& ctx) const { return listar(ctx, db::Where{ctx.organizacionId()}); }
    // `donde`: its $1 is the organization.
    std::vector<Registro> listar(const Context& ctx, const db::Where& donde) const {
        return ctx.db().template all_with<Registro>(leidas() + donde.and_sql() + " ORDER BY " + std::string{datos_.orden},
                                                    donde.params());
    }

    Registro leer(db::Reader& tx, std::int64_t id) const {
        auto registro =
            tx.template one<Registro>(leidas() + " AND " + std::string{datos_.llave} + " = $2", tx.organizacion(), id);
        if (!registro) reject(Codigo::no_encontrado, "/" + std::string{datos_.llave});
        return std::move(*registro);
    }

    // `nuevo`: what a record is where the request says nothing.
    template <class Pedido>
    Registro crear(Context& ctx, const Pedido& pedido, Registro nuevo = {}) const {
        auto& tx = ctx.db();
        cerrar(tx);
        const std::int64_t id = datos_.identificador != nullptr ? datos_.identificador(tx) : tx.next_id();
        tomar(pedido, nuevo);
        catalogo::poner_llave(db::detail::row_shape<Registro>, id, &nuevo);
        if constexpr (requires { nuevo.activo; }) nuevo.activo = true;
        if constexpr (con_version) nuevo.version = 1;
        revisar(ctx, nullptr, nuevo, id);
        catalogo::insertar(tx, datos_, catalogo::vista(nuevo));
        ctx.auditar_alta(catalogo::entidad(datos_.tabla), id, nuevo);
        return nuevo;
    }

    // `pedido`: its first member is the key.
    template <class Pedido>
    Registro actualizar(Context& ctx, const Pedido& pedido) const {
        const auto vista = catalogo::vista(pedido);
        return actualizar(ctx, vista.dice(vista.campos.front()).valor.integer, pedido);
    }
    template <class Pedido>
    Registro actualizar(Context& ctx, std::int64_t id, const Pedido& pedido) const {
        auto& tx = ctx.db();
        cerrar(tx);
        const Registro antes = leer(tx, id);
        if constexpr (con_version) ctx.exigir_version(antes.version);
        Registro registro = antes;
        tomar(pedido, registro);
        revisar(ctx, &antes, registro, id);
        if constexpr (con_version) ++registro.version;
        catalogo::actualizar(tx, datos_, catalogo::vista(registro), id);
        ctx.auditar(catalogo::entidad(datos_.tabla), id, antes, registro);
        return registro;
    }

private:
    std::string leidas() const { return catalogo::leidas(datos_, db::detail::row_shape<Registro>); }
    void cerrar(db::Writer& tx) const {
        for (const auto candado : datos_.candados) tx.lock(candado);
    }
    template <class Pedido>
    void tomar(const Pedido& pedido, Registro& registro) const {
        catalogo::tomar(catalogo::vista(pedido), datos_, db::detail::row_shape<Registro>, &registro);
    }
    void revisar(const Context& ctx, const Registro* antes, const Registro& registro, std::int64_t id) const {
        Faltas faltas;
        catalogo::exigir_unicos(ctx.db(), datos_, catalogo::vista(registro), id, faltas);
        if (regla_ != nullptr) regla_(ctx, antes, registro, faltas);
        faltas.lanzar();
    }

    DatosCatalogo datos_;
    Regla regla_;
};

}  // namespace cacao
