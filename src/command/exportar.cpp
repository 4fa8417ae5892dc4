#include "command/exportar.hpp"

#include "command/commands.hpp"
#include "command/importar.hpp"
#include "command/installation.hpp"
#include "db/rows.hpp"
#include "engine/precios/listas_precios.hpp"
#include "rooms/contabilidad/catalogos/cuenta.hpp"
#include "rooms/contactos/contacto_filas.hpp"
#include "rooms/productos/producto_filas.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <map>

namespace cacao::command {
namespace {

using tabla::Celda;
using tabla::celda;

std::string juntar(const std::vector<std::string>& textos) { return fmt::format("{}", fmt::join(textos, ",")); }

// A value of a record as the cell from which a request of type `Pedido` would read it.
template <class Pedido, class Valor>
Celda como_celda(const Valor& valor) {
    if constexpr (reflect::is_optional<Pedido>) {
        return como_celda<typename Pedido::value_type>(valor);
    } else if constexpr (reflect::is_guardado<Valor>) {
        return como_celda<Pedido>(reflect::recuperar(valor));
    } else if constexpr (std::is_same_v<Valor, std::vector<Rol>>) {
        std::vector<std::string> nombres;
        for (const auto rol : valor) nombres.emplace_back(reflect::enum_name(rol));
        return celda(juntar(nombres));
    } else if constexpr (std::is_same_v<Valor, std::vector<ClasificacionDeContacto>>) {
        std::vector<std::string> ids;
        for (const auto& c : valor) ids.push_back(std::to_string(c.clasificacionId));
        return celda(juntar(ids));
    } else if constexpr (reflect::is_vector<Valor>) {
        return celda(reflect::list_as_request<typename Pedido::value_type>(valor));
    } else {
        return celda(valor);
    }
}

// Columns are the fields of the request that makes the record, and `activo`; some name another record by its code instead.
template <class Nuevo>
std::vector<Celda> encabezado(const std::vector<Alias>& alias) {
    std::vector<Celda> titulos;
    for (const auto nombre : reflect::member_names<Nuevo>()) {
        auto titulo = nombre;
        for (const auto& a : alias)
            if (a.miembro == nombre) titulo = a.columna;
        titulos.push_back(celda(titulo));
    }
    titulos.push_back(celda("activo"));
    return titulos;
}

template <class Nuevo, class Registro, class Codigo>
std::vector<Celda> renglon(const Registro& registro, const std::vector<Alias>& alias, Codigo codigo) {
    std::vector<Celda> celdas;
    reflect::for_each_member<Nuevo>([&](auto pedido) {
        using Describe = decltype(pedido);
        using Pedido = reflect::MemberType<Describe, Nuevo>;
        for (const auto& a : alias)
            if (a.miembro == std::string_view{pedido.name}) {
                celdas.push_back(celda(codigo(registro)));
                return;
            }
        reflect::for_each_member<Registro>([&](auto miembro) {
            using Miembro = decltype(miembro);
            if constexpr (std::string_view{Describe::name} == std::string_view{Miembro::name})
                celdas.push_back(como_celda<Pedido>(registro.*miembro.pointer));
        });
    });
    celdas.push_back(celda(registro.activo));
    return celdas;
}

}  // namespace

void exportar_contactos(db::Reader& tx, tabla::Escritor& escritor) {
    const auto alias = importador_contactos()->alias();
    escritor.renglon(encabezado<ContactoNuevo>(alias));
    cada_contacto(tx, [&](const Contacto& c) {
        escritor.renglon(renglon<ContactoNuevo>(c, alias, [](const Contacto&) { return std::string{}; }));
    });
}

void exportar_productos(db::Reader& tx, tabla::Escritor& escritor) {
    const auto alias = importador_productos()->alias();
    escritor.renglon(encabezado<ProductoNuevo>(alias));
    // What a kit consists of comes before the kit, so that the table can be read from top to bottom.
    for (const bool kits : {false, true})
        cada_producto(tx, [&](const Producto& p) {
            if (p.componentes.empty() == kits) return;
            escritor.renglon(renglon<ProductoNuevo>(p, alias, [](const Producto& x) { return x.unidad; }));
        });
}

// Those in force today. Without the day they began, so that the table can come back: a price never changes a day that has passed.
void exportar_precios(db::Reader& tx, tabla::Escritor& escritor) {
    escritor.renglon(
        {celda("lista"), celda("producto"), celda("unidad"), celda("cantidadMinima"), celda("precio"), celda("vigenciaFin")});
    const Fecha hoy =
        dia_en_zona(Instante::ahora(),
                    tx.one<std::string>("SELECT zona FROM organizacion WHERE organizacionId = $1", tx.organizacion()).value());
    tx.each(R"(SELECT l.codigo, p.codigo, u.codigo, r.cantidadMinima, r.precio, r.vigenciaFin
               FROM precio r
               JOIN listaPrecios l ON l.organizacionId = $1 AND l.listaPreciosId = r.listaPreciosId
               JOIN producto p ON p.organizacionId = $1 AND p.productoId = r.productoId
               JOIN unidadMedida u ON u.organizacionId = $1 AND u.unidadMedidaId = r.unidadMedidaId
               WHERE r.organizacionId = $1 AND r.listaPreciosId <> 0 AND r.vigenciaInicio <= $2 AND r.vigenciaFin >= $2
               ORDER BY l.codigo, p.codigo, u.codigo, r.cantidadMinima)",
            [&](const db::Row& r) {
                const auto fin = Fecha::de_dias(static_cast<std::int32_t>(r.integer(5)));
                escritor.renglon({celda(std::string{r.text(0)}), celda(std::string{r.text(1)}), celda(std::string{r.text(2)}),
                                  celda(Cantidad::de_micros(r.integer(3))), celda(Precio::de_micros(r.integer(4))),
                                  celda(fin == engine::sin_fin ? std::string{} : fin.iso())});
            },
            tx.organizacion(), hoy);
}

