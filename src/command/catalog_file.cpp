#include "command/catalog_file.hpp"

#include "base/rfc.hpp"
#include "base/texto.hpp"
#include "command/installation.hpp"
#include "reflect/json_write.hpp"
#include "tabla/csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <span>
#include <tuple>

namespace cacao::command {
namespace {

using Names = std::vector<std::string_view>;  // of a column, folded and without blanks; the first that the file has counts

enum class CellKind { text, flag, situation };  // a situation: one of those that article 69-B knows
struct Attribute {
    std::string_view name;
    CellKind kind;
    Names columns;
};
struct Definition {
    std::string_view catalogo;
    Names clave;
    Names other_marks;   // columns by which a file that calls the key `id` is known
    std::size_t digits;  // of a key that is a number, whose zeros a spreadsheet may have eaten; 0: letters too
    Names padre;         // empty: none
    Names descripcion;   // empty: none
    Names similares;
    std::vector<Attribute> attributes;
    Names desde = {};             // the day from which it holds, where the authority calls it otherwise
    bool rfc = false;             // keys are RFCs
    bool padre_may_lack = false;  // the file names it for most rows
};

// The most particular first: a file of postal codes also has columns of municipality and state.
const std::vector<Definition>& definitions() {
    static const std::vector<Definition> list{
        {"ClavesProducto",
         {"cclaveprodserv", "claveprodserv"},
         {"similares", "palabrassimilares"},
         8,
         {},
         {"descripcion", "texto"},
         {"palabrassimilares", "similares"},
         {{"estimuloFrontera", CellKind::flag, {"estimulofranjafronteriza", "estimulofrontera"}}}},
        {"ClavesUnidad",
         {"cclaveunidad", "claveunidad"},
         {"simbolo"},
         0,
         {},
         {"nombre", "texto"},
         {},
         {{"simbolo", CellKind::text, {"simbolo"}}}},
        {"CodigosPostales",
         {"ccodigopostal", "codigopostal"},
         {"huso", "husodescripcion", "estimulofrontera"},
         5,
         {"cestado", "estado"},
         {},
         {},
         {{"estado", CellKind::text, {"cestado", "estado"}},
          {"municipio", CellKind::text, {"cmunicipio", "municipio"}},
          {"localidad", CellKind::text, {"clocalidad", "localidad"}}}},
        {"Localidades", {"clocalidad", "localidad"}, {}, 2, {"cestado", "estado"}, {"descripcion", "texto"}, {}, {}},
        {"Municipios", {"cmunicipio", "municipio"}, {}, 3, {"cestado", "estado"}, {"descripcion", "texto"}, {}, {}},
        {"PatentesAduanales", {"cpatenteaduanal", "patenteaduanal"}, {}, 4, {}, {}, {}, {}},
        // Of a taxpayer who is listed twice, the letter that presumed tells the two apart.
        {"Lista69B",
         {"rfc"},
         {},
         0,
         {"numeroyfechadeoficioglobaldepresuncionsat", "numeroyfechadeoficioglobaldepresuncion", "oficiodepresuncion"},
         {"nombredelcontribuyente", "nombre"},
         {},
         {{"situacion", CellKind::situation, {"situaciondelcontribuyente", "situacion"}}},
         {"publicacionpaginasatpresuntos"},
         true,
         true},
    };
    return list;
}

const Names from_names{"fechainiciovigencia", "fechainiciodevigencia", "fechadeiniciodevigencia",
                       "iniciodevigencia",    "vigenciadesde",         "vigenciainicio"};
const Names until_names{"fechafinvigencia", "fechafindevigencia", "fechadefindevigencia",
                        "findevigencia",    "vigenciahasta",      "vigenciafin"};
const Names id_names{"id", "clave"};
// CFDI 4.0 begins; a key without a day of its own is as old as it.
const Fecha beginning = Fecha::de_civil(2022, 1, 1).value();
constexpr std::size_t none = static_cast<std::size_t>(-1);
constexpr int title_rows = 30;  // at the most, before the row that names the columns

class Header {
public:
    Header() = default;
    explicit Header(const std::vector<std::string>& cells) : shown_(cells) {
        for (const auto& cell : cells) names_.push_back(tabla::columna_plegada(cell));
    }
    std::size_t find(std::span<const std::string_view> wanted) const {
        for (const auto name : wanted)
            if (const auto it = std::ranges::find(names_, name); it != names_.end())
                return static_cast<std::size_t>(it - names_.begin());
        return none;
    }
    bool has(const Names& wanted) const { return find(wanted) != none; }
    const std::string& shown(std::size_t column) const { return shown_[column]; }

private:
    std::vector<std::string> shown_;
    std::vector<std::string> names_;
};

const Definition* named_by(const Header& header, const std::string& asked) {
    for (const auto& d : definitions()) {
        if (!asked.empty() && d.catalogo != asked) continue;
        const bool own = header.has(d.clave);
        const bool known_by_mark = header.has(id_names) && (!asked.empty() || header.has(d.other_marks));
        if ((own || known_by_mark) && (d.padre.empty() || header.has(d.padre)) &&
            (d.descripcion.empty() || header.has(d.descripcion)))
            return &d;
    }
    return nullptr;
}

std::optional<Fecha> day(std::string_view text) {
    if (const auto iso = Fecha::leer_iso(text.substr(0, 10))) return iso;
    // d/m/yyyy as spreadsheets shorten it
    std::string padded;
    for (std::size_t from = 0; from < text.size();) {
        const auto to = std::min(text.find('/', from), text.size());
        if (to - from == 1) padded += '0';
        padded.append(text.substr(from, to - from)).append(to < text.size() ? "/" : "");
        from = to + 1;
    }
    return Fecha::leer_dmy(padded.substr(0, 10));
}

// Turns the rows below a header into keys.
class RowReader {
public:
    RowReader(const Definition& d, Header header, const PlaceName& place, CatalogFile& out)
        : d_(d), header_(std::move(header)), place_(place), out_(out) {
        clave_ = header_.find(d.clave);
        if (clave_ == none) clave_ = header_.find(id_names);
        padre_ = header_.find(d.padre);
        descripcion_ = header_.find(d.descripcion);
        similares_ = header_.find(d.similares);
        from_ = header_.find(d.desde.empty() ? from_names : d.desde);
        until_ = header_.find(until_names);
        for (const auto& a : d.attributes) attributes_.push_back(header_.find(a.columns));
    }

