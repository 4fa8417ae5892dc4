#include "api/tablas.hpp"

#include "api/monedas.hpp"
#include "base/texto.hpp"
#include "db/rows.hpp"
#include "palabras/palabras.hpp"
#include "tabla/hoja.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

namespace cacao::api {
namespace {

using reflect::Form;
using reflect::Shape;
using reflect::ShapeMember;
using tabla::celda;
using tabla::Celda;

bool es_dia(const Shape& s) { return s.written == &reflect::written_as<Fecha> || s.written == &reflect::written_as<FechaDmy>; }
bool de_registros(const reflect::Use& use) {
    return use.shape->form == Form::list && !use.kept && use.shape->items.shape->form == Form::object;
}

const ShapeMember* miembro(const Shape& s, std::string_view nombre) {
    const auto m = std::ranges::find(s.members, nombre, &ShapeMember::name);
    return m == s.members.end() ? nullptr : &*m;
}
// The value of a member; nullptr when it is missing.
const void* valor_de(const Shape& s, const ShapeMember& m, const void* objeto) {
    const void* p = static_cast<const char*>(objeto) + s.offset(m);
    return m.use.holder != nullptr ? m.use.holder->get(p) : p;
}
std::optional<Fecha> dia_de(const Shape& s, const void* objeto, std::string_view nombre) {
    const ShapeMember* m = miembro(s, nombre);
    if (m == nullptr || !es_dia(*m->use.shape)) return std::nullopt;
    const void* p = valor_de(s, *m, objeto);
    return p == nullptr ? std::nullopt : std::optional{*static_cast<const Fecha*>(p)};
}

template <class Una>
void cada_uno(const Shape& lista, const void* p, Una&& una) {
    const auto [primero, cuantos] = lista.listing->items(p);
    for (std::size_t i = 0; i < cuantos; ++i) una(primero + i * lista.listing->stride);
}

std::string etiqueta(std::string_view donde, std::string_view campo) {
    const auto* p = glosario::palabra(donde, campo);
    return std::string{p != nullptr ? p->etiqueta : campo};
}

// transaccionId, transaccionId2, creadoPor, version: of use to programs alone. Names say so, or words do.
bool es_identificador(std::string_view donde, std::string_view campo, const Shape& shape) {
    if (shape.form != Form::whole) return false;
    const auto nombre = campo.substr(0, campo.find_last_not_of("0123456789") + 1);
    return nombre.ends_with("Id") || campo == "id" || campo == "version" || etiqueta(donde, campo).ends_with("(id)");
}

// Texts that are one of a few words of ours: kinds of documents, states, classes.
bool es_de_clase(std::string_view campo) {
    static constexpr std::array<std::string_view, 29> campos{
        "ambito",      "base",      "beneficio", "clase",         "condicion", "estado",      "estadoSat",  "evento",
        "factor",      "impuesto",  "isrPor",    "iva",           "metodo",    "metodoCosto", "naturaleza", "origen",
        "paso",        "prioridad", "punto",     "redondeo",      "reparto",   "resultado",   "ritmo",      "roles",
        "seguimiento", "timbrado",  "tipo",      "tipoDocumento", "tratoIva"};
    return std::ranges::binary_search(campos, campo);
}

std::string en_palabras(std::string_view texto, std::string_view campo) {
    return std::string{es_de_clase(campo) ? glosario::en_palabras(campo, texto) : texto};
}

std::string texto_de(const Shape& s, const void* p, std::string_view campo, std::string_view zona) {
    switch (s.form) {
        case Form::text: return en_palabras(*static_cast<const std::string*>(p), campo);
        case Form::enumeration: return std::string{glosario::en_palabras(campo, reflect::name_of(reflect::whole_at(p, s), s))};
        case Form::written: {
            if (s.written->text != nullptr) return en_palabras(s.written->text(p), campo);
            if (s.written == &reflect::written_as<Instante>) {
                auto hora = hora_local(*static_cast<const Instante*>(p), zona);
                std::ranges::replace(hora, 'T', ' ');
                return hora;
            }
            std::array<char, largo_escrito> bytes{};
            return {bytes.data(), s.written->write(bytes.data(), p)};
        }
        default: return {};
    }
}

tabla::Columna columna_de(std::string titulo, std::string_view campo, const Shape& s) {
    using tabla::Clase;
    const auto es_de = [&](std::initializer_list<std::string_view> lista) {
        return std::ranges::find(lista, campo) != lista.end();
    };
    switch (s.form) {
        case Form::boolean: return {std::move(titulo), Clase::si_no, 6};
        case Form::whole: return {std::move(titulo), Clase::entero, 8};
        case Form::decimal: return {std::move(titulo), Clase::importe, s.money ? 14 : 11};
        case Form::enumeration: return {std::move(titulo), Clase::texto, 14};
        default: break;
    }
    if (s.written != nullptr && es_dia(s)) return {std::move(titulo), Clase::fecha, 10};
    if (s.written == &reflect::written_as<Instante>) return {std::move(titulo), Clase::texto, 19};
    int ancho = 16;
    if (es_de({"moneda", "unidad"})) ancho = 7;
    else if (es_de({"codigo", "folio", "folio2", "serie", "clave"})) ancho = 13;
    else if (campo.starts_with("nombre") ||
             es_de({"cliente", "proveedor", "contacto", "producto", "descripcion", "notas", "uuid"}))
        ancho = 26;
    return {std::move(titulo), Clase::texto, ancho};
}

std::string con_mayuscula(std::string_view texto) {
    const std::size_t primera = texto.empty() ? 0 : (static_cast<unsigned char>(texto.front()) < 0x80 ? 1 : 2);
    return mayusculas(texto.substr(0, primera)) + std::string{texto.substr(primera)};
}

// From a row to one of its values.
struct Paso {
    std::ptrdiff_t lugar;
    const reflect::Holder* holder;
};
struct Campo {
    std::string llave;  // with the names of the structs around it
    std::string_view nombre;
    std::vector<Paso> camino;
    const Shape* shape = nullptr;
    std::size_t columna = 0;
    std::optional<std::size_t> total{};  // among those that add up

