#include "command/importar.hpp"

#include "api/bitacora.hpp"
#include "api/posiciones.hpp"
#include "base/texto.hpp"
#include "command/commands.hpp"
#include "command/importar_saldos.hpp"
#include "command/installation.hpp"
#include "db/rows.hpp"
#include "engine/entorno/siembra.hpp"
#include "engine/tipos/cuentas.hpp"
#include "rooms/seguridad/alta.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <set>

namespace cacao::command {
namespace {

// Faults of the header are faults of the file: they stand in line 1 and nothing else is looked at.
Tabla leer_tabla(const std::string& texto, const Importador& clase, Informe& informe) {
    Tabla t;
    tabla::LectorCsv lector{texto};
    tabla::Renglon renglon;
    if (!lector.siguiente(renglon)) throw Plain("The file is empty: its first row must name the columns.");
    std::map<std::string, std::string_view> conocidas;
    for (const auto nombre : clase.columnas()) conocidas.emplace(tabla::columna_plegada(nombre), nombre);
    for (const auto& a : clase.alias()) conocidas.emplace(tabla::columna_plegada(a.columna), a.columna);
    std::set<std::string, std::less<>> llenos;  // fields that already have their column
    for (const auto& titulo : renglon.celdas) {
        const auto encontrada = conocidas.find(tabla::columna_plegada(titulo));
        std::string nombre{encontrada == conocidas.end() ? std::string_view{titulo} : encontrada->second};
        std::string campo = nombre;
        for (const auto& a : clase.alias())
            if (a.columna == nombre) campo = a.miembro;
        const auto falta = [&](Codigo codigo) {
            informe.faltas.push_back({renglon.linea, t.columnas.size() + 1, nombre, codigo, {}});
        };
        if (encontrada == conocidas.end()) falta(Codigo::campo_desconocido);
        else if (!llenos.insert(campo).second) falta(Codigo::campo_repetido);
        t.columnas.push_back(std::move(nombre));
    }
    if (!clase.clave().empty() && !t.lugar(clase.clave()))
        informe.faltas.push_back({renglon.linea, 0, std::string{clase.clave()}, Codigo::requerido, {}});
    while (lector.siguiente(renglon)) t.renglones.push_back(std::move(renglon));
    return t;
}

// Rows that cannot be told apart, and rows that are none: they are told, and leave the table.
void revisar_forma(Tabla& t, const Importador& clase, Informe& informe) {
    constexpr auto ninguno = static_cast<std::size_t>(-1);
    const std::size_t lugar = t.lugar(clase.clave()).value_or(ninguno);
    std::set<std::string, std::less<>> vistas;
    std::erase_if(t.renglones, [&](const tabla::Renglon& r) {
        const auto antes = informe.faltas.size();
        if (r.mal_formado || r.celdas.size() > t.columnas.size())
            informe.faltas.push_back({r.linea, 0, {}, Codigo::renglon_malformado, {}});
        else if (lugar < r.celdas.size() && !recortado(r.celdas[lugar]).empty() &&
                 !vistas.emplace(recortado(r.celdas[lugar])).second)
            informe.faltas.push_back({r.linea, lugar + 1, std::string{clase.clave()}, Codigo::duplicado, {}});
        const bool mala = informe.faltas.size() > antes;
        informe.con_faltas += mala ? 1 : 0;
        return mala;
    });
}

struct Deshecho {};  // everything was judged, nothing is kept

class Corrida {
public:
    Corrida(db::Database& database, std::int64_t organizacionId, const ImportOptions& options, Importador& clase, const Tabla& t)
        : database_(database), options_(options), clase_(clase), tabla_(t), operacion_("importar " + options.clase) {
        sesion_.organizacionId = organizacionId;
        sesion_.permisos = {std::string{engine::derecho_de_control}};  // whoever holds the files holds the books
        database.read(organizacionId, [&](db::Reader& tx) {
            sesion_.sucursalId = engine::sucursal_predeterminada(tx);
            api::poner_zonas(tx, sesion_);
        });
    }

