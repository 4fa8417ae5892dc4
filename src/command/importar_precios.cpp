// Prices of lists from a table: a row is a price of a product in a list, from today or from the day it says.

#include "command/importar.hpp"

#include "base/texto.hpp"
#include "db/rows.hpp"
#include "rooms/precios/catalogos/precio.hpp"

#include <array>
#include <charconv>

namespace cacao::command {
namespace {

class DePrecios : public Importador {
public:
    std::vector<std::string_view> columnas() const override {
        auto nombres = reflect::member_names<PrecioCambio>();
        nombres.emplace_back("lista");
        return nombres;
    }
    std::vector<Alias> alias() const override { return {{"producto", "productoId"}, {"unidad", "unidadMedidaId"}}; }
    // A row is known by list, product, unit and quantity together; the room tells when two say the same.
    std::string_view clave() const override { return {}; }

    void empezar(Context& ctx) override {
        leer_codigos(ctx, "SELECT codigo, unidadMedidaId FROM unidadMedida WHERE organizacionId = $1", codigos_["unidad"]);
        leer_codigos(ctx, "SELECT codigo, listaPreciosId FROM listaPrecios WHERE organizacionId = $1", codigos_["lista"]);
    }

    void renglones(Context& ctx, const Tabla& t, std::span<const tabla::Renglon> filas, Informe& informe) override {
        buscar_productos(ctx, t, filas);
        std::map<std::int64_t, std::vector<Cambio>> por_lista;
        for (const tabla::Renglon& fila : filas) {
            static constexpr std::array<std::string_view, 1> aparte{"lista"};
            Faltas faltas;
            const std::int64_t lista = lista_de(t, fila, faltas);
            auto cambio = decodificar<PrecioCambio>(t, fila, aparte, faltas);
            if (faltas.vacia()) por_lista[lista].push_back({&fila, std::move(cambio)});
            else anotar(t, fila, faltas.lista(), informe);
        }
        for (auto& [lista, cambios] : por_lista) registrar(ctx, t, lista, std::move(cambios), informe);
    }

private:
    struct Cambio {
        const tabla::Renglon* fila;
        PrecioCambio pedido;
    };

    // Those that the batch names, in one trip.
    void buscar_productos(Context& ctx, const Tabla& t, std::span<const tabla::Renglon> filas) {
        auto& productos = codigos_["producto"];
        productos.clear();
        const auto lugar = t.lugar("producto");
        if (!lugar) return;
        std::map<std::string, std::optional<std::int64_t>> ids;
        for (const auto& fila : filas)
            if (*lugar < fila.celdas.size()) ids.try_emplace(std::string{recortado(fila.celdas[*lugar])});
        for (auto& [codigo, id] : ids)
            ctx.db().one_later(id, "SELECT productoId FROM producto WHERE organizacionId = $1 AND codigo = $2",
                               ctx.organizacionId(), codigo);
        ctx.db().settle();
        for (const auto& [codigo, id] : ids)
            if (id) productos.emplace(codigo, *id);
    }

    std::int64_t lista_de(const Tabla& t, const tabla::Renglon& fila, Faltas& faltas) const {
        const auto lugar = t.lugar("lista");
        const auto codigo = lugar && *lugar < fila.celdas.size() ? recortado(fila.celdas[*lugar]) : std::string_view{};
        const auto& listas = codigos_.at("lista");
        const auto encontrada = listas.find(codigo);
        if (encontrada != listas.end()) return encontrada->second;
        faltas.agregar(codigo.empty() ? Codigo::requerido : Codigo::no_encontrado, "/lista");
        return 0;
    }

    // The room judges all rows before it writes the first. Those it refuses are told and leave; the others are asked again.
    void registrar(Context& ctx, const Tabla& t, std::int64_t lista, std::vector<Cambio> cambios, Informe& informe) const {
        while (!cambios.empty()) {
            PreciosActualizacion pedida;
            pedida.listaPreciosId = lista;
            pedida.todoONada = true;
            for (const Cambio& c : cambios) pedida.precios.push_back(c.pedido);
            try {
                for (const PrecioCambiado& p : actualizar_precios(ctx, pedida).filas)
                    informe.contar(cambios[static_cast<std::size_t>(p.fila)].fila->linea,
                                   p.resultado == ResultadoPrecio::creado      ? Efecto::creado
                                   : p.resultado == ResultadoPrecio::sinCambio ? Efecto::igual
                                                                               : Efecto::actualizado);
                return;
            } catch (const Error& e) {
                quitar(t, e.faltas(), cambios, informe);
            }
        }
    }

    // Faults at /precios/3/precio belong to the fourth row, and to its column.
    void quitar(const Tabla& t, const std::vector<Falta>& faltas, std::vector<Cambio>& cambios, Informe& informe) const {
        constexpr std::string_view prefijo = "/precios/";
        std::map<std::size_t, std::vector<Falta>> por_fila;
        for (const Falta& f : faltas) {
            std::size_t i = cambios.size();
            if (f.campo.starts_with(prefijo)) {
                const char* desde = f.campo.data() + prefijo.size();
                const char* fin = f.campo.data() + f.campo.size();
                const char* resto = std::from_chars(desde, fin, i).ptr;
                if (i < cambios.size()) por_fila[i].push_back({f.codigo, std::string{resto, fin}, f.en, f.datos});
            }
            // Of the list as a whole: no row of it can be stored.
            if (i >= cambios.size())
                for (std::size_t j = 0; j < cambios.size(); ++j) por_fila[j].push_back({f.codigo, "/lista", f.en, f.datos});
        }
        std::vector<Cambio> quedan;
        for (std::size_t i = 0; i < cambios.size(); ++i) {
            if (const auto suyas = por_fila.find(i); suyas != por_fila.end()) anotar(t, *cambios[i].fila, suyas->second, informe);
            else quedan.push_back(std::move(cambios[i]));
        }
        cambios = std::move(quedan);
    }
};

}  // namespace

std::unique_ptr<Importador> importador_precios() { return std::make_unique<DePrecios>(); }

}  // namespace cacao::command