    const void* en(const void* fila) const {
        for (const Paso& p : camino) {
            fila = static_cast<const char*>(fila) + p.lugar;
            if (p.holder != nullptr) fila = p.holder->get(fila);
            if (fila == nullptr) return nullptr;
        }
        return fila;
    }
};

// Rows of one form.
struct Lista {
    std::string nombre;  // of the list in the answer; "" for the answer itself
    std::string titulo;
    const Shape* fila = nullptr;
    std::vector<Campo> campos;
    std::optional<Campo> por;
    std::vector<Campo> de_cada;  // of each item of `por`
};

// How a member of a row stands in a table, if it does.
enum class Trato : std::uint8_t { fuera, celda, dentro };
Trato trato_de(const Shape& de, const ShapeMember& m, bool papel) {
    const Shape& s = *m.use.shape;
    if (m.use.kept || s.form == Form::file || s.form == Form::json) return Trato::fuera;
    if (s.form == Form::object) return Trato::dentro;
    if (es_identificador(de.name, m.name, s)) return papel ? Trato::fuera : Trato::celda;
    if (s.form != Form::list) return Trato::celda;
    const Shape& cada = *s.items.shape;
    if (cada.form == Form::text || cada.form == Form::enumeration) return Trato::celda;
    return cada.form == Form::object && miembro(cada, "folio") != nullptr ? Trato::celda : Trato::fuera;
}

class Tablero {
public:
    Tablero(const Context& ctx, const Operation& op, const Executable& x, const void* request, tabla::Hoja& hoja)
        : ctx_(ctx), op_(op), x_(x), dicha_(x.dicha), request_(request), hoja_(hoja), decimales_(ctx.db()) {
        const Shape& s = *x.answer.data.shape;
        if (s.form == Form::list)
            agregar({.nombre = {}, .titulo = {}, .fila = s.items.shape, .campos = {}, .por = {}, .de_cada = {}});
        else repartir(s);
    }

