#include "engine/emision/addendas.hpp"

#include "db/rows.hpp"
#include "reflect/decode.hpp"
#include "reflect/objeto.hpp"

#include <fmt/format.h>

#include <limits>
#include <map>

namespace cacao::engine {
namespace {

constexpr std::size_t xml_maximo = 4 * 1024 * 1024;

// The fields of a form, found by name.
class Campos {
public:
    explicit Campos(std::vector<fiscal::CampoAddenda> campos) : campos_(std::move(campos)) {
        for (std::size_t i = 0; i < campos_.size(); ++i) lugares_.emplace(campos_[i].nombre, i);
    }

    std::vector<ValorGuardado> tomar(const Lista<ValorDeAddenda, 200>& pedidos, fiscal::NivelCampo nivel,
                                     const std::string& lugar, Faltas& faltas) const {
        std::vector<ValorGuardado> valores;
        std::vector<bool> dichos(campos_.size());
        for (std::size_t i = 0; i < pedidos.size(); ++i) {
            const auto donde = fmt::format("{}/{}", lugar, i);
            const std::string& nombre = pedidos[i].nombre;
            const auto cual = lugares_.find(nombre);
            if (cual == lugares_.end() || campos_[cual->second].nivel != nivel) {
                faltas.agregar(Codigo::no_encontrado, donde + "/nombre");
                continue;
            }
            if (dichos[cual->second]) faltas.agregar(Codigo::duplicado, donde + "/nombre");
            else valores.push_back({nombre, pedidos[i].valor});
            dichos[cual->second] = true;
            fiscal::revisar_valor(campos_[cual->second], pedidos[i].valor, donde + "/valor", faltas);
        }
        for (std::size_t i = 0; i < campos_.size(); ++i)
            if (campos_[i].requerido && campos_[i].nivel == nivel && !dichos[i])
                faltas.agregar(Codigo::requerido, lugar, En::donde_sea, reflect::objeto("campo", campos_[i].nombre));
        return valores;
    }

private:
    std::vector<fiscal::CampoAddenda> campos_;
    std::map<std::string, std::size_t, std::less<>> lugares_;
};

// A template with the values for it.
struct Preparada {
    fiscal::PlantillaAddenda plantilla;
    fiscal::ValoresAddenda encabezado;
    std::vector<fiscal::ValoresAddenda> partidas;
};

fiscal::ValoresAddenda mapa(const std::vector<ValorGuardado>& valores) {
    fiscal::ValoresAddenda m;
    for (const ValorGuardado& v : valores) m.emplace(v.nombre, v.valor);
    return m;
}

}  // namespace

std::vector<fiscal::CampoAddenda> campos_fiscales(const std::vector<CampoDeAddenda>& campos) {
    std::vector<fiscal::CampoAddenda> lista;
    // Both kinds of names stand in the same order.
    for (const CampoDeAddenda& c : campos)
        lista.push_back({c.nombre, static_cast<fiscal::TipoCampo>(c.tipo), static_cast<fiscal::NivelCampo>(c.nivel), c.longitud,
                         c.requerido, c.catalogo});
    return lista;
}

AddendaLlena llenar_addenda(const std::vector<CampoDeAddenda>& campos, const ValoresDeAddenda& pedidos, std::size_t lineas,
                            const std::string& lugar, Faltas& faltas) {
    static const Lista<ValorDeAddenda, 200> nada;
    const Campos suyos{campos_fiscales(campos)};
    AddendaLlena llena;
    llena.valores =
        suyos.tomar(pedidos.valores ? *pedidos.valores : nada, fiscal::NivelCampo::encabezado, lugar + "/valores", faltas);
    const std::size_t dichas = pedidos.partidas ? pedidos.partidas->size() : 0;
    faltas.agregar_si(dichas > lineas, Codigo::fuera_de_rango, lugar + "/partidas");
    for (std::size_t i = 0; i < lineas; ++i)
        llena.partidas.push_back({suyos.tomar(i < dichas ? (*pedidos.partidas)[i].valores : nada, fiscal::NivelCampo::partida,
                                              fmt::format("{}/partidas/{}/valores", lugar, i), faltas)});
    return llena;
}

namespace {

Preparada preparar(const std::vector<CampoDeAddenda>& campos, std::string_view plantilla, const AddendaLlena& llena) {
    Faltas faltas;
    Preparada p{{plantilla, campos_fiscales(campos), "/plantilla", faltas}, mapa(llena.valores), {}};
    faltas.lanzar();
    for (const PartidaGuardada& partida : llena.partidas) p.partidas.push_back(mapa(partida.valores));
    return p;
}

[[noreturn]] void rechazar_grande(const std::string& campo) {
    reject(Codigo::addenda_muy_grande, campo, reflect::objeto("maximo", xml_maximo));
}

}  // namespace

std::string escribir_addenda(const std::vector<CampoDeAddenda>& campos, std::string_view plantilla, const AddendaLlena& llena,
                             const std::string& campo) {
    const Preparada p = preparar(campos, plantilla, llena);
    auto xml = p.plantilla.escribir(p.encabezado, p.partidas, xml_maximo);
    if (!xml) rechazar_grande(campo);
    return std::move(*xml);
}

void exigir_que_quepa(const std::vector<CampoDeAddenda>& campos, std::string_view plantilla, const AddendaLlena& llena,
                      const std::string& campo, Faltas& faltas) {
    const Preparada p = preparar(campos, plantilla, llena);
    if (!p.plantilla.cabe(p.encabezado, p.partidas, xml_maximo))
        faltas.agregar(Codigo::addenda_muy_grande, campo, En::donde_sea, reflect::objeto("maximo", xml_maximo));
}

std::optional<AddendaDicha> addenda_de_documento(db::Reader& tx, std::int64_t transaccionId, std::optional<std::int64_t> hasta) {
    return tx.one<AddendaDicha>(R"(
        SELECT d.addendaId, a.codigo, d.versionPlantilla, v.campos, v.plantilla, d.version, d.valores
        FROM documentoAddenda d
        JOIN addenda a ON a.organizacionId = d.organizacionId AND a.addendaId = d.addendaId
        JOIN addendaVersion v ON v.organizacionId = d.organizacionId AND v.addendaId = d.addendaId AND v.version = d.versionPlantilla
        WHERE d.organizacionId = $1 AND d.transaccionId = $2 AND d.version <= $3 ORDER BY d.version DESC LIMIT 1)",
                                tx.organizacion(), transaccionId, hasta.value_or(std::numeric_limits<std::int64_t>::max()));
}

std::int64_t guardar_addenda(Context& ctx, std::int64_t transaccionId, const FormaAddenda& forma, const AddendaLlena& llena) {
    return ctx.db()
        .one<std::int64_t>(R"(
        INSERT INTO documentoAddenda (organizacionId, transaccionId, version, addendaId, versionPlantilla, valores, usuarioId, creadoEn)
        SELECT $1, $2, COALESCE(max(d.version), 0) + 1, $3, $4, $5, $6, $7
        FROM documentoAddenda d WHERE d.organizacionId = $1 AND d.transaccionId = $2
        RETURNING version)",
                           ctx.organizacionId(), transaccionId, forma.addendaId, forma.versionPlantilla, reflect::to_json(llena),
                           ctx.usuarioId(), ctx.ahora())
        .value();
}

}  // namespace cacao::engine