    void read(const tabla::Renglon& row) {
        row_ = &row;
        good_ = true;
        if (row.mal_formado) {
            out_.broken.push_back({row.linea, "", "a quote is not closed, or text follows one"});
            return;
        }
        sat::Fila f;
        if (d_.rfc && withheld(cell(clave_))) return;
        f.clave = key();
        f.padre = cell(padre_);
        if (!d_.padre.empty() && f.padre.empty() && !d_.padre_may_lack) fault(padre_, "is empty");
        f.descripcion = cell(descripcion_);
        if (!d_.descripcion.empty() && f.descripcion.empty()) fault(descripcion_, "is empty");
        f.similares = cell(similares_);
        // Of a list of people the day only tells since when; some rows have two, or words.
        f.desde = (d_.rfc ? day(cell(from_)) : date(from_)).value_or(beginning);
        f.hasta = date(until_);
        if (f.hasta && *f.hasta < f.desde) fault(until_, "is before the day it begins");
        f.datos = attributes(f);
        const auto [same, first] = seen_.try_emplace({f.clave, f.padre, f.desde}, f.datos);
        if (good_ && !first && d_.rfc && same->second == f.datos) return;
        if (good_ && !first) fault(clave_, "stands in the file twice");
        if (good_) out_.filas.push_back(std::move(f));
    }

private:
    // Whom a court lets stand in the list without a name: XXXXXXXXXXXX.
    static bool withheld(const std::string& rfc) {
        return !rfc.empty() && std::ranges::all_of(rfc, [](char c) { return c == 'X' || c == 'x' || c == '*'; });
    }
    static bool situation_known(std::string_view folded) {
        return folded == "presunto" || folded == "definitivo" || folded == "desvirtuado" || folded == "sentencia favorable";
    }
    std::string cell(std::size_t column) const {
        return column < row_->celdas.size() ? std::string{recortado(row_->celdas[column])} : std::string{};
    }
    void fault(std::size_t column, std::string problem) {
        good_ = false;
        out_.broken.push_back({row_->linea, header_.shown(column), std::move(problem)});
    }
    std::string key() {
        auto text = cell(clave_);
        const bool number = !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
        if (text.empty()) fault(clave_, "is empty");
        else if (d_.digits != 0 && (!number || text.size() > d_.digits))
            fault(clave_, fmt::format("\"{}\" is not a key of {} digits", text, d_.digits));
        else if (d_.rfc && !Rfc::leer(text)) fault(clave_, fmt::format("\"{}\" is not an RFC", text));
        else if (text.size() > 20) fault(clave_, "is too long for a key");
        else if (text.size() < d_.digits) text.insert(0, d_.digits - text.size(), '0');
        return text;
    }
    std::optional<Fecha> date(std::size_t column) {
        const auto text = cell(column);
        if (text.empty()) return std::nullopt;
        const auto read = day(text);
        if (!read) fault(column, fmt::format("\"{}\" is not a day", text));
        return read;
    }
    // Also names the place of a postal code, which the authority's file does not.
    std::string attributes(sat::Fila& f) {
        std::string json = "{";
        std::string municipio;
        for (std::size_t i = 0; i < attributes_.size(); ++i) {
            const auto& a = d_.attributes[i];
            auto text = cell(attributes_[i]);
            json += json.size() > 1 ? "," : "";
            reflect::write_string(json, a.name);
            json += ':';
            if (a.kind != CellKind::flag) {
                // A word that nobody knows would leave the taxpayer as clean as who is not listed.
                if (a.kind == CellKind::situation && !situation_known(plegado(text)))
                    fault(attributes_[i], fmt::format("\"{}\" is no situation of article 69-B", text));
                if (a.name == "municipio") municipio = text;
                reflect::write_string(json, text);
                continue;
            }
            const auto flag = plegado(text);
            const bool yes = flag == "1" || flag == "si" || flag == "true";
            if (!yes && !flag.empty() && flag != "0" && flag != "no" && flag != "false")
                fault(attributes_[i], fmt::format("\"{}\" is neither 1 nor 0", text));
            json += yes ? "true" : "false";
        }
        if (d_.descripcion.empty() && !d_.padre.empty()) f.descripcion = place_(f.padre, municipio);
        return json + '}';
    }