    void llenar() {
        const bool otra = x_.leida.function != nullptr;
        x_.answers(otra ? x_.leida : x_.function, ctx_, request_, [&](const void* respuesta) {
            if (columnas_.empty()) empezar(respuesta);
            for (Lista& l : listas_) renglones(l, respuesta);
        });
        const Shape& s = *x_.answer.data.shape;
        if (s.form == Form::list) totalizar();
        if (dicha_.cuadre) dicha_.cuadre(ctx_, request_, [&](const void* cuadre, const Shape& forma) { cerrar(forma, cuadre); });
    }

private:
    void agregar(Lista lista) {
        if (const ShapeMember* m = dicha_.por.empty() ? nullptr : miembro(*lista.fila, dicha_.por)) {
            lista.por = Campo{std::string{m->name}, m->name, {{lista.fila->offset(*m), m->use.holder}}, m->use.shape};
            hojear(*m->use.shape->items.shape, {}, std::string{m->name} + ".", lista.de_cada);
        }
        hojear(*lista.fila, {}, {}, lista.campos);
        listas_.push_back(std::move(lista));
    }

    // Which lists of an answer are its rows: those that were said, or all. The answer itself, where one of its lists is `por`.
    void repartir(const Shape& s) {
        if (!dicha_.por.empty() && miembro(s, dicha_.por) != nullptr)
            return agregar({.nombre = {}, .titulo = {}, .fila = &s, .campos = {}, .por = {}, .de_cada = {}});
        for (const ShapeMember& m : s.members) {
            if (!de_registros(m.use) || std::ranges::find(dicha_.cierran, m.name) != dicha_.cierran.end()) continue;
            if (!dicha_.renglones.empty() && std::ranges::find(dicha_.renglones, m.name) == dicha_.renglones.end()) continue;
            agregar({.nombre = std::string{m.name},
                     .titulo = etiqueta(s.name, m.name),
                     .fila = m.use.shape->items.shape,
                     .campos = {},
                     .por = {},
                     .de_cada = {}});
        }
    }

    // The values of a struct, those of the structs in it too.
    void hojear(const Shape& s, const std::vector<Paso>& camino, const std::string& llave, std::vector<Campo>& campos) const {
        for (const ShapeMember& m : s.members) {
            const Trato trato = trato_de(s, m, hoja_.es_papel());
            if (trato == Trato::fuera || (m.name == dicha_.por && m.use.shape->form == Form::list)) continue;
            auto suyo = camino;
            suyo.push_back({s.offset(m), m.use.holder});
            const auto propia = llave + std::string{m.name};
            if (trato == Trato::dentro) hojear(*m.use.shape, suyo, propia + ".", campos);
            else campos.push_back({propia, m.name, std::move(suyo), m.use.shape});
        }
    }

    void empezar(const void* respuesta) {
        const Shape& s = *x_.answer.data.shape;
        // A list inside the rows that was not asked for (conMovimientos) has no columns; of pages nobody knows yet.
        if (x_.answer.envelope != Envelope::page)
            for (Lista& l : listas_) olvidar_vacia(l, respuesta);
        if (listas_.size() > 1) columnas_.push_back(tabla::texto("Sección", 16));
        for (const bool montos : {false, true})
            for (Lista& l : listas_)
                for (auto* campos : {&l.campos, &l.de_cada})
                    for (Campo& c : *campos)
                        if (c.shape->money == montos) acomodar(campos == &l.campos ? *l.fila : *l.por->shape->items.shape, c);
        const bool suelta = s.form == Form::list;  // nothing stands beside the rows
        const Shape& pedida = *x_.request.shape;
        const auto dia = [&](std::string_view nombre) {
            auto d = suelta ? std::nullopt : dia_de(s, respuesta, nombre);
            return d ? d : dia_de(pedida, request_, nombre);
        };
        auto hasta = dia("fechaFinal");
        if (!hasta) hasta = dia("fecha");
        tabla::Encabezado encabezado{titulo(), dia("fechaInicial"), hasta.value_or(ctx_.hoy()), {}};
        encabezado.nota = nota(pedida);
        hoja_.encabezar(std::move(encabezado), columnas_);
        celdas_.assign(columnas_.size(), celda(""));
    }

