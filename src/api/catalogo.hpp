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

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace cacao {

struct Unico {
    std::string_view campo;
    bool si_hay = false;  // several may have none: "", or 0
};

// A record that this one points to; 0 points to none. Asked for when it changes. `sql` as for exigir_activo.
struct Referencia {
    std::string_view campo;
    std::string_view sql;
};

// `identificador` gives the next record its number where it is not simply the next.
struct DatosCatalogo {
    std::string_view tabla;
    std::string_view llave;
    std::vector<std::string_view> candados;  // of who writes: one at a time
    std::string_view orden;
    std::vector<Unico> unicos;
    std::vector<Referencia> referencias = {};
    std::vector<std::string_view> buscados = {};  // fields whose words the column `busqueda` holds
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
void exigir_referencias(db::Reader& tx, const DatosCatalogo& catalogo, const Vista& registro, const Vista* antes, Faltas& faltas);
void insertar(db::Writer& tx, const DatosCatalogo& catalogo, const Vista& registro);
void actualizar(db::Writer& tx, const DatosCatalogo& catalogo, const Vista& registro, std::int64_t propio);
std::string entidad(std::string_view tabla);  // as the log calls a record

}  // namespace catalogo

struct SinAjuste {
    void operator()(const auto& /*registro*/, Faltas&) const {}
};

// `Registro`: described, its first member its key. `Regla` sees what is there (nullptr for a new one) and what
// is to be.
template <class Registro>
class Catalogo {
    static constexpr bool con_version = requires(Registro r) { r.version; };

public:
    using Regla = void (*)(Context&, const Registro* antes, const Registro& registro, Faltas&);
    // What other tables hold of a record: `leer` completes it, `guardar` stores what changed (`antes`: nullptr for a new one).
    struct Resto {
        void (*leer)(db::Reader&, Registro&) = nullptr;
        void (*guardar)(db::Writer&, const Registro* antes, const Registro& registro) = nullptr;
    };
    explicit Catalogo(DatosCatalogo datos, Regla regla = nullptr, Resto resto = {})
        : datos_(std::move(datos)), regla_(regla), resto_(resto) {}

    std::vector<Registro> listar(const Context& ctx) const { return listar(ctx.db()); }
    std::vector<Registro> listar(db::Reader& tx) const { return listar(tx, db::Where{tx.organizacion()}); }
    // `donde`: its $1 is the organization.
    std::vector<Registro> listar(const Context& ctx, const db::Where& donde) const { return listar(ctx.db(), donde); }
    std::vector<Registro> listar(db::Reader& tx, const db::Where& donde) const {
        return tx.template all_with<Registro>(leidas() + donde.and_sql() + " ORDER BY " + std::string{datos_.orden},
                                              donde.params());
    }

    std::optional<Registro> buscar(db::Reader& tx, std::int64_t id) const {
        auto registro =
            tx.template one<Registro>(leidas() + " AND " + std::string{datos_.llave} + " = $2", tx.organizacion(), id);
        if (registro && resto_.leer != nullptr) resto_.leer(tx, *registro);
        return registro;
    }
    Registro leer(db::Reader& tx, std::int64_t id) const {
        auto registro = buscar(tx, id);
        if (!registro) reject(Codigo::no_encontrado, "/" + std::string{datos_.llave});
        return std::move(*registro);
    }

    // `nuevo`: what a record is where the request says nothing. `ajuste` (Registro&, Faltas&): what else follows from the
    // request.
    template <class Pedido, class Ajuste = SinAjuste>
    Registro crear(Context& ctx, const Pedido& pedido, Registro nuevo = {}, const Ajuste& ajuste = {}) const {
        auto& tx = ctx.db();
        cerrar(tx);
        const std::int64_t id = datos_.identificador != nullptr ? datos_.identificador(tx) : tx.next_id();
        tomar(pedido, nuevo);
        catalogo::poner_llave(db::detail::row_shape<Registro>, id, &nuevo);
        if constexpr (requires { nuevo.activo; }) nuevo.activo = true;
        if constexpr (con_version) nuevo.version = 1;
        Faltas faltas;
        ajuste(nuevo, faltas);
        revisar(ctx, nullptr, nuevo, id, faltas);
        catalogo::insertar(tx, datos_, catalogo::vista(nuevo));
        if (resto_.guardar != nullptr) resto_.guardar(tx, nullptr, nuevo);
        ctx.auditar_alta(catalogo::entidad(datos_.tabla), id, nuevo);
        return nuevo;
    }

    // `pedido`: its first member is the key.
    template <class Pedido, class Ajuste = SinAjuste>
    Registro actualizar(Context& ctx, const Pedido& pedido, const Ajuste& ajuste = {}) const {
        auto [antes, registro] = preparar(ctx, llave_de(catalogo::vista(pedido)), pedido, ajuste);
        return guardar(ctx, antes, std::move(registro));
    }
    // The same of a request that does not name the record.
    template <class Pedido>
    Registro actualizar(Context& ctx, std::int64_t id, const Pedido& pedido) const {
        auto [antes, registro] = preparar(ctx, id, pedido, SinAjuste{});
        return guardar(ctx, antes, std::move(registro));
    }
    // For tables of many: false when nothing differs, and then nothing is written.
    template <class Pedido, class Ajuste = SinAjuste>
    bool cambiar(Context& ctx, const Pedido& pedido, const Ajuste& ajuste = {}) const {
        auto [antes, registro] = preparar(ctx, llave_de(catalogo::vista(pedido)), pedido, ajuste);
        if (reflect::to_json(registro) == reflect::to_json(antes)) return false;
        guardar(ctx, antes, std::move(registro));
        return true;
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
    template <class Pedido, class Ajuste>
    std::pair<Registro, Registro> preparar(Context& ctx, std::int64_t id, const Pedido& pedido, const Ajuste& ajuste) const {
        auto& tx = ctx.db();
        cerrar(tx);
        Registro antes = leer(tx, id);
        if constexpr (con_version) ctx.exigir_version(antes.version);
        Registro registro = antes;
        tomar(pedido, registro);
        Faltas faltas;
        ajuste(registro, faltas);
        revisar(ctx, &antes, registro, id, faltas);
        return {std::move(antes), std::move(registro)};
    }
    Registro guardar(Context& ctx, const Registro& antes, Registro registro) const {
        auto& tx = ctx.db();
        const std::int64_t id = llave_de(catalogo::vista(antes));
        if constexpr (con_version) ++registro.version;
        catalogo::actualizar(tx, datos_, catalogo::vista(registro), id);
        if (resto_.guardar != nullptr) resto_.guardar(tx, &antes, registro);
        ctx.auditar(catalogo::entidad(datos_.tabla), id, antes, registro);
        return registro;
    }
    static std::int64_t llave_de(const catalogo::Vista& vista) { return vista.dice(vista.campos.front()).valor.integer; }
    void revisar(Context& ctx, const Registro* antes, const Registro& registro, std::int64_t id, Faltas& faltas) const {
        const auto vista = catalogo::vista(registro);
        catalogo::exigir_unicos(ctx.db(), datos_, vista, id, faltas);
        const auto la_de_antes = catalogo::vista(antes != nullptr ? *antes : registro);
        catalogo::exigir_referencias(ctx.db(), datos_, vista, antes != nullptr ? &la_de_antes : nullptr, faltas);
        if (regla_ != nullptr) regla_(ctx, antes, registro, faltas);
        faltas.lanzar();
    }

    DatosCatalogo datos_;
    Regla regla_;
    Resto resto_;
};

}  // namespace cacao