    // All or nothing: one transaction.
    void entera(Informe& informe) {
        const Informe forma = informe;
        try {
            database_.write_now(sesion_.organizacionId, [&](db::Writer& tx) {
                informe = forma;  // a transaction may be tried again
                empezar(tx);
                for (std::size_t desde = 0; desde < tabla_.renglones.size(); desde += lote) renglones(tx, desde, informe);
                con_contexto(tx, [&](Context& ctx) { clase_.terminar(ctx, tabla_, informe); });
                tx.check_now();
                if (options_.dry_run || !informe.faltas.empty()) throw Deshecho{};
            });
        } catch (const Deshecho&) {
        }
    }

    // What is good, batch by batch.
    void por_lotes(Informe& informe) {
        for (std::size_t desde = 0; desde < tabla_.renglones.size(); desde += lote) {
            const Informe antes = informe;
            database_.write_now(sesion_.organizacionId, [&](db::Writer& tx) {
                informe = antes;
                empezar(tx);
                renglones(tx, desde, informe);
            });
        }
    }

    void sellar(const api::HeadSeal& sello) {
        constexpr int mas = 1000;
        for (std::int64_t sellados = mas; sellados >= mas;)
            database_.write_now(sesion_.organizacionId, [&](db::Writer& tx) {
                sellados = std::max(api::seal_rows(tx, &sello), api::give_positions(tx));
            });
    }

    ~Corrida() {
        if (linea_abierta_) fmt::print(stderr, "\n");
    }
    Corrida(const Corrida&) = delete;
    Corrida& operator=(const Corrida&) = delete;

private:
    static constexpr std::size_t lote = 500;

    template <class Work>
    void con_contexto(db::Writer& tx, Work work) {
        Context ctx{{.sesion = &sesion_, .reloj = &reloj_, .operacion = operacion_, .database = &database_}, &tx, &tx};
        work(ctx);
        note_changes(ctx, operacion_);
    }
    void empezar(db::Writer& tx) {
        con_contexto(tx, [&](Context& ctx) { clase_.empezar(ctx); });
    }
    void renglones(db::Writer& tx, std::size_t desde, Informe& informe) {
        const auto cuantos = std::min(lote, tabla_.renglones.size() - desde);
        con_contexto(tx, [&](Context& ctx) {
            clase_.renglones(ctx, tabla_, std::span{tabla_.renglones}.subspan(desde, cuantos), informe);
        });
        if (isatty(STDERR_FILENO) != 1) return;
        linea_abierta_ = true;
        fmt::print(stderr, "\r{} of {} rows", desde + cuantos, tabla_.renglones.size());
    }