    void olvidar_vacia(Lista& l, const void* respuesta) {
        if (!l.por) return;
        bool alguno = false;
        cada_fila(l, respuesta, [&](const void* fila) {
            const void* items = l.por->en(fila);
            alguno = alguno || (items != nullptr && l.por->shape->listing->items(items).count != 0);
        });
        if (!alguno) l.por.reset(), l.de_cada.clear();
    }

    // The column of a value: that of its name, where another list has it already.
    void acomodar(const Shape& fila, Campo& c) {
        const auto [lugar, nueva] = lugares_.try_emplace({c.llave, c.shape->form}, columnas_.size());
        c.columna = lugar->second;
        if (nueva) {
            auto titulo = etiqueta(fila.name, c.nombre);
            if (std::ranges::find(columnas_, titulo, &tabla::Columna::titulo) != columnas_.end()) titulo += " (" + c.llave + ")";
            columnas_.push_back(columna_de(std::move(titulo), c.nombre, *c.shape));
            nombres_.try_emplace(std::string{c.nombre}, Lugar{c.columna, c.shape->money});
        }
        if (const auto t = std::ranges::find(dicha_.totales, c.nombre); t != dicha_.totales.end())
            c.total = static_cast<std::size_t>(t - dicha_.totales.begin());
    }

    template <class Una>
    void cada_fila(const Lista& l, const void* respuesta, Una&& una) const {
        const Shape& s = *x_.answer.data.shape;
        if (s.form == Form::list) return cada_uno(s, respuesta, una);
        if (l.nombre.empty()) return una(respuesta);
        const ShapeMember& m = *miembro(s, l.nombre);
        if (const void* lista = valor_de(s, m, respuesta)) cada_uno(*m.use.shape, lista, una);
    }

    void renglones(const Lista& l, const void* respuesta) {
        cada_fila(l, respuesta, [&](const void* fila) {
            celdas_.assign(columnas_.size(), celda(""));
            if (listas_.size() > 1) celdas_.front() = celda(l.titulo);
            const bool suma = !cancelada(*l.fila, fila);
            const auto moneda = moneda_de_fila(*l.fila, fila, moneda_);
            poner(l.campos, fila, moneda, suma);
            if (!l.por) return hoja_.renglon(celdas_);
            expandir(l, fila, moneda, suma);
        });
        if (x_.answer.data.shape->form == Form::list) return;
        totalizar();
        if (&l == &listas_.back()) cerrar(*x_.answer.data.shape, respuesta);
    }

    // A row for each item. Amounts that belong to all of them stand in the first, so that nobody counts them twice.
    void expandir(const Lista& l, const void* fila, const std::string& moneda, bool suma) {
        const void* items = l.por->en(fila);
        if (items == nullptr || l.por->shape->listing->items(items).count == 0) return hoja_.renglon(celdas_);
        const Shape& cada = *l.por->shape->items.shape;
        bool primera = true;
        cada_uno(*l.por->shape, items, [&](const void* item) {
            if (!primera)
                for (const Campo& c : l.campos)
                    if (c.shape->money) celdas_[c.columna] = celda("");
            poner(l.de_cada, item, moneda_de_fila(cada, item, moneda), suma && !cancelada(cada, item));
            hoja_.renglon(celdas_);
            primera = false;
        });
    }

    void poner(const std::vector<Campo>& campos, const void* fila, const std::string& moneda, bool suma) {
        for (const Campo& c : campos) {
            const void* p = c.en(fila);
            celdas_[c.columna] = p == nullptr ? celda("") : valor(*c.shape, p, c.nombre, moneda);
            if (p == nullptr || !c.total || !suma) continue;
            auto& sumas = sumas_[moneda];
            sumas.resize(dicha_.totales.size());
            sumas[*c.total] += cifra(*c.shape, p);
        }
    }

