#include "rooms/buzon/metadata.hpp"

#include "base/texto.hpp"
#include "base/uuid.hpp"

#include <algorithm>
#include <vector>

namespace cacao::buzon {
namespace {

// Of a text that is metadata of documents; the authority puts others beside it.
constexpr std::string_view encabezado_de_metadata = "Uuid~RfcEmisor~";
constexpr std::string_view fin_de_encabezado = "~Estatus~FechaCancelacion";
constexpr std::size_t campos_de_metadata = 12;
constexpr std::size_t mas_renglon = 8U << 10U;
constexpr std::string_view marca_de_utf8 = "\xEF\xBB\xBF";

// A name may hold the mark between fields: those at both ends are told from where they stand.
FilaDeMetadata fila_de(std::string_view linea) {
    std::vector<std::string_view> campos;
    for (std::size_t desde = 0;;) {
        const auto hasta = linea.find('~', desde);
        campos.push_back(linea.substr(desde, hasta == std::string_view::npos ? hasta : hasta - desde));
        if (hasta == std::string_view::npos) break;
        desde = hasta + 1;
    }
    FilaDeMetadata f;
    if (campos.size() < campos_de_metadata) return f;
    const auto uuid = Uuid::leer(recortado(campos[0]));
    const auto estatus = recortado(campos[campos.size() - 2]);
    if (!uuid || (estatus != "0" && estatus != "1")) return f;
    f.uuid = uuid->texto();
    f.rfcEmisor = recortado(campos[1]);
    f.cancelado = estatus == "0";
    f.fechaCancelacion = recortado(campos.back());
    return f;
}

// Puts lines together out of pieces. Lines end as the first one does: where that is with CR LF, a name may hold an LF.
class Renglonero {
public:
    explicit Renglonero(FunctionRef<bool(std::string_view)> toma) : toma_(toma) {}
    bool leer(std::string_view trozo) {
        for (const char c : trozo) {
            if (c != '\n') {
                if (linea_.size() < mas_renglon) linea_ += c;
                continue;
            }
            if (primera_) con_cr_ = linea_.ends_with('\r');
            if (con_cr_ && !linea_.ends_with('\r')) continue;
            if (!entregar()) return false;
        }
        return true;
    }
    bool terminar() { return linea_.empty() || entregar(); }

private:
    bool entregar() {
        if (linea_.ends_with('\r')) linea_.pop_back();
        std::string_view linea{linea_};
        if (primera_ && linea.starts_with(marca_de_utf8)) linea.remove_prefix(marca_de_utf8.size());
        const bool sigue = recortado(linea).empty() || toma_(linea);
        primera_ = primera_ && recortado(linea).empty();
        linea_.clear();
        return sigue;
    }
    FunctionRef<bool(std::string_view)> toma_;
    std::string linea_;
    bool primera_ = true;
    bool con_cr_ = false;
};

}  // namespace

bool recorrer_metadata(const tabla::ZipLeido& zip, std::int64_t desde, FunctionRef<bool(FilaDeMetadata)> toma,
                       RecorridoDeMetadata& r) {
    r = {};
    bool quiere = true;
    for (const auto& entrada : zip.entradas) {
        if (!entrada.nombre.ends_with(".txt") || entrada.nombre.find("__MACOSX") != std::string::npos) continue;
        bool con_encabezado = false;
        bool ajena = false;
        const auto linea = [&](std::string_view texto) {
            if (!con_encabezado) {
                con_encabezado = true;
                ajena = !texto.starts_with(encabezado_de_metadata) || !recortado(texto).ends_with(fin_de_encabezado);
                return !ajena;
            }
            if (r.posicion >= desde) {
                quiere = toma(fila_de(texto));
                if (!quiere) return false;
            }
            ++r.posicion;
            return true;
        };
        Renglonero renglones{linea};
        const bool entera = tabla::inflar(entrada, [&](std::string_view trozo) { return renglones.leer(trozo); });
        if (!quiere) return true;
        if (!entera && !ajena) return false;
        if (entera && !renglones.terminar()) {
            if (!quiere) return true;
        }
    }
    r.fin = true;
    return true;
}

}  // namespace cacao::buzon