    db::Database& database_;
    const ImportOptions& options_;
    Importador& clase_;
    const Tabla& tabla_;
    std::string operacion_;
    api::Sesion sesion_;
    Reloj reloj_;
    bool linea_abierta_ = false;
};

void imprimir(std::string_view palabra, const FaltaEnTabla& f) {
    std::string donde = f.linea == 0 ? "table" : fmt::format("line {}", f.linea);
    if (f.columna != 0) donde += fmt::format(", column {}", f.columna);
    if (!f.campo.empty()) donde += fmt::format(" ({})", imprimible(f.campo));
    fmt::print("{}{}: {} {}{}{}\n", palabra, donde, nombre(f.codigo), mensaje(f.codigo, Idioma::en), f.datos.empty() ? "" : " ",
               imprimible(f.datos));
}

}  // namespace

std::optional<std::size_t> Tabla::lugar(std::string_view columna) const {
    const auto it = std::ranges::find(columnas, columna);
    if (it == columnas.end()) return std::nullopt;
    return static_cast<std::size_t>(it - columnas.begin());
}

void leer_codigos(Context& ctx, std::string_view sql, Codigos& codigos) {
    codigos.clear();
    ctx.db().each(
        sql, [&](const db::Row& r) { codigos.emplace(r.text(0), r.integer(1)); }, ctx.organizacionId());
}

std::pair<std::string_view, std::string> Importador::resolver(std::string_view columna, const std::string& texto,
                                                              reflect::Decoding& d) const {
    for (const auto& a : alias()) {
        if (a.columna != columna) continue;
        const auto codigo = recortado(texto);
        if (codigo.empty()) return {a.miembro, {}};
        const auto& conocidos = codigos_.at(columna);
        const auto encontrado = conocidos.find(codigo);
        if (encontrado != conocidos.end()) return {a.miembro, std::to_string(encontrado->second)};
        reflect::PathStep paso{d, columna};
        d.fault(Codigo::no_encontrado);
        return {a.miembro, "1"};  // told; the number is not used
    }
    return {columna, texto};
}

void Importador::anotar(const Tabla& t, const tabla::Renglon& renglon, const std::vector<Falta>& faltas, Informe& informe) const {
    ++informe.con_faltas;
    const auto antes = informe.advertencias.size();
    anotar_advertencias(t, renglon, faltas, informe);
    const auto desde = informe.advertencias.begin() + static_cast<std::ptrdiff_t>(antes);
    std::move(desde, informe.advertencias.end(), std::back_inserter(informe.faltas));
    informe.advertencias.erase(desde, informe.advertencias.end());
}

void Importador::anotar_advertencias(const Tabla& t, const tabla::Renglon& renglon, std::span<const Falta> faltas,
                                     Informe& informe) const {
    for (const auto& f : faltas) {
        const std::string_view campo = std::string_view{f.campo}.substr(f.campo.empty() ? 0 : 1);
        auto lugar = t.lugar(campo.substr(0, campo.find('/')));
        for (const auto& a : alias())
            if (!lugar && campo == a.miembro) lugar = t.lugar(a.columna);
        informe.advertencias.push_back({renglon.linea, lugar ? *lugar + 1 : 0, std::string{campo}, f.codigo, f.datos});
    }
}

std::vector<std::string> table_kinds() { return {"contactos", "productos", "precios", "cuentas", "saldos"}; }

std::unique_ptr<Importador> importador_de(std::string_view clase) {
    if (clase == "contactos") return importador_contactos();
    if (clase == "productos") return importador_productos();
    if (clase == "precios") return importador_precios();
    if (clase == "cuentas") return importador_cuentas();
    if (clase == "saldos") return importador_saldos();
    return nullptr;
}

int import_table(const Config& config, const ImportOptions& options) {
    const auto clase = importador_de(options.clase);
    if (options.parcial && !clase->admite_parcial())
        throw Plain(fmt::format("{} are stored whole or not at all: --parcial is not for them.", options.clase));
    const auto texto = tabla::en_utf8(leer_archivo(options.file));
    Informe informe;
    auto t = leer_tabla(texto, *clase, informe);
    if (informe.faltas.empty()) {
        revisar_forma(t, *clase, informe);
        const auto database = open_existing(config);
        Corrida corrida{*database, named_organization(*database, options.organizacion), options, *clase, t};
        const bool por_lotes = options.parcial && !options.dry_run;
        if (por_lotes) corrida.por_lotes(informe);
        else corrida.entera(informe);
        // Without the installation's key file the service seals it.
        const auto llave = existing_key(config);
        if (llave && (por_lotes || (!options.dry_run && informe.faltas.empty()))) corrida.sellar(SelloDeBitacora{*llave});
    }
    std::ranges::stable_sort(informe.faltas, {}, &FaltaEnTabla::linea);
    for (const auto& f : informe.advertencias) imprimir("warning: ", f);
    for (const auto& f : informe.faltas) imprimir("", f);
    for (const auto& nota : informe.notas) fmt::print("{}\n", imprimible(nota));
    const bool guardado = !options.dry_run && (options.parcial || informe.faltas.empty());
    fmt::print("{}: {} created, {} updated, {} unchanged, {} faulty{}\n", options.clase, informe.creados, informe.actualizados,
               informe.iguales, informe.con_faltas,
               guardado          ? ""
               : options.dry_run ? "; dry run, nothing is stored"
                                 : "; nothing is stored");
    return informe.faltas.empty() ? 0 : 1;
}

}  // namespace cacao::command