    static Importe cifra(const Shape& s, const void* p) {
        if (s.form == Form::whole) return Importe::de_enteros(reflect::whole_at(p, s));
        return Importe::de_micros(*static_cast<const std::int64_t*>(p));
    }

    Celda valor(const Shape& s, const void* p, std::string_view campo, const std::string& moneda) {
        switch (s.form) {
            case Form::boolean: {
                const bool si = *static_cast<const bool*>(p);
                return hoja_.es_papel() ? celda(si ? "Sí" : "No") : celda(si);
            }
            case Form::whole: return celda(reflect::whole_at(p, s));
            case Form::decimal: return figura(cifra(s, p), s.money, campo, moneda);
            case Form::list: return celda(juntos(s, p, campo));
            default: break;
        }
        if (es_dia(s)) return celda(*static_cast<const Fecha*>(p));
        return celda(texto_de(s, p, campo, ctx_.sesion().zona));
    }
    Celda figura(Importe i, bool dinero, std::string_view campo, const std::string& moneda) {
        if (!dinero) return celda(i);
        const bool local = campo.ends_with("Local") || std::ranges::find(dicha_.locales, campo) != dicha_.locales.end();
        return decimales_.monto(i, local ? std::string{} : moneda);
    }
    std::string juntos(const Shape& lista, const void* p, std::string_view campo) const {
        const Shape& cada = *lista.items.shape;
        const ShapeMember* folio = cada.form == Form::object ? miembro(cada, "folio") : nullptr;
        std::string texto;
        cada_uno(lista, p, [&](const void* item) {
            if (!texto.empty()) texto += ", ";
            texto += folio != nullptr ? texto_de(*folio->use.shape, valor_de(cada, *folio, item), "folio", {})
                                      : texto_de(cada, item, campo, {});
        });
        return texto;
    }

    static std::string moneda_de_fila(const Shape& s, const void* fila, const std::string& si_no) {
        const ShapeMember* m = miembro(s, "moneda");
        if (m == nullptr || m->use.shape->form != Form::text) return si_no;
        const void* p = valor_de(s, *m, fila);
        return p == nullptr ? si_no : *static_cast<const std::string*>(p);
    }
    static bool cancelada(const Shape& s, const void* fila) {
        const ShapeMember* m = miembro(s, "estado");
        const void* p = m == nullptr ? nullptr : valor_de(s, *m, fila);
        if (p == nullptr) return false;
        const Shape& e = *m->use.shape;
        std::string_view estado;
        if (e.form == Form::enumeration) estado = reflect::name_of(reflect::whole_at(p, e), e);
        else if (e.form == Form::text) estado = *static_cast<const std::string*>(p);
        else if (e.form == Form::written && e.written->text != nullptr) estado = e.written->text(p);
        return estado == "cancelado" || estado == "cancelada";
    }

    std::vector<Celda> linea(std::string_view que) const {
        std::vector<Celda> celdas(columnas_.size(), celda(""));
        celdas.front() = celda(que);
        return celdas;
    }

    // What the rows so far add up to.
    void totalizar() {
        for (const auto& [moneda, sumas] : sumas_) {
            auto celdas = linea("Total");
            if (const auto m = nombres_.find("moneda"); m != nombres_.end() && m->second.columna != 0)
                celdas[m->second.columna] = celda(moneda);
            for (std::size_t i = 0; i < sumas.size(); ++i)
                if (const auto c = nombres_.find(dicha_.totales[i]); c != nombres_.end())
                    celdas[c->second.columna] = figura(sumas[i], c->second.dinero, c->first, moneda);
            hoja_.total(celdas);
        }
        sumas_.clear();
    }

