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

namespace cacao::command {
namespace {

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

    void sellar(const api::HeadSeal& sello) { api::seal_all(database_, sesion_.organizacionId, sello); }

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
    if (recortado(texto).empty()) throw Plain("The file is empty: its first row must name the columns.");
    Informe informe;
    auto t = leer_csv(texto, *clase, informe);
    if (informe.faltas.empty()) {
        Claves vistas;
        revisar_forma(t, *clase, vistas, informe);
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
