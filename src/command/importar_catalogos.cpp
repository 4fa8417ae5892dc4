// Contacts, products and accounts from a table: made where their code is new, changed where it is known.

#include "command/importar.hpp"

#include "db/rows.hpp"
#include "rooms/contabilidad/catalogos/cuenta.hpp"
#include "rooms/contactos/contacto.hpp"
#include "rooms/productos/producto.hpp"

#include <algorithm>
#include <array>

namespace cacao::command {
namespace {

std::vector<std::string_view> con_activo(std::vector<std::string_view> nombres) {
    nombres.emplace_back("activo");
    return nombres;
}

// What the catalogs have in common. `Sala` knows one record: how it is found, made and changed.
template <class Sala>
class DeCatalogo : public Importador, private Sala {
public:
    std::vector<std::string_view> columnas() const override { return con_activo(reflect::member_names<typename Sala::Nuevo>()); }
    std::vector<Alias> alias() const override { return Sala::alias(); }
    void empezar(Context& ctx) override { Sala::preparar(ctx, codigos_); }

    void renglones(Context& ctx, const Tabla& t, std::span<const tabla::Renglon> filas, Informe& informe) override {
        const auto ids = buscar(ctx, t, filas);
        for (std::size_t i = 0; i < filas.size(); ++i) {
            const auto advertidas = ctx.advertencias().size();
            try {
                informe.contar(filas[i].linea, ids[i] ? cambiar(ctx, t, filas[i], *ids[i]) : crear(ctx, t, filas[i]));
                anotar_advertencias(t, filas[i], std::span{ctx.advertencias()}.subspan(advertidas), informe);
            } catch (const Error& e) {
                // Rules are judged before the first statement that writes, so nothing of a refused row stays behind.
                anotar(t, filas[i], e.faltas(), informe);
            }
        }
    }

private:
    // All codes of a batch together: one trip to PostgreSQL.
    std::vector<std::optional<std::int64_t>> buscar(Context& ctx, const Tabla& t, std::span<const tabla::Renglon> filas) {
        std::vector<std::optional<std::int64_t>> ids(filas.size());
        const auto lugar = *t.lugar(clave());
        for (std::size_t i = 0; i < filas.size(); ++i)
            if (lugar < filas[i].celdas.size())
                ctx.db().one_later(ids[i], Sala::por_codigo, ctx.organizacionId(), recortado(filas[i].celdas[lugar]));
        ctx.db().settle();
        return ids;
    }

    Efecto crear(Context& ctx, const Tabla& t, const tabla::Renglon& fila) {
        static constexpr std::array<std::string_view, 1> aparte{"activo"};
        Faltas faltas;
        auto nuevo = decodificar<typename Sala::Nuevo>(t, fila, aparte, faltas);
        bool activo = true;
        if (const auto lugar = t.lugar("activo"); lugar && *lugar < fila.celdas.size()) {
            std::optional<bool> dicho;
            reflect::Decoding d{faltas, En::cuerpo};
            const reflect::PathStep paso{d, "activo"};
            reflect::read_cell(fila.celdas[*lugar], dicho, d);
            activo = dicho.value_or(true);
        }
        faltas.lanzar();
        const auto id = Sala::crear(ctx, nuevo, codigos_);
        if (!activo) Sala::desactivar(ctx, id);
        return Efecto::creado;
    }