    // What stands beside the rows: figures under the column of their name, together; others each on a line.
    void cerrar(const Shape& s, const void* objeto) {
        const auto moneda = moneda_de_fila(s, objeto, moneda_);
        auto total = linea("Total");
        bool alguna = false;
        std::vector<std::vector<Celda>> sueltas;
        for (const ShapeMember& m : s.members) {
            const void* p = valor_de(s, m, objeto);
            if (p == nullptr || es_identificador(s.name, m.name, *m.use.shape)) continue;
            if (std::ranges::find(dicha_.cierran, m.name) != dicha_.cierran.end())
                cada_uno(*m.use.shape, p, [&](const void* fila) { en_una_linea(*m.use.shape->items.shape, fila, "Total"); });
            else if (m.use.shape->form == Form::object) en_una_linea(*m.use.shape, p, etiqueta(s.name, m.name));
            else if (m.use.shape->form == Form::decimal || m.use.shape->form == Form::whole)
                alguna = en_su_columna(s, m, p, moneda, total, sueltas) || alguna;
        }
        if (alguna) hoja_.total(total);
        // Where the first column says what a row is, they are rows like the others, also in a CSV.
        for (const auto& celdas : sueltas) listas_.size() > 1 ? hoja_.renglon(celdas) : hoja_.total(celdas);
    }
    bool en_su_columna(const Shape& s, const ShapeMember& m, const void* p, const std::string& moneda, std::vector<Celda>& total,
                       std::vector<std::vector<Celda>>& sueltas) {
        const bool sumada = std::ranges::find(dicha_.totales, m.name) != dicha_.totales.end();
        if (const auto c = nombres_.find(m.name); c != nombres_.end() && !sumada) {
            total[c->second.columna] = valor(*m.use.shape, p, m.name, moneda);
            return true;
        }
        if (sumada || m.use.shape->form != Form::decimal) return false;
        const auto ultima =
            std::ranges::find(columnas_.rbegin(), columnas_.rend(), tabla::Clase::importe, &tabla::Columna::clase);
        auto celdas = linea(etiqueta(s.name, m.name));
        celdas[ultima == columnas_.rend() ? celdas.size() - 1 : static_cast<std::size_t>(columnas_.rend() - ultima - 1)] =
            valor(*m.use.shape, p, m.name, moneda);
        sueltas.push_back(std::move(celdas));
        return false;
    }
    void en_una_linea(const Shape& s, const void* objeto, std::string_view que) {
        auto celdas = linea(que);
        const auto moneda = moneda_de_fila(s, objeto, moneda_);
        for (const ShapeMember& m : s.members) {
            const void* p = valor_de(s, m, objeto);
            const auto c = nombres_.find(m.name);
            if (p != nullptr && c != nombres_.end() && c->second.columna != 0)
                celdas[c->second.columna] = valor(*m.use.shape, p, m.name, moneda);
        }
        hoja_.total(celdas);
    }

    // What the operation says of itself, as a title: "Lista las facturas de venta" lists them, the sheet is them.
    std::string titulo() const {
        std::string_view texto = op_.resumen.empty() ? std::string_view{op_.id} : std::string_view{op_.resumen};
        if (texto.starts_with("Lista ")) {
            texto.remove_prefix(std::string_view{"Lista "}.size());
            for (const std::string_view articulo : {"las ", "los ", "la ", "el "})
                if (texto.starts_with(articulo)) texto.remove_prefix(articulo.size());
        }
        return con_mayuscula(texto);
    }

    // What the rows were chosen by.
    std::string nota(const Shape& pedida) {
        std::string texto;
        for (const ShapeMember& m : pedida.members) {
            static constexpr std::array<std::string_view, 7> del_recorrido{
                "pagina", "registrosPorPagina", "cursor", "conTotal", "fecha", "fechaInicial", "fechaFinal"};
            const void* p =
                std::ranges::find(del_recorrido, m.name) == del_recorrido.end() ? valor_de(pedida, m, request_) : nullptr;
            const auto dicho = p == nullptr ? std::string{} : filtro(*m.use.shape, m.name, p);
            if (!dicho.empty()) texto += (texto.empty() ? "" : "; ") + dicho;
        }
        return texto;
    }
    std::string filtro(const Shape& s, std::string_view campo, const void* p) {
        const auto etiquetado = [&](std::string_view que) {
            auto nombre = etiqueta(op_.id, campo);
            if (const auto id = nombre.find(" (id)"); id != std::string::npos) nombre.erase(id);
            return que.empty() ? std::string{} : fmt::format("{}: {}", nombre, que);
        };
        switch (s.form) {
            case Form::boolean: return *static_cast<const bool*>(p) ? etiqueta(op_.id, campo) : std::string{};
            case Form::whole: {
                const auto numero = reflect::whole_at(p, s);
                if (es_identificador(op_.id, campo, s)) return etiquetado(nombre_de(campo, numero));
                return etiquetado(std::to_string(numero));
            }
            case Form::text:
            case Form::enumeration:
            case Form::written:
                return etiquetado(es_dia(s) ? tabla::dia_mes_anio(*static_cast<const Fecha*>(p)) : texto_de(s, p, campo, {}));
            default: return {};
        }
    }

