#include "rooms/importaciones/importador.hpp"

#include "base/texto.hpp"
#include "db/rows.hpp"

#include <iterator>

namespace cacao::importacion {

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

void Informe::contar(std::size_t linea, Efecto efecto) {
    ++(efecto == Efecto::creado ? creados : efecto == Efecto::actualizado ? actualizados : iguales);
    efectos[linea] = efecto;
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

std::vector<std::string> leer_columnas(std::size_t linea, std::span<const std::string> titulos, const Importador& clase,
                                       Informe& informe) {
    std::map<std::string, std::string_view> conocidas;
    for (const auto nombre : clase.columnas()) conocidas.emplace(tabla::columna_plegada(nombre), nombre);
    for (const auto& a : clase.alias()) conocidas.emplace(tabla::columna_plegada(a.columna), a.columna);
    std::vector<std::string> columnas;
    std::set<std::string, std::less<>> llenos;  // fields that already have their column
    for (const auto& titulo : titulos) {
        const auto encontrada = conocidas.find(tabla::columna_plegada(titulo));
        std::string nombre{encontrada == conocidas.end() ? std::string_view{titulo} : encontrada->second};
        std::string campo = nombre;
        for (const auto& a : clase.alias())
            if (a.columna == nombre) campo = a.miembro;
        const auto falta = [&](Codigo codigo) { informe.faltas.push_back({linea, columnas.size() + 1, nombre, codigo, {}}); };
        if (encontrada == conocidas.end()) falta(Codigo::campo_desconocido);
        else if (!llenos.insert(campo).second) falta(Codigo::campo_repetido);
        columnas.push_back(std::move(nombre));
    }
    if (!clase.clave().empty() && std::ranges::find(columnas, clase.clave()) == columnas.end())
        informe.faltas.push_back({linea, 0, std::string{clase.clave()}, Codigo::requerido, {}});
    return columnas;
}

Tabla leer_csv(std::string_view texto, const Importador& clase, Informe& informe) {
    Tabla t;
    tabla::LectorCsv lector{texto};
    tabla::Renglon renglon;
    lector.siguiente(renglon);
    t.columnas = leer_columnas(renglon.linea, renglon.celdas, clase, informe);
    while (lector.siguiente(renglon)) t.renglones.push_back(std::move(renglon));
    return t;
}

void revisar_forma(Tabla& t, const Importador& clase, Claves& vistas, Informe& informe) {
    constexpr auto ninguno = static_cast<std::size_t>(-1);
    const std::size_t lugar = t.lugar(clase.clave()).value_or(ninguno);
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

}  // namespace cacao::importacion