    const Definition& d_;
    Header header_;
    const PlaceName& place_;
    CatalogFile& out_;
    std::size_t clave_, padre_, descripcion_, similares_, from_, until_;
    std::vector<std::size_t> attributes_;
    const tabla::Renglon* row_ = nullptr;
    bool good_ = true;
    std::map<std::tuple<std::string, std::string, Fecha>, std::string> seen_;  // with what else it says
};

}  // namespace

CatalogFile read_catalog(std::string bytes, const std::string& catalogo, const PlaceName& place) {
    const auto text = tabla::en_utf8(std::move(bytes));
    CatalogFile out;
    // Each line may be the one that names the columns; the delimiter is found anew from there on.
    std::size_t at = 0;
    for (std::size_t line = 0; line < title_rows && at < text.size(); ++line) {
        tabla::LectorCsv reader{std::string_view{text}.substr(at)};
        tabla::Renglon row;
        if (!reader.siguiente(row)) break;
        if (const auto* d = named_by(Header{row.celdas}, catalogo)) {
            out.catalogo = d->catalogo;
            RowReader rows{*d, Header{row.celdas}, place, out};
            while (reader.siguiente(row)) {
                row.linea += line;
                rows.read(row);
            }
            return out;
        }
        at = std::min(text.find('\n', at), text.size() - 1) + 1;
    }
    std::string names;
    for (const auto& d : definitions()) names += (names.empty() ? "" : ", ") + std::string{d.catalogo};
    throw Plain(catalogo.empty() ? "No row names the columns of a catalog: say which it is with --catalog (" + names + ")."
                                 : "No row names the columns of " + catalogo + " (it must be one of " + names + ").");
}

}  // namespace cacao::command