    // What people call the record of an identifier. The rows of an own account are in its currency.
    std::string nombre_de(std::string_view campo, std::int64_t id) {
        struct Nombrado {
            std::string_view campo, tabla, llave;
        };
        static constexpr std::array<Nombrado, 14> nombrados{{{"almacenId", "almacen", "almacenId"},
                                                             {"canalId", "canal", "canalId"},
                                                             {"centroCostoId", "centroCosto", "centroCostoId"},
                                                             {"clienteId", "contacto", "entidadId"},
                                                             {"cuentaBancariaId", "cuentaBancaria", "cuentaBancariaId"},
                                                             {"cuentaId", "cuenta", "cuentaId"},
                                                             {"entidadId", "contacto", "entidadId"},
                                                             {"listaPreciosId", "listaPrecios", "listaPreciosId"},
                                                             {"productoId", "producto", "productoId"},
                                                             {"promocionId", "promocion", "promocionId"},
                                                             {"proveedorId", "contacto", "entidadId"},
                                                             {"proyectoId", "proyecto", "proyectoId"},
                                                             {"sucursalId", "sucursal", "sucursalId"},
                                                             {"vendedorId", "vendedor", "vendedorId"}}};
        const auto n = std::ranges::find(nombrados, campo, &Nombrado::campo);
        if (n == nombrados.end() || id == 0) return {};
        auto& tx = ctx_.db();
        if (campo == "cuentaBancariaId")
            moneda_ = tx.one<std::string>("SELECT moneda FROM cuentaBancaria WHERE organizacionId = $1 AND cuentaBancariaId = $2",
                                          tx.organizacion(), id)
                          .value_or("");
        return tx
            .one<std::string>(fmt::format("SELECT nombre FROM {} WHERE organizacionId = $1 AND {} = $2", n->tabla, n->llave),
                              tx.organizacion(), id)
            .value_or("");
    }

    const Context& ctx_;
    const Operation& op_;
    const Executable& x_;
    const TablaDicha& dicha_;
    const void* request_;
    tabla::Hoja& hoja_;
    Decimales decimales_;
    std::string moneda_;  // of rows that do not say theirs; "": the local one
    std::vector<Lista> listas_;
    std::vector<tabla::Columna> columnas_;
    std::map<std::pair<std::string, Form>, std::size_t> lugares_;
    struct Lugar {
        std::size_t columna;
        bool dinero;
    };
    std::map<std::string, Lugar, std::less<>> nombres_;  // the first column of each name
    std::vector<Celda> celdas_;
    std::map<std::string, std::vector<Importe>> sumas_;
};

}  // namespace

bool es_tabla(const Operation& op, const OperationKind& kind) {
    if (op.verb != Verb::GET || kind.escribe || kind.answers == nullptr) return false;
    if (kind.answer.data.shape->form == Form::list) return de_registros(kind.answer.data);
    return op.path_names().empty() &&
           std::ranges::any_of(kind.answer.data.shape->members, [](const ShapeMember& m) { return de_registros(m.use); });
}

void llenar_tabla(const Context& ctx, const Operation& op, const Executable& x, const void* request, tabla::Hoja& hoja) {
    Tablero{ctx, op, x, request, hoja}.llenar();
}

}  // namespace cacao::api