void exportar_cuentas(db::Reader& tx, tabla::Escritor& escritor) {
    const auto alias = importador_cuentas()->alias();
    escritor.renglon(encabezado<CuentaContableNueva>(alias));
    auto cuentas = leer_cuentas(tx);
    std::map<std::int64_t, std::string> codigos;
    for (const auto& c : cuentas) codigos.emplace(c.cuentaId, c.codigo);
    // Parents first, whatever their codes.
    std::ranges::stable_sort(cuentas, {}, &CuentaContable::nivel);
    for (const auto& c : cuentas)
        escritor.renglon(renglon<CuentaContableNueva>(
            c, alias, [&](const CuentaContable& x) { return x.padreId == 0 ? std::string{} : codigos.at(x.padreId); }));
}

int export_table(const Config& config, const ExportOptions& options) {
    const std::map<std::string_view, void (*)(db::Reader&, tabla::Escritor&)> clases{{"contactos", exportar_contactos},
                                                                                     {"productos", exportar_productos},
                                                                                     {"precios", exportar_precios},
                                                                                     {"cuentas", exportar_cuentas},
                                                                                     {"saldos", exportar_saldos}};
    const auto database = open_database(config, false);
    const auto organizacionId = named_organization(*database, options.organizacion);
    std::unique_ptr<std::FILE, int (*)(std::FILE*)> file{nullptr, std::fclose};
    if (!options.file.empty()) file.reset(std::fopen(options.file.c_str(), "wb"));
    if (!options.file.empty() && !file) throw Plain(fmt::format("{} cannot be written.", options.file));
    std::FILE* out = file ? file.get() : stdout;
    const tabla::Salida salida = [out](std::string_view bytes) {
        if (std::fwrite(bytes.data(), 1, bytes.size(), out) != bytes.size()) throw Plain("The table could not be written.");
    };
    const auto escritor =
        options.formato == "xlsx" ? tabla::escritor_xlsx(salida, options.clase) : tabla::escritor_csv(salida, {options.bom});
    database->read(organizacionId, [&](db::Reader& tx) { clases.at(options.clase)(tx, *escritor); });
    escritor->terminar();
    if (std::fflush(out) != 0) throw Plain("The table could not be written.");
    return 0;
}

}  // namespace cacao::command
