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

#include <array>
#include <cstdio>
#include <map>

namespace cacao::command {
namespace {

using tabla::Celda;
using tabla::celda;

std::string juntar(const std::vector<std::string>& textos) { return fmt::format("{}", fmt::join(textos, ",")); }

// Of a record, what is not written as it stands: by the field of the request, the cell from which the request would read it.
using Aparte = std::map<std::string_view, std::string>;

// A list of records as a request of type `Pedido` would have it.
template <class Pedido, class Registro>
std::string como_pedido(const std::vector<Registro>& lista) {
    return reflect::list_as_request(&lista, reflect::ShapeOf<std::vector<Registro>>::value,
                                    reflect::ShapeOf<Pedido, reflect::For::reading>::value);
}

// A value of a record as the cell from which a request's field would read it.
Celda como_celda(const void* valor, const reflect::Shape& forma, const reflect::Shape& pedida) {
    using reflect::Form;
    switch (forma.form) {
        case Form::boolean: return celda(*static_cast<const bool*>(valor));
        case Form::whole: return celda(reflect::whole_at(valor, forma));
        case Form::decimal: return celda(Importe::de_micros(*static_cast<const std::int64_t*>(valor)));
        case Form::enumeration: return celda(reflect::name_of(reflect::whole_at(valor, forma), forma));
        case Form::text: return celda(*static_cast<const std::string*>(valor));
        case Form::list: {
            if (forma.items.shape->form == Form::object)
                return celda(reflect::list_as_request(valor, forma, *pedida.items.shape));
            std::vector<std::string> textos;
            const auto items = forma.listing->items(valor);
            for (std::size_t i = 0; i < items.count; ++i)
                textos.push_back(std::get<std::string>(
                    como_celda(items.first + i * forma.listing->stride, *forma.items.shape, *pedida.items.shape)));
            return celda(juntar(textos));
        }
        case Form::written: {
            if (forma.written == &reflect::written_as<Fecha>) return celda(*static_cast<const Fecha*>(valor));
            if (forma.written->text != nullptr) return celda(forma.written->text(valor));
            std::array<char, largo_escrito> texto{};
            return celda(std::string_view{texto.data(), forma.written->write(texto.data(), valor)});
        }
        case Form::object:
        case Form::file:
        case Form::json: break;
    }
    throw std::logic_error("a record holds what no cell can");
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

std::vector<Celda> renglon(const reflect::Shape& nuevo, const void* registro, const reflect::Shape& forma, const Aparte& aparte) {
    std::vector<Celda> celdas;
    for (const auto& pedido : nuevo.members) {
        const auto lugar = reflect::find_member(forma.members, pedido.name);
        if (const auto otra = aparte.find(pedido.name); otra != aparte.end()) {
            celdas.push_back(celda(otra->second));
        } else if (lugar) {
            const auto& miembro = forma.members[*lugar];
            if (miembro.use.kept) throw std::logic_error("a record holds what no cell can");
            const void* valor = static_cast<const char*>(registro) + forma.offset(miembro);
            if (miembro.use.nullable()) valor = miembro.use.holder->get(valor);
            // What has no value is an empty cell, which clears it again.
            celdas.push_back(valor == nullptr ? celda("") : como_celda(valor, *miembro.use.shape, *pedido.use.shape));
        }
    }
    return celdas;
}

template <class Nuevo, class Registro>
std::vector<Celda> renglon(const Registro& registro, const Aparte& aparte) {
    auto celdas =
        renglon(reflect::ShapeOf<Nuevo, reflect::For::reading>::value, &registro, reflect::ShapeOf<Registro>::value, aparte);
    celdas.push_back(celda(registro.activo));
    return celdas;
}

std::string clasificaciones_de(const Contacto& contacto) {
    std::vector<std::string> ids;
    for (const auto& c : contacto.clasificaciones) ids.push_back(std::to_string(c.clasificacionId));
    return juntar(ids);
}

}  // namespace

void exportar_contactos(db::Reader& tx, tabla::Escritor& escritor) {
    const auto alias = importador_contactos()->alias();
    escritor.renglon(encabezado<ContactoNuevo>(alias));
    cada_contacto(tx, [&](const Contacto& c) {
        escritor.renglon(renglon<ContactoNuevo>(
            c, {{"clasificaciones", clasificaciones_de(c)},
                {"contactosAdicionales", como_pedido<ContactoAdicionalNuevo>(reflect::recuperar(c.contactosAdicionales))},
                {"direcciones", como_pedido<DireccionNueva>(reflect::recuperar(c.direcciones))},
                {"cuentasBancarias", como_pedido<CuentaBancariaNueva>(reflect::recuperar(c.cuentasBancarias))}}));
    });
}

void exportar_productos(db::Reader& tx, tabla::Escritor& escritor) {
    const auto alias = importador_productos()->alias();
    escritor.renglon(encabezado<ProductoNuevo>(alias));
    // What a kit consists of comes before the kit, so that the table can be read from top to bottom.
    for (const bool kits : {false, true})
        cada_producto(tx, [&](const Producto& p) {
            if (p.componentes.empty() == kits) return;
            escritor.renglon(renglon<ProductoNuevo>(p, {{"unidadMedidaId", p.unidad}}));
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
        escritor.renglon(renglon<CuentaContableNueva>(c, {{"padreId", c.padreId == 0 ? std::string{} : codigos.at(c.padreId)}}));
}

int export_table(const Config& config, const ExportOptions& options) {
    const std::map<std::string_view, void (*)(db::Reader&, tabla::Escritor&)> clases{{"contactos", exportar_contactos},
                                                                                     {"productos", exportar_productos},
                                                                                     {"precios", exportar_precios},
                                                                                     {"cuentas", exportar_cuentas},
                                                                                     {"saldos", exportar_saldos}};
    const auto database = open_existing(config, false);
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