    Efecto cambiar(Context& ctx, const Tabla& t, const tabla::Renglon& fila, std::int64_t id) {
        Faltas faltas;
        // The identifier comes from the code, which stays.
        const auto ya = std::uint64_t{1} << Sala::lugar_del_id;
        auto cambios = decodificar<typename Sala::Cambios>(t, fila, Sala::sin_cambio, faltas, ya);
        Sala::exigir_iguales(ctx, id, t, fila, faltas);
        faltas.lanzar();
        return Sala::cambiar(ctx, id, cambios) ? Efecto::actualizado : Efecto::igual;
    }
};

// The place of a member among those of its struct.
template <class T>
constexpr std::size_t lugar_de(std::string_view nombre) {
    std::size_t lugar = 0;
    while (reflect::shape_members<T, reflect::For::reading>[lugar].name != nombre) ++lugar;
    return lugar;
}

struct SalaContactos {
    using Nuevo = ContactoNuevo;
    using Cambios = ContactoActualizacionPorCodigo;
    static constexpr std::size_t lugar_del_id = lugar_de<Cambios>("codigo");
    static constexpr std::array<std::string_view, 1> sin_cambio{"codigo"};
    static constexpr std::string_view por_codigo = "SELECT entidadId FROM contacto WHERE organizacionId = $1 AND codigo = $2";
    static std::vector<Alias> alias() { return {}; }
    static void preparar(Context&, CodigosPorColumna&) {}
    static std::int64_t crear(Context& ctx, const Nuevo& nuevo, CodigosPorColumna&) {
        return crear_contacto(ctx, nuevo).entidadId;
    }
    static bool cambiar(Context& ctx, std::int64_t id, const Cambios& cambios) { return cambiar_contacto(ctx, id, cambios); }
    static void desactivar(Context& ctx, std::int64_t id) {
        ContactoCambios cambios;
        cambios.activo = false;
        cambiar_contacto(ctx, id, cambios);
    }
    static void exigir_iguales(Context&, std::int64_t, const Tabla&, const tabla::Renglon&, Faltas&) {}
};

struct SalaProductos {
    using Nuevo = ProductoNuevo;
    using Cambios = ProductoActualizacion;
    static constexpr std::size_t lugar_del_id = lugar_de<Cambios>("productoId");
    static constexpr std::array<std::string_view, 1> sin_cambio{"codigo"};
    static constexpr std::string_view por_codigo = "SELECT productoId FROM producto WHERE organizacionId = $1 AND codigo = $2";
    static std::vector<Alias> alias() { return {{"unidad", "unidadMedidaId"}}; }
    static void preparar(Context& ctx, CodigosPorColumna& codigos) {
        leer_codigos(ctx, "SELECT codigo, unidadMedidaId FROM unidadMedida WHERE organizacionId = $1", codigos["unidad"]);
    }
    static std::int64_t crear(Context& ctx, const Nuevo& nuevo, CodigosPorColumna&) {
        return crear_producto(ctx, nuevo).productoId;
    }
    static bool cambiar(Context& ctx, std::int64_t id, Cambios& cambios) {
        cambios.productoId = id;
        return cambiar_producto(ctx, cambios);
    }
    static void desactivar(Context& ctx, std::int64_t id) {
        ProductoActualizacion cambios;
        cambios.productoId = id;
        cambios.activo = false;
        cambiar_producto(ctx, cambios);
    }
    static void exigir_iguales(Context&, std::int64_t, const Tabla&, const tabla::Renglon&, Faltas&) {}
};

// Parents come before their children in the file.
struct SalaCuentas {
    using Nuevo = CuentaContableNueva;
    using Cambios = CuentaContableActualizacion;
    static constexpr std::size_t lugar_del_id = lugar_de<Cambios>("cuentaId");
    static constexpr std::array<std::string_view, 3> sin_cambio{"codigo", "naturaleza", "tipo"};
    static constexpr std::string_view por_codigo = "SELECT cuentaId FROM cuenta WHERE organizacionId = $1 AND codigo = $2";
    static std::vector<Alias> alias() { return {{"padre", "padreId"}}; }
    static void preparar(Context& ctx, CodigosPorColumna& codigos) {
        leer_codigos(ctx, "SELECT codigo, cuentaId FROM cuenta WHERE organizacionId = $1", codigos["padre"]);
    }
    static std::int64_t crear(Context& ctx, const Nuevo& nueva, CodigosPorColumna& codigos) {
        const auto cuenta = crear_cuenta(ctx, nueva);
        codigos["padre"].emplace(cuenta.codigo, cuenta.cuentaId);
        return cuenta.cuentaId;
    }
    static bool cambiar(Context& ctx, std::int64_t id, Cambios& cambios) {
        cambios.cuentaId = id;
        return cambiar_cuenta(ctx, cambios);
    }
    static void desactivar(Context& ctx, std::int64_t id) {
        CuentaContableActualizacion cambios;
        cambios.cuentaId = id;
        cambios.activo = false;
        cambiar_cuenta(ctx, cambios);
    }
    // Entries were read by nature and type, so a table may repeat them and not change them.
    static void exigir_iguales(Context& ctx, std::int64_t id, const Tabla& t, const tabla::Renglon& fila, Faltas& faltas) {
        ctx.db().each(
            "SELECT naturaleza, tipo FROM cuenta WHERE organizacionId = $1 AND cuentaId = $2",
            [&](const db::Row& r) {
                const auto comparar = [&](std::string_view columna, std::string_view guardado) {
                    const auto lugar = t.lugar(columna);
                    if (!lugar || *lugar >= fila.celdas.size()) return;
                    const auto dicho = recortado(fila.celdas[*lugar]);
                    if (!dicho.empty() && dicho != guardado) faltas.agregar(Codigo::estado_invalido, "/" + std::string{columna});
                };
                comparar("naturaleza", r.text(0));
                comparar("tipo", r.text(1));
            },
            ctx.organizacionId(), id);
    }
};

}  // namespace

std::unique_ptr<Importador> importador_contactos() { return std::make_unique<DeCatalogo<SalaContactos>>(); }
std::unique_ptr<Importador> importador_productos() { return std::make_unique<DeCatalogo<SalaProductos>>(); }
std::unique_ptr<Importador> importador_cuentas() { return std::make_unique<DeCatalogo<SalaCuentas>>(); }

}  // namespace cacao::command
